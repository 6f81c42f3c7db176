/* What the page of a run says about jobs that share cards: by job type how much slower they worked
 * and what killed them, and which pairs were together. */
#ifndef SW_PAGE_SHARING_H
#define SW_PAGE_SHARING_H

#include "sw-account.h"
#include "sw-grid.h"

G_BEGIN_DECLS

/* Nothing at all if no cards are shared. */
void sw_page_sharing (const SwAccount *account, SwFormat format, SwText *text);

G_END_DECLS

#endif
