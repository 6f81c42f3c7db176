/* frag-min: an instance goes where it adds least to the free room that larger or other instances
 * could not use any more (blocked.h); ties go to the fullest card, then the lowest, then the
 * highest start.  Shares and whole cards are placed by best fit. */
#include "blocked.h"
#include "parts.h"

static gint64
cost (gpointer blocked, const SwNodeView *node, const SwCard *card, const SwSpot *spot)
{
  gint64 left = sw_parts_left (node, card);
  if (node->mig == NULL)
    return left;
  gint64 growth = sw_blocked_growth (blocked, node->mig, card->busy, sw_parts_units (node, spot));
  return growth * 1024 + left;
}

static gpointer
create (const SwHost *host, const SwValue *values, GError **error)
{
  return sw_blocked_new ();
}

static gint64
score (gpointer self, const SwHost *host, SwView *v, const SwTaskGroup *task,
       const SwNodeView *node, SwSpot *spots)
{
  const SwPlaceRule rule = { cost, self, SW_STARTS_HIGHEST, 1 };
  return sw_parts_score (host, v, task, node, spots, &rule);
}

SW_POLICY_DEFINE (frag_min) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_PLACE,
  .name = "frag-min",
  .summary = "instances where they block least free room for others, the rest by best fit",
  .create = create,
  .destroy = sw_blocked_free,
  .place = sw_whole_best_fit,
  .score = score,
};
