/* Private to the transforms: the jobs under way between the old table and the new one. */
#ifndef SW_TRANSFORM_WORK_H
#define SW_TRANSFORM_WORK_H

#include "sw-transform.h"

G_BEGIN_DECLS

#define PPM 1000000

typedef struct
{
  SwJobRow row;
  guint32 source; /* job of the old table */
  gboolean copy;  /* made here */
  SwTime elapsed; /* working time that lies before the window */
} SwItem;

typedef struct
{
  const SwJobTable *table;
  const SwTransform *transform;
  SwTransformReport *report;
  guint64 gpus, seed;
  GArray *items;  /* SwItem */
  guint32 *asked; /* per demand of the table: jobs before they are sampled; NULL: not to be kept */
} SwWork;

static inline SwItem *
sw_item (const SwWork *w, guint i)
{
  return &g_array_index (w->items, SwItem, i);
}

/* Moves a job and every instant that goes with it. */
void sw_item_move (SwJobRow *row, SwTime submit);

/* GPUs of a demand class in thousandths; an instance of a MIG profile counts as one. */
guint64 sw_work_demand_milli (const SwJobTable *table, guint32 demand);
/* The items in an order of chance that is keyed by their ids.  transfer full */
guint32 *sw_work_chance_order (const SwWork *w, guint64 purpose);

/* GPU time asked for against what the GPUs have between the first and last submit; -1: undefined.
 */
double sw_work_offered (const SwWork *w);
gboolean sw_work_set_load (SwWork *w, GError **error);
void sw_work_shuffle (SwWork *w);
/* The order of arrivals where they come one by one: by the order file, or shuffled and tuned. */
gboolean sw_work_line_up (SwWork *w, GError **error);

G_END_DECLS

#endif
