/* dot-product: a node's score is the larger, the smaller the product of what it has left and what
 * the task asks for, both as vectors of CPU and GPUs: 0 to 100, cut to whole numbers, ties to the
 * lowest node.  As in the published experiments of Weng et al., ATC 2023 (DotProd, merged). */
#include "vectors.h"

static gint64
score (gpointer data, const SwHost *host, SwView *v, const SwTaskGroup *task,
       const SwNodeView *node, SwSpot *spots)
{
  const SwVectorScale *scale = data;
  double cpu = (double)node->free_cpu_milli / scale->cpu_milli
               * ((double)task->cpu_milli / scale->cpu_milli);
  double gpu = (double)sw_vector_left (node) / scale->gpu_milli
               * ((double)sw_vector_asked (task) / scale->gpu_milli);
  return (gint64)(100 * (1 - (cpu + gpu) / 2));
}

SW_POLICY_DEFINE (dot_product) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_PLACE,
  .name = "dot-product",
  .summary = "the node whose free CPU and GPUs have the smallest product with what is asked for",
  .params = sw_vector_params,
  .create = sw_vector_new,
  .destroy = g_free,
  .score = score,
};
