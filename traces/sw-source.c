/* Input bytes block by block.  zlib's gz interface reads plain files, single and concatenated gzip
 * members alike; GIO's decompressor would stop after the first member without a word.  A truncated
 * member shows only in gzerror(), which is therefore asked at the end. */
#include "sw-source.h"

#include <errno.h>
#include <string.h>
#include <zlib.h>

#include "sw-resource.h"
#include "sw-output.h"

#define BLOCK (256 * 1024)

struct SwSource
{
  char *name;
  gzFile file;   /* NULL: memory */
  GBytes *bytes; /* of memory */
  char *buffer;
  const char *block; /* what peek() left for read() */
  gsize length, offset;
  gboolean peeked, started;
};

static SwSource *
source_new (const char *name)
{
  SwSource *source = g_new0 (SwSource, 1);
  source->name = g_strdup (name);
  return source;
}

SwSource *
sw_source_memory (const char *name, const char *bytes, gsize length)
{
  SwSource *source = source_new (name);
  source->bytes = g_bytes_new_static (bytes, length);
  return source;
}

static SwSource *
open_builtin (const char *path, GError **error)
{
  GBytes *bytes = sw_builtin_read (path, error);
  if (bytes == NULL)
    return NULL;
  SwSource *source = source_new (path);
  source->bytes = bytes;
  return source;
}

SwSource *
sw_source_open (const char *path, GError **error)
{
  if (sw_is_builtin (path))
    return open_builtin (path, error);
  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    {
      sw_error_at (error, path, 0, 0, "is a folder, not a file");
      return NULL;
    }
  /* It is read twice, once for its checksum. */
  if (g_file_test (path, G_FILE_TEST_EXISTS) && !g_file_test (path, G_FILE_TEST_IS_REGULAR))
    {
      sw_error_at (error, path, 0, 0, "is not a regular file");
      return NULL;
    }
  errno = 0;
  gzFile file = gzopen (path, "rbe");
  if (file == NULL)
    {
      sw_error_at (error, path, 0, 0, "cannot be opened: %s", g_strerror (errno ? errno : ENOMEM));
      return NULL;
    }
  gzbuffer (file, BLOCK / 4);
  SwSource *source = source_new (path);
  source->file = file;
  source->buffer = g_malloc (BLOCK);
  return source;
}

void
sw_source_free (SwSource *source)
{
  if (source == NULL)
    return;
  if (source->file != NULL)
    gzclose_r (source->file);
  g_clear_pointer (&source->bytes, g_bytes_unref);
  g_free (source->buffer);
  g_free (source->name);
  g_free (source);
}

const char *
sw_source_name (const SwSource *source)
{
  return source->name;
}

static gboolean
fill_from_file (SwSource *source, GError **error)
{
  int got = gzread (source->file, source->buffer, BLOCK);
  int code = Z_OK;
  const char *text = gzerror (source->file, &code);
  if (got < 0 || (code != Z_OK && code != Z_STREAM_END))
    {
      const char *why = code == Z_ERRNO       ? g_strerror (errno)
                        : code == Z_BUF_ERROR ? "the compressed data end too early"
                                              : text;
      return sw_error_at (error, source->name, 0, 0, "cannot be read: %s", why);
    }
  source->block = source->buffer;
  source->length = got;
  return TRUE;
}

static void
fill_from_memory (SwSource *source)
{
  gsize size;
  const char *all = g_bytes_get_data (source->bytes, &size);
  source->length = MIN (size - source->offset, BLOCK);
  source->block = source->length > 0 ? all + source->offset : "";
  source->offset += source->length;
}

/* Takes the byte-order mark off the first block. */
static gboolean
begin (SwSource *source, GError **error)
{
  const guchar *b = (const guchar *)source->block;
  source->started = TRUE;
  if (source->length >= 2 && ((b[0] == 0xff && b[1] == 0xfe) || (b[0] == 0xfe && b[1] == 0xff)))
    return sw_error_at (error, source->name, 1, 1, "is not UTF-8 (it begins like UTF-16)");
  if (source->length >= 3 && b[0] == 0xef && b[1] == 0xbb && b[2] == 0xbf)
    {
      source->block += 3;
      source->length -= 3;
    }
  return TRUE;
}

static gboolean
fill (SwSource *source, GError **error)
{
  if (source->file == NULL)
    fill_from_memory (source);
  else if (!fill_from_file (source, error))
    return FALSE;
  return source->started || begin (source, error);
}

gboolean
sw_source_peek (SwSource *source, const char **block, gsize *length, GError **error)
{
  if (!source->peeked && !fill (source, error))
    return FALSE;
  source->peeked = TRUE;
  *block = source->block;
  *length = source->length;
  return TRUE;
}

gboolean
sw_source_read (SwSource *source, const char **block, gsize *length, GError **error)
{
  if (!sw_source_peek (source, block, length, error))
    return FALSE;
  source->peeked = FALSE;
  return TRUE;
}

char *
sw_source_sha256 (const SwSource *source, GError **error)
{
  if (source->file != NULL)
    return sw_file_sha256 (source->name, error);
  return g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, source->bytes);
}
