/* The change points of a run: the levels that hold from a time until the next row.  Rows are kept
 * in chunks, so growing never copies; a row that repeats the one before is dropped, and of several
 * at one time stamp the last one stays.  So the rows depend on what happened, not on how often
 * somebody looked. */
#ifndef SW_TIMELINE_H
#define SW_TIMELINE_H

#include "sw-time.h"

G_BEGIN_DECLS

typedef struct
{
  guint32 gpus, allocated, fragmented; /* cards */
  guint32 waiting, running;            /* jobs */
  guint32 waiting_gpus;
} SwLevels;

typedef struct
{
  SwTime time;
  SwLevels levels;
  guint32 pools[]; /* allocated per pool */
} SwChange;

typedef struct SwTimeline SwTimeline;

SwTimeline *sw_timeline_new (guint32 n_pools);
void sw_timeline_free (SwTimeline *timeline);
/* time: not before that of the last call. */
void sw_timeline_put (SwTimeline *timeline, SwTime time, const SwLevels *levels,
                      const guint32 *pools);
/* No more rows come; needed before counting. */
void sw_timeline_close (SwTimeline *timeline);
gsize sw_timeline_count (const SwTimeline *timeline);
const SwChange *sw_timeline_get (const SwTimeline *timeline, gsize i);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SwTimeline, sw_timeline_free)

G_END_DECLS

#endif
