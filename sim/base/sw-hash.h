/* A fast hash of bytes for tables inside one process.  It depends on the content only, so tables
 * behave the same in every run; it is not for files, where SHA-256 is used.  Eight bytes a step,
 * each mixed by a 64 x 64 -> 128 bit product folded onto itself. */
#ifndef SW_HASH_H
#define SW_HASH_H

#include <glib.h>
#include <string.h>

G_BEGIN_DECLS

static inline guint64
sw_hash_fold (guint64 a, guint64 b)
{
  const unsigned __int128 product = (unsigned __int128)a * b;
  return (guint64)product ^ (guint64)(product >> 64);
}

static inline guint64
sw_hash_bytes (const void *bytes, gsize length)
{
  const guint64 odd = G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  const char *p = bytes;
  guint64 hash = length * G_GUINT64_CONSTANT (0xd6e8feb86659fd93);
  guint64 word;

  for (; length >= 8; length -= 8, p += 8)
    {
      memcpy (&word, p, 8);
      hash = sw_hash_fold (hash ^ word ^ odd, odd | 1);
    }
  word = 0;
  memcpy (&word, p, length);
  hash = sw_hash_fold (hash ^ word ^ odd, G_GUINT64_CONSTANT (0xe7037ed1a0b428db));
  return hash ^ (hash >> 32);
}

G_END_DECLS

#endif
