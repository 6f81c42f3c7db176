/* yarn: a job that fits on one node goes to the first that has room for all of it.  A larger job
 * takes the first whole free nodes, and what is left goes to the first other node with room.
 *
 * A node is whole when as many cards are free as the largest node of the cluster has (parameter
 * node).  Jobs of several kinds of tasks are placed kind by kind; jobs that ask for a topology or
 * limit their tasks per node are placed task by task. */
#include "rooms.h"

static gboolean
place (gpointer self, const SwHost *host, SwView *v, SwJob job)
{
  return sw_whole_nodes_place (self, host, v, job, SW_FIT_FIRST, SW_FIT_FIRST);
}

SW_POLICY_DEFINE (yarn) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_PLACE,
  .name = "yarn",
  .summary = "whole jobs on the first node with room; larger ones on whole nodes and one more",
  .params = sw_whole_nodes_params,
  .create = sw_whole_nodes_new,
  .destroy = g_free,
  .place = place,
};
