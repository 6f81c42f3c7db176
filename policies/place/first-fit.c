/* first-fit: each task on the lowest-ranked node that has room for it; parts of cards on the lowest
 * card there.  starts=lowest shows what naive starts cost: a 3g at unit 0 keeps a 4g out. */
#include "parts.h"

static gint64
no_cost (gpointer self, const SwNodeView *node, const SwCard *card, const SwSpot *spot)
{
  return 0;
}

static gpointer
create (const SwHost *host, const SwValue *values, GError **error)
{
  return sw_starts_rule ((SwPlaceRule){ .cost = no_cost, .whole = 0 }, values);
}

static gboolean
place (gpointer self, const SwHost *host, SwView *v, SwJob job)
{
  return host->fill (v, job, SW_FIT_FIRST) == SW_OK;
}

static gint64
score (gpointer self, const SwHost *host, SwView *v, const SwTaskGroup *task,
       const SwNodeView *node, SwSpot *spots)
{
  return sw_parts_score (host, v, task, node, spots, self);
}

SW_POLICY_DEFINE (first_fit) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_PLACE,
  .name = "first-fit",
  .summary = "each task on the first node with room, parts on its first card with room",
  .params = sw_starts_params,
  .create = create,
  .destroy = g_free,
  .place = place,
  .score = score,
};
