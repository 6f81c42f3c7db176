/* A set of small numbers: three levels of 64-bit words, a bit of a level saying that the word below
 * it is not zero.  Finding the first member at or behind a number touches at most five words
 * however large the set is; counts per 4,096 numbers make the k-th member cheap.  Used for free
 * nodes and cards, where the lowest member is the tie-break. */
#ifndef SW_BITS_H
#define SW_BITS_H

#include <glib.h>
#include <string.h>

G_BEGIN_DECLS

#define SW_BITS_MAX (64 * 64 * 64)
#define SW_BITS_NONE G_MAXUINT32

typedef struct
{
  guint32 size, count; /* numbers are 0 .. size - 1; members */
  guint64 top;
  guint64 *middle; /* one bit per word of leaves */
  guint64 *leaves; /* one bit per number; same allocation as middle */
  guint16 *sums;   /* members of each word of middle; same allocation */
} SwBits;

static inline void
sw_bits_init (SwBits *bits, guint32 size)
{
  g_assert (size <= SW_BITS_MAX);
  const gsize n_leaves = ((gsize)size + 63) / 64, n_middle = (n_leaves + 63) / 64;
  guint64 *block
      = g_malloc0 ((n_middle + n_leaves) * sizeof (guint64) + MAX (n_middle, 1) * sizeof (guint16));
  *bits = (SwBits){ .size = size,
                    .middle = block,
                    .leaves = block + n_middle,
                    .sums = (guint16 *)(block + n_middle + n_leaves) };
}

static inline void
sw_bits_fini (SwBits *bits)
{
  g_free (bits->middle);
  *bits = (SwBits){ 0 };
}

/* Makes `to` equal to `from`; both of one size. */
static inline void
sw_bits_assign (SwBits *to, const SwBits *from)
{
  g_assert (to->size == from->size);
  const gsize n_leaves = ((gsize)to->size + 63) / 64, n_middle = (n_leaves + 63) / 64;
  to->count = from->count;
  to->top = from->top;
  memcpy (to->middle, from->middle,
          (n_middle + n_leaves) * sizeof (guint64) + n_middle * sizeof (guint16));
}

static inline guint32
sw_bits_count (const SwBits *bits)
{
  return bits->count;
}

static inline gboolean
sw_bits_test (const SwBits *bits, guint32 i)
{
  return bits->leaves[i / 64] >> (i % 64) & 1;
}

/* Adding a member again and removing an absent one change nothing. */
static inline void
sw_bits_set (SwBits *bits, guint32 i)
{
  const guint64 bit = G_GUINT64_CONSTANT (1) << (i % 64);
  const guint32 leaf = i / 64, middle = i / 4096;

  if (bits->leaves[leaf] & bit)
    return;
  bits->leaves[leaf] |= bit;
  bits->middle[middle] |= G_GUINT64_CONSTANT (1) << (leaf % 64);
  bits->top |= G_GUINT64_CONSTANT (1) << middle;
  bits->sums[middle]++;
  bits->count++;
}

static inline void
sw_bits_clear (SwBits *bits, guint32 i)
{
  const guint64 bit = G_GUINT64_CONSTANT (1) << (i % 64);
  const guint32 leaf = i / 64, middle = i / 4096;

  if (!(bits->leaves[leaf] & bit))
    return;
  bits->sums[middle]--;
  bits->count--;
  if ((bits->leaves[leaf] &= ~bit) != 0)
    return;
  if ((bits->middle[middle] &= ~(G_GUINT64_CONSTANT (1) << (leaf % 64))) == 0)
    bits->top &= ~(G_GUINT64_CONSTANT (1) << middle);
}

/* The lowest member, or SW_BITS_NONE. */
static inline guint32
sw_bits_first (const SwBits *bits)
{
  if (bits->top == 0)
    return SW_BITS_NONE;
  const guint32 middle = __builtin_ctzll (bits->top);
  const guint32 leaf = middle * 64 + __builtin_ctzll (bits->middle[middle]);
  return leaf * 64 + __builtin_ctzll (bits->leaves[leaf]);
}

/* The bits of word behind bit i (not i itself). */
static inline guint64
sw_bits_behind (guint64 word, guint32 i)
{
  return word & (~G_GUINT64_CONSTANT (1) << (i % 64));
}

/* The lowest member >= i, or SW_BITS_NONE; i may be size or more. */
static inline guint32
sw_bits_next (const SwBits *bits, guint32 i)
{
  if (i >= bits->size)
    return SW_BITS_NONE;

  guint32 leaf = i / 64, middle = i / 4096;
  const guint64 here = bits->leaves[leaf] >> (i % 64);
  if (here != 0)
    return i + __builtin_ctzll (here);

  guint64 rest = sw_bits_behind (bits->middle[middle], leaf);
  if (rest == 0)
    {
      const guint64 above = sw_bits_behind (bits->top, middle);
      if (above == 0)
        return SW_BITS_NONE;
      middle = __builtin_ctzll (above);
      rest = bits->middle[middle];
    }
  leaf = middle * 64 + __builtin_ctzll (rest);
  return leaf * 64 + __builtin_ctzll (bits->leaves[leaf]);
}

/* The k-th lowest member, k from 0, or SW_BITS_NONE if there are not that many. */
static inline guint32
sw_bits_select (const SwBits *bits, guint32 k)
{
  if (k >= bits->count)
    return SW_BITS_NONE;

  guint32 middle = 0;
  for (; k >= bits->sums[middle]; middle++)
    k -= bits->sums[middle];
  guint32 leaf = middle * 64;
  for (guint32 here; k >= (here = __builtin_popcountll (bits->leaves[leaf])); leaf++)
    k -= here;
  guint64 word = bits->leaves[leaf];
  for (; k > 0; k--)
    word &= word - 1;
  return leaf * 64 + __builtin_ctzll (word);
}

#define SW_BITS_FOREACH(bits, i)                                                                   \
  for (guint32 i = sw_bits_first (bits); i != SW_BITS_NONE; i = sw_bits_next (bits, i + 1))

G_END_DECLS

#endif
