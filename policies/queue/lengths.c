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

guint32
sw_length_flags (const SwValue *values)
{
  return values[0].i == SW_LENGTH_DURATION ? SW_POLICY_ORACLE : 0;
}

const SwParam sw_by_length_params[] = {
  SW_LENGTH_PARAM ("limit"),
  { "blocked", SW_PARAM_CHOICE, "stop", .choices = SW_BLOCKED_CHOICES,
    .doc = "what happens at a job that does not fit" },
  { NULL },
};

gpointer
sw_by_length_new (const SwHost *host, const SwValue *values, GError **error)
{
  SwByLength *self = g_new0 (SwByLength, 1);
  self->by = (SwLength)values[0].i;
  self->blocked = (SwBlocked)values[1].i;
  return self;
}

void
sw_by_length_schedule (gpointer data, const SwHost *host, SwView *v)
{
  const SwByLength *self = data;
  sw_sorted_pass (self->blocked, host, v);
}
