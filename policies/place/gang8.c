/* gang8: a job of more than `size` GPUs is a gang of instances of that many, each on one node; a
 * smaller job is one instance.  order=pack goes through the nodes by rank, order=balance from the
 * emptiest; each node takes as many instances as it has room for.  Where no node has `size` GPUs an
 * instance is as large as the largest node.
 *
 * Jobs of several kinds of tasks are placed kind by kind; jobs that ask for a topology or limit
 * their tasks per node are placed task by task. */
#include "rooms.h"

typedef enum
{
  ORDER_PACK,
  ORDER_BALANCE,
} Order;

typedef struct
{
  Order order;
  guint32 size;
  guint32 largest; /* GPUs of the largest node; 0: not looked up yet */
} Gang;

static const SwParam params[] = {
  { "order", SW_PARAM_CHOICE, "pack", .choices = "pack|balance",
    .doc = "nodes by rank, or emptiest first" },
  { "size", SW_PARAM_INT, "8", 1, SW_MAX_CARDS, .doc = "GPUs of one instance" },
  { NULL },
};

static gpointer
create (const SwHost *host, const SwValue *values, GError **error)
{
  Gang *self = g_new0 (Gang, 1);
  self->order = (Order)values[0].i;
  self->size = (guint32)values[1].i;
  return self;
}

static gboolean
place_group (Gang *self, const SwHost *host, SwView *v, SwJob job, guint32 group,
             const SwTaskGroup *wanted)
{
  guint32 size = MIN (self->size, self->largest);
  guint32 instance = wanted->gpus == 0 ? 1 : MAX (size / wanted->gpus, 1);
  guint32 left = wanted->tasks;
  SwNode from = 0;
  while (left > 0)
    {
      guint32 part = MIN (instance, left);
      SwNode node = self->order == ORDER_PACK ? host->next_room (v, job, group, part, from)
                                              : host->pick_room (v, job, group, part, SW_FIT_WORST);
      if (!sw_rooms_add (host, v, node, group, part))
        return FALSE;
      left -= part;
      while (left >= instance && host->add (v, node, group, instance) == SW_OK)
        left -= instance;
      from = left >= instance ? node : 0;
    }
  return TRUE;
}

static gboolean
place (gpointer data, const SwHost *host, SwView *v, SwJob job)
{
  Gang *self = data;
  SwJobInfo info;
  host->job (v, job, &info);
  const SwDemand *demand = host->demand (v, info.demand);
  if (!sw_rooms_apply (demand))
    return host->fill (v, job, SW_FIT_FIRST) == SW_OK;
  if (self->largest == 0)
    self->largest = sw_rooms_largest (host, v);
  for (guint32 g = 0; g < demand->n_groups; g++)
    if (!place_group (self, host, v, job, g, &demand->groups[g]))
      return FALSE;
  return TRUE;
}

SW_POLICY_DEFINE (gang8) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_PLACE,
  .name = "gang8",
  .summary = "jobs of more than eight GPUs as gangs of eight, each gang member on one node",
  .params = params,
  .create = create,
  .destroy = g_free,
  .place = place,
};
