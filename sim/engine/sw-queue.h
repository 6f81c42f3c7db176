/* The waiting jobs of one run in the order (key, job), kept apart by demand class.
 *
 * A class is a treap over its jobs; a heap over the classes' heads gives the head of all.  A walk
 * merges the classes and can leave out those that are known not to fit, so that a pass costs with
 * the number of classes and of jobs looked at, not with the number of jobs that wait. */
#ifndef SW_QUEUE_H
#define SW_QUEUE_H

#include <slicewise/policy.h>

G_BEGIN_DECLS

typedef struct SwQueue SwQueue;

/* demand, limit: per job; signature: per demand class, equal for classes that ask for the same
   GPUs. All are borrowed for the life of the queue. */
typedef struct
{
  guint32 n_jobs, n_demands, n_signatures;
  const guint32 *demand;
  const SwTime *limit;
  const guint32 *signature;
} SwQueueSpec;
SwQueue *sw_queue_new (const SwQueueSpec *spec);
void sw_queue_free (SwQueue *queue);
void sw_queue_insert (SwQueue *queue, SwJob job, gint64 key);
void sw_queue_remove (SwQueue *queue, SwJob job);
guint32 sw_queue_count (const SwQueue *queue);
SwJob sw_queue_first (const SwQueue *queue);
/* First job of the class, SW_NO_JOB if it has none. */
SwJob sw_queue_class_head (const SwQueue *queue, guint32 demand);
guint32 sw_queue_class_count (const SwQueue *queue, guint32 demand);
/* Classes that have waiting jobs, in no particular but reproducible order; the first n_open are
   those that may be open, all behind them are blocked. */
guint32 sw_queue_n_classes (const SwQueue *queue);
guint32 sw_queue_n_open (const SwQueue *queue);
guint32 sw_queue_class (const SwQueue *queue, guint32 i);
/* Waiting jobs before this one in the order. */
guint32 sw_queue_ahead (const SwQueue *queue, SwJob job);

/* Classes that are known not to fit, alone or with all of their signature, until all are opened
   again.  A pass looks only at the open ones. */
void sw_queue_block (SwQueue *queue, guint32 demand);
void sw_queue_block_signature (SwQueue *queue, guint32 signature);
gboolean sw_queue_is_blocked (const SwQueue *queue, guint32 demand);
void sw_queue_open_all (SwQueue *queue);
/* Classes with waiting jobs of a signature. */
guint32 sw_queue_signature_count (const SwQueue *queue, guint32 signature);

/* Walks: next leaves out blocked classes, and of classes marked by walk_short jobs whose limit is
   above max_limit; all leaves nothing out. */
void sw_queue_walk (SwQueue *queue);
SwJob sw_queue_walk_next (SwQueue *queue, SwTime max_limit);
SwJob sw_queue_walk_all (SwQueue *queue);
void sw_queue_walk_short (SwQueue *queue, guint32 demand);

gsize sw_queue_bytes (const SwQueue *queue);
/* --check: order, counts and heads agree; text of the first disagreement (transfer full) or NULL.
 */
char *sw_queue_verify (const SwQueue *queue);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SwQueue, sw_queue_free)

G_END_DECLS

#endif
