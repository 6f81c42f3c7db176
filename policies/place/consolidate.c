/* consolidate: a job that fits on one node goes to the fullest one that has room for all of it.  A
 * larger job takes whole free nodes, and what is left goes to the emptiest node behind those. There
 * is no second try: a job whose last part does not fit there waits.
 *
 * A node is whole when as many cards are free as the largest node of the cluster has (parameter
 * node).  Jobs of several kinds of tasks are placed kind by kind; jobs that ask for a topology or
 * limit their tasks per node are placed task by task. */
#include "rooms.h"

static gboolean
place (gpointer self, const SwHost *host, SwView *v, SwJob job)
{
  return sw_whole_nodes_place (self, host, v, job, SW_FIT_BEST, SW_FIT_WORST);
}

SW_POLICY_DEFINE (consolidate) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_PLACE,
  .name = "consolidate",
  .summary = "whole jobs on the fullest node with room; larger ones on whole nodes and one more",
  .params = sw_whole_nodes_params,
  .create = sw_whole_nodes_new,
  .destroy = g_free,
  .place = place,
};
