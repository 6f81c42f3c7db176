/* A pool of distinct strings, numbered by first appearance.  Number 0 is always "".  Numbers and
 * iteration are independent of addresses and hash order. */
#ifndef SW_STRINGS_H
#define SW_STRINGS_H

#include <glib.h>

G_BEGIN_DECLS

typedef struct SwStrings SwStrings;

SwStrings *sw_strings_new (void);
void sw_strings_free (SwStrings *pool);
/* Number of the text (length bytes, -1: to its NUL), added if new. */
guint32 sw_strings_add (SwStrings *pool, const char *text, gssize length);
/* Number of the text, or G_MAXUINT32 if it was never added. */
guint32 sw_strings_find (const SwStrings *pool, const char *text);
/* Valid until the pool is freed, even while strings are added. */
const char *sw_strings_get (const SwStrings *pool, guint32 number);
guint32 sw_strings_count (const SwStrings *pool);
/* Memory that the pool holds, bytes. */
gsize sw_strings_bytes (const SwStrings *pool);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SwStrings, sw_strings_free)

G_END_DECLS

#endif
