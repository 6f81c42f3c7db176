/* What the page of a run says about jobs that share cards: by job type how much slower they worked
 * and what killed them, and which pairs were together. */
#ifndef SW_PAGE_SHARING_H
#define SW_PAGE_SHARING_H

#include "sw-account.h"
#include "sw-grid.h"

G_BEGIN_DECLS

/* Nothing at all if the outcome, which is the account's, tells of no sharing. */
void sw_page_sharing (const SwAccount *account, const SwOutcome *outcome, SwFormat format,
                      SwText *text);

G_END_DECLS

#endif
