/* A policy that breaks a rule on purpose: it gives a card new instances while it places a job. */
#include <slicewise/policy.h>

static gboolean
place (gpointer self, const SwHost *host, SwView *v, SwJob job)
{
  SwSpot spot = { 0 };
  return host->reslice (v, 0, 0, &spot, 1) == SW_OK;
}

SW_POLICY_DEFINE (bad_reslice) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_PLACE,
  .name = "bad-reslice",
  .summary = "breaks a rule",
  .place = place,
};
