/* A policy that breaks a rule on purpose: a place policy that starts the job itself. */
#include <slicewise/policy.h>

static gboolean
place (gpointer self, const SwHost *host, SwView *v, SwJob job)
{
  return host->start (v, job) == SW_OK;
}

SW_POLICY_DEFINE (bad_acting) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_PLACE,
  .name = "bad-acting",
  .summary = "breaks a rule",
  .place = place,
};
