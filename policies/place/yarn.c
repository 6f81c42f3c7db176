/* yarn: a job that fits on one node goes to the first that has room for all of it.  A larger job
 * takes the first whole free nodes, and what is left goes to the first other node with room.
 *
 * A node is whole when as many cards are free as the largest node of the cluster has (parameter
 * node).  Jobs of several kinds of tasks are placed kind by kind; jobs that ask for a topology or
 * limit their tasks per node are placed task by task. */
#include "rooms.h"

typedef struct
{
  guint32 node;
} Yarn;

static const SwParam params[] = {
  { "node", SW_PARAM_INT, "0", 0, SW_MAX_CARDS,
    .doc = "GPUs of a whole node, 0: as many as the largest node has" },
  { NULL },
};

static gpointer
create (const SwHost *host, const SwValue *values, GError **error)
{
  Yarn *self = g_new0 (Yarn, 1);
  self->node = (guint32)values[0].i;
  return self;
}

static gboolean
place_group (Yarn *self, const SwHost *host, SwView *v, SwJob job, guint32 group,
             const SwTaskGroup *wanted)
{
  guint32 tasks = wanted->tasks;
  guint32 full = wanted->gpus == 0 ? 1 : MAX (self->node / wanted->gpus, 1);
  if (tasks <= full)
    return sw_rooms_add (host, v, host->next_room (v, job, group, tasks, 0), group, tasks);
  for (guint32 whole = tasks / full; whole > 0; whole--)
    if (!sw_rooms_add (host, v, host->next_room (v, job, group, full, 0), group, full))
      return FALSE;
  guint32 rest = tasks % full;
  return rest == 0 || sw_rooms_add (host, v, host->next_room (v, job, group, rest, 0), group, rest);
}

static gboolean
place (gpointer data, const SwHost *host, SwView *v, SwJob job)
{
  Yarn *self = data;
  SwJobInfo info;
  host->job (v, job, &info);
  const SwDemand *demand = host->demand (v, info.demand);
  if (!sw_rooms_apply (demand))
    return host->fill (v, job, SW_FIT_FIRST) == SW_OK;
  if (self->node == 0)
    self->node = sw_rooms_largest (host, v);
  for (guint32 g = 0; g < demand->n_groups; g++)
    if (!place_group (self, host, v, job, g, &demand->groups[g]))
      return FALSE;
  return TRUE;
}

SW_POLICY_DEFINE (yarn) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_PLACE,
  .name = "yarn",
  .summary = "whole jobs on the first node with room; larger ones on whole nodes and one more",
  .params = params,
  .create = create,
  .destroy = g_free,
  .place = place,
};
