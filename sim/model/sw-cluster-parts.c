/* Parts of cards: shares with a promise of memory, slots of time-sliced cards, instances of
 * partitioned ones.  A card keeps what is left of it and, if it is partitioned, which instances it
 * has and which of them are in use; a node keeps the most that one of its cards has left, so that
 * full nodes are passed over by a glance.
 *
 * Thousandths: the slots of a card, and the instances that cover all its compute slices, add up to
 * 1000 exactly. */
#include "sw-cluster-private.h"

#include <string.h>

/* ---- looking ---- */

gboolean
sw_cluster_has_parts (const SwCluster *self)
{
  return self->rules != NULL;
}

const SwCard *
sw_cluster_cards (const SwCluster *self, SwNode node)
{
  return self->cards == NULL ? NULL : self->cards + self->first_card[node];
}

guint32
sw_cluster_n_cards (const SwCluster *self)
{
  return self->n_cards;
}

guint32
sw_cluster_card_number (const SwCluster *self, SwNode node, guint32 card)
{
  return self->first_card[node] + card;
}

const SwPoolRules *
sw_cluster_rules (const SwCluster *self, SwNode node)
{
  return sw_cluster_class_of (self, node)->rules;
}

gint64
sw_cluster_usable_mib (const SwCluster *self, SwNode node)
{
  gint32 model = self->model[node];
  return model < 0 || self->usable == NULL ? -1 : self->usable[model];
}

const SwMigGeometry *
sw_cluster_mig (const SwCluster *self, SwNode node)
{
  return sw_cluster_mig_of (self, sw_cluster_class_of (self, node));
}

gint
sw_cluster_profile (const SwCluster *self, SwNode node, const SwTaskGroup *group)
{
  return sw_cluster_wish (self, group, self->model[node]);
}

guint32
sw_cluster_busy (const SwCluster *self)
{
  return self->gpus - self->free_gpus;
}

void
sw_cluster_slices (const SwCluster *self, guint32 *exist, guint32 *held, guint32 *stranded)
{
  *exist = self->slices;
  *held = self->slices_held;
  *stranded = self->slices_stranded;
}

void
sw_cluster_memory (const SwCluster *self, gint64 *exist, gint64 *promised)
{
  *exist = self->mem_exist;
  *promised = self->mem_promised;
}

/* ---- changing ---- */

static guint32
stranded (const SwCluster *self, const SwClusterClass *class, const SwMigGeometry *mig,
          const SwCard *card)
{
  guint32 free_slices = mig->slices;
  for (guint start = 0; start < mig->units; start++)
    if (card->at[start] > 0 && (card->busy >> start & 1) != 0)
      free_slices -= mig->profiles[card->at[start] - 1].slices;
  if (card->use == SW_CARD_WHOLE)
    return 0;
  for (guint32 wish = 1; wish < self->n_wishes + 1; wish++)
    {
      gint profile = self->profiles[(gsize)wish * self->n_models + (guint32) class->model] - 1;
      if (profile >= 0 && sw_cluster_slice_spots (class, mig, card, 0, (guint)profile, NULL, 0) > 0)
        return 0;
    }
  return self->n_wishes == 0 ? 0 : free_slices;
}

/* Counters of the cluster that hang on one card: taken off before it changes, put back after. */
static void
count_card (SwCluster *self, SwNode node, const SwCard *card, gint sign)
{
  const SwClusterClass *class = sw_cluster_class_of (self, node);
  const SwMigGeometry *mig = sw_cluster_mig_of (self, class);
  guint32 held = 1000u - card->left;
  self->allocated += (guint64)((gint64)sign * held);
  self->pool_allocated[class->pool] += (guint64)((gint64)sign * held);
  if (self->usable != NULL && self->usable[class->model] >= 0)
    self->mem_promised += sign * (self->usable[class->model] - (gint64)card->mem_left);
  if (mig == NULL)
    return;
  for (guint start = 0; start < mig->units; start++)
    if (card->at[start] > 0 && (card->busy >> start & 1) != 0)
      self->slices_held += (guint32)(sign * (gint)mig->profiles[card->at[start] - 1].slices);
  self->slices_stranded += (guint32)(sign * (gint)stranded (self, class, mig, card));
}

static void
find_most_left (SwCluster *self, SwNode node)
{
  SwClusterNode *n = &self->nodes[node];
  const SwCard *cards = sw_cluster_cards (self, node);
  guint32 most = 0, gpus = self->classes[n->class].gpus;
  for (guint32 i = 0; i < gpus; i++)
    most = MAX (most, cards[i].left);
  n->most_left = (guint16)most;
}

/* Whether a card counts among the free ones of its node follows from its state. */
static void
set_free (SwCluster *self, SwNode node, guint32 card, gboolean is_free)
{
  SwClusterNode *n = &self->nodes[node];
  SwClusterIndex *index = &self->index[n->class];
  if ((gboolean)(n->free_mask >> card & 1) == is_free)
    return;
  gint32 step = is_free ? 1 : -1;
  sw_bits_clear (&index->buckets[n->free], n->local);
  n->free_mask ^= (guint64)1 << card;
  n->free += step;
  sw_bits_set (&index->buckets[n->free], n->local);
  self->free_gpus += step;
  self->model_free[self->model[node]] += step;
}

static void
card_changed (SwCluster *self, SwNode node, guint32 number)
{
  SwClusterNode *n = &self->nodes[node];
  const SwCard *card = sw_cluster_cards (self, node) + number;
  set_free (self, node, number, card->tenants == 0 && card->use != SW_CARD_WHOLE);
  find_most_left (self, node);
  sw_cluster_raise_bounds (&self->index[n->class], n);
  sw_cluster_note (self, node);
}

static void
make_layout (SwCluster *self, const SwClusterClass *class, SwCard *card, guint32 number)
{
  const SwMigGeometry *mig = sw_cluster_mig_of (self, class);
  memset (card->at, 0, sizeof card->at);
  card->made = 0;
  if (mig == NULL || class->rules->n_layouts == 0)
    return;
  const SwMigLayout *layout = &class->rules->layouts[number % class->rules->n_layouts];
  for (guint32 i = 0; i < layout->n; i++)
    {
      card->at[layout->start[i]] = layout->profile[i] + 1;
      card->made |= (guint16)sw_mig_bits (mig, layout->profile[i], layout->start[i]);
    }
}

void
sw_cluster_cards_up (SwCluster *self, SwNode node, gboolean up)
{
  const SwClusterClass *class = sw_cluster_class_of (self, node);
  const SwMigGeometry *mig = sw_cluster_mig_of (self, class);
  SwCard *cards = self->cards + self->first_card[node];
  gint64 known = class->model >= 0 && self->usable != NULL ? self->usable[class->model] : -1;
  for (guint32 i = 0; i < class->gpus; i++)
    {
      if (!up)
        count_card (self, node, &cards[i], -1);
      cards[i] = (SwCard){ .left = 1000,
                           .mem_left = sw_cluster_card_mib (self, class->model),
                           .use = mig != NULL ? SW_CARD_SLICED : SW_CARD_FREE };
      make_layout (self, class, &cards[i], i);
      if (up)
        count_card (self, node, &cards[i], 1);
      else
        cards[i].left = 0;
    }
  gint32 sign = up ? 1 : -1;
  if (known >= 0)
    self->mem_exist += sign * known * (gint64) class->gpus;
  if (mig != NULL)
    self->slices += (guint32)(sign * (gint32)(mig->slices * class->gpus));
  if (class->gpus > 0)
    find_most_left (self, node);
}

void
sw_cluster_cards_whole (SwCluster *self, SwNode node, guint64 mask, gboolean taken)
{
  const SwClusterClass *class = sw_cluster_class_of (self, node);
  SwCard *cards = self->cards + self->first_card[node];
  for (; mask != 0; mask &= mask - 1)
    {
      guint32 i = (guint32)__builtin_ctzll (mask);
      count_card (self, node, &cards[i], -1);
      cards[i].left = taken ? 0 : 1000;
      cards[i].mem_left = taken ? 0 : sw_cluster_card_mib (self, class->model);
      cards[i].use = taken ? SW_CARD_WHOLE : SW_CARD_FREE;
      if (taken)
        {
          memset (cards[i].at, 0, sizeof cards[i].at);
          cards[i].made = 0;
        }
      else
        make_layout (self, class, &cards[i], i);
      count_card (self, node, &cards[i], 1);
    }
  find_most_left (self, node);
}

static void
take_share (const SwCluster *self, const SwClusterClass *class, SwCard *card,
            const SwTaskGroup *group, SwPiece *piece)
{
  piece->milli = (guint16)sw_cluster_share_milli (class->rules, card, group);
  piece->part.mem_mib = sw_cluster_share_mib (self, class, group);
  card->left -= piece->milli;
  card->mem_left -= piece->part.mem_mib;
  card->tenants++;
  card->use = SW_CARD_SHARED;
}

static void
take_slice (const SwMigGeometry *mig, SwCard *card, const SwSpot *spot, SwPiece *piece)
{
  piece->milli = (guint16)sw_mig_milli (mig, spot->profile, spot->start);
  piece->part.sliced = TRUE;
  piece->part.start = spot->start;
  piece->part.profile = spot->profile;
  piece->part.mem_mib = MIN ((guint32)mig->profiles[spot->profile].usable_mib, card->mem_left);
  sw_cluster_put_slice (mig, card, spot);
  card->left -= piece->milli;
  card->mem_left -= piece->part.mem_mib;
  card->tenants++;
  card->use = SW_CARD_SLICED;
}

static void
move_rest (SwCluster *self, SwNode node, const SwTaskGroup *group, guint32 tasks, gint sign)
{
  SwClusterNode *n = &self->nodes[node];
  gint64 cpu = group->cpu_milli * tasks;
  n->free_cpu += sign * cpu;
  n->free_mem += sign * group->mem_mib * (gint64)tasks;
  self->cpu_used -= sign * cpu;
  if (self->hosts != NULL)
    self->hosts[(gsize)node * SW_HOST_KINDS] -= (guint16)(sign * (gint)tasks);
}

static void
take_part (SwCluster *self, SwNode node, const SwTaskGroup *group, const SwSpot *spot,
           SwPiece *piece)
{
  const SwClusterClass *class = sw_cluster_class_of (self, node);
  const SwMigGeometry *mig = sw_cluster_mig_of (self, class);
  SwCard *card = self->cards + self->first_card[node] + spot->card;
  count_card (self, node, card, -1);
  *piece = (SwPiece){ .node = node, .part.card = spot->card };
  if (mig == NULL)
    take_share (self, class, card, group, piece);
  else
    take_slice (mig, card, spot, piece);
  count_card (self, node, card, 1);
  card_changed (self, node, spot->card);
}

static void
give_part (SwCluster *self, const SwPiece *piece)
{
  SwNode node = piece->node;
  const SwClusterClass *class = sw_cluster_class_of (self, node);
  const SwMigGeometry *mig = sw_cluster_mig_of (self, class);
  SwCard *card = self->cards + self->first_card[node] + piece->part.card;
  g_assert (self->nodes[node].up && card->tenants > 0);
  count_card (self, node, card, -1);
  card->left += piece->milli;
  card->mem_left += piece->part.mem_mib;
  card->tenants--;
  if (piece->part.sliced)
    card->busy &= (guint16)~sw_mig_bits (mig, piece->part.profile, piece->part.start);
  else if (card->tenants == 0)
    card->use = SW_CARD_FREE;
  count_card (self, node, card, 1);
  card_changed (self, node, piece->part.card);
}

gboolean
sw_cluster_claim_part (SwCluster *self, SwNode node, const SwTaskGroup *group, const SwSpot *spot,
                       gboolean first, SwPiece *piece)
{
  const SwClusterNode *n = &self->nodes[node];
  if (first && (n->free_cpu < group->cpu_milli || n->free_mem < group->mem_mib))
    return FALSE;
  take_part (self, node, group, spot, piece);
  piece->tasks = first;
  if (first)
    move_rest (self, node, group, 1, -1);
  return TRUE;
}

void
sw_cluster_drop (SwCluster *self, const SwTaskGroup *group, const SwPiece *piece)
{
  if (piece->milli == 0)
    {
      sw_cluster_release (self, piece->node, group, piece->tasks, piece->cards);
      return;
    }
  if (piece->tasks > 0)
    move_rest (self, piece->node, group, piece->tasks, 1);
  give_part (self, piece);
}

/* A piece of a task that is there again: its own place, share and promise. */
gboolean
sw_cluster_hold (SwCluster *self, const SwTaskGroup *group, const SwPiece *piece)
{
  SwNode node = piece->node;
  if (piece->milli == 0)
    return sw_cluster_claim_cards (self, node, group, piece->tasks, piece->cards);
  const SwClusterNode *n = &self->nodes[node];
  const SwMigGeometry *mig = sw_cluster_mig (self, node);
  SwCard *card = self->cards + self->first_card[node] + piece->part.card;
  guint32 bits = mig == NULL ? 0 : sw_mig_bits (mig, piece->part.profile, piece->part.start);
  if (!n->up || card->use == SW_CARD_WHOLE || card->left < piece->milli
      || card->mem_left < piece->part.mem_mib || (card->busy & bits) != 0
      || (mig != NULL
          && sw_cluster_slice_stays (mig, card, piece->part.profile, piece->part.start)
                 == SW_NO_PLACE)
      || n->free_cpu < group->cpu_milli * piece->tasks
      || n->free_mem < group->mem_mib * piece->tasks)
    return FALSE;
  count_card (self, node, card, -1);
  SwPiece again = *piece;
  if (mig != NULL)
    take_slice (
        mig, card,
        &(SwSpot){ .start = piece->part.start, .profile = piece->part.profile, .creates = 1 },
        &again);
  else
    {
      card->left -= piece->milli;
      card->mem_left -= piece->part.mem_mib;
      card->tenants++;
      card->use = SW_CARD_SHARED;
    }
  count_card (self, node, card, 1);
  card_changed (self, node, piece->part.card);
  if (piece->tasks > 0)
    move_rest (self, node, group, piece->tasks, -1);
  return TRUE;
}

void
sw_cluster_restore (SwCluster *self, SwNode node, guint32 number, const SwCard *before)
{
  SwCard *card = self->cards + self->first_card[node] + number;
  if (card->tenants != before->tenants || card->busy != before->busy)
    return;
  count_card (self, node, card, -1);
  *card = *before;
  count_card (self, node, card, 1);
  card_changed (self, node, number);
}

/* ---- watching ---- */

void
sw_cluster_watch (SwCluster *self, gboolean cards)
{
  if (cards)
    sw_cluster_track_cards (self);
  if (self->log != NULL)
    return;
  guint32 room = 64;
  while (room < 2 * self->n)
    room *= 2;
  self->log = g_new0 (SwNode, room);
  self->log_mask = room - 1;
}

guint64
sw_cluster_n_changes (const SwCluster *self)
{
  return self->n_changes;
}

SwNode
sw_cluster_change (const SwCluster *self, guint64 i)
{
  return self->log[i & self->log_mask];
}

void
sw_cluster_count_hosts (SwCluster *self)
{
  if (self->hosts == NULL)
    self->hosts = g_new0 (guint16, (gsize)MAX (self->n, 1) * SW_HOST_KINDS);
}

void
sw_cluster_view (const SwCluster *self, SwNode node, guint32 sees, SwNodeView *out)
{
  const SwClusterNode *n = &self->nodes[node];
  const SwClusterClass *class = &self->classes[n->class];
  *out = (SwNodeView){ .node = node,
                       .model = class->model,
                       .pool = class->pool,
                       .n_cards = class->gpus,
                       .cards = sw_cluster_cards (self, node),
                       .cpu_milli = self->cpu[node],
                       .free_cpu_milli = n->free_cpu,
                       .mig = sw_cluster_mig_of (self, class),
                       .repartition = class->rules != NULL && class->rules->repartition };
  if ((sees & SW_SEES_HOST_MEMORY) != 0)
    {
      out->mem_mib = self->mem[node];
      out->free_mem_mib = n->free_mem;
    }
  for (guint k = 0; (sees & SW_SEES_HOSTS) != 0 && k < SW_HOST_KINDS; k++)
    out->hosts |= (guint64)(self->hosts[(gsize)node * SW_HOST_KINDS + k] > 0) << k;
}
