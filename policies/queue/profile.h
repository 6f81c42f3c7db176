/* How many GPUs of each model will be free when: a step function of time from now on, made from the
 * ends that running jobs have declared, from which reservations are cut. */
#ifndef SW_PROFILE_H
#define SW_PROFILE_H

#include <slicewise/policy.h>

typedef struct SwProfile SwProfile;

/* What a job needs, for counting: its groups that use GPUs, fewest models first. */
typedef struct
{
  const SwDemand *demand;
  guint32 gpus;
  SwTime length; /* > 0; SW_TIME_INF: for ever */
} SwNeed;

/* How many GPUs of each model a job takes. */
typedef struct
{
  guint32 gpus[SW_MAX_MODELS];
} SwTake;

SwProfile *sw_skyline_new (void);
void sw_skyline_free (SwProfile *profile);
/* Begins anew: so many free from now on. */
void sw_skyline_reset (SwProfile *profile, SwTime now, guint32 n_models, const guint32 *free_now);
/* So many more from `when` on; calls come in order of time, after reset and before the rest. */
void sw_skyline_release (SwProfile *profile, SwTime when, const SwTake *take);
/* Fewest free of each model over the first length of time. */
void sw_skyline_least (const SwProfile *profile, SwTime length, SwTake *least);
guint32 sw_skyline_free_now (const SwProfile *profile); /* all models */
/* Can counts so large hold the job's tasks?  Sound: TRUE comes with a division among the models. */
gboolean sw_need_divide (const SwNeed *need, guint32 n_models, const SwTake *least, SwTake *take);
/* Earliest time after now at which the need can be held for its length; FALSE if there is none. */
gboolean sw_skyline_earliest (const SwProfile *profile, const SwNeed *need, SwTime *when,
                              SwTake *take);
/* Takes GPUs during [when, when + length). */
void sw_skyline_cut (SwProfile *profile, SwTime when, SwTime length, const SwTake *take);

#endif
