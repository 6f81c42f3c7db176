/* Distributions over keyed draws. */
#include "sw-rng.h"

#include <math.h>

double
sw_exponential (guint64 draw, double mean)
{
  return -mean * log (sw_unit (draw));
}

/* Box and Muller: A note on the generation of random normal deviates, 1958. */
double
sw_normal (guint64 draw1, guint64 draw2)
{
  return sqrt (-2 * log (sw_unit (draw1))) * cos (2 * G_PI * sw_unit (draw2));
}

double
sw_lognormal (guint64 draw1, guint64 draw2, double median, double sigma)
{
  return median * exp (sigma * sw_normal (draw1, draw2));
}

double
sw_weibull (guint64 draw, double scale, double shape)
{
  return scale * pow (-log (sw_unit (draw)), 1 / shape);
}

double
sw_pareto (guint64 draw, double minimum, double alpha)
{
  return minimum * pow (sw_unit (draw), -1 / alpha);
}

/* Gamma of shape >= 1 and scale 1: a squeeze around the cube of a normal. */
static double
gamma_from_one (SwStream *s, double shape)
{
  const double d = shape - 1.0 / 3, c = 1 / sqrt (9 * d);

  for (;;)
    {
      const guint64 draw1 = sw_stream_next (s), draw2 = sw_stream_next (s);
      const double x = sw_normal (draw1, draw2), root = 1 + c * x;
      const double u = sw_unit (sw_stream_next (s));
      if (root <= 0)
        continue;
      const double v = root * root * root;
      if (log (u) < x * x / 2 + d - d * v + d * log (v))
        return d * v;
    }
}

double
sw_gamma_unit (SwStream *s, double cv)
{
  if (cv <= 0)
    return 1;
  const double shape = 1 / (cv * cv);
  if (shape >= 1)
    return gamma_from_one (s, shape) / shape;
  const double boost = pow (sw_unit (sw_stream_next (s)), 1 / shape);
  return gamma_from_one (s, shape + 1) * boost / shape;
}
