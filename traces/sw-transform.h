/* Changes to a workload between trace and run, each a pure function of (table, settings, seed).
 * They are applied in the order of the fields. */
#ifndef SW_TRANSFORM_H
#define SW_TRANSFORM_H

#include "sw-import.h"

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
  SwLimits limits;
  gint64 limit_factor_ppm; /* of SW_LIMITS_EXACT: limit = duration x this */
} SwTransform;

typedef struct
{
  guint64 filtered, outside_window, clipped, copied, sampled_out;
  double offered_before, offered_after; /* GPU-time / (gpus x span); < 0: undefined */
} SwTransformReport;

/* A new table; gpus: of the cluster, for the load.  The old table is not changed. */
SwJobTable *sw_transform_apply (const SwJobTable *table, const SwTransform *transform, guint64 gpus,
                                guint64 seed, SwTransformReport *report, GError **error);

G_END_DECLS

#endif
