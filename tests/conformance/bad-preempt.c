/* A policy that breaks a rule on purpose: it preempts whoever runs, asked or not. */
#include <slicewise/policy.h>

static void
schedule (gpointer self, const SwHost *host, SwView *v)
{
  SwJob job = host->first (v);
  if (host->start (v, job) == SW_NO_FIT)
    host->preempt (v, host->running (v, 0));
}

SW_POLICY_DEFINE (bad_preempt) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_QUEUE,
  .name = "bad-preempt",
  .summary = "breaks a rule",
  .schedule = schedule,
};
