/* The figures of a run: a fixed table of names, units and definitions, and their values from the
 * ledger and the books. */
#ifndef SW_FIGURES_H
#define SW_FIGURES_H

#include "sw-account.h"
#include "sw-books.h"
#include "sw-ledger.h"

G_BEGIN_DECLS

/* Order of the figures.  Those of a distribution follow each other: mean, p50, p95, p99, max. */
typedef enum
{
  SW_FIG_JOBS,
  SW_FIG_COMPLETED,
  SW_FIG_FAILED,
  SW_FIG_TIMEOUT,
  SW_FIG_OOM,
  SW_FIG_KILLED,
  SW_FIG_UNSATISFIABLE,
  SW_FIG_UNFINISHED,
  SW_FIG_SPAN,
  SW_FIG_MAKESPAN,
  SW_FIG_CAPACITY_HOURS,
  SW_FIG_ALLOCATED_HOURS,
  SW_FIG_UTILISATION,
  SW_FIG_USEFUL_HOURS,
  SW_FIG_OVERHEAD_HOURS,
  SW_FIG_LOST_HOURS,
  SW_FIG_BLOCKED_HOURS,
  SW_FIG_FRAGMENTED_HOURS,
  SW_FIG_IDLE_HOURS,
  SW_FIG_USEFUL_SHARE,
  SW_FIG_OVERHEAD_SHARE,
  SW_FIG_LOST_SHARE,
  SW_FIG_BLOCKED_SHARE,
  SW_FIG_FRAGMENTED_SHARE,
  SW_FIG_IDLE_SHARE,
  SW_FIG_CPU_ALLOCATION,
  SW_FIG_WAIT_MEAN,
  SW_FIG_WAIT_P50,
  SW_FIG_WAIT_P95,
  SW_FIG_WAIT_P99,
  SW_FIG_WAIT_MAX,
  SW_FIG_FIRST_WAIT_MEAN,
  SW_FIG_FIRST_WAIT_P50,
  SW_FIG_FIRST_WAIT_P95,
  SW_FIG_FIRST_WAIT_P99,
  SW_FIG_FIRST_WAIT_MAX,
  SW_FIG_SUBMIT_WAIT_MEAN,
  SW_FIG_SUBMIT_WAIT_P50,
  SW_FIG_SUBMIT_WAIT_P95,
  SW_FIG_SUBMIT_WAIT_P99,
  SW_FIG_SUBMIT_WAIT_MAX,
  SW_FIG_TURNAROUND_MEAN,
  SW_FIG_TURNAROUND_P50,
  SW_FIG_TURNAROUND_P95,
  SW_FIG_TURNAROUND_P99,
  SW_FIG_TURNAROUND_MAX,
  SW_FIG_SLOWDOWN_MEAN,
  SW_FIG_SLOWDOWN_P50,
  SW_FIG_SLOWDOWN_P95,
  SW_FIG_SLOWDOWN_P99,
  SW_FIG_SLOWDOWN_MAX,
  SW_FIG_DEADLINE_JOBS,
  SW_FIG_DEADLINE_MISSES,
  SW_FIG_DEADLINE_UNDECIDED,
  SW_FIG_DEADLINE_MISS_SHARE,
  SW_FIG_WAIT_SLO_JOBS,
  SW_FIG_WAIT_SLO_MISSES,
  SW_FIG_WAIT_SLO_UNDECIDED,
  SW_FIG_WAIT_SLO_MISS_SHARE,
  SW_FIG_SLO_JOBS,
  SW_FIG_SLO_MISSES,
  SW_FIG_SLO_UNDECIDED,
  SW_FIG_SLO_MISS_SHARE,
  SW_FIG_JAIN_USERS,
  SW_FIG_PREEMPTIONS,
  SW_FIG_RECLAIMS,
  SW_FIG_FAILURES,
  SW_FIG_RESTARTS,
  SW_FIG_WAITING_MEAN,
  SW_FIG_WAITING_MAX,
  SW_FIG_RUNNING_MEAN,
  SW_FIG_RUNNING_MAX,
  SW_FIG_WAITING_GPUS_MEAN,
  SW_FIG_WAITING_GPUS_MAX,
  SW_FIG_PEAK_GPUS,
  SW_N_FIGURES,
} SwFigureIndex;

/* SW_N_FIGURES figures, values undefined. */
void sw_figures_init (SwFigure *figures);
void sw_figures_compute (SwFigure *figures, const SwBooks *books, const SwLedger *ledger);

/* What becomes of a thousandth of a GPU that exists for a nanosecond.  The six add up to existing.
 */
typedef struct
{
  __int128 existing, allocated;
  __int128 useful, overhead, lost, blocked, fragmented, idle;
} SwGpuTime;
SwGpuTime sw_gpu_time (const SwBooks *books, const SwLedger *ledger);

double sw_gpu_hours (__int128 milli_ns);

G_END_DECLS

#endif
