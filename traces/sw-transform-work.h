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
} SwItem;

typedef struct
{
  const SwJobTable *table;
  const SwTransform *transform;
  SwTransformReport *report;
  guint64 gpus, seed;
  GArray *items; /* SwItem */
} SwWork;

static inline SwItem *
sw_item (const SwWork *w, guint i)
{
  return &g_array_index (w->items, SwItem, i);
}

/* Moves a job and every instant that goes with it. */
void sw_item_move (SwJobRow *row, SwTime submit);

gboolean sw_work_set_load (SwWork *w, GError **error);
void sw_work_shuffle (SwWork *w);

G_END_DECLS

#endif
