/* best-fit: each task on the fullest node that still has room for it. */
#include <slicewise/policy.h>

static gboolean
place (gpointer self, const SwHost *host, SwView *v, SwJob job)
{
  return host->fill (v, job, SW_FIT_BEST) == SW_OK;
}

SW_POLICY_DEFINE (best_fit) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_PLACE,
  .name = "best-fit",
  .summary = "each task on the node with the fewest free GPUs that has room",
  .place = place,
};
