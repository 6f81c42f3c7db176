/* A policy that breaks a rule on purpose: it starts nothing and wakes itself for ever. */
#include <slicewise/policy.h>

static void
schedule (gpointer self, const SwHost *host, SwView *v)
{
  host->wake_at (v, host->now (v) + SW_SECOND);
}

SW_POLICY_DEFINE (bad_waker) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_QUEUE,
  .name = "bad-waker",
  .summary = "breaks a rule",
  .schedule = schedule,
};
