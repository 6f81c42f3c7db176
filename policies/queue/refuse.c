/* refuse: a loss system.  A job that cannot be placed when it arrives, or when it comes back, is
 * refused and never tried again. */
#include <slicewise/policy.h>

static void
schedule (gpointer self, const SwHost *host, SwView *v)
{
  for (SwJob job = host->first (v); job != SW_NO_JOB; job = host->first (v))
    if (host->start (v, job) != SW_OK
        && host->reject (v, job, "refused: there was no room for it") != SW_OK)
      return;
}

SW_POLICY_DEFINE (refuse) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_QUEUE,
  .name = "refuse",
  .summary = "a job that does not fit at once is refused: a loss system",
  .schedule = schedule,
};
