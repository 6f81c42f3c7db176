/* A policy that breaks a rule on purpose: it starts a job on cards that another job holds. */
#include <slicewise/policy.h>

static void
schedule (gpointer self, const SwHost *host, SwView *v)
{
  SwJob job = host->first (v);
  if (host->n_running (v) == 0)
    {
      host->start (v, job);
      return;
    }
  host->begin (v, job);
  host->add (v, 0, 0, 1);
  host->start_placed (v);
}

SW_POLICY_DEFINE (bad_busy) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_QUEUE,
  .name = "bad-busy",
  .summary = "breaks a rule",
  .schedule = schedule,
};
