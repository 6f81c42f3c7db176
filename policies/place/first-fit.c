/* first-fit: each task on the lowest-ranked node that has room for it; parts of cards on the lowest
 * card there.  starts=lowest shows what naive starts cost: a 3g at unit 0 keeps a 4g out. */
#include "parts.h"
#include "rooms.h"

static gint64
no_cost (gpointer self, const SwNodeView *node, const SwCard *card, const SwSpot *spot)
{
  return 0;
}

static gpointer
create (const SwHost *host, const SwValue *values, GError **error)
{
  return sw_starts_rule ((SwPlaceRule){ .cost = no_cost, .whole = 0 }, values);
}

/* The tasks of a job of one group, each on the first card with room. */
static gboolean
place_parts (const SwPlaceRule *rule, const SwHost *host, SwView *v, SwJob job,
             const SwTaskGroup *group)
{
  g_autofree SwSpot *spots = g_new (SwSpot, group->gpus);
  SwNode node = 0;
  for (guint32 t = 0; t < group->tasks;)
    {
      SwNodeView view;
      node = host->next_fit (v, job, 0, node);
      if (node == SW_NO_NODE || host->view (v, node, &view) != SW_OK)
        return FALSE;
      if (sw_parts_score (host, v, group, &view, spots, rule) == SW_NEVER)
        node++;
      else if (host->add_at (v, node, 0, spots) == SW_OK)
        t++;
      else
        return FALSE;
    }
  return TRUE;
}

static gboolean
place (gpointer self, const SwHost *host, SwView *v, SwJob job)
{
  SwJobInfo info;
  host->job (v, job, &info);
  const SwDemand *demand = host->demand (v, info.demand);
  if (!demand->parts || demand->n_groups > 1 || !sw_rooms_apply (demand))
    return host->fill (v, job, SW_FIT_FIRST) == SW_OK;
  return place_parts (self, host, v, job, &demand->groups[0]);
}

SW_POLICY_DEFINE (first_fit) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_PLACE,
  .name = "first-fit",
  .summary = "each task on the first node with room, parts on its first card with room",
  .params = sw_starts_params,
  .create = create,
  .destroy = g_free,
  .place = place,
};
