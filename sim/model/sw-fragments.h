/* Fragmentation of a node: how much of its free GPUs a typical task cannot use.
 *
 * With the typical tasks m of count n_m, and C = sum n_m, a node with CPU c and g_i left of its
 * cards, L = sum g_i, has
 *
 *   C F = C L - sum n_m S_m
 *
 * where S_m, what m can use, is 0 if m asks for no GPU, may not use the model or finds too little
 * CPU or too few cards with as much left as it asks for, and else the sum of the g_i that are large
 * enough.  Both sides are integers, so F can be kept by adding and taking off.  Source: Weng et
 * al., ATC 2023, section 3, and its published simulator. */
#ifndef SW_FRAGMENTS_H
#define SW_FRAGMENTS_H

#include "sw-cluster.h"

G_BEGIN_DECLS

typedef struct SwFragments SwFragments;

/* Borrows nothing. */
SwFragments *sw_fragments_new (const SwTypicalTask *tasks, guint32 n, guint32 n_models);
void sw_fragments_free (SwFragments *fragments);
guint32 sw_fragments_n_tasks (const SwFragments *fragments);
const SwTypicalTask *sw_fragments_tasks (const SwFragments *fragments);
/* C, typical tasks in all. */
gint64 sw_fragments_count (const SwFragments *fragments);

/* C F of a node of the model with so much CPU free. */
gint64 sw_fragments_node (const SwFragments *fragments, gint32 model, gint64 cpu,
                          const SwCard *cards, guint32 n_cards);
/* The same where cards are free or not: full of them are. */
gint64 sw_fragments_whole (const SwFragments *fragments, gint32 model, gint64 cpu, guint32 full);
/* By how much C F grows if a task that fits goes there: for a share of one device per card
   (increase[0 .. n_cards), cards that have less left than the task asks for are left as they are);
   for others one number: whole cards are those of the lowest numbers, spots are where shares and
   instances go. */
void sw_fragments_increase (const SwFragments *fragments, const SwTaskGroup *task,
                            const SwNodeView *node, const SwSpot *spots, gint64 *increase);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SwFragments, sw_fragments_free)

G_END_DECLS

#endif
