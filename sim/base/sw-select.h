/* Values of given ranks without sorting. */
#ifndef SW_SELECT_H
#define SW_SELECT_H

#include <glib.h>

G_BEGIN_DECLS

/* out[k] becomes the value that stands at ranks[k] (zero based, below n) when the values are
   sorted. Linear time; of memory beside values, at most an eighth of theirs. */
void sw_select (const gint64 *values, gsize n, const gsize *ranks, guint n_ranks, gint64 *out);

G_END_DECLS

#endif
