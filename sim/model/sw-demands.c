/* Demands of a job table bound to the models of a cluster: names of models become bits, wishes for
 * instances become profiles, and jobs that load cards differently become classes of their own. */
#include "sw-cluster-private.h"

#include <string.h>

guint64
sw_cluster_model_bits (const SwCluster *cluster, const char *list)
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

/* ---- wishes for instances ---- */

/* What jobs ask of a partitioned card: a profile by name, or so much memory and compute. */
typedef struct
{
  guint32 profile; /* string number, 0: by size */
  guint32 milli, mib;
} Wish;

static guint32
wish_number (GArray *wishes, const SwGroupRow *row)
{
  Wish wish = { .profile = row->mode == SW_GPU_MIG ? row->mig_profile : 0 };
  if (row->mode == SW_GPU_SHARE)
    {
      wish.milli = row->gpu_milli;
      wish.mib = row->gpu_mem_mib;
    }
  for (guint32 i = 0; i < wishes->len; i++)
    if (memcmp (&g_array_index (wishes, Wish, i), &wish, sizeof wish) == 0)
      return i + 1;
  g_array_append_val (wishes, wish);
  return wishes->len;
}

static gint
profile_for (const Wish *wish, const SwMigGeometry *mig, const SwStrings *strings)
{
  if (wish->profile != 0)
    return sw_mig_find (mig, sw_strings_get (strings, wish->profile));
  return sw_mig_smallest (mig, wish->mib, wish->milli);
}

static void
bind_wishes (SwDemands *self, SwCluster *cluster, const GArray *wishes, const SwStrings *strings)
{
  guint32 n_models = sw_cluster_n_models (cluster);
  self->n_wishes = wishes->len;
  self->profiles = g_new0 (guint8, (gsize)(wishes->len + 1) * MAX (n_models, 1));
  for (guint32 w = 0; w < wishes->len; w++)
    for (guint32 m = 0; m < n_models; m++)
      {
        const SwMigGeometry *mig = cluster->mig == NULL ? NULL : cluster->mig[m];
        gint profile
            = mig == NULL ? -1 : profile_for (&g_array_index (wishes, Wish, w), mig, strings);
        self->profiles[(gsize)(w + 1) * n_models + m] = (guint8)(profile + 1);
      }
  cluster->profiles = self->profiles;
  cluster->n_wishes = self->n_wishes;
}

/* ---- groups ---- */

static SwTaskGroup
bind_group (const SwCluster *cluster, const SwJobTable *table, const SwGroupRow *row,
            GArray *wishes)
{
  static const SwUse uses[] = { [SW_GPU_NONE] = SW_USE_NONE,
                                [SW_GPU_WHOLE] = SW_USE_WHOLE,
                                [SW_GPU_SHARE] = SW_USE_SHARE,
                                [SW_GPU_MIG] = SW_USE_SLICE };
  SwTaskGroup group = {
    .tasks = row->tasks,
    .gpus = row->mode == SW_GPU_NONE ? 0 : row->gpus,
    .cpu_milli = MAX (row->cpu_milli, 0),
    .mem_mib = MAX (row->mem_mib, 0),
    .node_max = row->node_max,
    .models = ~(guint64)0,
    .use = uses[row->mode],
    .milli = row->mode == SW_GPU_SHARE ? row->gpu_milli : 1000,
  };
  if (row->mode == SW_GPU_SHARE)
    group.card_mib = row->gpu_mem_mib;
  if (row->mode != SW_GPU_NONE)
    group.models = sw_cluster_model_bits (cluster, sw_strings_get (table->strings, row->models));
  if (row->mode == SW_GPU_SHARE || row->mode == SW_GPU_MIG)
    group.wish = wish_number (wishes, row);
  return group;
}

/* ---- classes ---- */

/* Jobs of one demand of the table that load cards differently, or bear different slowdowns. */
typedef struct
{
  guint32 demand, behaviour, limit;
} Class;

static guint
hash_class (gconstpointer data)
{
  const Class *class = data;
  return (class->demand * 31 + class->behaviour) * 31 + class->limit;
}

static gboolean
equal_classes (gconstpointer a, gconstpointer b)
{
  return memcmp (a, b, sizeof (Class)) == 0;
}

static Class
class_of_job (const SwJobTable *table, const SwBehaviours *behaviours, guint32 job)
{
  Class class = { .demand = table->demand[job] };
  if (behaviours == NULL)
    return class;
  class.behaviour = behaviours->of_job[job];
  class.limit = table->slowdown_limit[job] == G_MAXUINT32 ? 0 : table->slowdown_limit[job];
  return class;
}

/* Array of Class: first every demand of the table as it stands, then the further classes. */
static GArray *
find_classes (SwDemands *self, const SwJobTable *table, const SwBehaviours *behaviours)
{
  GArray *classes = g_array_new (FALSE, FALSE, sizeof (Class));
  g_autoptr (GHashTable) seen = g_hash_table_new_full (hash_class, equal_classes, g_free, NULL);
  g_autofree gboolean *taken = g_new0 (gboolean, MAX (table->n_demands, 1));
  for (guint32 d = 0; d < table->n_demands; d++)
    g_array_append_vals (classes, &(Class){ .demand = d }, 1);
  self->of = g_new (guint32, MAX (table->n, 1));
  for (guint32 job = 0; job < table->n; job++)
    {
      Class class = class_of_job (table, behaviours, job);
      gpointer number;
      if (g_hash_table_lookup_extended (seen, &class, NULL, &number))
        {
          self->of[job] = GPOINTER_TO_UINT (number);
          continue;
        }
      guint32 n = class.demand;
      if (taken[n])
        {
          n = classes->len;
          g_array_append_val (classes, class);
        }
      else
        g_array_index (classes, Class, n) = class;
      taken[class.demand] = TRUE;
      self->of[job] = n;
      g_hash_table_insert (seen, g_memdup2 (&class, sizeof class), GUINT_TO_POINTER (n));
    }
  return classes;
}

/* Thousandths of the smallest instance that serves a wish for one; whole cards if none does. */
static guint32
slice_milli (const SwCluster *cluster, const SwTaskGroup *group)
{
  guint32 least = 1000;
  for (guint32 m = 0; m < cluster->n_models; m++)
    {
      gint profile = sw_cluster_wish (cluster, group, (gint32)m);
      if (profile < 0 || (group->models >> m & 1) == 0)
        continue;
      const SwMigGeometry *mig = cluster->mig[m];
      const guint start = (guint)__builtin_ctz (mig->profiles[profile].starts);
      least = MIN (least, sw_mig_milli (mig, (guint)profile, start));
    }
  return least;
}

static void
bind_class (SwDemands *self, const SwJobTable *table, const SwTaskGroup *bound, const Class *class,
            guint32 number)
{
  const SwDemandRow *row = &table->demands[class->demand];
  SwTaskGroup *groups = self->groups + self->n_groups;
  SwDemand *demand = &self->demands[number];
  *demand = (SwDemand){ .n_groups = row->n_groups,
                        .groups = groups,
                        .gpus = sw_job_table_gpus (table, class->demand),
                        .topology = (SwTopology)row->topology };
  for (guint32 g = 0; g < row->n_groups; g++)
    {
      groups[g] = bound[row->first_group + g];
      groups[g].behaviour = class->behaviour;
      groups[g].slowdown_limit = class->limit;
      demand->parts |= groups[g].use >= SW_USE_SHARE;
      demand->milli += (guint64)groups[g].tasks * groups[g].gpus * groups[g].milli;
    }
  self->n_groups += row->n_groups;
}

SwDemands *
sw_demands_new (SwCluster *cluster, const SwJobTable *table, const SwBehaviours *behaviours)
{
  SwDemands *self = g_new0 (SwDemands, 1);
  g_autoptr (GArray) wishes = g_array_new (FALSE, FALSE, sizeof (Wish));
  g_autofree SwTaskGroup *bound = g_new0 (SwTaskGroup, MAX (table->n_groups, 1));
  for (guint32 g = 0; g < table->n_groups; g++)
    bound[g] = bind_group (cluster, table, &table->groups[g], wishes);
  bind_wishes (self, cluster, wishes, table->strings);
  for (guint32 g = 0; g < table->n_groups; g++)
    if (bound[g].use == SW_USE_SLICE)
      bound[g].milli = slice_milli (cluster, &bound[g]);
  g_autoptr (GArray) classes
      = find_classes (self, table, sw_cluster_has_parts (cluster) ? behaviours : NULL);
  self->n = classes->len;
  self->demands = g_new0 (SwDemand, MAX (self->n, 1));
  gsize n_groups = 0;
  for (guint32 c = 0; c < self->n; c++)
    n_groups += table->demands[g_array_index (classes, Class, c).demand].n_groups;
  self->groups = g_new0 (SwTaskGroup, MAX (n_groups, 1));
  for (guint32 c = 0; c < self->n; c++)
    bind_class (self, table, bound, &g_array_index (classes, Class, c), c);
  return self;
}

void
sw_demands_free (SwDemands *self)
{
  if (self == NULL)
    return;
  g_free (self->demands);
  g_free (self->groups);
  g_free (self->of);
  g_free (self->profiles);
  g_free (self);
}
