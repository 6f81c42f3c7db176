/* The result files of one run: jobs.csv, attempts.csv, timeline.csv (columns: RESULTS.md). */
#ifndef SW_RESULTS_H
#define SW_RESULTS_H

#include "sw-account.h"
#include "sw-books.h"
#include "sw-timeline.h"

G_BEGIN_DECLS

void sw_results_jobs (SwText *text, const SwBooks *books, const SwNodeNames *names);
void sw_results_attempts (SwText *text, const SwBooks *books, const SwNodeNames *names);
void sw_results_timeline (SwText *text, const SwTimeline *timeline, const char *const *pools,
                          guint32 n_pools);

G_END_DECLS

#endif
