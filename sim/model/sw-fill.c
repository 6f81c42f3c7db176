/* Placing a whole demand.  First the tasks one by one as the fit says, group after group; where
 * that fails and could have been otherwise (several groups, a cap per node, a topology), larger
 * groups first, and then a complete search over the assignments of tasks to nodes: depth first,
 * equal nodes tried once, tasks of a group in order of rank.  All of it leaves the cluster as it
 * was unless the demand is placed. */
#include "sw-cluster.h"
#include "sw-rng.h"

#include <string.h>

/* Nodes to place on: all of them (nodes is NULL) or a list in order of rank. */
typedef struct
{
  SwClaim *claim;
  SwFit how;
  guint64 key;
  const SwNode *nodes;
  guint32 n_nodes;
} Fill;

static guint32
tasks_left (const SwClaim *claim, guint32 group)
{
  return claim->demand->groups[group].tasks - claim->placed[group];
}

/* Tasks of the group that may be added on the node now. */
static guint32
room_on (const SwClaim *claim, SwNode node, guint32 group)
{
  const SwTaskGroup *g = &claim->demand->groups[group];
  guint32 room = MIN (sw_cluster_room (claim->cluster, node, g), tasks_left (claim, group));
  if (g->node_max == 0 || room == 0)
    return room;
  guint32 there = 0;
  for (guint32 i = 0; i < claim->n; i++)
    if (claim->pieces[i].node == node && claim->pieces[i].group == group)
      there += claim->pieces[i].tasks;
  return MIN (room, g->node_max - MIN (there, g->node_max));
}

static guint32
free_cards (const SwClaim *claim, SwNode node)
{
  return (guint32)__builtin_popcountll (sw_cluster_free_mask (claim->cluster, node));
}

/* Is node a better than b for one task, both having room? */
static gboolean
better (const Fill *fill, SwNode a, SwNode b, guint32 group)
{
  const SwClaim *claim = fill->claim;
  guint32 free_a = free_cards (claim, a), free_b = free_cards (claim, b);
  switch (fill->how)
    {
    case SW_FIT_BEST:
      return free_a < free_b;
    case SW_FIT_PACK:
      {
        guint32 room_a = room_on (claim, a, group), room_b = room_on (claim, b, group);
        return room_a > room_b || (room_a == room_b && free_a < free_b);
      }
    case SW_FIT_SPREAD:
      if (claim->on_node[a] != claim->on_node[b])
        return claim->on_node[a] < claim->on_node[b];
      return free_a > free_b;
    case SW_FIT_WORST:
      return free_a > free_b;
    case SW_FIT_FIRST:
    case SW_FIT_RANDOM:
    default:
      return FALSE;
    }
}

static guint64
task_key (const Fill *fill, guint32 group)
{
  return fill->key + ((guint64)group << 32) + fill->claim->placed[group];
}

/* Next candidate at or after index i of the list, or rank i of all nodes; NULL-ended by FALSE. */
static gboolean
candidate (const Fill *fill, guint32 *i, guint32 group, SwNode *node)
{
  const SwClaim *claim = fill->claim;
  if (fill->nodes == NULL)
    {
      for (;;)
        {
          *node = sw_cluster_next_fit (claim->cluster, &claim->demand->groups[group], *i);
          if (*node == SW_NO_NODE)
            return FALSE;
          *i = *node + 1;
          if (room_on (claim, *node, group) > 0)
            return TRUE;
        }
    }
  while (*i < fill->n_nodes)
    {
      *node = fill->nodes[(*i)++];
      if (room_on (claim, *node, group) > 0)
        return TRUE;
    }
  return FALSE;
}

/* The choice by looking at every candidate. */
static SwNode
choose_by_looking (const Fill *fill, guint32 group)
{
  SwNode best = SW_NO_NODE, node;
  guint32 i = 0, seen = 0;
  guint64 key = task_key (fill, group);
  while (candidate (fill, &i, group, &node))
    {
      seen++;
      if (best == SW_NO_NODE)
        best = node;
      else if (fill->how == SW_FIT_RANDOM ? sw_below (sw_mix64 (key ^ sw_mix64 (seen)), seen) == 0
                                          : better (fill, node, best, group))
        best = node;
      if (fill->how == SW_FIT_FIRST)
        break;
    }
  return best;
}

/* The choice by the cluster's index; only without a list and without a cap per node. */
static SwNode
choose_by_index (const Fill *fill, guint32 group)
{
  const SwTaskGroup *g = &fill->claim->demand->groups[group];
  SwCluster *cluster = fill->claim->cluster;
  switch (fill->how)
    {
    case SW_FIT_BEST:
      return sw_cluster_best_fit (cluster, g);
    case SW_FIT_WORST:
    case SW_FIT_PACK:
      return sw_cluster_worst_fit (cluster, g);
    case SW_FIT_RANDOM:
      return sw_cluster_random_fit (cluster, g, sw_mix64 (task_key (fill, group)));
    case SW_FIT_SPREAD:
      {
        SwNode node = sw_cluster_worst_fit (cluster, g);
        return node == SW_NO_NODE || fill->claim->on_node[node] == 0
                   ? node
                   : choose_by_looking (fill, group);
      }
    case SW_FIT_FIRST:
    default:
      return sw_cluster_next_fit (cluster, g, 0);
    }
}

/* Some of so many tasks that the node has room for, one at least; FALSE if not even that. */
static inline gboolean
add_some (const Fill *fill, SwNode node, guint32 group, guint32 tasks)
{
  SwClaim *claim = fill->claim;
  if (fill->how == SW_FIT_RANDOM)
    return sw_claim_add_random (claim, node, group, sw_mix64 (~sw_mix64 (task_key (fill, group))));
  return sw_claim_add (claim, node, group, tasks)
         || (tasks > 1 && sw_claim_add (claim, node, group, 1));
}

static gboolean
place_group (const Fill *fill, guint32 group)
{
  SwClaim *claim = fill->claim;
  const SwTaskGroup *g = &claim->demand->groups[group];
  gboolean indexed = fill->nodes == NULL && g->node_max == 0;
  while (tasks_left (claim, group) > 0)
    {
      SwNode node = SW_NO_NODE;
      /* Fewest nodes: the rest on one node, the tightest that takes it, if there is one. */
      if (fill->how == SW_FIT_PACK && indexed && g->tasks > 1 && g->use < SW_USE_SHARE)
        {
          guint32 left = tasks_left (claim, group);
          SwTaskGroup rest = *g;
          rest.gpus *= left;
          rest.cpu_milli *= left;
          rest.mem_mib *= left;
          node = sw_cluster_best_fit (claim->cluster, &rest);
        }
      else if (fill->how == SW_FIT_PACK && indexed)
        node = sw_cluster_best_fit (claim->cluster, g);
      if (node == SW_NO_NODE)
        node = indexed ? choose_by_index (fill, group) : choose_by_looking (fill, group);
      if (node == SW_NO_NODE)
        return FALSE;
      gboolean one = fill->how == SW_FIT_WORST || fill->how == SW_FIT_SPREAD;
      if (!add_some (fill, node, group, one ? 1 : room_on (claim, node, group)))
        return FALSE;
    }
  return TRUE;
}

/* Groups in order of size, the largest first; order has n_groups entries. */
static void
order_by_size (const SwDemand *demand, guint32 *order)
{
  for (guint32 i = 0; i < demand->n_groups; i++)
    {
      guint32 at = i;
      const SwTaskGroup *g = &demand->groups[i];
      for (; at > 0; at--)
        {
          const SwTaskGroup *o = &demand->groups[order[at - 1]];
          if (o->gpus > g->gpus
              || (o->gpus == g->gpus
                  && (o->cpu_milli > g->cpu_milli
                      || (o->cpu_milli == g->cpu_milli && o->mem_mib >= g->mem_mib))))
            break;
          order[at] = order[at - 1];
        }
      order[at] = i;
    }
}

static gboolean
place_in_order (const Fill *fill, const guint32 *order)
{
  for (guint32 i = 0; i < fill->claim->demand->n_groups; i++)
    if (!place_group (fill, order == NULL ? i : order[i]))
      {
        sw_claim_undo (fill->claim, 0);
        return FALSE;
      }
  return TRUE;
}

/* ---- complete search ---- */

typedef struct
{
  Fill fill;
  const guint32 *order; /* groups by size */
  guint32 visits;
  gboolean cut;
} Search;

/* Two nodes look the same to the search. */
static gboolean
alike (const SwClaim *claim, SwNode a, SwNode b)
{
  SwNodeInfo x, y;
  if (claim->on_node[a] != 0 || claim->on_node[b] != 0)
    return FALSE;
  sw_cluster_node (claim->cluster, a, &x);
  sw_cluster_node (claim->cluster, b, &y);
  return x.model == y.model && x.free_gpus == y.free_gpus && x.free_cpu_milli == y.free_cpu_milli
         && x.free_mem_mib == y.free_mem_mib;
}

static gboolean search_task (Search *search, guint32 at, guint32 from);

/* Tries node for the next task of the group and goes on behind it. */
static gboolean
search_node (Search *search, guint32 at, SwNode node, guint32 from)
{
  SwClaim *claim = search->fill.claim;
  guint32 group = search->order[at];
  guint32 before_n = claim->n, before_tasks = before_n > 0 ? claim->pieces[before_n - 1].tasks : 0;
  guint64 before_cards = before_n > 0 ? claim->pieces[before_n - 1].cards : 0;
  if (!sw_claim_add (claim, node, group, 1))
    return FALSE;
  gboolean last = tasks_left (claim, group) == 0;
  if (search_task (search, last ? at + 1 : at, last ? 0 : from))
    return TRUE;
  if (claim->n > before_n)
    {
      sw_claim_undo (claim, before_n);
      return FALSE;
    }
  /* The task was joined to the last piece: give back its part only. */
  const SwPiece *piece = &claim->pieces[before_n - 1];
  sw_claim_shrink (claim, piece->tasks - before_tasks, piece->cards & ~before_cards);
  return FALSE;
}

static gboolean
search_task (Search *search, guint32 at, guint32 from)
{
  SwClaim *claim = search->fill.claim;
  if (at == claim->demand->n_groups)
    return TRUE;
  SwNode tried[64], node;
  guint32 n_tried = 0, i = from;
  while (!search->cut)
    {
      if (!candidate (&search->fill, &i, search->order[at], &node))
        return FALSE;
      if (++search->visits > SW_SEARCH_BOUND)
        search->cut = TRUE;
      gboolean seen = FALSE;
      for (guint32 t = 0; t < n_tried && !seen; t++)
        seen = alike (claim, tried[t], node);
      if (seen)
        continue;
      if (search_node (search, at, node, search->fill.nodes == NULL ? node : i - 1))
        return TRUE;
      if (n_tried < G_N_ELEMENTS (tried))
        tried[n_tried++] = node;
    }
  return FALSE;
}

static gboolean
search_all (const Fill *fill, const guint32 *order, gboolean *cut)
{
  Search search = { .fill = *fill, .order = order };
  gboolean found = search_task (&search, 0, 0);
  if (!found)
    sw_claim_undo (fill->claim, 0);
  if (search.cut && cut != NULL)
    *cut = TRUE;
  return found;
}

/* ---- domains ---- */

static gboolean
fill_nodes (const Fill *fill, gboolean *cut)
{
  const SwDemand *demand = fill->claim->demand;
  if (place_in_order (fill, NULL))
    return TRUE;
  gboolean capped = FALSE;
  for (guint32 g = 0; g < demand->n_groups; g++)
    capped |= demand->groups[g].node_max > 0;
  if (demand->n_groups == 1)
    return FALSE; /* equal tasks: taking what fits, node by node, is complete */
  guint32 few[16];
  g_autofree guint32 *many = demand->n_groups > 16 ? g_new (guint32, demand->n_groups) : NULL;
  guint32 *order = many != NULL ? many : few;
  order_by_size (demand, order);
  return (!capped && place_in_order (fill, order)) || search_all (fill, order, cut);
}

/* All tasks on one node: one task as large as all of them, where the index helps to find it. */
static gboolean
fill_one_node (const Fill *fill)
{
  SwClaim *claim = fill->claim;
  const SwDemand *demand = claim->demand;
  SwTaskGroup whole = { .tasks = 1, .models = ~(guint64)0 };
  for (guint32 g = 0; g < demand->n_groups; g++)
    {
      const SwTaskGroup *group = &demand->groups[g];
      if (group->node_max > 0 && group->tasks > group->node_max)
        return FALSE;
      if (group->use < SW_USE_SHARE)
        whole.gpus += group->gpus * group->tasks;
      whole.cpu_milli += group->cpu_milli * group->tasks;
      whole.mem_mib += group->mem_mib * group->tasks;
      if (group->gpus > 0)
        whole.models &= group->models;
    }
  SwNode node;
  switch (fill->how)
    {
    case SW_FIT_BEST:
    case SW_FIT_PACK:
      node = sw_cluster_best_fit (claim->cluster, &whole);
      break;
    case SW_FIT_WORST:
    case SW_FIT_SPREAD:
      node = sw_cluster_worst_fit (claim->cluster, &whole);
      break;
    case SW_FIT_RANDOM:
      node = sw_cluster_random_fit (claim->cluster, &whole, sw_mix64 (fill->key));
      break;
    case SW_FIT_FIRST:
    default:
      node = sw_cluster_next_fit (claim->cluster, &whole, 0);
    }
  if (node == SW_NO_NODE)
    return FALSE;
  for (guint32 g = 0; g < demand->n_groups; g++)
    while (tasks_left (claim, g) > 0)
      if (!add_some (fill, node, g, tasks_left (claim, g)))
        {
          sw_claim_undo (claim, 0);
          return FALSE;
        }
  return TRUE;
}

/* Rack by rack, or switch by switch, in order of their first node; each by the rule of the fit. */
static gboolean
fill_domains (Fill *fill, gboolean *cut)
{
  const SwClaim *claim = fill->claim;
  SwTopology level = claim->demand->topology;
  for (guint32 d = 0; d < sw_cluster_n_domains (claim->cluster, level); d++)
    {
      fill->nodes = sw_cluster_domain_nodes (claim->cluster, level, d, &fill->n_nodes);
      if (fill_nodes (fill, cut))
        return TRUE;
    }
  return FALSE;
}

gboolean
sw_fill (SwClaim *claim, SwFit how, guint64 key, gboolean *cut)
{
  Fill fill = { .claim = claim, .how = how, .key = key };
  switch (claim->demand->topology)
    {
    case SW_TOPOLOGY_NODE:
      return fill_one_node (&fill);
    case SW_TOPOLOGY_RACK:
    case SW_TOPOLOGY_SWITCH:
      return fill_domains (&fill, cut);
    case SW_TOPOLOGY_ANY:
    default:
      return fill_nodes (&fill, cut);
    }
}
