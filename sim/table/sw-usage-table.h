/* Memory that a job truly uses on each of its devices, over its working time: as its curve has it
 * (until the first point none), else rising in a straight line to its peak, else what it was
 * promised.  Working time is what it has done, in ns on GPUs of speed 1; a restart goes on from
 * where the work does. */
#ifndef SW_USAGE_TABLE_H
#define SW_USAGE_TABLE_H

#include "sw-job-table.h"

G_BEGIN_DECLS

/* Use from working time `from` until before `to`, in MiB: the same throughout, or rising in a
   straight line from 0 at time 0 to `mib` at `to`. */
typedef struct
{
  SwTime from, to; /* to: SW_TIME_INF for ever */
  guint64 mib;
  gboolean rises;
} SwUsePiece;

/* The piece that a working time >= 0 lies in; promise: MiB, for jobs of which nothing is known. */
SwUsePiece sw_usage_piece (const SwJobTable *table, guint32 job, guint64 promise, SwTime worked);
/* Use at that time, rounded up to whole MiB. */
guint64 sw_usage_at (const SwJobTable *table, guint32 job, guint64 promise, SwTime worked);
/* The first working time from `worked` on at which more than mib is used; SW_TIME_INF: never. */
SwTime sw_usage_exceeds (const SwJobTable *table, guint32 job, guint64 promise, guint64 mib,
                         SwTime worked);
/* Most that is ever used. */
guint64 sw_usage_most (const SwJobTable *table, guint32 job, guint64 promise);

G_END_DECLS

#endif
