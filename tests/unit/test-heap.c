/* The event heap against sorted lists. */
#include "sw-check.h"
#include "sw-heap.h"
#include "sw-rng.h"

static void
keys_hold_their_parts (void)
{
  static const SwTime times[]
      = { G_MININT64, G_MININT64 + 1, -1, 0, 1, SW_SECOND, G_MAXINT64 - 1, G_MAXINT64 };
  static const guint64 sequences[] = { 0, 1, 77, SW_HEAP_SEQUENCE_MAX };
  SwHeapKey last = 0;
  for (guint t = 0; t < G_N_ELEMENTS (times); t++)
    for (guint c = 0; c < 256; c += 85)
      for (guint s = 0; s < G_N_ELEMENTS (sequences); s++)
        {
          const SwHeapKey key = sw_heap_key (times[t], c, sequences[s]);
          CHECK_TIME (sw_heap_key_time (key), times[t]);
          CHECK_INT (sw_heap_key_class (key), c);
          CHECK_INT (sw_heap_key_sequence (key), sequences[s]);
          CHECK_TRUE (key > last || (t == 0 && c == 0 && s == 0));
          last = key;
        }
}

static void
order_is_time_class_sequence (void)
{
  SwHeap heap;
  sw_heap_init (&heap, 0);
  CHECK_TRUE (sw_heap_is_empty (&heap));
  sw_heap_push (&heap, sw_heap_key (10, 2, 0), 5);
  sw_heap_push (&heap, sw_heap_key (10, 0, 9), 1);
  sw_heap_push (&heap, sw_heap_key (-3, 7, 8), 0);
  sw_heap_push (&heap, sw_heap_key (10, 0, 10), 2);
  sw_heap_push (&heap, sw_heap_key (11, 0, 1), 6);
  sw_heap_push (&heap, sw_heap_key (10, 1, 3), 4);
  sw_heap_push (&heap, sw_heap_key (10, 1, 2), 3);
  CHECK_FALSE (sw_heap_is_empty (&heap));
  for (guint i = 0; i < 7; i++)
    {
      CHECK_INT (sw_heap_peek_payload (&heap), i);
      CHECK_INT (sw_heap_pop (&heap), i);
    }
  CHECK_TRUE (sw_heap_is_empty (&heap));
  sw_heap_fini (&heap);
}

static gint
compare (gconstpointer a, gconstpointer b)
{
  const SwHeapKey x = *(const SwHeapKey *)a, y = *(const SwHeapKey *)b;
  return (x > y) - (x < y);
}

static guint64
time_of (SwStream *random, guint64 range)
{
  return sw_below (sw_stream_next (random), range);
}

/* Pushes n, pops n, for every size around the edges of levels: each comes out once and in order. */
static void
sorts_like_a_sort (void)
{
  SwStream random = sw_stream (1, 0, 0, 0);
  guint wrong = 0;
  for (guint n = 1; n < 1500; n += n < 90 ? 1 : 131)
    {
      SwHeap heap;
      sw_heap_init (&heap, n % 3 == 0 ? n : 0);
      g_autofree SwHeapKey *keys = g_new (SwHeapKey, n);
      for (guint i = 0; i < n; i++)
        {
          keys[i] = sw_heap_key (time_of (&random, n), i % 3, i);
          sw_heap_push (&heap, keys[i], i);
        }
      g_autofree SwHeapKey *sorted = g_memdup2 (keys, n * sizeof *keys);
      qsort (sorted, n, sizeof *sorted, compare);
      for (guint i = 0; i < n; i++)
        {
          wrong += sw_heap_peek (&heap) != sorted[i];
          const guint32 payload = sw_heap_pop (&heap);
          wrong += keys[payload] != sorted[i];
        }
      wrong += !sw_heap_is_empty (&heap);
      sw_heap_fini (&heap);
    }
  CHECK_INT (wrong, 0);
}

/* Pushes, pops and replacements in any mix, against a list that is searched. */
static void
mixed_use_against_a_list (void)
{
  SwHeap heap;
  SwStream random = sw_stream (2, 0, 0, 0);
  SwHeapKey list[400];
  guint n = 0, wrong = 0, most = 0;
  sw_heap_init (&heap, 0);
  for (guint step = 0; step < 60000; step++)
    {
      const guint64 what = sw_below (sw_stream_next (&random), step / 5000 % 2 == 0 ? 3 : 5);
      const SwHeapKey key = sw_heap_key (time_of (&random, 500), 0, step);
      guint least = 0;
      for (guint i = 1; i < n; i++)
        if (list[i] < list[least])
          least = i;
      if (n > 0)
        wrong += sw_heap_peek (&heap) != list[least];
      if (n == 0 || (what < 2 && n < G_N_ELEMENTS (list)))
        {
          sw_heap_push (&heap, key, (guint32)key);
          list[n++] = key;
        }
      else if (what == 2)
        {
          wrong += sw_heap_replace (&heap, key, (guint32)key) != (guint32)list[least];
          list[least] = key;
        }
      else
        {
          wrong += sw_heap_pop (&heap) != (guint32)list[least];
          list[least] = list[--n];
        }
      most = MAX (most, n);
    }
  CHECK_INT (wrong, 0);
  CHECK_TRUE (most > 100);
  sw_heap_fini (&heap);
}

static void
growth_keeps_alignment (void)
{
  SwHeap heap;
  sw_heap_init (&heap, 0);
  for (guint i = 0; i < 100000; i++)
    sw_heap_push (&heap, sw_heap_key (100000 - i, 0, i), i);
  CHECK_INT ((guintptr)&heap.keys[1] % 64, 0);
  CHECK_INT (sw_heap_pop (&heap), 99999);
  sw_heap_reserve (&heap, 5);
  CHECK_INT (heap.n, 99999);
  sw_heap_reserve (&heap, 1000000);
  CHECK_INT ((guintptr)&heap.keys[1] % 64, 0);
  CHECK_INT (sw_heap_pop (&heap), 99998);
  sw_heap_fini (&heap);
  CHECK_TRUE (heap.keys == NULL && heap.n == 0);
  sw_heap_fini (&heap);
}

SW_CHECKS ("heap", { "keys hold their parts", keys_hold_their_parts },
           { "order is time, class, sequence", order_is_time_class_sequence },
           { "sorts like a sort", sorts_like_a_sort },
           { "mixed use against a list", mixed_use_against_a_list },
           { "growth keeps alignment", growth_keeps_alignment })
