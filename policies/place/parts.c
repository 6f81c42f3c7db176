/* Choosing places for parts of cards; see the header. */
#include "parts.h"

#include <string.h>

/* A task that is being placed on a node. */
typedef struct
{
  const SwTaskGroup *task;
  const SwNodeView *node;
  const SwPlaceRule *rule;
  const SwCard *cards; /* with the devices placed so far */
  guint64 taken;       /* cards that have one */
} Task;

const SwParam sw_starts_params[] = {
  { "starts", SW_PARAM_CHOICE, "preferred", .choices = "preferred|lowest",
    .doc
    = "of instances: where they leave room for larger ones, idle ones first, or always lowest" },
  { NULL },
};

gpointer
sw_starts_rule (SwPlaceRule rule, const SwValue *values)
{
  rule.starts = values[0].i == 0 ? SW_STARTS_PREFERRED : SW_STARTS_LOWEST;
  return g_memdup2 (&rule, sizeof rule);
}

gboolean
sw_whole_best_fit (gpointer self, const SwHost *host, SwView *v, SwJob job)
{
  return host->fill (v, job, SW_FIT_BEST) == SW_OK;
}

guint32
sw_parts_units (const SwNodeView *node, const SwSpot *spot)
{
  return ((1u << node->mig->profiles[spot->profile].units) - 1u) << spot->start;
}

guint32
sw_parts_left (const SwNodeView *node, const SwCard *card)
{
  if (node->mig == NULL)
    return card->left;
  guint32 units = node->mig->units;
  return 1000 * (units - (guint32)__builtin_popcount (card->busy)) / units;
}

/* Of two places of equal cost on one card. */
static gboolean
comes_before (const Task *t, const SwSpot *a, const SwSpot *b)
{
  if (t->node->mig == NULL)
    return FALSE;
  if (t->rule->starts == SW_STARTS_LOWEST)
    return a->start < b->start;
  const SwMigProfile *of_a = &t->node->mig->profiles[a->profile];
  const SwMigProfile *of_b = &t->node->mig->profiles[b->profile];
  if (a->destroys != b->destroys)
    return a->destroys < b->destroys;
  if (a->creates != b->creates)
    return a->creates < b->creates;
  if (of_a->units != of_b->units)
    return of_a->units < of_b->units;
  gboolean odd = of_a->slices == 1 || of_a->slices == 3;
  gboolean high
      = t->rule->starts == SW_STARTS_HIGHEST || (t->rule->starts == SW_STARTS_PREFERRED && odd);
  return high ? a->start > b->start : a->start < b->start;
}

/* Do the devices placed before leave the place as it is? */
static gboolean
still_there (const Task *t, const SwSpot *spot)
{
  gboolean used = (t->taken >> spot->card & 1) != 0;
  if (!used || t->task->use == SW_USE_SHARE)
    return !used;
  const SwMigGeometry *mig = t->node->mig;
  const SwCard *card = &t->cards[spot->card];
  guint alike = 0;
  for (guint start = 0; start < mig->units; start++)
    alike += (card->busy >> start & 1) != 0 && card->at[start] == spot->profile + 1;
  return alike < mig->profiles[spot->profile].max
         && (sw_parts_units (t->node, spot) & card->busy) == 0;
}

static const SwSpot *
choose (const Task *t, const SwSpot *all, guint32 n, gint64 *cost)
{
  const SwSpot *best = NULL;
  for (guint32 i = 0; i < n; i++)
    {
      const SwSpot *spot = &all[i];
      if (!still_there (t, spot))
        continue;
      gint64 of_spot = t->rule->cost (t->rule->self, t->node, &t->cards[spot->card], spot);
      if (of_spot == SW_NO_WAY)
        continue;
      if (best != NULL
          && (of_spot > *cost
              || (of_spot == *cost && (spot->card != best->card || !comes_before (t, spot, best)))))
        continue;
      best = spot;
      *cost = of_spot;
    }
  return best;
}

static void
take (Task *t, SwCard *card, const SwSpot *spot)
{
  t->taken |= (guint64)1 << spot->card;
  if (t->node->mig == NULL)
    return;
  memset (card->at + spot->start, 0, t->node->mig->profiles[spot->profile].units);
  card->at[spot->start] = spot->profile + 1;
  card->busy |= (guint16)sw_parts_units (t->node, spot);
}

static gint64
score_of_many (Task *t, const SwSpot *all, guint32 n, SwSpot *spots)
{
  SwCard cards[SW_MAX_CARDS];
  gint64 sum = 0, cost = 0;
  memcpy (cards, t->node->cards, t->node->n_cards * sizeof *cards);
  t->cards = cards;
  for (guint32 i = 0; i < t->task->gpus; i++)
    {
      const SwSpot *spot = choose (t, all, n, &cost);
      if (spot == NULL)
        return SW_NEVER;
      spots[i] = *spot;
      sum -= cost;
      take (t, &cards[spot->card], spot);
    }
  return sum;
}

static gint64
free_cards (const SwNodeView *node)
{
  gint64 n = 0;
  for (guint32 i = 0; i < node->n_cards; i++)
    n += node->cards[i].tenants == 0 && node->cards[i].use != SW_CARD_WHOLE;
  return n;
}

gint64
sw_parts_score (const SwHost *host, SwView *v, const SwTaskGroup *task, const SwNodeView *node,
                SwSpot *spots, const SwPlaceRule *rule)
{
  if (task->use < SW_USE_SHARE)
    return -rule->whole * free_cards (node);
  SwSpot all[SW_MAX_CARDS * SW_MAX_UNITS];
  guint32 n = host->spots (v, task, node, all, G_N_ELEMENTS (all));
  Task t = { .task = task, .node = node, .rule = rule, .cards = node->cards };
  if (task->gpus > 1)
    return score_of_many (&t, all, n, spots);
  gint64 cost;
  const SwSpot *spot = choose (&t, all, n, &cost);
  if (spot == NULL)
    return SW_NEVER;
  *spots = *spot;
  return -cost;
}
