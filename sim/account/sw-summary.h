/* summary.json: the figures, the exact GPU time by category, pools, the trace's own record and the
 * breakdowns (members: RESULTS.md). */
#ifndef SW_SUMMARY_H
#define SW_SUMMARY_H

#include "sw-figures.h"
#include "sw-output.h"

G_BEGIN_DECLS

void sw_summary_write (SwText *text, const SwFigure *figures, const SwBooks *books,
                       const SwLedger *ledger, const char *const *pools);

G_END_DECLS

#endif
