/* The report as one HTML page that needs nothing else: pictures inline, colours for light and dark.
 */
#ifndef SW_REPORT_PAGE_H
#define SW_REPORT_PAGE_H

#include "sw-result.h"

G_BEGIN_DECLS

/* pictures: array of SwPicture.  Transfer full; NULL with error only if the style sheet is not
   built in. */
char *sw_report_page (const GPtrArray *results, const GArray *pictures, GError **error);

G_END_DECLS

#endif
