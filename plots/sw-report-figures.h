/* The tables of numbers of the report page. */
#ifndef SW_REPORT_FIGURES_H
#define SW_REPORT_FIGURES_H

#include "sw-result.h"

G_BEGIN_DECLS

/* Figures, a column a run, each later run with its difference to the first. */
void sw_report_figures (GString *html, const GPtrArray *results);
/* Waits by size of job, user, queue ...: the cuts of summary.json that have more than one row. */
void sw_report_cuts (GString *html, const GPtrArray *results);

G_END_DECLS

#endif
