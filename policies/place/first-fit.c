/* first-fit: each task on the lowest-ranked node that has room for it; parts of cards on the lowest
 * card there.  starts=lowest shows what naive starts cost: a 3g at unit 0 keeps a 4g out. */
#include "parts.h"

static const SwParam params[] = {
  { "starts", SW_PARAM_CHOICE, "preferred", .choices = "preferred|lowest",
    .doc = "of instances on a card: where they leave room for larger ones, or at the lowest unit" },
  { NULL },
};

static gint64
no_cost (gpointer self, const SwNodeView *node, const SwCard *card, const SwSpot *spot)
{
  return 0;
}

static gpointer
create (const SwHost *host, const SwValue *values, GError **error)
{
  SwPlaceRule *self = g_new0 (SwPlaceRule, 1);
  self->cost = no_cost;
  self->starts = (SwStarts)values[0].i;
  return self;
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
  return task->use < SW_USE_SHARE ? 0 : sw_parts_score (host, v, task, node, spots, self);
}

SW_POLICY_DEFINE (first_fit) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_PLACE,
  .name = "first-fit",
  .summary = "each task on the first node with room, parts on its first card with room",
  .params = params,
  .create = create,
  .destroy = g_free,
  .place = place,
  .score = score,
};
