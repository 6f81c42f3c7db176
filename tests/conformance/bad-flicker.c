/* A policy that breaks a rule on purpose: it preempts a job in the instant in which it started it.
 */
#include <slicewise/policy.h>

static void
schedule (gpointer self, const SwHost *host, SwView *v)
{
  SwJob job = host->first (v);
  host->start (v, job);
  host->preempt (v, job);
}

SW_POLICY_DEFINE (bad_flicker) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_QUEUE,
  .name = "bad-flicker",
  .summary = "breaks a rule",
  .schedule = schedule,
};
