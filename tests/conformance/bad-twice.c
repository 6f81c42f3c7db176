/* A policy that breaks a rule on purpose: it starts a job that it has started. */
#include <slicewise/policy.h>

static void
schedule (gpointer self, const SwHost *host, SwView *v)
{
  SwJob job = host->first (v);
  host->start (v, job);
  host->start (v, job);
}

SW_POLICY_DEFINE (bad_twice) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_QUEUE,
  .name = "bad-twice",
  .summary = "breaks a rule",
  .schedule = schedule,
};
