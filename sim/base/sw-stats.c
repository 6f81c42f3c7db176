/* Measures over samples.  Sums are exact or run over sorted values, so that no result depends on
 * the order of the input. */
#include "sw-stats.h"
#include "sw-select.h"
#include "sw-sort.h"

#include <math.h>

gsize
sw_rank (gsize n, guint permille)
{
  g_assert (n > 0 && permille > 0 && permille <= 1000);
  const unsigned __int128 product = (unsigned __int128)n * permille;
  return (gsize)((product + 999) / 1000) - 1;
}

SwSpread
sw_spread (const SwTime *values, gsize n)
{
  if (n == 0)
    return (
        SwSpread){ 0, SW_TIME_NONE, SW_TIME_NONE, SW_TIME_NONE, SW_TIME_NONE, SW_TIME_NONE, 0.0 };

  __int128 sum = 0;
  SwTime min = values[0], max = values[0], at[3];
  for (gsize i = 0; i < n; i++)
    {
      sum += values[i];
      min = MIN (min, values[i]);
      max = MAX (max, values[i]);
    }
  const gsize ranks[] = { sw_rank (n, 500), sw_rank (n, 950), sw_rank (n, 990) };
  sw_select (values, n, ranks, G_N_ELEMENTS (ranks), at);
  return (
      SwSpread){ n, min, at[0], at[1], at[2], max, (double)sum / (double)n / (double)SW_SECOND };
}

SwRealSpread
sw_real_spread (double *values, gsize n)
{
  if (n == 0)
    return (SwRealSpread){ 0 };

  double sum = 0;
  sw_sort_reals (values, n);
  for (gsize i = 0; i < n; i++)
    sum += values[i];
  return (SwRealSpread){ n,
                         values[0],
                         values[sw_rank (n, 500)],
                         values[sw_rank (n, 950)],
                         values[sw_rank (n, 990)],
                         values[n - 1],
                         sum / (double)n };
}

double
sw_jain (const double *values, gsize n)
{
  double sum = 0, squares = 0;

  for (gsize i = 0; i < n; i++)
    {
      sum += values[i];
      squares += values[i] * values[i];
    }
  return squares > 0 ? sum * sum / ((double)n * squares) : -1;
}

/* P(|T| <= t) by the finite sums for whole degrees of freedom (Abramowitz and Stegun, 26.7.3 and
   26.7.4). */
static double
student_within (double t, guint df)
{
  const double theta = atan2 (t, sqrt (df));
  const double cos2 = cos (theta) * cos (theta);
  double term = df % 2 == 1 ? cos (theta) : 1, sum = 0;

  for (guint k = df % 2 == 1 ? 1 : 0; k + 2 <= df; k += 2)
    {
      sum += term;
      term *= cos2 * (k + 1) / (k + 2);
    }
  if (df % 2 == 1)
    return 2 / G_PI * (theta + sin (theta) * sum);
  return sin (theta) * sum;
}

enum
{
  SUM_LIMIT = 300 /* above, the expansion is good to ten digits */
};

/* Expansion around the normal quantile z (Abramowitz and Stegun, 26.7.5). */
static double
student_expansion (double z, double df)
{
  const double z2 = z * z;
  const double g1 = (z2 + 1) * z / 4;
  const double g2 = ((5 * z2 + 16) * z2 + 3) * z / 96;
  const double g3 = (((3 * z2 + 19) * z2 + 17) * z2 - 15) * z / 384;
  return z + (g1 + (g2 + g3 / df) / df) / df;
}

static double
student_quantile (double within, double z, guint df)
{
  g_assert (df > 0);
  if (df > SUM_LIMIT)
    return student_expansion (z, df);

  double low = 0, high = 128;
  for (guint i = 0; i < 64; i++)
    {
      const double middle = (low + high) / 2;
      if (student_within (middle, df) < within)
        low = middle;
      else
        high = middle;
    }
  return (low + high) / 2;
}

double
sw_t95 (guint df)
{
  return student_quantile (0.95, 1.9599639845400545, df);
}

double
sw_t99 (guint df)
{
  return student_quantile (0.99, 2.5758293035489004, df);
}
