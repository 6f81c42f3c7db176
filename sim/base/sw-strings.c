/* An open-addressing table of numbers over texts in an arena.  A slot holds the number + 1 and the
 * upper half of the hash, so that most misses do not touch the text. */
#include "sw-strings.h"
#include "sw-arena.h"
#include "sw-hash.h"

#include <string.h>

typedef struct
{
  guint32 number; /* + 1; 0: free */
  guint32 hash;
} Slot;

struct SwStrings
{
  SwArena *arena;
  GPtrArray *texts;
  Slot *slots;
  guint32 n_slots; /* a power of two */
};

SwStrings *
sw_strings_new (void)
{
  SwStrings *pool = g_new0 (SwStrings, 1);
  pool->arena = sw_arena_new ();
  pool->texts = g_ptr_array_new ();
  pool->n_slots = 64;
  pool->slots = g_new0 (Slot, pool->n_slots);
  sw_strings_add (pool, "", 0);
  return pool;
}

void
sw_strings_free (SwStrings *pool)
{
  if (pool == NULL)
    return;
  sw_arena_free (pool->arena);
  g_ptr_array_unref (pool->texts);
  g_free (pool->slots);
  g_free (pool);
}

static gboolean
slot_holds (const SwStrings *pool, const Slot *slot, guint32 hash, const char *text, gsize length)
{
  if (slot->hash != hash)
    return FALSE;
  const char *known = g_ptr_array_index (pool->texts, slot->number - 1);
  return strncmp (known, text, length) == 0 && known[length] == '\0';
}

/* The slot that holds the text, or the free one where it belongs. */
static Slot *
find_slot (const SwStrings *pool, guint64 hash, const char *text, gsize length)
{
  const guint32 mask = pool->n_slots - 1;
  guint32 i = (guint32)hash & mask;

  while (pool->slots[i].number != 0
         && !slot_holds (pool, &pool->slots[i], hash >> 32, text, length))
    i = (i + 1) & mask;
  return &pool->slots[i];
}

static void
grow (SwStrings *pool)
{
  g_free (pool->slots);
  pool->n_slots *= 2;
  pool->slots = g_new0 (Slot, pool->n_slots);
  for (guint32 k = 0; k < pool->texts->len; k++)
    {
      const char *text = g_ptr_array_index (pool->texts, k);
      const guint64 hash = sw_hash_bytes (text, strlen (text));
      guint32 i = (guint32)hash & (pool->n_slots - 1);
      while (pool->slots[i].number != 0)
        i = (i + 1) & (pool->n_slots - 1);
      pool->slots[i] = (Slot){ k + 1, hash >> 32 };
    }
}

guint32
sw_strings_add (SwStrings *pool, const char *text, gssize length)
{
  const gsize n = length < 0 ? strlen (text) : strnlen (text, length);
  const guint64 hash = sw_hash_bytes (text, n);
  Slot *slot = find_slot (pool, hash, text, n);

  if (slot->number != 0)
    return slot->number - 1;
  g_ptr_array_add (pool->texts, (gpointer)sw_arena_text (pool->arena, text, n));
  *slot = (Slot){ pool->texts->len, hash >> 32 };
  if (pool->texts->len > pool->n_slots / 2)
    grow (pool);
  return pool->texts->len - 1;
}

guint32
sw_strings_find (const SwStrings *pool, const char *text)
{
  const gsize n = strlen (text);
  const Slot *slot = find_slot (pool, sw_hash_bytes (text, n), text, n);
  return slot->number - 1;
}

const char *
sw_strings_get (const SwStrings *pool, guint32 number)
{
  g_assert (number < pool->texts->len);
  return g_ptr_array_index (pool->texts, number);
}

guint32
sw_strings_count (const SwStrings *pool)
{
  return pool->texts->len;
}

gsize
sw_strings_bytes (const SwStrings *pool)
{
  return sizeof *pool + sw_arena_bytes (pool->arena) + pool->n_slots * sizeof (Slot)
         + pool->texts->len * sizeof (gpointer);
}
