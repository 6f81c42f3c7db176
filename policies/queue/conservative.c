/* conservative: backfill in which every waiting job has a reservation (Feitelson and Weil:
 * "Utilization and predictability in scheduling the IBM SP2 with backfilling", IPPS 1998).  At each
 * event, nothing being kept from the last, the jobs in order of arrival are first tried for now and
 * otherwise take their earliest slot behind it; so nobody starts at the cost of somebody before
 * him, as far as declared limits hold.
 *
 * Slots are counted per GPU model, not per node.  A job starts only on models on which it cannot
 * cut into a reservation; one that could start by the counts but finds no place takes a later slot.
 * Jobs without a declared limit hold their GPUs for ever. */
#include "skyline.h"

typedef enum
{
  PLACE_OUT,
  PLACE_WAITING,
  PLACE_RUNNING,
} Where;

typedef struct
{
  SwTime time; /* declared limit while it waits, when it must end while it runs */
  guint32 demand;
  gint16 model;  /* that all GPUs of a running job are of, -1: of several */
  guint16 where; /* Where */
} Known;

typedef struct
{
  SwTime must_end;
  SwJob job;
} End;

/* Waiting jobs of one demand. */
typedef struct
{
  guint32 waiting;
  gboolean uses_gpus;
} Class;

typedef struct
{
  guint32 depth;
  GArray *known;   /* Known per job */
  GArray *ends;    /* End of the running jobs, sorted */
  GArray *queue;   /* guint64, bit j % 64 of word j / 64: job j waits */
  GArray *classes; /* Class per demand */
  SwSkyline *sky;
  SwJob next;     /* in this pass, all jobs before it have their reservations */
  guint32 looked; /* and so many these are */
} Conservative;

static const SwParam params[] = {
  { "depth", SW_PARAM_INT, "100", 0, 1e9,
    .doc = "jobs at the head of the queue that count in a pass, the others stay behind; 0: all" },
  { NULL },
};

static gpointer
create (const SwHost *host, const SwValue *values, GError **error)
{
  Conservative *self = g_new0 (Conservative, 1);
  self->depth = (guint32)values[0].i;
  self->known = g_array_new (FALSE, TRUE, sizeof (Known));
  self->ends = g_array_new (FALSE, FALSE, sizeof (End));
  self->queue = g_array_new (FALSE, TRUE, sizeof (guint64));
  self->classes = g_array_new (FALSE, TRUE, sizeof (Class));
  self->sky = sw_skyline_new ();
  return self;
}

static void
destroy (gpointer data)
{
  Conservative *self = data;
  g_array_unref (self->known);
  g_array_unref (self->ends);
  g_array_unref (self->queue);
  g_array_unref (self->classes);
  sw_skyline_free (self->sky);
  g_free (self);
}

/* ---- who waits and who runs until when ---- */

static Known *
known_of (Conservative *self, SwJob job)
{
  if (job >= self->known->len)
    {
      g_array_set_size (self->known, MAX (job + 1, self->known->len * 2));
      g_array_set_size (self->queue, self->known->len / 64 + 1);
    }
  return &g_array_index (self->known, Known, job);
}

static Class *
class_of (Conservative *self, guint32 demand)
{
  if (demand >= self->classes->len)
    g_array_set_size (self->classes, demand + 1);
  return &g_array_index (self->classes, Class, demand);
}

static void
set_waiting (Conservative *self, SwJob job, gboolean waits)
{
  guint64 bit = G_GUINT64_CONSTANT (1) << job % 64;
  guint64 *word = &g_array_index (self->queue, guint64, job / 64);
  *word = waits ? *word | bit : *word & ~bit;
}

/* The first waiting job from this one on; SW_NO_JOB if there is none. */
static SwJob
waiting_from (const Conservative *self, SwJob job)
{
  for (guint i = job / 64; i < self->queue->len; i++)
    {
      guint64 word = g_array_index (self->queue, guint64, i);
      if (i == job / 64)
        word &= ~G_GUINT64_CONSTANT (0) << job % 64;
      if (word != 0)
        return i * 64 + (guint)__builtin_ctzll (word);
    }
  return SW_NO_JOB;
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
    {
      class_of (self, known->demand)->waiting--;
      set_waiting (self, job, FALSE);
    }
  if (known->where == PLACE_RUNNING && known->time != SW_TIME_INF)
    g_array_remove_index (self->ends, end_index (self, known->time, job));
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
  SwTime limit = info.limit == SW_TIME_NONE ? SW_TIME_INF : MAX (info.limit, 1);
  *known_of (self, job) = (Known){ limit, info.demand, -1, PLACE_WAITING };
  set_waiting (self, job, TRUE);
  Class *class = class_of (self, info.demand);
  class->waiting++;
  class->uses_gpus = info.gpus > 0;
}

static void
note_start (Conservative *self, const SwHost *host, SwView *v, SwJob job)
{
  SwJobInfo info;
  host->job (v, job, &info);
  leave (self, job);
  Known *known = known_of (self, job);
  *known = (Known){ info.must_end, info.demand, -1, PLACE_RUNNING };
  for (guint32 m = 0; m < host->n_models (v) && known->model < 0; m++)
    if (host->held (v, job, m) == info.gpus)
      known->model = (gint16)m;
  End end = { info.must_end, job };
  if (info.must_end != SW_TIME_INF)
    g_array_insert_val (self->ends, end_index (self, info.must_end, job), end);
}

/* ---- the pass ---- */

static void
build_skyline (Conservative *self, const SwHost *host, SwView *v)
{
  guint32 free_now[SW_MAX_MODELS], exist, n = host->n_models (v);
  SwTime now = host->now (v);
  for (guint32 m = 0; m < n; m++)
    host->model_gpus (v, m, &exist, &free_now[m]);
  sw_skyline_reset (self->sky, now, n, free_now);
  for (guint i = 0; i < self->ends->len; i++)
    {
      const End *end = &g_array_index (self->ends, End, i);
      const Known *known = known_of (self, end->job);
      SwTime when = MAX (end->must_end, now + 1);
      if (known->model >= 0)
        sw_skyline_release (self->sky, when, (guint32)known->model,
                            host->demand (v, known->demand)->gpus);
      else
        for (guint32 m = 0; m < n; m++)
          sw_skyline_release (self->sky, when, m, host->held (v, end->job, m));
    }
}

static SwNeed
need_of (Conservative *self, const SwHost *host, SwView *v, SwJob job)
{
  const Known *known = known_of (self, job);
  return (SwNeed){ host->demand (v, known->demand), known->time };
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
      if (least->gpus[m] >= MIN (need->demand->gpus, free_now))
        safe |= G_GUINT64_CONSTANT (1) << m;
    }
  return safe;
}

/* Starts the job on GPUs that nobody before it needs while it runs. */
static void
start_aside (Conservative *self, const SwHost *host, SwView *v, SwJob job)
{
  SwNeed need = need_of (self, host, v, job);
  SwTake least, take;
  guint32 n = host->n_models (v);
  if (!sw_skyline_now (self->sky, &need, &least))
    return;
  guint64 safe = safe_models (host, v, &need, &least);
  gboolean all = safe == (n == 64 ? ~G_GUINT64_CONSTANT (0) : (G_GUINT64_CONSTANT (1) << n) - 1);
  if ((all ? host->start (v, job) : host->start_on (v, job, safe)) != SW_OK)
    return;
  note_start (self, host, v, job);
  self->looked++;
  for (guint32 m = 0; m < n; m++)
    take.gpus[m] = host->held (v, job, m);
  sw_skyline_cut (self->sky, host->now (v), need.length, &take);
}

/* Gives all jobs before this one their slots; FALSE if they are more than count. */
static gboolean
reserve_before (Conservative *self, const SwHost *host, SwView *v, SwJob job)
{
  for (self->next = waiting_from (self, self->next); self->next < job;
       self->next = waiting_from (self, self->next + 1))
    {
      if (self->depth > 0 && ++self->looked >= self->depth)
        return FALSE;
      SwNeed need = need_of (self, host, v, self->next);
      SwTime when;
      SwTake take;
      if (need.demand->gpus > 0 && sw_skyline_earliest (self->sky, &need, &when, &take))
        sw_skyline_cut (self->sky, when, need.length, &take);
    }
  return TRUE;
}

/* Tries those that may start now: jobs that fit and whose limit is within the time for which GPUs
   stay free.  Whoever does not fit beside the reservations made so far will not beside more of
   them, so the reservations before a job are only made if it passes without. */
static void
backfill (Conservative *self, const SwHost *host, SwView *v)
{
  host->walk (v);
  SwJob job = host->walk_next (v, SW_TIME_INF);
  if (job == SW_NO_JOB)
    return;
  build_skyline (self, host, v);
  for (guint32 demand = 0; demand < self->classes->len; demand++)
    if (class_of (self, demand)->waiting > 0 && class_of (self, demand)->uses_gpus)
      host->walk_short (v, demand);
  self->next = 0;
  self->looked = 0;
  for (SwTime window; job != SW_NO_JOB; job = host->walk_next (v, window))
    {
      SwNeed need = need_of (self, host, v, job);
      SwTake least;
      if (host->fits (v, job) == SW_OK && sw_skyline_now (self->sky, &need, &least))
        {
          if (!reserve_before (self, host, v, job))
            return;
          start_aside (self, host, v, job);
        }
      window = sw_skyline_window (self->sky);
    }
}

static void
schedule (gpointer data, const SwHost *host, SwView *v)
{
  Conservative *self = data;
  SwJob job;
  while ((job = host->first (v)) != SW_NO_JOB && host->start (v, job) == SW_OK)
    note_start (self, host, v, job);
  if (job != SW_NO_JOB)
    backfill (self, host, v);
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
