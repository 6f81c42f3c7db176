/* Selection against sorting, over shapes of data that histograms and their bins could get wrong. */
#include "sw-check.h"
#include "sw-select.h"
#include "sw-sort.h"
#include "sw-stats.h"

#define MOST 20000

static guint64
draw (guint64 i)
{
  guint64 x = i * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  x = (x ^ x >> 30) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  x = (x ^ x >> 27) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return x ^ x >> 31;
}

static gint64
equal (guint64 i)
{
  return -7;
}

static gint64
small (guint64 i)
{
  return (gint64)(draw (i) % 100);
}

static gint64
seconds (guint64 i)
{
  return (gint64)(draw (i) % 86400) * SW_SECOND;
}

static gint64
anything (guint64 i)
{
  return (gint64)draw (i);
}

/* Most are 0, few are huge: one bin holds nearly all, over and over. */
static gint64
skewed (guint64 i)
{
  guint64 x = draw (i);
  return x % 10 ? (gint64)(x % 3) : (gint64)(x >> (1 + x % 60));
}

static gint64
rising (guint64 i)
{
  return (gint64)i;
}

static gint64
two_ends (guint64 i)
{
  return draw (i) % 2 ? G_MAXINT64 : G_MININT64;
}

static const struct
{
  const char *name;
  gint64 (*at) (guint64 i);
} shapes[] = {
  { "equal", equal },   { "small", small },   { "seconds", seconds },   { "anything", anything },
  { "skewed", skewed }, { "rising", rising }, { "two ends", two_ends },
};

static void
agrees_with_sorting (void)
{
  static const gsize sizes[] = { 1, 2, 3, 1000, 1024, 1025, 5000, MOST };
  g_autofree gint64 *values = g_new (gint64, MOST);
  g_autofree gint64 *sorted = g_new (gint64, MOST);
  for (guint s = 0; s < G_N_ELEMENTS (shapes); s++)
    for (guint k = 0; k < G_N_ELEMENTS (sizes); k++)
      {
        gsize n = sizes[k];
        for (gsize i = 0; i < n; i++)
          values[i] = sorted[i] = shapes[s].at (i);
        sw_sort_ints (sorted, n);
        const gsize ranks[] = { 0, n / 3, n / 2, n - 1 - n / 100, n - 1 };
        gint64 out[G_N_ELEMENTS (ranks)];
        sw_select (values, n, ranks, G_N_ELEMENTS (ranks), out);
        for (guint r = 0; r < G_N_ELEMENTS (ranks); r++)
          if (!CHECK_INT (out[r], sorted[ranks[r]]))
            g_printerr ("  %s, n = %" G_GSIZE_FORMAT ", rank %" G_GSIZE_FORMAT "\n", shapes[s].name,
                        n, ranks[r]);
        CHECK_INT (values[n - 1], shapes[s].at (n - 1));
      }
}

/* The spread of many values, whatever their order. */
static void
spread_of_many (void)
{
  g_autofree SwTime *values = g_new (SwTime, MOST);
  for (guint i = 0; i < MOST; i++)
    values[i] = (SwTime)((i * 7919u) % MOST + 1) * SW_SECOND;
  SwSpread spread = sw_spread (values, MOST);
  CHECK_INT (spread.count, MOST);
  CHECK_TIME (spread.min, SW_SECOND);
  CHECK_TIME (spread.p50, MOST / 2 * SW_SECOND);
  CHECK_TIME (spread.p95, MOST / 100 * 95 * SW_SECOND);
  CHECK_TIME (spread.p99, MOST / 100 * 99 * SW_SECOND);
  CHECK_TIME (spread.max, MOST * SW_SECOND);
  CHECK_REAL (spread.mean, (MOST + 1) / 2.0, 0);
}

SW_CHECKS ("select", { "agrees with sorting", agrees_with_sorting },
           { "spread of many", spread_of_many })
