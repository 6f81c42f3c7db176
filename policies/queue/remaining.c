/* At every event all GPUs are handed out anew, in the order of what remains of each unfinished job:
 * who can be paid from the budget of GPUs that exist runs, who cannot is skipped, and paused if it
 * runs.  Equal jobs keep the order that they had at the event before: who waits before who runs
 * if the latter caught up, else the other way round, and newcomers last.  A job that got its share
 * but finds no place for its tasks waits for the next event. */
#include "remaining.h"
#include "shapes.h"

typedef struct
{
  SwJob job;
  guint32 shape;
  gint64 left;
  SwTime started;
  gboolean running;
  gboolean fixed; /* runs and can't be paused now: never, or it was started in this instant */
  gboolean fell;  /* left is less than at the event before */
} Item;

typedef struct
{
  SwLength by;
  gboolean times_gpus;
  SwShapes *waiting;
  GArray *running; /* Item, in the order of the last event */
  GArray *fresh;   /* Item, entered since */
  GArray *granted; /* Item, scratch */
  GArray *paused;  /* Item, scratch */
  gint64 place;    /* next place among equals that wait */
  gboolean acting;
} Remaining;

gpointer
sw_remaining_new (SwLength by, gboolean times_gpus)
{
  Remaining *self = g_new0 (Remaining, 1);
  self->by = by;
  self->times_gpus = times_gpus;
  self->waiting = sw_shapes_new ();
  self->running = g_array_new (FALSE, FALSE, sizeof (Item));
  self->fresh = g_array_new (FALSE, FALSE, sizeof (Item));
  self->granted = g_array_new (FALSE, FALSE, sizeof (Item));
  self->paused = g_array_new (FALSE, FALSE, sizeof (Item));
  return self;
}

void
sw_remaining_free (gpointer data)
{
  Remaining *self = data;
  sw_shapes_free (self->waiting);
  g_array_unref (self->running);
  g_array_unref (self->fresh);
  g_array_unref (self->granted);
  g_array_unref (self->paused);
  g_free (self);
}

static gboolean
drop (GArray *items, SwJob job)
{
  for (guint i = 0; i < items->len; i++)
    if (g_array_index (items, Item, i).job == job)
      {
        g_array_remove_index (items, i);
        return TRUE;
      }
  return FALSE;
}

void
sw_remaining_entered (gpointer data, const SwHost *host, SwView *v, SwJob job)
{
  Remaining *self = data;
  if (self->acting)
    return;
  drop (self->running, job);
  Item item = { job, sw_shapes_of (self->waiting, host, v, job) };
  g_array_append_val (self->fresh, item);
}

void
sw_remaining_ended (gpointer data, const SwHost *host, SwView *v, SwJob job)
{
  Remaining *self = data;
  if (!sw_shapes_remove (self->waiting, job) && !drop (self->running, job))
    drop (self->fresh, job);
}

/* A job whose memory ran out is gone without a word until it comes back to the queue. */
static void
forget_gone (Remaining *self, const SwHost *host, SwView *v)
{
  guint kept = 0;
  if (self->running->len == host->n_running (v))
    return;
  for (guint i = 0; i < self->running->len; i++)
    {
      const Item *item = &g_array_index (self->running, Item, i);
      SwJobInfo info;
      if (host->job (v, item->job, &info) == SW_OK && info.started != SW_TIME_NONE)
        g_array_index (self->running, Item, kept++) = *item;
    }
  g_array_set_size (self->running, kept);
}

static int
by_left (gconstpointer a, gconstpointer b)
{
  const Item *x = a, *y = b;
  return x->left < y->left ? -1 : x->left > y->left;
}

static const SwShape *
shape_of (const Remaining *self, const Item *item)
{
  return sw_shapes_get (self->waiting, item->shape);
}

/* Stable: g_array_sort is a merge sort. */
static void
sort_by_left (Remaining *self, GArray *items, const SwHost *host, SwView *v)
{
  for (guint i = 0; i < items->len; i++)
    {
      Item *item = &g_array_index (items, Item, i);
      guint32 weight = self->times_gpus ? MAX (shape_of (self, item)->gpus, 1) : 1;
      __int128 weighed = (__int128)sw_length_left (self->by, host, v, item->job) * weight;
      gint64 before = item->left;
      item->left = (gint64)CLAMP (weighed, G_MININT64, G_MAXINT64);
      item->fell = item->left < before;
    }
  g_array_sort (items, by_left);
}

/* Running jobs that can't be paused now are paid first, whatever their turn. */
static void
pay_fixed (Remaining *self, SwBudget *budget, const SwHost *host, SwView *v)
{
  SwTime now = host->now (v);
  for (guint i = 0; i < self->running->len; i++)
    {
      Item *item = &g_array_index (self->running, Item, i);
      item->fixed = !shape_of (self, item)->preemptible || item->started == now;
      if (item->fixed)
        sw_budget_force (budget, host, v, item->job, shape_of (self, item));
    }
}

static void
turn_of_running (Remaining *self, const Item *item, SwBudget *budget, const SwHost *host, SwView *v)
{
  if (item->fixed || sw_budget_pay_held (budget, host, v, item->job, shape_of (self, item)))
    g_array_append_val (self->granted, *item);
  else
    g_array_append_val (self->paused, *item);
}

/* A job without GPUs takes nothing from the budget, so it is tried at once.  FALSE if it gets
   nothing. */
static gboolean
turn_of_waiting (Remaining *self, Item item, SwBudget *budget, const SwHost *host, SwView *v)
{
  const SwShape *shape = shape_of (self, &item);
  item.running = shape->gpus == 0 && host->start (v, item.job) == SW_OK;
  gboolean granted = shape->gpus == 0 ? item.running : sw_budget_pay (budget, shape);
  if (granted)
    g_array_append_val (self->granted, item);
  return granted;
}

/* Is it the turn of a waiting job with so much left before that of this running one? */
static gboolean
goes_before (gint64 left, const Item *running)
{
  return left < running->left || (left == running->left && running->fell);
}

/* Goes through all unfinished jobs in order and splits them into granted and paused; waiting jobs
   that get nothing are in neither. */
static void
hand_out (Remaining *self, SwBudget *budget, const SwHost *host, SwView *v)
{
  g_array_set_size (self->granted, 0);
  g_array_set_size (self->paused, 0);
  sw_shapes_walk (self->waiting);
  guint r = 0, f = 0;
  for (;;)
    {
      const Item *running = r < self->running->len ? &g_array_index (self->running, Item, r) : NULL;
      const Item *fresh = f < self->fresh->len ? &g_array_index (self->fresh, Item, f) : NULL;
      Item item = { SW_NO_JOB };
      item.job = sw_shapes_peek (self->waiting, budget, &item.left, &item.shape);
      if (item.job != SW_NO_JOB && (running == NULL || goes_before (item.left, running))
          && (fresh == NULL || item.left <= fresh->left))
        {
          if (turn_of_waiting (self, item, budget, host, v))
            sw_shapes_next (self->waiting);
          else
            sw_shapes_skip (self->waiting);
        }
      else if (running != NULL && (fresh == NULL || running->left <= fresh->left))
        {
          turn_of_running (self, running, budget, host, v);
          r++;
        }
      else if (fresh != NULL)
        {
          turn_of_waiting (self, *fresh, budget, host, v);
          f++;
        }
      else
        return;
    }
}

static void
put_aside (Remaining *self, const Item *item)
{
  sw_shapes_add (self->waiting, item->job, item->shape, item->left, self->place++);
}

static void
carry_out (Remaining *self, const SwHost *host, SwView *v)
{
  for (guint i = 0; i < self->paused->len; i++)
    {
      const Item *item = &g_array_index (self->paused, Item, i);
      host->preempt (v, item->job);
      put_aside (self, item);
    }
  for (guint i = 0; i < self->fresh->len; i++)
    put_aside (self, &g_array_index (self->fresh, Item, i));
  g_array_set_size (self->fresh, 0);
  g_array_set_size (self->running, 0);
  SwTime now = host->now (v);
  for (guint i = 0; i < self->granted->len; i++)
    {
      Item item = g_array_index (self->granted, Item, i);
      if (!item.running && host->start (v, item.job) != SW_OK)
        continue;
      if (sw_shapes_remove (self->waiting, item.job))
        item.started = now;
      item.running = TRUE;
      g_array_append_val (self->running, item);
    }
}

void
sw_remaining_schedule (gpointer data, const SwHost *host, SwView *v)
{
  Remaining *self = data;
  SwBudget budget;
  if (host->n_waiting (v) == 0)
    return;
  self->acting = TRUE;
  forget_gone (self, host, v);
  sw_budget_init (&budget, host, v);
  sort_by_left (self, self->running, host, v);
  sort_by_left (self, self->fresh, host, v);
  pay_fixed (self, &budget, host, v);
  hand_out (self, &budget, host, v);
  carry_out (self, host, v);
  self->acting = FALSE;
}
