/* Building a cluster from a node table: models, pools, classes, domains and the empty index;
 * copies. */
#include "sw-cluster-private.h"
#include "sw-error.h"

#include <string.h>

static gboolean
find_models (SwCluster *self, GError **error)
{
  for (SwNode i = 0; i < self->n; i++)
    {
      const SwNodeRow *row = sw_cluster_row (self, i);
      self->model[i] = -1;
      if (row->gpus == 0)
        continue;
      if (row->gpus > SW_MAX_CARDS)
        return sw_error_at (error, sw_strings_get (self->table->strings, row->id), row->row, 0,
                            "a node with %u GPUs, at most %d are supported", row->gpus,
                            SW_MAX_CARDS);
      const char *name = sw_strings_get (self->table->strings, row->model);
      guint32 m = 0;
      while (m < self->n_models && strcmp (self->models[m], name) != 0)
        m++;
      if (m == SW_MAX_MODELS)
        return sw_error_at (error, name, row->row, 0,
                            "more than %d GPU models in one cluster are not supported",
                            SW_MAX_MODELS);
      if (m == self->n_models)
        self->models[self->n_models++] = name;
      self->model[i] = (gint32)m;
    }
  return TRUE;
}

static void
find_pools (SwCluster *self)
{
  g_autoptr (GArray) seen = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (SwNode i = 0; i < self->n; i++)
    {
      guint32 name = sw_cluster_row (self, i)->pool, p = 0;
      while (p < seen->len && g_array_index (seen, guint32, p) != name)
        p++;
      if (p == seen->len)
        g_array_append_val (seen, name);
      self->pool[i] = p;
    }
  self->n_pools = seen->len;
  self->pools = g_new0 (const char *, self->n_pools + 1);
  for (guint32 p = 0; p < self->n_pools; p++)
    self->pools[p] = sw_strings_get (self->table->strings, g_array_index (seen, guint32, p));
}

static gboolean
same_domain (const SwCluster *self, SwNode a, SwNode b, SwTopology level)
{
  return self->top_switch[a] == self->top_switch[b]
         && (level == SW_TOPOLOGY_SWITCH || self->rack[a] == self->rack[b]);
}

/* Nodes that name no rack or switch share one.  Names are few beside nodes, so the search for a
   node's domain looks back from the newest. */
static void
make_domains (const SwCluster *self, SwTopology level, SwClusterDomains *out)
{
  g_autoptr (GArray) heads = g_array_new (FALSE, FALSE, sizeof (SwNode));
  g_autofree guint32 *of = g_new (guint32, MAX (self->n, 1));
  for (SwNode i = 0; i < self->n; i++)
    {
      guint32 d = heads->len;
      while (d > 0 && !same_domain (self, g_array_index (heads, SwNode, d - 1), i, level))
        d--;
      if (d == 0)
        {
          g_array_append_val (heads, i);
          d = heads->len;
        }
      of[i] = d - 1;
    }
  out->n = heads->len;
  out->first = g_new0 (guint32, out->n + 2);
  out->nodes = g_new (SwNode, MAX (self->n, 1));
  for (SwNode i = 0; i < self->n; i++)
    out->first[of[i] + 2]++;
  for (guint32 d = 0; d < out->n; d++)
    out->first[d + 2] += out->first[d + 1];
  for (SwNode i = 0; i < self->n; i++)
    out->nodes[out->first[of[i] + 1]++] = i;
}

static void
find_domains (SwCluster *self)
{
  for (SwNode i = 0; i < self->n; i++)
    {
      self->rack[i] = sw_cluster_row (self, i)->rack;
      self->top_switch[i] = sw_cluster_row (self, i)->top_switch;
    }
  make_domains (self, SW_TOPOLOGY_RACK, &self->racks);
  make_domains (self, SW_TOPOLOGY_SWITCH, &self->switches);
}

static guint32
class_of (SwCluster *self, SwNode node, GArray *classes)
{
  SwClusterClass wanted = { .pool = self->pool[node],
                            .gpus = sw_cluster_row (self, node)->gpus,
                            .model = self->model[node],
                            .rules = self->rules == NULL ? NULL : self->rules[self->pool[node]] };
  for (guint32 c = 0; c < classes->len; c++)
    {
      const SwClusterClass *class = &g_array_index (classes, SwClusterClass, c);
      if (class->pool == wanted.pool && class->gpus == wanted.gpus && class->model == wanted.model)
        return c;
    }
  g_array_append_val (classes, wanted);
  return classes->len - 1;
}

static void
find_classes (SwCluster *self)
{
  GArray *classes = g_array_new (FALSE, TRUE, sizeof (SwClusterClass));
  for (SwNode i = 0; i < self->n; i++)
    {
      guint32 c = class_of (self, i, classes);
      self->nodes[i].class = c;
      self->nodes[i].local = g_array_index (classes, SwClusterClass, c).n++;
    }
  self->n_classes = classes->len;
  self->classes = (SwClusterClass *)(gpointer)g_array_free (classes, FALSE);
  guint32 first = 0;
  for (guint32 c = 0; c < self->n_classes; c++)
    {
      self->classes[c].first = first;
      first += self->classes[c].n;
    }
  for (SwNode i = 0; i < self->n; i++)
    self->members[self->classes[self->nodes[i].class].first + self->nodes[i].local] = i;
}

static void
make_index (SwCluster *self)
{
  self->index = g_new0 (SwClusterIndex, MAX (self->n_classes, 1));
  for (guint32 c = 0; c < self->n_classes; c++)
    {
      const SwClusterClass *class = &self->classes[c];
      self->index[c].buckets = g_new0 (SwBits, class->gpus + 1);
      for (guint32 f = 0; f <= class->gpus; f++)
        sw_bits_init (&self->index[c].buckets[f], class->n);
      self->index[c].max_cpu = g_new0 (gint64, sw_cluster_blocks (class));
      self->index[c].max_mem = g_new0 (gint64, sw_cluster_blocks (class));
      self->index[c].max_left = g_new0 (guint16, sw_cluster_blocks (class));
    }
}

void
sw_cluster_track_cards (SwCluster *self)
{
  if (self->cards != NULL)
    return;
  self->first_card = g_new (guint32, self->n + 1);
  for (SwNode i = 0; i < self->n; i++)
    {
      self->first_card[i] = self->n_cards;
      self->n_cards += sw_cluster_row (self, i)->gpus;
    }
  self->first_card[self->n] = self->n_cards;
  self->cards = g_new0 (SwCard, self->n_cards + 1);
}

/* Rules by pool and facts by model, if some pool shares its cards. */
static void
find_rules (SwCluster *self, const SwDevices *devices)
{
  gboolean parts = FALSE;
  const SwPoolRules **rules = g_new0 (const SwPoolRules *, self->n_pools + 1);
  for (guint32 p = 0; p < self->n_pools; p++)
    for (guint32 i = 0; i < devices->n_pools; i++)
      if (strcmp (devices->pools[i].pool, self->pools[p]) == 0
          && devices->pools[i].sharing != SW_SHARING_WHOLE)
        {
          rules[p] = &devices->pools[i];
          parts = TRUE;
        }
  if (!parts)
    {
      g_free (rules);
      return;
    }
  self->rules = rules;
  self->mig = g_new0 (const SwMigGeometry *, self->n_models + 1);
  self->usable = g_new (gint64, self->n_models + 1);
  for (guint32 m = 0; m < self->n_models; m++)
    {
      self->usable[m] = -1;
      for (guint32 i = 0; i < devices->n_models; i++)
        if (strcmp (devices->models[i].name, self->models[m]) == 0)
          {
            self->usable[m] = devices->models[i].usable_mib;
            self->mig[m] = devices->models[i].mig;
          }
    }
  sw_cluster_track_cards (self);
}

SwCluster *
sw_cluster_new (const SwNodeTable *table, const SwDevices *devices, GError **error)
{
  g_autoptr (SwCluster) self = g_new0 (SwCluster, 1);
  guint32 n = sw_node_table_count (table), room = MAX (n, 1);
  self->table = table;
  self->n = n;
  self->nodes = g_new0 (SwClusterNode, room);
  self->cpu = g_new0 (gint64, room);
  self->mem = g_new0 (gint64, room);
  self->model = g_new0 (gint32, room);
  self->pool = g_new0 (guint32, room);
  self->rack = g_new0 (guint32, room);
  self->top_switch = g_new0 (guint32, room);
  self->members = g_new0 (SwNode, room);
  if (!find_models (self, error))
    return NULL;
  find_pools (self);
  self->devices = devices;
  if (devices != NULL)
    find_rules (self, devices);
  find_domains (self);
  find_classes (self);
  for (guint32 c = 0; c < self->n_classes; c++)
    if (self->classes[c].n > SW_BITS_MAX)
      {
        sw_error_at (error, self->pools[self->classes[c].pool], 0, 0,
                     "%u equal nodes in one pool, at most %d are supported", self->classes[c].n,
                     SW_BITS_MAX);
        return NULL;
      }
  for (SwNode i = 0; i < n; i++)
    {
      const SwNodeRow *row = sw_cluster_row (self, i);
      self->cpu[i] = row->cpu_milli < 0 ? SW_UNLIMITED : row->cpu_milli;
      self->mem[i] = row->mem_mib < 0 ? SW_UNLIMITED : row->mem_mib;
    }
  self->pool_gpus = g_new0 (guint32, self->n_pools + 1);
  self->pool_allocated = g_new0 (guint64, self->n_pools + 1);
  make_index (self);
  return g_steal_pointer (&self);
}

void
sw_cluster_free (SwCluster *self)
{
  if (self == NULL)
    return;
  for (guint32 c = 0; self->index != NULL && c < self->n_classes; c++)
    {
      for (guint32 f = 0; f <= self->classes[c].gpus; f++)
        sw_bits_fini (&self->index[c].buckets[f]);
      g_free (self->index[c].buckets);
      g_free (self->index[c].max_cpu);
      g_free (self->index[c].max_mem);
      g_free (self->index[c].max_left);
    }
  g_free (self->rules);
  g_free (self->mig);
  g_free (self->usable);
  g_free (self->cards);
  g_free (self->first_card);
  g_free (self->log);
  g_free (self->hosts);
  g_free (self->index);
  g_free (self->nodes);
  g_free (self->cpu);
  g_free (self->mem);
  g_free (self->model);
  g_free (self->pool);
  g_free (self->rack);
  g_free (self->top_switch);
  g_free (self->members);
  g_free (self->racks.first);
  g_free (self->racks.nodes);
  g_free (self->switches.first);
  g_free (self->switches.nodes);
  g_free (self->classes);
  g_free (self->pools);
  g_free (self->pool_gpus);
  g_free (self->pool_allocated);
  g_free (self);
}

SwCluster *
sw_cluster_copy (const SwCluster *from)
{
  SwCluster *self = sw_cluster_new (from->table, from->devices, NULL);
  g_assert (self != NULL);
  if (from->cards != NULL)
    sw_cluster_track_cards (self);
  if (from->hosts != NULL)
    sw_cluster_count_hosts (self);
  self->profiles = from->profiles;
  self->n_wishes = from->n_wishes;
  sw_cluster_assign (self, from);
  return self;
}

void
sw_cluster_assign (SwCluster *self, const SwCluster *from)
{
  g_assert (self->table == from->table);
  memcpy (self->nodes, from->nodes, self->n * sizeof *self->nodes);
  for (guint32 c = 0; c < self->n_classes; c++)
    {
      const SwClusterClass *class = &self->classes[c];
      for (guint32 f = 0; f <= class->gpus; f++)
        sw_bits_assign (&self->index[c].buckets[f], &from->index[c].buckets[f]);
      memcpy (self->index[c].max_cpu, from->index[c].max_cpu,
              sw_cluster_blocks (class) * sizeof (gint64));
      memcpy (self->index[c].max_mem, from->index[c].max_mem,
              sw_cluster_blocks (class) * sizeof (gint64));
      memcpy (self->index[c].max_left, from->index[c].max_left,
              sw_cluster_blocks (class) * sizeof (guint16));
    }
  memcpy (self->model_gpus, from->model_gpus, sizeof self->model_gpus);
  memcpy (self->model_free, from->model_free, sizeof self->model_free);
  memcpy (self->pool_gpus, from->pool_gpus, self->n_pools * sizeof (guint32));
  memcpy (self->pool_allocated, from->pool_allocated, self->n_pools * sizeof (guint64));
  self->gpus = from->gpus;
  self->free_gpus = from->free_gpus;
  self->cpu_exist = from->cpu_exist;
  self->cpu_used = from->cpu_used;
  self->allocated = from->allocated;
  self->mem_exist = from->mem_exist;
  self->mem_promised = from->mem_promised;
  self->slices = from->slices;
  self->slices_held = from->slices_held;
  self->slices_stranded = from->slices_stranded;
  if (self->cards != NULL)
    memcpy (self->cards, from->cards, self->n_cards * sizeof *self->cards);
  if (self->hosts != NULL)
    memcpy (self->hosts, from->hosts, (gsize)self->n * SW_HOST_KINDS * sizeof *self->hosts);
}
