/* Names, units and definitions of the figures.  Names are a promise to goals, tables and reports:
 * add at will, never rename. */
#include <string.h>

#include "sw-figures.h"

#define ENDED "jobs that ran and ended"

/* clang-format off */
#define SPREAD(first, name, unit, digits, label, doc)                                              \
  [first] = RANK (name "_mean", unit, digits, "mean " label, "Mean of " doc),                      \
  [first + 1] = RANK (name "_p50", unit, digits, "p50 " label, "Median of " doc),                  \
  [first + 2] = RANK (name "_p95", unit, digits, "p95 " label, "Nearest-rank p95 of " doc),        \
  [first + 3] = RANK (name "_p99", unit, digits, "p99 " label, "Nearest-rank p99 of " doc),        \
  [first + 4] = RANK (name "_max", unit, digits, "max " label, "Maximum of " doc)
#define RANK(name, unit, behind, label, doc)                                                       \
  { name, unit, label, doc, .digits = behind, SW_BETTER_LOW }
#define COUNT(name, label, better, doc) { name, "", label, doc, .digits = 0, better }
#define HOURS(name, label, better, doc) { name, "GPU-h", label, doc, .digits = 1, better }
#define SHARE(name, label, better, doc) { name, "%", label, doc, .digits = 2, better }
#define LEVEL(name, label, doc) { name, "", label, doc, .digits = 2, SW_BETTER_LOW }
/* clang-format on */

static const SwFigure specs[SW_N_FIGURES] = {
  [SW_FIG_JOBS] = COUNT ("jobs", "jobs", SW_BETTER_NONE, "Jobs of the workload."),
  [SW_FIG_COMPLETED]
  = COUNT ("completed", "completed", SW_BETTER_HIGH, "Jobs that finished their work."),
  [SW_FIG_FAILED] = COUNT ("failed", "failed", SW_BETTER_LOW,
                           "Jobs that failed on their own more often than their retries allow."),
  [SW_FIG_TIMEOUT]
  = COUNT ("timeout", "timeout", SW_BETTER_LOW, "Jobs killed at their declared run-time limit."),
  [SW_FIG_OOM]
  = COUNT ("oom", "out of memory", SW_BETTER_LOW, "Jobs that died of lack of GPU memory."),
  [SW_FIG_KILLED] = COUNT ("killed", "killed", SW_BETTER_LOW,
                           "Jobs rejected by a policy, or whose dependency did not complete."),
  [SW_FIG_UNSATISFIABLE]
  = COUNT ("unsatisfiable", "unsatisfiable", SW_BETTER_LOW,
           "Jobs that ask for more than all capacity that could ever exist."),
  [SW_FIG_UNFINISHED] = COUNT ("unfinished", "unfinished", SW_BETTER_LOW,
                               "Jobs in no final state when the run ended; they are in no "
                               "distribution of times."),
  [SW_FIG_SPAN] = { "span", "s", "span", "Length of the run, [begin, stop).", .digits = 1 },
  [SW_FIG_MAKESPAN] = { "makespan", "s", "makespan",
                        "From the first submission to the last end of a job, or to the stop of the "
                        "run if a job is unfinished.",
                        .digits = 1, SW_BETTER_LOW },

  [SW_FIG_CAPACITY_HOURS] = HOURS ("gpu_capacity_hours", "capacity", SW_BETTER_NONE,
                                   "Integral over the run of the GPUs that exist."),
  [SW_FIG_ALLOCATED_HOURS] = HOURS ("gpu_allocated_hours", "allocated", SW_BETTER_NONE,
                                    "Integral over the run of the GPUs held by jobs."),
  [SW_FIG_UTILISATION] = SHARE ("utilisation", "GPU allocation", SW_BETTER_HIGH,
                                "gpu_allocated_hours per gpu_capacity_hours: the GPUs that existed "
                                "at each time, not the most that ever did."),
  [SW_FIG_USEFUL_HOURS] = HOURS ("gpu_useful_hours", "useful", SW_BETTER_NONE,
                                 "GPU time of jobs whose work counted in the end, work in progress "
                                 "at the stop of the run included."),
  [SW_FIG_OVERHEAD_HOURS] = HOURS ("gpu_overhead_hours", "overhead", SW_BETTER_LOW,
                                   "GPU time of jobs spent on restarts and checkpoints."),
  [SW_FIG_LOST_HOURS] = HOURS ("gpu_lost_hours", "lost", SW_BETTER_LOW,
                               "GPU time of jobs whose work was lost and had to be done again, or "
                               "never counted."),
  [SW_FIG_BLOCKED_HOURS] = HOURS ("gpu_blocked_hours", "blocked", SW_BETTER_LOW,
                                  "GPU time held by jobs that did not work: allocated less useful, "
                                  "overhead and lost."),
  [SW_FIG_FRAGMENTED_HOURS] = HOURS ("gpu_fragmented_hours", "fragmented", SW_BETTER_LOW,
                                     "Time of free GPUs that no waiting job could use."),
  [SW_FIG_IDLE_HOURS]
  = HOURS ("gpu_idle_hours", "idle", SW_BETTER_LOW, "Time of free GPUs that are not fragmented."),
  [SW_FIG_USEFUL_SHARE] = SHARE ("useful_share", "useful share", SW_BETTER_HIGH,
                                 "gpu_useful_hours per gpu_capacity_hours."),
  [SW_FIG_OVERHEAD_SHARE] = SHARE ("overhead_share", "overhead share", SW_BETTER_LOW,
                                   "gpu_overhead_hours per gpu_capacity_hours."),
  [SW_FIG_LOST_SHARE]
  = SHARE ("lost_share", "lost share", SW_BETTER_LOW, "gpu_lost_hours per gpu_capacity_hours."),
  [SW_FIG_BLOCKED_SHARE] = SHARE ("blocked_share", "blocked share", SW_BETTER_LOW,
                                  "gpu_blocked_hours per gpu_capacity_hours."),
  [SW_FIG_FRAGMENTED_SHARE] = SHARE ("fragmented_share", "fragmented share", SW_BETTER_LOW,
                                     "gpu_fragmented_hours per gpu_capacity_hours."),
  [SW_FIG_IDLE_SHARE]
  = SHARE ("idle_share", "idle share", SW_BETTER_LOW, "gpu_idle_hours per gpu_capacity_hours."),
  [SW_FIG_CPU_ALLOCATION]
  = SHARE ("cpu_allocation", "CPU allocation", SW_BETTER_HIGH,
           "Integral of the CPUs held by jobs per integral of the CPUs that "
           "exist; n/a where nodes give none."),

  SPREAD (SW_FIG_WAIT_MEAN, "wait", "s", 1, "wait",
          "the whole queueing time, eligible to end less time on GPUs, over " ENDED "."),
  SPREAD (SW_FIG_FIRST_WAIT_MEAN, "first_wait", "s", 1, "wait to first start",
          "the time from eligible to the first start, over " ENDED "."),
  SPREAD (SW_FIG_SUBMIT_WAIT_MEAN, "submit_wait", "s", 1, "wait since submit",
          "the whole queueing time counted from the submission, over " ENDED "."),
  SPREAD (SW_FIG_TURNAROUND_MEAN, "turnaround", "s", 1, "turnaround",
          "the time from eligible to end, over " ENDED "."),
  SPREAD (SW_FIG_SLOWDOWN_MEAN, "slowdown", "", 2, "bounded slowdown",
          "max (1, turnaround / max (time on GPUs, 10 s)), over " ENDED "."),

  [SW_FIG_DEADLINE_JOBS]
  = COUNT ("deadline_jobs", "jobs with deadline", SW_BETTER_NONE, "Jobs that have a deadline."),
  [SW_FIG_DEADLINE_MISSES]
  = COUNT ("deadline_misses", "deadline misses", SW_BETTER_LOW,
           "Jobs with a deadline that completed after it, ended without completing, or were "
           "unfinished when the run went past it."),
  [SW_FIG_DEADLINE_UNDECIDED]
  = COUNT ("deadline_undecided", "deadlines undecided", SW_BETTER_NONE,
           "Unfinished jobs whose deadline is not before the stop of the run."),
  [SW_FIG_DEADLINE_MISS_SHARE] = SHARE ("deadline_miss_share", "deadlines missed", SW_BETTER_LOW,
                                        "deadline_misses per decided deadline."),
  [SW_FIG_WAIT_SLO_JOBS] = COUNT ("wait_slo_jobs", "jobs with wait SLO", SW_BETTER_NONE,
                                  "Jobs that have a wait SLO, their own or the scenario's."),
  [SW_FIG_WAIT_SLO_MISSES]
  = COUNT ("wait_slo_misses", "wait SLO misses", SW_BETTER_LOW,
           "Jobs with a wait SLO whose whole queueing time exceeds it, the unfinished included, or "
           "that ended without ever starting."),
  [SW_FIG_WAIT_SLO_UNDECIDED]
  = COUNT ("wait_slo_undecided", "wait SLOs undecided", SW_BETTER_NONE,
           "Unfinished jobs whose queueing time has not exceeded their wait SLO."),
  [SW_FIG_WAIT_SLO_MISS_SHARE] = SHARE ("wait_slo_miss_share", "wait SLOs missed", SW_BETTER_LOW,
                                        "wait_slo_misses per decided wait SLO."),
  [SW_FIG_SLO_JOBS] = COUNT ("slo_jobs", "jobs with SLO", SW_BETTER_NONE,
                             "Jobs that have a deadline, a wait SLO or both."),
  [SW_FIG_SLO_MISSES] = COUNT ("slo_misses", "SLO misses", SW_BETTER_LOW,
                               "Jobs that missed their deadline, their wait SLO or both."),
  [SW_FIG_SLO_UNDECIDED] = COUNT ("slo_undecided", "SLOs undecided", SW_BETTER_NONE,
                                  "Jobs that missed no SLO and have one that is undecided."),
  [SW_FIG_SLO_MISS_SHARE]
  = SHARE ("slo_miss_share", "SLOs missed", SW_BETTER_LOW,
           "slo_misses per job that has an SLO and is not in slo_undecided."),
  [SW_FIG_JAIN_USERS]
  = { "jain_users", "", "Jain index of users",
      "Jain's index over users of GPU time held per GPU time demanded, which is GPUs asked for x "
      "time "
      "from eligible to end or to the stop of the run; users who demanded none are left out.",
      .digits = 3, SW_BETTER_HIGH },

  [SW_FIG_PREEMPTIONS] = COUNT ("preemptions", "preemptions", SW_BETTER_LOW,
                                "Attempts ended by a policy that took the GPUs back."),
  [SW_FIG_RECLAIMS]
  = COUNT ("reclaims", "reclaims", SW_BETTER_LOW, "Attempts ended because a node went away."),
  [SW_FIG_FAILURES]
  = COUNT ("failures", "failures", SW_BETTER_LOW, "Attempts that failed on their own."),
  [SW_FIG_RESTARTS]
  = COUNT ("restarts", "restarts", SW_BETTER_LOW, "Attempts beyond the first of each job."),
  [SW_FIG_WAITING_MEAN] = LEVEL ("queue_length_mean", "mean queue length",
                                 "Mean over the time of the run of the number of waiting jobs."),
  [SW_FIG_WAITING_MAX] = COUNT ("queue_length_max", "max queue length", SW_BETTER_LOW,
                                "Most jobs that waited at one time."),
  [SW_FIG_RUNNING_MEAN]
  = { "running_mean", "", "mean running jobs",
      "Mean over the time of the run of the number of jobs on GPUs.", .digits = 2 },
  [SW_FIG_RUNNING_MAX] = COUNT ("running_max", "max running jobs", SW_BETTER_NONE,
                                "Most jobs that were on GPUs at one time."),
  [SW_FIG_WAITING_GPUS_MEAN]
  = LEVEL ("waiting_gpus_mean", "mean GPUs waited for",
           "Mean over the time of the run of the GPUs that waiting jobs ask for."),
  [SW_FIG_WAITING_GPUS_MAX] = COUNT ("waiting_gpus_max", "max GPUs waited for", SW_BETTER_LOW,
                                     "Most GPUs that waiting jobs asked for at one time."),
  [SW_FIG_PEAK_GPUS] = COUNT ("gpus_used_max", "peak GPUs used", SW_BETTER_NONE,
                              "Most GPUs that jobs held at one time."),

  [SW_FIG_BUSY_SHARE] = SHARE ("busy_share", "cards in use", SW_BETTER_NONE,
                               "Integral of the cards that jobs hold in whole or in part per "
                               "integral of the GPUs that exist; n/a where no pool shares cards."),
  [SW_FIG_COMPUTE_USED] = SHARE ("compute_used", "compute used", SW_BETTER_HIGH,
                                 "Integral of the compute that running jobs draw per integral of "
                                 "that of the GPUs that exist; n/a where it is not known."),
  [SW_FIG_BANDWIDTH_USED]
  = SHARE ("bandwidth_used", "memory bandwidth used", SW_BETTER_HIGH,
           "Integral of the memory bandwidth that running jobs draw per integral of that of the "
           "GPUs that exist; n/a where it is not known."),
  [SW_FIG_MEMORY_ALLOCATED]
  = SHARE ("memory_allocated", "GPU memory allocated", SW_BETTER_HIGH,
           "Integral of the GPU memory promised to jobs, all of it on whole cards, per integral "
           "of what exists on cards whose memory is known."),
  [SW_FIG_MEMORY_USED] = SHARE ("memory_used", "GPU memory used", SW_BETTER_HIGH,
                                "Integral of the GPU memory that jobs fill per integral of what "
                                "exists on cards whose memory is known."),
  [SW_FIG_SLICES_HELD]
  = SHARE ("slices_held", "slices held", SW_BETTER_HIGH,
           "Integral of the compute slices of instances in use per integral of the slices of "
           "partitioned cards."),
  [SW_FIG_SLICES_STRANDED]
  = SHARE ("slices_stranded", "slices stranded", SW_BETTER_LOW,
           "Integral of the free compute slices that no instance which the workload asks for could "
           "take, per integral of the slices of partitioned cards."),
  [SW_FIG_FRAGMENTATION_MEAN]
  = SHARE ("fragmentation_mean", "fragmentation F", SW_BETTER_LOW,
           "Integral of what a typical task cannot use of the free GPUs per integral of the GPUs "
           "that exist; n/a where typical tasks are not known."),
  [SW_FIG_FRAGMENTATION_RATIO]
  = SHARE ("fragmentation_ratio", "fragmentation of free GPUs", SW_BETTER_LOW,
           "Integral of what a typical task cannot use of the free GPUs per integral of the free "
           "GPUs; n/a where typical tasks are not known."),
  SPREAD (SW_FIG_CO_SLOWDOWN_MEAN, "co_slowdown", "", 3, "co-location slowdown",
          "the working time per what it would have been without co-tenants, over jobs that held "
          "parts of cards, ran and ended."),
  [SW_FIG_CO_LOST_HOURS] = HOURS ("co_lost_hours", "lost by co-location", SW_BETTER_LOW,
                                  "GPU time by which jobs held parts of cards for longer because "
                                  "of co-tenants."),
  [SW_FIG_OOM_KILLS] = COUNT ("oom_kills", "OOM kills", SW_BETTER_LOW,
                              "Attempts that lack of GPU memory ended, evictions included."),
  [SW_FIG_OOM_KILLS_CAP] = COUNT ("oom_kills_cap", "OOM kills at the cap", SW_BETTER_LOW,
                                  "Of oom_kills: the job went above its own cap."),
  [SW_FIG_OOM_KILLS_CEILING]
  = COUNT ("oom_kills_ceiling", "OOM kills at the ceiling", SW_BETTER_LOW,
           "Of oom_kills: the job went above its own ceiling."),
  [SW_FIG_OOM_KILLS_EVICTED]
  = COUNT ("oom_kills_evicted", "evictions", SW_BETTER_LOW,
           "Of oom_kills: the job was furthest above its guarantee when the card was full."),
  [SW_FIG_OOM_KILLS_FULL] = COUNT ("oom_kills_full", "OOM kills on full cards", SW_BETTER_LOW,
                                   "Of oom_kills: an allocation of the job met a full card."),
  [SW_FIG_OOM_KILLS_BY_OTHERS]
  = COUNT ("oom_kills_by_others", "OOM kills by others", SW_BETTER_LOW,
           "Of oom_kills: another job had most above what it was promised."),
  [SW_FIG_REPARTITIONS] = COUNT ("repartitions", "repartitions", SW_BETTER_LOW,
                                 "Changes of the instances or of the mode of a card."),
  [SW_FIG_REPARTITION_TIME] = { "repartition_time", "s", "time of repartitions",
                                "Sum over repartitions of the time until the new instances worked.",
                                .digits = 1, SW_BETTER_LOW },
  [SW_FIG_REPARTITION_MOVES]
  = COUNT ("repartition_moves", "jobs moved by repartitions", SW_BETTER_LOW,
           "Running jobs that had to move to another instance, summed over repartitions."),
};

void
sw_figures_init (SwFigure *figures)
{
  memcpy (figures, specs, sizeof specs);
}
