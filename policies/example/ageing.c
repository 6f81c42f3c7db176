/* ageing: shortest job first, but waiting counts.  A job's rank is its declared limit less `credit`
 * seconds for each second that it has waited, so that a long job cannot be passed over for ever.
 *
 * All ranks fall at the same rate while time goes by, so the order of any two jobs never changes:
 * it is that of limit + credit * eligible, which is what key() returns once, when a job enters the
 * queue.  The host keeps the queue in that order; a pass walks it and starts what fits. */
#include <slicewise/policy.h>

typedef struct
{
  double credit;
  SwTime unknown; /* length of jobs that declare none */
} Ageing;

static const SwParam params[] = {
  { "credit", SW_PARAM_REAL, "1", 0, 1000,
    .doc = "seconds of length that a second of waiting is worth" },
  { "unknown", SW_PARAM_TIME, "1d", 0, 1e9, .doc = "length of jobs without a declared limit" },
  { NULL },
};

static gpointer
create (const SwHost *host, const SwValue *values, GError **error)
{
  Ageing *self = g_new0 (Ageing, 1);
  self->credit = values[0].r;
  self->unknown = values[1].t;
  return self;
}

static gint64
key (gpointer data, const SwHost *host, SwView *v, SwJob job)
{
  Ageing *self = data;
  SwJobInfo info;
  host->job (v, job, &info);
  SwTime length = info.limit == SW_TIME_NONE ? self->unknown : info.limit;
  double rank = (double)length + self->credit * (double)info.eligible;
  return rank < 9e18 ? (gint64)rank : G_MAXINT64;
}

static void
schedule (gpointer data, const SwHost *host, SwView *v)
{
  SwJob job;
  host->walk (v);
  while ((job = host->walk_next (v, SW_TIME_INF)) != SW_NO_JOB)
    host->start (v, job);
}

SW_POLICY_DEFINE (ageing) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_QUEUE,
  .name = "ageing",
  .summary = "shortest declared limit first, waiting time taken off; skips what does not fit",
  .params = params,
  .create = create,
  .destroy = g_free,
  .schedule = schedule,
  .key = key,
};
