/* The inside of the cluster, shared by its files: building and copying (sw-cluster-build.c),
 * looking and changing (sw-cluster.c), parts of cards (sw-cluster-parts.c), their places
 * (sw-cluster-spots.c), finding nodes (sw-cluster-find.c), proving it (sw-cluster-verify.c). */
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
  guint16 most_left;    /* thousandths left on the card that has most; kept with parts only */
  gboolean up;
} SwClusterNode;

/* What never changes; shared by copies through the table. */
typedef struct
{
  guint32 pool, gpus, first, n; /* n nodes, numbers in members from first on */
  gint32 model;
  const SwPoolRules *rules; /* NULL: whole cards */
} SwClusterClass;

/* The part of a class that changes. */
typedef struct
{
  SwBits *buckets;           /* per number of free cards 0 .. gpus: nodes that are up */
  gint64 *max_cpu, *max_mem; /* per block: no node that is up has more free */
  guint16 *max_left;         /* per block: no card of a node that is up has more left */
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
  guint32 *pool_gpus;
  guint64 *pool_allocated, allocated; /* thousandths of GPUs */
  guint32 gpus, free_gpus;
  gint64 cpu_exist, cpu_used;

  /* Parts of cards; NULL and 0 where all pools use them whole. */
  const SwDevices *devices;
  const SwPoolRules **rules; /* per pool */
  const SwMigGeometry **mig; /* per model */
  gint64 *usable;            /* per model: memory of a card, MiB; -1: no limit */
  SwCard *cards;
  guint32 *first_card, n_cards; /* per node */
  const guint8 *profiles;       /* of the demands: per wish and model */
  guint32 n_wishes;
  gint64 mem_exist, mem_promised;
  guint32 slices, slices_held, slices_stranded;

  /* Changes of nodes: a ring, of a power of two. */
  SwNode *log;
  guint64 n_changes;
  guint32 log_mask;
  guint16 *hosts; /* per node: tasks by the GPUs that they have, SW_HOST_KINDS of them */
};

#define SW_HOST_KINDS 64 /* parts, 1, 2 .. 62, 63 or more whole GPUs */

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
sw_cluster_has_part (const SwTaskGroup *group)
{
  return group->use >= SW_USE_SHARE;
}

/* Profile that serves the group on a model, -1: none. */
static inline gint
sw_cluster_wish (const SwCluster *self, const SwTaskGroup *group, gint32 model)
{
  if (group->wish == 0 || self->profiles == NULL || model < 0)
    return -1;
  return self->profiles[(gsize)group->wish * self->n_models + (guint32)model] - 1;
}

/* May tasks of the group be on nodes of the class at all? */
static inline gboolean
sw_cluster_allowed (const SwCluster *self, const SwTaskGroup *group, const SwClusterClass *class)
{
  if (group->gpus == 0)
    return TRUE;
  if (class->model < 0 || (group->models >> class->model & 1) == 0)
    return FALSE;
  const SwPoolRules *rules = class->rules;
  if (group->use < SW_USE_SHARE)
    return rules == NULL || rules->change_mode;
  if (rules == NULL)
    return FALSE;
  if (rules->sharing == SW_SHARING_MIG)
    return sw_cluster_wish (self, group, class->model) >= 0;
  return group->use == SW_USE_SHARE;
}

static inline const SwClusterClass *
sw_cluster_class_of (const SwCluster *self, SwNode node)
{
  return &self->classes[self->nodes[node].class];
}

/* Geometry of the class's cards, NULL if they are not partitioned. */
static inline const SwMigGeometry *
sw_cluster_mig_of (const SwCluster *self, const SwClusterClass *class)
{
  gboolean sliced = class->rules != NULL && class->rules->sharing == SW_SHARING_MIG;
  return sliced && class->model >= 0 ? self->mig[class->model] : NULL;
}

#define SW_NO_LIMIT_MIB (G_MAXINT32 / 2) /* memory of a card that is not known */

static inline guint32
sw_cluster_card_mib (const SwCluster *self, gint32 model)
{
  gint64 usable = model < 0 || self->usable == NULL ? -1 : self->usable[model];
  return usable < 0 ? SW_NO_LIMIT_MIB : (guint32)usable;
}

static inline void
sw_cluster_note (SwCluster *self, SwNode node)
{
  if (self->log != NULL)
    self->log[self->n_changes & self->log_mask] = node;
  self->n_changes++;
}

static inline void
sw_cluster_raise_bounds (SwClusterIndex *index, const SwClusterNode *node)
{
  guint32 b = node->local / SW_BLOCK;
  index->max_cpu[b] = MAX (index->max_cpu[b], node->free_cpu);
  index->max_mem[b] = MAX (index->max_mem[b], node->free_mem);
  index->max_left[b] = MAX (index->max_left[b], node->most_left);
}

/* ---- sw-cluster-build.c ---- */
void sw_cluster_track_cards (SwCluster *self); /* the cluster must be empty */
/* ---- sw-cluster-parts.c ---- */
/* The cards of a node that comes (all free, layouts made) or goes. */
void sw_cluster_cards_up (SwCluster *self, SwNode node, gboolean up);
/* Whole cards were taken or given back: their states follow. */
void sw_cluster_cards_whole (SwCluster *self, SwNode node, guint64 cards, gboolean taken);
/* ---- sw-cluster-spots.c ---- */
/* Thousandths that the next tenant of a card gets, and the memory that it is promised, MiB. */
guint32 sw_cluster_share_milli (const SwPoolRules *rules, const SwCard *card,
                                const SwTaskGroup *group);
guint32 sw_cluster_share_mib (const SwCluster *self, const SwClusterClass *class,
                              const SwTaskGroup *group);
/* Places for an instance of the profile on one card; at most room of them go to out. */
guint32 sw_cluster_slice_spots (const SwClusterClass *class, const SwMigGeometry *mig,
                                const SwCard *card, guint8 number, guint profile, SwSpot *out,
                                guint32 room);
/* Instances, as bits of their starts, that stay on a card where one of the profile is made on units
   that are not busy: all in use, and of the idle ones, low starts first, those that neither overlap
   it nor may not be beside it (counters, uniform cards).  SW_NO_PLACE: those in use forbid it. */
#define SW_NO_PLACE G_MAXUINT32
guint32 sw_cluster_slice_stays (const SwMigGeometry *mig, const SwCard *card, guint profile,
                                guint start);
/* The instance of the spot is in use from now on; if it is made for that, idle ones give way. */
void sw_cluster_put_slice (const SwMigGeometry *mig, SwCard *card, const SwSpot *spot);
/* Tasks of a group with parts that fit on the node now. */
guint32 sw_cluster_parts_room (const SwCluster *self, SwNode node, const SwTaskGroup *group);
/* Least that a card must have left for a device of the group on the class. */
guint32 sw_cluster_least_left (const SwCluster *self, const SwTaskGroup *group,
                               const SwClusterClass *class);
/* Whether a device of the group fits on the card. */
gboolean sw_cluster_card_fits (const SwCluster *self, const SwClusterClass *class,
                               const SwCard *card, const SwTaskGroup *group);

G_END_DECLS

#endif
