/* easy: first come first served with backfill (Lifka: "The ANL/IBM SP scheduling system", JSSPP
 * 1995).  The first job that does not fit gets a reservation at the earliest time that the declared
 * limits of the running jobs allow; a later job may start now if that does not move it. */
#include <slicewise/policy.h>

typedef enum
{
  ORDER_FCFS,
  ORDER_PRIORITY,
  ORDER_SHORTEST,
} Order;

typedef struct
{
  guint32 depth;
  Order order;
} Easy;

static const SwParam params[] = {
  { "depth", SW_PARAM_INT, "0", 0, 1e9, .doc = "jobs tried for backfill in a pass, 0: all" },
  { "order", SW_PARAM_CHOICE, "fcfs", .choices = "fcfs|priority|shortest",
    .doc = "order of the queue: arrival, larger priority first, shorter limit first" },
  { NULL },
};

static gpointer
create (const SwHost *host, const SwValue *values, GError **error)
{
  Easy *self = g_new0 (Easy, 1);
  self->depth = (guint32)values[0].i;
  self->order = (Order)values[1].i;
  return self;
}

static gint64
key (gpointer data, const SwHost *host, SwView *v, SwJob job)
{
  Easy *self = data;
  SwJobInfo info;
  host->job (v, job, &info);
  switch (self->order)
    {
    case ORDER_PRIORITY:
      return -(gint64)info.priority;
    case ORDER_SHORTEST:
      return info.limit == SW_TIME_NONE ? SW_TIME_INF : info.limit;
    case ORDER_FCFS:
      break;
    }
  return 0;
}

static void
backfill (Easy *self, const SwHost *host, SwView *v, SwJob head)
{
  host->walk (v);
  SwJob job = host->walk_next (v, SW_TIME_INF);
  if (job == SW_NO_JOB)
    return;
  SwTime when = host->reserve (v, head);
  SwTime room = when == SW_TIME_INF ? SW_TIME_INF - 1 : when - host->now (v);
  for (guint32 tried = 0; job != SW_NO_JOB && (self->depth == 0 || tried < self->depth); tried++)
    {
      SwJobInfo info;
      if (host->start_beside (v, job) != SW_OK && host->job (v, job, &info) == SW_OK)
        host->walk_short (v, info.demand);
      job = host->walk_next (v, room);
    }
}

static void
schedule (gpointer data, const SwHost *host, SwView *v)
{
  Easy *self = data;
  SwJob job;
  while ((job = host->first (v)) != SW_NO_JOB && host->start (v, job) == SW_OK)
    ;
  if (job != SW_NO_JOB)
    backfill (self, host, v, job);
}

SW_POLICY_DEFINE (easy) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_QUEUE,
  .name = "easy",
  .summary = "backfill by declared limits; only the first waiting job has a reservation",
  .params = params,
  .create = create,
  .destroy = g_free,
  .schedule = schedule,
  .key = key,
};
