/* A placement under construction: pieces are claimed on the cluster as they are added, so that
 * every later question sees them taken, and are given back when the placement is dropped. */
#include "sw-cluster.h"

#include <string.h>

typedef struct SwCardBefore
{
  SwCard card;
  guint8 number;
} SwCardBefore;

void
sw_claim_init (SwClaim *self, SwCluster *cluster)
{
  memset (self, 0, sizeof *self);
  self->cluster = cluster;
  self->parts = sw_cluster_has_parts (cluster);
  self->on_node = g_new0 (guint32, MAX (sw_cluster_n_nodes (cluster), 1));
}

void
sw_claim_clear (SwClaim *self)
{
  g_free (self->pieces);
  g_free (self->setups);
  g_free (self->whole);
  g_free (self->placed);
  g_free (self->on_node);
  memset (self, 0, sizeof *self);
}

static void
forget_pieces (SwClaim *self)
{
  for (guint32 i = 0; i < self->n; i++)
    self->on_node[self->pieces[i].node] = 0;
  self->n = self->n_whole = 0;
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
      if (self->parts)
        self->setups = g_renew (SwPieceSetup, self->setups, self->room);
    }
  if (self->parts)
    self->setups[self->n] = (SwPieceSetup){ 0 };
  self->pieces[self->n++] = *piece;
}

/* ---- whole cards ---- */

/* A card that is taken whole loses its instances and leaves its mode.  If it is given back since
   nothing came of the claim, it is to be as it was. */
static void
remember_cards (SwClaim *self, const SwCard *before, guint64 cards)
{
  for (; cards != 0; cards &= cards - 1)
    {
      const guint number = (guint)__builtin_ctzll (cards);
      if (self->n_whole == self->whole_room)
        {
          self->whole_room = MAX (8, 2 * self->whole_room);
          self->whole = g_renew (SwCardBefore, self->whole, self->whole_room);
        }
      self->whole[self->n_whole++] = (SwCardBefore){ before[number], (guint8)number };
    }
}

/* All cards of a node where they are to be remembered, else NULL. */
static const SwCard *
copy_cards (const SwClaim *self, SwNode node, SwCard *copy)
{
  if (!self->parts || sw_cluster_mig (self->cluster, node) == NULL)
    return NULL;
  SwNodeView view;
  sw_cluster_view (self->cluster, node, 0, &view);
  memcpy (copy, view.cards, view.n_cards * sizeof *copy);
  return copy;
}

/* After the latest whole cards of the node were given back. */
static void
restore_cards (SwClaim *self, SwNode node, guint64 cards)
{
  if (!self->parts || sw_cluster_mig (self->cluster, node) == NULL)
    return;
  for (; cards != 0; cards &= cards - 1)
    {
      const SwCardBefore *last = &self->whole[--self->n_whole];
      sw_cluster_restore (self->cluster, node, last->number, &last->card);
    }
}

/* ---- parts ---- */

/* Claims one device of a task, on a place that holds; the first brings its CPU and memory. */
static gboolean
claim_device (SwClaim *self, SwNode node, guint32 group, SwSpot spot, gboolean first)
{
  const SwTaskGroup *g = &self->demand->groups[group];
  const SwCard *card = sw_cluster_cards (self->cluster, node) + spot.card;
  SwPieceSetup setup
      = { .before = *card,
          .setup = sw_cluster_setup (self->cluster, node, g, &spot),
          .destroyed = spot.destroys,
          .created = spot.creates,
          .mode = sw_cluster_mig (self->cluster, node) != NULL && card->use == SW_CARD_FREE };
  SwPiece piece;
  if (!sw_cluster_claim_part (self->cluster, node, g, &spot, first, &piece))
    return FALSE;
  piece.group = (guint16)group;
  append (self, &piece);
  self->setups[self->n - 1] = setup;
  self->placed[group] += first;
  self->on_node[node] += first;
  return TRUE;
}

static gboolean
add_device (SwClaim *self, SwNode node, guint32 group, SwSpot spot, gboolean first)
{
  return sw_cluster_spot_holds (self->cluster, node, &self->demand->groups[group], &spot)
         && claim_device (self, node, group, spot, first);
}

static gboolean
may_add (const SwClaim *self, SwNode node, guint32 group, guint32 tasks)
{
  const SwTaskGroup *g = &self->demand->groups[group];
  if (tasks == 0 || tasks > g->tasks - self->placed[group])
    return FALSE;
  return g->node_max == 0 || group_on_node (self, node, group) + tasks <= g->node_max;
}

gboolean
sw_claim_add_at (SwClaim *self, SwNode node, guint32 group, const SwSpot *spots)
{
  const SwTaskGroup *g = &self->demand->groups[group];
  if (!may_add (self, node, group, 1) || g->gpus == 0)
    return FALSE;
  guint32 before = self->n;
  guint64 taken = 0;
  for (guint32 i = 0; i < g->gpus; i++)
    {
      guint64 card = (guint64)1 << (spots[i].card & 63);
      gboolean again = g->use == SW_USE_SHARE && (taken & card) != 0;
      if (again || !add_device (self, node, group, spots[i], i == 0))
        {
          sw_claim_undo (self, before);
          return FALSE;
        }
      taken |= card;
    }
  return TRUE;
}

gboolean
sw_claim_add_instance (SwClaim *self, SwNode node, guint32 group, const SwSpot *spot)
{
  return self->demand->groups[group].gpus == 1 && may_add (self, node, group, 1)
         && claim_device (self, node, group, *spot, TRUE);
}

/* Tasks with parts, one by one, each where the cluster likes it best; all or none. */
static gboolean
add_parts (SwClaim *self, SwNode node, guint32 group, guint32 tasks)
{
  const SwTaskGroup *g = &self->demand->groups[group];
  SwSpot few[8];
  g_autofree SwSpot *many = g->gpus > G_N_ELEMENTS (few) ? g_new (SwSpot, g->gpus) : NULL;
  SwSpot *spots = many != NULL ? many : few;
  guint32 before = self->n;
  for (guint32 t = 0; t < tasks; t++)
    if (!sw_cluster_choose (self->cluster, node, g, spots)
        || !sw_claim_add_at (self, node, group, spots))
      {
        sw_claim_undo (self, before);
        return FALSE;
      }
  return TRUE;
}

/* Cards of a partitioned pool that are taken whole leave their mode. */
static SwTime
whole_setup (const SwClaim *self, SwNode node, const SwTaskGroup *group)
{
  SwTime setup = 0;
  if (group->gpus == 0 || !self->parts || sw_cluster_mig (self->cluster, node) == NULL)
    return 0;
  guint64 free_mask = sw_cluster_free_mask (self->cluster, node);
  for (; free_mask != 0; free_mask &= free_mask - 1)
    {
      SwSpot spot = { .card = (guint8)__builtin_ctzll (free_mask) };
      setup = MAX (setup, sw_cluster_setup (self->cluster, node, group, &spot));
    }
  return setup;
}

gboolean
sw_claim_add (SwClaim *self, SwNode node, guint32 group, guint32 tasks)
{
  const SwTaskGroup *g = &self->demand->groups[group];
  if (!may_add (self, node, group, tasks))
    return FALSE;
  if (g->use >= SW_USE_SHARE)
    return sw_cluster_room (self->cluster, node, g) >= tasks
           && add_parts (self, node, group, tasks);
  guint64 cards;
  SwCard copy[SW_MAX_CARDS];
  const SwCard *before = copy_cards (self, node, copy);
  SwTime setup = whole_setup (self, node, g);
  if (!sw_cluster_claim (self->cluster, node, g, tasks, &cards))
    return FALSE;
  if (before != NULL)
    remember_cards (self, before, cards);
  self->placed[group] += tasks;
  self->on_node[node] += tasks;
  SwPiece *last = self->n > 0 ? &self->pieces[self->n - 1] : NULL;
  if (last != NULL && last->node == node && last->group == group && last->milli == 0)
    {
      last->tasks += tasks;
      last->cards |= cards;
      return TRUE;
    }
  append (self,
          &(SwPiece){ .node = node, .tasks = tasks, .group = (guint16)group, .cards = cards });
  if (self->parts)
    {
      self->setups[self->n - 1].setup = setup;
      self->setups[self->n - 1].mode = setup > 0;
    }
  return TRUE;
}

gboolean
sw_claim_add_random (SwClaim *self, SwNode node, guint32 group, guint64 draw)
{
  const SwTaskGroup *g = &self->demand->groups[group];
  if (g->use < SW_USE_SHARE)
    return sw_claim_add (self, node, group, 1);
  SwSpot few[8];
  g_autofree SwSpot *many = g->gpus > G_N_ELEMENTS (few) ? g_new (SwSpot, g->gpus) : NULL;
  SwSpot *spots = many != NULL ? many : few;
  return sw_cluster_fits (self->cluster, node, g)
         && sw_cluster_choose_random (self->cluster, node, g, draw, spots)
         && sw_claim_add_at (self, node, group, spots);
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
      sw_cluster_drop (self->cluster, &self->demand->groups[piece->group], piece);
      if (piece->milli > 0)
        sw_cluster_restore (self->cluster, piece->node, piece->part.card,
                            &self->setups[self->n].before);
      else
        restore_cards (self, piece->node, piece->cards);
      self->placed[piece->group] -= piece->tasks;
      self->on_node[piece->node] -= piece->tasks;
    }
}

void
sw_claim_shrink (SwClaim *self, guint32 tasks, guint64 cards)
{
  SwPiece *piece = &self->pieces[self->n - 1];
  sw_cluster_release (self->cluster, piece->node, &self->demand->groups[piece->group], tasks,
                      cards);
  restore_cards (self, piece->node, cards);
  piece->cards &= ~cards;
  piece->tasks -= tasks;
  self->placed[piece->group] -= tasks;
  self->on_node[piece->node] -= tasks;
}

void
sw_claim_again (SwClaim *self, const SwPiece *pieces, guint32 n)
{
  for (guint32 i = 0; i < n; i++)
    {
      const SwPiece *piece = &pieces[i];
      const SwCard *card = piece->milli == 0
                               ? NULL
                               : sw_cluster_cards (self->cluster, piece->node) + piece->part.card;
      SwCard copy[SW_MAX_CARDS];
      append (self, piece);
      if (card != NULL)
        self->setups[self->n - 1].before = *card;
      else if (copy_cards (self, piece->node, copy) != NULL)
        remember_cards (self, copy, piece->cards);
      if (!sw_cluster_hold (self->cluster, &self->demand->groups[piece->group], piece))
        g_assert_not_reached ();
      self->placed[piece->group] += piece->tasks;
      self->on_node[piece->node] += piece->tasks;
    }
}

SwTime
sw_claim_setup (const SwClaim *self)
{
  SwTime setup = 0;
  for (guint32 i = 0; self->parts && i < self->n; i++)
    setup = MAX (setup, self->setups[i].setup);
  return setup;
}
