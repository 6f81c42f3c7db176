/* The progress line on standard error: only on a terminal, at most ten times a second, gone when
 * the work is done. */
#ifndef SW_PROGRESS_H
#define SW_PROGRESS_H

#include <glib.h>

G_BEGIN_DECLS

typedef struct SwProgress SwProgress;

/* NULL, and nothing happens, if standard error is no terminal. */
SwProgress *sw_progress_new (guint64 total);
/* Counter that the work increments; NULL for NULL. */
gint *sw_progress_counter (SwProgress *progress);
void sw_progress_free (SwProgress *progress); /* NULL is fine */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SwProgress, sw_progress_free)

G_END_DECLS

#endif
