/* The report on one or several result folders: report.html, which needs no other file, and beside
 * it the pictures as SVG.  It is made from the result folders alone, so that results can be carried
 * elsewhere and reported there; equal folders give equal bytes. */
#ifndef SW_REPORT_H
#define SW_REPORT_H

#include "sw-error.h"

G_BEGIN_DECLS

/* folders: result folders of runs, at least one, NULL-terminated.  out: the folder that is written
   into, made if it is not there.  gnuplot: the program, NULL for the one on PATH.  FALSE with
   SW_ERROR_INPUT if a folder cannot be read, or with SW_ERROR_OUTSIDE if pictures failed: then the
   page is complete but for them, and says which and why. */
gboolean sw_report_write (const char *const *folders, const char *out, const char *gnuplot,
                          GError **error);

G_END_DECLS

#endif
