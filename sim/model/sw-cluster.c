/* Nodes, what is free of them, and the index by class, free cards and block; see the header. */
#include "sw-cluster.h"
#include "sw-bits.h"
#include "sw-error.h"
#include "sw-rng.h"

#include <string.h>

#define UNLIMITED (G_MAXINT64 / 4)
#define BLOCK 64 /* nodes whose free CPU and memory share a bound */

/* What changes of a node. */
typedef struct
{
  guint64 free_mask;
  gint64 free_cpu, free_mem;
  guint32 class, local; /* its class and its number there */
  guint16 free;         /* members of free_mask */
  gboolean up;
} Node;

/* What never changes; shared by copies through the table. */
typedef struct
{
  guint32 pool, gpus, first, n; /* n nodes, numbers in members from first on */
  gint32 model;
} Class;

/* The part of a class that changes. */
typedef struct
{
  SwBits *buckets;           /* per number of free cards 0 .. gpus: nodes that are up */
  gint64 *max_cpu, *max_mem; /* per block: no node that is up has more free */
} Index;

struct SwCluster
{
  const SwNodeTable *table;
  guint32 n, n_classes, n_models, n_pools;
  Node *nodes;
  gint64 *cpu, *mem; /* capacity */
  gint32 *model;
  guint32 *pool, *rack, *top_switch;
  Class *classes;
  SwNode *members;
  Index *index;
  const char *models[SW_MAX_MODELS];
  const char **pools;
  guint32 model_gpus[SW_MAX_MODELS], model_free[SW_MAX_MODELS];
  guint32 *pool_gpus, *pool_allocated;
  guint32 gpus, free_gpus;
  gint64 cpu_exist, cpu_used;
};

/* ---- building ---- */

static const SwNodeRow *
row_of (const SwCluster *self, SwNode node)
{
  return sw_node_table_row (self->table, node);
}

static guint64
all_cards (guint32 gpus)
{
  return gpus == 64 ? ~(guint64)0 : ((guint64)1 << gpus) - 1;
}

static gboolean
find_models (SwCluster *self, GError **error)
{
  for (SwNode i = 0; i < self->n; i++)
    {
      const SwNodeRow *row = row_of (self, i);
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
      guint32 name = row_of (self, i)->pool, p = 0;
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

/* Racks and switches get numbers; nodes that name none share number 0. */
static void
find_domains (SwCluster *self)
{
  for (SwNode i = 0; i < self->n; i++)
    {
      self->rack[i] = row_of (self, i)->rack;
      self->top_switch[i] = row_of (self, i)->top_switch;
    }
}

static guint32
class_of (SwCluster *self, SwNode node, GArray *classes)
{
  Class wanted
      = { .pool = self->pool[node], .gpus = row_of (self, node)->gpus, .model = self->model[node] };
  for (guint32 c = 0; c < classes->len; c++)
    {
      const Class *class = &g_array_index (classes, Class, c);
      if (class->pool == wanted.pool && class->gpus == wanted.gpus && class->model == wanted.model)
        return c;
    }
  g_array_append_val (classes, wanted);
  return classes->len - 1;
}

static void
find_classes (SwCluster *self)
{
  GArray *classes = g_array_new (FALSE, TRUE, sizeof (Class));
  for (SwNode i = 0; i < self->n; i++)
    {
      guint32 c = class_of (self, i, classes);
      self->nodes[i].class = c;
      self->nodes[i].local = g_array_index (classes, Class, c).n++;
    }
  self->n_classes = classes->len;
  self->classes = (Class *)(gpointer)g_array_free (classes, FALSE);
  guint32 first = 0;
  for (guint32 c = 0; c < self->n_classes; c++)
    {
      self->classes[c].first = first;
      first += self->classes[c].n;
    }
  for (SwNode i = 0; i < self->n; i++)
    self->members[self->classes[self->nodes[i].class].first + self->nodes[i].local] = i;
}

static guint32
n_blocks (const Class *class)
{
  return (class->n + BLOCK - 1) / BLOCK;
}

static void
make_index (SwCluster *self)
{
  self->index = g_new0 (Index, MAX (self->n_classes, 1));
  for (guint32 c = 0; c < self->n_classes; c++)
    {
      const Class *class = &self->classes[c];
      self->index[c].buckets = g_new0 (SwBits, class->gpus + 1);
      for (guint32 f = 0; f <= class->gpus; f++)
        sw_bits_init (&self->index[c].buckets[f], class->n);
      self->index[c].max_cpu = g_new0 (gint64, n_blocks (class));
      self->index[c].max_mem = g_new0 (gint64, n_blocks (class));
    }
}

SwCluster *
sw_cluster_new (const SwNodeTable *table, GError **error)
{
  g_autoptr (SwCluster) self = g_new0 (SwCluster, 1);
  guint32 n = sw_node_table_count (table), room = MAX (n, 1);
  self->table = table;
  self->n = n;
  self->nodes = g_new0 (Node, room);
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
      const SwNodeRow *row = row_of (self, i);
      self->cpu[i] = row->cpu_milli < 0 ? UNLIMITED : row->cpu_milli;
      self->mem[i] = row->mem_mib < 0 ? UNLIMITED : row->mem_mib;
    }
  self->pool_gpus = g_new0 (guint32, self->n_pools + 1);
  self->pool_allocated = g_new0 (guint32, self->n_pools + 1);
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
    }
  g_free (self->index);
  g_free (self->nodes);
  g_free (self->cpu);
  g_free (self->mem);
  g_free (self->model);
  g_free (self->pool);
  g_free (self->rack);
  g_free (self->top_switch);
  g_free (self->members);
  g_free (self->classes);
  g_free (self->pools);
  g_free (self->pool_gpus);
  g_free (self->pool_allocated);
  g_free (self);
}

SwCluster *
sw_cluster_copy (const SwCluster *from)
{
  SwCluster *self = sw_cluster_new (from->table, NULL);
  g_assert (self != NULL);
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
      const Class *class = &self->classes[c];
      for (guint32 f = 0; f <= class->gpus; f++)
        sw_bits_assign (&self->index[c].buckets[f], &from->index[c].buckets[f]);
      memcpy (self->index[c].max_cpu, from->index[c].max_cpu, n_blocks (class) * sizeof (gint64));
      memcpy (self->index[c].max_mem, from->index[c].max_mem, n_blocks (class) * sizeof (gint64));
    }
  memcpy (self->model_gpus, from->model_gpus, sizeof self->model_gpus);
  memcpy (self->model_free, from->model_free, sizeof self->model_free);
  memcpy (self->pool_gpus, from->pool_gpus, self->n_pools * sizeof (guint32));
  memcpy (self->pool_allocated, from->pool_allocated, self->n_pools * sizeof (guint32));
  self->gpus = from->gpus;
  self->free_gpus = from->free_gpus;
  self->cpu_exist = from->cpu_exist;
  self->cpu_used = from->cpu_used;
}

/* ---- looking ---- */

guint32
sw_cluster_n_nodes (const SwCluster *self)
{
  return self->n;
}

guint32
sw_cluster_n_models (const SwCluster *self)
{
  return self->n_models;
}

guint32
sw_cluster_n_pools (const SwCluster *self)
{
  return self->n_pools;
}

const char *
sw_cluster_model (const SwCluster *self, guint32 model)
{
  return self->models[model];
}

const char *
sw_cluster_pool (const SwCluster *self, guint32 pool)
{
  return self->pools[pool];
}

void
sw_cluster_node (const SwCluster *self, SwNode node, SwNodeInfo *out)
{
  const Node *n = &self->nodes[node];
  const SwNodeRow *row = row_of (self, node);
  *out = (SwNodeInfo){
    .id = sw_strings_get (self->table->strings, row->id),
    .pool = self->pool[node],
    .model = self->model[node],
    .gpus = row->gpus,
    .free_gpus = n->free,
    .free_mask = n->free_mask,
    .cpu_milli = self->cpu[node],
    .free_cpu_milli = n->free_cpu,
    .mem_mib = self->mem[node],
    .free_mem_mib = n->free_mem,
    .rack = self->rack[node],
    .top_switch = self->top_switch[node],
    .up = n->up,
  };
}

guint64
sw_cluster_free_mask (const SwCluster *self, SwNode node)
{
  return self->nodes[node].free_mask;
}

void
sw_cluster_domain (const SwCluster *self, SwNode node, guint32 *rack, guint32 *top_switch)
{
  *rack = self->rack[node];
  *top_switch = self->top_switch[node];
}

const char *
sw_cluster_node_id (const SwCluster *self, SwNode node)
{
  return sw_strings_get (self->table->strings, row_of (self, node)->id);
}

guint32
sw_cluster_gpus (const SwCluster *self)
{
  return self->gpus;
}

guint32
sw_cluster_free_gpus (const SwCluster *self)
{
  return self->free_gpus;
}

void
sw_cluster_model_gpus (const SwCluster *self, guint32 model, guint32 *exist, guint32 *free_now)
{
  *exist = self->model_gpus[model];
  *free_now = self->model_free[model];
}

const guint32 *
sw_cluster_pool_gpus (const SwCluster *self)
{
  return self->pool_gpus;
}

const guint32 *
sw_cluster_pool_allocated (const SwCluster *self)
{
  return self->pool_allocated;
}

void
sw_cluster_cpu (const SwCluster *self, gint64 *exist, gint64 *used)
{
  *exist = self->cpu_exist;
  *used = self->cpu_used;
}

gint32
sw_cluster_node_model (const SwCluster *self, SwNode node)
{
  return self->model[node];
}

gboolean
sw_cluster_is_up (const SwCluster *self, SwNode node)
{
  return self->nodes[node].up;
}

/* ---- changing ---- */

static void
raise_bounds (Index *index, const Node *node)
{
  guint32 b = node->local / BLOCK;
  index->max_cpu[b] = MAX (index->max_cpu[b], node->free_cpu);
  index->max_mem[b] = MAX (index->max_mem[b], node->free_mem);
}

void
sw_cluster_set_up (SwCluster *self, SwNode node, gboolean up)
{
  Node *n = &self->nodes[node];
  guint32 gpus = row_of (self, node)->gpus;
  g_assert (n->up != up);
  Index *index = &self->index[n->class];
  gint64 cpu = self->cpu[node] == UNLIMITED ? 0 : self->cpu[node];
  if (up)
    {
      n->free_mask = all_cards (gpus);
      n->free = (guint16)gpus;
      n->free_cpu = self->cpu[node];
      n->free_mem = self->mem[node];
      sw_bits_set (&index->buckets[gpus], n->local);
      raise_bounds (index, n);
      self->gpus += gpus;
      self->free_gpus += gpus;
      self->pool_gpus[self->pool[node]] += gpus;
      self->cpu_exist += cpu;
    }
  else
    {
      g_assert (n->free_mask == all_cards (gpus) && n->free_cpu == self->cpu[node]
                && n->free_mem == self->mem[node]);
      sw_bits_clear (&index->buckets[gpus], n->local);
      *n = (Node){ .class = n->class, .local = n->local };
      self->gpus -= gpus;
      self->free_gpus -= gpus;
      self->pool_gpus[self->pool[node]] -= gpus;
      self->cpu_exist -= cpu;
    }
  n->up = up;
  if (self->model[node] >= 0)
    {
      self->model_gpus[self->model[node]] += up ? gpus : -gpus;
      self->model_free[self->model[node]] += up ? gpus : -gpus;
    }
}

void
sw_cluster_fill_up (SwCluster *self)
{
  for (SwNode i = 0; i < self->n; i++)
    if (!self->nodes[i].up)
      sw_cluster_set_up (self, i, TRUE);
}

/* Takes (sign -1) or gives back (+1) the cards and amounts of so many tasks. */
static void
move (SwCluster *self, SwNode node, const SwTaskGroup *group, guint32 tasks, guint64 cards,
      gint sign)
{
  Node *n = &self->nodes[node];
  Index *index = &self->index[n->class];
  guint32 old_free = n->free, count = group->gpus * tasks;
  n->free_mask ^= cards;
  n->free += sign > 0 ? count : -count;
  gint64 cpu = group->cpu_milli * tasks;
  n->free_cpu += sign * cpu;
  n->free_mem += sign * group->mem_mib * (gint64)tasks;
  self->cpu_used -= sign * cpu;
  if (count > 0)
    {
      sw_bits_clear (&index->buckets[old_free], n->local);
      sw_bits_set (&index->buckets[n->free], n->local);
      self->free_gpus += sign > 0 ? count : -count;
      self->model_free[self->model[node]] += sign > 0 ? count : -count;
      self->pool_allocated[self->pool[node]] -= sign > 0 ? count : -count;
    }
  if (sign > 0)
    raise_bounds (index, n);
}

static guint64
lowest (guint64 mask, guint32 count)
{
  guint64 rest = mask;
  for (guint32 i = 0; i < count; i++)
    rest &= rest - 1;
  return mask & ~rest;
}

static gboolean
allowed (const SwCluster *self, const SwTaskGroup *group, gint32 model)
{
  return group->gpus == 0 || (model >= 0 && (group->models >> model & 1) != 0);
}

guint32
sw_cluster_room (const SwCluster *self, SwNode node, const SwTaskGroup *group)
{
  const Node *n = &self->nodes[node];
  if (!n->up || !allowed (self, group, self->model[node]))
    return 0;
  gint64 room = G_MAXUINT32;
  if (group->gpus > 0)
    room = n->free / group->gpus;
  if (group->cpu_milli > 0)
    room = MIN (room, n->free_cpu / group->cpu_milli);
  if (group->mem_mib > 0)
    room = MIN (room, n->free_mem / group->mem_mib);
  return (guint32)room;
}

gboolean
sw_cluster_claim (SwCluster *self, SwNode node, const SwTaskGroup *group, guint32 tasks,
                  guint64 *cards)
{
  if (sw_cluster_room (self, node, group) < tasks)
    return FALSE;
  *cards = lowest (self->nodes[node].free_mask, group->gpus * tasks);
  move (self, node, group, tasks, *cards, -1);
  return TRUE;
}

gboolean
sw_cluster_claim_cards (SwCluster *self, SwNode node, const SwTaskGroup *group, guint32 tasks,
                        guint64 cards)
{
  if (sw_cluster_room (self, node, group) < tasks || (cards & ~self->nodes[node].free_mask) != 0
      || (guint32)__builtin_popcountll (cards) != group->gpus * tasks)
    return FALSE;
  move (self, node, group, tasks, cards, -1);
  return TRUE;
}

void
sw_cluster_release (SwCluster *self, SwNode node, const SwTaskGroup *group, guint32 tasks,
                    guint64 cards)
{
  g_assert (self->nodes[node].up && (self->nodes[node].free_mask & cards) == 0);
  move (self, node, group, tasks, cards, 1);
}

/* ---- finding ---- */

static void
tighten (SwCluster *self, guint32 c, guint32 block)
{
  const Class *class = &self->classes[c];
  gint64 cpu = 0, mem = 0;
  guint32 end = MIN ((block + 1) * BLOCK, class->n);
  for (guint32 i = block * BLOCK; i < end; i++)
    {
      const Node *n = &self->nodes[self->members[class->first + i]];
      cpu = MAX (cpu, n->free_cpu);
      mem = MAX (mem, n->free_mem);
    }
  self->index[c].max_cpu[block] = cpu;
  self->index[c].max_mem[block] = mem;
}

/* First node of the bucket from local number `from` on with enough CPU and memory; G_MAXUINT32 if
   none. */
static guint32
scan (SwCluster *self, guint32 c, guint32 bucket, guint32 from, const SwTaskGroup *group)
{
  const Class *class = &self->classes[c];
  Index *index = &self->index[c];
  const SwBits *bits = &index->buckets[bucket];
  guint32 i = sw_bits_next (bits, from), tried = G_MAXUINT32;
  if (group->cpu_milli == 0 && group->mem_mib == 0)
    return i;
  while (i != G_MAXUINT32)
    {
      guint32 block = i / BLOCK;
      if (tried != G_MAXUINT32 && block != tried)
        tighten (self, c, tried);
      if (index->max_cpu[block] < group->cpu_milli || index->max_mem[block] < group->mem_mib)
        {
          tried = G_MAXUINT32;
          i = sw_bits_next (bits, (block + 1) * BLOCK);
          continue;
        }
      const Node *n = &self->nodes[self->members[class->first + i]];
      if (n->free_cpu >= group->cpu_milli && n->free_mem >= group->mem_mib)
        return i;
      tried = block;
      i = sw_bits_next (bits, i + 1);
    }
  if (tried != G_MAXUINT32)
    tighten (self, c, tried);
  return G_MAXUINT32;
}

static gboolean
class_serves (const SwCluster *self, guint32 c, const SwTaskGroup *group)
{
  return self->classes[c].gpus >= group->gpus && allowed (self, group, self->classes[c].model);
}

/* Local number of the first node of the class whose rank is at least `from`. */
static guint32
local_from (const SwCluster *self, const Class *class, SwNode from)
{
  guint32 low = 0, high = class->n;
  while (low < high)
    {
      guint32 middle = (low + high) / 2;
      if (self->members[class->first + middle] < from)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

SwNode
sw_cluster_next_fit (SwCluster *self, const SwTaskGroup *group, SwNode from)
{
  SwNode best = SW_NO_NODE;
  for (guint32 c = 0; c < self->n_classes; c++)
    {
      const Class *class = &self->classes[c];
      if (!class_serves (self, c, group))
        continue;
      guint32 start = from == 0 ? 0 : local_from (self, class, from);
      for (guint32 f = group->gpus; start < class->n && f <= class->gpus; f++)
        {
          guint32 i = scan (self, c, f, start, group);
          if (i != G_MAXUINT32)
            best = MIN (best, self->members[class->first + i]);
        }
    }
  return best;
}

/* First node of all classes in the bucket of f free cards. */
static SwNode
first_in_bucket (SwCluster *self, const SwTaskGroup *group, guint32 f)
{
  SwNode best = SW_NO_NODE;
  for (guint32 c = 0; c < self->n_classes; c++)
    {
      if (f > self->classes[c].gpus || !class_serves (self, c, group))
        continue;
      guint32 i = scan (self, c, f, 0, group);
      if (i != G_MAXUINT32)
        best = MIN (best, self->members[self->classes[c].first + i]);
    }
  return best;
}

static guint32
most_cards (const SwCluster *self)
{
  guint32 most = 0;
  for (guint32 c = 0; c < self->n_classes; c++)
    most = MAX (most, self->classes[c].gpus);
  return most;
}

SwNode
sw_cluster_best_fit (SwCluster *self, const SwTaskGroup *group)
{
  guint32 most = most_cards (self);
  for (guint32 f = group->gpus; f <= most; f++)
    {
      SwNode node = first_in_bucket (self, group, f);
      if (node != SW_NO_NODE)
        return node;
    }
  return SW_NO_NODE;
}

SwNode
sw_cluster_worst_fit (SwCluster *self, const SwTaskGroup *group)
{
  for (guint32 f = most_cards (self) + 1; f > group->gpus; f--)
    {
      SwNode node = first_in_bucket (self, group, f - 1);
      if (node != SW_NO_NODE)
        return node;
    }
  return SW_NO_NODE;
}

/* The k-th node, by class and bucket, that has the cards. */
static SwNode
kth_with_cards (const SwCluster *self, const SwTaskGroup *group, guint64 k)
{
  for (guint32 c = 0; c < self->n_classes; c++)
    {
      if (!class_serves (self, c, group))
        continue;
      for (guint32 f = group->gpus; f <= self->classes[c].gpus; f++)
        {
          const SwBits *bits = &self->index[c].buckets[f];
          guint32 count = sw_bits_count (bits);
          if (k < count)
            return self->members[self->classes[c].first + sw_bits_select (bits, (guint32)k)];
          k -= count;
        }
    }
  return SW_NO_NODE;
}

SwNode
sw_cluster_random_fit (SwCluster *self, const SwTaskGroup *group, guint64 draw)
{
  guint64 total = 0;
  for (guint32 c = 0; c < self->n_classes; c++)
    if (class_serves (self, c, group))
      for (guint32 f = group->gpus; f <= self->classes[c].gpus; f++)
        total += sw_bits_count (&self->index[c].buckets[f]);
  /* Draw among those with enough cards until one has CPU and memory too; after many misses list
     those that do. */
  for (guint32 try = 0; try < 64 && total > 0; try++)
    {
      SwNode node = kth_with_cards (self, group, sw_below (draw, total));
      if (sw_cluster_room (self, node, group) > 0)
        return node;
      draw = sw_mix64 (draw);
    }
  guint32 count = 0;
  for (SwNode node = sw_cluster_next_fit (self, group, 0); node != SW_NO_NODE;
       node = sw_cluster_next_fit (self, group, node + 1))
    count++;
  if (count == 0)
    return SW_NO_NODE;
  guint64 k = sw_below (draw, count);
  SwNode node = sw_cluster_next_fit (self, group, 0);
  while (k-- > 0)
    node = sw_cluster_next_fit (self, group, node + 1);
  return node;
}

/* ---- checking ---- */

static char *
verify_node (const SwCluster *self, SwNode node)
{
  const Node *n = &self->nodes[node];
  const Index *index = &self->index[n->class];
  guint32 gpus = row_of (self, node)->gpus;
  if ((n->free_mask & ~all_cards (gpus)) != 0
      || n->free != (guint32)__builtin_popcountll (n->free_mask) || n->free_cpu < 0
      || n->free_mem < 0 || n->free_cpu > self->cpu[node] || n->free_mem > self->mem[node])
    return g_strdup_printf ("cluster: node %s has impossible free capacity",
                            sw_cluster_node_id (self, node));
  for (guint32 f = 0; f <= gpus; f++)
    if (sw_bits_test (&index->buckets[f], n->local) != (n->up && f == n->free))
      return g_strdup_printf ("cluster: node %s is in the wrong bucket",
                              sw_cluster_node_id (self, node));
  if (n->up
      && (index->max_cpu[n->local / BLOCK] < n->free_cpu
          || index->max_mem[n->local / BLOCK] < n->free_mem))
    return g_strdup_printf ("cluster: node %s is above the bound of its block",
                            sw_cluster_node_id (self, node));
  return NULL;
}

char *
sw_cluster_verify (const SwCluster *self)
{
  guint32 gpus = 0, free_gpus = 0;
  gint64 cpu_used = 0;
  for (SwNode i = 0; i < self->n; i++)
    {
      char *text = verify_node (self, i);
      if (text != NULL)
        return text;
      if (!self->nodes[i].up)
        continue;
      gpus += row_of (self, i)->gpus;
      free_gpus += self->nodes[i].free;
      cpu_used += self->cpu[i] - self->nodes[i].free_cpu;
    }
  guint32 by_model = 0, by_pool = 0;
  for (guint32 m = 0; m < self->n_models; m++)
    by_model += self->model_free[m];
  for (guint32 p = 0; p < self->n_pools; p++)
    by_pool += self->pool_gpus[p] - self->pool_allocated[p];
  if (gpus != self->gpus || free_gpus != self->free_gpus || by_model != free_gpus
      || by_pool != free_gpus || cpu_used != self->cpu_used)
    return g_strdup_printf ("cluster: %u of %u GPUs free by count, %u of %u by sums", free_gpus,
                            gpus, self->free_gpus, self->gpus);
  return NULL;
}
