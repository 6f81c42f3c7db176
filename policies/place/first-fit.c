/* first-fit: each task on the lowest-ranked node that has room for it. */
#include <slicewise/policy.h>

static gboolean
place (gpointer self, const SwHost *host, SwView *v, SwJob job)
{
  return host->fill (v, job, SW_FIT_FIRST) == SW_OK;
}

SW_POLICY_DEFINE (first_fit) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_PLACE,
  .name = "first-fit",
  .summary = "each task on the first node with room",
  .place = place,
};
