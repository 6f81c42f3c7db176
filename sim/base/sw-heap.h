/* The event queue: a 4-ary implicit heap.  A key holds time, class and sequence number in 16 bytes,
 * so that one compare settles the total order of events; payloads lie in an array of their own. The
 * four children of an item share one cache line.  Equal keys may come out in any order: give each
 * event a sequence number of its own. */
#ifndef SW_HEAP_H
#define SW_HEAP_H

#include "sw-time.h"

#include <stdlib.h>
#include <string.h>

G_BEGIN_DECLS

typedef unsigned __int128 SwHeapKey;

#define SW_HEAP_SEQUENCE_MAX ((G_GUINT64_CONSTANT (1) << 56) - 1)

typedef struct
{
  SwHeapKey *keys; /* keys[4i + 1 .. 4i + 4] are the children of i; keys[1] begins a cache line */
  guint32 *payloads;
  guint32 n, capacity;
} SwHeap;

/* Order: time, then class (small first), then sequence. */
static inline SwHeapKey
sw_heap_key (SwTime time, guint8 event_class, guint64 sequence)
{
  const guint64 high = (guint64)time ^ (G_GUINT64_CONSTANT (1) << 63);
  const guint64 low = (guint64)event_class << 56 | (sequence & SW_HEAP_SEQUENCE_MAX);
  return (SwHeapKey)high << 64 | low;
}

static inline SwTime
sw_heap_key_time (SwHeapKey key)
{
  return (SwTime)((guint64)(key >> 64) ^ (G_GUINT64_CONSTANT (1) << 63));
}

static inline guint8
sw_heap_key_class (SwHeapKey key)
{
  return (guint8)((guint64)key >> 56);
}

static inline guint64
sw_heap_key_sequence (SwHeapKey key)
{
  return (guint64)key & SW_HEAP_SEQUENCE_MAX;
}

/* Room for capacity items in all; never shrinks. */
static inline void
sw_heap_reserve (SwHeap *heap, guint32 capacity)
{
  if (capacity <= heap->capacity)
    return;
  /* Three unused keys in front put keys[1] at an address divisible by 64. */
  const gsize bytes = ((gsize)capacity + 3) * sizeof (SwHeapKey);
  SwHeapKey *block = aligned_alloc (64, (bytes + 63) & ~(gsize)63);
  if (block == NULL)
    g_error ("out of memory for %u events", capacity);
  if (heap->n > 0)
    memcpy (block + 3, heap->keys, heap->n * sizeof (SwHeapKey));
  if (heap->keys != NULL)
    free (heap->keys - 3);
  heap->keys = block + 3;
  heap->payloads = g_renew (guint32, heap->payloads, capacity);
  heap->capacity = capacity;
}

static inline void
sw_heap_init (SwHeap *heap, guint32 capacity)
{
  *heap = (SwHeap){ 0 };
  sw_heap_reserve (heap, MAX (capacity, 61));
}

static inline void
sw_heap_fini (SwHeap *heap)
{
  if (heap->keys != NULL)
    free (heap->keys - 3);
  g_free (heap->payloads);
  *heap = (SwHeap){ 0 };
}

static inline gboolean
sw_heap_is_empty (const SwHeap *heap)
{
  return heap->n == 0;
}

/* The smallest key; the heap must not be empty. */
static inline SwHeapKey
sw_heap_peek (const SwHeap *heap)
{
  return heap->keys[0];
}

static inline guint32
sw_heap_peek_payload (const SwHeap *heap)
{
  return heap->payloads[0];
}

static inline void
sw_heap_push (SwHeap *heap, SwHeapKey key, guint32 payload)
{
  if (G_UNLIKELY (heap->n == heap->capacity))
    sw_heap_reserve (heap, 2 * heap->capacity + 3);

  SwHeapKey *const keys = heap->keys;
  guint32 *const payloads = heap->payloads;
  guint32 i = heap->n++;
  while (i > 0)
    {
      const guint32 parent = (i - 1) / 4;
      if (keys[parent] <= key)
        break;
      keys[i] = keys[parent];
      payloads[i] = payloads[parent];
      i = parent;
    }
  keys[i] = key;
  payloads[i] = payload;
}

/* Index of the smallest of the n - first (1 to 4) items from first on. */
static inline guint32
sw_heap_smallest_child (const SwHeapKey *keys, guint32 first, guint32 n)
{
  if (G_LIKELY (first + 4 <= n))
    {
      const guint32 a = first + (keys[first + 1] < keys[first]);
      const guint32 b = first + 2 + (keys[first + 3] < keys[first + 2]);
      return keys[b] < keys[a] ? b : a;
    }
  guint32 best = first;
  for (guint32 i = first + 1; i < n; i++)
    if (keys[i] < keys[best])
      best = i;
  return best;
}

/* Puts an item at a place that is free and lets it sink. */
static inline void
sw_heap_sink_from (SwHeap *heap, guint32 i, SwHeapKey key, guint32 payload)
{
  SwHeapKey *const keys = heap->keys;
  guint32 *const payloads = heap->payloads;
  guint32 first;

  while ((first = 4 * i + 1) < heap->n)
    {
      const guint32 child = sw_heap_smallest_child (keys, first, heap->n);
      if (key <= keys[child])
        break;
      keys[i] = keys[child];
      payloads[i] = payloads[child];
      i = child;
    }
  keys[i] = key;
  payloads[i] = payload;
}

static inline void
sw_heap_sink (SwHeap *heap, SwHeapKey key, guint32 payload)
{
  sw_heap_sink_from (heap, 0, key, payload);
}

/* Takes the smallest key away and returns its payload; the heap must not be empty. */
static inline guint32
sw_heap_pop (SwHeap *heap)
{
  const guint32 top = heap->payloads[0];
  const guint32 last = --heap->n;

  if (last > 0)
    sw_heap_sink (heap, heap->keys[last], heap->payloads[last]);
  return top;
}

/* Makes a heap of items in any order. */
static inline void
sw_heap_order (SwHeap *heap)
{
  for (guint32 i = heap->n > 1 ? (heap->n - 2) / 4 + 1 : 0; i > 0; i--)
    sw_heap_sink_from (heap, i - 1, heap->keys[i - 1], heap->payloads[i - 1]);
}

/* As pop and then push, at the price of one of them. */
static inline guint32
sw_heap_replace (SwHeap *heap, SwHeapKey key, guint32 payload)
{
  const guint32 top = heap->payloads[0];
  sw_heap_sink (heap, key, payload);
  return top;
}

G_END_DECLS

#endif
