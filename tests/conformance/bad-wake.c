/* A policy that breaks a rule on purpose: it asks to be woken now, so time would never pass. */
#include <slicewise/policy.h>

static void
schedule (gpointer self, const SwHost *host, SwView *v)
{
  host->wake_at (v, host->now (v));
}

SW_POLICY_DEFINE (bad_wake) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_QUEUE,
  .name = "bad-wake",
  .summary = "breaks a rule",
  .schedule = schedule,
};
