/* Sorting demand classes by the GPUs they ask for.  Traces with odd amounts of CPU and memory make
 * as many classes as jobs; by GPUs alone they are few. */
#include "sw-engine-private.h"

#include <string.h>

static SwTaskGroup *
gpus_only (const SwDemand *demand)
{
  SwTaskGroup *groups = g_new0 (SwTaskGroup, MAX (demand->n_groups, 1));
  for (guint32 g = 0; g < demand->n_groups; g++)
    {
      const SwTaskGroup *from = &demand->groups[g];
      groups[g] = *from;
      groups[g].cpu_milli = groups[g].mem_mib = 0;
      groups[g].behaviour = groups[g].slowdown_limit = 0;
      if (from->gpus == 0)
        groups[g].models = ~(guint64)0;
    }
  return groups;
}

static guint
hash_demand (gconstpointer data)
{
  const SwDemand *demand = data;
  guint h = demand->topology * 31 + demand->n_groups;
  for (guint32 g = 0; g < demand->n_groups; g++)
    {
      const SwTaskGroup *group = &demand->groups[g];
      h = ((h * 31 + group->tasks) * 31 + group->gpus) * 31 + group->node_max;
      h = h * 31 + (guint)(group->models ^ group->models >> 32);
      h = (h * 31 + group->milli) * 31 + group->card_mib;
    }
  return h;
}

static gboolean
equal_demands (gconstpointer a, gconstpointer b)
{
  const SwDemand *x = a, *y = b;
  return x->topology == y->topology && x->n_groups == y->n_groups
         && memcmp (x->groups, y->groups, x->n_groups * sizeof *x->groups) == 0;
}

void
sw_signatures_init (SwSignatures *self, const SwDemands *demands)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (hash_demand, equal_demands);
  g_autoptr (GArray) all = g_array_new (FALSE, TRUE, sizeof (SwSignature));
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);
  self->groups = g_ptr_array_new_with_free_func (g_free);
  self->of = g_new (guint32, MAX (demands->n, 1));
  for (guint32 d = 0; d < demands->n; d++)
    {
      SwDemand demand = demands->demands[d];
      g_autofree SwTaskGroup *groups = gpus_only (&demand);
      demand.groups = groups;
      gpointer number;
      if (g_hash_table_lookup_extended (seen, &demand, NULL, &number))
        {
          self->of[d] = GPOINTER_TO_UINT (number);
          continue;
        }
      self->of[d] = all->len;
      SwSignature signature = { .demand = demand };
      SwDemand *key = g_memdup2 (&demand, sizeof demand);
      g_ptr_array_add (keys, key);
      g_ptr_array_add (self->groups, g_steal_pointer (&groups));
      g_hash_table_insert (seen, key, GUINT_TO_POINTER (all->len));
      g_array_append_val (all, signature);
    }
  self->n = all->len;
  self->all = (SwSignature *)(gpointer)g_array_free (g_steal_pointer (&all), FALSE);
}

void
sw_signatures_clear (SwSignatures *self)
{
  g_free (self->all);
  g_free (self->of);
  if (self->groups != NULL)
    g_ptr_array_unref (self->groups);
}
