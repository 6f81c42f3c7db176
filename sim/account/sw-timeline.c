/* A row in bytes: time since the row before; a mask of the levels that differ, with MORE if further
 * ones do; the differences of those levels; and of the further ones, how many differ and for each
 * the distance from the one before and the difference.  Numbers take seven bits a byte, low ones
 * first, the top bit says that more follow; differences have their sign in the lowest bit. */
#include "sw-timeline.h"

#include <string.h>

enum
{
  N_LEVELS = 6,
  MORE = 1 << N_LEVELS,
  CHUNK = 64000,
  NUMBER = 10, /* bytes of the longest number */
};

typedef struct
{
  SwTime time;
  guint64 levels[N_LEVELS];
  guint64 *more;
} Row;

struct SwTimeline
{
  guint32 n_more;
  gsize row_bytes; /* at most */
  GPtrArray *chunks;
  gsize chunk_bytes;
  gsize *used; /* bytes per chunk */
  gsize n_rows;
  Row last;    /* written */
  Row pending; /* a later state of the same time stamp may still replace it */
  gboolean has_pending;
};

SwTimeline *
sw_timeline_new (guint32 n_more)
{
  SwTimeline *timeline = g_new0 (SwTimeline, 1);
  timeline->n_more = n_more;
  timeline->row_bytes = NUMBER * (3 + N_LEVELS + 2 * (gsize)n_more);
  timeline->chunk_bytes = MAX (CHUNK, timeline->row_bytes);
  timeline->chunks = g_ptr_array_new_with_free_func (g_free);
  timeline->last.more = g_new0 (guint64, n_more);
  timeline->pending.more = g_new0 (guint64, n_more);
  return timeline;
}

void
sw_timeline_free (SwTimeline *timeline)
{
  if (timeline == NULL)
    return;
  g_ptr_array_unref (timeline->chunks);
  g_free (timeline->used);
  g_free (timeline->last.more);
  g_free (timeline->pending.more);
  g_free (timeline);
}

/* ---- numbers ---- */

static inline guint8 *
put_number (guint8 *to, guint64 number)
{
  for (; number >= 0x80; number >>= 7)
    *to++ = (guint8)(number | 0x80);
  *to++ = (guint8)number;
  return to;
}

static inline const guint8 *
get_number (const guint8 *from, guint64 *number)
{
  guint64 value = 0;
  guint shift = 0;
  for (; *from & 0x80; shift += 7)
    value |= (guint64)(*from++ & 0x7f) << shift;
  *number = value | (guint64)*from++ << shift;
  return from;
}

static inline guint8 *
put_difference (guint8 *to, guint64 before, guint64 after)
{
  gint64 difference = (gint64)(after - before);
  return put_number (to, (guint64)difference << 1 ^ (guint64)(difference >> 63));
}

static inline const guint8 *
get_difference (const guint8 *from, guint64 *level)
{
  guint64 number;
  from = get_number (from, &number);
  *level += number >> 1 ^ -(number & 1);
  return from;
}

/* ---- writing ---- */

static guint8 *
put_more (guint8 *to, const Row *before, const Row *after, guint32 n_more, guint32 n_differ)
{
  guint32 column = 0;
  to = put_number (to, n_differ);
  for (guint32 i = 0; i < n_more; i++)
    if (before->more[i] != after->more[i])
      {
        to = put_number (to, i - column);
        to = put_difference (to, before->more[i], after->more[i]);
        column = i;
      }
  return to;
}

static guint8 *
room_for_row (SwTimeline *timeline)
{
  guint n = timeline->chunks->len;
  if (n == 0 || timeline->chunk_bytes - timeline->used[n - 1] < timeline->row_bytes)
    {
      g_ptr_array_add (timeline->chunks, g_malloc (timeline->chunk_bytes));
      timeline->used = g_renew (gsize, timeline->used, ++n);
      timeline->used[n - 1] = 0;
    }
  return (guint8 *)g_ptr_array_index (timeline->chunks, n - 1) + timeline->used[n - 1];
}

static void
write_row (SwTimeline *timeline, guint mask, guint32 n_differ)
{
  Row *last = &timeline->last, *row = &timeline->pending;
  guint8 *start = room_for_row (timeline);
  guint8 *to = put_number (start, (guint64)row->time - (guint64)last->time);
  *to++ = (guint8)mask;
  for (guint i = 0; i < N_LEVELS; i++)
    if (mask & 1u << i)
      to = put_difference (to, last->levels[i], row->levels[i]);
  if (mask & MORE)
    to = put_more (to, last, row, timeline->n_more, n_differ);
  timeline->used[timeline->chunks->len - 1] += to - start;
  timeline->n_rows++;
  Row swap = *last;
  *last = *row;
  *row = swap;
}

static void
commit (SwTimeline *timeline)
{
  const Row *last = &timeline->last, *row = &timeline->pending;
  guint mask = 0;
  guint32 n_differ = 0;
  for (guint i = 0; i < N_LEVELS; i++)
    mask |= (guint)(last->levels[i] != row->levels[i]) << i;
  for (guint32 i = 0; i < timeline->n_more; i++)
    n_differ += last->more[i] != row->more[i];
  if (n_differ > 0)
    mask |= MORE;
  if (mask != 0 || timeline->n_rows == 0)
    write_row (timeline, mask, n_differ);
  timeline->has_pending = FALSE;
}

G_STATIC_ASSERT (sizeof (SwLevels) == N_LEVELS * sizeof (guint64));

void
sw_timeline_put (SwTimeline *timeline, SwTime time, const SwLevels *levels, const guint64 *more)
{
  if (timeline->has_pending && timeline->pending.time != time)
    commit (timeline);
  Row *row = &timeline->pending;
  row->time = time;
  memcpy (row->levels, levels, sizeof *levels);
  for (guint32 i = 0; i < timeline->n_more; i++)
    row->more[i] = more[i];
  timeline->has_pending = TRUE;
}

void
sw_timeline_close (SwTimeline *timeline)
{
  if (timeline->has_pending)
    commit (timeline);
}

/* ---- reading ---- */

void
sw_timeline_reader_init (SwTimelineReader *reader, const SwTimeline *timeline)
{
  g_assert (!timeline->has_pending);
  *reader = (SwTimelineReader){ .timeline = timeline };
  reader->more = g_new0 (guint64, timeline->n_more);
}

void
sw_timeline_reader_clear (SwTimelineReader *reader)
{
  g_clear_pointer (&reader->more, g_free);
}

static const guint8 *
get_more (SwTimelineReader *reader, const guint8 *from)
{
  guint64 n_differ, distance, column = 0;
  from = get_number (from, &n_differ);
  for (guint64 i = 0; i < n_differ; i++)
    {
      from = get_number (from, &distance);
      column += distance;
      from = get_difference (from, &reader->more[column]);
    }
  return from;
}

gboolean
sw_timeline_next (SwTimelineReader *reader)
{
  const SwTimeline *timeline = reader->timeline;
  if (reader->row == timeline->n_rows)
    return FALSE;
  if (reader->offset == timeline->used[reader->chunk])
    {
      reader->chunk++;
      reader->offset = 0;
    }
  const guint8 *chunk = g_ptr_array_index (timeline->chunks, reader->chunk);
  const guint8 *from = chunk + reader->offset;
  guint64 levels[N_LEVELS];
  guint64 passed;
  memcpy (levels, &reader->levels, sizeof levels);
  from = get_number (from, &passed);
  reader->time = (SwTime)((guint64)reader->time + passed);
  guint mask = *from++;
  for (guint i = 0; i < N_LEVELS; i++)
    if (mask & 1u << i)
      from = get_difference (from, &levels[i]);
  if (mask & MORE)
    from = get_more (reader, from);
  memcpy (&reader->levels, levels, sizeof levels);
  reader->offset = from - chunk;
  reader->row++;
  return TRUE;
}
