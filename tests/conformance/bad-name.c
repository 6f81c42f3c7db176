/* A policy that breaks a rule on purpose: it takes the name of a built-in policy. */
#include <slicewise/policy.h>

static void
schedule (gpointer self, const SwHost *host, SwView *v)
{
}

SW_POLICY_DEFINE (bad_name) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_QUEUE,
  .name = "fifo",
  .summary = "breaks a rule",
  .schedule = schedule,
};
