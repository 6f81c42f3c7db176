/* The bit set against an array of flags. */
#include "sw-bits.h"
#include "sw-check.h"
#include "sw-rng.h"

typedef struct
{
  SwBits bits;
  gboolean *flags;
} Pair;

static void
pair_init (Pair *pair, guint32 size)
{
  sw_bits_init (&pair->bits, size);
  pair->flags = g_new0 (gboolean, size + 1);
}

static void
pair_clear (Pair *pair)
{
  sw_bits_fini (&pair->bits);
  g_free (pair->flags);
}

static void
put (Pair *pair, guint32 i, gboolean in)
{
  pair->flags[i] = in;
  if (in)
    sw_bits_set (&pair->bits, i);
  else
    sw_bits_clear (&pair->bits, i);
}

/* Differences between the two, over all members, gaps and ranks. */
static guint
compare (const Pair *pair)
{
  guint wrong = 0;
  guint32 count = 0, next = SW_BITS_NONE;
  for (guint32 i = pair->bits.size; i-- > 0;)
    {
      if (pair->flags[i])
        next = i;
      wrong += sw_bits_test (&pair->bits, i) != pair->flags[i];
      wrong += sw_bits_next (&pair->bits, i) != next;
    }
  wrong += sw_bits_first (&pair->bits) != next;
  SW_BITS_FOREACH (&pair->bits, i)
    {
      wrong += !pair->flags[i];
      wrong += sw_bits_select (&pair->bits, count) != i;
      count++;
    }
  for (guint32 i = 0; i < pair->bits.size; i++)
    count -= pair->flags[i];
  wrong += count != 0;
  wrong += sw_bits_select (&pair->bits, sw_bits_count (&pair->bits)) != SW_BITS_NONE;
  return wrong;
}

static void
empty_and_full (void)
{
  static const guint32 sizes[] = { 0, 1, 2, 63, 64, 65, 4095, 4096, 4097, 70000, SW_BITS_MAX };
  for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      Pair pair;
      pair_init (&pair, sizes[s]);
      CHECK_INT (sw_bits_first (&pair.bits), SW_BITS_NONE);
      CHECK_INT (sw_bits_next (&pair.bits, 0), SW_BITS_NONE);
      CHECK_INT (sw_bits_next (&pair.bits, sizes[s]), SW_BITS_NONE);
      CHECK_INT (sw_bits_next (&pair.bits, G_MAXUINT32), SW_BITS_NONE);
      CHECK_INT (sw_bits_select (&pair.bits, 0), SW_BITS_NONE);
      for (guint32 i = 0; i < sizes[s]; i++)
        put (&pair, i, TRUE);
      CHECK_INT (sw_bits_count (&pair.bits), sizes[s]);
      CHECK_INT (compare (&pair), 0);
      for (guint32 i = sizes[s]; i-- > 0;)
        put (&pair, i, FALSE);
      CHECK_INT (sw_bits_count (&pair.bits), 0);
      CHECK_INT (sw_bits_first (&pair.bits), SW_BITS_NONE);
      pair_clear (&pair);
    }
}

static void
one_member_at_every_edge (void)
{
  static const guint32 edges[]
      = { 0, 1, 62, 63, 64, 127, 128, 4032, 4095, 4096, 4159, 8191, 8192, 131072, 262080, 262143 };
  Pair pair;
  pair_init (&pair, SW_BITS_MAX);
  for (guint e = 0; e < G_N_ELEMENTS (edges); e++)
    {
      const guint32 i = edges[e];
      put (&pair, i, TRUE);
      CHECK_INT (sw_bits_first (&pair.bits), i);
      CHECK_INT (sw_bits_next (&pair.bits, 0), i);
      CHECK_INT (sw_bits_next (&pair.bits, i), i);
      CHECK_INT (sw_bits_next (&pair.bits, i + 1), SW_BITS_NONE);
      CHECK_INT (sw_bits_select (&pair.bits, 0), i);
      CHECK_INT (sw_bits_select (&pair.bits, 1), SW_BITS_NONE);
      put (&pair, i, FALSE);
    }
  for (guint e = 0; e < G_N_ELEMENTS (edges); e++)
    put (&pair, edges[e], TRUE);
  CHECK_INT (compare (&pair), 0);
  pair_clear (&pair);
}

static void
twice_is_once (void)
{
  Pair pair;
  pair_init (&pair, 100);
  put (&pair, 70, TRUE);
  put (&pair, 70, TRUE);
  CHECK_INT (sw_bits_count (&pair.bits), 1);
  put (&pair, 71, FALSE);
  CHECK_INT (sw_bits_count (&pair.bits), 1);
  put (&pair, 70, FALSE);
  put (&pair, 70, FALSE);
  CHECK_INT (sw_bits_count (&pair.bits), 0);
  CHECK_INT (compare (&pair), 0);
  pair_clear (&pair);
}

static void
random_sets (void)
{
  static const guint32 sizes[] = { 1, 64, 130, 4096, 12500, 262144 };
  SwStream random = sw_stream (3, 0, 0, 0);
  for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      Pair pair;
      pair_init (&pair, sizes[s]);
      for (guint round = 0; round < 6; round++)
        {
          /* Rounds differ in how full the set gets: sparse, half, dense and back. */
          const guint64 share = round == 0 ? 1 : round * 17;
          for (guint32 k = 0; k < MIN (sizes[s], 20000); k++)
            put (&pair, sw_below (sw_stream_next (&random), sizes[s]),
                 sw_below (sw_stream_next (&random), 100) < share);
          CHECK_INT (compare (&pair), 0);
        }
      pair_clear (&pair);
    }
}

static void
members_may_go_while_walking (void)
{
  SwBits bits;
  sw_bits_init (&bits, 10000);
  for (guint32 i = 0; i < 10000; i += 3)
    sw_bits_set (&bits, i);
  guint32 seen = 0;
  SW_BITS_FOREACH (&bits, i)
    {
      sw_bits_clear (&bits, i);
      seen++;
    }
  CHECK_INT (seen, 3334);
  CHECK_INT (sw_bits_count (&bits), 0);
  sw_bits_fini (&bits);
}

SW_CHECKS ("bits", { "empty and full", empty_and_full },
           { "one member at every edge", one_member_at_every_edge },
           { "twice is once", twice_is_once }, { "random sets", random_sets },
           { "members may go while walking", members_may_go_while_walking })
