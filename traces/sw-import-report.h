/* What the report of an import is made of. */
#ifndef SW_IMPORT_REPORT_H
#define SW_IMPORT_REPORT_H

#include "sw-import.h"

G_BEGIN_DECLS

void sw_import_tally_free (gpointer tally);

/* The account of rows: read = kept + merged + dropped, or an error; none kept of some read is one,
   too. */
gboolean sw_import_report_close (SwImportReport *report, guint64 kept, GError **error);

/* "897 never started; 2 too few fields": the drops in one line.  transfer full */
char *sw_import_report_drops (const SwImportReport *report);

G_END_DECLS

#endif
