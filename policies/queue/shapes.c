/* Waiting jobs by shape, and budgets; see the header.  A shape is a balanced tree of its jobs. */
#include "shapes.h"

typedef struct
{
  guint32 gpus;
  guint64 models;
  GTree *jobs;     /* job + 1 */
  GTreeNode *next; /* of the walk; NULL: at the end */
} Shape;

typedef struct
{
  gint64 rank, place;
  guint32 shape;
  gboolean in;
} Entry;

struct SwShapes
{
  GArray *shapes;  /* Shape */
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
      guint32 free_now;
      host->model_gpus (v, m, &budget->left[m], &free_now);
    }
}

static gboolean
can_pay (const SwBudget *budget, guint32 gpus, guint64 models)
{
  guint64 sum = 0;
  for (guint32 m = 0; m < budget->n && sum < gpus; m++)
    if (models >> m & 1)
      sum += budget->left[m];
  return sum >= gpus;
}

gboolean
sw_budget_pay (SwBudget *budget, guint32 gpus, guint64 models)
{
  if (!can_pay (budget, gpus, models))
    return FALSE;
  for (guint32 m = 0; m < budget->n && gpus > 0; m++)
    if (models >> m & 1)
      {
        guint32 part = MIN (gpus, budget->left[m]);
        budget->left[m] -= part;
        gpus -= part;
      }
  return TRUE;
}

gboolean
sw_budget_pay_held (SwBudget *budget, const SwHost *host, SwView *v, SwJob job)
{
  for (guint32 m = 0; m < budget->n; m++)
    if (host->held (v, job, m) > budget->left[m])
      return FALSE;
  sw_budget_force (budget, host, v, job);
  return TRUE;
}

void
sw_budget_force (SwBudget *budget, const SwHost *host, SwView *v, SwJob job)
{
  for (guint32 m = 0; m < budget->n; m++)
    budget->left[m] -= MIN (budget->left[m], host->held (v, job, m));
}

gboolean
sw_can_pause (const SwHost *host, SwView *v, SwJob job)
{
  SwJobInfo info;
  host->job (v, job, &info);
  return info.preemptible && info.started < host->now (v);
}

/* ---- shapes ---- */

static Shape *
shape_at (const SwShapes *shapes, guint32 i)
{
  return &g_array_index (shapes->shapes, Shape, i);
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
  shapes->shapes = g_array_new (FALSE, FALSE, sizeof (Shape));
  shapes->entries = g_array_new (FALSE, TRUE, sizeof (Entry));
  return shapes;
}

void
sw_shapes_free (SwShapes *shapes)
{
  for (guint i = 0; i < shapes->shapes->len; i++)
    g_tree_unref (shape_at (shapes, i)->jobs);
  g_array_unref (shapes->shapes);
  g_array_unref (shapes->entries);
  g_free (shapes);
}

guint32
sw_shapes_of (SwShapes *shapes, const SwHost *host, SwView *v, SwJob job)
{
  SwJobInfo info;
  host->job (v, job, &info);
  const SwDemand *demand = host->demand (v, info.demand);
  guint64 models = 0;
  for (guint32 g = 0; g < demand->n_groups; g++)
    if (demand->groups[g].gpus > 0)
      models |= demand->groups[g].models;
  for (guint i = 0; i < shapes->shapes->len; i++)
    if (shape_at (shapes, i)->gpus == demand->gpus && shape_at (shapes, i)->models == models)
      return i;
  Shape shape = { demand->gpus, models, g_tree_new_full (by_rank, shapes, NULL, NULL), NULL };
  g_array_append_val (shapes->shapes, shape);
  return shapes->shapes->len - 1;
}

void
sw_shapes_cost (const SwShapes *shapes, guint32 shape, guint32 *gpus, guint64 *models)
{
  *gpus = shape_at (shapes, shape)->gpus;
  *models = shape_at (shapes, shape)->models;
}

void
sw_shapes_add (SwShapes *shapes, SwJob job, guint32 shape, gint64 rank, gint64 place)
{
  if (job >= shapes->entries->len)
    g_array_set_size (shapes->entries, MAX (job + 1, shapes->entries->len * 2));
  g_array_index (shapes->entries, Entry, job) = (Entry){ rank, place, shape, TRUE };
  gpointer item = GUINT_TO_POINTER (job + 1);
  g_tree_insert (shape_at (shapes, shape)->jobs, item, item);
}

gboolean
sw_shapes_remove (SwShapes *shapes, SwJob job)
{
  if (job >= shapes->entries->len || !g_array_index (shapes->entries, Entry, job).in)
    return FALSE;
  Entry *entry = &g_array_index (shapes->entries, Entry, job);
  g_tree_remove (shape_at (shapes, entry->shape)->jobs, GUINT_TO_POINTER (job + 1));
  entry->in = FALSE;
  return TRUE;
}

/* ---- walks ---- */

void
sw_shapes_walk (SwShapes *shapes)
{
  for (guint i = 0; i < shapes->shapes->len; i++)
    shape_at (shapes, i)->next = g_tree_node_first (shape_at (shapes, i)->jobs);
}

SwJob
sw_shapes_peek (SwShapes *shapes, const SwBudget *budget, gint64 *rank, guint32 *shape_out)
{
  gpointer best = NULL;
  for (guint i = 0; i < shapes->shapes->len; i++)
    {
      Shape *shape = shape_at (shapes, i);
      if (shape->next == NULL)
        continue;
      if (!can_pay (budget, shape->gpus, shape->models))
        {
          shape->next = NULL;
          continue;
        }
      gpointer item = g_tree_node_key (shape->next);
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
  *shape_out = shapes->peeked;
  return job;
}

void
sw_shapes_next (SwShapes *shapes)
{
  Shape *shape = shape_at (shapes, shapes->peeked);
  shape->next = g_tree_node_next (shape->next);
}

void
sw_shapes_skip (SwShapes *shapes)
{
  shape_at (shapes, shapes->peeked)->next = NULL;
}
