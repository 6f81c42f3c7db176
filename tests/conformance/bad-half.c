/* A policy that breaks a rule on purpose: it says that a gang is placed when half of it is. */
#include <slicewise/policy.h>

static gboolean
place (gpointer self, const SwHost *host, SwView *v, SwJob job)
{
  return host->add (v, 0, 0, 1) == SW_OK;
}

SW_POLICY_DEFINE (bad_half) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_PLACE,
  .name = "bad-half",
  .summary = "breaks a rule",
  .place = place,
};
