/* Values of the figures.  Integers stay integers until the last division; sums of doubles run in
 * job order. */
#include "sw-figures-private.h"

#define GPU_HOUR (1000.0 * (double)SW_SECOND * 3600.0)

double
sw_gpu_hours (__int128 milli_ns)
{
  return (double)milli_ns / GPU_HOUR;
}

SwGpuTime
sw_gpu_time (const SwBooks *books, const SwLedger *ledger)
{
  const SwWork *work = &books->work;
  const SwAreas *areas = &ledger->areas;
  return (SwGpuTime){
    .existing = areas->gpus,
    .allocated = areas->allocated,
    .useful = work->useful,
    .overhead = work->overhead,
    .lost = work->lost,
    .blocked = areas->allocated - work->useful - work->overhead - work->lost,
    .fragmented = areas->fragmented,
    .idle = areas->gpus - areas->allocated - areas->fragmented,
  };
}

static void
set_mean (SwFigure *figures, SwFigureIndex i, __int128 area, SwTime span)
{
  if (span > 0)
    sw_figure_set (figures, i, (double)area / (double)span);
}

static void
compute_states (SwFigure *figures, const SwBooks *books)
{
  const SwOutcome *outcome = books->outcome;
  guint64 count[SW_N_STATES] = { 0 };
  for (guint32 job = 0; job < outcome->n; job++)
    count[outcome->state[job]]++;
  sw_figure_set (figures, SW_FIG_JOBS, outcome->n);
  for (guint state = SW_COMPLETED; state < SW_N_STATES; state++)
    sw_figure_set (figures, SW_FIG_COMPLETED + (state - SW_COMPLETED), (double)count[state]);
}

static void
compute_span (SwFigure *figures, const SwBooks *books)
{
  const SwOutcome *outcome = books->outcome;
  sw_figure_set (figures, SW_FIG_SPAN,
                 (double)(outcome->stop - outcome->begin) / (double)SW_SECOND);
  if (outcome->n == 0)
    return;
  SwTime from = books->table->submit[0], to = from;
  for (guint32 job = 0; job < outcome->n; job++)
    {
      from = MIN (from, books->table->submit[job]);
      to = MAX (to, sw_books_ended (books, job) ? outcome->end[job] : outcome->stop);
    }
  sw_figure_set (figures, SW_FIG_MAKESPAN, (double)(to - from) / (double)SW_SECOND);
}

static void
compute_gpu_time (SwFigure *figures, const SwBooks *books, const SwLedger *ledger)
{
  SwGpuTime time = sw_gpu_time (books, ledger);
  const __int128 parts[]
      = { time.useful, time.overhead, time.lost, time.blocked, time.fragmented, time.idle };
  sw_figure_set (figures, SW_FIG_CAPACITY_HOURS, sw_gpu_hours (time.existing));
  sw_figure_set (figures, SW_FIG_ALLOCATED_HOURS, sw_gpu_hours (time.allocated));
  sw_figure_set_share (figures, SW_FIG_UTILISATION, time.allocated, time.existing);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      sw_figure_set (figures, SW_FIG_USEFUL_HOURS + i, sw_gpu_hours (parts[i]));
      sw_figure_set_share (figures, SW_FIG_USEFUL_SHARE + i, parts[i], time.existing);
    }
  sw_figure_set_share (figures, SW_FIG_CPU_ALLOCATION, ledger->areas.cpu_used, ledger->areas.cpu);
}

static void
compute_levels (SwFigure *figures, const SwBooks *books, const SwLedger *ledger)
{
  SwTime span = books->outcome->stop - books->outcome->begin;
  set_mean (figures, SW_FIG_WAITING_MEAN, ledger->areas.waiting, span);
  set_mean (figures, SW_FIG_RUNNING_MEAN, ledger->areas.running, span);
  if (span > 0)
    sw_figure_set (figures, SW_FIG_WAITING_GPUS_MEAN,
                   (double)ledger->areas.waiting_gpus / 1000.0 / (double)span);
  sw_figure_set (figures, SW_FIG_WAITING_MAX, (double)ledger->peak.waiting);
  sw_figure_set (figures, SW_FIG_RUNNING_MAX, (double)ledger->peak.running);
  sw_figure_set (figures, SW_FIG_WAITING_GPUS_MAX, (double)ledger->peak.waiting_gpus / 1000.0);
  sw_figure_set (figures, SW_FIG_PEAK_GPUS, (double)ledger->peak.allocated / 1000.0);
}

static SwTime
whole_wait (const SwBooks *books, SwJob job)
{
  return sw_outcome_wait (books->outcome, job);
}

void
sw_figures_spread (SwFigure *figures, SwFigureIndex first, const SwBooks *books, SwMeasure measure,
                   SwTime *times)
{
  gsize n = 0;
  for (guint32 job = 0; job < books->outcome->n; job++)
    if (sw_books_ran_and_ended (books, job))
      {
        times[n] = measure (books, job);
        n += times[n] != SW_TIME_NONE;
      }
  SwSpread spread = sw_spread (times, n);
  if (n == 0)
    return;
  sw_figure_set (figures, first, spread.mean);
  const SwTime ranks[] = { spread.p50, spread.p95, spread.p99, spread.max };
  for (guint i = 0; i < G_N_ELEMENTS (ranks); i++)
    sw_figure_set (figures, first + 1 + i, (double)ranks[i] / (double)SW_SECOND);
}

static void
compute_times (SwFigure *figures, const SwBooks *books)
{
  g_autofree SwTime *times = g_new (SwTime, books->outcome->n);
  sw_figures_spread (figures, SW_FIG_WAIT_MEAN, books, whole_wait, times);
  sw_figures_spread (figures, SW_FIG_FIRST_WAIT_MEAN, books, sw_books_first_wait, times);
  sw_figures_spread (figures, SW_FIG_SUBMIT_WAIT_MEAN, books, sw_books_submit_wait, times);
  sw_figures_spread (figures, SW_FIG_TURNAROUND_MEAN, books, sw_books_turnaround, times);
  sw_figures_spread (figures, SW_FIG_SLOWDOWN_MEAN, books, sw_books_slowdown, times);
}

static void
set_slo (SwFigure *figures, SwFigureIndex first, const guint64 counts[])
{
  guint64 decided = counts[SW_SLO_MET] + counts[SW_SLO_MISSED];
  sw_figure_set (figures, first, (double)(decided + counts[SW_SLO_UNDECIDED]));
  sw_figure_set (figures, first + 1, (double)counts[SW_SLO_MISSED]);
  sw_figure_set (figures, first + 2, (double)counts[SW_SLO_UNDECIDED]);
  sw_figure_set_share (figures, first + 3, counts[SW_SLO_MISSED], decided);
}

static void
compute_slo (SwFigure *figures, const SwBooks *books)
{
  guint64 deadline[SW_N_SLO] = { 0 }, wait[SW_N_SLO] = { 0 }, both[SW_N_SLO] = { 0 };
  for (guint32 job = 0; job < books->outcome->n; job++)
    {
      SwSlo d = sw_books_deadline (books, job);
      SwSlo w = sw_books_wait_verdict (books, job);
      deadline[d]++;
      wait[w]++;
      both[sw_books_slo (d, w)]++;
    }
  set_slo (figures, SW_FIG_DEADLINE_JOBS, deadline);
  set_slo (figures, SW_FIG_WAIT_SLO_JOBS, wait);
  set_slo (figures, SW_FIG_SLO_JOBS, both);
}

/* GPU time held and demanded, per user. */
typedef struct
{
  __int128 held, demanded;
} Service;

static void
compute_jain (SwFigure *figures, const SwBooks *books)
{
  const SwJobTable *table = books->table;
  guint32 n_strings = sw_strings_count (table->strings);
  g_autofree Service *services = g_new0 (Service, n_strings);
  for (guint32 job = 0; job < table->n; job++)
    {
      Service *service = &services[table->user[job]];
      service->held += sw_books_held (books, job);
      service->demanded += (__int128)sw_books_milli (books, job) * sw_books_in_system (books, job);
    }
  g_autofree double *rates = g_new (double, n_strings);
  gsize n = 0;
  for (guint32 user = 0; user < n_strings; user++)
    if (services[user].demanded > 0)
      rates[n++] = (double)services[user].held / (double)services[user].demanded;
  double jain = sw_jain (rates, n);
  if (jain >= 0)
    sw_figure_set (figures, SW_FIG_JAIN_USERS, jain);
}

static void
compute_attempts (SwFigure *figures, const SwBooks *books)
{
  sw_figure_set (figures, SW_FIG_PREEMPTIONS, (double)books->ends[SW_END_PREEMPTED]);
  sw_figure_set (figures, SW_FIG_RECLAIMS, (double)books->ends[SW_END_RECLAIMED]);
  sw_figure_set (figures, SW_FIG_FAILURES, (double)books->ends[SW_END_FAILED]);
  sw_figure_set (figures, SW_FIG_RESTARTS, (double)books->restarts);
}

void
sw_figures_compute (SwFigure *figures, const SwBooks *books, const SwLedger *ledger)
{
  compute_states (figures, books);
  compute_span (figures, books);
  compute_gpu_time (figures, books, ledger);
  compute_levels (figures, books, ledger);
  compute_times (figures, books);
  compute_slo (figures, books);
  compute_jain (figures, books);
  compute_attempts (figures, books);
  sw_figures_sharing (figures, books, ledger);
}
