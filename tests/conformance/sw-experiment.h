/* The published experiments on fragmentation: jobs arrive one by one, none departs, one that does
 * not fit is refused; after each arrival what is allocated and what typical tasks cannot use is
 * added to the means at so many per cent of the GPUs asked for.  Source: Weng et al., Beware of
 * Fragmentation, ATC 2023, with the pods and nodes of the openb trace. */
#ifndef SW_EXPERIMENT_H
#define SW_EXPERIMENT_H

#include <glib.h>

G_BEGIN_DECLS

/* The pods of a workload, read once and shared by runs. */
typedef struct SwPods SwPods;
/* TRACES/openb_pod_list_NAME.csv; ends the program if it cannot be read. */
SwPods *sw_pods_read (const char *traces, const char *name);
void sw_pods_free (SwPods *pods);
const char *sw_pods_name (const SwPods *pods);

/* Means over arrivals, in per cent: of the GPUs, of the GPUs, of what is not allocated. */
typedef struct
{
  guint n;
  double allocated, fragments, ratio;
} SwExperimentMean;

#define SW_EXPERIMENT_SHARES 140 /* per cent of the GPUs that have been asked for */

typedef struct
{
  const SwPods *pods;
  const char *traces;
  const char
      *order; /* file of arrivals and ranks; NULL: shuffled, tuned to 1.3 and ranked by seed */
  const char *place; /* place policy */
  guint64 seed;
  SwExperimentMean at[SW_EXPERIMENT_SHARES]; /* filled by the run; sums, see below */
} SwExperiment;

void sw_experiment_run (SwExperiment *experiment);
/* All of them, so many at once. */
void sw_experiments_run (SwExperiment *experiments, guint n, guint at_once);
/* The mean at a share, or of its neighbours where no arrival met it. */
SwExperimentMean sw_experiment_mean (const SwExperiment *experiment, guint share);

G_END_DECLS

#endif
