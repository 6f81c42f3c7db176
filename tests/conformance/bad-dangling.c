/* A policy that breaks a rule on purpose: it begins a placement and leaves it. */
#include <slicewise/policy.h>

static void
schedule (gpointer self, const SwHost *host, SwView *v)
{
  host->begin (v, host->first (v));
}

SW_POLICY_DEFINE (bad_dangling) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_QUEUE,
  .name = "bad-dangling",
  .summary = "breaks a rule",
  .schedule = schedule,
};
