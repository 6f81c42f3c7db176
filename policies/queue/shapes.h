/* Waiting jobs kept apart by shape (what they need, and whether they can be paused), for policies
 * that hand out all GPUs anew at every event.  A walk merges the shapes in the order (rank, place)
 * and leaves out shapes that a budget can no longer pay, so it costs with the jobs that get
 * something and the number of shapes, not with the number of jobs that wait. */
#ifndef SW_SHAPES_H
#define SW_SHAPES_H

#include <slicewise/policy.h>

typedef struct
{
  guint32 gpus; /* and devices and instances */
  gboolean preemptible;
  guint64 models; /* that will do */
  guint64 milli;  /* thousandths of GPUs */
} SwShape;

/* Thousandths of GPUs that can still be handed out, by model. */
typedef struct
{
  guint32 n;
  guint64 left[SW_MAX_MODELS];
} SwBudget;

void sw_budget_init (SwBudget *budget, const SwHost *host, SwView *v); /* all that exist */
/* Pays for a job of this shape; FALSE, nothing changed, if too few are left. */
gboolean sw_budget_pay (SwBudget *budget, const SwShape *shape);
/* Pays for what a running job of this shape holds; FALSE, nothing changed, if it is not left. */
gboolean sw_budget_pay_held (SwBudget *budget, const SwHost *host, SwView *v, SwJob job,
                             const SwShape *shape);
/* The same for a job that can't be paused: as much as is left of it. */
void sw_budget_force (SwBudget *budget, const SwHost *host, SwView *v, SwJob job,
                      const SwShape *shape);

typedef struct SwShapes SwShapes;

SwShapes *sw_shapes_new (void);
void sw_shapes_free (SwShapes *shapes);
/* The number of a job's shape; what it is, until the next sw_shapes_of(). */
guint32 sw_shapes_of (SwShapes *shapes, const SwHost *host, SwView *v, SwJob job);
const SwShape *sw_shapes_get (const SwShapes *shapes, guint32 shape);
/* Small ranks come first, then small places; places of one SwShapes are all different. */
void sw_shapes_add (SwShapes *shapes, SwJob job, guint32 shape, gint64 rank, gint64 place);
gboolean sw_shapes_remove (SwShapes *shapes, SwJob job); /* FALSE if it is not there */

/* A walk; adding and removing end it. */
void sw_shapes_walk (SwShapes *shapes);
/* The next job that the budget can pay, its rank and shape; SW_NO_JOB if there is none. */
SwJob sw_shapes_peek (SwShapes *shapes, const SwBudget *budget, gint64 *rank, guint32 *shape);
void sw_shapes_next (SwShapes *shapes); /* behind the job that was peeked at */
void sw_shapes_skip (SwShapes *shapes); /* its shape is left out for the rest of the walk */

#endif
