/* Distributions of times and the measures over them. */
#ifndef SW_STATS_H
#define SW_STATS_H

#include "sw-time.h"

G_BEGIN_DECLS

/* Nearest rank of quantile q in (0, 1] over n values: ceil(q * n) - 1, zero based.  q is given in
   thousandths so that the rank is exact: 500 is the median. */
gsize sw_rank (gsize n, guint permille);

typedef struct
{
  gsize count;
  SwTime min, p50, p95, p99, max; /* SW_TIME_NONE if count is 0 */
  double mean;                    /* seconds; not meaningful if count is 0 */
} SwSpread;

/* values: n of them, ns. */
SwSpread sw_spread (const SwTime *values, gsize n);

typedef struct
{
  gsize count;
  double min, p50, p95, p99, max, mean;
} SwRealSpread;
/* Sorts values in place. */
SwRealSpread sw_real_spread (double *values, gsize n);

/* Jain's index (sum x)^2 / (n * sum x^2), in [1/n, 1]; -1 if undefined (n = 0 or all 0).
   Jain, Chiu, Hawe: DEC-TR-301, 1984. */
double sw_jain (const double *values, gsize n);

/* Two-sided quantiles of Student's t (df degrees of freedom) for confidence 0.95 and 0.99. */
double sw_t95 (guint df);
double sw_t99 (guint df);

G_END_DECLS

#endif
