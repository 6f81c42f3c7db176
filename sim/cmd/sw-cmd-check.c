/* slicewise check: all faults of a scenario, or its effective text and what its inputs hold. */
#include "sw-batch.h"
#include "sw-command.h"
#include "sw-page.h"

/* Facts as comments, so that the whole stays a scenario. */
static void
put_inputs (SwText *text, const SwExperiment *e)
{
  const SwWorkload *w = e->workload;
  sw_put (text, "\n");
  if (w->report)
    {
      g_autofree char *facts = sw_import_report_text (w->report);
      g_auto (GStrv) lines = g_strsplit (g_strchomp (facts), "\n", -1);
      for (char **line = lines; *line; line++)
        sw_printf (text, "# %s\n", *line);
    }
  sw_printf (text, "# %u jobs to run\n", w->table->n);
  sw_printf (text, "# %" G_GUINT64_FORMAT " GPUs on %u nodes\n", e->fleet->gpus,
             sw_node_table_count (e->fleet->nodes));
  for (guint i = 0; i < e->fleet->reports->len; i++)
    {
      const SwImportReport *report = e->fleet->reports->pdata[i];
      g_autofree char *rows = sw_page_rows (report);
      sw_printf (text, "# %s: %s\n", report->path, rows);
    }
}

gboolean
sw_command_check (SwCall *call, GError **error)
{
  SwScenario *scenario = sw_call_scenario (call, sw_call_argument (call, 0), NULL, error);
  if (!scenario)
    return FALSE;
  g_autoptr (SwBatch) batch = sw_batch_new (call->catalogue);
  sw_batch_add (batch, scenario);
  if (!call->options.no_inputs && !sw_batch_prepare (batch, FALSE, error))
    return FALSE;
  SwText *text = sw_text_memory ();
  g_autofree char *effective = sw_scenario_text (scenario);
  sw_put (text, effective);
  if (!call->options.no_inputs)
    {
      const SwExperiment *e = sw_batch_experiments (batch);
      put_inputs (text, e);
      g_autoptr (GPtrArray) warnings = g_ptr_array_new_with_free_func (g_free);
      sw_experiment_warn (e, warnings);
      for (guint i = 0; i < warnings->len; i++)
        sw_call_warn (call, warnings->pdata[i]);
    }
  return sw_call_print (text, error);
}
