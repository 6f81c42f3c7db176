/* worst-fit: each task on the emptiest node. */
#include <slicewise/policy.h>

static gboolean
place (gpointer self, const SwHost *host, SwView *v, SwJob job)
{
  return host->fill (v, job, SW_FIT_WORST) == SW_OK;
}

SW_POLICY_DEFINE (worst_fit) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_PLACE,
  .name = "worst-fit",
  .summary = "each task on the node with the most free GPUs",
  .place = place,
};
