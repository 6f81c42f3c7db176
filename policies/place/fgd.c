/* fgd: where fragmentation grows least, as published: with D thousandths of GPUs that a typical
 * task can use more than before, a node's score is 100 / (1 + exp (-D / 1000)) cut to a whole
 * number, and ties go to the lowest node.  The cut is a part of the policy: nodes that are nearly
 * equal tie, and so fewer nodes are opened; fgd-real goes without and does a full point worse on
 * the published experiments.  Source: Weng et al., Beware of Fragmentation, ATC 2023, and its
 * simulator. */
#include "fragments.h"

#include <math.h>

static gint64
score_of_growth (gint64 growth, gint64 typical)
{
  return (gint64)(100 / (1 + exp ((double)growth / (double)typical / 1000)));
}

static gint64
score (gpointer self, const SwHost *host, SwView *v, const SwTaskGroup *task,
       const SwNodeView *node, SwSpot *spots)
{
  return sw_fragments_score (host, v, task, node, spots, score_of_growth);
}

SW_POLICY_DEFINE (fgd) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_PLACE,
  .name = "fgd",
  .summary = "where fragmentation grows least, in steps of a hundredth as published",
  .score = score,
};
