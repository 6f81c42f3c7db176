/* A policy that breaks a rule on purpose: it starts a job that has not arrived. */
#include <slicewise/policy.h>

static void
schedule (gpointer self, const SwHost *host, SwView *v)
{
  host->start (v, host->first (v) + 1);
}

SW_POLICY_DEFINE (bad_future) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_QUEUE,
  .name = "bad-future",
  .summary = "breaks a rule",
  .schedule = schedule,
};
