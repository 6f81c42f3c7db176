/* The change points of a run: the levels that hold from a time until the next row.  A row that
 * repeats the one before is dropped, and of several at one time stamp the last one stays, so the
 * rows depend on what happened, not on how often somebody looked.
 *
 * A million jobs make two million rows; each is kept as what differs from the row before, about ten
 * bytes, and read again from the start. */
#ifndef SW_TIMELINE_H
#define SW_TIMELINE_H

#include "sw-time.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 gpus, allocated, fragmented; /* thousandths of GPUs */
  guint64 waiting, running;            /* jobs */
  guint64 waiting_gpus;                /* thousandths of GPUs */
} SwLevels;

typedef struct SwTimeline SwTimeline;

/* n_more: levels of a row beside SwLevels, such as what is allocated in each pool. */
SwTimeline *sw_timeline_new (guint32 n_more);
void sw_timeline_free (SwTimeline *timeline);
/* more: n_more levels.  time: not before that of the last call. */
void sw_timeline_put (SwTimeline *timeline, SwTime time, const SwLevels *levels,
                      const guint64 *more);
/* No more rows come; needed before reading. */
void sw_timeline_close (SwTimeline *timeline);

typedef struct
{
  SwTime time;
  SwLevels levels;
  guint64 *more;
  const SwTimeline *timeline;
  gsize row;   /* the next one */
  guint chunk; /* it starts at offset there */
  gsize offset;
} SwTimelineReader;

void sw_timeline_reader_init (SwTimelineReader *reader, const SwTimeline *timeline);
void sw_timeline_reader_clear (SwTimelineReader *reader);
/* Goes to the next row, FALSE at the end. */
gboolean sw_timeline_next (SwTimelineReader *reader);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SwTimeline, sw_timeline_free)

G_END_DECLS

#endif
