/* The standard workload format: blank-separated columns, ';' before comments that carry facts. */
#ifndef SW_SWF_H
#define SW_SWF_H

#include "sw-rows.h"
#include "sw-source.h"
#include "sw-time.h"

G_BEGIN_DECLS

typedef struct
{
  SwTime unix_start; /* "UnixStartTime": ns since 1970 of time 0; NONE if not said */
} SwSwfFacts;

/* Rows of any number of fields separated by blanks and tabs; comment lines go to facts. */
gboolean sw_swf_read (SwSource *source, const SwRowSink *sink, SwSwfFacts *facts, GError **error);

/* TRUE if the text begins as such a file does: a ';' comment or 18 numbers or more. */
gboolean sw_swf_looks_like (const char *block, gsize length);

G_END_DECLS

#endif
