/* What sharing cards did to jobs: how much slower they worked than they would have alone, and what
 * killed them.  All is derived from the outcome when asked.
 *
 * A job is a tenant if it held a part of a card in some attempt: a share or an instance.  Its
 * slowdown by co-location is the time it worked, restarts and checkpoints left out, over what that
 * would have been without co-tenants on the same share or instance. */
#ifndef SW_SHARING_H
#define SW_SHARING_H

#include "sw-books.h"

G_BEGIN_DECLS

/* In billionths, like a time; NONE unless it is a tenant that ran, ended and did some work. */
SwTime sw_sharing_slowdown (const SwBooks *books, SwJob job);

typedef struct
{
  guint64 kills[SW_N_KILLS][2]; /* [1]: culprit is another job than the victim */
  __int128 lost; /* GPU-ns (thousandths) that tenants held their parts for longer because of
                    co-tenants, unfinished ones, too */
  __int128 repartition_time; /* ns */
  guint64 moves;             /* jobs that repartitions moved */
} SwSharingTotals;
/* All 0 where no pool shares cards. */
SwSharingTotals sw_sharing_totals (const SwBooks *books);

/* How many times slower jobs of behaviour a were beside one of b than alone, and those of b
   (slowdown[2]); 0: no work was done.  Where a is b both are the mean of the two. */
void sw_sharing_company (const SwCompany *company, double slowdown[2]);

G_END_DECLS

#endif
