/* Demands of a job table bound to the models of a cluster: names become bits. */
#include "sw-cluster.h"

#include <string.h>

/* Bits of the models named in "A|B|C"; all bits for "". */
static guint64
model_bits (const SwCluster *cluster, const char *list)
{
  if (*list == '\0')
    return ~(guint64)0;
  guint64 bits = 0;
  while (*list != '\0')
    {
      gsize length = strcspn (list, "|");
      for (guint32 m = 0; m < sw_cluster_n_models (cluster); m++)
        {
          const char *name = sw_cluster_model (cluster, m);
          if (strlen (name) == length && memcmp (name, list, length) == 0)
            bits |= (guint64)1 << m;
        }
      list += length;
      list += *list == '|';
    }
  return bits;
}

static SwTaskGroup
bind_group (const SwCluster *cluster, const SwJobTable *table, const SwGroupRow *row)
{
  SwTaskGroup group = {
    .tasks = row->tasks,
    .gpus = row->mode == SW_GPU_NONE ? 0 : row->gpus,
    .cpu_milli = MAX (row->cpu_milli, 0),
    .mem_mib = MAX (row->mem_mib, 0),
    .node_max = row->node_max,
    .models = ~(guint64)0,
  };
  if (row->mode == SW_GPU_WHOLE)
    group.models = model_bits (cluster, sw_strings_get (table->strings, row->models));
  else if (row->mode != SW_GPU_NONE)
    group.models = 0; /* no pool of whole cards gives out parts of them */
  return group;
}

SwDemands *
sw_demands_new (const SwCluster *cluster, const SwJobTable *table)
{
  SwDemands *self = g_new0 (SwDemands, 1);
  self->n = table->n_demands;
  self->demands = g_new0 (SwDemand, MAX (self->n, 1));
  self->groups = g_new0 (SwTaskGroup, MAX (table->n_groups, 1));
  for (guint32 g = 0; g < table->n_groups; g++)
    self->groups[g] = bind_group (cluster, table, &table->groups[g]);
  for (guint32 d = 0; d < self->n; d++)
    {
      const SwDemandRow *row = &table->demands[d];
      self->demands[d] = (SwDemand){
        .n_groups = row->n_groups,
        .groups = self->groups + row->first_group,
        .gpus = sw_job_table_gpus (table, d),
        .topology = (SwTopology)row->topology,
      };
    }
  return self;
}

void
sw_demands_free (SwDemands *self)
{
  if (self == NULL)
    return;
  g_free (self->demands);
  g_free (self->groups);
  g_free (self);
}
