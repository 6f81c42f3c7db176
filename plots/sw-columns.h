/* Reading the CSV files that this program wrote: a header line, then rows of as many fields, quoted
 * as RFC 4180 says.  The whole file is held and cut in place. */
#ifndef SW_COLUMNS_H
#define SW_COLUMNS_H

#include "sw-error.h"

G_BEGIN_DECLS

typedef struct SwColumns SwColumns;

/* NULL with SW_ERROR_INPUT if there is no such file or it has no header. */
SwColumns *sw_columns_open (const char *path, GError **error);
void sw_columns_free (SwColumns *columns);
/* Place of a column, or -1 and, unless error is NULL, an error naming it. */
int sw_columns_find (const SwColumns *columns, const char *name, GError **error);
/* Goes to the next row.  FALSE at the end, or with an error for a broken row. */
gboolean sw_columns_next (SwColumns *columns, GError **error);
/* Field of the row; valid until the columns are freed. */
const char *sw_columns_text (const SwColumns *columns, int column);
/* FALSE if the field is empty; an error if it is neither empty nor a number. */
gboolean sw_columns_number (const SwColumns *columns, int column, double *out, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SwColumns, sw_columns_free)

G_END_DECLS

#endif
