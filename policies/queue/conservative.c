/* conservative: backfill in which every waiting job has a reservation (Feitelson and Weil:
 * "Utilization and predictability in scheduling the IBM SP2 with backfilling", IPPS 1998).  At each
 * event, nothing being kept from the last, the jobs in order of arrival are first tried for now and
 * otherwise take their earliest slot behind it; so nobody starts at the cost of somebody before
 * him, as far as declared limits hold.
 *
 * Slots are counted per GPU model, not per node.  A job starts only on models on which it cannot
 * cut into a reservation; one that could start by the counts but finds no place takes a later slot.
 * Jobs without a declared limit hold their GPUs for ever. */
#include "profile.h"

typedef enum
{
  PLACE_OUT,
  PLACE_WAITING,
  PLACE_RUNNING,
} Where;

typedef struct
{
  SwTime must_end; /* of running jobs */
  guint32 gpus;
  gint16 model;  /* that all its GPUs are of, -1: of several */
  guint16 where; /* Where */
} Known;

typedef struct
{
  SwTime must_end;
  SwJob job;
} End;

typedef struct
{
  guint32 depth;
  GArray *known;   /* Known per job */
  GArray *ends;    /* End of the running jobs, sorted */
  GArray *waiting; /* guint32: jobs that wait, per number of GPUs */
  GArray *behind;  /* the same for those behind the walk */
  SwProfile *profile;
} Conservative;

static const SwParam params[] = {
  { "depth", SW_PARAM_INT, "1000", 0, 1e9,
    .doc = "jobs looked at in a pass, the others stay behind; 0: all" },
  { NULL },
};

static gpointer
create (const SwHost *host, const SwValue *values, GError **error)
{
  Conservative *self = g_new0 (Conservative, 1);
  self->depth = (guint32)values[0].i;
  self->known = g_array_new (FALSE, TRUE, sizeof (Known));
  self->ends = g_array_new (FALSE, FALSE, sizeof (End));
  self->waiting = g_array_new (FALSE, TRUE, sizeof (guint32));
  self->behind = g_array_new (FALSE, TRUE, sizeof (guint32));
  self->profile = sw_skyline_new ();
  return self;
}

static void
destroy (gpointer data)
{
  Conservative *self = data;
  g_array_unref (self->known);
  g_array_unref (self->ends);
  g_array_unref (self->waiting);
  g_array_unref (self->behind);
  sw_skyline_free (self->profile);
  g_free (self);
}

/* ---- who waits and who runs until when ---- */

static Known *
known_of (Conservative *self, SwJob job)
{
  if (job >= self->known->len)
    g_array_set_size (self->known, MAX (job + 1, self->known->len * 2));
  return &g_array_index (self->known, Known, job);
}

static guint
end_index (const Conservative *self, SwTime must_end, SwJob job)
{
  guint low = 0, high = self->ends->len;
  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      const End *end = &g_array_index (self->ends, End, middle);
      if (end->must_end < must_end || (end->must_end == must_end && end->job < job))
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static void
leave (Conservative *self, SwJob job)
{
  Known *known = known_of (self, job);
  if (known->where == PLACE_WAITING)
    g_array_index (self->waiting, guint32, known->gpus)--;
  if (known->where == PLACE_RUNNING && known->must_end != SW_TIME_INF)
    g_array_remove_index (self->ends, end_index (self, known->must_end, job));
  known->where = PLACE_OUT;
}

static void
ended (gpointer data, const SwHost *host, SwView *v, SwJob job)
{
  leave (data, job);
}

static void
entered (gpointer data, const SwHost *host, SwView *v, SwJob job)
{
  Conservative *self = data;
  SwJobInfo info;
  leave (self, job);
  host->job (v, job, &info);
  *known_of (self, job) = (Known){ SW_TIME_NONE, info.gpus, -1, PLACE_WAITING };
  if (info.gpus >= self->waiting->len)
    g_array_set_size (self->waiting, info.gpus + 1);
  g_array_index (self->waiting, guint32, info.gpus)++;
}

static void
take_of (Conservative *self, const SwHost *host, SwView *v, SwJob job, SwTake *take)
{
  const Known *known = known_of (self, job);
  guint32 n = host->n_models (v);
  for (guint32 m = 0; m < n; m++)
    take->gpus[m] = known->model >= 0 ? 0 : host->held (v, job, m);
  if (known->model >= 0)
    take->gpus[known->model] = known->gpus;
}

static void
note_start (Conservative *self, const SwHost *host, SwView *v, SwJob job)
{
  SwJobInfo info;
  host->job (v, job, &info);
  leave (self, job);
  Known *known = known_of (self, job);
  *known = (Known){ info.must_end, info.gpus, -1, PLACE_RUNNING };
  for (guint32 m = 0; m < host->n_models (v) && known->model < 0; m++)
    if (host->held (v, job, m) == info.gpus)
      known->model = (gint16)m;
  End end = { info.must_end, job };
  if (info.must_end != SW_TIME_INF)
    g_array_insert_val (self->ends, end_index (self, info.must_end, job), end);
}

/* ---- the pass ---- */

static void
build_profile (Conservative *self, const SwHost *host, SwView *v)
{
  guint32 free_now[SW_MAX_MODELS], exist, n = host->n_models (v);
  SwTime now = host->now (v);
  for (guint32 m = 0; m < n; m++)
    host->model_gpus (v, m, &exist, &free_now[m]);
  sw_skyline_reset (self->profile, now, n, free_now);
  for (guint i = 0; i < self->ends->len; i++)
    {
      const End *end = &g_array_index (self->ends, End, i);
      SwTake take;
      take_of (self, host, v, end->job, &take);
      sw_skyline_release (self->profile, MAX (end->must_end, now + 1), &take);
    }
}

/* Models on which the job cannot take more than is free for its whole length. */
static guint64
safe_models (const SwHost *host, SwView *v, const SwNeed *need, const SwTake *least)
{
  guint64 safe = 0;
  for (guint32 m = 0; m < host->n_models (v); m++)
    {
      guint32 exist, free_now;
      host->model_gpus (v, m, &exist, &free_now);
      if (least->gpus[m] >= MIN (need->gpus, free_now))
        safe |= G_GUINT64_CONSTANT (1) << m;
    }
  return safe;
}

static gboolean
start_now (Conservative *self, const SwHost *host, SwView *v, SwJob job, const SwNeed *need)
{
  SwTake least, take;
  guint32 n = host->n_models (v);
  sw_skyline_least (self->profile, need->length, &least);
  if (!sw_need_divide (need, n, &least, &take))
    return FALSE;
  guint64 safe = safe_models (host, v, need, &least);
  gboolean all = safe == (n == 64 ? ~G_GUINT64_CONSTANT (0) : (G_GUINT64_CONSTANT (1) << n) - 1);
  if ((all ? host->start (v, job) : host->start_on (v, job, safe)) != SW_OK)
    return FALSE;
  note_start (self, host, v, job);
  take_of (self, host, v, job, &take);
  sw_skyline_cut (self->profile, host->now (v), need->length, &take);
  return TRUE;
}

static void
reserve (Conservative *self, const SwNeed *need)
{
  SwTime when;
  SwTake take;
  if (sw_skyline_earliest (self->profile, need, &when, &take))
    sw_skyline_cut (self->profile, when, need->length, &take);
}

/* Can a job behind the walk be small enough for so many GPUs? */
static gboolean
some_may_start (const Conservative *self, guint32 free_now)
{
  for (guint32 gpus = 0; gpus < self->behind->len && gpus <= free_now; gpus++)
    if (g_array_index (self->behind, guint32, gpus) > 0)
      return TRUE;
  return FALSE;
}

static guint32
free_gpus (const SwHost *host, SwView *v)
{
  guint32 sum = 0;
  for (guint32 m = 0; m < host->n_models (v); m++)
    {
      guint32 exist, free_now;
      host->model_gpus (v, m, &exist, &free_now);
      sum += free_now;
    }
  return sum;
}

static void
backfill (Conservative *self, const SwHost *host, SwView *v, SwJob head)
{
  g_array_set_size (self->behind, 0);
  g_array_append_vals (self->behind, self->waiting->data, self->waiting->len);
  guint32 free_now = free_gpus (host, v);
  SwJob job = head;
  for (guint32 n = 0; job != SW_NO_JOB && (self->depth == 0 || n < self->depth); n++)
    {
      SwJobInfo info;
      host->job (v, job, &info);
      g_array_index (self->behind, guint32, info.gpus)--;
      if (job == head)
        {
          if (!some_may_start (self, free_now))
            return;
          build_profile (self, host, v);
        }
      SwTime length = info.limit == SW_TIME_NONE ? SW_TIME_INF : MAX (info.limit, 1);
      SwNeed need = { host->demand (v, info.demand), info.gpus, length };
      if (job == head || !start_now (self, host, v, job, &need))
        reserve (self, &need);
      if (!some_may_start (self, sw_skyline_free_now (self->profile)))
        return;
      job = host->walk_all (v);
    }
}

static void
schedule (gpointer data, const SwHost *host, SwView *v)
{
  Conservative *self = data;
  SwJob job;
  host->walk (v);
  while ((job = host->walk_all (v)) != SW_NO_JOB && host->start (v, job) == SW_OK)
    note_start (self, host, v, job);
  if (job != SW_NO_JOB)
    backfill (self, host, v, job);
}

SW_POLICY_DEFINE (conservative) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_QUEUE,
  .name = "conservative",
  .summary = "backfill by declared limits; every waiting job has a reservation",
  .params = params,
  .create = create,
  .destroy = destroy,
  .schedule = schedule,
  .arrived = entered,
  .ended = ended,
  .requeued = entered,
};
