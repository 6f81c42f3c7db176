/* Changes to a workload between trace and run, each a pure function of (table, settings, seed).
 * They are applied in the order of the fields. */
#ifndef SW_TRANSFORM_H
#define SW_TRANSFORM_H

#include "sw-import.h"
#include "sw-order.h"

G_BEGIN_DECLS

typedef enum
{
  SW_LIMITS_DECLARED, /* as the trace says */
  SW_LIMITS_EXACT,    /* limit = true duration: perfect knowledge; reports say so */
  SW_LIMITS_NONE,
} SwLimits;

typedef struct
{
  char **users, **tenants, **queues, **kinds; /* keep only these; NULL: all */
  SwTime window_from, window_to; /* keep [from, to) and move from to 0; NONE: no bound.  A job that
                                    was running when the window opens is cut: it is submitted at 0
                                    and runs for what the recorded end leaves (SW_JOB_WARM_START) */
  gint64 time_scale_ppm;         /* submit times x this; durations stay */
  gint64 duration_scale_ppm;     /* durations, limits and estimates x this */
  gint64 load_ppm;  /* offered GPU-time / (gpus x span) after sampling; 0: as it is.  Up: the
                       trace followed by copies drawn with replacement, spread over the span;
                       down: drawn without replacement */
  gboolean shuffle; /* permute the jobs over the submit times */
  gint64 tune_ppm; /* with one_by_one: GPUs that all jobs ask for together / gpus; 0: as it is.  Up:
                      copies drawn with replacement come behind the jobs, until the share of a GPU
                      that the next one asks for would go beyond; down: jobs drawn fall away */
  const SwOrder
      *order; /* with one_by_one: the arrivals, as rows of the trace; NULL: as they come */
  const SwImportReport *report; /* of that trace, read with keep_lines */
  gboolean one_by_one; /* jobs arrive arrival_gap after each other instead of when they did */
  SwTime arrival_gap;
  SwLimits limits;
  gint64 limit_factor_ppm; /* of SW_LIMITS_EXACT: limit = duration x this */
  gboolean no_departures;  /* jobs never end: work is SW_TIME_INF, without limits and failures */
} SwTransform;

typedef struct
{
  guint64 filtered, outside_window, clipped, copied, sampled_out;
  double offered_before, offered_after; /* GPU-time / (gpus x span); < 0: undefined */
  double asked; /* GPUs that all jobs ask for together / gpus; < 0: undefined */
} SwTransformReport;

/* A new table; gpus: of the cluster, for the load.  The old table is not changed. */
SwJobTable *sw_transform_apply (const SwJobTable *table, const SwTransform *transform, guint64 gpus,
                                guint64 seed, SwTransformReport *report, GError **error);

G_END_DECLS

#endif
