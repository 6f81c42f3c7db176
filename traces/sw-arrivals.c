/* The rate is base x day factor x (1 + A cos (2 pi (t - peak) / day)), with day factors that leave
 * the weekly mean at base.  Times come from inverting its integral: whole weeks and days first,
 * then Newton's method inside the day, kept between bounds. */
#include "sw-arrivals.h"

#include <math.h>

#include "sw-rng.h"

#define DAY 86400.0
#define WEEK (7 * DAY)
#define OMEGA (2 * G_PI / DAY)
#define GAP_DRAW 100 /* apart from the draws of a job's own values */

double
sw_arrivals_gap (const SwArrivals *a, guint64 seed, guint64 i)
{
  SwStream s = sw_stream (seed, GAP_DRAW, SW_DRAW_GENERATE, i);
  switch (a->kind)
    {
    case SW_ARRIVAL_GAMMA:
      return sw_gamma_unit (&s, a->cv);
    case SW_ARRIVAL_WEIBULL:
      return sw_weibull (sw_stream_next (&s), 1 / tgamma (1 + 1 / a->shape), a->shape);
    case SW_ARRIVAL_FIXED:
      return 1;
    default:
      return sw_exponential (sw_stream_next (&s), 1);
    }
}

static double
day_factor (const SwArrivals *a, guint day)
{
  double norm = (5 + 2 * a->weekend) / 7;
  return (day >= 5 ? a->weekend : 1) / norm;
}

/* Seconds of mean rate in the first s seconds of a day of factor 1. */
static double
day_integral (const SwArrivals *a, double s)
{
  return s + a->amplitude / OMEGA * (sin (OMEGA * (s - a->peak)) + sin (OMEGA * a->peak));
}

/* The s in [0, day] whose integral is x. */
static double
day_inverse (const SwArrivals *a, double x)
{
  if (a->amplitude <= 0)
    return x;
  double low = 0, high = DAY, s = x;
  for (guint i = 0; i < 60 && high - low > 1e-7; i++)
    {
      double over = day_integral (a, s) - x;
      if (over > 0)
        high = s;
      else
        low = s;
      double slope = 1 + a->amplitude * cos (OMEGA * (s - a->peak));
      double next = slope > 1e-3 ? s - over / slope : low;
      if (fabs (next - s) < 1e-9)
        return next;
      s = next > low && next < high ? next : (low + high) / 2;
    }
  return s;
}

/* Integral from Monday 00:00 to t of the rate over its mean. */
static double
integral (const SwArrivals *a, double t)
{
  double weeks = floor (t / WEEK), rest = t - weeks * WEEK, sum = weeks * WEEK;
  guint day = 0;
  for (; day < 6 && rest >= DAY; day++, rest -= DAY)
    sum += DAY * day_factor (a, day);
  return sum + day_factor (a, day) * day_integral (a, rest);
}

static double
inverse (const SwArrivals *a, double x)
{
  double weeks = floor (x / WEEK), rest = x - weeks * WEEK, t = weeks * WEEK;
  for (guint day = 0; day < 7; day++, t += DAY)
    {
      double factor = day_factor (a, day), amount = DAY * factor;
      if (rest < amount)
        return t + day_inverse (a, rest / factor);
      rest -= amount;
    }
  return t;
}

double
sw_arrivals_time (const SwArrivals *a, double x)
{
  double seconds = x / a->rate;
  if (a->amplitude <= 0 && a->weekend == 1)
    return seconds;
  return inverse (a, integral (a, a->phase) + seconds) - a->phase;
}
