/* baskets: large instances, of half the card's units or more, and small ones on cards of their own,
 * so that small ones do not nibble at what large ones need.  A task whose own basket is full spills
 * over into the other; within a basket the fullest card is taken.
 *
 * split=auto: a card belongs to the large basket while a large instance is in use there, to the
 * small one while only small ones are, and free cards to whoever comes first.  So the baskets
 * follow the demand, card by card.  split=fixed: of the cards of each node the first, a share of
 * `large`, are for large instances; a node of one card has no two baskets.  The idea is that of
 * GRMU (arXiv 2502.01909) and DASP.  Shares and whole cards are placed by best fit. */
#include "parts.h"

typedef enum
{
  SPLIT_AUTO,
  SPLIT_FIXED,
} Split;

static const SwParam params[] = {
  { "split", SW_PARAM_CHOICE, "auto", .choices = "auto|fixed",
    .doc = "cards change baskets when they are free, or stay in one" },
  { "large", SW_PARAM_REAL, "0.5", 0, 1,
    .doc = "split=fixed: share of the cards of each node that are for large instances" },
  { NULL },
};

typedef struct
{
  Split split;
  double large;
} Baskets;

static gboolean
is_large (const SwMigGeometry *mig, guint profile)
{
  return 2 * mig->profiles[profile].units >= mig->units;
}

static gboolean
has_large (const SwMigGeometry *mig, const SwCard *card)
{
  for (guint start = 0; start < mig->units; start++)
    if (card->at[start] > 0 && (card->busy >> start & 1) != 0
        && is_large (mig, card->at[start] - 1u))
      return TRUE;
  return FALSE;
}

static gint64
cost (gpointer data, const SwNodeView *node, const SwCard *card, const SwSpot *spot)
{
  const Baskets *self = data;
  gint64 left = sw_parts_left (node, card);
  if (node->mig == NULL)
    return left;
  gboolean large = is_large (node->mig, spot->profile);
  gboolean own;
  if (self->split == SPLIT_FIXED)
    own = (spot->card < (guint32)(self->large * node->n_cards + 0.5)) == large;
  else
    own = card->busy == 0 || has_large (node->mig, card) == large;
  return (own ? 0 : 1024) + left;
}

static gpointer
create (const SwHost *host, const SwValue *values, GError **error)
{
  Baskets *self = g_new0 (Baskets, 1);
  self->split = (Split)values[0].i;
  self->large = values[1].r;
  return self;
}

static gint64
score (gpointer self, const SwHost *host, SwView *v, const SwTaskGroup *task,
       const SwNodeView *node, SwSpot *spots)
{
  const SwPlaceRule rule = { cost, self, SW_STARTS_PREFERRED, 1 };
  return sw_parts_score (host, v, task, node, spots, &rule);
}

SW_POLICY_DEFINE (baskets) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_PLACE,
  .name = "baskets",
  .summary = "large and small instances on cards of their own, as long as there are any",
  .params = params,
  .create = create,
  .destroy = g_free,
  .place = sw_whole_best_fit,
  .score = score,
};
