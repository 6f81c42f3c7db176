/* The bytes of an input: a file, plain or gzip (told by its content; members may follow one
 * another), a built-in resource "builtin:NAME", or memory.  Text is UTF-8: a byte-order mark is
 * taken off, UTF-16 is refused. */
#ifndef SW_SOURCE_H
#define SW_SOURCE_H

#include <glib.h>

G_BEGIN_DECLS

typedef struct SwSource SwSource;

/* NULL with SW_ERROR_INPUT if it cannot be read. */
SwSource *sw_source_open (const char *path, GError **error);
/* bytes are borrowed. */
SwSource *sw_source_memory (const char *name, const char *bytes, gsize length);
void sw_source_free (SwSource *source);
const char *sw_source_name (const SwSource *source);

/* The first block without taking it; length 0 only for an empty input. */
gboolean sw_source_peek (SwSource *source, const char **block, gsize *length, GError **error);
/* The next block, valid until the next call; length 0 at the end. */
gboolean sw_source_read (SwSource *source, const char **block, gsize *length, GError **error);
/* SHA-256 of the stored bytes (of a .gz: as it lies there) as hex digits, transfer full. */
char *sw_source_sha256 (const SwSource *source, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SwSource, sw_source_free)

G_END_DECLS

#endif
