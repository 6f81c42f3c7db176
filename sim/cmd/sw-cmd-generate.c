/* slicewise generate: a synthetic workload in the canonical format. */
#include "sw-command.h"
#include "sw-generate.h"
#include "sw-import.h"
#include "sw-quantity.h"

static SwJobTable *
generate_checked (const SwCall *call, guint64 seed, SwKeyFile *keys, SwFaults *faults)
{
  const char *path = sw_call_argument (call, 0);
  if (path && !sw_keyfile_load (keys, path, faults))
    return NULL;
  for (char **setting = call->options.settings; setting && *setting; setting++)
    sw_keyfile_set (keys, *setting, faults);
  sw_schema_check (sw_generate_schema, keys, faults);
  return faults->texts->len ? NULL : sw_generate (keys, seed, SW_GPU_FRACTION_KEEP, faults);
}

static SwJobTable *
generate (const SwCall *call, guint64 seed, GError **error)
{
  g_autoptr (SwKeyFile) keys = sw_keyfile_new ();
  SwFaults faults;
  sw_faults_init (&faults);
  SwJobTable *table = generate_checked (call, seed, keys, &faults);
  const gboolean sound = sw_faults_report (&faults, error);
  sw_faults_clear (&faults);
  if (sound && !table)
    sw_error_at (error, sw_call_argument (call, 0), 0, 0, "cannot be read");
  return table;
}

static gboolean
print_facts (const SwCall *call, const SwJobTable *table, GError **error)
{
  g_autoptr (SwGrid) grid = sw_grid_new ();
  guint64 gpus = 0;
  for (guint32 j = 0; j < table->n; j++)
    gpus += sw_job_table_gpus (table, table->demand[j]);
  sw_grid_column (grid, "jobs", "", "jobs", TRUE);
  sw_grid_column (grid, "GPUs", "asked for", "gpus", TRUE);
  sw_grid_column (grid, "first", "s", "first_submit_s", TRUE);
  sw_grid_column (grid, "last", "s", "last_submit_s", TRUE);
  sw_grid_row (grid);
  sw_grid_int (grid, table->n);
  sw_grid_int (grid, gpus);
  sw_grid_seconds (grid, table->n ? table->submit[0] : SW_TIME_NONE, 1);
  sw_grid_seconds (grid, table->n ? table->submit[table->n - 1] : SW_TIME_NONE, 1);
  SwText *text = sw_text_memory ();
  sw_grid_print (grid, call->format, text);
  return sw_call_print (text, error);
}

gboolean
sw_command_generate (SwCall *call, GError **error)
{
  const SwOptions *o = &call->options;
  gint64 seed = 1;
  if (o->seed && !sw_parse_int (o->seed, 0, G_MAXINT64, &seed))
    {
      g_set_error (error, SW_ERROR, SW_ERROR_USAGE, "--seed %s: not a whole number from 0 on",
                   o->seed);
      return FALSE;
    }
  g_autoptr (SwJobTable) table = generate (call, seed, error);
  return table && (!o->out || sw_export_jobs (table, NULL, o->out, error))
         && print_facts (call, table, error);
}
