/* gpu-clustering: tasks of a kind together.  Kinds are parts of a GPU, 1, 2, 4, 8 ... whole ones.
 * Best is a node that hosts this kind only, then one that hosts it among others, then one without
 * tasks on GPUs, then the rest; among those of one rank the fuller.  Tasks without GPUs go to the
 * first node.  As in the published experiments of Weng et al., ATC 2023. */
#include "vectors.h"

static gint64
score (gpointer data, const SwHost *host, SwView *v, const SwTaskGroup *task,
       const SwNodeView *node, SwSpot *spots)
{
  const SwVectorScale *scale = data;
  if (task->gpus == 0)
    return 0;
  guint64 kind = (guint64)1 << (task->use >= SW_USE_SHARE ? 0 : MIN (task->gpus, 63));
  guint64 others = node->hosts & ~kind;
  gint64 base = (node->hosts & kind) != 0 ? (others == 0 ? 75 : 50) : others == 0 ? 25 : 0;
  gint64 large = (gint64)scale->gpu_milli;
  return 25 * (large - sw_vector_left (node)) / large + base;
}

SW_POLICY_DEFINE (gpu_clustering) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_PLACE,
  .name = "gpu-clustering",
  .summary = "tasks that ask for as many GPUs together on a node",
  .params = sw_vector_params,
  .create = sw_vector_new,
  .destroy = g_free,
  .score = score,
  .sees = SW_SEES_HOSTS,
};
