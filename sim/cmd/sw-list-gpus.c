/* slicewise list gpus: the catalogue of models as a table, or all keys of one of them. */
#include "sw-catalogue-keys.h"
#include "sw-list.h"
#include "sw-quantity.h"

typedef struct
{
  const char *head, *unit, *key;
  gboolean number;
  gboolean wide; /* only for programs, and in the list of one model */
} Column;

static const Column columns[] = {
  { "vendor", "", "vendor", FALSE, TRUE },
  { "architecture", "", "architecture", FALSE, TRUE },
  { "form", "", "form", FALSE, TRUE },
  { "speed", "", "speed", TRUE, FALSE },
  { "memory", "GB", "memory_gb", TRUE, FALSE },
  { "usable", "MiB", "usable_mib", TRUE, FALSE },
  { "memory type", "", "memory_type", FALSE, TRUE },
  { "bandwidth", "GB/s", "bandwidth_gbs", TRUE, FALSE },
  { "SMs", "", "sms", TRUE, FALSE },
  { "FP16", "TFLOP/s", "fp16_tflops", TRUE, FALSE },
  { "FP8", "TFLOP/s", "fp8_tflops", TRUE, FALSE },
  { "FP4", "TFLOP/s", "fp4_tflops", TRUE, FALSE },
  { "power", "W", "tdp_w", TRUE, FALSE },
  { "idle", "W", "idle_w", TRUE, FALSE },
  { "link type", "", "link", FALSE, TRUE },
  { "link", "GB/s", "link_gbs", TRUE, FALSE },
  { "PCIe generation", "", "pcie_gen", TRUE, TRUE },
  { "PCIe", "GB/s", "pcie_gbs", TRUE, FALSE },
  { "slices", "", "mig_slices", TRUE, TRUE },
  { "partitions", "", "mig", FALSE, FALSE },
  { "confidence", "", "confidence", FALSE, FALSE },
  { "estimated", "", "estimated", FALSE, TRUE },
  { "also called", "", "aliases", FALSE, FALSE },
  { "source", "", "source", FALSE, TRUE },
  { "note", "", "note", FALSE, TRUE },
};

static void
put_cell (SwGrid *grid, const SwCatalogue *catalogue, guint model, const Column *column)
{
  const char *text = sw_catalogue_text (catalogue, model, column->key);
  double value;
  if (!text)
    sw_grid_empty (grid);
  else if (column->number && sw_parse_real (text, &value))
    sw_grid_value (grid, value, text);
  else
    sw_grid_text (grid, text);
  if (text && sw_catalogue_is_estimate (catalogue, model, column->key))
    sw_grid_mark (grid, "~");
}

/* The table to people with what its marks mean. */
static gboolean
print_marked (const SwCall *call, const SwGrid *grid, GError **error)
{
  SwText *text = sw_text_memory ();
  sw_grid_print (grid, call->format, text);
  if (sw_list_for_people (call))
    sw_put (text, "\n~ an estimate: from memory, derived, or as of a like card\n");
  return sw_call_print (text, error);
}

static gboolean
list_all (const SwCall *call, GError **error)
{
  const gboolean wide = !sw_list_for_people (call);
  g_autoptr (SwGrid) grid = sw_grid_new ();
  sw_grid_column (grid, "GPU model", "", "name", FALSE);
  for (guint c = 0; c < G_N_ELEMENTS (columns); c++)
    if (wide || !columns[c].wide)
      sw_grid_column (grid, columns[c].head, columns[c].unit, columns[c].key, columns[c].number);
  for (guint i = 0; i < sw_catalogue_count (call->catalogue); i++)
    {
      sw_grid_row (grid);
      sw_grid_text (grid, sw_catalogue_name (call->catalogue, i));
      for (guint c = 0; c < G_N_ELEMENTS (columns); c++)
        if (wide || !columns[c].wide)
          put_cell (grid, call->catalogue, i, &columns[c]);
    }
  return print_marked (call, grid, error);
}

static const char *
meaning_of (const char *key)
{
  for (const SwKeySpec *spec = sw_catalogue_schema; spec->group; spec++)
    if (g_str_has_prefix (spec->group, "gpu ") && g_str_equal (spec->key, key))
      return spec->doc;
  g_assert_not_reached ();
}

static gboolean
list_one (const SwCall *call, guint model, GError **error)
{
  g_autoptr (SwGrid) grid = sw_grid_new ();
  sw_grid_column (grid, "key", "", "key", FALSE);
  sw_grid_column (grid, "meaning", "", "doc", FALSE);
  sw_grid_column (grid, "value", "", "value", FALSE);
  for (guint c = 0; c < G_N_ELEMENTS (columns); c++)
    if (sw_catalogue_text (call->catalogue, model, columns[c].key))
      {
        sw_grid_row (grid);
        sw_grid_text (grid, columns[c].key);
        sw_grid_text (grid, meaning_of (columns[c].key));
        put_cell (grid, call->catalogue, model, &columns[c]);
      }
  return print_marked (call, grid, error);
}

gboolean
sw_list_gpus (const SwCall *call, const char *name, GError **error)
{
  if (!name)
    return list_all (call, error);
  const gint model = sw_catalogue_find (call->catalogue, name);
  if (model >= 0)
    return list_one (call, (guint)model, error);
  const char *near = sw_catalogue_nearest (call->catalogue, name);
  g_autofree char *hint = sw_call_suggest (near, "");
  g_set_error (error, SW_ERROR, SW_ERROR_USAGE, "there is no GPU model '%s'%s", name, hint);
  return FALSE;
}
