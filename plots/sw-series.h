/* Curves for pictures, from exact data to as few points as a picture can show: step curves reduced
 * to what each pixel column holds, and distribution functions. */
#ifndef SW_SERIES_H
#define SW_SERIES_H

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  double x, y;
} SwPoint;

/* The corners of the step curve of n levels, each holding from x to the x of the next, the last one
   until end; appended to out (SwPoint).  With more corners than columns can show, each of so many
   columns gets its first, lowest, highest and last level. */
void sw_series_steps (const SwPoint *levels, gsize n, double end, guint columns, GArray *out);

/* The distribution function of n values (sorted), as corners of a step curve from (floor, 0) to
   (end, 1), of at most so many steps; values below floor stand at floor. */
void sw_series_distribution (const double *values, gsize n, double floor, double end, guint steps,
                             GArray *out);

/* Unit for an axis of so many seconds: "s", "min", "h", "d", and its length. */
const char *sw_series_time_unit (double seconds, double *length);

G_END_DECLS

#endif
