#include "sw-run.h"

#include <glib/gstdio.h>

#include "sw-manifest.h"

/* ---- watching the run ---- */

/* Passes everything on to the accounts and counts the jobs that are done. */
typedef struct
{
  const SwObserver *inner;
  gint *finished;
} SwCounter;

static void
count_instant (gpointer self, const SwInstant *instant)
{
  const SwCounter *counter = self;
  counter->inner->instant (counter->inner->self, instant);
}

static void
count_attempt (gpointer self, const SwOutcome *outcome, const SwAttempt *attempt)
{
  const SwCounter *counter = self;
  counter->inner->attempt_ended (counter->inner->self, outcome, attempt);
}

static void
count_finished (gpointer self, const SwOutcome *outcome, SwJob job)
{
  const SwCounter *counter = self;
  g_atomic_int_inc (counter->finished);
  counter->inner->finished (counter->inner->self, outcome, job);
}

/* ---- running ---- */

static SwRunSpec
make_spec (const SwExperiment *e, const SwRunOptions *o)
{
  const SwScenario *s = e->scenario;
  return (SwRunSpec){
    .table = e->workload->table,
    .nodes = e->fleet->nodes,
    .devices = e->fleet->devices,
    .behaviours = e->behaviours,
    .pairs = e->fleet->pairs,
    .pair_models = (const char *const *)e->fleet->pair_models->pdata,
    .typical = s->fragmentation || s->place.policy->score != NULL ? e->workload->typical : NULL,
    .queue = s->queue,
    .place = s->place,
    .scale = s->scale,
    .speeds = { .model = (const double *)(gpointer)e->fleet->speeds->data,
                .across_nodes = s->across_nodes,
                .across_racks = s->across_racks,
                .across_switches = s->across_switches },
    .seed = s->seed,
    .preempt_keeps_all = s->preempt_keeps_all,
    .restart_cost = s->restart_cost,
    .until = s->until,
    .check = o->check,
    .watch = o->watch,
    .stop = o->stop,
  };
}

static SwAccount *
make_account (const SwExperiment *e)
{
  const SwAccountOptions options = { .timeline = e->scenario->write_timeline,
                                     .default_wait_slo = e->scenario->wait_slo,
                                     .pools = (const char *const *)e->fleet->pools->pdata,
                                     .n_pools = e->fleet->pools->len,
                                     .sharing = e->fleet->devices != NULL,
                                     .behaviours = e->behaviours ? e->behaviours->names : NULL,
                                     .n_behaviours = e->behaviours ? e->behaviours->n : 0 };
  return sw_account_new (e->workload->table, &options);
}

static void
clear_reason (gpointer reason)
{
  g_free (((SwReason *)reason)->text);
}

/* Does some behaviour go by a name that the measured pairs know? */
static gboolean
knows_behaviours (const SwPairTable *pairs, const SwBehaviours *behaviours)
{
  for (guint32 i = 0; i < behaviours->n; i++)
    if (sw_pair_table_name (pairs, behaviours->names[i]) != SW_PAIR_NO_NAME)
      return TRUE;
  return FALSE;
}

/* Do loads decide how fast jobs are somewhere? */
static gboolean
needs_loads (const SwDevices *devices)
{
  for (guint32 i = 0; devices && i < devices->n_pools; i++)
    if (devices->pools[i].sharing == SW_SHARING_MIG
        || devices->pools[i].contention.model != SW_CONTENTION_NONE)
      return TRUE;
  return FALSE;
}

void
sw_experiment_warn (const SwExperiment *e, GPtrArray *warnings)
{
  const SwFleet *fleet = e->fleet;
  for (guint i = 0; i < fleet->warnings->len; i++)
    g_ptr_array_add (warnings, g_strdup (fleet->warnings->pdata[i]));
  if (needs_loads (fleet->devices) && !e->behaviours->known)
    g_ptr_array_add (warnings,
                     g_strdup ("nothing says how jobs load GPUs: each is taken to keep as much of "
                               "a GPU's compute busy as it asks for"));
  if (fleet->devices && e->behaviours->rounded)
    g_ptr_array_add (warnings, g_strdup ("the jobs have very many different loads: what was "
                                         "measured is rounded to whole percents"));
  if (fleet->devices && fleet->pairs && !knows_behaviours (fleet->pairs, e->behaviours))
    g_ptr_array_add (warnings, g_strdup ("measured pairs have no effect: no job is of a type that "
                                         "they are about"));
}

static void
note_warnings (SwRun *run, const SwExperiment *e)
{
  sw_experiment_warn (e, run->warnings);
  if (run->counts.searches_cut)
    g_ptr_array_add (run->warnings,
                     g_strdup_printf ("%" G_GUINT64_FORMAT
                                      " searches for a place gave up at their bound of %d nodes; "
                                      "those jobs may have started later than possible",
                                      run->counts.searches_cut, SW_SEARCH_BOUND));
}

static gboolean
verify_books (const SwRun *run, GError **error)
{
  g_autofree char *fault = sw_account_verify (run->account, run->outcome);
  if (fault)
    g_set_error (error, SW_ERROR, SW_ERROR_POLICY, "the accounts of the run disagree: %s", fault);
  return fault == NULL;
}

SwRun *
sw_run_new (const SwExperiment *e, const SwRunOptions *o, GError **error)
{
  g_autoptr (SwRun) run = g_new0 (SwRun, 1);
  run->warnings = g_ptr_array_new_with_free_func (g_free);
  run->account = make_account (e);
  if (o->watch != SW_NO_JOB)
    {
      run->reasons = g_array_new (FALSE, TRUE, sizeof (SwReason));
      g_array_set_clear_func (run->reasons, clear_reason);
    }
  SwCounter counter = { sw_account_observer (run->account), o->finished };
  const SwObserver counting = { &counter, count_instant, count_attempt, count_finished };
  SwRunSpec spec = make_spec (e, o);
  spec.observer = o->finished ? &counting : counter.inner;
  run->outcome = sw_engine_run (&spec, &run->counts, run->reasons, error);
  if (!run->outcome)
    return NULL;
  sw_account_close (run->account, run->outcome);
  if (o->check && !verify_books (run, error))
    return NULL;
  note_warnings (run, e);
  return g_steal_pointer (&run);
}

void
sw_run_free (SwRun *run)
{
  if (!run)
    return;
  g_clear_pointer (&run->account, sw_account_free);
  g_clear_pointer (&run->outcome, sw_outcome_free);
  g_clear_pointer (&run->reasons, g_array_unref);
  g_ptr_array_unref (run->warnings);
  g_free (run);
}

/* ---- writing ---- */

static void
drop_file (SwFolder *folder, const char *name)
{
  g_autofree char *path = sw_folder_file (folder, name);
  g_unlink (path);
}

gboolean
sw_run_write (const SwRun *run, const SwExperiment *e, SwFolder *folder, GError **error)
{
  const SwNodeNames names = { sw_fleet_node_id, e->fleet, sw_fleet_profile };
  if (!sw_account_write (run->account, run->outcome, &names, folder, error))
    return FALSE;
  if (!e->scenario->write_jobs)
    {
      drop_file (folder, "jobs.csv");
      drop_file (folder, "attempts.csv");
    }
  return sw_manifest_write (run, e, folder, error);
}

char *
sw_experiment_policies (const SwScenario *s)
{
  const char *scale = s->scale.text;
  const gboolean plain = g_str_equal (scale, "fixed");
  return g_strdup_printf ("%s/%s%s%s", s->queue.text, s->place.text, plain ? "" : "/",
                          plain ? "" : scale);
}
