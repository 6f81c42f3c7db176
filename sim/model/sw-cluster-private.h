/* The inside of the cluster, shared by its files: building and copying (sw-cluster-build.c),
 * looking and changing (sw-cluster.c), finding nodes (sw-cluster-find.c). */
#ifndef SW_CLUSTER_PRIVATE_H
#define SW_CLUSTER_PRIVATE_H

#include "sw-bits.h"
#include "sw-cluster.h"

G_BEGIN_DECLS

#define SW_UNLIMITED (G_MAXINT64 / 4)
#define SW_BLOCK 64 /* nodes whose free CPU and memory share a bound */

/* What changes of a node. */
typedef struct
{
  guint64 free_mask;
  gint64 free_cpu, free_mem;
  guint32 class, local; /* its class and its number there */
  guint16 free;         /* members of free_mask */
  gboolean up;
} SwClusterNode;

/* What never changes; shared by copies through the table. */
typedef struct
{
  guint32 pool, gpus, first, n; /* n nodes, numbers in members from first on */
  gint32 model;
} SwClusterClass;

/* The part of a class that changes. */
typedef struct
{
  SwBits *buckets;           /* per number of free cards 0 .. gpus: nodes that are up */
  gint64 *max_cpu, *max_mem; /* per block: no node that is up has more free */
} SwClusterIndex;

/* Nodes grouped by rack or by switch. */
typedef struct
{
  guint32 n;
  guint32 *first; /* n + 1 offsets into nodes */
  SwNode *nodes;
} SwClusterDomains;

struct SwCluster
{
  const SwNodeTable *table;
  guint32 n, n_classes, n_models, n_pools;
  SwClusterNode *nodes;
  gint64 *cpu, *mem; /* capacity */
  gint32 *model;
  guint32 *pool, *rack, *top_switch;
  SwClusterClass *classes;
  SwNode *members;
  SwClusterDomains racks, switches;
  SwClusterIndex *index;
  const char *models[SW_MAX_MODELS];
  const char **pools;
  guint32 model_gpus[SW_MAX_MODELS], model_free[SW_MAX_MODELS];
  guint32 *pool_gpus, *pool_allocated;
  guint32 gpus, free_gpus;
  gint64 cpu_exist, cpu_used;
};

static inline const SwNodeRow *
sw_cluster_row (const SwCluster *self, SwNode node)
{
  return sw_node_table_row (self->table, node);
}

static inline guint64
sw_cluster_all_cards (guint32 gpus)
{
  return gpus == 64 ? ~(guint64)0 : ((guint64)1 << gpus) - 1;
}

static inline guint32
sw_cluster_blocks (const SwClusterClass *class)
{
  return (class->n + SW_BLOCK - 1) / SW_BLOCK;
}

static inline gboolean
sw_cluster_allowed (const SwCluster *self, const SwTaskGroup *group, gint32 model)
{
  return group->gpus == 0 || (model >= 0 && (group->models >> model & 1) != 0);
}

G_END_DECLS

#endif
