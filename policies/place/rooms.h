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

/* What consolidate and yarn share: their parameter `node` and the placement.  A group of tasks that
   one whole node can take goes to one node, chosen as `one` says; of a larger one whole nodes'
   worth at a time and then the rest, each chosen as `more` says.  There is no second try. */
typedef struct
{
  guint32 node; /* GPUs of a whole node, 0: not known yet */
} SwWholeNodes;
extern const SwParam sw_whole_nodes_params[];
gpointer sw_whole_nodes_new (const SwHost *host, const SwValue *values, GError **error);
gboolean sw_whole_nodes_place (SwWholeNodes *self, const SwHost *host, SwView *v, SwJob job,
                               SwFit one, SwFit more);

#endif
