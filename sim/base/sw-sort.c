/* Radix sort with digits of eleven bits.  A digit that all keys share is skipped, so times within a
 * day cost four passes and small numbers one or two.  Signs and doubles are mapped to unsigned keys
 * of the same order. */
#include "sw-sort.h"

#include <string.h>

enum
{
  DIGIT_BITS = 11,
  N_DIGITS = 6, /* 6 * 11 >= 64 */
  RADIX = 1 << DIGIT_BITS,
  SHORT = 48, /* below: insertion sort */
};

#define SIGN (G_GUINT64_CONSTANT (1) << 63)

static inline guint
digit_of (guint64 key, guint digit)
{
  return (key >> (digit * DIGIT_BITS)) & (RADIX - 1);
}

/* Turns counts of one digit into starts; FALSE if all keys share one value of it. */
static gboolean
counts_to_starts (gsize *counts, gsize n)
{
  gsize sum = 0;
  for (guint d = 0; d < RADIX; d++)
    {
      const gsize count = counts[d];
      if (count == n)
        return FALSE;
      counts[d] = sum;
      sum += count;
    }
  return TRUE;
}

static gsize *
count_digits (const guint64 *keys, gsize n)
{
  gsize *counts = g_new0 (gsize, N_DIGITS * RADIX);
  for (gsize i = 0; i < n; i++)
    for (guint digit = 0; digit < N_DIGITS; digit++)
      counts[digit * RADIX + digit_of (keys[i], digit)]++;
  return counts;
}

static void
insertion_sort (guint64 *keys, gsize n)
{
  for (gsize i = 1; i < n; i++)
    {
      const guint64 key = keys[i];
      gsize j = i;
      for (; j > 0 && keys[j - 1] > key; j--)
        keys[j] = keys[j - 1];
      keys[j] = key;
    }
}

static gboolean
is_sorted (const guint64 *keys, gsize n)
{
  for (gsize i = 1; i < n; i++)
    if (keys[i - 1] > keys[i])
      return FALSE;
  return TRUE;
}

static void
sort_keys (guint64 *keys, gsize n)
{
  if (is_sorted (keys, n))
    return;
  if (n < SHORT)
    {
      insertion_sort (keys, n);
      return;
    }
  g_autofree gsize *counts = count_digits (keys, n);
  g_autofree guint64 *spare = g_new (guint64, n);
  guint64 *from = keys, *to = spare;
  for (guint digit = 0; digit < N_DIGITS; digit++)
    {
      gsize *starts = counts + digit * RADIX;
      if (!counts_to_starts (starts, n))
        continue;
      for (gsize i = 0; i < n; i++)
        to[starts[digit_of (from[i], digit)]++] = from[i];
      guint64 *swap = from;
      from = to;
      to = swap;
    }
  if (from != keys)
    memcpy (keys, from, n * sizeof *keys);
}

void
sw_sort_ints (gint64 *values, gsize n)
{
  guint64 *keys = (guint64 *)values;
  for (gsize i = 0; i < n; i++)
    keys[i] ^= SIGN;
  sort_keys (keys, n);
  for (gsize i = 0; i < n; i++)
    keys[i] ^= SIGN;
}

void
sw_sort_reals (double *values, gsize n)
{
  if (n == 0)
    return;
  g_autofree guint64 *keys = g_new (guint64, n);
  memcpy (keys, values, n * sizeof *keys);
  for (gsize i = 0; i < n; i++)
    keys[i] ^= (keys[i] & SIGN) ? ~G_GUINT64_CONSTANT (0) : SIGN;
  sort_keys (keys, n);
  for (gsize i = 0; i < n; i++)
    keys[i] ^= (keys[i] & SIGN) ? SIGN : ~G_GUINT64_CONSTANT (0);
  memcpy (values, keys, n * sizeof *keys);
}

void
sw_sort_order (const gint64 *keys, guint32 n, guint32 *order)
{
  typedef struct
  {
    guint64 key;
    guint32 index;
  } Item;
  g_autofree gsize *counts = g_new0 (gsize, N_DIGITS * RADIX);
  g_autofree Item *items = g_new (Item, 2 * (gsize)n + 1);
  Item *from = items, *to = items + n;

  for (guint32 i = 0; i < n; i++)
    {
      from[i] = (Item){ (guint64)keys[i] ^ SIGN, i };
      for (guint digit = 0; digit < N_DIGITS; digit++)
        counts[digit * RADIX + digit_of (from[i].key, digit)]++;
    }
  for (guint digit = 0; digit < N_DIGITS; digit++)
    {
      gsize *starts = counts + digit * RADIX;
      if (!counts_to_starts (starts, n))
        continue;
      for (guint32 i = 0; i < n; i++)
        to[starts[digit_of (from[i].key, digit)]++] = from[i];
      Item *swap = from;
      from = to;
      to = swap;
    }
  for (guint32 i = 0; i < n; i++)
    order[i] = from[i].index;
}
