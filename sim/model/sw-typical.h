/* The tasks that a workload asks for most, with which fragmentation is measured.
 *
 * Tasks are grouped by (CPU, thousandths per GPU, GPUs, models as they are written); memory plays
 * no part.  Kept are the groups with most tasks, as many as make up the wished share of all; ties
 * go to more CPU, then thousandths, GPUs, models.  Source: Weng et al., Beware of Fragmentation,
 * ATC 2023, and its published simulator. */
#ifndef SW_TYPICAL_H
#define SW_TYPICAL_H

#include "sw-cluster.h"

G_BEGIN_DECLS

/* As much of a workload as is typical. */
#define SW_TYPICAL_SHARE 0.95

/* A typical task before it is bound to the models of a cluster. */
typedef struct
{
  SwTypicalTask task; /* but for models */
  char *models;       /* "A|B", "" for any */
} SwTypicalRow;

typedef struct
{
  guint32 n;
  SwTypicalRow *rows; /* most frequent first */
} SwTypical;

/* Typical tasks of all jobs of the workload, before an order or tuning copied some and left out
   others. */
SwTypical *sw_typical_new (const SwJobTable *table, double share);
void sw_typical_free (SwTypical *typical);
/* The n tasks with models as bits of the cluster's; free it. */
SwTypicalTask *sw_typical_bind (const SwTypical *typical, const SwCluster *cluster);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SwTypical, sw_typical_free)

G_END_DECLS

#endif
