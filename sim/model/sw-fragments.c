/* Fragmentation by tables: what typical tasks with one device can use of a card depends on the
 * model, on which levels of CPU and on which levels of shares are reached; what those with several
 * whole cards can use depends on how many cards are free. */
#include "sw-fragments.h"

#include <string.h>

/* Typical tasks that want a part of each of several cards. */
typedef struct
{
  guint32 milli, gpus;
} Odd;

struct SwFragments
{
  guint32 n, n_models;
  SwTypicalTask *tasks;
  gint64 count;
  guint32 n_cpu, n_share, n_odd;
  gint64 *cpu;        /* distinct amounts of CPU, ascending */
  guint8 share[1001]; /* how many distinct shares are at most so much */
  Odd *odd;
  gint64 *one;       /* [model][levels of CPU][levels of shares]: tasks with one device */
  gint64 *many;      /* [model][levels of CPU][cards free]: tasks with several whole cards */
  gint64 *odd_count; /* [model][levels of CPU][odd] */
};

#define FULL_LEVELS (SW_MAX_CARDS + 1)

/* ---- tables ---- */

static gint
compare_int64 (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *)a, y = *(const gint64 *)b;
  return x < y ? -1 : x > y;
}

static guint32
distinct (gint64 *values, guint32 n)
{
  qsort (values, n, sizeof *values, compare_int64);
  guint32 kept = 0;
  for (guint32 i = 0; i < n; i++)
    if (kept == 0 || values[kept - 1] != values[i])
      values[kept++] = values[i];
  return kept;
}

static inline guint32
cpu_level (const SwFragments *self, gint64 cpu)
{
  guint32 low = 0, n = self->n_cpu;
  while (n > 0)
    {
      guint32 half = n / 2;
      gboolean reached = self->cpu[low + half] <= cpu;
      low = reached ? low + half + 1 : low;
      n = reached ? n - half - 1 : half;
    }
  return low;
}

static guint32
odd_number (SwFragments *self, const SwTypicalTask *task)
{
  for (guint32 i = 0; i < self->n_odd; i++)
    if (self->odd[i].milli == task->milli && self->odd[i].gpus == task->gpus)
      return i;
  self->odd[self->n_odd] = (Odd){ task->milli, task->gpus };
  return self->n_odd++;
}

static void
find_levels (SwFragments *self)
{
  g_autofree gint64 *shares = g_new (gint64, self->n + 1);
  guint32 n_shares = 0;
  for (guint32 i = 0; i < self->n; i++)
    {
      const SwTypicalTask *task = &self->tasks[i];
      if (task->gpus == 0)
        continue;
      self->cpu[self->n_cpu++] = task->cpu_milli;
      if (task->gpus == 1)
        shares[n_shares++] = task->milli;
      else if (task->milli < 1000)
        odd_number (self, task);
    }
  self->n_cpu = distinct (self->cpu, self->n_cpu);
  self->n_share = distinct (shares, n_shares);
  for (guint32 g = 0, level = 0; g <= 1000; g++)
    {
      while (level < self->n_share && shares[level] <= g)
        level++;
      self->share[g] = (guint8)level;
    }
}

/* Counts a task in all entries whose levels reach it. */
static void
count_task (SwFragments *self, const SwTypicalTask *task, guint32 model)
{
  for (guint32 c = cpu_level (self, task->cpu_milli); c <= self->n_cpu; c++)
    {
      gsize row = (gsize)model * (self->n_cpu + 1) + c;
      if (task->gpus == 1)
        for (guint32 u = self->share[task->milli]; u <= self->n_share; u++)
          self->one[row * (self->n_share + 1) + u] += task->count;
      else if (task->milli == 1000)
        for (guint32 k = task->gpus; k < FULL_LEVELS; k++)
          self->many[row * FULL_LEVELS + k] += task->count;
      else
        self->odd_count[row * self->n_odd + odd_number (self, task)] += task->count;
    }
}

SwFragments *
sw_fragments_new (const SwTypicalTask *tasks, guint32 n, guint32 n_models)
{
  SwFragments *self = g_new0 (SwFragments, 1);
  self->n = n;
  self->n_models = n_models;
  self->tasks = n > 0 ? g_memdup2 (tasks, n * sizeof *tasks) : NULL;
  self->cpu = g_new (gint64, n + 1);
  self->odd = g_new0 (Odd, n + 1);
  find_levels (self);
  g_assert (self->n_share < G_MAXUINT8);
  gsize rows = (gsize)n_models * (self->n_cpu + 1);
  self->one = g_new0 (gint64, rows * (self->n_share + 1) + 1);
  self->many = g_new0 (gint64, rows * FULL_LEVELS + 1);
  self->odd_count = g_new0 (gint64, rows * self->n_odd + 1);
  for (guint32 i = 0; i < n; i++)
    {
      self->count += tasks[i].count;
      for (guint32 m = 0; tasks[i].gpus > 0 && m < n_models; m++)
        if ((tasks[i].models >> m & 1) != 0)
          count_task (self, &tasks[i], m);
    }
  return self;
}

void
sw_fragments_free (SwFragments *self)
{
  if (self == NULL)
    return;
  g_free (self->tasks);
  g_free (self->cpu);
  g_free (self->odd);
  g_free (self->one);
  g_free (self->many);
  g_free (self->odd_count);
  g_free (self);
}

guint32
sw_fragments_n_tasks (const SwFragments *self)
{
  return self->n;
}

const SwTypicalTask *
sw_fragments_tasks (const SwFragments *self)
{
  return self->tasks;
}

gint64
sw_fragments_count (const SwFragments *self)
{
  return self->count;
}

/* ---- a node ---- */

/* The tables' rows for a model and an amount of CPU. */
typedef struct
{
  const gint64 *one, *many, *odd;
} Rows;

static inline Rows
rows_for (const SwFragments *self, gint32 model, gint64 cpu)
{
  gsize row = (gsize)model * (self->n_cpu + 1) + cpu_level (self, cpu);
  return (Rows){ self->one + row * (self->n_share + 1), self->many + row * FULL_LEVELS,
                 self->odd_count + row * self->n_odd };
}

static inline gint64
usable_of_card (const SwFragments *self, const Rows *rows, guint32 left)
{
  return (gint64)left * rows->one[self->share[left]];
}

static gint64
usable_by_odd (const SwFragments *self, const Rows *rows, const guint16 *left, guint32 n_cards)
{
  gint64 usable = 0;
  for (guint32 q = 0; q < self->n_odd; q++)
    {
      guint32 cards = 0, sum = 0;
      for (guint32 i = 0; i < n_cards; i++)
        if (left[i] >= self->odd[q].milli)
          {
            cards++;
            sum += left[i];
          }
      if (cards >= self->odd[q].gpus)
        usable += rows->odd[q] * sum;
    }
  return usable;
}

/* sum n_m S_m. */
static gint64
usable (const SwFragments *self, const Rows *rows, const guint16 *left, guint32 n_cards)
{
  gint64 sum = 0;
  guint32 full = 0;
  for (guint32 i = 0; i < n_cards; i++)
    {
      sum += usable_of_card (self, rows, left[i]);
      full += left[i] == 1000;
    }
  sum += (gint64)1000 * full * rows->many[full];
  return self->n_odd == 0 ? sum : sum + usable_by_odd (self, rows, left, n_cards);
}

static inline guint32
copy_left (const SwCard *cards, guint32 n_cards, guint16 *left)
{
  guint32 sum = 0;
  for (guint32 i = 0; i < n_cards; i++)
    {
      left[i] = cards[i].left;
      sum += left[i];
    }
  return sum;
}

gint64
sw_fragments_node (const SwFragments *self, gint32 model, gint64 cpu, const SwCard *cards,
                   guint32 n_cards)
{
  guint16 left[SW_MAX_CARDS];
  if (model < 0)
    return 0;
  guint32 sum = copy_left (cards, n_cards, left);
  if (sum == 0)
    return 0;
  Rows rows = rows_for (self, model, cpu);
  return self->count * sum - usable (self, &rows, left, n_cards);
}

gint64
sw_fragments_whole (const SwFragments *self, gint32 model, gint64 cpu, guint32 full)
{
  if (model < 0 || full == 0)
    return 0;
  Rows rows = rows_for (self, model, cpu);
  gint64 per_card = rows.one[self->n_share] + rows.many[full];
  if (self->n_odd > 0)
    for (guint32 q = 0; q < self->n_odd; q++)
      per_card += full >= self->odd[q].gpus ? rows.odd[q] : 0;
  return (gint64)1000 * full * (self->count - per_card);
}

/* ---- a task more ---- */

/* Per card, for a share of one device: all that changes is the card, and what the CPU that is left
   allows on all of them. */
static void
increase_by_card (const SwFragments *self, const SwTaskGroup *task, const Rows *after,
                  gint64 before, guint16 *left, guint32 n_cards, gint64 *increase)
{
  gint64 there = usable (self, after, left, n_cards);
  guint32 full = 0;
  for (guint32 i = 0; i < n_cards; i++)
    full += left[i] == 1000;
  for (guint32 i = 0; i < n_cards; i++)
    {
      if (left[i] < task->milli)
        continue;
      gint64 then;
      if (G_UNLIKELY (self->n_odd > 0))
        {
          left[i] -= (guint16)task->milli;
          then = usable (self, after, left, n_cards);
          left[i] += (guint16)task->milli;
        }
      else
        {
          then = there - usable_of_card (self, after, left[i])
                 + usable_of_card (self, after, left[i] - task->milli);
          if (left[i] == 1000 && task->milli > 0)
            then += 1000
                    * ((gint64)(full - 1) * after->many[full - 1]
                       - (gint64)full * after->many[full]);
        }
      increase[i] = before - then - self->count * task->milli;
    }
}

void
sw_fragments_increase (const SwFragments *self, const SwTaskGroup *task, const SwNodeView *node,
                       const SwSpot *spots, gint64 *increase)
{
  guint16 left[SW_MAX_CARDS];
  guint32 n = node->n_cards, taken = 0;
  if (node->model < 0)
    {
      increase[0] = 0;
      return;
    }
  copy_left (node->cards, n, left);
  Rows rows = rows_for (self, node->model, node->free_cpu_milli);
  Rows after = rows_for (self, node->model, node->free_cpu_milli - task->cpu_milli);
  gint64 before = usable (self, &rows, left, n);
  if (task->use == SW_USE_SHARE && task->gpus == 1 && node->mig == NULL)
    {
      increase_by_card (self, task, &after, before, left, n, increase);
      return;
    }
  for (guint32 i = 0, k = 0; task->use == SW_USE_WHOLE && i < n && k < task->gpus; i++)
    if (left[i] == 1000)
      {
        left[i] = 0;
        taken += 1000;
        k++;
      }
  for (guint32 k = 0; task->use >= SW_USE_SHARE && k < task->gpus; k++)
    {
      guint32 milli = node->mig == NULL
                          ? task->milli
                          : sw_mig_milli (node->mig, spots[k].profile, spots[k].start);
      milli = MIN (milli, left[spots[k].card]);
      left[spots[k].card] -= (guint16)milli;
      taken += milli;
    }
  increase[0] = before - usable (self, &after, left, n) - self->count * taken;
}
