/* How long a job will run: the one place that asks for a limit, an estimate or the truth. */
#include "lengths.h"

SwTime
sw_length_left (SwLength by, const SwHost *host, SwView *v, SwJob job)
{
  if (by == SW_LENGTH_DURATION)
    return host->true_left (v, job);
  SwJobInfo info;
  host->job (v, job, &info);
  SwTime whole = by == SW_LENGTH_LIMIT ? info.limit : info.estimate;
  if (whole == SW_TIME_NONE || whole == SW_TIME_INF)
    return SW_TIME_INF;
  return whole - info.run;
}
