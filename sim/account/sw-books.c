/* Derived numbers per job, computed when asked: a job's work is summed over the chain of its
 * attempts rather than kept in arrays of wide integers. */
#include "sw-books.h"

#define SLOWDOWN_BOUND (10 * SW_SECOND)

static const SwAttempt *
attempt_at (const SwBooks *books, guint32 i)
{
  return &g_array_index (books->outcome->attempts_log, SwAttempt, i);
}

/* One multiplication of 64 bits to 128. */
static inline __int128
gpu_time (gint64 milli, SwTime span)
{
  return (__int128)milli * span;
}

static inline __int128
held_by (const SwAttempt *attempt)
{
  return gpu_time (attempt->milli, attempt->stop - attempt->start);
}

static void
add_work (SwWork *work, const SwAttempt *attempt)
{
  work->held += held_by (attempt);
  work->useful += gpu_time (attempt->milli, attempt->useful);
  work->overhead += gpu_time (attempt->milli, attempt->overhead);
  work->lost += gpu_time (attempt->milli, attempt->lost);
}

static guint64
asked_milli (const SwJobTable *table, guint32 demand)
{
  const SwDemandRow *row = &table->demands[demand];
  guint64 milli = 0;
  for (guint32 g = row->first_group; g < row->first_group + row->n_groups; g++)
    {
      const SwGroupRow *group = &table->groups[g];
      guint64 each = group->mode == SW_GPU_SHARE ? group->gpu_milli : 1000;
      milli += group->mode == SW_GPU_NONE ? 0 : each * group->tasks * group->gpus;
    }
  return milli;
}

static void
count_kills (SwBooks *books)
{
  const GArray *kills = books->outcome->kills;
  if (kills == NULL || kills->len == 0)
    return;
  books->kills = g_new0 (guint32, books->outcome->n);
  books->evictions = g_new0 (guint32, books->outcome->n);
  for (guint i = 0; i < kills->len; i++)
    {
      const SwKill *kill = &g_array_index (kills, SwKill, i);
      books->kills[kill->victim]++;
      books->evictions[kill->victim] += kill->how == SW_KILL_EVICTED;
    }
}

void
sw_books_init (SwBooks *books, const SwOutcome *outcome, SwTime wait_slo, gboolean sharing)
{
  const SwJobTable *table = outcome->table;
  *books = (SwBooks){ .table = table,
                      .outcome = outcome,
                      .wait_slo = wait_slo,
                      .sharing = sharing && outcome->alone != NULL };
  books->gpus = g_new (guint32, table->n_demands);
  books->tasks = g_new (guint32, table->n_demands);
  books->milli = g_new (guint64, table->n_demands);
  for (guint32 demand = 0; demand < table->n_demands; demand++)
    {
      books->gpus[demand] = sw_job_table_gpus (table, demand);
      books->tasks[demand] = sw_job_table_tasks (table, demand);
      books->milli[demand] = asked_milli (table, demand);
    }
  for (guint32 i = 0; i < outcome->attempts_log->len; i++)
    {
      const SwAttempt *attempt = attempt_at (books, i);
      add_work (&books->work, attempt);
      books->ends[attempt->end]++;
      books->restarts += attempt->previous != G_MAXUINT32;
    }
  count_kills (books);
}

void
sw_books_clear (SwBooks *books)
{
  g_clear_pointer (&books->gpus, g_free);
  g_clear_pointer (&books->tasks, g_free);
  g_clear_pointer (&books->milli, g_free);
  g_clear_pointer (&books->kills, g_free);
  g_clear_pointer (&books->evictions, g_free);
}

gboolean
sw_books_ended (const SwBooks *books, SwJob job)
{
  guint8 state = books->outcome->state[job];
  return state >= SW_COMPLETED && state != SW_UNFINISHED;
}

gboolean
sw_books_ran_and_ended (const SwBooks *books, SwJob job)
{
  return sw_books_ended (books, job) && books->outcome->first_start[job] != SW_TIME_NONE;
}

guint32
sw_books_gpus (const SwBooks *books, SwJob job)
{
  return books->gpus[books->table->demand[job]];
}

guint64
sw_books_milli (const SwBooks *books, SwJob job)
{
  guint32 last = books->outcome->last_attempt[job];
  return last == G_MAXUINT32 ? books->milli[books->table->demand[job]]
                             : attempt_at (books, last)->milli;
}

guint32
sw_books_tasks (const SwBooks *books, SwJob job)
{
  return books->tasks[books->table->demand[job]];
}

SwWork
sw_books_work (const SwBooks *books, SwJob job)
{
  SwWork work = { 0 };
  for (guint32 i = books->outcome->last_attempt[job]; i != G_MAXUINT32;)
    {
      const SwAttempt *attempt = attempt_at (books, i);
      add_work (&work, attempt);
      i = attempt->previous;
    }
  return work;
}

__int128
sw_books_held (const SwBooks *books, SwJob job)
{
  __int128 held = 0;
  for (guint32 i = books->outcome->last_attempt[job]; i != G_MAXUINT32;)
    {
      const SwAttempt *attempt = attempt_at (books, i);
      held += held_by (attempt);
      i = attempt->previous;
    }
  return held;
}

SwTime
sw_books_first_wait (const SwBooks *books, SwJob job)
{
  const SwOutcome *outcome = books->outcome;
  if (outcome->first_start[job] == SW_TIME_NONE)
    return SW_TIME_NONE;
  return outcome->first_start[job] - outcome->eligible[job];
}

SwTime
sw_books_submit_wait (const SwBooks *books, SwJob job)
{
  SwTime wait = sw_outcome_wait (books->outcome, job);
  if (wait == SW_TIME_NONE)
    return SW_TIME_NONE;
  return wait + (books->outcome->eligible[job] - books->table->submit[job]);
}

SwTime
sw_books_turnaround (const SwBooks *books, SwJob job)
{
  const SwOutcome *outcome = books->outcome;
  if (!sw_books_ended (books, job) || outcome->eligible[job] == SW_TIME_NONE)
    return SW_TIME_NONE;
  return outcome->end[job] - outcome->eligible[job];
}

SwTime
sw_books_in_system (const SwBooks *books, SwJob job)
{
  const SwOutcome *outcome = books->outcome;
  if (outcome->eligible[job] == SW_TIME_NONE)
    return 0;
  SwTime until = sw_books_ended (books, job) ? outcome->end[job] : outcome->stop;
  return until - outcome->eligible[job];
}

SwTime
sw_books_slowdown (const SwBooks *books, SwJob job)
{
  SwTime run = MAX (books->outcome->run[job], SLOWDOWN_BOUND);
  SwTime turnaround = sw_books_turnaround (books, job);
  if (turnaround <= run)
    return SW_SECOND;
  return (SwTime)((double)turnaround / (double)run * (double)SW_SECOND + 0.5);
}

/* Only a job that completed has delivered (F-09). */
SwSlo
sw_books_deadline (const SwBooks *books, SwJob job)
{
  const SwOutcome *outcome = books->outcome;
  SwTime deadline = books->table->deadline[job];
  if (deadline == SW_TIME_NONE)
    return SW_SLO_NONE;
  if (outcome->state[job] == SW_COMPLETED)
    return outcome->end[job] <= deadline ? SW_SLO_MET : SW_SLO_MISSED;
  if (sw_books_ended (books, job) || deadline < outcome->stop)
    return SW_SLO_MISSED;
  return SW_SLO_UNDECIDED;
}

SwSlo
sw_books_wait_verdict (const SwBooks *books, SwJob job)
{
  SwTime own = books->table->wait_slo[job];
  SwTime goal = own == SW_TIME_NONE ? books->wait_slo : own;
  if (goal == SW_TIME_NONE)
    return SW_SLO_NONE;
  gboolean ended = sw_books_ended (books, job);
  if (ended && books->outcome->first_start[job] == SW_TIME_NONE)
    return SW_SLO_MISSED;
  SwTime wait = sw_outcome_wait (books->outcome, job);
  if (wait != SW_TIME_NONE && wait > goal)
    return SW_SLO_MISSED;
  return ended ? SW_SLO_MET : SW_SLO_UNDECIDED;
}

SwSlo
sw_books_slo (SwSlo deadline, SwSlo wait)
{
  if (deadline == SW_SLO_MISSED || wait == SW_SLO_MISSED)
    return SW_SLO_MISSED;
  if (deadline == SW_SLO_UNDECIDED || wait == SW_SLO_UNDECIDED)
    return SW_SLO_UNDECIDED;
  if (deadline == SW_SLO_MET || wait == SW_SLO_MET)
    return SW_SLO_MET;
  return SW_SLO_NONE;
}
