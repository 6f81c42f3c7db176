/* A placement under construction: pieces are claimed on the cluster as they are added, so that
 * every later question sees them taken, and are given back when the placement is dropped. */
#include "sw-cluster.h"

#include <string.h>

void
sw_claim_init (SwClaim *self, SwCluster *cluster)
{
  memset (self, 0, sizeof *self);
  self->cluster = cluster;
  self->on_node = g_new0 (guint32, MAX (sw_cluster_n_nodes (cluster), 1));
}

void
sw_claim_clear (SwClaim *self)
{
  g_free (self->pieces);
  g_free (self->placed);
  g_free (self->on_node);
  memset (self, 0, sizeof *self);
}

static void
forget_pieces (SwClaim *self)
{
  for (guint32 i = 0; i < self->n; i++)
    self->on_node[self->pieces[i].node] = 0;
  self->n = 0;
}

void
sw_claim_begin (SwClaim *self, const SwDemand *demand)
{
  forget_pieces (self);
  self->demand = demand;
  if (self->placed_room < demand->n_groups)
    {
      self->placed_room = demand->n_groups;
      self->placed = g_renew (guint32, self->placed, self->placed_room);
    }
  memset (self->placed, 0, demand->n_groups * sizeof *self->placed);
}

/* Tasks of one group that this claim has on a node. */
static guint32
group_on_node (const SwClaim *self, SwNode node, guint32 group)
{
  guint32 tasks = 0;
  for (guint32 i = 0; i < self->n; i++)
    if (self->pieces[i].node == node && self->pieces[i].group == group)
      tasks += self->pieces[i].tasks;
  return tasks;
}

static void
append (SwClaim *self, const SwPiece *piece)
{
  if (self->n == self->room)
    {
      self->room = MAX (8, 2 * self->room);
      self->pieces = g_renew (SwPiece, self->pieces, self->room);
    }
  self->pieces[self->n++] = *piece;
}

gboolean
sw_claim_add (SwClaim *self, SwNode node, guint32 group, guint32 tasks)
{
  const SwTaskGroup *g = &self->demand->groups[group];
  if (tasks == 0 || tasks > g->tasks - self->placed[group])
    return FALSE;
  if (g->node_max > 0 && group_on_node (self, node, group) + tasks > g->node_max)
    return FALSE;
  guint64 cards;
  if (!sw_cluster_claim (self->cluster, node, g, tasks, &cards))
    return FALSE;
  self->placed[group] += tasks;
  self->on_node[node] += tasks;
  SwPiece *last = self->n > 0 ? &self->pieces[self->n - 1] : NULL;
  if (last != NULL && last->node == node && last->group == group)
    {
      last->tasks += tasks;
      last->cards |= cards;
      return TRUE;
    }
  append (self, &(SwPiece){ .node = node, .tasks = tasks, .group = group, .cards = cards });
  return TRUE;
}

static gboolean
topology_holds (const SwClaim *self)
{
  if (self->demand->topology == SW_TOPOLOGY_ANY || self->n == 0)
    return TRUE;
  guint32 rack0, switch0;
  sw_cluster_domain (self->cluster, self->pieces[0].node, &rack0, &switch0);
  for (guint32 i = 1; i < self->n; i++)
    {
      guint32 rack, top;
      sw_cluster_domain (self->cluster, self->pieces[i].node, &rack, &top);
      if (self->demand->topology == SW_TOPOLOGY_NODE
              ? self->pieces[i].node != self->pieces[0].node
              : top != switch0 || (self->demand->topology == SW_TOPOLOGY_RACK && rack != rack0))
        return FALSE;
    }
  return TRUE;
}

gboolean
sw_claim_complete (const SwClaim *self)
{
  for (guint32 g = 0; g < self->demand->n_groups; g++)
    if (self->placed[g] != self->demand->groups[g].tasks)
      return FALSE;
  return topology_holds (self);
}

void
sw_claim_undo (SwClaim *self, guint32 keep)
{
  while (self->n > keep)
    {
      const SwPiece *piece = &self->pieces[--self->n];
      sw_cluster_release (self->cluster, piece->node, &self->demand->groups[piece->group],
                          piece->tasks, piece->cards);
      self->placed[piece->group] -= piece->tasks;
      self->on_node[piece->node] -= piece->tasks;
    }
}

void
sw_claim_again (SwClaim *self, const SwPiece *pieces, guint32 n)
{
  for (guint32 i = 0; i < n; i++)
    {
      const SwPiece *piece = &pieces[i];
      if (!sw_cluster_claim_cards (self->cluster, piece->node, &self->demand->groups[piece->group],
                                   piece->tasks, piece->cards))
        g_assert_not_reached ();
      self->placed[piece->group] += piece->tasks;
      self->on_node[piece->node] += piece->tasks;
      append (self, piece);
    }
}
