/* A policy that breaks a rule on purpose: it asks the host without end. */
#include <slicewise/policy.h>

static void
schedule (gpointer self, const SwHost *host, SwView *v)
{
  while (host->now (v) >= 0)
    ;
}

SW_POLICY_DEFINE (bad_endless) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_QUEUE,
  .name = "bad-endless",
  .summary = "breaks a rule",
  .schedule = schedule,
};
