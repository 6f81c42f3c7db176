/* A policy that breaks a rule on purpose: its table is not as large as ours. */
#include <slicewise/policy.h>

static void
schedule (gpointer self, const SwHost *host, SwView *v)
{
}

SW_POLICY_DEFINE (bad_size) = {
  .head = { SW_POLICY_ABI, sizeof (SwPolicy) - 8 },
  .kind = SW_KIND_QUEUE,
  .name = "bad-size",
  .summary = "breaks a rule",
  .schedule = schedule,
};
