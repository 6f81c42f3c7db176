/* worst-fit: each task on the emptiest node; parts of cards on the emptiest card of all, which
 * costs much of what partitioned cards can take. */
#include "parts.h"

static gint64
what_is_taken (gpointer self, const SwNodeView *node, const SwCard *card, const SwSpot *spot)
{
  return -(gint64)sw_parts_left (node, card);
}

static gpointer
create (const SwHost *host, const SwValue *values, GError **error)
{
  return sw_starts_rule ((SwPlaceRule){ .cost = what_is_taken, .whole = -1 }, values);
}

static gboolean
place (gpointer self, const SwHost *host, SwView *v, SwJob job)
{
  return host->fill (v, job, SW_FIT_WORST) == SW_OK;
}

static gint64
score (gpointer self, const SwHost *host, SwView *v, const SwTaskGroup *task,
       const SwNodeView *node, SwSpot *spots)
{
  return sw_parts_score (host, v, task, node, spots, self);
}

SW_POLICY_DEFINE (worst_fit) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_PLACE,
  .name = "worst-fit",
  .summary = "each task on the node with the most free GPUs, parts on the emptiest card",
  .params = sw_starts_params,
  .create = create,
  .destroy = g_free,
  .place = place,
  .score = score,
};
