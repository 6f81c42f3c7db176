/* fgd-real: where fragmentation grows least, compared exactly.  It is the gradient of the paper
 * without the whole-number scores of its published simulator, and does a full point of allocation
 * worse than fgd on its default workload, half a point on all; where CPU is short it does better.
 * Source: Weng et al., Beware of Fragmentation, ATC 2023. */
#include "fragments.h"

static gint64
score_of_growth (const SwHost *host, SwView *v, const SwTaskGroup *task, const SwNodeView *node,
                 guint32 card, gint64 growth, gint64 typical)
{
  return -growth;
}

static gint64
score (gpointer self, const SwHost *host, SwView *v, const SwTaskGroup *task,
       const SwNodeView *node, SwSpot *spots)
{
  return sw_fragments_score (host, v, task, node, spots, score_of_growth);
}

SW_POLICY_DEFINE (fgd_real) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_PLACE,
  .name = "fgd-real",
  .summary = "where fragmentation grows least, compared exactly",
  .score = score,
};
