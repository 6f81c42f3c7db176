/* fifo: jobs start in the order of their arrival.  The first that does not fit holds up all behind
 * it, unless skip=yes; greedy is the same with that set. */
#include "sorted.h"

typedef struct
{
  gboolean skip;
} Fifo;

static const SwParam params[] = {
  { "skip", SW_PARAM_BOOL, "no", .doc = "go on behind a job that does not fit" },
  { NULL },
};

static gpointer
create (const SwHost *host, const SwValue *values, GError **error)
{
  Fifo *self = g_new0 (Fifo, 1);
  self->skip = values[0].b;
  return self;
}

static void
schedule (gpointer data, const SwHost *host, SwView *v)
{
  Fifo *self = data;
  sw_sorted_pass (self->skip ? SW_BLOCKED_SKIP : SW_BLOCKED_STOP, host, v);
}

SW_POLICY_DEFINE (fifo) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_QUEUE,
  .name = "fifo",
  .summary = "in order of arrival; a job that does not fit holds up those behind it",
  .params = params,
  .create = create,
  .destroy = g_free,
  .schedule = schedule,
};
