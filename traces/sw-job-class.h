/* A class of generated jobs: what [class NAME] says, and the values that it draws for one job. */
#ifndef SW_JOB_CLASS_H
#define SW_JOB_CLASS_H

#include "sw-class-use.h"
#include "sw-job-table.h"
#include "sw-mix.h"
#include "sw-rng.h"

G_BEGIN_DECLS

typedef enum
{
  SW_LENGTH_LOGNORMAL,
  SW_LENGTH_WEIBULL,
  SW_LENGTH_EXPONENTIAL,
  SW_LENGTH_PARETO,
  SW_LENGTH_CONSTANT,
} SwLength;

typedef struct
{
  char *name;
  double weight;
  SwLength length;
  double median, mean, sigma, shape; /* seconds; of the length */
  SwTime min, max;
  SwMix gpus, fractions, mig, models, limits, deadlines;
  SwClassUse use;
  guint32 task_gpus;                             /* GPUs of a task at most */
  gboolean round_up;                             /* parts of GPUs take whole ones */
  gint64 gpu_mem_mib, whole_mib;                 /* cap on a share, memory of a GPU; 0: not said */
  double cpus_per_gpu, cpus;                     /* per GPU, and of each task beside */
  gint64 mem_mib_per_gpu, mem_mib;               /* the same of memory */
  const char *tenant, *queue, *kind, *slo_class; /* owned by the key file; "" for none */
  guint8 topology;
  gint32 priority;
  double fraction_share, mig_share, preemptible, deadline_share, fails,
      estimate_sigma; /* probabilities; sigma < 0: none */
  SwTime limit_round, wait_slo, ckpt_interval, ckpt_cost, restart_cost;
  guint32 max_restarts;
} SwJobClass;

/* Draws that a job takes; each has a number of its own, so that a value does not depend on which
   others are drawn. */
enum
{
  SW_JOB_DRAW_CLASS,
  SW_JOB_DRAW_LENGTH,
  SW_JOB_DRAW_LENGTH_2,
  SW_JOB_DRAW_GPUS,
  SW_JOB_DRAW_MIG,
  SW_JOB_DRAW_MODELS,
  SW_JOB_DRAW_LIMIT,
  SW_JOB_DRAW_DEADLINE,
  SW_JOB_DRAW_DEADLINE_FACTOR,
  SW_JOB_DRAW_PREEMPTIBLE,
  SW_JOB_DRAW_FAILS,
  SW_JOB_DRAW_FAIL_AFTER,
  SW_JOB_DRAW_ESTIMATE,
  SW_JOB_DRAW_ESTIMATE_2,
  SW_JOB_DRAW_USER,
  SW_JOB_DRAW_FRACTION_SHARE,
  SW_JOB_DRAW_FRACTION,
  SW_JOB_DRAW_MIG_SHARE,
  SW_JOB_DRAW_MEM_PEAK,
  SW_JOB_DRAW_OVERRUN_SHARE,
  SW_JOB_DRAW_OVERRUN,
  SW_JOB_DRAW_MEM_RAMP,
  SW_JOB_DRAW_TYPE,
  SW_JOB_DRAW_ACTIVITY,
  SW_JOB_DRAW_ACTIVITY_2,
  SW_JOB_DRAW_SLOWDOWN,
};

/* Reads the group; adds faults.  Values are borrowed from kf. */
void sw_job_class_read (SwJobClass *c, const SwKeyFile *kf, const char *group, SwFaults *faults);
void sw_job_class_clear (SwJobClass *c);

/* Service time of job i, in multiples of step. */
SwTime sw_job_class_length (const SwJobClass *c, guint64 seed, guint64 i, SwTime step);
/* GPUs of job i; a fraction below 1 is a share of one. */
double sw_job_class_gpus (const SwJobClass *c, guint64 seed, guint64 i);
/* Fills in all of row but id, submit and user; submit must be set. */
void sw_job_class_fill (const SwJobClass *c, guint64 seed, guint64 i, SwTime step,
                        SwJobBuilder *builder, SwJobRow *row);

static inline guint64
sw_job_draw (guint64 seed, guint what, guint64 i)
{
  return sw_draw (seed, what, SW_DRAW_GENERATE, i);
}

G_END_DECLS

#endif
