/* --check of the cluster: every count and index against a recount. */
#include "sw-cluster-private.h"

static char *
verify_card (const SwCluster *self, SwNode node, guint32 number)
{
  const SwClusterNode *n = &self->nodes[node];
  const SwMigGeometry *mig = sw_cluster_mig (self, node);
  const SwCard *card = sw_cluster_cards (self, node) + number;
  gboolean is_free = (n->free_mask >> number & 1) != 0;
  guint32 made = 0, held = 0;
  if (card->left > 1000 || card->left > n->most_left
      || is_free != (card->tenants == 0 && card->use != SW_CARD_WHOLE)
      || (card->tenants > 0 && card->use < SW_CARD_SHARED)
      || card->mem_left > sw_cluster_card_mib (self, self->model[node])
      || (is_free && card->left != 1000) || (card->busy & ~card->made) != 0)
    return g_strdup_printf ("cluster: card %u of node %s is in an impossible state", number,
                            sw_cluster_node_id (self, node));
  for (guint start = 0; mig != NULL && start < mig->units; start++)
    {
      if (card->at[start] == 0)
        continue;
      guint profile = card->at[start] - 1u;
      guint32 bits = sw_mig_bits (mig, profile, start);
      gboolean used = (card->busy >> start & 1) != 0;
      if ((made & bits) != 0 || ((card->busy & bits) != 0) != used
          || (sw_mig_starts (mig, profile, 0) >> start & 1) == 0)
        return g_strdup_printf ("cluster: card %u of node %s has impossible instances", number,
                                sw_cluster_node_id (self, node));
      made |= bits;
      held += used ? sw_mig_milli (mig, profile, start) : 0;
    }
  if (mig != NULL
      && (made != card->made || (card->use == SW_CARD_SLICED && held != 1000u - card->left)))
    return g_strdup_printf ("cluster: the instances of card %u of node %s do not add up", number,
                            sw_cluster_node_id (self, node));
  return NULL;
}

static char *
verify_cards (const SwCluster *self, SwNode node)
{
  char *text = NULL;
  for (guint32 i = 0; text == NULL && i < sw_cluster_row (self, node)->gpus; i++)
    text = verify_card (self, node, i);
  return text;
}

/* The sum over the cards, where they are kept, else over the numbers of free ones. */
static guint64
allocated_on (const SwCluster *self, SwNode node)
{
  guint32 gpus = sw_cluster_row (self, node)->gpus;
  if (self->cards == NULL)
    return 1000 * (guint64)(gpus - self->nodes[node].free);
  guint64 held = 0;
  for (guint32 i = 0; i < gpus; i++)
    held += 1000 - sw_cluster_cards (self, node)[i].left;
  return held;
}

static char *
verify_node (const SwCluster *self, SwNode node)
{
  const SwClusterNode *n = &self->nodes[node];
  const SwClusterIndex *index = &self->index[n->class];
  guint32 gpus = sw_cluster_row (self, node)->gpus;
  if ((n->free_mask & ~sw_cluster_all_cards (gpus)) != 0
      || n->free != (guint32)__builtin_popcountll (n->free_mask) || n->free_cpu < 0
      || n->free_mem < 0 || n->free_cpu > self->cpu[node] || n->free_mem > self->mem[node])
    return g_strdup_printf ("cluster: node %s has impossible free capacity",
                            sw_cluster_node_id (self, node));
  for (guint32 f = 0; f <= gpus; f++)
    if (sw_bits_test (&index->buckets[f], n->local) != (n->up && f == n->free))
      return g_strdup_printf ("cluster: node %s is in the wrong bucket",
                              sw_cluster_node_id (self, node));
  if (n->up
      && (index->max_cpu[n->local / SW_BLOCK] < n->free_cpu
          || index->max_mem[n->local / SW_BLOCK] < n->free_mem
          || index->max_left[n->local / SW_BLOCK] < n->most_left))
    return g_strdup_printf ("cluster: node %s is above the bound of its block",
                            sw_cluster_node_id (self, node));
  return n->up && self->cards != NULL ? verify_cards (self, node) : NULL;
}

char *
sw_cluster_verify (const SwCluster *self)
{
  guint32 gpus = 0, free_gpus = 0, by_model = 0;
  guint64 allocated = 0, by_pool = 0;
  gint64 cpu_used = 0;
  for (SwNode i = 0; i < self->n; i++)
    {
      char *text = verify_node (self, i);
      if (text != NULL)
        return text;
      if (!self->nodes[i].up)
        continue;
      gpus += sw_cluster_row (self, i)->gpus;
      free_gpus += self->nodes[i].free;
      allocated += allocated_on (self, i);
      cpu_used += self->cpu[i] - self->nodes[i].free_cpu;
    }
  for (guint32 m = 0; m < self->n_models; m++)
    by_model += self->model_free[m];
  for (guint32 p = 0; p < self->n_pools; p++)
    by_pool += self->pool_allocated[p];
  if (gpus != self->gpus || allocated != self->allocated || free_gpus != self->free_gpus
      || by_model != free_gpus || by_pool != self->allocated || cpu_used != self->cpu_used)
    return g_strdup_printf ("cluster: %u of %u GPUs free by count, %u of %u by sums", free_gpus,
                            gpus, self->free_gpus, self->gpus);
  return NULL;
}
