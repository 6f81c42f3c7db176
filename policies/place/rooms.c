/* Placing the tasks of a job together on nodes. */
#include "rooms.h"

gboolean
sw_rooms_apply (const SwDemand *demand)
{
  for (guint32 g = 0; g < demand->n_groups; g++)
    if (demand->groups[g].node_max > 0)
      return FALSE;
  return demand->topology == SW_TOPOLOGY_ANY;
}

guint32
sw_rooms_largest (const SwHost *host, SwView *v)
{
  guint32 largest = 0;
  for (SwNode node = 0; node < host->n_nodes (v); node++)
    {
      SwNodeInfo info;
      if (host->node (v, node, &info) == SW_OK)
        largest = MAX (largest, info.gpus);
    }
  return largest;
}

gboolean
sw_rooms_add (const SwHost *host, SwView *v, SwNode node, guint32 group, guint32 tasks)
{
  return node != SW_NO_NODE && host->add (v, node, group, tasks) == SW_OK;
}
