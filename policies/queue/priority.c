/* priority: larger priority first, ties by arrival.  With preempt=lower a job that does not fit may
 * push out running jobs of strictly lower priority that allow it: lowest priority first, then the
 * youngest, only as many as it takes, and only if their room lets it start.  So two jobs never push
 * each other out in turn.
 *
 * A demand that failed is not tried again until something is freed (walk_next), but a job of higher
 * priority that came later has more victims to choose from: jobs that entered the queue since the
 * last pass are therefore always tried. */
#include "sorted.h"

typedef enum
{
  PLACE_OUT,
  PLACE_WAITING,
  PLACE_RUNNING,
} Where;

typedef struct
{
  gint32 priority;
  guint8 where; /* Where */
  SwTime started;
} Known;

typedef struct
{
  SwBlocked blocked;
  gboolean preempt;
  GArray *known;   /* Known per job */
  GTree *running;  /* preemptible jobs, first victim first */
  GArray *fresh;   /* SwJob, entered since the last pass */
  GArray *victims; /* SwJob, scratch */
} Priority;

static const SwParam params[] = {
  { "blocked", SW_PARAM_CHOICE, "stop", .choices = SW_BLOCKED_CHOICES,
    .doc = "what happens at a job that does not fit" },
  { "preempt", SW_PARAM_CHOICE, "no", .choices = "no|lower",
    .doc = "push out preemptible jobs of strictly lower priority" },
  { NULL },
};

static Known *
known_of (Priority *self, SwJob job)
{
  if (job >= self->known->len)
    g_array_set_size (self->known, MAX (job + 1, self->known->len * 2));
  return &g_array_index (self->known, Known, job);
}

static int
by_worth (gconstpointer a, gconstpointer b, gpointer data)
{
  Priority *self = data;
  SwJob x = GPOINTER_TO_UINT (a), y = GPOINTER_TO_UINT (b);
  const Known *p = known_of (self, x), *q = known_of (self, y);
  if (p->priority != q->priority)
    return p->priority < q->priority ? -1 : 1;
  if (p->started != q->started)
    return p->started > q->started ? -1 : 1;
  return x > y ? -1 : x < y;
}

static gpointer
create (const SwHost *host, const SwValue *values, GError **error)
{
  Priority *self = g_new0 (Priority, 1);
  self->blocked = (SwBlocked)values[0].i;
  self->preempt = values[1].i == 1;
  self->known = g_array_new (FALSE, TRUE, sizeof (Known));
  self->running = g_tree_new_full (by_worth, self, NULL, NULL);
  self->fresh = g_array_new (FALSE, FALSE, sizeof (SwJob));
  self->victims = g_array_new (FALSE, FALSE, sizeof (SwJob));
  return self;
}

static void
destroy (gpointer data)
{
  Priority *self = data;
  g_tree_unref (self->running);
  g_array_unref (self->known);
  g_array_unref (self->fresh);
  g_array_unref (self->victims);
  g_free (self);
}

static gint64
key (gpointer data, const SwHost *host, SwView *v, SwJob job)
{
  SwJobInfo info;
  host->job (v, job, &info);
  return -(gint64)info.priority;
}

static void
leave (Priority *self, SwJob job, Where to)
{
  Known *known = known_of (self, job);
  if (known->where == PLACE_RUNNING)
    g_tree_remove (self->running, GUINT_TO_POINTER (job));
  known->where = (guint8)to;
}

static void
entered (gpointer data, const SwHost *host, SwView *v, SwJob job)
{
  Priority *self = data;
  if (!self->preempt)
    return;
  leave (self, job, PLACE_WAITING);
  g_array_append_val (self->fresh, job);
}

static void
ended (gpointer data, const SwHost *host, SwView *v, SwJob job)
{
  Priority *self = data;
  if (self->preempt)
    leave (self, job, PLACE_OUT);
}

static gboolean
start (Priority *self, const SwHost *host, SwView *v, SwJob job)
{
  if (host->start (v, job) != SW_OK)
    return FALSE;
  SwJobInfo info;
  host->job (v, job, &info);
  Known *known = known_of (self, job);
  known->where = PLACE_OUT;
  if (info.preemptible)
    {
      *known = (Known){ info.priority, PLACE_RUNNING, info.started };
      g_tree_insert (self->running, GUINT_TO_POINTER (job), GUINT_TO_POINTER (job));
    }
  return TRUE;
}

/* All jobs that may be pushed out for this one, first victim first; FALSE if even the GPUs of all
   of them together with the free ones are too few. */
static gboolean
find_candidates (Priority *self, const SwHost *host, SwView *v, const SwJobInfo *info)
{
  guint64 gpus = 0;
  for (guint32 m = 0; m < host->n_models (v); m++)
    {
      guint32 exist, free_now;
      host->model_gpus (v, m, &exist, &free_now);
      gpus += free_now;
    }
  g_array_set_size (self->victims, 0);
  SwTime now = host->now (v);
  for (GTreeNode *node = g_tree_node_first (self->running); node != NULL;
       node = g_tree_node_next (node))
    {
      SwJob job = GPOINTER_TO_UINT (g_tree_node_key (node));
      const Known *known = known_of (self, job);
      if (known->priority >= info->priority)
        break;
      if (known->started == now)
        continue;
      SwJobInfo victim;
      host->job (v, job, &victim);
      gpus += victim.gpus;
      g_array_append_val (self->victims, job);
    }
  return self->victims->len > 0 && gpus >= info->gpus;
}

static gboolean
fits_without (Priority *self, const SwHost *host, SwView *v, SwJob job, guint n)
{
  return host->fits_without (v, job, (const SwJob *)self->victims->data, n) == SW_OK;
}

/* Leaves the shortest list of victims that will do: a shortest head of the list, and of that none
   whose room is not needed. */
static gboolean
choose_victims (Priority *self, const SwHost *host, SwView *v, SwJob job)
{
  if (!fits_without (self, host, v, job, self->victims->len))
    return FALSE;
  guint low = 1, high = self->victims->len;
  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      if (fits_without (self, host, v, job, middle))
        high = middle;
      else
        low = middle + 1;
    }
  g_array_set_size (self->victims, high);
  for (guint i = high - 1; i-- > 0;)
    {
      SwJob spared = g_array_index (self->victims, SwJob, i);
      g_array_remove_index (self->victims, i);
      if (!fits_without (self, host, v, job, self->victims->len))
        g_array_insert_val (self->victims, i, spared);
    }
  return TRUE;
}

static gboolean
push_out (Priority *self, const SwHost *host, SwView *v, SwJob job)
{
  SwJobInfo info;
  host->job (v, job, &info);
  if (!find_candidates (self, host, v, &info) || !choose_victims (self, host, v, job))
    return FALSE;
  for (guint i = 0; i < self->victims->len; i++)
    host->preempt (v, g_array_index (self->victims, SwJob, i));
  return start (self, host, v, job);
}

static int
by_order (gconstpointer a, gconstpointer b, gpointer data)
{
  SwJob x = *(const SwJob *)a, y = *(const SwJob *)b;
  const Known *p = known_of (data, x), *q = known_of (data, y);
  if (p->priority != q->priority)
    return p->priority > q->priority ? -1 : 1;
  return x < y ? -1 : x > y;
}

/* The fresh jobs that still wait, in the order of the queue. */
static void
sort_fresh (Priority *self, const SwHost *host, SwView *v)
{
  guint kept = 0;
  for (guint i = 0; i < self->fresh->len; i++)
    {
      SwJob job = g_array_index (self->fresh, SwJob, i);
      SwJobInfo info;
      if (known_of (self, job)->where != PLACE_WAITING)
        continue;
      host->job (v, job, &info);
      known_of (self, job)->priority = info.priority;
      g_array_index (self->fresh, SwJob, kept++) = job;
    }
  g_array_set_size (self->fresh, kept);
  g_array_sort_with_data (self->fresh, by_order, self);
}

/* Walks until somebody was pushed out, which makes room for others too; TRUE if so. */
static gboolean
skipping_walk (Priority *self, const SwHost *host, SwView *v)
{
  sort_fresh (self, host, v);
  host->walk (v);
  SwJob next = host->walk_next (v, SW_TIME_INF);
  guint i = 0;
  for (;;)
    {
      SwJob fresh = i < self->fresh->len ? g_array_index (self->fresh, SwJob, i) : SW_NO_JOB;
      if (next == SW_NO_JOB && fresh == SW_NO_JOB)
        return FALSE;
      SwJobInfo info;
      if (next != SW_NO_JOB && host->job (v, next, &info) == SW_OK)
        known_of (self, next)->priority = info.priority;
      SwJob job = next == SW_NO_JOB || (fresh != SW_NO_JOB && by_order (&fresh, &next, self) < 0)
                      ? fresh
                      : next;
      if (!start (self, host, v, job) && push_out (self, host, v, job))
        return TRUE;
      i += job == fresh;
      if (job == next)
        next = host->walk_next (v, SW_TIME_INF);
    }
}

static void
schedule (gpointer data, const SwHost *host, SwView *v)
{
  Priority *self = data;
  SwJob job;
  if (!self->preempt)
    sw_sorted_pass (self->blocked, host, v);
  else if (self->blocked == SW_BLOCKED_STOP)
    while ((job = host->first (v)) != SW_NO_JOB
           && (start (self, host, v, job) || push_out (self, host, v, job)))
      ;
  else
    while (skipping_walk (self, host, v))
      ;
  g_array_set_size (self->fresh, 0);
}

SW_POLICY_DEFINE (priority) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_QUEUE,
  .name = "priority",
  .summary = "larger priority first, with preemption of lower priorities as an option",
  .params = params,
  .create = create,
  .destroy = destroy,
  .schedule = schedule,
  .key = key,
  .arrived = entered,
  .ended = ended,
  .requeued = entered,
};
