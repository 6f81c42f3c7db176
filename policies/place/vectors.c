/* A node and a task as (CPU, thousandths of GPUs), each divided by those of a large node. */
#include "vectors.h"

const SwParam sw_vector_params[] = {
  { "cpus", SW_PARAM_REAL, "128", 1e-3, 1e9, .doc = "CPU cores of a large node" },
  { "gpus", SW_PARAM_REAL, "8", 1e-3, 1e9, .doc = "GPUs of a large node" },
  { NULL },
};

gpointer
sw_vector_new (const SwHost *host, const SwValue *values, GError **error)
{
  SwVectorScale *self = g_new (SwVectorScale, 1);
  *self = (SwVectorScale){ values[0].r * 1000, values[1].r * 1000 };
  return self;
}

gint64
sw_vector_left (const SwNodeView *node)
{
  gint64 left = 0;
  for (guint32 i = 0; i < node->n_cards; i++)
    left += node->cards[i].left;
  return left;
}

gint64
sw_vector_asked (const SwTaskGroup *task)
{
  return (gint64)task->gpus * task->milli;
}
