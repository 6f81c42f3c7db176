/* What the runs of a report are: names and policies, what differs between them, warnings, inputs
 * and effective scenarios. */
#ifndef SW_REPORT_RUNS_H
#define SW_REPORT_RUNS_H

#include "sw-result.h"

G_BEGIN_DECLS

/* A table of the runs, and their warnings. */
void sw_report_runs (GString *html, const GPtrArray *results);
/* Settings and inputs that are not equal in all runs; nothing for a single run. */
void sw_report_differences (GString *html, const GPtrArray *results);
/* Inputs with their hashes, what imports counted, and the scenario, run by run. */
void sw_report_details (GString *html, const GPtrArray *results);

G_END_DECLS

#endif
