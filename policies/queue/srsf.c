/* srsf: at every event the jobs with the least remaining GPU-time run; the rest is paused. */
#include "remaining.h"

static const SwParam params[] = { SW_LENGTH_PARAM ("duration"), { NULL } };

static gpointer
create (const SwHost *host, const SwValue *values, GError **error)
{
  return sw_remaining_new ((SwLength)values[0].i, TRUE);
}

SW_POLICY_DEFINE (srsf) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_QUEUE,
  .name = "srsf",
  .summary = "smallest remaining GPU-time first, preemptive",
  .params = params,
  .create = create,
  .destroy = sw_remaining_free,
  .flags = sw_length_flags,
  .schedule = sw_remaining_schedule,
  .arrived = sw_remaining_entered,
  .ended = sw_remaining_ended,
  .requeued = sw_remaining_entered,
};
