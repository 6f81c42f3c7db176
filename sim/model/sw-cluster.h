/* The cluster of one run: nodes with cards, CPUs and memory, what is free of them, and an index
 * that finds a node for a task without looking at all of them.
 *
 * Nodes of equal pool, GPU model and card count form a class.  A class keeps, for each number of
 * free cards, a 64-ary bitset of its nodes; host memory and CPU are bounded per block of 64 nodes.
 * So the first or best fit costs a few words, and a node that lacks CPU or memory costs its block
 * at most one look until something there is freed. */
#ifndef SW_CLUSTER_H
#define SW_CLUSTER_H

#include <slicewise/policy.h>
#include "sw-job-table.h"
#include "sw-node-table.h"
#include "sw-outcome.h"

G_BEGIN_DECLS

typedef struct SwCluster SwCluster;

/* Builds from a node table, all nodes absent; the table must outlive the cluster.  NULL with an
   SW_ERROR_INPUT if there are more than SW_MAX_MODELS models or a node has too many cards. */
SwCluster *sw_cluster_new (const SwNodeTable *nodes, GError **error);
/* The same nodes and the same free capacity. */
SwCluster *sw_cluster_copy (const SwCluster *cluster);
void sw_cluster_assign (SwCluster *to, const SwCluster *from); /* both of one table */
void sw_cluster_free (SwCluster *cluster);

guint32 sw_cluster_n_nodes (const SwCluster *cluster);
guint32 sw_cluster_n_models (const SwCluster *cluster);
guint32 sw_cluster_n_pools (const SwCluster *cluster);
const char *sw_cluster_model (const SwCluster *cluster, guint32 model);
const char *sw_cluster_pool (const SwCluster *cluster, guint32 pool);
void sw_cluster_node (const SwCluster *cluster, SwNode node, SwNodeInfo *out);
/* Fast looks at one node: free cards as a mask, numbers of its rack and switch. */
guint64 sw_cluster_free_mask (const SwCluster *cluster, SwNode node);
void sw_cluster_domain (const SwCluster *cluster, SwNode node, guint32 *rack, guint32 *top_switch);
/* Racks (SW_TOPOLOGY_RACK) or switches (SW_TOPOLOGY_SWITCH) in order of their first node, and the
   nodes of one in order of rank. */
guint32 sw_cluster_n_domains (const SwCluster *cluster, SwTopology level);
const SwNode *sw_cluster_domain_nodes (const SwCluster *cluster, SwTopology level, guint32 domain,
                                       guint32 *n);
const char *sw_cluster_node_id (const SwCluster *cluster, SwNode node);
/* GPUs that exist and that are free: of all nodes, of one model, of one pool. */
guint32 sw_cluster_gpus (const SwCluster *cluster);
guint32 sw_cluster_free_gpus (const SwCluster *cluster);
void sw_cluster_model_gpus (const SwCluster *cluster, guint32 model, guint32 *exist,
                            guint32 *free_now);
const guint32 *sw_cluster_pool_gpus (const SwCluster *cluster);
const guint32 *sw_cluster_pool_allocated (const SwCluster *cluster);
void sw_cluster_cpu (const SwCluster *cluster, gint64 *exist, gint64 *used);
gint32 sw_cluster_node_model (const SwCluster *cluster, SwNode node);

/* A node comes (all free) or goes; it must be empty when it goes. */
void sw_cluster_set_up (SwCluster *cluster, SwNode node, gboolean up);
/* Every node there and empty: the most that the cluster can ever hold. */
void sw_cluster_fill_up (SwCluster *cluster);

/* Demands of a job table, bound to this cluster's models.  groups[i].models of a group whose list
   names no model of the cluster is 0: it can never be placed. */
typedef struct
{
  guint32 n;
  SwDemand *demands;
  SwTaskGroup *groups;
} SwDemands;
SwDemands *sw_demands_new (const SwCluster *cluster, const SwJobTable *table);
void sw_demands_free (SwDemands *demands);

/* Does one task of the group fit on the node now; how many do. */
guint32 sw_cluster_room (const SwCluster *cluster, SwNode node, const SwTaskGroup *group);
SwNode sw_cluster_next_fit (SwCluster *cluster, const SwTaskGroup *group, SwNode from);
/* Fewest (best) or most (worst) free GPUs, ties to the lowest rank; SW_NO_NODE if none. */
SwNode sw_cluster_best_fit (SwCluster *cluster, const SwTaskGroup *group);
SwNode sw_cluster_worst_fit (SwCluster *cluster, const SwTaskGroup *group);
/* The draw-th of the fitting nodes, uniform for a uniform draw. */
SwNode sw_cluster_random_fit (SwCluster *cluster, const SwTaskGroup *group, guint64 draw);

/* Claims: cards, CPU and memory of so many tasks on a node; the lowest free cards.  FALSE (and
   nothing changed) if they do not fit. */
gboolean sw_cluster_claim (SwCluster *cluster, SwNode node, const SwTaskGroup *group, guint32 tasks,
                           guint64 *cards);
void sw_cluster_release (SwCluster *cluster, SwNode node, const SwTaskGroup *group, guint32 tasks,
                         guint64 cards);
/* Claims exactly these cards; FALSE if one is not free. */
gboolean sw_cluster_claim_cards (SwCluster *cluster, SwNode node, const SwTaskGroup *group,
                                 guint32 tasks, guint64 cards);

/* A placement under construction: pieces claimed on the cluster so far. */
typedef struct
{
  SwCluster *cluster;
  const SwDemand *demand;
  SwPiece *pieces;
  guint32 n, room;
  guint32 *placed; /* tasks placed per group */
  guint32 placed_room;
  guint32 *on_node; /* tasks of this claim per node */
} SwClaim;
void sw_claim_init (SwClaim *claim, SwCluster *cluster);
void sw_claim_clear (SwClaim *claim);
void sw_claim_begin (SwClaim *claim, const SwDemand *demand);
/* FALSE, nothing changed, if they do not fit, exceed the group's tasks or its node_max. */
gboolean sw_claim_add (SwClaim *claim, SwNode node, guint32 group, guint32 tasks);
gboolean sw_claim_complete (const SwClaim *claim); /* all tasks placed, topology held */
/* Claims these pieces, cards and all, on a claim that has none; they must be free. */
void sw_claim_again (SwClaim *claim, const SwPiece *pieces, guint32 n);
void sw_claim_undo (SwClaim *claim, guint32 keep); /* give back all pieces but the first keep */

/* Places the whole demand (sw-fill.c): tasks one by one as `how` says, and where that fails, the
   complete search.  key: of random draws.  *cut (may be NULL) is set if the search gave up at its
   bound, so that FALSE is not proven. */
gboolean sw_fill (SwClaim *claim, SwFit how, guint64 key, gboolean *cut);
/* Nodes that the complete search visits at most. */
#define SW_SEARCH_BOUND 200000

/* --check: every count and index agrees with a recount; text of the first disagreement (transfer
   full) or NULL. */
char *sw_cluster_verify (const SwCluster *cluster);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SwCluster, sw_cluster_free)

G_END_DECLS

#endif
