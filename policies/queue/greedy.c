/* greedy: in order of arrival, whatever fits starts.  No GPUs stay idle beside a job that could use
 * them, at the price that large jobs may wait for as long as small ones keep coming. */
#include "sorted.h"

static void
schedule (gpointer self, const SwHost *host, SwView *v)
{
  sw_sorted_pass (SW_BLOCKED_SKIP, host, v);
}

SW_POLICY_DEFINE (greedy) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_QUEUE,
  .name = "greedy",
  .summary = "in order of arrival; jobs that do not fit are skipped",
  .schedule = schedule,
};
