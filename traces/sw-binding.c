/* Header names are matched as they are, after blanks around them are taken off.  A name that
 * differs from a wanted one only in case is an error rather than an unknown column: reading the
 * file without it would go wrong in silence. */
#include "sw-binding.h"

#include <string.h>

#include "sw-row.h"

static int
find_column (const SwReading *r, const char *name)
{
  for (guint i = 0; i < r->header->len; i++)
    if (g_str_equal (r->header->pdata[i], name))
      return (int)i;
  return -1;
}

/* The cell of a column, made if it is new; -1 if the column is not there. */
static gint16
want_column (SwReading *r, const char *name)
{
  int column = name != NULL ? find_column (r, name) : -1;
  if (column < 0)
    return -1;
  if (r->keep[column] < 0)
    r->keep[column] = (gint16)r->n_cells++;
  return r->keep[column];
}

static void
bind_field (SwReading *r, SwField field)
{
  SwBinding *b = &r->fields[field];
  const SwFieldRule *rule = &r->profile->fields[field];
  guint n = 0;
  memset (b->from, -1, sizeof b->from);
  b->when = -1;
  for (char **name = rule->from; name != NULL && *name != NULL && n < SW_MAX_FROM; name++)
    {
      gint16 cell = want_column (r, *name);
      if (cell < 0)
        continue;
      if (n == 0)
        b->column = (guint)find_column (r, *name) + 1;
      b->from[n++] = cell;
    }
  if (rule->when_column != NULL)
    b->when = want_column (r, rule->when_column);
  if (rule->when_column != NULL && b->when < 0)
    memset (b->from, -1, sizeof b->from);
  b->there = b->from[0] >= 0 || rule->fallback != NULL || rule->generate;
}

static void
check_repeated (const SwReading *r, SwFaults *faults)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < r->header->len; i++)
    {
      char *name = r->header->pdata[i];
      if (*name != '\0' && !g_hash_table_add (seen, name))
        sw_faults_add (faults, sw_source_name (r->source), r->line, i + 1,
                       "column \"%s\" is there twice", name);
    }
}

static char *
columns_found (const SwReading *r)
{
  g_autoptr (GString) out = g_string_new (NULL);
  for (guint i = 0; i < r->header->len; i++)
    g_string_append_printf (out, "%s%s", i > 0 ? ", " : "", (char *)r->header->pdata[i]);
  if (out->len > 2000)
    g_string_append (g_string_truncate (out, 2000), " ...");
  return g_utf8_make_valid (out->str, -1);
}

static const char *
near_column (const SwReading *r, const char *name)
{
  return sw_nearest (name, (const char *const *)r->header->pdata, r->header->len);
}

static void
miss_column (const SwReading *r, SwField field, SwFaults *faults)
{
  g_autofree char *found = columns_found (r);
  g_autofree char *names = g_strjoinv ("\" or \"", r->profile->fields[field].from);
  const char *near = near_column (r, r->profile->fields[field].from[0]);
  sw_faults_add (faults, sw_source_name (r->source), r->line, 0,
                 "%scolumn \"%s\" is missing%s%s%s; columns found: %s",
                 field == SW_FIELD_SUBMIT ? "no arrival time in this file: " : "", names,
                 near ? " (is \"" : "", near ? near : "", near ? "\" meant?)" : "", found);
}

static void
check_missing (const SwReading *r, SwFaults *faults)
{
  for (SwField f = 0; f < SW_N_FIELDS; f++)
    {
      const SwFieldRule *rule = &r->profile->fields[f];
      gboolean free_arrival = f == SW_FIELD_SUBMIT && r->profile->arrival_index;
      if (rule->required && rule->from != NULL && r->fields[f].from[0] < 0 && rule->fallback == NULL
          && !free_arrival)
        miss_column (r, f, faults);
    }
}

/* Columns whose name is a wanted one but for upper and lower case. */
static void
check_case (const SwReading *r, SwFaults *faults)
{
  for (SwField f = 0; f < SW_N_FIELDS; f++)
    for (char **name = r->profile->fields[f].from; name != NULL && *name != NULL; name++)
      for (guint i = 0; i < r->header->len; i++)
        if (g_ascii_strcasecmp (*name, r->header->pdata[i]) == 0 && find_column (r, *name) < 0)
          sw_faults_add (faults, sw_source_name (r->source), r->line, i + 1,
                         "column \"%s\" is to be written \"%s\"", (char *)r->header->pdata[i],
                         *name);
}

static void
note_unused (SwReading *r)
{
  g_autoptr (GString) names = g_string_new ("");
  guint n = 0;
  for (guint i = 0; i < r->header->len; i++)
    if (r->keep[i] < 0 && r->profile->header)
      {
        g_autofree char *valid = g_utf8_make_valid (r->header->pdata[i], -1);
        g_string_append_printf (names, "%s%s", n++ > 0 ? ", " : "", valid);
      }
  if (n > 0)
    sw_row_note_many (r, "columns that are not used", n, names->str);
}

static void
note_zone (SwReading *r)
{
  const char *name = r->options->zone != NULL ? r->options->zone : r->profile->zone;
  for (SwField f = 0; f < SW_N_FIELDS; f++)
    if (r->fields[f].there && r->profile->fields[f].unit == SW_UNIT_CIVIL
        && r->report->zone == NULL)
      r->report->zone = g_strdup (name != NULL ? name : "UTC");
}

gboolean
sw_binding_make (SwReading *r, GError **error)
{
  SwFaults faults;
  sw_faults_init (&faults);
  guint n = r->header->len;
  if (n > G_MAXINT16)
    return sw_error_at (error, sw_source_name (r->source), r->line, 0, "%u columns are too many",
                        n);
  r->keep = g_new (gint16, n);
  memset (r->keep, -1, n * sizeof *r->keep);
  for (SwField f = 0; f < SW_N_FIELDS; f++)
    bind_field (r, f);
  const GArray *drops = r->profile->drops;
  r->drop_cells = g_new (gint16, drops->len + 1);
  for (guint i = 0; i < drops->len; i++)
    r->drop_cells[i] = want_column (r, g_array_index (drops, SwDropRule, i).column);
  r->cells = g_new0 (guint32, r->n_cells + 1);
  check_repeated (r, &faults);
  check_missing (r, &faults);
  if (faults.texts->len == 0)
    check_case (r, &faults);
  gboolean ok = sw_faults_report (&faults, error);
  sw_faults_clear (&faults);
  if (!ok)
    return FALSE;
  note_unused (r);
  note_zone (r);
  r->bound = TRUE;
  return TRUE;
}
