/* A policy that breaks a rule on purpose: it looks at true durations without saying that it is an
 * oracle. */
#include <slicewise/policy.h>

static void
schedule (gpointer self, const SwHost *host, SwView *v)
{
  SwJob job = host->first (v);
  if (host->true_left (v, job) > 0)
    host->start (v, job);
}

SW_POLICY_DEFINE (bad_peek) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_QUEUE,
  .name = "bad-peek",
  .summary = "breaks a rule",
  .schedule = schedule,
};
