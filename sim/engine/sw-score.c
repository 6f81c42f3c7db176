/* Placing by scores.  For every kind of task the score of every node is kept, and only nodes that
 * changed since are scored again when the next such task comes; among many nodes those in the same
 * state as another are not scored but copied.  Per block of nodes the best score is kept, so that
 * the winner, the lowest of the best, is found without looking at all.
 *
 * Where the question is about another world (a reservation) or about a demand that is not of the
 * table, all nodes are scored anew and nothing is kept. */
#include "sw-engine-private.h"
#include "sw-rng.h"

#include <string.h>

#define BLOCK 64
#define MEMO 512                /* states remembered while many nodes are scored */
#define MANY 32                 /* nodes from which on it pays to look for equal ones */
#define ROOM ((gsize)256 << 20) /* bytes for all tables */

/* Scores of all nodes for one kind of task. */
typedef struct
{
  gint64 *score;  /* per node */
  gint64 *best;   /* per block */
  guint64 *stale; /* bit per block: best is too high */
  guint64 seen;   /* changes of nodes that are in it */
} Table;

typedef struct
{
  guint64 hash;
  SwNode node; /* scored in the sweep */
  guint32 sweep;
} Memo;

struct SwScores
{
  const SwCluster *cluster; /* the world that the tables are about */
  guint32 sees, n, n_blocks, n_tables;
  guint32 *first_table; /* per demand class */
  Table *tables;
  gsize bytes;
  guint64 *hash;  /* per node, of its state */
  guint64 hashed; /* changes of nodes that are in hash */
  guint32 *stamp; /* per node: last sweep that scored it */
  guint32 sweep;
  Memo *memo;
};

SwScores *
sw_scores_new (SwCluster *cluster, const SwDemands *demands, guint32 sees)
{
  SwScores *self = g_new0 (SwScores, 1);
  self->cluster = cluster;
  self->sees = sees;
  self->n = sw_cluster_n_nodes (cluster);
  self->n_blocks = (self->n + BLOCK - 1) / BLOCK;
  self->first_table = g_new (guint32, demands->n + 1);
  for (guint32 d = 0; d < demands->n; d++)
    {
      self->first_table[d] = self->n_tables;
      self->n_tables += demands->demands[d].n_groups;
    }
  self->tables = g_new0 (Table, MAX (self->n_tables, 1));
  self->hash = g_new0 (guint64, MAX (self->n, 1));
  self->stamp = g_new0 (guint32, MAX (self->n, 1));
  self->memo = g_new0 (Memo, MEMO);
  sw_cluster_watch (cluster, TRUE);
  if ((sees & SW_SEES_HOSTS) != 0)
    sw_cluster_count_hosts (cluster);
  return self;
}

static void
clear_table (Table *table)
{
  g_free (table->score);
  g_free (table->best);
  g_free (table->stale);
  *table = (Table){ 0 };
}

void
sw_scores_free (SwScores *self)
{
  if (self == NULL)
    return;
  for (guint32 i = 0; i < self->n_tables; i++)
    clear_table (&self->tables[i]);
  g_free (self->tables);
  g_free (self->first_table);
  g_free (self->hash);
  g_free (self->stamp);
  g_free (self->memo);
  g_free (self);
}

/* ---- one node ---- */

/* SW_NEVER if the task does not fit. */
static gint64
score_node (SwView *v, const SwTaskGroup *task, SwNode node, guint32 sees, SwSpot *spots)
{
  gboolean parts = task->use >= SW_USE_SHARE;
  if (!sw_cluster_fits (v->cluster, node, task)
      || (parts && !sw_cluster_choose (v->cluster, node, task, spots)))
    return SW_NEVER;
  SwNodeView view;
  sw_cluster_view (v->cluster, node, sees, &view);
  guint64 calls = v->calls;
  gint64 score = v->spec->place.policy->score (v->place_self, &sw_host, v, task, &view,
                                               parts ? spots : NULL);
  v->calls = calls; /* that many nodes are asked about is not the policy's doing */
  return score;
}

/* ---- states of nodes ---- */

#define CARD_BYTES (offsetof (SwCard, at) + SW_MAX_UNITS)

static guint64
hash_state (const SwNodeView *view)
{
  guint64 h = sw_mix64 ((guint64)view->free_cpu_milli ^ (guint64)view->pool << 48);
  h = sw_mix64 (h ^ (guint64)view->cpu_milli ^ (guint64)view->model << 40);
  h = sw_mix64 (h ^ (guint64)view->free_mem_mib ^ view->hosts << 20);
  for (guint32 i = 0; i < view->n_cards; i++)
    {
      const SwCard *card = &view->cards[i];
      guint64 a = card->left | (guint64)card->tenants << 16 | (guint64)card->mem_left << 32, b, c;
      memcpy (&b, card->at, sizeof b);
      memcpy (&c, card->at + sizeof b, sizeof c);
      h = sw_mix64 (h ^ a ^ (guint64)card->busy << 8 ^ (guint64)card->use << 40);
      if ((b | c) != 0)
        h = sw_mix64 (sw_mix64 (h ^ b) ^ c);
    }
  return h;
}

static gboolean
equal_states (const SwScores *self, SwNode a, SwNode b)
{
  SwNodeView x, y;
  sw_cluster_view (self->cluster, a, self->sees | SW_SEES_HOST_MEMORY, &x);
  sw_cluster_view (self->cluster, b, self->sees | SW_SEES_HOST_MEMORY, &y);
  if (x.model != y.model || x.pool != y.pool || x.n_cards != y.n_cards || x.cpu_milli != y.cpu_milli
      || x.free_cpu_milli != y.free_cpu_milli || x.mem_mib != y.mem_mib
      || x.free_mem_mib != y.free_mem_mib || x.hosts != y.hosts)
    return FALSE;
  for (guint32 i = 0; i < x.n_cards; i++)
    if (memcmp (&x.cards[i], &y.cards[i], CARD_BYTES) != 0)
      return FALSE;
  return TRUE;
}

static void
rehash (SwScores *self)
{
  guint64 changes = sw_cluster_n_changes (self->cluster);
  gboolean all = self->hashed == 0 || changes - self->hashed >= self->n;
  guint32 n = all ? self->n : (guint32)(changes - self->hashed);
  for (guint32 i = 0; i < n; i++)
    {
      SwNode node = all ? i : sw_cluster_change (self->cluster, self->hashed + i);
      SwNodeView view;
      sw_cluster_view (self->cluster, node, self->sees | SW_SEES_HOST_MEMORY, &view);
      self->hash[node] = hash_state (&view);
    }
  self->hashed = changes;
}

/* ---- tables ---- */

static void
put_score (Table *table, SwNode node, gint64 score)
{
  guint32 block = node / BLOCK;
  gint64 old = table->score[node];
  table->score[node] = score;
  if (score >= table->best[block])
    {
      table->best[block] = score;
      table->stale[block / 64] &= ~((guint64)1 << (block % 64));
    }
  else if (old == table->best[block])
    table->stale[block / 64] |= (guint64)1 << (block % 64);
}

/* Scores a node that is one of many: as another in the same state, if one was scored. */
static gint64
score_as_another (SwView *v, SwScores *self, const Table *table, const SwTaskGroup *task,
                  SwNode node, SwSpot *spots)
{
  Memo *memo = &self->memo[self->hash[node] % MEMO];
  if (memo->sweep == self->sweep && memo->hash == self->hash[node]
      && equal_states (self, memo->node, node))
    return table->score[memo->node];
  *memo = (Memo){ self->hash[node], node, self->sweep };
  return score_node (v, task, node, self->sees, spots);
}

static void
sweep (SwView *v, SwScores *self, Table *table, const SwTaskGroup *task, gboolean all, guint32 n,
       SwSpot *spots)
{
  gboolean equal = n >= MANY && (self->sees & SW_SEES_TENANTS) == 0;
  if (equal)
    rehash (self);
  self->sweep++;
  for (guint32 i = 0; i < n; i++)
    {
      SwNode node = all ? i : sw_cluster_change (self->cluster, table->seen + i);
      if (self->stamp[node] == self->sweep)
        continue;
      self->stamp[node] = self->sweep;
      put_score (table, node,
                 equal ? score_as_another (v, self, table, task, node, spots)
                       : score_node (v, task, node, self->sees, spots));
    }
}

static void
make_table (SwScores *self, Table *table)
{
  gsize bytes = (gsize)self->n * sizeof *table->score;
  if (self->bytes + bytes > ROOM)
    {
      for (guint32 i = 0; i < self->n_tables; i++)
        clear_table (&self->tables[i]);
      self->bytes = 0;
    }
  self->bytes += bytes;
  table->score = g_new (gint64, MAX (self->n, 1));
  table->best = g_new (gint64, self->n_blocks + 1);
  table->stale = g_new0 (guint64, self->n_blocks / 64 + 1);
  for (guint32 i = 0; i < self->n; i++)
    table->score[i] = SW_NEVER;
  for (guint32 i = 0; i < self->n_blocks; i++)
    table->best[i] = SW_NEVER;
}

static void
refresh_block (const SwScores *self, Table *table, guint32 block)
{
  gint64 best = SW_NEVER;
  guint32 end = MIN ((block + 1) * BLOCK, self->n);
  for (guint32 i = block * BLOCK; i < end; i++)
    best = MAX (best, table->score[i]);
  table->best[block] = best;
  table->stale[block / 64] &= ~((guint64)1 << (block % 64));
}

/* Lowest of the nodes with the best score. */
static SwNode
winner (const SwScores *self, Table *table)
{
  guint32 found = self->n_blocks;
  gint64 best = SW_NEVER;
  for (guint32 b = 0; b < self->n_blocks; b++)
    {
      if (table->best[b] <= best)
        continue;
      if ((table->stale[b / 64] >> (b % 64) & 1) != 0)
        refresh_block (self, table, b);
      if (table->best[b] <= best)
        continue;
      best = table->best[b];
      found = b;
    }
  for (guint32 i = found * BLOCK; i < self->n && found < self->n_blocks; i++)
    if (table->score[i] == best)
      return i;
  return SW_NO_NODE;
}

static SwNode
best_by_table (SwView *v, SwScores *self, guint32 number, const SwTaskGroup *task, SwSpot *spots)
{
  Table *table = &self->tables[number];
  guint64 changes = sw_cluster_n_changes (self->cluster);
  gboolean all = table->score == NULL || changes - table->seen >= self->n;
  if (table->score == NULL)
    make_table (self, table);
  sweep (v, self, table, task, all, all ? self->n : (guint32)(changes - table->seen), spots);
  table->seen = changes;
  return winner (self, table);
}

static SwNode
best_by_looking (SwView *v, const SwTaskGroup *task, SwSpot *spots)
{
  SwNode best = SW_NO_NODE;
  gint64 of_best = SW_NEVER;
  for (SwNode node = sw_cluster_next_fit (v->cluster, task, 0); node != SW_NO_NODE;
       node = sw_cluster_next_fit (v->cluster, task, node + 1))
    {
      gint64 score = score_node (v, task, node, v->scores->sees, spots);
      if (score <= of_best)
        continue;
      of_best = score;
      best = node;
    }
  return best;
}

/* ---- placing ---- */

/* One task of the group on the best node; -1: nowhere, FALSE: the policy's places do not hold. */
static gint
place_task (SwView *v, guint32 group, gint64 table, SwSpot *spots)
{
  const SwTaskGroup *task = &v->claim.demand->groups[group];
  SwNode node = table < 0 ? best_by_looking (v, task, spots)
                          : best_by_table (v, v->scores, (guint32)table, task, spots);
  if (node == SW_NO_NODE)
    return -1;
  if (task->use < SW_USE_SHARE)
    return sw_claim_add (&v->claim, node, group, 1) ? TRUE : -1;
  score_node (v, task, node, v->scores->sees, spots);
  if (sw_claim_add_at (&v->claim, node, group, spots))
    return TRUE;
  return task->node_max > 0 ? -1 : FALSE; /* scores know nothing of the tasks beside it */
}

gboolean
sw_scores_place (SwView *v)
{
  const SwDemand *demand = v->claim.demand;
  gsize number = (gsize)(demand - v->demands->demands);
  gboolean kept = v->cluster == v->scores->cluster && number < v->demands->n;
  guint32 most = 1, tasks = 0;
  for (guint32 g = 0; g < demand->n_groups; g++)
    {
      most = MAX (most, demand->groups[g].gpus);
      tasks += demand->groups[g].tasks;
    }
  g_autofree SwSpot *many = most > SW_MAX_UNITS ? g_new (SwSpot, most) : NULL;
  SwSpot few[SW_MAX_UNITS], *spots = many != NULL ? many : few;
  gint placed = TRUE;
  for (guint32 g = 0; g < demand->n_groups && placed == TRUE; g++)
    for (guint32 t = 0; t < demand->groups[g].tasks && placed == TRUE; t++)
      placed = place_task (v, g, kept ? (gint64)v->scores->first_table[number] + g : -1, spots);
  if (placed == FALSE)
    sw_host_broke (v, SW_BAD_PLACE, "it chooses places on cards that are not to be had");
  if (placed == TRUE && sw_claim_complete (&v->claim))
    return TRUE;
  sw_claim_undo (&v->claim, 0);
  /* Several tasks may fit together although not each where it is liked best. */
  gboolean cut = FALSE;
  gboolean binds = (v->scores->sees & SW_SEES_TENANTS) != 0;
  gboolean found
      = placed != FALSE && !binds && tasks > 1 && sw_fill (&v->claim, SW_FIT_FIRST, 0, &cut);
  v->counts.searches_cut += cut;
  return found;
}
