/* Pieces of straight lines; see the header. */
#include "sw-usage-table.h"

/* Points of the job's curve; NULL: it has none. */
static const SwUsePoint *
curve_of (const SwJobTable *table, guint32 job, guint32 *n)
{
  const guint32 c = table->gpu_mem_curve[job];
  if (c == 0)
    return NULL;
  *n = table->curve_first[c] - table->curve_first[c - 1];
  return &table->curve_points[table->curve_first[c - 1]];
}

/* Points at or before the time. */
static guint32
points_until (const SwUsePoint *points, guint32 n, SwTime worked)
{
  guint32 low = 0, high = n;
  while (low < high)
    {
      const guint32 middle = low + (high - low) / 2;
      if (points[middle].at <= worked)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

SwUsePiece
sw_usage_piece (const SwJobTable *table, guint32 job, guint64 promise, SwTime worked)
{
  guint32 n;
  const SwUsePoint *points = curve_of (table, job, &n);
  if (points != NULL)
    {
      const guint32 next = points_until (points, n, worked);
      return (SwUsePiece){ .from = next > 0 ? points[next - 1].at : 0,
                           .to = next < n ? points[next].at : SW_TIME_INF,
                           .mib = next > 0 ? points[next - 1].mib : 0 };
    }
  const guint32 peak = table->gpu_mem_peak[job];
  const SwTime ramp = MAX (table->gpu_mem_ramp[job], 0); /* SW_TIME_NONE is below 0 */
  const guint64 most = peak != G_MAXUINT32 ? peak : promise;
  if (worked < ramp)
    return (SwUsePiece){ .from = 0, .to = ramp, .mib = most, .rises = TRUE };
  return (SwUsePiece){ .from = ramp, .to = SW_TIME_INF, .mib = most };
}

guint64
sw_usage_at (const SwJobTable *table, guint32 job, guint64 promise, SwTime worked)
{
  const SwUsePiece piece = sw_usage_piece (table, job, promise, worked);
  if (!piece.rises)
    return piece.mib;
  return (guint64)(((unsigned __int128)piece.mib * (guint64)worked + (guint64)piece.to - 1)
                   / (guint64)piece.to);
}

SwTime
sw_usage_exceeds (const SwJobTable *table, guint32 job, guint64 promise, guint64 mib, SwTime worked)
{
  for (SwTime t = worked; t != SW_TIME_INF;)
    {
      const SwUsePiece piece = sw_usage_piece (table, job, promise, t);
      if (piece.mib > mib && !piece.rises)
        return t;
      if (piece.mib > mib)
        {
          /* mib is reached at this time and passed a ns later. */
          const SwTime reached = (SwTime)((unsigned __int128)mib * (guint64)piece.to / piece.mib);
          return MAX (t, reached + 1);
        }
      t = piece.to;
    }
  return SW_TIME_INF;
}

guint64
sw_usage_most (const SwJobTable *table, guint32 job, guint64 promise)
{
  guint32 n;
  const SwUsePoint *points = curve_of (table, job, &n);
  if (points == NULL)
    return sw_usage_piece (table, job, promise, SW_TIME_INF - 1).mib;
  guint64 most = 0;
  for (guint32 i = 0; i < n; i++)
    most = MAX (most, points[i].mib);
  return most;
}
