/* Nodes and what is free of them: looking, claiming, giving back, coming and going. */
#include "sw-cluster-private.h"

#include <string.h>

/* ---- looking ---- */

guint32
sw_cluster_n_nodes (const SwCluster *self)
{
  return self->n;
}

guint32
sw_cluster_n_models (const SwCluster *self)
{
  return self->n_models;
}

guint32
sw_cluster_n_pools (const SwCluster *self)
{
  return self->n_pools;
}

const char *
sw_cluster_model (const SwCluster *self, guint32 model)
{
  return self->models[model];
}

const char *
sw_cluster_pool (const SwCluster *self, guint32 pool)
{
  return self->pools[pool];
}

void
sw_cluster_node (const SwCluster *self, SwNode node, SwNodeInfo *out)
{
  const SwClusterNode *n = &self->nodes[node];
  const SwNodeRow *row = sw_cluster_row (self, node);
  *out = (SwNodeInfo){
    .id = sw_strings_get (self->table->strings, row->id),
    .pool = self->pool[node],
    .model = self->model[node],
    .gpus = row->gpus,
    .free_gpus = n->free,
    .free_mask = n->free_mask,
    .cpu_milli = self->cpu[node],
    .free_cpu_milli = n->free_cpu,
    .mem_mib = self->mem[node],
    .free_mem_mib = n->free_mem,
    .rack = self->rack[node],
    .top_switch = self->top_switch[node],
    .up = n->up,
  };
}

guint64
sw_cluster_free_mask (const SwCluster *self, SwNode node)
{
  return self->nodes[node].free_mask;
}

void
sw_cluster_domain (const SwCluster *self, SwNode node, guint32 *rack, guint32 *top_switch)
{
  *rack = self->rack[node];
  *top_switch = self->top_switch[node];
}

static const SwClusterDomains *
domains_of (const SwCluster *self, SwTopology level)
{
  return level == SW_TOPOLOGY_RACK ? &self->racks : &self->switches;
}

guint32
sw_cluster_n_domains (const SwCluster *self, SwTopology level)
{
  return domains_of (self, level)->n;
}

const SwNode *
sw_cluster_domain_nodes (const SwCluster *self, SwTopology level, guint32 domain, guint32 *n)
{
  const SwClusterDomains *domains = domains_of (self, level);
  *n = domains->first[domain + 1] - domains->first[domain];
  return domains->nodes + domains->first[domain];
}

const char *
sw_cluster_node_id (const SwCluster *self, SwNode node)
{
  return sw_strings_get (self->table->strings, sw_cluster_row (self, node)->id);
}

guint32
sw_cluster_gpus (const SwCluster *self)
{
  return self->gpus;
}

guint32
sw_cluster_free_gpus (const SwCluster *self)
{
  return self->free_gpus;
}

void
sw_cluster_model_gpus (const SwCluster *self, guint32 model, guint32 *exist, guint32 *free_now)
{
  *exist = self->model_gpus[model];
  *free_now = self->model_free[model];
}

const guint32 *
sw_cluster_pool_gpus (const SwCluster *self)
{
  return self->pool_gpus;
}

const guint64 *
sw_cluster_pool_allocated (const SwCluster *self)
{
  return self->pool_allocated;
}

guint64
sw_cluster_allocated (const SwCluster *self)
{
  return self->allocated;
}

void
sw_cluster_cpu (const SwCluster *self, gint64 *exist, gint64 *used)
{
  *exist = self->cpu_exist;
  *used = self->cpu_used;
}

gint32
sw_cluster_node_model (const SwCluster *self, SwNode node)
{
  return self->model[node];
}

/* ---- changing ---- */

void
sw_cluster_set_up (SwCluster *self, SwNode node, gboolean up)
{
  SwClusterNode *n = &self->nodes[node];
  guint32 gpus = sw_cluster_row (self, node)->gpus;
  g_assert (n->up != up);
  SwClusterIndex *index = &self->index[n->class];
  gint64 cpu = self->cpu[node] == SW_UNLIMITED ? 0 : self->cpu[node];
  if (up)
    {
      n->free_mask = sw_cluster_all_cards (gpus);
      n->free = (guint16)gpus;
      n->free_cpu = self->cpu[node];
      n->free_mem = self->mem[node];
      sw_bits_set (&index->buckets[gpus], n->local);
      self->gpus += gpus;
      self->free_gpus += gpus;
      self->pool_gpus[self->pool[node]] += gpus;
      self->cpu_exist += cpu;
    }
  else
    {
      g_assert (n->free_mask == sw_cluster_all_cards (gpus) && n->free_cpu == self->cpu[node]
                && n->free_mem == self->mem[node]);
      sw_bits_clear (&index->buckets[gpus], n->local);
      *n = (SwClusterNode){ .class = n->class, .local = n->local };
      self->gpus -= gpus;
      self->free_gpus -= gpus;
      self->pool_gpus[self->pool[node]] -= gpus;
      self->cpu_exist -= cpu;
    }
  n->up = up;
  if (self->cards != NULL)
    sw_cluster_cards_up (self, node, up);
  if (up)
    sw_cluster_raise_bounds (index, n);
  sw_cluster_note (self, node);
  if (self->model[node] >= 0)
    {
      self->model_gpus[self->model[node]] += up ? gpus : -gpus;
      self->model_free[self->model[node]] += up ? gpus : -gpus;
    }
}

void
sw_cluster_fill_up (SwCluster *self)
{
  for (SwNode i = 0; i < self->n; i++)
    if (!self->nodes[i].up)
      sw_cluster_set_up (self, i, TRUE);
}

/* What hangs on whole cards beside their number. */
static inline void
count_whole (SwCluster *self, SwNode node, const SwTaskGroup *group, guint32 tasks, guint64 cards,
             gint sign)
{
  gint64 milli = -sign * (gint64)1000 * group->gpus * tasks;
  if (G_LIKELY (self->cards == NULL))
    {
      self->allocated += (guint64)milli;
      self->pool_allocated[self->pool[node]] += (guint64)milli;
      return;
    }
  sw_cluster_cards_whole (self, node, cards, sign < 0);
  if (self->hosts != NULL)
    self->hosts[(gsize)node * SW_HOST_KINDS + MIN (group->gpus, SW_HOST_KINDS - 1)]
        -= (guint16)(sign * (gint)tasks);
}

/* Takes (sign -1) or gives back (+1) the cards and amounts of so many tasks. */
static void
move (SwCluster *self, SwNode node, const SwTaskGroup *group, guint32 tasks, guint64 cards,
      gint sign)
{
  SwClusterNode *n = &self->nodes[node];
  SwClusterIndex *index = &self->index[n->class];
  guint32 old_free = n->free, count = group->gpus * tasks;
  n->free_mask ^= cards;
  n->free += sign > 0 ? count : -count;
  gint64 cpu = group->cpu_milli * tasks;
  n->free_cpu += sign * cpu;
  n->free_mem += sign * group->mem_mib * (gint64)tasks;
  self->cpu_used -= sign * cpu;
  if (count > 0)
    {
      sw_bits_clear (&index->buckets[old_free], n->local);
      sw_bits_set (&index->buckets[n->free], n->local);
      self->free_gpus += sign > 0 ? count : -count;
      self->model_free[self->model[node]] += sign > 0 ? count : -count;
      count_whole (self, node, group, tasks, cards, sign);
    }
  if (sign > 0)
    sw_cluster_raise_bounds (index, n);
  sw_cluster_note (self, node);
}

static guint64
lowest (guint64 mask, guint32 count)
{
  guint64 rest = mask;
  for (guint32 i = 0; i < count; i++)
    rest &= rest - 1;
  return mask & ~rest;
}

guint32
sw_cluster_room (const SwCluster *self, SwNode node, const SwTaskGroup *group)
{
  const SwClusterNode *n = &self->nodes[node];
  if (!n->up || !sw_cluster_allowed (self, group, &self->classes[n->class]))
    return 0;
  gint64 room = G_MAXUINT32;
  if (sw_cluster_has_part (group))
    room = sw_cluster_parts_room (self, node, group);
  else if (group->gpus > 0)
    room = n->free / group->gpus;
  if (group->cpu_milli > 0)
    room = MIN (room, n->free_cpu / group->cpu_milli);
  if (group->mem_mib > 0)
    room = MIN (room, n->free_mem / group->mem_mib);
  return (guint32)room;
}

gboolean
sw_cluster_fits (const SwCluster *self, SwNode node, const SwTaskGroup *group)
{
  const SwClusterNode *n = &self->nodes[node];
  const SwClusterClass *class = &self->classes[n->class];
  if (!n->up || n->free_cpu < group->cpu_milli || n->free_mem < group->mem_mib
      || !sw_cluster_allowed (self, group, class))
    return FALSE;
  if (!sw_cluster_has_part (group))
    return n->free >= group->gpus;
  if (group->gpus > 1)
    return sw_cluster_parts_room (self, node, group) > 0;
  const SwCard *cards = sw_cluster_cards (self, node);
  for (guint32 i = 0; i < class->gpus; i++)
    if (sw_cluster_card_fits (self, class, &cards[i], group))
      return TRUE;
  return FALSE;
}

gboolean
sw_cluster_claim (SwCluster *self, SwNode node, const SwTaskGroup *group, guint32 tasks,
                  guint64 *cards)
{
  if (sw_cluster_room (self, node, group) < tasks)
    return FALSE;
  *cards = lowest (self->nodes[node].free_mask, group->gpus * tasks);
  move (self, node, group, tasks, *cards, -1);
  return TRUE;
}

gboolean
sw_cluster_claim_cards (SwCluster *self, SwNode node, const SwTaskGroup *group, guint32 tasks,
                        guint64 cards)
{
  if (sw_cluster_room (self, node, group) < tasks || (cards & ~self->nodes[node].free_mask) != 0
      || (guint32)__builtin_popcountll (cards) != group->gpus * tasks)
    return FALSE;
  move (self, node, group, tasks, cards, -1);
  return TRUE;
}

void
sw_cluster_release (SwCluster *self, SwNode node, const SwTaskGroup *group, guint32 tasks,
                    guint64 cards)
{
  g_assert (self->nodes[node].up && (self->nodes[node].free_mask & cards) == 0);
  move (self, node, group, tasks, cards, 1);
}
