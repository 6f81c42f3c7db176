/* What place policies that look at CPU and GPUs of a node together share. */
#ifndef SW_POLICY_VECTORS_H
#define SW_POLICY_VECTORS_H

#include <slicewise/policy.h>

/* Amounts that both are divided by: those of a large node. */
typedef struct
{
  double cpu_milli, gpu_milli;
} SwVectorScale;

extern const SwParam sw_vector_params[]; /* cpus, gpus */
gpointer sw_vector_new (const SwHost *host, const SwValue *values, GError **error);

/* Thousandths of GPUs left on the node, and asked for by the task. */
gint64 sw_vector_left (const SwNodeView *node);
gint64 sw_vector_asked (const SwTaskGroup *task);

#endif
