/* Chunks that are filled one after the other.  A text that is longer than a chunk gets one of its
 * own, behind the one that is being filled. */
#include "sw-arena.h"

#include <string.h>

enum
{
  FIRST_CHUNK = 4096,
  LARGEST_CHUNK = 1 << 20
};

typedef struct Chunk Chunk;
struct Chunk
{
  Chunk *next;
  char bytes[];
};

struct SwArena
{
  Chunk *chunks; /* newest first */
  char *free;
  gsize left, chunk_size, total;
};

SwArena *
sw_arena_new (void)
{
  SwArena *arena = g_new0 (SwArena, 1);
  arena->chunk_size = FIRST_CHUNK;
  return arena;
}

void
sw_arena_free (SwArena *arena)
{
  if (arena == NULL)
    return;
  for (Chunk *chunk = arena->chunks; chunk != NULL;)
    {
      Chunk *next = chunk->next;
      g_free (chunk);
      chunk = next;
    }
  g_free (arena);
}

static Chunk *
chunk_new (SwArena *arena, gsize size)
{
  arena->total += sizeof (Chunk) + size;
  return g_malloc (sizeof (Chunk) + size);
}

static char *
take_own_chunk (SwArena *arena, gsize size)
{
  Chunk *chunk = chunk_new (arena, size);
  if (arena->chunks != NULL)
    {
      chunk->next = arena->chunks->next;
      arena->chunks->next = chunk;
    }
  else
    {
      chunk->next = NULL;
      arena->chunks = chunk;
    }
  return chunk->bytes;
}

static char *
take (SwArena *arena, gsize size)
{
  if (size > arena->left)
    {
      if (size > arena->chunk_size / 4)
        return take_own_chunk (arena, size);
      Chunk *chunk = chunk_new (arena, arena->chunk_size);
      chunk->next = arena->chunks;
      arena->chunks = chunk;
      arena->free = chunk->bytes;
      arena->left = arena->chunk_size;
      arena->chunk_size = MIN (2 * arena->chunk_size, LARGEST_CHUNK);
    }
  char *block = arena->free;
  arena->free += size;
  arena->left -= size;
  return block;
}

const char *
sw_arena_text (SwArena *arena, const char *text, gsize length)
{
  char *copy = take (arena, length + 1);
  memcpy (copy, text, length);
  copy[length] = '\0';
  return copy;
}

gsize
sw_arena_bytes (const SwArena *arena)
{
  return sizeof (SwArena) + arena->total;
}
