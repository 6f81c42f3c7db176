/* Radix sorting against the C library. */
#include "sw-check.h"
#include "sw-rng.h"
#include "sw-sort.h"

#include <stdlib.h>
#include <string.h>

enum
{
  N_SHAPES = 8
};

/* Shapes: all equal, sorted, reversed, few values, small, any, extremes, negative times. */
static gint64
value_of (guint shape, guint i, guint n, SwStream *random)
{
  const guint64 draw = sw_stream_next (random);
  switch (shape)
    {
    case 0:
      return -5;
    case 1:
      return (gint64)i * 1000;
    case 2:
      return (gint64)n - i;
    case 3:
      return draw % 3;
    case 4:
      return (gint64)(draw % 2000) - 1000;
    case 5:
      return (gint64)draw;
    case 6:
      return draw % 2 != 0 ? G_MAXINT64 - (gint64)(draw % 7) : G_MININT64 + (gint64)(draw % 7);
    default:
      return -(gint64)(draw % 86400) * 1000000000;
    }
}

static int
compare_ints (const void *a, const void *b)
{
  const gint64 x = *(const gint64 *)a, y = *(const gint64 *)b;
  return (x > y) - (x < y);
}

static int
compare_reals (const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static const guint sizes[] = { 0, 1, 2, 3, 47, 48, 49, 100, 5000 };

static void
ints (void)
{
  SwStream random = sw_stream (4, 0, 0, 0);
  for (guint shape = 0; shape < N_SHAPES; shape++)
    for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
      {
        const guint n = sizes[s];
        g_autofree gint64 *a = g_new (gint64, n + 1);
        for (guint i = 0; i < n; i++)
          a[i] = value_of (shape, i, n, &random);
        g_autofree gint64 *b = g_memdup2 (a, (n + 1) * sizeof *a);
        sw_sort_ints (a, n);
        qsort (b, n, sizeof *b, compare_ints);
        CHECK_TRUE (memcmp (a, b, n * sizeof *a) == 0);
      }
}

static void
reals (void)
{
  SwStream random = sw_stream (5, 0, 0, 0);
  for (guint shape = 0; shape < N_SHAPES; shape++)
    for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
      {
        const guint n = sizes[s];
        g_autofree double *a = g_new (double, n + 1);
        for (guint i = 0; i < n; i++)
          a[i] = (double)value_of (shape, i, n, &random) / 7;
        g_autofree double *b = g_memdup2 (a, (n + 1) * sizeof *a);
        sw_sort_reals (a, n);
        qsort (b, n, sizeof *b, compare_reals);
        CHECK_TRUE (memcmp (a, b, n * sizeof *a) == 0);
      }
  double mixed[] = { 1e300, -0.0, 5e-324, -1e300, 0.0, -5e-324, 1 };
  sw_sort_reals (mixed, G_N_ELEMENTS (mixed));
  CHECK_REAL (mixed[0], -1e300, 0);
  CHECK_REAL (mixed[1], -5e-324, 0);
  CHECK_REAL (mixed[4], 5e-324, 0);
  CHECK_REAL (mixed[6], 1e300, 0);
}

static void
order_is_stable (void)
{
  SwStream random = sw_stream (6, 0, 0, 0);
  for (guint shape = 0; shape < N_SHAPES; shape++)
    for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
      {
        const guint n = sizes[s];
        g_autofree gint64 *keys = g_new (gint64, n + 1);
        g_autofree guint32 *order = g_new (guint32, n + 1);
        g_autofree gboolean *seen = g_new0 (gboolean, n + 1);
        for (guint i = 0; i < n; i++)
          keys[i] = value_of (shape, i, n, &random);
        sw_sort_order (keys, n, order);
        guint wrong = 0;
        for (guint k = 0; k < n; k++)
          {
            wrong += seen[order[k]];
            seen[order[k]] = TRUE;
            if (k == 0)
              continue;
            const gint64 before = keys[order[k - 1]], here = keys[order[k]];
            wrong += before > here || (before == here && order[k - 1] > order[k]);
          }
        CHECK_INT (wrong, 0);
      }
}

SW_CHECKS ("sort", { "ints", ints }, { "reals", reals }, { "order is stable", order_is_stable })
