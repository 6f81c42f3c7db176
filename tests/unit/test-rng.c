/* Keyed draws: fixed values, independence of order, moments of distributions. */
#include "sw-check.h"
#include "sw-rng.h"

#include <math.h>

/* The first outputs of splitmix64 for seed 0 and the reference vector of seed 1234567. */
static void
mixing_is_splitmix64 (void)
{
  CHECK_TRUE (sw_mix64 (0) == G_GUINT64_CONSTANT (0xe220a8397b1dcdaf));
  CHECK_TRUE (sw_mix64 (G_GUINT64_CONSTANT (0x9e3779b97f4a7c15))
              == G_GUINT64_CONSTANT (0x6e789e6aa1b965f4));
  CHECK_TRUE (sw_mix64 (1234567) == G_GUINT64_CONSTANT (6457827717110365317));
}

static void
draws_depend_on_every_word (void)
{
  const guint64 base = sw_draw (1, 2, 3, 4);
  CHECK_TRUE (base == sw_draw (1, 2, 3, 4));
  CHECK_TRUE (base != sw_draw (2, 2, 3, 4));
  CHECK_TRUE (base != sw_draw (1, 3, 3, 4));
  CHECK_TRUE (base != sw_draw (1, 2, 4, 4));
  CHECK_TRUE (base != sw_draw (1, 2, 3, 5));
  CHECK_TRUE (sw_draw (1, 2, 4, 3) != base);
  CHECK_TRUE (sw_draw (2, 1, 3, 4) != base);
}

static void
streams_do_not_touch_each_other (void)
{
  SwStream a = sw_stream (9, 0, 1, 1), b = sw_stream (9, 0, 1, 2), again = sw_stream (9, 0, 1, 1);
  for (guint i = 0; i < 1000; i++)
    {
      const guint64 x = sw_stream_next (&a);
      for (guint k = 0; k < i % 3; k++)
        sw_stream_next (&b);
      CHECK_TRUE (sw_stream_next (&again) == x);
    }
}

static void
unit_is_open (void)
{
  CHECK_TRUE (sw_unit (0) > 0);
  CHECK_TRUE (sw_unit (G_MAXUINT64) < 1);
  CHECK_REAL (sw_unit (G_GUINT64_CONSTANT (1) << 63), 0.5, 1e-15);
  CHECK_TRUE (isfinite (sw_exponential (0, 1)) && isfinite (sw_exponential (G_MAXUINT64, 1)));
  CHECK_TRUE (sw_exponential (G_MAXUINT64, 1) > 0);
}

static void
below_stays_below (void)
{
  CHECK_INT (sw_below (G_MAXUINT64, 1), 0);
  CHECK_INT (sw_below (G_MAXUINT64, 7), 6);
  CHECK_INT (sw_below (0, 7), 0);
  guint counts[10] = { 0 };
  SwStream s = sw_stream (1, 1, 1, 1);
  for (guint i = 0; i < 100000; i++)
    counts[sw_below (sw_stream_next (&s), 10)]++;
  for (guint i = 0; i < 10; i++)
    CHECK_REAL (counts[i], 10000, 400);
}

typedef struct
{
  double mean, deviation;
} Moments;

enum
{
  KIND_EXPONENTIAL,
  KIND_NORMAL,
  KIND_LOGNORMAL,
  KIND_WEIBULL,
  KIND_PARETO,
  KIND_GAMMA_SMOOTH,
  KIND_GAMMA_BURSTY,
  N_KINDS
};

static double
sample (guint kind, SwStream *s)
{
  const guint64 a = sw_stream_next (s), b = sw_stream_next (s);
  switch (kind)
    {
    case KIND_EXPONENTIAL:
      return sw_exponential (a, 3);
    case KIND_NORMAL:
      return sw_normal (a, b);
    case KIND_LOGNORMAL:
      return sw_lognormal (a, b, 2, 0.5);
    case KIND_WEIBULL:
      return sw_weibull (a, 2, 2);
    case KIND_PARETO:
      return sw_pareto (a, 1, 5);
    case KIND_GAMMA_SMOOTH:
      return sw_gamma_unit (s, 0.5);
    default:
      return sw_gamma_unit (s, 2);
    }
}

/* Expected mean and standard deviation by the formulas of each distribution. */
static void
moments (void)
{
  const Moments expected[N_KINDS] = {
    { 3, 3 },
    { 0, 1 },
    { 2 * exp (0.125), 2 * exp (0.125) * sqrt (exp (0.25) - 1) },
    { 2 * tgamma (1.5), 2 * sqrt (1 - tgamma (1.5) * tgamma (1.5)) },
    { 1.25, sqrt (5.0 / (16 * 3)) },
    { 1, 0.5 },
    { 1, 2 },
  };
  enum
  {
    N = 200000
  };
  for (guint kind = 0; kind < N_KINDS; kind++)
    {
      SwStream s = sw_stream (11, 0, kind, 0);
      double sum = 0, squares = 0;
      for (guint i = 0; i < N; i++)
        {
          const double x = sample (kind, &s);
          sum += x;
          squares += x * x;
        }
      const double mean = sum / N, deviation = sqrt (squares / N - mean * mean);
      CHECK_REAL (mean, expected[kind].mean, 5 * expected[kind].deviation / sqrt (N));
      CHECK_REAL (deviation, expected[kind].deviation, 0.03 * expected[kind].deviation);
    }
}

static void
limits_of_gamma (void)
{
  SwStream s = sw_stream (1, 0, 0, 0);
  CHECK_REAL (sw_gamma_unit (&s, 0), 1, 0);
  for (guint i = 0; i < 1000; i++)
    {
      CHECK_REAL (sw_gamma_unit (&s, 0.001), 1, 0.01);
      const double x = sw_gamma_unit (&s, 30);
      CHECK_TRUE (isfinite (x) && x >= 0);
    }
}

SW_CHECKS ("rng", { "mixing is splitmix64", mixing_is_splitmix64 },
           { "draws depend on every word", draws_depend_on_every_word },
           { "streams do not touch each other", streams_do_not_touch_each_other },
           { "unit is open", unit_is_open }, { "below stays below", below_stays_below },
           { "moments", moments }, { "limits of gamma", limits_of_gamma })
