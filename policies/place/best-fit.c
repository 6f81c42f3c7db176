/* best-fit: each task on the fullest node that still has room for it; parts of cards on the fullest
 * card of all, by the units or thousandths that are free there. */
#include "parts.h"

static const SwParam params[] = {
  { "starts", SW_PARAM_CHOICE, "preferred", .choices = "preferred|lowest",
    .doc = "of instances on a card: where they leave room for larger ones, or at the lowest unit" },
  { NULL },
};

static gint64
what_is_left (gpointer self, const SwNodeView *node, const SwCard *card, const SwSpot *spot)
{
  return sw_parts_left (node, card);
}

static gpointer
create (const SwHost *host, const SwValue *values, GError **error)
{
  SwPlaceRule *self = g_new0 (SwPlaceRule, 1);
  self->cost = what_is_left;
  self->starts = (SwStarts)values[0].i;
  return self;
}

static gboolean
place (gpointer self, const SwHost *host, SwView *v, SwJob job)
{
  return host->fill (v, job, SW_FIT_BEST) == SW_OK;
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
  .params = params,
  .create = create,
  .destroy = g_free,
  .place = place,
  .score = score,
};
