/* Reading measured pairs: how fast two behaviours run on one card of a model, beside each other and
 * alone.  Two forms, told apart by their first byte; PAIRS.md beside this file describes both. */
#ifndef SW_IMPORT_PAIRS_H
#define SW_IMPORT_PAIRS_H

#include "sw-import.h"
#include "sw-pair-table.h"

G_BEGIN_DECLS

/* Adds the pairs of a file (plain, .gz or "builtin:NAME") to the table.  In the report, rows are
   listed pairs; merged are those listed again with the same rates, as the other way round.  FALSE
   with SW_ERROR_INPUT if the file or a pair is wrong, if a pair contradicts one that is there, and
   if no pair is left; the table then holds a part.  The report is to be cleared in any case. */
gboolean sw_import_pairs (const char *path, SwPairTable *table, SwImportReport *report,
                          GError **error);

G_END_DECLS

#endif
