/* random: each task on a node drawn among those with room, and its parts on cards drawn among those
 * with room, each as likely as the others; keyed by the run's seed, job and task.  As in the
 * published experiments of Weng et al., ATC 2023. */
#include <slicewise/policy.h>

static gboolean
place (gpointer self, const SwHost *host, SwView *v, SwJob job)
{
  return host->fill (v, job, SW_FIT_RANDOM) == SW_OK;
}

SW_POLICY_DEFINE (random) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_PLACE,
  .name = "random",
  .summary = "each task on a random node with room, the same for every policy compared",
  .place = place,
};
