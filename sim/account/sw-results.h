/* The result files of one run: jobs.csv, attempts.csv, timeline.csv, and where cards are shared
 * kills.csv, repartitions.csv, company.csv (columns: RESULTS.md). */
#ifndef SW_RESULTS_H
#define SW_RESULTS_H

#include "sw-account.h"
#include "sw-books.h"
#include "sw-ledger.h"

G_BEGIN_DECLS

void sw_results_jobs (SwText *text, const SwBooks *books, const SwNodeNames *names);
void sw_results_attempts (SwText *text, const SwBooks *books, const SwNodeNames *names);
void sw_results_timeline (SwText *text, const SwLedger *ledger, const char *const *pools);

/* sw-results-sharing.c; behaviours: names of all of them. */
void sw_results_kills (SwText *text, const SwBooks *books, const SwNodeNames *names);
void sw_results_repartitions (SwText *text, const SwBooks *books, const SwNodeNames *names);
void sw_results_company (SwText *text, const SwBooks *books, const char *const *behaviours);

G_END_DECLS

#endif
