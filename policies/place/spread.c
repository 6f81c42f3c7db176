/* spread: the tasks of a job on as many nodes as possible, the emptiest first. */
#include <slicewise/policy.h>

static gboolean
place (gpointer self, const SwHost *host, SwView *v, SwJob job)
{
  return host->fill (v, job, SW_FIT_SPREAD) == SW_OK;
}

SW_POLICY_DEFINE (spread) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_PLACE,
  .name = "spread",
  .summary = "as many nodes as possible for the whole job",
  .place = place,
};
