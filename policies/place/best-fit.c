/* best-fit: each task on the fullest node that still has room for it; parts of cards on the fullest
 * card of all, by the units or thousandths that are free there. */
#include "parts.h"

static gint64
what_is_left (gpointer self, const SwNodeView *node, const SwCard *card, const SwSpot *spot)
{
  return sw_parts_left (node, card);
}

static gpointer
create (const SwHost *host, const SwValue *values, GError **error)
{
  return sw_starts_rule ((SwPlaceRule){ .cost = what_is_left, .whole = 1 }, values);
}

static gint64
score (gpointer self, const SwHost *host, SwView *v, const SwTaskGroup *task,
       const SwNodeView *node, SwSpot *spots)
{
  return sw_parts_score (host, v, task, node, spots, self);
}

SW_POLICY_DEFINE (best_fit) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_PLACE,
  .name = "best-fit",
  .summary
  = "each task on the node with the fewest free GPUs that has room, parts on the fullest card",
  .params = sw_starts_params,
  .create = create,
  .destroy = g_free,
  .place = sw_whole_best_fit,
  .score = score,
};
