/* What a reader of rows hands on: the fields of a row one by one, then its end. */
#ifndef SW_ROWS_H
#define SW_ROWS_H

#include <glib.h>

G_BEGIN_DECLS

#define SW_MAX_FIELD (1024 * 1024) /* bytes of one field at most */

typedef struct
{
  /* A field of the present row, counted from 0; text is valid during the call and ended by a NUL.
   */
  void (*field) (gpointer data, guint index, const char *text, gsize length);
  /* The row began on this line and has n fields (at least 1).  FALSE with error set ends the
     reading; so does FALSE without one, which is no error. */
  gboolean (*row) (gpointer data, guint line, guint n, GError **error);
  gpointer data;
} SwRowSink;

G_END_DECLS

#endif
