/* Finding a node for a task: first, best, worst and random fit over classes, buckets of free cards
 * and blocks of nodes, so that full nodes are never looked at. */
#include "sw-cluster-private.h"
#include "sw-rng.h"

static void
tighten (SwCluster *self, guint32 c, guint32 block)
{
  const SwClusterClass *class = &self->classes[c];
  gint64 cpu = 0, mem = 0;
  guint16 left = 0;
  guint32 end = MIN ((block + 1) * SW_BLOCK, class->n);
  for (guint32 i = block * SW_BLOCK; i < end; i++)
    {
      const SwClusterNode *n = &self->nodes[self->members[class->first + i]];
      cpu = MAX (cpu, n->free_cpu);
      mem = MAX (mem, n->free_mem);
      left = MAX (left, n->most_left);
    }
  self->index[c].max_cpu[block] = cpu;
  self->index[c].max_mem[block] = mem;
  self->index[c].max_left[block] = left;
}

/* First node of the class from local number `from` on that has room for a task with parts. */
static guint32
scan_parts (SwCluster *self, guint32 c, guint32 from, const SwTaskGroup *group)
{
  const SwClusterClass *class = &self->classes[c];
  const SwClusterIndex *index = &self->index[c];
  guint32 least = sw_cluster_least_left (self, group, class);
  for (guint32 i = from; i < class->n;)
    {
      guint32 block = i / SW_BLOCK, end = MIN ((block + 1) * SW_BLOCK, class->n);
      if (index->max_left[block] < least || index->max_cpu[block] < group->cpu_milli
          || index->max_mem[block] < group->mem_mib)
        {
          i = end;
          continue;
        }
      for (; i < end; i++)
        {
          SwNode node = self->members[class->first + i];
          const SwClusterNode *n = &self->nodes[node];
          if (n->most_left >= least && n->free_cpu >= group->cpu_milli
              && n->free_mem >= group->mem_mib && sw_cluster_room (self, node, group) > 0)
            return i;
        }
      tighten (self, c, block);
    }
  return G_MAXUINT32;
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
  return (self->classes[c].gpus >= group->gpus || group->use == SW_USE_SLICE)
         && sw_cluster_allowed (self, group, &self->classes[c]);
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

/* Local number of the first fitting node of a class from that number on; G_MAXUINT32 if none. */
static inline guint32
next_in_class (SwCluster *self, guint32 c, const SwTaskGroup *group, guint32 from)
{
  if (sw_cluster_has_part (group))
    return scan_parts (self, c, from, group);
  guint32 first = G_MAXUINT32;
  for (guint32 f = group->gpus; f <= self->classes[c].gpus; f++)
    first = MIN (first, scan (self, c, f, from, group));
  return first;
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
      guint32 i = start < class->n ? next_in_class (self, c, group, start) : G_MAXUINT32;
      if (i != G_MAXUINT32)
        best = MIN (best, self->members[class->first + i]);
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

/* Thousandths left on the card that the first device of a task would get. */
static guint32
left_there (SwCluster *self, SwNode node, const SwTaskGroup *group)
{
  SwSpot spots[SW_MAX_CARDS];
  g_assert (group->gpus <= SW_MAX_CARDS);
  if (!sw_cluster_choose (self, node, group, spots))
    return 1000;
  return sw_cluster_cards (self, node)[spots[0].card].left;
}

/* Over all nodes with room: the tightest card (best) or the node with the emptiest one. */
static SwNode
extreme_with_parts (SwCluster *self, const SwTaskGroup *group, gboolean best)
{
  SwNode found = SW_NO_NODE;
  guint32 of_found = 0;
  for (SwNode node = sw_cluster_next_fit (self, group, 0); node != SW_NO_NODE;
       node = sw_cluster_next_fit (self, group, node + 1))
    {
      guint32 left = best ? 1000 - left_there (self, node, group) : self->nodes[node].most_left;
      if (found != SW_NO_NODE && left <= of_found)
        continue;
      found = node;
      of_found = left;
    }
  return found;
}

SwNode
sw_cluster_best_fit (SwCluster *self, const SwTaskGroup *group)
{
  if (sw_cluster_has_part (group))
    return extreme_with_parts (self, group, TRUE);
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
  if (sw_cluster_has_part (group))
    return extreme_with_parts (self, group, FALSE);
  for (guint32 f = most_cards (self) + 1; f > group->gpus; f--)
    {
      SwNode node = first_in_bucket (self, group, f - 1);
      if (node != SW_NO_NODE)
        return node;
    }
  return SW_NO_NODE;
}

/* Nodes of a class that may have room: with enough free cards or, for parts, any. */
static guint64
class_candidates (const SwCluster *self, guint32 c, const SwTaskGroup *group)
{
  const SwClusterClass *class = &self->classes[c];
  guint64 n = 0;
  if (!class_serves (self, c, group))
    return 0;
  if (sw_cluster_has_part (group))
    return class->n;
  for (guint32 f = group->gpus; f <= class->gpus; f++)
    n += sw_bits_count (&self->index[c].buckets[f]);
  return n;
}

/* The k-th of all such nodes, by class and bucket. */
static SwNode
kth_candidate (const SwCluster *self, const SwTaskGroup *group, guint64 k)
{
  guint32 c = 0;
  for (guint64 n; k >= (n = class_candidates (self, c, group)); c++)
    k -= n;
  const SwClusterClass *class = &self->classes[c];
  if (sw_cluster_has_part (group))
    return self->members[class->first + (guint32)k];
  guint32 f = group->gpus;
  for (guint32 n; k >= (n = sw_bits_count (&self->index[c].buckets[f])); f++)
    k -= n;
  return self->members[class->first + sw_bits_select (&self->index[c].buckets[f], (guint32)k)];
}

/* The k-th of all fitting nodes, by class and number, and how many there are, if k is beyond. */
static SwNode
kth_fit (SwCluster *self, const SwTaskGroup *group, guint64 k, guint64 *count)
{
  *count = 0;
  for (guint32 c = 0; c < self->n_classes; c++)
    for (guint32 i = 0; class_serves (self, c, group) && i < self->classes[c].n; i++)
      {
        i = next_in_class (self, c, group, i);
        if (i == G_MAXUINT32)
          break;
        if ((*count)++ == k)
          return self->members[self->classes[c].first + i];
      }
  return SW_NO_NODE;
}

SwNode
sw_cluster_random_fit (SwCluster *self, const SwTaskGroup *group, guint64 draw)
{
  guint64 total = 0, count;
  for (guint32 c = 0; c < self->n_classes; c++)
    total += class_candidates (self, c, group);
  /* Draw until one has room; after many misses count those that do. */
  for (guint32 try = 0; try < 64 && total > 0; try++)
    {
      SwNode node = kth_candidate (self, group, sw_below (draw, total));
      draw = sw_mix64 (draw);
      if (sw_cluster_fits (self, node, group))
        return node;
    }
  kth_fit (self, group, G_MAXUINT64, &count);
  return count == 0 ? SW_NO_NODE : kth_fit (self, group, sw_below (draw, count), &count);
}
