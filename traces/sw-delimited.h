/* Delimited text (CSV, TSV, bar-separated dumps) into rows, by libcsv in its strict mode.
 *
 * LF, CR and CRLF end a row, blank lines are passed over but counted, blanks around unquoted fields
 * are not part of them, a last row needs no line end.  A broken quote, a NUL byte and a field above
 * 1 MiB are errors.  In messages the column is the number of the field in its row, from 1. */
#ifndef SW_DELIMITED_H
#define SW_DELIMITED_H

#include "sw-rows.h"
#include "sw-source.h"

G_BEGIN_DECLS

typedef struct
{
  char delimiter;
  gboolean quote; /* "..." encloses fields; FALSE: a quote is a character as any other */
  char comment;   /* lines that begin so are left out; 0: none */
  guint skip;     /* lines to leave out at the top, blank ones not counted */
} SwDelimited;

gboolean sw_delimited_read (const SwDelimited *format, SwSource *source, const SwRowSink *sink,
                            GError **error);

/* The fields of the first row of a block, for telling the format; NULL if it has none that can be
   read.  transfer full */
char **sw_delimited_first_row (const SwDelimited *format, const char *block, gsize length);

G_END_DECLS

#endif
