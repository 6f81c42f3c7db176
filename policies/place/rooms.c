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

const SwParam sw_whole_nodes_params[] = {
  { "node", SW_PARAM_INT, "0", 0, SW_MAX_CARDS,
    .doc = "GPUs of a whole node, 0: as many as the largest node has" },
  { NULL },
};

gpointer
sw_whole_nodes_new (const SwHost *host, const SwValue *values, GError **error)
{
  SwWholeNodes *self = g_new0 (SwWholeNodes, 1);
  self->node = (guint32)values[0].i;
  return self;
}

static gboolean
add_together (const SwHost *host, SwView *v, SwJob job, guint32 group, guint32 tasks, SwFit how)
{
  return sw_rooms_add (host, v, host->pick_room (v, job, group, tasks, how), group, tasks);
}

static gboolean
place_group (const SwWholeNodes *self, const SwHost *host, SwView *v, SwJob job, guint32 group,
             const SwTaskGroup *wanted, SwFit one, SwFit more)
{
  guint32 tasks = wanted->tasks;
  guint32 full = wanted->gpus == 0 ? 1 : MAX (self->node / wanted->gpus, 1);
  if (tasks <= full)
    return add_together (host, v, job, group, tasks, one);
  for (guint32 whole = tasks / full; whole > 0; whole--)
    if (!add_together (host, v, job, group, full, more))
      return FALSE;
  return tasks % full == 0 || add_together (host, v, job, group, tasks % full, more);
}

gboolean
sw_whole_nodes_place (SwWholeNodes *self, const SwHost *host, SwView *v, SwJob job, SwFit one,
                      SwFit more)
{
  SwJobInfo info;
  host->job (v, job, &info);
  const SwDemand *demand = host->demand (v, info.demand);
  if (!sw_rooms_apply (demand))
    return host->fill (v, job, one) == SW_OK;
  if (self->node == 0)
    self->node = sw_rooms_largest (host, v);
  for (guint32 g = 0; g < demand->n_groups; g++)
    if (!place_group (self, host, v, job, g, &demand->groups[g], one, more))
      return FALSE;
  return TRUE;
}
