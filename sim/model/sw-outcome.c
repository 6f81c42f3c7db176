/* The record of a run: arrays per job, a log of attempts and of the pieces of their placements. The
 * engine fills it in place; here are only its making, the texts and the one derived time that
 * several rooms need. */
#include "sw-outcome.h"
#include "sw-memory.h"

const char *const sw_state_names[] = {
  [SW_SUBMITTED] = "submitted",   [SW_QUEUED] = "queued",
  [SW_STARTING] = "starting",     [SW_RUNNING] = "running",
  [SW_COMPLETED] = "completed",   [SW_FAILED] = "failed",
  [SW_TIMEOUT] = "timeout",       [SW_OOM] = "oom",
  [SW_KILLED] = "killed",         [SW_UNSATISFIABLE] = "unsatisfiable",
  [SW_UNFINISHED] = "unfinished", [SW_N_STATES] = NULL,
};

const char *const sw_end_names[] = {
  [SW_END_NONE] = "running",
  [SW_END_COMPLETED] = "completed",
  [SW_END_FAILED] = "failed",
  [SW_END_TIMEOUT] = "timeout",
  [SW_END_OOM] = "oom",
  [SW_END_PREEMPTED] = "preempted",
  [SW_END_RECLAIMED] = "reclaimed",
  [SW_END_EVICTED] = "evicted",
  [SW_END_MOVED] = "moved",
  [SW_END_KILLED] = "killed",
  [SW_N_ENDS] = NULL,
};

const char *const sw_kill_names[] = { [SW_KILL_CAP] = "cap",
                                      [SW_KILL_CEILING] = "ceiling",
                                      [SW_KILL_EVICTED] = "evicted",
                                      [SW_KILL_FULL] = "full",
                                      [SW_N_KILLS] = NULL };

/* Equal texts come in runs (one demand class, one rule), so looking a few back finds most. */
#define TEXTS_BACK 16

static SwTime *
times_none (guint32 n)
{
  SwTime *times = sw_memory_new (SwTime, n);
  for (guint32 i = 0; i < n; i++)
    times[i] = SW_TIME_NONE;
  return times;
}

SwOutcome *
sw_outcome_new (const SwJobTable *table)
{
  SwOutcome *outcome = g_new0 (SwOutcome, 1);
  guint32 n = table->n;
  outcome->table = table;
  outcome->n = n;
  outcome->state = g_new0 (guint8, n);
  outcome->eligible = times_none (n);
  outcome->first_start = times_none (n);
  outcome->end = times_none (n);
  outcome->run = sw_memory_new0 (SwTime, n);
  outcome->attempts = sw_memory_new0 (guint32, n);
  outcome->preemptions = sw_memory_new0 (guint32, n);
  outcome->reclaims = sw_memory_new0 (guint32, n);
  outcome->failures = sw_memory_new0 (guint32, n);
  outcome->last_attempt = sw_memory_new (guint32, n);
  for (guint32 i = 0; i < n; i++)
    outcome->last_attempt[i] = G_MAXUINT32;
  outcome->attempts_log = sw_memory_array (sizeof (SwAttempt), n);
  outcome->pieces = sw_memory_array (sizeof (SwPiece), n + n / 4); /* gangs have several */
  outcome->why = g_ptr_array_new_with_free_func (g_free);
  return outcome;
}

void
sw_outcome_track_sharing (SwOutcome *outcome, guint32 n_behaviours)
{
  outcome->alone = sw_memory_new0 (SwTime, outcome->n);
  outcome->kills = g_array_new (FALSE, FALSE, sizeof (SwKill));
  outcome->repartitions = g_array_new (FALSE, FALSE, sizeof (SwRepartition));
  outcome->n_behaviours = n_behaviours;
  outcome->company = g_array_new (FALSE, TRUE, sizeof (SwCompany));
  outcome->company_of = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
}

void
sw_outcome_free (SwOutcome *outcome)
{
  if (outcome == NULL)
    return;
  g_free (outcome->state);
  g_free (outcome->eligible);
  g_free (outcome->first_start);
  g_free (outcome->end);
  g_free (outcome->run);
  g_free (outcome->attempts);
  g_free (outcome->preemptions);
  g_free (outcome->reclaims);
  g_free (outcome->failures);
  g_free (outcome->last_attempt);
  g_array_unref (outcome->attempts_log);
  g_array_unref (outcome->pieces);
  g_ptr_array_unref (outcome->why);
  g_free (outcome->why_of);
  g_free (outcome->alone);
  g_clear_pointer (&outcome->influences, g_array_unref);
  g_clear_pointer (&outcome->kills, g_array_unref);
  g_clear_pointer (&outcome->repartitions, g_array_unref);
  g_clear_pointer (&outcome->company, g_array_unref);
  g_clear_pointer (&outcome->company_of, g_hash_table_unref);
  g_free (outcome);
}

SwCompany *
sw_outcome_company (SwOutcome *outcome, guint32 a, guint32 b)
{
  const gint64 key = (gint64)MIN (a, b) << 32 | MAX (a, b);
  gpointer found;
  if (!g_hash_table_lookup_extended (outcome->company_of, &key, NULL, &found))
    {
      SwCompany company = { .a = MIN (a, b), .b = MAX (a, b) };
      found = GUINT_TO_POINTER (outcome->company->len);
      g_array_append_val (outcome->company, company);
      g_hash_table_insert (outcome->company_of, g_memdup2 (&key, sizeof key), found);
    }
  return &g_array_index (outcome->company, SwCompany, GPOINTER_TO_UINT (found));
}

static gint
compare_company (gconstpointer a, gconstpointer b)
{
  const SwCompany *x = a, *y = b;
  return x->a != y->a ? (x->a < y->a ? -1 : 1) : (x->b > y->b) - (x->b < y->b);
}

void
sw_outcome_sort_company (SwOutcome *outcome)
{
  g_hash_table_remove_all (outcome->company_of);
  g_array_sort (outcome->company, compare_company);
}

static guint32
find_or_add_text (GPtrArray *texts, const char *text)
{
  for (guint back = 1; back <= MIN (texts->len, TEXTS_BACK); back++)
    if (g_str_equal (g_ptr_array_index (texts, texts->len - back), text))
      return texts->len - back;
  g_ptr_array_add (texts, g_strdup (text));
  return texts->len - 1;
}

void
sw_outcome_why (SwOutcome *outcome, SwJob job, const char *text)
{
  g_assert (job < outcome->n);
  if (outcome->why_of == NULL)
    outcome->why_of = g_new0 (guint32, outcome->n);
  outcome->why_of[job] = find_or_add_text (outcome->why, text) + 1;
}

const char *
sw_outcome_get_why (const SwOutcome *outcome, SwJob job)
{
  g_assert (job < outcome->n);
  if (outcome->why_of == NULL || outcome->why_of[job] == 0)
    return "";
  return g_ptr_array_index (outcome->why, outcome->why_of[job] - 1);
}

SwTime
sw_outcome_wait (const SwOutcome *outcome, SwJob job)
{
  g_assert (job < outcome->n);
  if (outcome->eligible[job] == SW_TIME_NONE)
    return SW_TIME_NONE;
  SwTime until = outcome->end[job] == SW_TIME_NONE ? outcome->stop : outcome->end[job];
  return until - outcome->eligible[job] - outcome->run[job];
}
