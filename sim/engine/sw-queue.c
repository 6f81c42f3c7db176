/* Treaps by class and a heap of classes; see the header.  Priorities of treap nodes are hashes of
 * the job number, so the shape, and with it all cost, is the same in every run. */
#include "sw-queue.h"
#include "sw-memory.h"
#include "sw-rng.h"

#include <string.h>

#define NIL G_MAXUINT32

typedef struct
{
  guint32 left, right;
  gint64 key;
  SwTime shortest; /* least limit in the subtree */
} Item;

typedef struct
{
  guint32 root, head, count;
  guint32 active_at;  /* index in the list of active classes */
  guint32 heap_at;    /* index in the heap of classes */
  guint32 short_walk; /* number of the walk in which the class is short */
  guint64 blocked;    /* epoch in which it is blocked */
} Class;

typedef struct
{
  guint32 active; /* classes with jobs */
  guint64 blocked;
} Signature;

typedef struct
{
  guint32 demand;
  SwJob job; /* next to give */
} Cursor;

struct SwQueue
{
  SwQueueSpec spec;
  Item *items;
  guint32 count;
  Class *classes;
  Signature *signatures;
  guint64 epoch;
  guint32 *active,
      n_active; /* classes with jobs; the first n_open may be open, the rest are blocked */
  guint32 n_open;
  guint32 *heap; /* the same, as a binary heap by head */
  Cursor *cursors;
  guint32 n_cursors, walk;
  gboolean walk_fresh, has_last;
  Cursor last; /* given last; its class is put back when the next is asked for */
  gint64 last_key;
};

static inline SwTime
limit_of (const SwQueue *q, SwJob job)
{
  SwTime limit = q->spec.limit[job];
  return limit == SW_TIME_NONE ? SW_TIME_INF : limit;
}

static inline gboolean
before (const SwQueue *q, gint64 key, SwJob job, SwJob other)
{
  gint64 k = q->items[other].key;
  return key < k || (key == k && job < other);
}

static inline gboolean
job_before (const SwQueue *q, SwJob a, SwJob b)
{
  return before (q, q->items[a].key, a, b);
}

static inline void
pull (SwQueue *q, SwJob job)
{
  Item *item = &q->items[job];
  SwTime shortest = limit_of (q, job);
  if (item->left != NIL)
    shortest = MIN (shortest, q->items[item->left].shortest);
  if (item->right != NIL)
    shortest = MIN (shortest, q->items[item->right].shortest);
  item->shortest = shortest;
}

static inline guint64
weight (SwJob job)
{
  return sw_mix64 (((guint64)SW_DRAW_TREE << 32) ^ job);
}

/* Splits tree into the jobs before `job` and the rest. */
static void
split (SwQueue *q, guint32 tree, SwJob job, guint32 *left, guint32 *right)
{
  if (tree == NIL)
    {
      *left = *right = NIL;
      return;
    }
  Item *item = &q->items[tree];
  if (job_before (q, tree, job))
    {
      split (q, item->right, job, &item->right, right);
      *left = tree;
    }
  else
    {
      split (q, item->left, job, left, &item->left);
      *right = tree;
    }
  pull (q, tree);
}

static guint32
merge (SwQueue *q, guint32 left, guint32 right)
{
  if (left == NIL || right == NIL)
    return left == NIL ? right : left;
  if (weight (left) > weight (right))
    {
      q->items[left].right = merge (q, q->items[left].right, right);
      pull (q, left);
      return left;
    }
  q->items[right].left = merge (q, left, q->items[right].left);
  pull (q, right);
  return right;
}

static guint32
insert (SwQueue *q, guint32 tree, SwJob job)
{
  if (tree == NIL || weight (job) > weight (tree))
    {
      split (q, tree, job, &q->items[job].left, &q->items[job].right);
      pull (q, job);
      return job;
    }
  Item *item = &q->items[tree];
  if (job_before (q, job, tree))
    item->left = insert (q, item->left, job);
  else
    item->right = insert (q, item->right, job);
  pull (q, tree);
  return tree;
}

static guint32
erase (SwQueue *q, guint32 tree, SwJob job)
{
  g_assert (tree != NIL);
  Item *item = &q->items[tree];
  if (tree == job)
    return merge (q, item->left, item->right);
  if (job_before (q, job, tree))
    item->left = erase (q, item->left, job);
  else
    item->right = erase (q, item->right, job);
  pull (q, tree);
  return tree;
}

static SwJob
leftmost (const SwQueue *q, guint32 tree)
{
  if (tree == NIL)
    return SW_NO_JOB;
  while (q->items[tree].left != NIL)
    tree = q->items[tree].left;
  return tree;
}

/* First job of the tree behind (key, job) whose limit is at most max_limit. */
static SwJob
successor (const SwQueue *q, guint32 tree, gint64 key, SwJob job, SwTime max_limit)
{
  if (tree == NIL || q->items[tree].shortest > max_limit)
    return SW_NO_JOB;
  const Item *item = &q->items[tree];
  if (before (q, key, job, tree))
    {
      SwJob found = successor (q, item->left, key, job, max_limit);
      if (found != SW_NO_JOB)
        return found;
      if (limit_of (q, tree) <= max_limit)
        return tree;
    }
  return successor (q, item->right, key, job, max_limit);
}

/* ---- heap of classes by head ---- */

static inline gboolean
class_before (const SwQueue *q, guint32 a, guint32 b)
{
  return job_before (q, q->classes[a].head, q->classes[b].head);
}

static inline void
heap_put (SwQueue *q, guint32 at, guint32 class)
{
  q->heap[at] = class;
  q->classes[class].heap_at = at;
}

static void
heap_fix (SwQueue *q, guint32 class)
{
  guint32 at = q->classes[class].heap_at;
  while (at > 0 && class_before (q, class, q->heap[(at - 1) / 2]))
    {
      heap_put (q, at, q->heap[(at - 1) / 2]);
      at = (at - 1) / 2;
    }
  for (guint32 child = 2 * at + 1; child < q->n_active; child = 2 * at + 1)
    {
      if (child + 1 < q->n_active && class_before (q, q->heap[child + 1], q->heap[child]))
        child++;
      if (!class_before (q, q->heap[child], class))
        break;
      heap_put (q, at, q->heap[child]);
      at = child;
    }
  heap_put (q, at, class);
}

/* ---- active classes, open ones first ---- */

static inline void
active_put (SwQueue *q, guint32 at, guint32 class)
{
  q->active[at] = class;
  q->classes[class].active_at = at;
}

static void
active_swap (SwQueue *q, guint32 a, guint32 b)
{
  guint32 class = q->active[a];
  active_put (q, a, q->active[b]);
  active_put (q, b, class);
}

/* Moves an open class to the blocked ones. */
static void
active_close (SwQueue *q, guint32 class)
{
  if (q->classes[class].active_at < q->n_open)
    active_swap (q, q->classes[class].active_at, --q->n_open);
}

static void
class_activate (SwQueue *q, guint32 class)
{
  q->signatures[q->spec.signature[class]].active++;
  heap_put (q, q->n_active, class);
  active_put (q, q->n_active++, class);
  active_swap (q, q->n_active - 1, q->n_open++);
  if (sw_queue_is_blocked (q, class))
    active_close (q, class);
}

static void
class_retire (SwQueue *q, guint32 class)
{
  active_close (q, class);
  guint32 last = --q->n_active;
  active_swap (q, q->classes[class].active_at, last);
  q->signatures[q->spec.signature[class]].active--;
  guint32 at = q->classes[class].heap_at;
  guint32 filler = q->heap[last];
  if (filler != class)
    {
      heap_put (q, at, filler);
      heap_fix (q, filler);
    }
}

void
sw_queue_block (SwQueue *q, guint32 demand)
{
  q->classes[demand].blocked = q->epoch;
  if (q->classes[demand].count > 0)
    active_close (q, demand);
}

void
sw_queue_block_signature (SwQueue *q, guint32 signature)
{
  q->signatures[signature].blocked = q->epoch;
}

gboolean
sw_queue_is_blocked (const SwQueue *q, guint32 demand)
{
  return q->classes[demand].blocked == q->epoch
         || q->signatures[q->spec.signature[demand]].blocked == q->epoch;
}

void
sw_queue_open_all (SwQueue *q)
{
  q->epoch++;
  q->n_open = q->n_active;
}

guint32
sw_queue_signature_count (const SwQueue *q, guint32 signature)
{
  return q->signatures[signature].active;
}

/* ---- the queue ---- */

SwQueue *
sw_queue_new (const SwQueueSpec *spec)
{
  SwQueue *q = g_new0 (SwQueue, 1);
  q->spec = *spec;
  q->epoch = 1;
  q->items = sw_memory_new (Item, MAX (spec->n_jobs, 1));
  q->classes = g_new0 (Class, MAX (spec->n_demands, 1));
  for (guint32 i = 0; i < spec->n_demands; i++)
    q->classes[i] = (Class){ .root = NIL, .head = SW_NO_JOB };
  q->signatures = g_new0 (Signature, MAX (spec->n_signatures, 1));
  q->active = g_new (guint32, MAX (spec->n_demands, 1));
  q->heap = g_new (guint32, MAX (spec->n_demands, 1));
  q->cursors = g_new (Cursor, MAX (spec->n_demands, 1) + 1);
  return q;
}

void
sw_queue_free (SwQueue *q)
{
  if (q == NULL)
    return;
  g_free (q->items);
  g_free (q->classes);
  g_free (q->signatures);
  g_free (q->active);
  g_free (q->heap);
  g_free (q->cursors);
  g_free (q);
}

void
sw_queue_insert (SwQueue *q, SwJob job, gint64 key)
{
  guint32 number = q->spec.demand[job];
  Class *class = &q->classes[number];
  q->items[job] = (Item){ NIL, NIL, key, limit_of (q, job) };
  class->root = insert (q, class->root, job);
  q->count++;
  gboolean was_empty = class->count++ == 0;
  if (!was_empty && !job_before (q, job, class->head))
    return;
  class->head = job;
  if (was_empty)
    class_activate (q, number);
  heap_fix (q, number);
}

void
sw_queue_remove (SwQueue *q, SwJob job)
{
  guint32 number = q->spec.demand[job];
  Class *class = &q->classes[number];
  class->root = erase (q, class->root, job);
  q->items[job].shortest = SW_TIME_NONE; /* marks it as gone for walks under way */
  q->count--;
  if (--class->count == 0)
    {
      class_retire (q, number);
      class->head = SW_NO_JOB;
    }
  else if (class->head == job)
    {
      class->head = leftmost (q, class->root);
      heap_fix (q, number);
    }
}

guint32
sw_queue_count (const SwQueue *q)
{
  return q->count;
}

SwJob
sw_queue_first (const SwQueue *q)
{
  return q->n_active == 0 ? SW_NO_JOB : q->classes[q->heap[0]].head;
}

SwJob
sw_queue_class_head (const SwQueue *q, guint32 demand)
{
  return q->classes[demand].head;
}

guint32
sw_queue_class_count (const SwQueue *q, guint32 demand)
{
  return q->classes[demand].count;
}

guint32
sw_queue_n_classes (const SwQueue *q)
{
  return q->n_active;
}

guint32
sw_queue_n_open (const SwQueue *q)
{
  return q->n_open;
}

guint32
sw_queue_class (const SwQueue *q, guint32 i)
{
  return q->active[i];
}

static guint32
count_before (const SwQueue *q, guint32 tree, SwJob job)
{
  if (tree == NIL)
    return 0;
  const Item *item = &q->items[tree];
  if (!job_before (q, tree, job))
    return count_before (q, item->left, job);
  return 1 + count_before (q, item->left, job) + count_before (q, item->right, job);
}

guint32
sw_queue_ahead (const SwQueue *q, SwJob job)
{
  guint32 ahead = 0;
  for (guint32 i = 0; i < q->n_active; i++)
    ahead += count_before (q, q->classes[q->active[i]].root, job);
  return ahead;
}

/* ---- walks ---- */

static void
cursor_down (SwQueue *q, guint32 at)
{
  Cursor moved = q->cursors[at];
  for (guint32 child = 2 * at + 1; child < q->n_cursors; child = 2 * at + 1)
    {
      if (child + 1 < q->n_cursors
          && job_before (q, q->cursors[child + 1].job, q->cursors[child].job))
        child++;
      if (!job_before (q, q->cursors[child].job, moved.job))
        break;
      q->cursors[at] = q->cursors[child];
      at = child;
    }
  q->cursors[at] = moved;
}

static void
cursor_push (SwQueue *q, Cursor cursor)
{
  guint32 at = q->n_cursors++;
  while (at > 0 && job_before (q, cursor.job, q->cursors[(at - 1) / 2].job))
    {
      q->cursors[at] = q->cursors[(at - 1) / 2];
      at = (at - 1) / 2;
    }
  q->cursors[at] = cursor;
}

static Cursor
cursor_pop (SwQueue *q)
{
  Cursor top = q->cursors[0];
  q->cursors[0] = q->cursors[--q->n_cursors];
  if (q->n_cursors > 0)
    cursor_down (q, 0);
  return top;
}

void
sw_queue_walk (SwQueue *q)
{
  q->walk++;
  q->walk_fresh = TRUE;
  q->has_last = FALSE;
  q->n_cursors = 0;
}

void
sw_queue_walk_short (SwQueue *q, guint32 demand)
{
  q->classes[demand].short_walk = q->walk;
}

static void
walk_gather (SwQueue *q, gboolean all)
{
  q->walk_fresh = FALSE;
  for (guint32 i = 0; i < (all ? q->n_active : q->n_open);)
    {
      guint32 class = q->active[i];
      if (!all && sw_queue_is_blocked (q, class))
        {
          active_close (q, class); /* brings another class to this place */
          continue;
        }
      q->cursors[q->n_cursors++] = (Cursor){ class, q->classes[class].head };
      i++;
    }
  for (guint32 at = q->n_cursors / 2; at > 0; at--)
    cursor_down (q, at - 1);
}

/* Puts the class of the job given last back into the walk, behind that job. */
static void
walk_advance (SwQueue *q, gboolean all, SwTime max_limit)
{
  guint32 demand = q->last.demand;
  q->has_last = FALSE;
  if (!all && sw_queue_is_blocked (q, demand))
    return;
  const Class *class = &q->classes[demand];
  gboolean is_short = !all && class->short_walk == q->walk;
  SwJob next
      = successor (q, class->root, q->last_key, q->last.job, is_short ? max_limit : SW_TIME_INF);
  if (next != SW_NO_JOB)
    cursor_push (q, (Cursor){ demand, next });
}

static SwJob
walk_on (SwQueue *q, gboolean all, SwTime max_limit)
{
  if (q->walk_fresh)
    walk_gather (q, all);
  for (;;)
    {
      if (q->has_last)
        walk_advance (q, all, max_limit);
      if (q->n_cursors == 0)
        return SW_NO_JOB;
      q->last = cursor_pop (q);
      q->last_key = q->items[q->last.job].key;
      q->has_last = TRUE;
      if (q->items[q->last.job].shortest == SW_TIME_NONE)
        continue;
      if (all)
        return q->last.job;
      if (sw_queue_is_blocked (q, q->last.demand))
        continue;
      if (q->classes[q->last.demand].short_walk == q->walk && limit_of (q, q->last.job) > max_limit)
        continue;
      return q->last.job;
    }
}

SwJob
sw_queue_walk_next (SwQueue *q, SwTime max_limit)
{
  return walk_on (q, FALSE, max_limit);
}

SwJob
sw_queue_walk_all (SwQueue *q)
{
  return walk_on (q, TRUE, SW_TIME_INF);
}

gsize
sw_queue_bytes (const SwQueue *q)
{
  return sizeof *q + q->spec.n_jobs * sizeof (Item) + q->spec.n_signatures * sizeof (Signature)
         + q->spec.n_demands * (sizeof (Class) + 2 * sizeof (guint32) + sizeof (Cursor));
}

static guint32
verify_tree (const SwQueue *q, guint32 tree, SwJob *last, gboolean *good)
{
  if (tree == NIL)
    return 0;
  const Item *item = &q->items[tree];
  guint32 n = verify_tree (q, item->left, last, good);
  if (*last != SW_NO_JOB && !job_before (q, *last, tree))
    *good = FALSE;
  *last = tree;
  return n + 1 + verify_tree (q, item->right, last, good);
}

char *
sw_queue_verify (const SwQueue *q)
{
  guint32 total = 0;
  for (guint32 i = 0; i < q->n_active; i++)
    {
      const Class *class = &q->classes[q->active[i]];
      SwJob last = SW_NO_JOB;
      gboolean good = class->active_at == i && q->heap[class->heap_at] == q->active[i]
                      && (i < q->n_open || sw_queue_is_blocked (q, q->active[i]));
      guint32 n = verify_tree (q, class->root, &last, &good);
      if (!good || n != class->count || class->head != leftmost (q, class->root))
        return g_strdup_printf ("queue: class %u is out of order", q->active[i]);
      if (i > 0 && class_before (q, q->heap[i], q->heap[(i - 1) / 2]))
        return g_strdup_printf ("queue: heap is out of order at %u", i);
      total += n;
    }
  return total == q->count ? NULL
                           : g_strdup_printf ("queue: %u jobs counted, %u found", q->count, total);
}
