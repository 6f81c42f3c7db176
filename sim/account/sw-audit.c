/* Each check returns the text of what does not agree, NULL if all does.  Attempts are checked
 * against their job, jobs against the levels that the ledger integrated, and both against what was
 * told while the run went on. */
#include "sw-audit.h"

#include "sw-figures.h"

static char *
amount (__int128 value, guint decimals)
{
  SwText *text = sw_text_memory ();
  sw_put_i128 (text, value, decimals);
  return sw_text_steal (text, NULL);
}

static char *
compare_scaled (const char *what, __int128 a, const char *other, __int128 b, guint decimals)
{
  if (a == b)
    return NULL;
  g_autofree char *left = amount (a, decimals);
  g_autofree char *right = amount (b, decimals);
  return g_strdup_printf ("%s is %s, but %s is %s", what, left, other, right);
}

/* Sums in ns of something over time, said in seconds. */
static char *
compare (const char *what, __int128 a, const char *other, __int128 b)
{
  return compare_scaled (what, a, other, b, 9);
}

/* Thousandths of GPUs over ns, said in GPU-seconds. */
static char *
compare_gpus (const char *what, __int128 a, const char *other, __int128 b)
{
  return compare_scaled (what, a, other, b, 12);
}

static char *
about_job (const SwBooks *books, SwJob job, const char *what)
{
  return g_strdup_printf ("job %s (%s): %s", books->table->id[job],
                          sw_state_names[books->outcome->state[job]], what);
}

static const char *
attempt_fault (const SwOutcome *outcome, const SwAttempt *attempt)
{
  SwTime span = attempt->stop - attempt->start;
  if (span < 0)
    return "an attempt stops before it starts";
  if (attempt->start < outcome->begin || attempt->stop > outcome->stop)
    return "an attempt lies outside the run";
  if (attempt->useful < 0 || attempt->overhead < 0 || attempt->lost < 0)
    return "an attempt has a negative part";
  if (attempt->useful > span || attempt->overhead > span || attempt->lost > span
      || attempt->useful + attempt->overhead + attempt->lost > span)
    return "the parts of an attempt are more than its length";
  if (attempt->end == SW_END_NONE
      && (attempt->stop != outcome->stop || outcome->state[attempt->job] != SW_UNFINISHED))
    return "an attempt is still going, but its job or the run is not";
  return NULL;
}

/* Walks the attempts of a job backwards. */
static const char *
attempts_fault (const SwBooks *books, SwJob job)
{
  const SwOutcome *outcome = books->outcome;
  SwTime after = sw_books_ended (books, job) ? outcome->end[job] : outcome->stop;
  SwTime start = SW_TIME_NONE, run = 0;
  guint32 n = 0, ends[SW_N_ENDS] = { 0 };
  for (guint32 i = outcome->last_attempt[job], next; i != G_MAXUINT32; i = next, n++)
    {
      const SwAttempt *attempt = &g_array_index (outcome->attempts_log, SwAttempt, i);
      const char *fault = attempt_fault (outcome, attempt);
      if (fault)
        return fault;
      next = attempt->previous;
      if (attempt->job != job || (next != G_MAXUINT32 && next >= i))
        return "the chain of its attempts is broken";
      if (attempt->stop > after)
        return n == 0 ? "it ended before its last attempt" : "two attempts overlap";
      after = start = attempt->start;
      run += attempt->stop - attempt->start;
      ends[attempt->end]++;
    }
  if (n != outcome->attempts[job])
    return "the log has another number of attempts";
  if (start != outcome->first_start[job])
    return "its first start is not that of its first attempt";
  if (run != outcome->run[job])
    return "its time on GPUs is not that of its attempts";
  if (ends[SW_END_PREEMPTED] != outcome->preemptions[job]
      || ends[SW_END_RECLAIMED] != outcome->reclaims[job])
    return "the log has another number of preemptions or reclaims";
  if (ends[SW_END_COMPLETED] != (outcome->state[job] == SW_COMPLETED))
    return "its state and the ends of its attempts disagree";
  return NULL;
}

static const char *
job_fault (const SwBooks *books, SwJob job)
{
  const SwOutcome *outcome = books->outcome;
  SwTime eligible = outcome->eligible[job], end = outcome->end[job];
  guint8 state = outcome->state[job];
  if (state < SW_COMPLETED || state >= SW_N_STATES)
    return "it is in no final state";
  if ((end == SW_TIME_NONE) != (state == SW_UNFINISHED))
    return "its end does not go with its state";
  if (end != SW_TIME_NONE && (end < outcome->begin || end > outcome->stop))
    return "it ended outside the run";
  if (eligible == SW_TIME_NONE)
    return outcome->attempts[job] > 0 ? "it ran without being eligible" : NULL;
  if (eligible < outcome->begin || eligible > outcome->stop)
    return "it became eligible outside the run";
  if (eligible < books->table->submit[job])
    return "it became eligible before it was submitted";
  if (outcome->attempts[job] > 0 && outcome->first_start[job] < eligible)
    return "it started before it was eligible";
  if (sw_outcome_wait (outcome, job) < 0)
    return "it ran for longer than it was in the system";
  return NULL;
}

static char *
check_jobs (const SwBooks *books)
{
  for (guint32 job = 0; job < books->outcome->n; job++)
    {
      const char *fault = job_fault (books, job);
      if (fault == NULL)
        fault = attempts_fault (books, job);
      if (fault)
        return about_job (books, job, fault);
    }
  return NULL;
}

/* Little's law, exactly: the area under the number of jobs is the sum of their times. */
static char *
check_little (const SwBooks *books, const SwLedger *ledger)
{
  __int128 waits = 0, runs = 0, times = 0;
  for (guint32 job = 0; job < books->outcome->n; job++)
    {
      SwTime wait = sw_outcome_wait (books->outcome, job);
      waits += wait == SW_TIME_NONE ? 0 : wait;
      runs += books->outcome->run[job];
      times += sw_books_in_system (books, job);
    }
  const SwAreas *areas = &ledger->areas;
  char *fault = compare ("the sum of waits", waits, "the integral of waiting jobs", areas->waiting);
  if (fault == NULL)
    fault = compare ("the sum of run times", runs, "the integral of running jobs", areas->running);
  if (fault == NULL)
    fault = compare ("the sum of times in the system", times, "the integral of jobs in the system",
                     areas->waiting + areas->running);
  return fault;
}

static char *
check_gpu_time (const SwBooks *books, const SwLedger *ledger)
{
  SwGpuTime time = sw_gpu_time (books, ledger);
  if (ledger->overdrawn != SW_TIME_NONE)
    {
      g_autofree char *when = amount (ledger->overdrawn, 9);
      return g_strdup_printf ("at %s more GPUs are held or fragmented than exist", when);
    }
  char *fault = compare_gpus ("the GPU time of attempts", books->work.held,
                              "the integral of allocated GPUs", time.allocated);
  if (fault)
    return fault;
  if (time.blocked < 0 || time.idle < 0)
    return g_strdup ("a category of GPU time is negative");
  return compare_gpus ("the sum of the categories of GPU time",
                       time.useful + time.overhead + time.lost + time.blocked + time.fragmented
                           + time.idle,
                       "the integral of existing GPUs", time.existing);
}

static char *
check_pools (const SwLedger *ledger)
{
  if (ledger->n_pools == 0)
    return NULL;
  __int128 gpus = 0, allocated = 0;
  for (guint32 i = 0; i < ledger->n_pools; i++)
    {
      gpus += ledger->pools[i].gpus;
      allocated += ledger->pools[i].allocated;
    }
  char *fault = compare_gpus ("the GPU time of pools", gpus, "the integral of existing GPUs",
                              ledger->areas.gpus);
  if (fault == NULL)
    fault = compare_gpus ("the allocated GPU time of pools", allocated,
                          "the integral of allocated GPUs", ledger->areas.allocated);
  return fault;
}

static char *
check_heard (const SwBooks *books, const SwHeard *heard)
{
  const SwOutcome *outcome = books->outcome;
  guint64 attempts = 0, finished[SW_N_STATES] = { 0 };
  __int128 held = 0;
  for (guint i = 0; i < outcome->attempts_log->len; i++)
    {
      const SwAttempt *attempt = &g_array_index (outcome->attempts_log, SwAttempt, i);
      if (attempt->end == SW_END_NONE)
        continue;
      attempts++;
      held += (__int128)attempt->milli * (attempt->stop - attempt->start);
    }
  for (guint32 job = 0; job < outcome->n; job++)
    finished[outcome->state[job]]++;
  for (guint state = SW_COMPLETED; state < SW_UNFINISHED; state++)
    if (finished[state] != heard->finished[state])
      return g_strdup_printf ("%" G_GUINT64_FORMAT " jobs are %s, but %" G_GUINT64_FORMAT
                              " were reported",
                              finished[state], sw_state_names[state], heard->finished[state]);
  if (attempts != heard->attempts)
    return g_strdup_printf ("%" G_GUINT64_FORMAT " attempts ended, but %" G_GUINT64_FORMAT
                            " were reported",
                            attempts, heard->attempts);
  return compare_gpus ("the GPU time of ended attempts", held, "that of the reported ones",
                       heard->held);
}

char *
sw_audit (const SwBooks *books, const SwLedger *ledger, const SwHeard *heard)
{
  char *fault = check_jobs (books);
  if (fault == NULL)
    fault = check_gpu_time (books, ledger);
  if (fault == NULL)
    fault = check_little (books, ledger);
  if (fault == NULL)
    fault = check_pools (ledger);
  if (fault == NULL)
    fault = check_heard (books, heard);
  if (fault == NULL)
    fault = sw_audit_cards (books, ledger);
  return fault;
}
