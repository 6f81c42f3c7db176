/* Places for parts of cards on one node: which there are, which one is the cluster's own choice,
 * how many tasks fit.  Nothing is changed here. */
#include "sw-cluster-private.h"
#include "sw-rng.h"

#include <string.h>

/* ---- what a share takes ---- */

/* Thousandths that the next tenant gets: of a time-sliced card a slot, of which the first few are
   larger by one where 1000 does not divide by their number. */
guint32
sw_cluster_share_milli (const SwPoolRules *rules, const SwCard *card, const SwTaskGroup *group)
{
  if (rules->sharing != SW_SHARING_TIMESLICE)
    return group->milli;
  guint32 small = 1000 / rules->max_tenants, larger = 1000 % rules->max_tenants;
  guint32 taken_larger = (1000u - card->left) - card->tenants * small;
  return small + (taken_larger < larger);
}

/* Memory promised to a tenant: what it asks for, else as much of the card as its share. */
guint32
sw_cluster_share_mib (const SwCluster *self, const SwClusterClass *class, const SwTaskGroup *group)
{
  if (!class->rules->promise_memory)
    return 0;
  if (group->card_mib > 0)
    return group->card_mib;
  return (guint32)((guint64)sw_cluster_card_mib (self, class->model) * group->milli / 1000);
}

guint32
sw_cluster_least_left (const SwCluster *self, const SwTaskGroup *group, const SwClusterClass *class)
{
  const SwPoolRules *rules = class->rules;
  if (rules->sharing == SW_SHARING_SHARED)
    return group->milli;
  if (rules->sharing == SW_SHARING_TIMESLICE)
    return 1000 / rules->max_tenants;
  const SwMigGeometry *mig = sw_cluster_mig_of (self, class);
  gint profile = sw_cluster_wish (self, group, class->model);
  return 1000 * mig->profiles[profile].slices / mig->slices;
}

/* ---- places ---- */

/* Bits of the starts of all instances. */
static guint32
instances (const SwMigGeometry *mig, const SwCard *card)
{
  guint32 starts = 0;
  for (guint start = 0; start < mig->units; start++)
    starts |= (guint32)(card->at[start] > 0) << start;
  return starts;
}

/* May one more instance be beside these n? */
static gboolean
goes_with (const SwMigGeometry *mig, const guint8 *profiles, guint n, guint8 one)
{
  guint8 all[SW_MAX_UNITS + 1];
  memcpy (all, profiles, n);
  all[n] = one;
  return sw_mig_counts_hold (mig, all, n + 1);
}

guint32
sw_cluster_slice_stays (const SwMigGeometry *mig, const SwCard *card, guint profile, guint start)
{
  const guint32 bits = sw_mig_bits (mig, profile, start), there = instances (mig, card);
  guint32 stays = there & card->busy;
  guint8 kept[SW_MAX_UNITS];
  guint n = 0;
  for (guint32 left = stays; left != 0; left &= left - 1)
    kept[n++] = card->at[__builtin_ctz (left)] - 1;
  if (!goes_with (mig, kept, n, (guint8)profile))
    return SW_NO_PLACE;
  kept[n++] = (guint8)profile;
  for (guint32 left = there & ~stays; left != 0; left &= left - 1)
    {
      const guint at = (guint)__builtin_ctz (left);
      const guint8 idle = card->at[at] - 1;
      if ((sw_mig_bits (mig, idle, at) & bits) != 0 || !goes_with (mig, kept, n, idle))
        continue;
      stays |= 1u << at;
      kept[n++] = idle;
    }
  return stays;
}

void
sw_cluster_put_slice (const SwMigGeometry *mig, SwCard *card, const SwSpot *spot)
{
  const guint32 bits = sw_mig_bits (mig, spot->profile, spot->start);
  guint32 goes = 0;
  if (spot->creates)
    goes = instances (mig, card) & ~sw_cluster_slice_stays (mig, card, spot->profile, spot->start);
  for (; goes != 0; goes &= goes - 1)
    {
      const guint at = (guint)__builtin_ctz (goes);
      card->made &= (guint16)~sw_mig_bits (mig, card->at[at] - 1u, at);
      card->at[at] = 0;
    }
  card->at[spot->start] = spot->profile + 1;
  card->made |= (guint16)bits;
  card->busy |= (guint16)bits;
}

/* Places for the profile on one card; all of them if out is NULL. */
guint32
sw_cluster_slice_spots (const SwClusterClass *class, const SwMigGeometry *mig, const SwCard *card,
                        guint8 number, guint profile, SwSpot *out, guint32 room)
{
  const SwPoolRules *rules = class->rules;
  guint32 n = 0;
  if (card->use == SW_CARD_WHOLE)
    return 0;
  guint32 starts = sw_mig_starts (mig, profile, rules->repartition ? card->busy : 0);
  for (guint start = 0; start < mig->units; start++)
    {
      SwSpot spot = { .card = number, .start = (guint8)start, .profile = (guint8)profile };
      gint there = card->at[start] - 1;
      if (there >= 0 && (card->busy >> start & 1) == 0
          && (there == (gint)profile
              || (rules->upsize && sw_mig_serves (mig, (guint)there, profile))))
        spot.profile = (guint8)there;
      else if (rules->repartition && (starts >> start & 1) != 0)
        {
          guint32 stays = sw_cluster_slice_stays (mig, card, profile, start);
          if (stays == SW_NO_PLACE)
            continue;
          spot.destroys = (guint8)__builtin_popcount (instances (mig, card) & ~stays);
          spot.creates = 1;
        }
      else
        continue;
      if (out != NULL && n < room)
        out[n] = spot;
      n++;
    }
  return n;
}

gboolean
sw_cluster_card_fits (const SwCluster *self, const SwClusterClass *class, const SwCard *card,
                      const SwTaskGroup *group)
{
  const SwPoolRules *rules = class->rules;
  if (card->use == SW_CARD_WHOLE)
    return FALSE;
  if (rules->sharing == SW_SHARING_MIG)
    {
      gint profile = sw_cluster_wish (self, group, class->model);
      return sw_cluster_slice_spots (class, sw_cluster_mig_of (self, class), card, 0,
                                     (guint)profile, NULL, 0)
             > 0;
    }
  return card->tenants < rules->max_tenants
         && card->mem_left >= sw_cluster_share_mib (self, class, group)
         && (rules->sharing == SW_SHARING_TIMESLICE || card->left >= group->milli);
}

gboolean
sw_cluster_card_takes (const SwCluster *self, SwNode node, guint32 card, const SwTaskGroup *group)
{
  return sw_cluster_card_fits (self, sw_cluster_class_of (self, node),
                               sw_cluster_cards (self, node) + card, group);
}

guint32
sw_cluster_spots (const SwCluster *self, SwNode node, const SwTaskGroup *group, SwSpot *out,
                  guint32 room)
{
  const SwClusterClass *class = sw_cluster_class_of (self, node);
  const SwCard *cards = sw_cluster_cards (self, node);
  const SwMigGeometry *mig = sw_cluster_mig_of (self, class);
  guint32 n = 0;
  if (!self->nodes[node].up || !sw_cluster_has_part (group)
      || !sw_cluster_allowed (self, group, class))
    return 0;
  for (guint32 i = 0; i < class->gpus; i++)
    if (mig != NULL)
      {
        gint profile = sw_cluster_wish (self, group, class->model);
        n += sw_cluster_slice_spots (class, mig, &cards[i], (guint8)i, (guint)profile,
                                     n < room ? out + n : NULL, room - MIN (n, room));
      }
    else if (sw_cluster_card_fits (self, class, &cards[i], group))
      {
        if (n < room)
          out[n] = (SwSpot){ .card = (guint8)i };
        n++;
      }
  return n;
}

gboolean
sw_cluster_instance_spot (const SwCluster *self, SwNode node, guint32 number, guint profile,
                          guint start, SwSpot *out)
{
  const SwClusterClass *class = sw_cluster_class_of (self, node);
  const SwMigGeometry *mig = sw_cluster_mig_of (self, class);
  if (mig == NULL || number >= class->gpus || profile >= mig->n_profiles || start >= mig->units)
    return FALSE;
  const SwCard *card = sw_cluster_cards (self, node) + number;
  *out = (SwSpot){ .card = (guint8)number, .start = (guint8)start, .profile = (guint8)profile };
  if (card->at[start] == profile + 1)
    return (card->busy >> start & 1) == 0;
  if (!class->rules->repartition || (sw_mig_starts (mig, profile, card->busy) >> start & 1) == 0)
    return FALSE;
  guint32 stays = sw_cluster_slice_stays (mig, card, profile, start);
  if (stays == SW_NO_PLACE)
    return FALSE;
  out->destroys = (guint8)__builtin_popcount (instances (mig, card) & ~stays);
  out->creates = 1;
  return TRUE;
}

gboolean
sw_cluster_spot_holds (const SwCluster *self, SwNode node, const SwTaskGroup *group, SwSpot *spot)
{
  const SwClusterClass *class = sw_cluster_class_of (self, node);
  const SwMigGeometry *mig = sw_cluster_mig_of (self, class);
  if (!self->nodes[node].up || !sw_cluster_allowed (self, group, class)
      || spot->card >= class->gpus)
    return FALSE;
  const SwCard *card = sw_cluster_cards (self, node) + spot->card;
  if (mig == NULL)
    return sw_cluster_card_fits (self, class, card, group);
  SwSpot spots[SW_MAX_UNITS];
  gint profile = sw_cluster_wish (self, group, class->model);
  guint32 n = sw_cluster_slice_spots (class, mig, card, spot->card, (guint)profile, spots,
                                      G_N_ELEMENTS (spots));
  for (guint32 i = 0; i < n; i++)
    if (spots[i].start == spot->start && spots[i].profile == spot->profile)
      {
        *spot = spots[i];
        return TRUE;
      }
  /* Or one of the caller's own choice that does for the group. */
  return profile >= 0 && spot->profile < mig->n_profiles
         && sw_mig_serves (mig, spot->profile, (guint)profile)
         && sw_cluster_instance_spot (self, node, spot->card, spot->profile, spot->start, spot);
}

SwTime
sw_cluster_setup (const SwCluster *self, SwNode node, const SwTaskGroup *group, const SwSpot *spot)
{
  const SwPoolRules *rules = sw_cluster_rules (self, node);
  if (rules == NULL || rules->sharing != SW_SHARING_MIG)
    return 0;
  const SwCard *card = sw_cluster_cards (self, node) + spot->card;
  if (!sw_cluster_has_part (group))
    return card->use == SW_CARD_SLICED ? rules->change : 0;
  SwTime time = spot->destroys * rules->destroy + spot->creates * rules->create;
  return time + (card->use == SW_CARD_FREE ? rules->change : 0);
}

/* ---- the cluster's own choice ---- */

/* Of two places on one card: fewer instances to destroy, then to create; then starts that keep
   the rest of the card whole: high ones for profiles of one or three slices, low ones for others.
 */
static gboolean
better_spot (const SwMigGeometry *mig, const SwSpot *a, const SwSpot *b)
{
  if (a->destroys != b->destroys)
    return a->destroys < b->destroys;
  if (a->creates != b->creates)
    return a->creates < b->creates;
  if (a->profile != b->profile)
    return mig->profiles[a->profile].units < mig->profiles[b->profile].units;
  gboolean high = mig->profiles[a->profile].slices == 1 || mig->profiles[a->profile].slices == 3;
  return high ? a->start > b->start : a->start < b->start;
}

/* The tightest card that is not in taken, then the lowest; -1: none. */
static gint
tightest_card (const SwCluster *self, const SwClusterClass *class, const SwCard *cards,
               const SwTaskGroup *group, guint64 taken)
{
  gint best = -1;
  for (guint32 i = 0; i < class->gpus; i++)
    if ((taken >> i & 1) == 0 && (best < 0 || cards[i].left < cards[best].left)
        && sw_cluster_card_fits (self, class, &cards[i], group))
      best = (gint)i;
  return best;
}

/* A card that is not in taken, each that fits as likely as the others; -1: none. */
static gint
random_card (const SwCluster *self, const SwClusterClass *class, const SwCard *cards,
             const SwTaskGroup *group, guint64 taken, guint64 draw)
{
  guint64 fits = 0;
  for (guint32 i = 0; i < class->gpus; i++)
    if ((taken >> i & 1) == 0 && sw_cluster_card_fits (self, class, &cards[i], group))
      fits |= (guint64)1 << i;
  if (fits == 0)
    return -1;
  for (guint64 k = sw_below (draw, (guint64)__builtin_popcountll (fits)); k > 0; k--)
    fits &= fits - 1;
  return __builtin_ctzll (fits);
}

/* One more device on the tightest card or, with a draw, a random one; there the best start. */
static gboolean
choose_one (const SwCluster *self, const SwClusterClass *class, const SwCard *cards,
            const SwTaskGroup *group, guint64 taken, const guint64 *draw, SwSpot *out)
{
  const SwMigGeometry *mig = sw_cluster_mig_of (self, class);
  gint best = draw == NULL ? tightest_card (self, class, cards, group, taken)
                           : random_card (self, class, cards, group, taken, *draw);
  if (best < 0)
    return FALSE;
  *out = (SwSpot){ .card = (guint8)best };
  if (mig == NULL)
    return TRUE;
  SwSpot spots[SW_MAX_UNITS];
  gint profile = sw_cluster_wish (self, group, class->model);
  guint32 n = sw_cluster_slice_spots (class, mig, &cards[best], (guint8)best, (guint)profile, spots,
                                      G_N_ELEMENTS (spots));
  *out = spots[0];
  for (guint32 i = 1; i < n; i++)
    if (better_spot (mig, &spots[i], out))
      *out = spots[i];
  return TRUE;
}

/* All devices of one task; draw: NULL for the tightest cards, else changed with each device. */
static gboolean
choose (const SwCluster *self, SwNode node, const SwTaskGroup *group, guint64 *draw, SwSpot *spots)
{
  const SwClusterClass *class = sw_cluster_class_of (self, node);
  const SwCard *cards = sw_cluster_cards (self, node);
  if (group->use == SW_USE_SHARE || group->gpus == 1)
    {
      guint64 taken = 0;
      for (guint32 i = 0; i < group->gpus; i++)
        {
          if (!choose_one (self, class, cards, group, taken, draw, &spots[i]))
            return FALSE;
          if (draw != NULL)
            *draw = sw_mix64 (*draw);
          taken |= (guint64)1 << spots[i].card;
        }
      return TRUE;
    }
  /* Several instances, which may lie on one card: each choice sees those before as taken. */
  const SwMigGeometry *mig = sw_cluster_mig_of (self, class);
  g_autofree SwCard *copy = g_memdup2 (cards, class->gpus * sizeof *cards);
  for (guint32 i = 0; i < group->gpus; i++)
    {
      if (!choose_one (self, class, copy, group, 0, draw, &spots[i]))
        return FALSE;
      if (draw != NULL)
        *draw = sw_mix64 (*draw);
      SwCard *card = &copy[spots[i].card];
      sw_cluster_put_slice (mig, card, &spots[i]);
      card->left -= (guint16)sw_mig_milli (mig, spots[i].profile, spots[i].start);
    }
  return TRUE;
}

gboolean
sw_cluster_choose (SwCluster *self, SwNode node, const SwTaskGroup *group, SwSpot *spots)
{
  return choose (self, node, group, NULL, spots);
}

gboolean
sw_cluster_choose_random (SwCluster *self, SwNode node, const SwTaskGroup *group, guint64 draw,
                          SwSpot *spots)
{
  return choose (self, node, group, &draw, spots);
}

/* ---- room ---- */

/* Instances of the profile that a card can take together. */
static guint32
slices_room (const SwClusterClass *class, const SwMigGeometry *mig, const SwCard *card,
             guint profile)
{
  SwCard copy = *card;
  guint32 n = 0;
  SwSpot spots[SW_MAX_UNITS];
  for (guint32 found;
       (found = sw_cluster_slice_spots (class, mig, &copy, 0, profile, spots, G_N_ELEMENTS (spots)))
       > 0;
       n++)
    {
      /* The highest start: places of one profile do not overlap but by their own multiples. */
      const SwSpot *last = &spots[MIN (found, G_N_ELEMENTS (spots)) - 1];
      sw_cluster_put_slice (mig, &copy, last);
    }
  return n;
}

static guint32
shares_room (const SwCluster *self, const SwClusterClass *class, const SwCard *card,
             const SwTaskGroup *group)
{
  const SwPoolRules *rules = class->rules;
  if (card->use == SW_CARD_WHOLE)
    return 0;
  guint32 room = rules->max_tenants - card->tenants,
          mib = sw_cluster_share_mib (self, class, group);
  if (rules->sharing != SW_SHARING_TIMESLICE)
    room = MIN (room, card->left / group->milli);
  return mib == 0 ? room : MIN (room, card->mem_left / mib);
}

guint32
sw_cluster_parts_room (const SwCluster *self, SwNode node, const SwTaskGroup *group)
{
  const SwClusterClass *class = sw_cluster_class_of (self, node);
  const SwCard *cards = sw_cluster_cards (self, node);
  const SwMigGeometry *mig = sw_cluster_mig_of (self, class);
  guint32 rooms[SW_MAX_CARDS], sum = 0;
  if (self->nodes[node].most_left < sw_cluster_least_left (self, group, class))
    return 0;
  for (guint32 i = 0; i < class->gpus; i++)
    {
      rooms[i] = mig != NULL ? slices_room (class, mig, &cards[i],
                                            (guint)sw_cluster_wish (self, group, class->model))
                             : shares_room (self, class, &cards[i], group);
      sum += rooms[i];
    }
  if (group->gpus == 1 || group->use == SW_USE_SLICE)
    return sum / group->gpus;
  /* Devices of one task are different cards: t tasks fit iff sum min (room, t) >= t * devices. */
  for (guint32 t = sum / group->gpus; t > 0; t--)
    {
      guint32 usable = 0;
      for (guint32 i = 0; i < class->gpus; i++)
        usable += MIN (rooms[i], t);
      if (usable >= t * group->gpus)
        return t;
    }
  return 0;
}
