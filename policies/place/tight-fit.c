/* tight-fit: the node on which least is left, CPU and GPUs weighted half and half: 0 to 100, cut to
 * whole numbers, ties to the lowest node.  As in the published experiments of Weng et al., ATC
 * 2023, where it is called best fit. */
#include "vectors.h"

static gint64
score (gpointer data, const SwHost *host, SwView *v, const SwTaskGroup *task,
       const SwNodeView *node, SwSpot *spots)
{
  const SwVectorScale *scale = data;
  double cpu = (double)(node->free_cpu_milli - task->cpu_milli) / scale->cpu_milli;
  double gpu = (double)(sw_vector_left (node) - sw_vector_asked (task)) / scale->gpu_milli;
  return (gint64)(100 * (1 - (0.5 * cpu + 0.5 * gpu)));
}

SW_POLICY_DEFINE (tight_fit) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_PLACE,
  .name = "tight-fit",
  .summary = "the node with least left of CPU and GPUs, in equal parts",
  .params = sw_vector_params,
  .create = sw_vector_new,
  .destroy = g_free,
  .score = score,
};
