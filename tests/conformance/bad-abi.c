/* A policy that breaks a rule on purpose: it was made for another version of the interface. */
#include <slicewise/policy.h>

static void
schedule (gpointer self, const SwHost *host, SwView *v)
{
}

SW_POLICY_DEFINE (bad_abi) = {
  .head = { SW_POLICY_ABI + 1, sizeof (SwPolicy) },
  .kind = SW_KIND_QUEUE,
  .name = "bad-abi",
  .summary = "breaks a rule",
  .schedule = schedule,
};
