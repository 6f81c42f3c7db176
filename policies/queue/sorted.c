/* One pass over the queue in its order: start what fits; stop at, or skip, what does not. */
#include "sorted.h"

void
sw_sorted_pass (SwBlocked blocked, const SwHost *host, SwView *v)
{
  SwJob job;
  host->walk (v);
  if (blocked == SW_BLOCKED_STOP)
    {
      while ((job = host->walk_all (v)) != SW_NO_JOB && host->start (v, job) == SW_OK)
        ;
      return;
    }
  while ((job = host->walk_next (v, SW_TIME_INF)) != SW_NO_JOB)
    host->start (v, job);
}
