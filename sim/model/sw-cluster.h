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
#include "sw-devices.h"
#include "sw-job-table.h"
#include "sw-node-table.h"
#include "sw-outcome.h"

G_BEGIN_DECLS

typedef struct SwCluster SwCluster;

/* Builds from a node table, all nodes absent; the table and devices (NULL: all cards are used
   whole) must outlive the cluster.  NULL with an SW_ERROR_INPUT if there are more than
   SW_MAX_MODELS models or a node has too many cards. */
SwCluster *sw_cluster_new (const SwNodeTable *nodes, const SwDevices *devices, GError **error);
/* The same nodes and the same free capacity. */
SwCluster *sw_cluster_copy (const SwCluster *cluster);
void sw_cluster_assign (SwCluster *to, const SwCluster *from); /* both of one table */
void sw_cluster_free (SwCluster *cluster);

guint32 sw_cluster_n_nodes (const SwCluster *cluster);
guint32 sw_cluster_n_models (const SwCluster *cluster);
guint32 sw_cluster_n_pools (const SwCluster *cluster);
const char *sw_cluster_model (const SwCluster *cluster, guint32 model);
/* Bits of the models named in "A|B|C"; all bits for "". */
guint64 sw_cluster_model_bits (const SwCluster *cluster, const char *list);
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
const guint64 *sw_cluster_pool_allocated (const SwCluster *cluster); /* thousandths of GPUs */
/* Thousandths of GPUs that are held. */
guint64 sw_cluster_allocated (const SwCluster *cluster);
void sw_cluster_cpu (const SwCluster *cluster, gint64 *exist, gint64 *used);
gint32 sw_cluster_node_model (const SwCluster *cluster, SwNode node);

/* A node comes (all free) or goes; it must be empty when it goes. */
void sw_cluster_set_up (SwCluster *cluster, SwNode node, gboolean up);
/* Every node there and empty: the most that the cluster can ever hold. */
void sw_cluster_fill_up (SwCluster *cluster);

/* Demands of a job table, bound to this cluster's models.  groups[i].models of a group whose list
   names no model of the cluster is 0: it can never be placed.  Jobs of one demand of the table
   that load cards differently are of different classes where cards are shared. */
typedef struct
{
  guint32 n;
  SwDemand *demands;
  SwTaskGroup *groups;
  guint32 n_groups;
  guint32 *of;      /* per job: its class */
  guint8 *profiles; /* per wish and model of the cluster: profile + 1 that serves it, 0: none */
  guint32 n_wishes; /* wishes are counted from 1 */
} SwDemands;
/* behaviours: NULL if all jobs are alike.  The cluster, and copies made of it from now on, use the
   wishes of these demands. */
SwDemands *sw_demands_new (SwCluster *cluster, const SwJobTable *table,
                           const SwBehaviours *behaviours);
void sw_demands_free (SwDemands *demands);

/* Does one task of the group fit on the node now; how many do. */
guint32 sw_cluster_room (const SwCluster *cluster, SwNode node, const SwTaskGroup *group);
gboolean sw_cluster_fits (const SwCluster *cluster, SwNode node, const SwTaskGroup *group);
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

/* ---- parts of cards (sw-cluster-parts.c) ---- */

/* Does some pool share or partition its cards? */
gboolean sw_cluster_has_parts (const SwCluster *cluster);
/* Cards of a node; NULL unless sw_cluster_has_parts(). */
const SwCard *sw_cluster_cards (const SwCluster *cluster, SwNode node);
/* Cards are numbered through all nodes. */
guint32 sw_cluster_n_cards (const SwCluster *cluster);
guint32 sw_cluster_card_number (const SwCluster *cluster, SwNode node, guint32 card);
/* Rules of the node's pool, NULL: whole cards. */
const SwPoolRules *sw_cluster_rules (const SwCluster *cluster, SwNode node);
gint64 sw_cluster_usable_mib (const SwCluster *cluster, SwNode node); /* of a card; -1: no limit */
const SwMigGeometry *sw_cluster_mig (const SwCluster *cluster, SwNode node); /* NULL: none */
/* Profile that serves the group on this node, -1: none. */
gint sw_cluster_profile (const SwCluster *cluster, SwNode node, const SwTaskGroup *group);
/* All places for one device of the group on the node, in order of card and start; at most room of
   them go to out, the number of all is returned. */
guint32 sw_cluster_spots (const SwCluster *cluster, SwNode node, const SwTaskGroup *group,
                          SwSpot *out, guint32 room);
/* Time until a place works: instances to destroy and create, the mode to change. */
SwTime sw_cluster_setup (const SwCluster *cluster, SwNode node, const SwTaskGroup *group,
                         const SwSpot *spot);
/* Has the card what a share of the group needs: thousandths, memory, tenants? */
gboolean sw_cluster_card_takes (const SwCluster *cluster, SwNode node, guint32 card,
                                const SwTaskGroup *group);
/* The cluster's own choice for one task, group->gpus places: the tightest card, then the lowest;
   FALSE if it does not fit. */
gboolean sw_cluster_choose (SwCluster *cluster, SwNode node, const SwTaskGroup *group,
                            SwSpot *spots);
/* The same on random cards: each device on one of those that it fits on, uniform for a uniform draw
   and no card again for shares; the start on a partitioned card is the cluster's own choice. */
gboolean sw_cluster_choose_random (SwCluster *cluster, SwNode node, const SwTaskGroup *group,
                                   guint64 draw, SwSpot *spots);
/* Is the place to be had for a device of the group?  Fills in what it would cost now. */
gboolean sw_cluster_spot_holds (const SwCluster *cluster, SwNode node, const SwTaskGroup *group,
                                SwSpot *spot);
/* Claims one device of a task on a place that holds and fills the piece, but for job and group.
   first: of its task, which brings CPU and memory; FALSE, nothing changed, if those are lacking. */
gboolean sw_cluster_claim_part (SwCluster *cluster, SwNode node, const SwTaskGroup *group,
                                const SwSpot *spot, gboolean first, SwPiece *piece);
/* Gives back a piece, whole or part; an instance stays on its card, idle. */
void sw_cluster_drop (SwCluster *cluster, const SwTaskGroup *group, const SwPiece *piece);
/* Claims a dropped piece again: just there. */
gboolean sw_cluster_hold (SwCluster *cluster, const SwTaskGroup *group, const SwPiece *piece);
/* Puts back the instances of a card as they were, unless somebody has come to it since. */
void sw_cluster_restore (SwCluster *cluster, SwNode node, guint32 card, const SwCard *before);

/* The place of an instance of any profile on a partitioned card; FALSE if it cannot be had. */
gboolean sw_cluster_instance_spot (const SwCluster *cluster, SwNode node, guint32 card,
                                   guint profile, guint start, SwSpot *out);
/* Cards held in whole or in part. */
guint32 sw_cluster_busy (const SwCluster *cluster);
/* Of partitioned cards: compute slices that exist, that are in use, that are free but serve no wish
   of the demands. */
void sw_cluster_slices (const SwCluster *cluster, guint32 *exist, guint32 *held, guint32 *stranded);
/* Memory of cards, MiB: that exists, that is promised to tenants or held whole. */
void sw_cluster_memory (const SwCluster *cluster, gint64 *exist, gint64 *promised);

/* Number of changes of nodes so far, and the node of one of the last sw_cluster_n_nodes() changes;
   kept from the first call of sw_cluster_watch() on.  cards: so is the state of every card, even
   where all are used whole; the cluster must be empty then. */
void sw_cluster_watch (SwCluster *cluster, gboolean cards);
guint64 sw_cluster_n_changes (const SwCluster *cluster);
SwNode sw_cluster_change (const SwCluster *cluster, guint64 i);
/* Keeps SwNodeView.hosts from now on; the cluster must be empty. */
void sw_cluster_count_hosts (SwCluster *cluster);
void sw_cluster_view (const SwCluster *cluster, SwNode node, guint32 sees, SwNodeView *out);

/* What claiming a piece did to its card. */
typedef struct
{
  SwCard before;
  SwTime setup;
  guint8 destroyed, created;
  gboolean mode; /* changed */
} SwPieceSetup;

/* A placement under construction: pieces claimed on the cluster so far. */
typedef struct
{
  SwCluster *cluster;
  const SwDemand *demand;
  SwPiece *pieces;
  SwPieceSetup *setups; /* per piece; NULL unless sw_cluster_has_parts() */
  guint32 n, room;
  struct SwCardBefore *whole; /* of partitioned pools: cards of whole pieces as they were */
  guint32 n_whole, whole_room;
  guint32 *placed; /* tasks placed per group */
  guint32 placed_room;
  guint32 *on_node; /* tasks of this claim per node */
  gboolean parts;   /* of sw_cluster_has_parts() */
} SwClaim;
void sw_claim_init (SwClaim *claim, SwCluster *cluster);
void sw_claim_clear (SwClaim *claim);
void sw_claim_begin (SwClaim *claim, const SwDemand *demand);
/* FALSE, nothing changed, if they do not fit, exceed the group's tasks or its node_max. */
gboolean sw_claim_add (SwClaim *claim, SwNode node, guint32 group, guint32 tasks);
/* One task, with parts on cards that are drawn. */
gboolean sw_claim_add_random (SwClaim *claim, SwNode node, guint32 group, guint64 draw);
/* One task of a group with parts, on these places. */
gboolean sw_claim_add_at (SwClaim *claim, SwNode node, guint32 group, const SwSpot *spots);
/* One task of one device on an instance that sw_cluster_instance_spot() found. */
gboolean sw_claim_add_instance (SwClaim *claim, SwNode node, guint32 group, const SwSpot *spot);
/* The longest time until a place of the claim works. */
SwTime sw_claim_setup (const SwClaim *claim);
gboolean sw_claim_complete (const SwClaim *claim); /* all tasks placed, topology held */
/* Claims these pieces, cards and all, on a claim that has none; they must be free. */
void sw_claim_again (SwClaim *claim, const SwPiece *pieces, guint32 n);
void sw_claim_undo (SwClaim *claim, guint32 keep); /* give back all pieces but the first keep */
/* The last piece, of whole cards, gives back so many tasks, and these cards, its latest. */
void sw_claim_shrink (SwClaim *claim, guint32 tasks, guint64 cards);

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
