/* Waiting jobs by shape, and budgets; see the header.  The waiting jobs of a shape are a balanced
 * tree. */
#include "shapes.h"

typedef struct
{
  SwShape shape;
  GTree *jobs;     /* job + 1 */
  GTreeNode *next; /* of the walk; NULL: at the end */
} Pile;

typedef struct
{
  gint64 rank, place;
  guint32 shape;
  gboolean in;
} Entry;

struct SwShapes
{
  GArray *piles;   /* Pile per shape */
  GArray *entries; /* Entry per job */
  guint32 peeked;  /* shape of the job that was given last */
};

/* ---- budgets ---- */

void
sw_budget_init (SwBudget *budget, const SwHost *host, SwView *v)
{
  budget->n = host->n_models (v);
  for (guint32 m = 0; m < budget->n; m++)
    {
      guint32 exist, free_now;
      host->model_gpus (v, m, &exist, &free_now);
      budget->left[m] = 1000 * (guint64)exist;
    }
}

static gboolean
can_pay (const SwBudget *budget, const SwShape *shape)
{
  guint64 sum = 0;
  for (guint32 m = 0; m < budget->n && sum < shape->milli; m++)
    if (shape->models >> m & 1)
      sum += budget->left[m];
  return sum >= shape->milli;
}

gboolean
sw_budget_pay (SwBudget *budget, const SwShape *shape)
{
  if (!can_pay (budget, shape))
    return FALSE;
  guint64 milli = shape->milli;
  for (guint32 m = 0; m < budget->n && milli > 0; m++)
    if (shape->models >> m & 1)
      {
        guint64 part = MIN (milli, budget->left[m]);
        budget->left[m] -= part;
        milli -= part;
      }
  return TRUE;
}

/* Thousandths of the model's GPUs that the job holds; those of parts by how many there are. */
static inline guint64
held (const SwBudget *budget, const SwHost *host, SwView *v, SwJob job, guint32 model,
      const SwShape *shape)
{
  if (budget->n == 1 || shape->gpus == 0)
    return shape->milli;
  return host->held (v, job, model) * shape->milli / shape->gpus;
}

gboolean
sw_budget_pay_held (SwBudget *budget, const SwHost *host, SwView *v, SwJob job,
                    const SwShape *shape)
{
  for (guint32 m = 0; m < budget->n; m++)
    if (held (budget, host, v, job, m, shape) > budget->left[m])
      return FALSE;
  sw_budget_force (budget, host, v, job, shape);
  return TRUE;
}

void
sw_budget_force (SwBudget *budget, const SwHost *host, SwView *v, SwJob job, const SwShape *shape)
{
  for (guint32 m = 0; m < budget->n; m++)
    {
      guint64 here = held (budget, host, v, job, m, shape);
      budget->left[m] -= MIN (budget->left[m], here);
    }
}

/* ---- shapes ---- */

static Pile *
pile_at (const SwShapes *shapes, guint32 i)
{
  return &g_array_index (shapes->piles, Pile, i);
}

static int
by_rank (gconstpointer a, gconstpointer b, gpointer data)
{
  const SwShapes *shapes = data;
  const Entry *x = &g_array_index (shapes->entries, Entry, GPOINTER_TO_UINT (a) - 1);
  const Entry *y = &g_array_index (shapes->entries, Entry, GPOINTER_TO_UINT (b) - 1);
  if (x->rank != y->rank)
    return x->rank < y->rank ? -1 : 1;
  return x->place < y->place ? -1 : x->place > y->place;
}

SwShapes *
sw_shapes_new (void)
{
  SwShapes *shapes = g_new0 (SwShapes, 1);
  shapes->piles = g_array_new (FALSE, FALSE, sizeof (Pile));
  shapes->entries = g_array_new (FALSE, TRUE, sizeof (Entry));
  return shapes;
}

void
sw_shapes_free (SwShapes *shapes)
{
  for (guint i = 0; i < shapes->piles->len; i++)
    g_tree_unref (pile_at (shapes, i)->jobs);
  g_array_unref (shapes->piles);
  g_array_unref (shapes->entries);
  g_free (shapes);
}

guint32
sw_shapes_of (SwShapes *shapes, const SwHost *host, SwView *v, SwJob job)
{
  SwJobInfo info;
  host->job (v, job, &info);
  const SwDemand *demand = host->demand (v, info.demand);
  SwShape shape = { demand->gpus, info.preemptible, 0, demand->milli };
  for (guint32 g = 0; g < demand->n_groups; g++)
    if (demand->groups[g].gpus > 0)
      shape.models |= demand->groups[g].models;
  for (guint i = 0; i < shapes->piles->len; i++)
    {
      const SwShape *known = &pile_at (shapes, i)->shape;
      if (known->gpus == shape.gpus && known->milli == shape.milli && known->models == shape.models
          && known->preemptible == shape.preemptible)
        return i;
    }
  Pile pile = { shape, g_tree_new_full (by_rank, shapes, NULL, NULL), NULL };
  g_array_append_val (shapes->piles, pile);
  return shapes->piles->len - 1;
}

const SwShape *
sw_shapes_get (const SwShapes *shapes, guint32 shape)
{
  return &pile_at (shapes, shape)->shape;
}

void
sw_shapes_add (SwShapes *shapes, SwJob job, guint32 shape, gint64 rank, gint64 place)
{
  if (job >= shapes->entries->len)
    g_array_set_size (shapes->entries, MAX (job + 1, shapes->entries->len * 2));
  g_array_index (shapes->entries, Entry, job) = (Entry){ rank, place, shape, TRUE };
  gpointer item = GUINT_TO_POINTER (job + 1);
  g_tree_insert (pile_at (shapes, shape)->jobs, item, item);
}

gboolean
sw_shapes_remove (SwShapes *shapes, SwJob job)
{
  if (job >= shapes->entries->len || !g_array_index (shapes->entries, Entry, job).in)
    return FALSE;
  Entry *entry = &g_array_index (shapes->entries, Entry, job);
  g_tree_remove (pile_at (shapes, entry->shape)->jobs, GUINT_TO_POINTER (job + 1));
  entry->in = FALSE;
  return TRUE;
}

/* ---- walks ---- */

void
sw_shapes_walk (SwShapes *shapes)
{
  for (guint i = 0; i < shapes->piles->len; i++)
    pile_at (shapes, i)->next = g_tree_node_first (pile_at (shapes, i)->jobs);
}

SwJob
sw_shapes_peek (SwShapes *shapes, const SwBudget *budget, gint64 *rank, guint32 *shape)
{
  gpointer best = NULL;
  for (guint i = 0; i < shapes->piles->len; i++)
    {
      Pile *pile = pile_at (shapes, i);
      if (pile->next == NULL)
        continue;
      if (!can_pay (budget, &pile->shape))
        {
          pile->next = NULL;
          continue;
        }
      gpointer item = g_tree_node_key (pile->next);
      if (best == NULL || by_rank (item, best, shapes) < 0)
        {
          best = item;
          shapes->peeked = i;
        }
    }
  if (best == NULL)
    return SW_NO_JOB;
  SwJob job = GPOINTER_TO_UINT (best) - 1;
  *rank = g_array_index (shapes->entries, Entry, job).rank;
  *shape = shapes->peeked;
  return job;
}

void
sw_shapes_next (SwShapes *shapes)
{
  Pile *pile = pile_at (shapes, shapes->peeked);
  pile->next = g_tree_node_next (pile->next);
}

void
sw_shapes_skip (SwShapes *shapes)
{
  pile_at (shapes, shapes->peeked)->next = NULL;
}
