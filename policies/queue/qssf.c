/* qssf: the smallest expected GPU-time (estimate times GPUs) first, strict (Hu and others:
 * "Characterization and prediction of deep learning workloads in large-scale GPU datacenters",
 * SC 2021).  As in the published simulator, jobs that arrive while nobody waits go by their number
 * of GPUs; only who has to wait is ranked. */
#include <slicewise/policy.h>

typedef struct
{
  guint32 fresh; /* jobs that entered the queue since the last pass */
  GArray *arrivals;
} Qssf;

typedef struct
{
  guint32 gpus;
  SwJob job;
} Arrival;

static gpointer
create (const SwHost *host, const SwValue *values, GError **error)
{
  Qssf *self = g_new0 (Qssf, 1);
  self->arrivals = g_array_new (FALSE, FALSE, sizeof (Arrival));
  return self;
}

static void
destroy (gpointer data)
{
  Qssf *self = data;
  g_array_unref (self->arrivals);
  g_free (self);
}

/* Rank in microseconds, ties by GPUs, in one number. */
static gint64
key (gpointer data, const SwHost *host, SwView *v, SwJob job)
{
  SwJobInfo info;
  host->job (v, job, &info);
  if (info.estimate == SW_TIME_NONE)
    return G_MAXINT64;
  __int128 rank = (__int128)(info.estimate / 1000) * info.gpus;
  __int128 both = rank * 4096 + MIN (info.gpus, 4095);
  return (gint64)CLAMP (both, G_MININT64, G_MAXINT64 - 1);
}

static void
entered (gpointer data, const SwHost *host, SwView *v, SwJob job)
{
  Qssf *self = data;
  self->fresh++;
}

static int
by_gpus (gconstpointer a, gconstpointer b)
{
  const Arrival *x = a, *y = b;
  if (x->gpus != y->gpus)
    return x->gpus < y->gpus ? -1 : 1;
  return x->job < y->job ? -1 : x->job > y->job;
}

static void
start_fresh (Qssf *self, const SwHost *host, SwView *v)
{
  SwJob job;
  SwJobInfo info;
  g_array_set_size (self->arrivals, 0);
  host->walk (v);
  while ((job = host->walk_all (v)) != SW_NO_JOB)
    {
      host->job (v, job, &info);
      Arrival arrival = { info.gpus, job };
      g_array_append_val (self->arrivals, arrival);
    }
  g_array_sort (self->arrivals, by_gpus);
  for (guint i = 0; i < self->arrivals->len; i++)
    if (host->start (v, g_array_index (self->arrivals, Arrival, i).job) != SW_OK)
      break;
}

static void
schedule (gpointer data, const SwHost *host, SwView *v)
{
  Qssf *self = data;
  SwJob job;
  if (host->n_waiting (v) <= self->fresh)
    start_fresh (self, host, v);
  else
    while ((job = host->first (v)) != SW_NO_JOB && host->start (v, job) == SW_OK)
      ;
  self->fresh = 0;
}

SW_POLICY_DEFINE (qssf) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_QUEUE,
  .name = "qssf",
  .summary = "smallest estimated GPU-time first; a job that does not fit holds up those behind it",
  .create = create,
  .destroy = destroy,
  .schedule = schedule,
  .key = key,
  .arrived = entered,
  .requeued = entered,
};
