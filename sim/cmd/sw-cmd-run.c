/* slicewise run: one scenario, one page. */
#include "sw-batch.h"
#include "sw-command.h"
#include "sw-goals.h"
#include "sw-interrupt.h"
#include "sw-page.h"
#include "sw-progress.h"

static SwRun *
run_experiment (const SwCall *call, const SwExperiment *e, GError **error)
{
  SwInterrupt *interrupt = sw_interrupt_new ();
  SwProgress *progress = call->options.quiet || call->options.no_progress
                             ? NULL
                             : sw_progress_new (e->workload->table->n);
  const SwRunOptions options = { .check = call->options.check,
                                 .watch = SW_NO_JOB,
                                 .stop = sw_interrupt_flag (interrupt),
                                 .finished = sw_progress_counter (progress) };
  SwRun *run = sw_run_new (e, &options, error);
  sw_progress_free (progress);
  sw_interrupt_free (interrupt);
  return run;
}

/* Runs, and writes the results unless out is NULL.  The folder is made before the run, so that one
   that cannot be made costs nothing. */
static SwRun *
run_into_folder (const SwCall *call, const SwExperiment *e, GError **error)
{
  const char *out = call->options.out;
  if (!out)
    return run_experiment (call, e, error);
  g_autoptr (SwFolder) folder = sw_folder_new (out, error);
  if (!folder)
    return NULL;
  g_autoptr (SwRun) run = run_experiment (call, e, error);
  if (!run || !sw_run_write (run, e, folder, error) || !sw_folder_commit (folder, error))
    return NULL;
  g_steal_pointer (&folder);
  return g_steal_pointer (&run);
}

static gboolean
check_goals (const SwRun *run, const GArray *goals, GError **error)
{
  g_autoptr (GPtrArray) faults = g_ptr_array_new_with_free_func (g_free);
  guint n;
  sw_goals_check (goals, sw_account_figures (run->account, &n), NULL, faults);
  return sw_call_goals (faults, error);
}

static gboolean
run_and_print (const SwCall *call, const SwExperiment *e, const GArray *goals, GError **error)
{
  g_autoptr (SwRun) run = run_into_folder (call, e, error);
  if (!run)
    return FALSE;
  for (guint i = 0; i < run->warnings->len; i++)
    sw_call_warn (call, run->warnings->pdata[i]);
  SwText *text = sw_text_memory ();
  sw_page_run (run, e, call->format, text);
  return sw_call_print (text, error) && check_goals (run, goals, error);
}

gboolean
sw_command_run (SwCall *call, GError **error)
{
  guint workers;
  g_autoptr (GArray) figures = sw_goals_figures ();
  g_autoptr (GArray) goals = sw_goals_parse (call->options.fail_if, figures, error);
  if (!goals || !sw_call_workers (call, &workers, error))
    return FALSE;
  SwScenario *scenario = sw_call_scenario (call, sw_call_argument (call, 0), NULL, error);
  if (!scenario)
    return FALSE;
  g_autoptr (SwBatch) batch = sw_batch_new (call->catalogue);
  sw_batch_add (batch, scenario);
  if (call->options.print_scenario)
    {
      g_autofree char *effective = sw_scenario_text (scenario);
      SwText *text = sw_text_memory ();
      sw_put (text, effective);
      return sw_call_print (text, error);
    }
  return sw_batch_prepare (batch, call->options.out != NULL, error)
         && run_and_print (call, sw_batch_experiments (batch), goals, error);
}
