/* Ties the fields of a profile to the columns that a file has. */
#ifndef SW_BINDING_H
#define SW_BINDING_H

#include "sw-reading.h"

G_BEGIN_DECLS

/* With r->header complete: fills keep, fields and drop_cells.  FALSE with one SW_ERROR_INPUT that
   names every column that is missing, given twice or spelt otherwise, and the columns found. */
gboolean sw_binding_make (SwReading *r, GError **error);

G_END_DECLS

#endif
