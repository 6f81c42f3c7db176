/* Placing the tasks of a job together on nodes: what consolidate, yarn and gang8 have in common. */
#ifndef SW_ROOMS_H
#define SW_ROOMS_H

#include <slicewise/policy.h>

/* May whole nodes be handed out by counts?  Not if the job limits tasks per node or names a
   topology: such jobs are placed by host->fill. */
gboolean sw_rooms_apply (const SwDemand *demand);
/* Cards of the largest node of the cluster, up or not. */
guint32 sw_rooms_largest (const SwHost *host, SwView *v);
/* Claims so many tasks of the group on the node; FALSE if there is no node or no room. */
gboolean sw_rooms_add (const SwHost *host, SwView *v, SwNode node, guint32 group, guint32 tasks);

#endif
