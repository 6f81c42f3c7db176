/* What both policies that follow the fragmentation gradient share. */
#ifndef SW_POLICY_FRAGMENTS_H
#define SW_POLICY_FRAGMENTS_H

#include <slicewise/policy.h>

/* The score of a growth of fragmentation, which is in thousandths of GPUs times typical. */
typedef gint64 (*SwGrowthScore) (const SwHost *host, SwView *v, const SwTaskGroup *task,
                                 const SwNodeView *node, guint32 card, gint64 growth,
                                 gint64 typical);

/* The best score of the places for the task on the node, the first of the best going to spots. */
gint64 sw_fragments_score (const SwHost *host, SwView *v, const SwTaskGroup *task,
                           const SwNodeView *node, SwSpot *spots, SwGrowthScore score);

#endif
