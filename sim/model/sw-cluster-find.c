/* Finding a node for a task: first, best, worst and random fit over classes, buckets of free cards
 * and blocks of nodes, so that full nodes are never looked at. */
#include "sw-cluster-private.h"
#include "sw-rng.h"

static void
tighten (SwCluster *self, guint32 c, guint32 block)
{
  const SwClusterClass *class = &self->classes[c];
  gint64 cpu = 0, mem = 0;
  guint32 end = MIN ((block + 1) * SW_BLOCK, class->n);
  for (guint32 i = block * SW_BLOCK; i < end; i++)
    {
      const SwClusterNode *n = &self->nodes[self->members[class->first + i]];
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
  const SwClusterClass *class = &self->classes[c];
  SwClusterIndex *index = &self->index[c];
  const SwBits *bits = &index->buckets[bucket];
  guint32 i = sw_bits_next (bits, from), tried = G_MAXUINT32;
  if (group->cpu_milli == 0 && group->mem_mib == 0)
    return i;
  while (i != G_MAXUINT32)
    {
      guint32 block = i / SW_BLOCK;
      if (tried != G_MAXUINT32 && block != tried)
        tighten (self, c, tried);
      if (index->max_cpu[block] < group->cpu_milli || index->max_mem[block] < group->mem_mib)
        {
          tried = G_MAXUINT32;
          i = sw_bits_next (bits, (block + 1) * SW_BLOCK);
          continue;
        }
      const SwClusterNode *n = &self->nodes[self->members[class->first + i]];
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
  return self->classes[c].gpus >= group->gpus
         && sw_cluster_allowed (self, group, self->classes[c].model);
}

/* Local number of the first node of the class whose rank is at least `from`. */
static guint32
local_from (const SwCluster *self, const SwClusterClass *class, SwNode from)
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
      const SwClusterClass *class = &self->classes[c];
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
