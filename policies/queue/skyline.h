/* How many GPUs of each model will be free when: a step function of time from now on, made from the
 * ends that running jobs have declared, out of which reservations are cut. */
#ifndef SW_SKYLINE_H
#define SW_SKYLINE_H

#include <slicewise/policy.h>

typedef struct SwSkyline SwSkyline;

/* What a job needs, for counting. */
typedef struct
{
  const SwDemand *demand;
  SwTime length; /* > 0; SW_TIME_INF: for ever */
} SwNeed;

/* A number of GPUs of each model. */
typedef struct
{
  guint32 gpus[SW_MAX_MODELS];
} SwTake;

SwSkyline *sw_skyline_new (void);
void sw_skyline_free (SwSkyline *sky);
/* Begins anew: so many free from now on. */
void sw_skyline_reset (SwSkyline *sky, SwTime now, guint32 n_models, const guint32 *free_now);
/* So many more of one model from `when` on; calls come in order of time, after reset and before the
   rest. */
void sw_skyline_release (SwSkyline *sky, SwTime when, guint32 model, guint32 gpus);
/* How long from now on any GPU at all stays free; SW_TIME_INF: for ever. */
SwTime sw_skyline_window (const SwSkyline *sky);
/* Can the need be held from now on for its length?  least: fewest free of each model until then. */
gboolean sw_skyline_now (const SwSkyline *sky, const SwNeed *need, SwTake *least);
/* Earliest time behind now at which the need can be held for its length, and a division of its GPUs
   among the models; FALSE if there is none.  Sound but, for jobs of several kinds of tasks on
   several models, not always the very earliest. */
gboolean sw_skyline_earliest (SwSkyline *sky, const SwNeed *need, SwTime *when, SwTake *take);
/* Takes GPUs during [when, when + length). */
void sw_skyline_cut (SwSkyline *sky, SwTime when, SwTime length, const SwTake *take);

#endif
