/* The canonical format: jobs.csv and nodes.csv, each with a side file PATH.meta.  Described in
 * CANONICAL.md. */
#ifndef SW_CANONICAL_H
#define SW_CANONICAL_H

#include "sw-import.h"

G_BEGIN_DECLS

/* Takes origin (NONE if it says none), licence and zone from PATH.meta; nothing is changed if there
   is no such file. */
gboolean sw_canonical_read_side_file (const char *path, SwImportReport *report, SwTime *origin,
                                      GError **error);

G_END_DECLS

#endif
