/* ljf: the longest waiting job first.  Jobs of unknown length come last; ties go by arrival. */
#include "lengths.h"

static gint64
key (gpointer data, const SwHost *host, SwView *v, SwJob job)
{
  const SwByLength *self = data;
  SwTime left = sw_length_left (self->by, host, v, job);
  return left == SW_TIME_INF ? SW_TIME_INF : -left;
}

SW_POLICY_DEFINE (ljf) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_QUEUE,
  .name = "ljf",
  .summary = "longest job first, by declared limit, estimate or true duration",
  .params = sw_by_length_params,
  .create = sw_by_length_new,
  .destroy = g_free,
  .flags = sw_length_flags,
  .schedule = sw_by_length_schedule,
  .key = key,
};
