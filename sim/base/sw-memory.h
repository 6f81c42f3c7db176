/* Large arrays.  The first touch of a page costs far more than the page's content is worth; on
 * systems that hand out large pages on request, large arrays ask for them. */
#ifndef SW_MEMORY_H
#define SW_MEMORY_H

#include <glib.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

G_BEGIN_DECLS

#define SW_MEMORY_LARGE ((gsize)1 << 22) /* bytes from which on it is worth the call */

/* Asks for large pages under these bytes, which should not have been touched yet.  Advice only: the
   content and what is in memory stay as they are. */
static inline void
sw_memory_advise (gpointer memory, gsize bytes)
{
#ifdef MADV_HUGEPAGE
  const gsize page = 4096;
  if (bytes < SW_MEMORY_LARGE)
    return;
  gsize from = ((gsize)memory + page - 1) / page * page;
  gsize to = ((gsize)memory + bytes) / page * page;
  if (to > from)
    madvise ((gpointer)from, to - from, MADV_HUGEPAGE);
#endif
}

/* Memory that begins at a large page if it is large, else at a line of the cache; not cleared;
   given back with free() or g_free(). */
static inline gpointer
sw_memory_lines (gsize bytes)
{
  const gsize align = bytes < SW_MEMORY_LARGE ? 64 : (gsize)1 << 21;
  gpointer memory = aligned_alloc (align, (MAX (bytes, 1) + align - 1) / align * align);
  if (memory == NULL)
    g_error ("out of memory for %" G_GSIZE_FORMAT " bytes", bytes);
  sw_memory_advise (memory, bytes);
  return memory;
}

static inline gpointer
sw_memory_zeros (gsize bytes)
{
  return memset (sw_memory_lines (bytes), 0, bytes);
}

/* g_new and g_new0 for large arrays. */
#define sw_memory_new(Type, n) ((Type *)sw_memory_lines ((gsize)(n) * sizeof (Type)))
#define sw_memory_new0(Type, n) ((Type *)sw_memory_zeros ((gsize)(n) * sizeof (Type)))

/* An empty array with room for so many elements. */
static inline GArray *
sw_memory_array (guint element, guint room)
{
  GArray *array = g_array_sized_new (FALSE, FALSE, element, MAX (room, 1));
  sw_memory_advise (array->data, (gsize)room * element);
  return array;
}

G_END_DECLS

#endif
