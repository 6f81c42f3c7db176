/* Chunked rows of equal size.  The row behind the last counted one is pending: it may still be
 * replaced by a later state of the same time stamp, and is counted when time moves on, unless it
 * equals the row before. */
#include <string.h>

#include "sw-timeline.h"

#define CHUNK_ROWS 2048

struct SwTimeline
{
  GPtrArray *chunks;
  gsize row_bytes;
  guint32 n_pools;
  gboolean pending;
  gsize count;
  SwChange *last; /* the pending row */
};

static SwChange *
row (const SwTimeline *timeline, gsize i)
{
  guint8 *chunk = g_ptr_array_index (timeline->chunks, i / CHUNK_ROWS);
  return (SwChange *)(gpointer)(chunk + i % CHUNK_ROWS * timeline->row_bytes);
}

SwTimeline *
sw_timeline_new (guint32 n_pools)
{
  SwTimeline *timeline = g_new0 (SwTimeline, 1);
  gsize bytes = sizeof (SwChange) + n_pools * sizeof (guint32);
  timeline->row_bytes = (bytes + 7) / 8 * 8;
  timeline->n_pools = n_pools;
  timeline->chunks = g_ptr_array_new_with_free_func (g_free);
  return timeline;
}

void
sw_timeline_free (SwTimeline *timeline)
{
  if (timeline == NULL)
    return;
  g_ptr_array_unref (timeline->chunks);
  g_free (timeline);
}

static gboolean
same (const SwTimeline *timeline, const SwChange *a, const SwChange *b)
{
  return memcmp (&a->levels, &b->levels, sizeof (SwLevels)) == 0
         && memcmp (a->pools, b->pools, timeline->n_pools * sizeof (guint32)) == 0;
}

static void
commit (SwTimeline *timeline)
{
  gsize i = timeline->count;
  if (i == 0 || !same (timeline, row (timeline, i - 1), timeline->last))
    timeline->count++;
  timeline->pending = FALSE;
}

void
sw_timeline_put (SwTimeline *timeline, SwTime time, const SwLevels *levels, const guint32 *pools)
{
  if (timeline->pending && timeline->last->time != time)
    commit (timeline);
  if (!timeline->pending)
    {
      if (timeline->count == (gsize)timeline->chunks->len * CHUNK_ROWS)
        g_ptr_array_add (timeline->chunks, g_malloc (CHUNK_ROWS * timeline->row_bytes));
      timeline->last = row (timeline, timeline->count);
      timeline->pending = TRUE;
    }
  timeline->last->time = time;
  timeline->last->levels = *levels;
  for (guint32 i = 0; i < timeline->n_pools; i++)
    timeline->last->pools[i] = pools[i];
}

void
sw_timeline_close (SwTimeline *timeline)
{
  if (timeline->pending)
    commit (timeline);
}

gsize
sw_timeline_count (const SwTimeline *timeline)
{
  g_assert (!timeline->pending);
  return timeline->count;
}

const SwChange *
sw_timeline_get (const SwTimeline *timeline, gsize i)
{
  g_assert (i < timeline->count);
  return row (timeline, i);
}
