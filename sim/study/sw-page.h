/* What `run` and `compare` print: the experiment in a few lines, then the figures in tables. */
#ifndef SW_PAGE_H
#define SW_PAGE_H

#include "sw-compare.h"
#include "sw-grid.h"

G_BEGIN_DECLS

/* One run: a compact page for people; CSV: a row per figure; JSON: the text of summary.json. */
void sw_page_run (const SwRun *run, const SwExperiment *experiment, SwFormat format, SwText *text);

/* Figures as rows, a column per run, and for all but the first column the difference to it; the
   best of a row is marked with a star. */
void sw_page_compare (const GPtrArray *columns, const SwExperiment *experiments, SwFormat format,
                      SwText *text);

/* "12 rows read = 9 kept + 3 dropped (2 duration is empty, 1 ...)"; transfer full. */
char *sw_page_rows (const SwImportReport *report);

G_END_DECLS

#endif
