/* The queue of classes against a plain sorted list: heads, counts, walks with and without classes
 * left out, walks while jobs leave. */
#include "sw-check.h"
#include "sw-queue.h"
#include "sw-rng.h"

enum
{
  JOBS = 600,
  CLASSES = 12
};

typedef struct
{
  SwQueue *queue;
  guint32 demand[JOBS];
  SwTime limit[JOBS];
  gint64 key[JOBS];
  gboolean in[JOBS];
  gboolean blocked[CLASSES];
  guint32 signature[CLASSES];
} World;

static void
world_init (World *w, SwStream *s)
{
  for (SwJob j = 0; j < JOBS; j++)
    {
      w->demand[j] = (guint32)sw_below (sw_stream_next (s), CLASSES);
      w->limit[j] = sw_below (sw_stream_next (s), 5) == 0
                        ? SW_TIME_NONE
                        : (SwTime)sw_below (sw_stream_next (s), 100);
      w->in[j] = FALSE;
    }
  for (guint c = 0; c < CLASSES; c++)
    {
      w->blocked[c] = FALSE;
      w->signature[c] = c / 2;
    }
  w->queue = sw_queue_new (
      &(SwQueueSpec){ JOBS, CLASSES, CLASSES / 2, w->demand, w->limit, w->signature });
}

/* Blocks one class, or the two of a signature. */
static void
block (World *w, guint c, gboolean both)
{
  if (both)
    {
      sw_queue_block_signature (w->queue, w->signature[c]);
      w->blocked[c] = w->blocked[c ^ 1] = TRUE;
    }
  else
    {
      sw_queue_block (w->queue, c);
      w->blocked[c] = TRUE;
    }
}

/* Next job behind (key, job) in the plain order. */
static SwJob
plain_next (const World *w, gint64 key, SwJob job, gboolean filter, SwTime max_limit, gint is_short)
{
  SwJob best = SW_NO_JOB;
  for (SwJob j = 0; j < JOBS; j++)
    {
      if (!w->in[j] || w->key[j] < key || (w->key[j] == key && j <= job && job != SW_NO_JOB))
        continue;
      if (filter && w->blocked[w->demand[j]])
        continue;
      SwTime limit = w->limit[j] == SW_TIME_NONE ? SW_TIME_INF : w->limit[j];
      if (filter && is_short == (gint)w->demand[j] && limit > max_limit)
        continue;
      if (best == SW_NO_JOB || w->key[j] < w->key[best])
        best = j;
    }
  return best;
}

static void
compare_walk (World *w, SwStream *s)
{
  gint is_short = (gint)sw_below (sw_stream_next (s), CLASSES);
  gint64 key = G_MININT64;
  SwJob at = SW_NO_JOB;
  gboolean filter = sw_below (sw_stream_next (s), 2) == 0;
  if (sw_below (sw_stream_next (s), 2) == 0)
    {
      sw_queue_open_all (w->queue);
      for (guint c = 0; c < CLASSES; c++)
        w->blocked[c] = FALSE;
    }
  for (guint c = 0; c < CLASSES; c++)
    if (sw_below (sw_stream_next (s), 6) == 0)
      block (w, c, sw_below (sw_stream_next (s), 3) == 0);
  sw_queue_walk (w->queue);
  if (filter)
    sw_queue_walk_short (w->queue, (guint32)is_short);
  for (;;)
    {
      SwJob expected = plain_next (w, key, at, filter, 30, is_short);
      SwJob found = filter ? sw_queue_walk_next (w->queue, 30) : sw_queue_walk_all (w->queue);
      CHECK_INT (found, expected);
      if (found == SW_NO_JOB || found != expected)
        return;
      key = w->key[found];
      at = found;
      if (sw_below (sw_stream_next (s), 10) == 0)
        {
          sw_queue_remove (w->queue, found);
          w->in[found] = FALSE;
        }
      if (sw_below (sw_stream_next (s), 20) == 0)
        block (w, w->demand[found], FALSE);
    }
}

static void
queue_agrees_with_a_list (void)
{
  World w;
  SwStream s = sw_stream (3, 0, SW_DRAW_GENERATE, 0);
  world_init (&w, &s);
  guint32 count = 0;
  for (guint step = 0; step < 4000; step++)
    {
      SwJob j = (SwJob)sw_below (sw_stream_next (&s), JOBS);
      if (w.in[j])
        sw_queue_remove (w.queue, j);
      else
        {
          w.key[j] = (gint64)sw_below (sw_stream_next (&s), 20) - 10;
          sw_queue_insert (w.queue, j, w.key[j]);
        }
      w.in[j] = !w.in[j];
      if (step % 25 == 0)
        compare_walk (&w, &s);
      count = 0;
      for (SwJob i = 0; i < JOBS; i++)
        count += w.in[i];
      CHECK_INT (sw_queue_count (w.queue), count);
      CHECK_INT (sw_queue_first (w.queue),
                 plain_next (&w, G_MININT64, SW_NO_JOB, FALSE, SW_TIME_INF, -1));
      g_autofree char *broken = sw_queue_verify (w.queue);
      CHECK_STR (broken, NULL);
    }
  sw_queue_free (w.queue);
}

static void
ahead_counts_all_classes (void)
{
  const guint32 demand[] = { 0, 1, 0, 1 };
  const SwTime limit[] = { 1, 1, 1, 1 };
  const guint32 signature[] = { 0, 0 };
  g_autoptr (SwQueue) queue = sw_queue_new (&(SwQueueSpec){ 4, 2, 1, demand, limit, signature });
  const gint64 keys[] = { 5, 3, 5, -1 };
  for (SwJob j = 0; j < 4; j++)
    sw_queue_insert (queue, j, keys[j]);
  const guint32 ahead[] = { 2, 1, 3, 0 };
  for (SwJob j = 0; j < 4; j++)
    CHECK_INT (sw_queue_ahead (queue, j), ahead[j]);
  CHECK_INT (sw_queue_class_head (queue, 1), 3);
}

SW_CHECKS ("queue", { "queue agrees with a list", queue_agrees_with_a_list },
           { "ahead counts all classes", ahead_counts_all_classes })
