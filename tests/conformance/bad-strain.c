/* A policy that breaks a rule on purpose: it asks what a task would do on a card that the node does
 * not have. */
#include <slicewise/policy.h>

static gint64
score (gpointer self, const SwHost *host, SwView *v, const SwTaskGroup *task,
       const SwNodeView *node, SwSpot *spots)
{
  const SwSpot nowhere = { .card = 200 };
  return -host->strain (v, task, node, &nowhere, 1000);
}

SW_POLICY_DEFINE (bad_strain) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_PLACE,
  .name = "bad-strain",
  .summary = "breaks a rule",
  .score = score,
};
