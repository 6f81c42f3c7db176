/* The present row of an import: typed values of its fields, and the ways out of it. */
#ifndef SW_ROW_H
#define SW_ROW_H

#include "sw-reading.h"

G_BEGIN_DECLS

#define SW_NO_FIELD SW_N_FIELDS /* of faults and notes about a whole row */

/* The text of a field: the first of its columns that says something, else its default, else NULL.
   The first function is for fields that are there. */
const char *sw_row_bound_text (SwReading *r, SwField field);
static inline const char *
sw_row_text (SwReading *r, SwField field)
{
  return r->fields[field].there ? sw_row_bound_text (r, field) : NULL;
}

/* Typed values; *out stays as it is if the field says nothing.  FALSE: the row is dropped. */
gboolean sw_row_span (SwReading *r, SwField field, SwTime *out);
gboolean sw_row_milli (SwReading *r, SwField field, gint64 *out);
gboolean sw_row_ppm (SwReading *r, SwField field, gint64 *out);
gboolean sw_row_memory (SwReading *r, SwField field, gint64 *out);
gboolean sw_row_int (SwReading *r, SwField field, gint64 min, gint64 max, gint64 *out);
/* Number of the field's text in the pool, 0 if it says nothing. */
guint32 sw_row_string (SwReading *r, SwField field, SwStrings *strings);
/* A list without blanks, empty members and repetitions, joined by joiner; NULL if it says nothing.
 *repeated (may be NULL) tells of repetitions.  transfer full */
char **sw_row_list (SwReading *r, SwField field, const char *separator, gboolean *repeated);

/* Counts the row as dropped and returns FALSE.  what follows the field's name or, with SW_NO_FIELD,
   stands alone; detail is for the example, NULL: the cell.  Under strict, and for rows of a gang,
   r->error is set. */
gboolean sw_row_drop (SwReading *r, SwField field, const char *what, const char *detail);
/* Counts the row as odd if it is kept; what is a constant text. */
void sw_row_note (SwReading *r, SwField field, const char *what, const char *detail);
/* A note of many rows at once; example may be NULL. */
void sw_row_note_many (SwReading *r, const char *what, guint64 count, const char *example);
/* At the end of a row: counts its notes if it was kept, and forgets them. */
void sw_row_settle_notes (SwReading *r, gboolean kept);
/* Sets r->error at the field's cell and returns FALSE. */
gboolean sw_row_fail (SwReading *r, SwField field, const char *format, ...) G_GNUC_PRINTF (3, 4);

G_END_DECLS

#endif
