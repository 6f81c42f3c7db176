/* Nodes from a file: one a row, or a prefix and a count.  The switch path "switch/rack" becomes the
 * names of the switch (all but the last part) and of the rack (the whole path, so that equal names
 * below two switches stay two racks). */
#include "sw-import.h"

#include <string.h>

#include "sw-canonical.h"
#include "sw-cell.h"
#include "sw-import-report.h"
#include "sw-row.h"

#define MAX_CARDS 64
#define MAX_NODES 10000000

typedef struct
{
  SwReading reading;
  SwNodeTable *nodes;
  const char *pool; /* of rows that name none */
  guint64 kept;
} Nodes;

static gboolean
take_instant (SwReading *r, SwField field, SwTime *out)
{
  const char *text = sw_row_text (r, field);
  SwCellZone how;
  SwTime t;
  if (text == NULL || *text == '\0')
    return TRUE;
  const char *fault = sw_cell_instant (r->profile->fields[field].unit, text, r->zone, &t, &how);
  if (fault != NULL)
    return sw_row_drop (r, field, fault, NULL);
  gboolean absolute = r->profile->unix_epoch || r->profile->fields[field].unit == SW_UNIT_CIVIL;
  if (absolute && __builtin_sub_overflow (t, r->profile->origin_utc, &t))
    return sw_row_drop (r, field, "is out of range", NULL);
  *out = t;
  return TRUE;
}

static gboolean
take_span (SwReading *r, SwNodeRow *row)
{
  row->from = 0;
  row->to = SW_TIME_INF;
  if (!take_instant (r, SW_FIELD_FROM, &row->from) || !take_instant (r, SW_FIELD_TO, &row->to))
    return FALSE;
  if (row->from < 0)
    {
      sw_row_note (r, SW_FIELD_FROM, "is before time 0, taken as 0", NULL);
      row->from = 0;
    }
  return row->to > row->from || sw_row_drop (r, SW_FIELD_TO, "is not after from", NULL);
}

static gboolean
take_amounts (SwReading *r, SwNodeTable *nodes, SwNodeRow *row)
{
  gint64 gpus = -1;
  row->cpu_milli = row->mem_mib = -1;
  if (!sw_row_int (r, SW_FIELD_GPUS, 0, MAX_CARDS, &gpus)
      || !sw_row_milli (r, SW_FIELD_CPUS, &row->cpu_milli)
      || !sw_row_memory (r, SW_FIELD_MEM, &row->mem_mib))
    return FALSE;
  if (gpus < 0)
    return sw_row_drop (r, SW_FIELD_GPUS, "is empty", NULL);
  row->gpus = (guint32)gpus;
  row->model = gpus > 0 ? sw_row_string (r, SW_FIELD_GPU_MODELS, nodes->strings) : 0;
  if (gpus > 0 && row->model == 0)
    return sw_row_drop (r, SW_FIELD_GPU_MODELS, "is empty on a node with GPUs", NULL);
  return TRUE;
}

static void
take_place (SwReading *r, const Nodes *n, SwNodeRow *row)
{
  row->pool = sw_row_string (r, SW_FIELD_POOL, n->nodes->strings);
  if (row->pool == 0 && n->pool != NULL)
    row->pool = sw_strings_add (n->nodes->strings, n->pool, -1);
  row->rack = sw_row_string (r, SW_FIELD_SWITCH_PATH, n->nodes->strings);
  if (row->rack == 0)
    return;
  const char *path = sw_strings_get (n->nodes->strings, row->rack);
  const char *slash = strrchr (path, '/');
  if (slash != NULL)
    row->top_switch = sw_strings_add (n->nodes->strings, path, slash - path);
  if (slash != NULL && slash[1] == '\0')
    row->rack = 0;
}

static gboolean
rename_node (Nodes *n, SwNodeRow *row, const char *id)
{
  for (guint k = 2; k < MAX_NODES; k++)
    {
      g_autofree char *name = g_strdup_printf ("%s#%u", id, k);
      row->id = sw_strings_add (n->nodes->strings, name, -1);
      if (sw_node_table_add (n->nodes, row))
        return TRUE;
    }
  return FALSE;
}

static gboolean
add_single (Nodes *n, SwNodeRow *row, const char *id)
{
  SwReading *r = &n->reading;
  row->id = sw_strings_add (n->nodes->strings, id, -1);
  if (sw_node_table_add (n->nodes, row))
    return TRUE;
  switch (r->options->duplicates)
    {
    case SW_DUPLICATE_ERROR:
      return sw_row_fail (r, SW_FIELD_ID, "node \"%s\" is there already at that time", id);
    case SW_DUPLICATE_KEEP_FIRST:
      return sw_row_drop (r, SW_FIELD_ID, "is there already at that time", NULL);
    default:
      sw_row_note (r, SW_FIELD_ID, "is there already at that time, the node is renamed", NULL);
      return rename_node (n, row, id);
    }
}

static gboolean
add_series (Nodes *n, SwNodeRow *row, const char *prefix)
{
  SwReading *r = &n->reading;
  gint64 count = 1;
  if (!sw_row_int (r, SW_FIELD_COUNT, 0, MAX_NODES, &count))
    return FALSE;
  for (gint64 i = 0; i < count; i++)
    {
      g_autofree char *id = g_strdup_printf ("%s%" G_GINT64_FORMAT, prefix, i);
      row->id = sw_strings_add (n->nodes->strings, id, -1);
      if (!sw_node_table_add (n->nodes, row))
        return sw_row_fail (r, SW_FIELD_PREFIX, "node \"%s\" is there already at that time", id);
    }
  return TRUE;
}

static gboolean
add_nodes (Nodes *n, SwNodeRow *row)
{
  SwReading *r = &n->reading;
  const char *id = sw_row_text (r, SW_FIELD_ID);
  const char *prefix = sw_row_text (r, SW_FIELD_PREFIX);
  gboolean named = id != NULL && *id != '\0';
  if (!named && (prefix == NULL || *prefix == '\0'))
    return sw_row_drop (r, SW_FIELD_ID, "is empty", NULL);
  const char *text = named ? id : prefix;
  if (!g_utf8_validate (text, -1, NULL))
    return sw_row_drop (r, named ? SW_FIELD_ID : SW_FIELD_PREFIX, "is not UTF-8", NULL);
  return named ? add_single (n, row, id) : add_series (n, row, prefix);
}

static void
take_row (SwReading *r)
{
  Nodes *n = r->taker;
  SwNodeRow row = { .row = r->line };
  if (!take_amounts (r, n->nodes, &row) || !take_span (r, &row))
    return;
  take_place (r, n, &row);
  n->kept += add_nodes (n, &row);
}

static gboolean
finish_nodes (Nodes *n, GError **error)
{
  SwReading *r = &n->reading;
  SwTime origin;
  if (!sw_import_report_close (r->report, n->kept, error))
    return FALSE;
  return !r->profile->side_file
         || sw_canonical_read_side_file (r->options->path, r->report, &origin, error);
}

gboolean
sw_import_nodes (const SwImportOptions *options, const char *pool, SwNodeTable *nodes,
                 SwImportReport *report, GError **error)
{
  *report = (SwImportReport){ .first = SW_TIME_NONE, .last = SW_TIME_NONE };
  Nodes n = { .reading = { .options = options, .report = report, .take = take_row },
              .nodes = nodes,
              .pool = pool };
  n.reading.taker = &n;
  gboolean ok = sw_reading_run (&n.reading, TRUE, error) && finish_nodes (&n, error);
  sw_reading_clear (&n.reading);
  return ok;
}
