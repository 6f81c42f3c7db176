/* las: least attained service in two dimensions, with queues (Gu and others: "Tiresias: a GPU
 * cluster manager for distributed deep learning", NSDI 2019).  A job enters the first of three
 * queues and falls into the next when the GPU-time that it had reaches the queue's limit.  At every
 * event the queues are walked in order, inside a queue those that run before those that wait; whom
 * the GPUs that exist can pay runs, the others are skipped, or paused if they run.
 *
 * Beside arrivals and ends, the moment at which a running job reaches its limit is an event.
 * wake=early computes it as the published simulator does, (limit - time run) / GPUs in whole
 * seconds: too early for jobs of several GPUs, and therefore repeated. */
#include "shapes.h"

#define LEVELS 3

typedef enum
{
  WAKE_EXACT,
  WAKE_EARLY,
} Wake;

typedef struct
{
  SwJob job;
  guint32 shape;
  SwTime started;
  gboolean running;
  gboolean fixed; /* runs and can't be paused now: never, or it was started in this instant */
  gboolean gets;  /* GPUs at the present event */
} Item;

/* One queue, in its order. */
typedef struct
{
  GArray *running;   /* Item */
  SwShapes *waiting; /* behind those */
  GArray *appended;  /* Item, behind all others: came since the last event */
  GArray *chosen;    /* Item, those of waiting that get GPUs */
} Level;

typedef struct
{
  SwTime limits[LEVELS - 1];
  Wake wake;
  Level levels[LEVELS];
  GArray *level_of;   /* guint8 per job */
  gint64 front, back; /* places before and behind all that wait */
  SwTime wake_time;
  guint32 gpus; /* that existed at the last pass */
  gboolean news, acting;
} Las;

static const SwParam params[] = {
  { "first", SW_PARAM_TIME, "3250s", 1, 1e9,
    .doc = "GPU-time after which a job leaves the first queue" },
  { "second", SW_PARAM_TIME, "7200s", 1, 1e9,
    .doc = "GPU-time after which a job leaves the second queue" },
  { "wake", SW_PARAM_CHOICE, "exact", .choices = "exact|early",
    .doc = "when a job is looked at that reaches a limit" },
  { NULL },
};

static gpointer
create (const SwHost *host, const SwValue *values, GError **error)
{
  if (values[1].t < values[0].t)
    {
      g_set_error (error, g_quark_from_static_string ("slicewise-las"), 0,
                   "second must not be less than first");
      return NULL;
    }
  Las *self = g_new0 (Las, 1);
  self->limits[0] = values[0].t;
  self->limits[1] = values[1].t;
  self->wake = (Wake)values[2].i;
  self->wake_time = SW_TIME_NONE;
  for (guint k = 0; k < LEVELS; k++)
    self->levels[k] = (Level){
      g_array_new (FALSE, FALSE, sizeof (Item)),
      sw_shapes_new (),
      g_array_new (FALSE, FALSE, sizeof (Item)),
      g_array_new (FALSE, FALSE, sizeof (Item)),
    };
  self->level_of = g_array_new (FALSE, TRUE, sizeof (guint8));
  return self;
}

static void
destroy (gpointer data)
{
  Las *self = data;
  for (guint k = 0; k < LEVELS; k++)
    {
      g_array_unref (self->levels[k].running);
      sw_shapes_free (self->levels[k].waiting);
      g_array_unref (self->levels[k].appended);
      g_array_unref (self->levels[k].chosen);
    }
  g_array_unref (self->level_of);
  g_free (self);
}

static Item *
item_at (GArray *items, guint i)
{
  return &g_array_index (items, Item, i);
}

static gboolean
drop (GArray *items, SwJob job)
{
  for (guint i = 0; i < items->len; i++)
    if (item_at (items, i)->job == job)
      {
        g_array_remove_index (items, i);
        return TRUE;
      }
  return FALSE;
}

static guint8 *
level_of (Las *self, SwJob job)
{
  if (job >= self->level_of->len)
    g_array_set_size (self->level_of, MAX (job + 1, self->level_of->len * 2));
  return &g_array_index (self->level_of, guint8, job);
}

static void
leave (Las *self, SwJob job)
{
  Level *level = &self->levels[*level_of (self, job)];
  if (!sw_shapes_remove (level->waiting, job) && !drop (level->running, job))
    drop (level->appended, job);
}

static void
ended (gpointer data, const SwHost *host, SwView *v, SwJob job)
{
  Las *self = data;
  leave (self, job);
  self->news = TRUE;
}

/* Arrived, or lost its GPUs: a job keeps its queue. */
static void
entered (gpointer data, const SwHost *host, SwView *v, SwJob job)
{
  Las *self = data;
  if (self->acting)
    return;
  leave (self, job);
  Level *level = &self->levels[*level_of (self, job)];
  Item item = { job, sw_shapes_of (level->waiting, host, v, job) };
  g_array_append_val (level->appended, item);
  self->news = TRUE;
}

static __int128
attained (const SwJobInfo *info)
{
  return (__int128)info->run * info->gpus;
}

static int
by_arrival (gconstpointer a, gconstpointer b)
{
  const Item *x = a, *y = b;
  return x->job < y->job ? -1 : x->job > y->job;
}

/* Moves running jobs that reached the limit of queue k to the end of the next. */
static void
demote (Las *self, guint k, const SwHost *host, SwView *v)
{
  Level *level = &self->levels[k], *below = &self->levels[k + 1];
  guint kept = 0;
  for (guint i = 0; i < level->running->len; i++)
    {
      Item item = *item_at (level->running, i);
      SwJobInfo info;
      host->job (v, item.job, &info);
      if (attained (&info) < self->limits[k])
        {
          *item_at (level->running, kept++) = item;
          continue;
        }
      item.shape = sw_shapes_of (below->waiting, host, v, item.job);
      *level_of (self, item.job) = (guint8)(k + 1);
      g_array_append_val (below->appended, item);
    }
  g_array_set_size (level->running, kept);
  g_array_sort (below->appended, by_arrival);
}

/* Running jobs that can't be paused now are paid first, whatever their turn. */
static void
pay_fixed (GArray *items, const Level *level, SwBudget *budget, const SwHost *host, SwView *v)
{
  SwTime now = host->now (v);
  for (guint i = 0; i < items->len; i++)
    {
      Item *item = item_at (items, i);
      const SwShape *shape = sw_shapes_get (level->waiting, item->shape);
      item->fixed = item->running && (!shape->preemptible || item->started == now);
      if (item->fixed)
        sw_budget_force (budget, host, v, item->job, shape);
    }
}

/* A job without GPUs takes nothing from the budget, so it is tried at once. */
static void
turn (Item *item, const Level *level, SwBudget *budget, const SwHost *host, SwView *v)
{
  const SwShape *shape = sw_shapes_get (level->waiting, item->shape);
  if (item->running)
    item->gets = item->fixed || sw_budget_pay_held (budget, host, v, item->job, shape);
  else if (shape->gpus > 0)
    item->gets = sw_budget_pay (budget, shape);
  else
    {
      item->gets = item->running = host->start (v, item->job) == SW_OK;
      item->started = host->now (v);
    }
}

static void
turns (GArray *items, const Level *level, SwBudget *budget, const SwHost *host, SwView *v)
{
  for (guint i = 0; i < items->len; i++)
    turn (item_at (items, i), level, budget, host, v);
}

/* Decides for each job of one queue whether it gets GPUs. */
static void
hand_out (Level *level, SwBudget *budget, const SwHost *host, SwView *v)
{
  turns (level->running, level, budget, host, v);
  g_array_set_size (level->chosen, 0);
  sw_shapes_walk (level->waiting);
  for (;;)
    {
      Item item = { SW_NO_JOB };
      gint64 rank;
      item.job = sw_shapes_peek (level->waiting, budget, &rank, &item.shape);
      if (item.job == SW_NO_JOB)
        break;
      turn (&item, level, budget, host, v);
      if (item.gets)
        {
          g_array_append_val (level->chosen, item);
          sw_shapes_next (level->waiting);
        }
      else
        sw_shapes_skip (level->waiting);
    }
  turns (level->appended, level, budget, host, v);
}

static void
pause_losers (GArray *items, const SwHost *host, SwView *v)
{
  for (guint i = 0; i < items->len; i++)
    {
      Item *item = item_at (items, i);
      if (!item->running || item->gets)
        continue;
      host->preempt (v, item->job);
      item->running = FALSE;
    }
}

static void
start_winners (GArray *items, const SwHost *host, SwView *v)
{
  for (guint i = 0; i < items->len; i++)
    {
      Item *item = item_at (items, i);
      if (!item->gets || item->running)
        continue;
      item->running = host->start (v, item->job) == SW_OK;
      item->started = host->now (v);
    }
}

/* The order for the next event: those that run before those that wait, else as it was. */
static void
settle (Las *self, Level *level)
{
  guint kept = level->running->len;
  for (guint i = level->running->len; i-- > 0;)
    {
      const Item *item = item_at (level->running, i);
      if (item->running)
        *item_at (level->running, --kept) = *item;
      else
        sw_shapes_add (level->waiting, item->job, item->shape, 0, --self->front);
    }
  g_array_remove_range (level->running, 0, kept);
  for (guint i = 0; i < level->chosen->len; i++)
    {
      const Item *item = item_at (level->chosen, i);
      if (!item->running)
        continue;
      sw_shapes_remove (level->waiting, item->job);
      g_array_append_val (level->running, *item);
    }
  for (guint i = 0; i < level->appended->len; i++)
    {
      const Item *item = item_at (level->appended, i);
      if (item->running)
        g_array_append_val (level->running, *item);
      else
        sw_shapes_add (level->waiting, item->job, item->shape, 0, self->back++);
    }
  g_array_set_size (level->appended, 0);
}

/* Time until a job of queue k with so many GPUs must be looked at again; 0: at the next event. */
static SwTime
time_to_limit (const Las *self, guint k, const SwJobInfo *info)
{
  SwTime limit = self->limits[k];
  SwTime wait = self->wake == WAKE_EXACT ? (limit + info->gpus - 1) / info->gpus - info->run
                                         : (limit - info->run) / info->gpus / SW_SECOND * SW_SECOND;
  return MAX (wait, 0);
}

static void
plan_wake (Las *self, const SwHost *host, SwView *v)
{
  SwTime least = SW_TIME_INF;
  for (guint k = 0; k + 1 < LEVELS; k++)
    for (guint i = 0; i < self->levels[k].running->len; i++)
      {
        SwJobInfo info;
        host->job (v, item_at (self->levels[k].running, i)->job, &info);
        SwTime wait = info.gpus == 0 ? 0 : time_to_limit (self, k, &info);
        if (wait > 0)
          least = MIN (least, wait);
      }
  self->wake_time = SW_TIME_NONE;
  if (least == SW_TIME_INF)
    return;
  self->wake_time = host->now (v) + least;
  host->wake_at (v, self->wake_time);
}

/* A job whose memory ran out is gone without a word until it comes back to the queue. */
static void
forget_gone (Las *self, const SwHost *host, SwView *v)
{
  guint n = 0;
  for (guint k = 0; k < LEVELS; k++)
    n += self->levels[k].running->len;
  if (n == host->n_running (v))
    return;
  for (guint k = 0; k < LEVELS; k++)
    for (guint i = self->levels[k].running->len; i-- > 0;)
      {
        SwJobInfo info;
        if (host->job (v, item_at (self->levels[k].running, i)->job, &info) != SW_OK
            || info.started == SW_TIME_NONE)
          g_array_remove_index (self->levels[k].running, i);
      }
  self->news = TRUE;
}

/* FALSE for a pass that only a wake-up of former times brought about. */
static gboolean
is_event (Las *self, const SwHost *host, SwView *v)
{
  guint32 gpus = 0;
  for (guint32 m = 0; m < host->n_models (v); m++)
    {
      guint32 exist, free_now;
      host->model_gpus (v, m, &exist, &free_now);
      gpus += exist;
    }
  gboolean event = self->news || gpus != self->gpus || host->now (v) == self->wake_time;
  self->gpus = gpus;
  self->news = FALSE;
  return event;
}

static void
schedule (gpointer data, const SwHost *host, SwView *v)
{
  Las *self = data;
  forget_gone (self, host, v);
  if (!is_event (self, host, v))
    return;
  self->acting = TRUE;
  demote (self, 1, host, v);
  demote (self, 0, host, v);
  SwBudget budget;
  sw_budget_init (&budget, host, v);
  for (guint k = 0; k < LEVELS; k++)
    {
      Level *level = &self->levels[k];
      pay_fixed (level->running, level, &budget, host, v);
      pay_fixed (level->appended, level, &budget, host, v);
    }
  for (guint k = 0; k < LEVELS; k++)
    hand_out (&self->levels[k], &budget, host, v);
  for (guint k = 0; k < LEVELS; k++)
    {
      pause_losers (self->levels[k].running, host, v);
      pause_losers (self->levels[k].appended, host, v);
    }
  for (guint k = 0; k < LEVELS; k++)
    {
      start_winners (self->levels[k].chosen, host, v);
      start_winners (self->levels[k].appended, host, v);
      settle (self, &self->levels[k]);
    }
  plan_wake (self, host, v);
  self->acting = FALSE;
}

SW_POLICY_DEFINE (las) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_QUEUE,
  .name = "las",
  .summary = "least attained service: three queues by GPU-time had so far, preemptive",
  .params = params,
  .create = create,
  .destroy = destroy,
  .schedule = schedule,
  .arrived = entered,
  .ended = ended,
  .requeued = entered,
};
