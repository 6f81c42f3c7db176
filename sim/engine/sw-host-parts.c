/* What policies see of parts of cards: places, fragmentation, views of nodes and what changed. */
#include "sw-engine-private.h"

guint32
sw_host_spots (SwView *v, const SwTaskGroup *task, const SwNodeView *node, SwSpot *out,
               guint32 room)
{
  sw_host_count_call (v);
  if (node->node >= sw_cluster_n_nodes (v->cluster))
    {
      sw_host_broke (v, SW_BAD_HANDLE, "it asks for places on a node that is none");
      return 0;
    }
  return sw_cluster_spots (v->cluster, node->node, task, out, room);
}

/* A share of a time-sliced card is a slot, whatever was asked for. */
static SwTaskGroup
what_is_taken (const SwView *v, const SwTaskGroup *task, const SwNodeView *node)
{
  SwTaskGroup taken = *task;
  const SwPoolRules *rules = sw_cluster_rules (v->cluster, node->node);
  if (task->use == SW_USE_SHARE && rules != NULL && rules->sharing == SW_SHARING_TIMESLICE)
    taken.milli = 1000 / rules->max_tenants;
  return taken;
}

gint64
sw_host_fragmentation (SwView *v, const SwTaskGroup *task, const SwNodeView *node,
                       const SwSpot *spots, gint64 *increase)
{
  sw_host_count_call (v);
  if (v->fragments == NULL)
    return 0;
  const gboolean by_card = task->use == SW_USE_SHARE && task->gpus == 1 && node->mig == NULL;
  for (guint32 i = 0; by_card && i < node->n_cards; i++)
    increase[i] = G_MAXINT64;
  const SwTaskGroup taken = what_is_taken (v, task, node);
  sw_fragments_increase (v->fragments, &taken, node, spots, increase);
  for (guint32 i = 0; by_card && i < node->n_cards; i++)
    if (!sw_cluster_card_takes (v->cluster, node->node, i, task))
      increase[i] = G_MAXINT64;
  return sw_fragments_count (v->fragments);
}

guint32
sw_host_n_typical (const SwView *v)
{
  sw_host_count_call (v);
  return v->fragments == NULL ? 0 : sw_fragments_n_tasks (v->fragments);
}

const SwTypicalTask *
sw_host_typical (const SwView *v)
{
  sw_host_count_call (v);
  return v->fragments == NULL ? NULL : sw_fragments_tasks (v->fragments);
}

SwResult
sw_host_view (SwView *v, SwNode node, SwNodeView *out)
{
  sw_host_count_call (v);
  if (node >= sw_cluster_n_nodes (v->cluster))
    return SW_BAD_HANDLE;
  sw_cluster_view (v->cluster, node, v->scores != NULL ? v->spec->place.policy->sees : 0, out);
  return SW_OK;
}
