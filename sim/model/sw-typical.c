/* Typical tasks of a workload: grouped, counted, the most frequent first. */
#include "sw-typical.h"

#include <string.h>

typedef struct
{
  gint64 cpu_milli;
  guint32 milli, gpus, models; /* models: string number */
  guint64 count;
} Group;

static guint
hash_group (gconstpointer data)
{
  const Group *g = data;
  guint h = (guint)(g->cpu_milli ^ g->cpu_milli >> 32);
  return ((h * 31 + g->milli) * 31 + g->gpus) * 31 + g->models;
}

static gboolean
equal_groups (gconstpointer a, gconstpointer b)
{
  const Group *x = a, *y = b;
  return x->cpu_milli == y->cpu_milli && x->milli == y->milli && x->gpus == y->gpus
         && x->models == y->models;
}

static gint
compare_groups (gconstpointer a, gconstpointer b, gpointer strings)
{
  const Group *x = *(const Group *const *)a, *y = *(const Group *const *)b;
  if (x->count != y->count)
    return x->count > y->count ? -1 : 1;
  if (x->cpu_milli != y->cpu_milli)
    return x->cpu_milli > y->cpu_milli ? -1 : 1;
  if (x->milli != y->milli)
    return x->milli > y->milli ? -1 : 1;
  if (x->gpus != y->gpus)
    return x->gpus > y->gpus ? -1 : 1;
  return strcmp (sw_strings_get (strings, y->models), sw_strings_get (strings, x->models));
}

static Group
group_of_row (const SwGroupRow *row)
{
  Group group = { .cpu_milli = MAX (row->cpu_milli, 0) };
  if (row->mode == SW_GPU_NONE || row->gpus == 0)
    return group;
  group.gpus = row->gpus;
  group.milli = row->mode == SW_GPU_SHARE ? row->gpu_milli : 1000;
  group.models = row->models;
  return group;
}

/* Tasks of every demand class that the workload asks for, sampled or not. */
static void
count_tasks (const SwJobTable *table, GHashTable *seen, GPtrArray *groups, guint64 *total)
{
  *total = 0;
  for (guint32 d = 0; d < table->n_demands; d++)
    for (guint32 g = 0; g < table->demands[d].n_groups; g++)
      {
        const SwGroupRow *row = &table->groups[table->demands[d].first_group + g];
        Group key = group_of_row (row);
        Group *group = g_hash_table_lookup (seen, &key);
        if (group == NULL)
          {
            group = g_memdup2 (&key, sizeof key);
            g_hash_table_add (seen, group);
            g_ptr_array_add (groups, group);
          }
        const guint64 tasks = (guint64)table->demand_jobs[d] * row->tasks;
        group->count += tasks;
        *total += tasks;
      }
}

SwTypical *
sw_typical_new (const SwJobTable *table, double share)
{
  SwTypical *self = g_new0 (SwTypical, 1);
  g_autoptr (GHashTable) seen = g_hash_table_new (hash_group, equal_groups);
  g_autoptr (GPtrArray) groups = g_ptr_array_new_with_free_func (g_free);
  guint64 total, covered = 0;
  count_tasks (table, seen, groups, &total);
  g_ptr_array_sort_with_data (groups, compare_groups, table->strings);
  self->rows = g_new0 (SwTypicalRow, MAX (groups->len, 1));
  while (self->n < groups->len && (double)covered < share * (double)total)
    {
      const Group *group = g_ptr_array_index (groups, self->n);
      if (group->count == 0)
        break;
      covered += group->count;
      self->rows[self->n++] = (SwTypicalRow){
        .task = { .cpu_milli = group->cpu_milli,
                  .milli = group->milli,
                  .gpus = group->gpus,
                  .count = (guint32)MIN (group->count, G_MAXUINT32) },
        .models = g_strdup (sw_strings_get (table->strings, group->models)),
      };
    }
  for (guint32 i = 0; i < self->n; i++)
    self->rows[i].task.share
        = (double)self->rows[i].task.count / (double)total / ((double)covered / (double)total);
  return self;
}

void
sw_typical_free (SwTypical *self)
{
  if (self == NULL)
    return;
  for (guint32 i = 0; i < self->n; i++)
    g_free (self->rows[i].models);
  g_free (self->rows);
  g_free (self);
}

SwTypicalTask *
sw_typical_bind (const SwTypical *self, const SwCluster *cluster)
{
  SwTypicalTask *tasks = g_new0 (SwTypicalTask, MAX (self->n, 1));
  for (guint32 i = 0; i < self->n; i++)
    {
      tasks[i] = self->rows[i].task;
      tasks[i].models = sw_cluster_model_bits (cluster, self->rows[i].models);
    }
  return tasks;
}
