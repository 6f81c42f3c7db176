/* sjf: the shortest waiting job first.  Jobs of unknown length come last; ties go by arrival. */
#include "lengths.h"

static gint64
key (gpointer data, const SwHost *host, SwView *v, SwJob job)
{
  const SwByLength *self = data;
  return sw_length_left (self->by, host, v, job);
}

SW_POLICY_DEFINE (sjf) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_QUEUE,
  .name = "sjf",
  .summary = "shortest job first, by declared limit, estimate or true duration",
  .params = sw_by_length_params,
  .create = sw_by_length_new,
  .destroy = g_free,
  .flags = sw_length_flags,
  .schedule = sw_by_length_schedule,
  .key = key,
};
