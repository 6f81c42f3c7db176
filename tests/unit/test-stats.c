/* Ranks, spreads, fairness and quantiles of Student's t. */
#include "sw-check.h"
#include "sw-stats.h"

static void
ranks (void)
{
  CHECK_INT (sw_rank (100, 500), 49);
  CHECK_INT (sw_rank (100, 950), 94);
  CHECK_INT (sw_rank (100, 990), 98);
  CHECK_INT (sw_rank (100, 1000), 99);
  CHECK_INT (sw_rank (20, 950), 18);
  CHECK_INT (sw_rank (3, 500), 1);
  CHECK_INT (sw_rank (3, 990), 2);
  CHECK_INT (sw_rank (1, 1), 0);
  CHECK_INT (sw_rank (2, 500), 0);
  CHECK_INT (sw_rank (1000, 950), 949);
  CHECK_INT (sw_rank (1001, 950), 950);
  CHECK_INT (sw_rank (G_MAXSIZE, 1000), G_MAXSIZE - 1);
}

static void
check_spread (const char *what, gint64 first, gint64 n, gint64 p50, gint64 p95, gint64 p99)
{
  g_autofree SwTime *values = g_new (SwTime, n);
  g_autofree double *reals = g_new (double, n);
  /* Backwards, so that the order of the input is not the order of ranks. */
  for (gint64 i = 0; i < n; i++)
    {
      values[i] = (first + n - 1 - i) * SW_SECOND;
      reals[i] = (double)(first + n - 1 - i);
    }
  const SwSpread times = sw_spread (values, n);
  sw_check_int (__FILE__, __LINE__, what, times.count, n);
  sw_check_time (__FILE__, __LINE__, what, times.min, first * SW_SECOND);
  sw_check_time (__FILE__, __LINE__, what, times.p50, p50 * SW_SECOND);
  sw_check_time (__FILE__, __LINE__, what, times.p95, p95 * SW_SECOND);
  sw_check_time (__FILE__, __LINE__, what, times.p99, p99 * SW_SECOND);
  sw_check_time (__FILE__, __LINE__, what, times.max, (first + n - 1) * SW_SECOND);
  const double mean = (double)first + (double)(n - 1) / 2;
  sw_check_real (__FILE__, __LINE__, what, times.mean, mean, 1e-9);
  const SwRealSpread spread = sw_real_spread (reals, n);
  sw_check_int (__FILE__, __LINE__, what, spread.count, n);
  sw_check_real (__FILE__, __LINE__, what, spread.p50, (double)p50, 0);
  sw_check_real (__FILE__, __LINE__, what, spread.p95, (double)p95, 0);
  sw_check_real (__FILE__, __LINE__, what, spread.p99, (double)p99, 0);
  sw_check_real (__FILE__, __LINE__, what, spread.max, (double)(first + n - 1), 0);
  sw_check_real (__FILE__, __LINE__, what, spread.mean, mean, 1e-9);
}

static void
spreads (void)
{
  check_spread ("1..100", 1, 100, 50, 95, 99);
  check_spread ("0..19", 0, 20, 9, 18, 19);
  check_spread ("one value", 7, 1, 7, 7, 7);
  check_spread ("two values", 7, 2, 7, 8, 8);
  check_spread ("-50..50", -50, 101, 0, 45, 49);
  check_spread ("1..5000", 1, 5000, 2500, 4750, 4950);

  SwTime three[] = { 30, 10, 20 };
  const SwSpread spread = sw_spread (three, 3);
  CHECK_TIME (spread.p50, 20);
  CHECK_TIME (spread.p99, 30);
}

static void
nothing_has_no_spread (void)
{
  const SwSpread times = sw_spread (NULL, 0);
  CHECK_INT (times.count, 0);
  CHECK_TIME (times.min, SW_TIME_NONE);
  CHECK_TIME (times.p50, SW_TIME_NONE);
  CHECK_TIME (times.p99, SW_TIME_NONE);
  CHECK_TIME (times.max, SW_TIME_NONE);
  CHECK_REAL (times.mean, 0, 0);
  CHECK_INT (sw_real_spread (NULL, 0).count, 0);
}

static void
means_do_not_overflow (void)
{
  SwTime values[] = { G_MAXINT64 - 1, G_MAXINT64 - 1, G_MAXINT64 - 1 };
  CHECK_REAL (sw_spread (values, 3).mean, 9223372036.854775807, 1e-5);
}

static void
jain (void)
{
  const double equal[] = { 3, 3, 3, 3 }, one[] = { 0, 0, 5, 0 }, mixed[] = { 1, 2, 3 };
  const double zero[] = { 0, 0 };
  CHECK_REAL (sw_jain (equal, 4), 1, 1e-15);
  CHECK_REAL (sw_jain (one, 4), 0.25, 1e-15);
  CHECK_REAL (sw_jain (mixed, 3), 36.0 / 42, 1e-15);
  CHECK_REAL (sw_jain (zero, 2), -1, 0);
  CHECK_REAL (sw_jain (NULL, 0), -1, 0);
}

/* Against printed tables of Student's t. */
static void
student (void)
{
  static const struct
  {
    guint df;
    double t95, t99;
  } table[] = {
    { 1, 12.7062, 63.6567 },       { 2, 4.3027, 9.9248 },   { 3, 3.1824, 5.8409 },
    { 4, 2.7764, 4.6041 },         { 5, 2.5706, 4.0321 },   { 9, 2.2622, 3.2498 },
    { 10, 2.2281, 3.1693 },        { 29, 2.0452, 2.7564 },  { 30, 2.0423, 2.7500 },
    { 60, 2.0003, 2.6603 },        { 120, 1.9799, 2.6174 }, { 1000, 1.9623, 2.5808 },
    { 100000000, 1.9600, 2.5758 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      CHECK_REAL (sw_t95 (table[i].df), table[i].t95, 6e-5);
      CHECK_REAL (sw_t99 (table[i].df), table[i].t99, 6e-5);
    }
  /* The sum and the expansion meet. */
  CHECK_REAL (sw_t95 (301) - sw_t95 (300), sw_t95 (300) - sw_t95 (299), 3e-7);
  CHECK_REAL (sw_t99 (301) - sw_t99 (300), sw_t99 (300) - sw_t99 (299), 1e-6);
}

SW_CHECKS ("stats", { "K-01 ranks", ranks }, { "K-01 spreads", spreads },
           { "nothing has no spread", nothing_has_no_spread },
           { "means do not overflow", means_do_not_overflow }, { "Jain's index", jain },
           { "Student's t", student })
