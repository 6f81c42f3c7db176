/* sjf: the shortest waiting job first.  Jobs of unknown length come last; ties go by arrival. */
#include "lengths.h"
#include "sorted.h"

typedef struct
{
  SwLength by;
  SwBlocked blocked;
} Sjf;

static const SwParam params[] = {
  { "by", SW_PARAM_CHOICE, "limit", .choices = SW_LENGTH_CHOICES,
    .doc = "what counts as the length of a job" },
  { "blocked", SW_PARAM_CHOICE, "stop", .choices = SW_BLOCKED_CHOICES,
    .doc = "what happens at a job that does not fit" },
  { NULL },
};

static gpointer
create (const SwHost *host, const SwValue *values, GError **error)
{
  Sjf *self = g_new0 (Sjf, 1);
  self->by = (SwLength)values[0].i;
  self->blocked = (SwBlocked)values[1].i;
  return self;
}

static guint32
flags (const SwValue *values)
{
  return values[0].i == SW_LENGTH_DURATION ? SW_POLICY_ORACLE : 0;
}

static gint64
key (gpointer data, const SwHost *host, SwView *v, SwJob job)
{
  Sjf *self = data;
  return sw_length_left (self->by, host, v, job);
}

static void
schedule (gpointer data, const SwHost *host, SwView *v)
{
  Sjf *self = data;
  sw_sorted_pass (self->blocked, host, v);
}

SW_POLICY_DEFINE (sjf) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_QUEUE,
  .name = "sjf",
  .summary = "shortest job first, by declared limit, estimate or true duration",
  .params = params,
  .create = create,
  .destroy = g_free,
  .flags = flags,
  .schedule = schedule,
  .key = key,
};
