/* What can follow in a command line: for the completion script of the shell, which asks `slicewise
 * complete`. */
#ifndef SW_COMPLETE_H
#define SW_COMPLETE_H

#include "sw-command.h"

G_BEGIN_DECLS

/* Words that begin with what stands before the end of line, sorted as they were found; none where a
   file name is meant.  Transfer full, owned strings. */
GPtrArray *sw_complete_line (const char *line);

G_END_DECLS

#endif
