/* on-demand: an instance goes where least has to be changed for it.  Best is an idle one of just
 * the profile, then free units to create it in, then idle instances to destroy, as few as possible;
 * what costs the same is told apart as frag-min does.  The times only say what is dear: what a
 * change takes is said by the pool.  Needs pools that repartition to be of use. */
#include "blocked.h"
#include "parts.h"

static const SwParam params[] = {
  { "destroy", SW_PARAM_TIME, "0.6s", 0, 600, .doc = "cost of an idle instance that goes" },
  { "create", SW_PARAM_TIME, "0.5s", 0, 600, .doc = "cost of an instance that is made" },
  { NULL },
};

typedef struct
{
  SwTime destroy, create;
  SwBlocked *blocked;
} OnDemand;

static gint64
cost (gpointer data, const SwNodeView *node, const SwCard *card, const SwSpot *spot)
{
  const OnDemand *self = data;
  gint64 left = sw_parts_left (node, card);
  if (node->mig == NULL)
    return left;
  gint64 micros = (spot->destroys * self->destroy + spot->creates * self->create) / 1000;
  gint64 growth
      = sw_blocked_growth (self->blocked, node->mig, card->busy, sw_parts_units (node, spot));
  return (micros * 2048 + growth) * 1024 + left;
}

static gpointer
create (const SwHost *host, const SwValue *values, GError **error)
{
  OnDemand *self = g_new0 (OnDemand, 1);
  self->destroy = values[0].t;
  self->create = values[1].t;
  self->blocked = sw_blocked_new ();
  return self;
}

static void
destroy (gpointer data)
{
  OnDemand *self = data;
  sw_blocked_free (self->blocked);
  g_free (self);
}

static gint64
score (gpointer self, const SwHost *host, SwView *v, const SwTaskGroup *task,
       const SwNodeView *node, SwSpot *spots)
{
  const SwPlaceRule rule = { cost, self, SW_STARTS_HIGHEST, 1 };
  return sw_parts_score (host, v, task, node, spots, &rule);
}

SW_POLICY_DEFINE (on_demand) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_PLACE,
  .name = "on-demand",
  .summary = "instances where least is destroyed and created for them, then as frag-min",
  .params = params,
  .create = create,
  .destroy = destroy,
  .place = sw_whole_best_fit,
  .score = score,
};
