/* slicewise list mig: what can be partitioned, and for one kind of card where the instances of each
 * profile may lie, drawn over the placement units. */
#include "sw-list.h"

#include <string.h>

/* ---- drawing ---- */

/* One instance: "|" for a single unit, else "[==]". */
static void
draw_instance (char *line, guint start, guint units)
{
  if (units == 1)
    {
      line[start] = '|';
      return;
    }
  memset (line + start, '=', units);
  line[start] = '[';
  line[start + units - 1] = ']';
}

/* All places of a profile; those that overlap on further lines, side by side.  Transfer full. */
static char *
draw_places (const SwMigGeometry *mig, guint profile)
{
  GString *out = g_string_new (NULL);
  for (guint32 left = mig->profiles[profile].starts; left != 0;)
    {
      char line[SW_MAX_UNITS + 1] = { 0 };
      memset (line, '.', mig->units);
      guint32 busy = 0;
      for (guint32 rest = left; rest != 0; rest &= rest - 1)
        {
          const guint start = (guint)__builtin_ctz (rest);
          const guint32 bits = sw_mig_bits (mig, profile, start);
          if ((bits & busy) != 0)
            continue;
          draw_instance (line, start, mig->profiles[profile].units);
          busy |= bits;
          left &= ~(1u << start);
        }
      g_string_append_printf (out, "%s%s", out->len > 0 ? "  " : "", line);
    }
  return g_string_free (out, FALSE);
}

/* "01234567": the head of the drawings. */
static void
draw_units (const SwMigGeometry *mig, char head[SW_MAX_UNITS + 1])
{
  for (guint unit = 0; unit < mig->units; unit++)
    head[unit] = "0123456789abcdef"[unit];
  head[mig->units] = '\0';
}

static char *
starts_text (guint32 starts)
{
  GString *out = g_string_new (NULL);
  for (; starts != 0; starts &= starts - 1)
    g_string_append_printf (out, "%s%d", out->len > 0 ? " " : "", __builtin_ctz (starts));
  return g_string_free (out, FALSE);
}

/* ---- all kinds of cards ---- */

/* Models that are partitioned this way; transfer full. */
static char *
models_of (const SwCatalogue *catalogue, const SwMigGeometry *mig)
{
  GString *out = g_string_new (NULL);
  for (guint i = 0; i < sw_catalogue_count (catalogue); i++)
    {
      const char *name = sw_catalogue_name (catalogue, i);
      if (sw_catalogue_mig (catalogue, name) == mig)
        g_string_append_printf (out, "%s%s", out->len > 0 ? " " : "", name);
    }
  return g_string_free (out, FALSE);
}

static gboolean
list_all (const SwCall *call, GError **error)
{
  g_autoptr (SwGrid) grid = sw_grid_new ();
  sw_grid_column (grid, "partitions", "", "name", FALSE);
  sw_grid_column (grid, "units", "", "units", TRUE);
  sw_grid_column (grid, "slices", "", "slices", TRUE);
  sw_grid_column (grid, "SMs", "", "sms", TRUE);
  sw_grid_column (grid, "profiles", "", "profiles", TRUE);
  sw_grid_column (grid, "layouts", "", "layouts", TRUE);
  sw_grid_column (grid, "full ones", "", "maximal_layouts", TRUE);
  sw_grid_column (grid, "GPU models", "", "models", FALSE);
  for (guint i = 0; i < sw_catalogue_n_tables (call->catalogue); i++)
    {
      const SwMigGeometry *mig = &sw_catalogue_table (call->catalogue, i)->geometry;
      g_autofree char *models = models_of (call->catalogue, mig);
      sw_grid_row (grid);
      sw_grid_text (grid, mig->name);
      sw_grid_int (grid, mig->units);
      sw_grid_int (grid, mig->slices);
      sw_grid_int (grid, mig->sms);
      sw_grid_int (grid, mig->n_profiles);
      sw_grid_int (grid, sw_mig_each_state (mig, FALSE, NULL, NULL));
      sw_grid_int (grid, sw_mig_each_state (mig, TRUE, NULL, NULL));
      sw_grid_text (grid, models);
    }
  return sw_list_print (call, grid, error);
}

/* ---- one ---- */

static void
put_known (SwGrid *grid, gint32 number)
{
  if (number < 0)
    sw_grid_empty (grid);
  else
    sw_grid_int (grid, number);
}

static void
mark_estimate (SwGrid *grid, const char *status)
{
  if (sw_mig_is_estimate (status))
    sw_grid_mark (grid, "~");
}

static void
add_columns (SwGrid *grid, const SwMigGeometry *mig, gboolean wide)
{
  char units[SW_MAX_UNITS + 1];
  draw_units (mig, units);
  sw_grid_column (grid, "profile", "", "profile", FALSE);
  sw_grid_column (grid, units, "", "places", FALSE);
  sw_grid_column (grid, "slices", "", "slices", TRUE);
  sw_grid_column (grid, "SMs", "", "sms", TRUE);
  sw_grid_column (grid, "memory", "MiB", "usable_mib", TRUE);
  sw_grid_column (grid, "max", "", "max", TRUE);
  for (guint k = 0; k < SW_N_ENGINES; k++)
    sw_grid_column (grid, sw_engine_keys[k], "", sw_engine_keys[k], TRUE);
  if (!wide)
    return;
  sw_grid_column (grid, "id", "", "id", TRUE);
  sw_grid_column (grid, "units", "", "units", TRUE);
  sw_grid_column (grid, "starts", "", "starts", FALSE);
  sw_grid_column (grid, "SMs from", "", "sms_status", FALSE);
  sw_grid_column (grid, "memory from", "", "memory_status", FALSE);
  sw_grid_column (grid, "places from", "", "place_status", FALSE);
}

static void
put_profile (SwGrid *grid, const SwMigTable *table, guint i, gboolean wide)
{
  const SwMigProfile *profile = &table->geometry.profiles[i];
  const SwMigDetail *detail = &table->details[i];
  g_autofree char *drawing = draw_places (&table->geometry, i);
  g_autofree char *starts = starts_text (profile->starts);
  sw_grid_row (grid);
  sw_grid_text (grid, profile->name);
  sw_grid_text (grid, drawing);
  sw_grid_int (grid, profile->slices);
  sw_grid_int (grid, profile->sms);
  mark_estimate (grid, detail->sms);
  sw_grid_int (grid, profile->usable_mib);
  mark_estimate (grid, detail->memory);
  sw_grid_int (grid, profile->max);
  mark_estimate (grid, detail->places);
  for (guint k = 0; k < SW_N_ENGINES; k++)
    put_known (grid, detail->engines[k]);
  if (!wide)
    return;
  put_known (grid, detail->id);
  sw_grid_int (grid, profile->units);
  sw_grid_text (grid, starts);
  sw_grid_text (grid, detail->sms);
  sw_grid_text (grid, detail->memory);
  sw_grid_text (grid, detail->places);
}

static void
put_head (SwText *text, const SwCall *call, const SwMigTable *table)
{
  const SwMigGeometry *mig = &table->geometry;
  g_autofree char *models = models_of (call->catalogue, mig);
  sw_printf (text,
             "%s: %u placement units, %u compute slices, %u SMs; %u layouts, %u of them full%s\n",
             mig->name, mig->units, mig->slices, mig->sms,
             sw_mig_each_state (mig, FALSE, NULL, NULL), sw_mig_each_state (mig, TRUE, NULL, NULL),
             mig->uniform ? "; all instances of a card are of one profile" : "");
  sw_printf (text, "GPU models: %s\n\n", *models ? models : "none of the catalogue");
}

static gboolean
list_table (const SwCall *call, const SwMigTable *table, GError **error)
{
  const gboolean people = sw_list_for_people (call);
  g_autoptr (SwGrid) grid = sw_grid_new ();
  add_columns (grid, &table->geometry, !people);
  for (guint i = 0; i < table->geometry.n_profiles; i++)
    put_profile (grid, table, i, !people);
  SwText *text = sw_text_memory ();
  if (people)
    put_head (text, call, table);
  sw_grid_print (grid, call->format, text);
  if (people)
    {
      sw_put (text, "\n~ an estimate (beside max: of the places)\n");
      if (table->source)
        sw_printf (text, "source: %s\n", table->source);
      if (table->note)
        sw_printf (text, "note: %s\n", table->note);
    }
  return sw_call_print (text, error);
}

gboolean
sw_list_mig (const SwCall *call, const char *name, GError **error)
{
  if (!name)
    return list_all (call, error);
  const SwMigGeometry *mig = sw_catalogue_mig (call->catalogue, name);
  g_autoptr (GPtrArray) known = g_ptr_array_new ();
  for (guint i = 0; i < sw_catalogue_n_tables (call->catalogue); i++)
    {
      const SwMigTable *table = sw_catalogue_table (call->catalogue, i);
      if (mig ? mig == &table->geometry : g_str_equal (table->geometry.name, name))
        return list_table (call, table, error);
      g_ptr_array_add (known, (char *)table->geometry.name);
    }
  for (guint i = 0; i < sw_catalogue_count (call->catalogue); i++)
    g_ptr_array_add (known, (char *)sw_catalogue_name (call->catalogue, i));
  if (!sw_catalogue_has (call->catalogue, name))
    return sw_list_unknown ("card to partition", name, known, error);
  g_set_error (error, SW_ERROR, SW_ERROR_USAGE,
               "cards of %s cannot be partitioned; `slicewise list mig` tells which can", name);
  return FALSE;
}
