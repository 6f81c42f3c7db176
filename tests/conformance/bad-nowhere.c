/* A policy that breaks a rule on purpose: it asks for places on a node that is none. */
#include <slicewise/policy.h>

static gint64
score (gpointer self, const SwHost *host, SwView *v, const SwTaskGroup *task,
       const SwNodeView *node, SwSpot *spots)
{
  SwNodeView none = *node;
  none.node = SW_NO_NODE;
  return host->spots (v, task, &none, NULL, 0);
}

SW_POLICY_DEFINE (bad_nowhere) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_PLACE,
  .name = "bad-nowhere",
  .summary = "breaks a rule",
  .score = score,
};
