/* interference-limit: shares of cards go only where nobody, the newcomer included, is predicted to
 * be slowed by the others on the card beyond what he bears: the job's own slowdown limit, else the
 * parameter.  Among such cards the fullest, or the calmest.  Jobs for which there is none wait. The
 * idea is Lucid's and Horus' (refuse to pack what would interfere); the prediction is the pool's
 * contention model, measured pairs included. */
#include "parts.h"

static const SwParam params[]
    = { { "limit", SW_PARAM_REAL, "1.5", 1, 1000,
          .doc
          = "slowdown by others on its card that a job bears which names no limit of its own" },
        { "prefer", SW_PARAM_CHOICE, "full", .choices = "full|calm",
          .doc = "of the cards that do: the fullest, or the one where the limits are furthest" },
        { NULL } };

typedef struct
{
  guint32 limit; /* thousandths */
  gboolean calm;
} Limit;

/* One question. */
typedef struct
{
  const Limit *limit;
  const SwHost *host;
  SwView *v;
  const SwTaskGroup *task;
} Ask;

static gint64
cost (gpointer data, const SwNodeView *node, const SwCard *card, const SwSpot *spot)
{
  const Ask *ask = data;
  gint64 strain = ask->host->strain (ask->v, ask->task, node, spot, ask->limit->limit);
  if (strain > 1000)
    return SW_NO_WAY;
  gint64 left = sw_parts_left (node, card);
  return ask->limit->calm ? strain * 1001 + left : left;
}

static gpointer
create (const SwHost *host, const SwValue *values, GError **error)
{
  Limit *self = g_new (Limit, 1);
  self->limit = (guint32)(values[0].r * 1000 + 0.5);
  self->calm = values[1].i == 1;
  return self;
}

static gint64
score (gpointer self, const SwHost *host, SwView *v, const SwTaskGroup *task,
       const SwNodeView *node, SwSpot *spots)
{
  Ask ask = { self, host, v, task };
  SwPlaceRule rule = { cost, &ask, SW_STARTS_PREFERRED, 1 };
  return sw_parts_score (host, v, task, node, spots, &rule);
}

SW_POLICY_DEFINE (interference_limit) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_PLACE,
  .name = "interference-limit",
  .summary = "shares only where no tenant is slowed beyond its limit, on the fullest such card",
  .params = params,
  .create = create,
  .destroy = g_free,
  .place = sw_whole_best_fit,
  .score = score,
  .sees = SW_SEES_TENANTS,
};
