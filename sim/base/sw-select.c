/* A histogram over the range of the values says in which bin a rank lies; that bin is then the
 * range. As soon as few values are left they are copied out and sorted.  Against sorting everything
 * this reads the values a few times, writes none of them, and needs next to no memory, whose first
 * touch costs more than the arithmetic. */
#include "sw-select.h"

#include "sw-sort.h"

#include <string.h>

enum
{
  BIN_BITS = 12,
  BINS = 1 << BIN_BITS,
  FEW = 64,
  SHORT = 1024, /* up to here all are copied and sorted */
};

/* The values from low to low + 2^shift - 1, counted from the least of all. */
typedef struct
{
  const gint64 *values;
  gsize n;
  guint64 least;
  guint64 low;
  guint shift;
} Range;

static inline guint64
above (const Range *range, gsize i)
{
  return (guint64)range->values[i] - range->least - range->low;
}

static inline gboolean
inside (guint64 offset, guint shift)
{
  return shift >= 64 || offset >> shift == 0;
}

/* Counts the values of the range in bins of 2^shift. */
static void
count (const Range *range, guint shift, gsize bins[BINS])
{
  memset (bins, 0, BINS * sizeof *bins);
  for (gsize i = 0; i < range->n; i++)
    {
      const guint64 offset = above (range, i);
      if (inside (offset, range->shift))
        bins[offset >> shift]++;
    }
}

/* The bin of the rank, which becomes a rank in that bin. */
static guint
bin_of (const gsize bins[BINS], gsize *rank)
{
  guint bin = 0;
  while (*rank >= bins[bin])
    *rank -= bins[bin++];
  return bin;
}

static gint64
pick_sorted (const Range *range, gsize size, gsize rank)
{
  g_autofree gint64 *few = g_new (gint64, size);
  gsize n = 0;
  for (gsize i = 0; i < range->n; i++)
    if (inside (above (range, i), range->shift))
      few[n++] = range->values[i];
  g_assert (n == size);
  sw_sort_ints (few, n);
  return few[rank];
}

static guint
finer (guint shift)
{
  return shift > BIN_BITS ? shift - BIN_BITS : 0;
}

/* The range becomes its bin that holds the rank. */
static gsize
narrow (Range *range, const gsize bins[BINS], gsize *rank)
{
  const guint shift = finer (range->shift);
  const guint bin = bin_of (bins, rank);
  range->low += (guint64)bin << shift;
  range->shift = shift;
  return bins[bin];
}

static gint64
descend (Range range, const gsize whole[BINS], gsize rank, gsize bins[BINS])
{
  const gsize few = MAX (FEW, range.n / 8);
  gsize left = narrow (&range, whole, &rank);
  while (range.shift > 0)
    {
      if (left <= few)
        return pick_sorted (&range, left, rank);
      count (&range, finer (range.shift), bins);
      left = narrow (&range, bins, &rank);
    }
  return (gint64)(range.least + range.low);
}

static void
select_short (const gint64 *values, gsize n, const gsize *ranks, guint n_ranks, gint64 *out)
{
  gint64 sorted[SHORT];
  memcpy (sorted, values, n * sizeof *values);
  sw_sort_ints (sorted, n);
  for (guint k = 0; k < n_ranks; k++)
    out[k] = sorted[ranks[k]];
}

void
sw_select (const gint64 *values, gsize n, const gsize *ranks, guint n_ranks, gint64 *out)
{
  g_assert (n > 0);
  if (n <= SHORT)
    {
      select_short (values, n, ranks, n_ranks, out);
      return;
    }
  gint64 least = values[0], most = values[0];
  for (gsize i = 1; i < n; i++)
    {
      least = MIN (least, values[i]);
      most = MAX (most, values[i]);
    }
  Range range = { .values = values, .n = n, .least = (guint64)least };
  for (guint64 width = (guint64)most - (guint64)least; width != 0; width >>= 1)
    range.shift++;
  g_autofree gsize *whole = g_new (gsize, 2 * BINS);
  count (&range, finer (range.shift), whole);
  for (guint k = 0; k < n_ranks; k++)
    {
      g_assert (ranks[k] < n);
      out[k] = descend (range, whole, ranks[k], whole + BINS);
    }
}
