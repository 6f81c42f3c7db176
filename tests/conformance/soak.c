/* Random worlds under random policies, all checks on, and what must hold in each of them:
 *
 *   the schedule keeps the rules (sw-verdict.h) and the accounts add up;
 *   work is conserved: a recount of rate x time by the formulas, from the record alone, gives what
 *   each stay did, and the stays together the job's work;
 *   kills add up, and the time of each stay is useful, lost or overhead;
 *   the run comes out the same without an observer and with a job watched;
 *   a run that is stopped earlier is the head of the one that is not.
 *
 *   soak [FIRST [N]]   worlds of these seeds, N of them told in full if N is 1.  Prints TAP. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "builtin.h"
#include "sw-contention-cache.h"
#include "sw-soak.h"
#include "sw-verdict.h"
#include "sw-worlds.h"

#define T G_GINT64_FORMAT
#define BLOCK 40
#define WORLDS 480

/* ---- a recount ---- */

typedef struct
{
  const SwSoak *soak;
  const SwOutcome *o;
  SwContentionCache *cache; /* NULL: nobody is slowed */
  SwTime *times;            /* at which stays begin or end, in order */
  guint n_times;
  SwTime *left; /* per job; -1: no longer known */
} Recount;

static const SwAttempt *
attempt_at (const SwOutcome *o, guint i)
{
  return &g_array_index (o->attempts_log, SwAttempt, i);
}

static const SwPiece *
piece_at (const SwOutcome *o, guint i)
{
  return &g_array_index (o->pieces, SwPiece, i);
}

static int
by_time (gconstpointer a, gconstpointer b)
{
  const SwTime *x = a, *y = b;
  return *x < *y ? -1 : *x > *y;
}

static guint32
behaviour_of (const Recount *r, SwJob job)
{
  return r->soak->kit.spec.behaviours == NULL ? 0 : r->soak->of_job[job];
}

/* Tenants of the piece's card from `now` on; own: which of them the piece is. */
static guint
tenants_at (const Recount *r, guint number, SwTime now, SwCardTenant *out, guint *own)
{
  const SwPiece *piece = piece_at (r->o, number);
  const SwPoolRules *rules = sw_cluster_rules (r->soak->cluster, piece->node);
  guint n = 0;
  for (guint i = 0; i < r->o->attempts_log->len; i++)
    {
      const SwAttempt *a = attempt_at (r->o, i);
      if (a->start > now || a->stop <= now)
        continue;
      for (guint k = a->first_piece; k < a->first_piece + a->n_pieces; k++)
        {
          const SwPiece *other = piece_at (r->o, k);
          if (other->milli == 0 || other->node != piece->node
              || other->part.card != piece->part.card)
            continue;
          if (k == number)
            *own = n;
          const guint32 even = MAX (1000 / rules->max_tenants, 1);
          out[n++] = (SwCardTenant){ behaviour_of (r, a->job), rules->cap == SW_CAP_NONE ? 1000
                                                               : rules->cap == SW_CAP_SHARE
                                                                   ? other->milli
                                                                   : even };
        }
    }
  return n;
}

static double
on_instance (const Recount *r, SwJob job, SwNode node, guint profile)
{
  const SwMigGeometry *mig = sw_cluster_mig (r->soak->cluster, node);
  const guint32 model = (guint32)sw_cluster_node_model (r->soak->cluster, node);
  const SwLoad *load = &r->soak->loads[r->soak->of_job[job] * r->soak->behaviours.n_models + model];
  const SwMigProfile *p = &mig->profiles[profile];
  return 1
         / sw_contention_isolated (load, (double)p->sms / mig->sms, (double)p->units / mig->units);
}

/* Speed on a piece at a time; tenants there are as they are. */
static double
speed_of_piece (const Recount *r, SwJob job, guint number, SwTime now)
{
  const SwPiece *piece = piece_at (r->o, number);
  const SwJobTable *table = r->o->table;
  const gint32 model = sw_cluster_node_model (r->soak->cluster, piece->node);
  double speed = r->soak->model_speeds[MAX (model, 0)];
  if (r->soak->kit.spec.behaviours != NULL)
    speed = r->soak->speeds[r->soak->of_job[job] * r->soak->behaviours.n_models + (guint32)model];
  if (piece->milli == 0 || r->cache == NULL)
    return speed;
  if (piece->part.sliced)
    {
      const SwDemandRow *demand = &table->demands[table->demand[job]];
      const SwGroupRow *group = &table->groups[demand->first_group + piece->group];
      const double own = on_instance (r, job, piece->node, piece->part.profile);
      if (group->mode != SW_GPU_MIG)
        return speed * own;
      const SwMigGeometry *mig = sw_cluster_mig (r->soak->cluster, piece->node);
      const gint asked = sw_mig_find (mig, sw_strings_get (table->strings, group->mig_profile));
      return speed * own / on_instance (r, job, piece->node, (guint)asked);
    }
  SwCardTenant tenants[SW_MAX_TENANTS];
  guint own = 0, n = tenants_at (r, number, now, tenants, &own);
  const SwPoolRules *rules = sw_cluster_rules (r->soak->cluster, piece->node);
  const guint by = sw_contention_cache_rules (r->cache, &rules->contention);
  return speed / sw_contention_cache_get (r->cache, by, (guint32)model, tenants, n).slowdown[own];
}

static double
spread_of (const Recount *r, const SwAttempt *a)
{
  const SwSpeeds *speeds = &r->soak->kit.spec.speeds;
  double factor = 1;
  const SwNode first = a->n_pieces > 0 ? piece_at (r->o, a->first_piece)->node : 0;
  guint32 rack0, switch0, rack, top;
  gboolean nodes = FALSE, racks = FALSE, switches = FALSE;
  sw_cluster_domain (r->soak->cluster, first, &rack0, &switch0);
  for (guint i = 1; i < a->n_pieces; i++)
    {
      const SwNode node = piece_at (r->o, a->first_piece + i)->node;
      sw_cluster_domain (r->soak->cluster, node, &rack, &top);
      nodes |= node != first;
      switches |= top != switch0;
      racks |= rack != rack0 || top != switch0;
    }
  if (nodes)
    factor = speeds->across_nodes;
  if (racks)
    factor = speeds->across_racks;
  return switches ? speeds->across_switches : factor;
}

static double
speed_at (const Recount *r, const SwAttempt *a, SwTime now)
{
  double least = G_MAXDOUBLE;
  for (guint i = a->first_piece; i < a->first_piece + a->n_pieces; i++)
    if (sw_piece_cards (piece_at (r->o, i)) != 0)
      least = MIN (least, speed_of_piece (r, a->job, i, now));
  return (least == G_MAXDOUBLE ? 1 : least) * spread_of (r, a);
}

/* Work of a stay whose overhead comes first. */
static double
work_of (const Recount *r, const SwAttempt *a)
{
  double work = 0;
  const SwTime begin = a->start + a->overhead;
  for (guint i = 0; i < r->n_times && r->times[i] < a->stop; i++)
    {
      if (r->times[i] < a->start || (i > 0 && r->times[i] == r->times[i - 1]))
        continue;
      guint next = i + 1;
      while (next < r->n_times && r->times[next] == r->times[i])
        next++;
      const SwTime to = MIN (next < r->n_times ? r->times[next] : a->stop, a->stop);
      const SwTime from = MAX (r->times[i], begin);
      if (to > from)
        work += (double)(to - from) * speed_at (r, a, r->times[i]);
    }
  return work;
}

static char *
work_fault (const Recount *r, const SwAttempt *a, double done, double expected)
{
  const double tolerance = 2000 + 1e-9 * expected;
  if (fabs (done - expected) <= tolerance)
    return NULL;
  return g_strdup_printf ("a stay of job %s from %.9g s (%s) did %.9g s of work, not %.9g s",
                          r->o->table->id[a->job], (double)a->start / 1e9, sw_end_names[a->end],
                          done / 1e9, expected / 1e9);
}

static char *
recount_stay (const Recount *r, const SwAttempt *a)
{
  const SwJobTable *t = r->o->table;
  SwTime *left = &r->left[a->job];
  const gboolean keeps = a->end == SW_END_NONE || a->end == SW_END_MOVED
                         || (a->end == SW_END_PREEMPTED && r->soak->kit.spec.preempt_keeps_all);
  if (*left < 0 || (t->ckpt_interval[a->job] > 0 && t->ckpt_cost[a->job] > 0))
    return NULL; /* pauses lie in between */
  const double done = work_of (r, a);
  if (a->end == SW_END_TIMEOUT && a->stop - a->start != t->limit[a->job])
    return g_strdup_printf ("job %s timed out at another time than its limit", t->id[a->job]);
  if (a->end == SW_END_COMPLETED)
    return work_fault (r, a, done, (double)*left);
  if (a->end == SW_END_FAILED)
    {
      const SwTime at = t->fail_after[a->job];
      char *fault = work_fault (r, a, done, (double)(at == SW_TIME_NONE ? *left : MIN (at, *left)));
      if (fault != NULL)
        return fault;
    }
  if (done > (double)*left + 2000)
    return work_fault (r, a, done, (double)*left);
  if (keeps)
    *left -= (SwTime)rint (done);
  else if (t->ckpt_interval[a->job] > 0)
    *left = -1; /* which checkpoint was the last may hang on a nanosecond */
  *left = keeps ? MAX (*left, 0) : *left;
  return NULL;
}

static char *
recount (const SwSoak *soak, const SwOutcome *o)
{
  const SwRunSpec *spec = &soak->kit.spec;
  char *fault = NULL;
  Recount r = { soak, o,
                NULL, g_new (SwTime, 2 * o->attempts_log->len + 1),
                0,    g_memdup2 (o->table->work, MAX (o->n, 1) * sizeof (SwTime)) };
  if (spec->behaviours != NULL)
    r.cache = sw_contention_cache_new (spec->behaviours, spec->pairs, spec->pair_models);
  for (guint i = 0; i < o->attempts_log->len; i++)
    {
      r.times[r.n_times++] = attempt_at (o, i)->start;
      r.times[r.n_times++] = attempt_at (o, i)->stop;
    }
  qsort (r.times, r.n_times, sizeof *r.times, by_time);
  for (guint i = 0; i < o->attempts_log->len && fault == NULL; i++)
    fault = recount_stay (&r, attempt_at (o, i));
  g_clear_pointer (&r.cache, sw_contention_cache_free);
  g_free (r.times);
  g_free (r.left);
  return fault;
}

/* ---- sums ---- */

static char *
check_sums (const SwOutcome *o)
{
  guint killed = 0, finals[SW_N_STATES] = { 0 }, sum = 0;
  for (guint i = 0; i < o->attempts_log->len; i++)
    {
      const SwAttempt *a = attempt_at (o, i);
      killed += a->end == SW_END_OOM || a->end == SW_END_EVICTED;
      if (a->useful + a->lost + a->overhead != a->stop - a->start || a->useful < 0 || a->lost < 0
          || a->overhead < 0)
        return g_strdup_printf ("the time of a stay of job %s does not add up",
                                o->table->id[a->job]);
    }
  if (killed != (o->kills == NULL ? 0 : o->kills->len))
    return g_strdup_printf ("%u stays ran out of memory, %u kills are told", killed,
                            o->kills == NULL ? 0 : o->kills->len);
  for (SwJob job = 0; job < o->n; job++)
    {
      finals[o->state[job]]++;
      if (o->alone != NULL && o->alone[job] > o->run[job])
        return g_strdup_printf ("job %s would have been slower alone", o->table->id[job]);
    }
  for (guint s = SW_COMPLETED; s < SW_N_STATES; s++)
    sum += finals[s];
  return sum == o->n ? NULL : g_strdup ("jobs are lost");
}

/* ---- the same again ---- */

static char *
dump (const SwOutcome *o)
{
  g_autofree char *plain = sw_world_dump (o);
  GString *text = g_string_new (plain);
  for (guint i = 0; o->kills != NULL && i < o->kills->len; i++)
    {
      const SwKill *k = &g_array_index (o->kills, SwKill, i);
      g_string_append_printf (text, "kill %" T " %u %u %u %u %u\n", k->at, k->victim, k->culprit,
                              k->node, k->card, k->how);
    }
  for (guint i = 0; o->repartitions != NULL && i < o->repartitions->len; i++)
    {
      const SwRepartition *c = &g_array_index (o->repartitions, SwRepartition, i);
      g_string_append_printf (text, "change %" T " %" T " %u %u %u %u %d %u\n", c->at, c->takes,
                              c->node, c->card, c->destroyed, c->created, c->mode, c->disturbed);
    }
  for (SwJob job = 0; o->alone != NULL && job < o->n; job++)
    g_string_append_printf (text, "%" T " ", o->alone[job]);
  return g_string_free (text, FALSE);
}

static void
clear_reason (gpointer data)
{
  g_free (((SwReason *)data)->text);
}

static char *
run_again (const SwSoak *soak, SwJob watch)
{
  SwRunSpec spec = soak->kit.spec;
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) reasons = g_array_new (FALSE, FALSE, sizeof (SwReason));
  g_array_set_clear_func (reasons, clear_reason);
  spec.observer = NULL;
  spec.watch = watch;
  g_autoptr (SwOutcome) o = sw_engine_run (&spec, NULL, reasons, &error);
  if (o == NULL)
    return g_strdup (error->message);
  g_autofree char *first = dump (soak->kit.outcome), *second = dump (o);
  {
    g_file_set_contents ("/tmp/w/d1", first, -1, NULL);
    g_file_set_contents ("/tmp/w/d2", second, -1, NULL);
  }
  return strcmp (first, second) == 0 ? NULL
         : watch == SW_NO_JOB
             ? g_strdup ("comes out differently without an observer")
             : g_strdup_printf ("comes out differently with job %s watched", o->table->id[watch]);
}

/* ---- the head of it ---- */

static gboolean
same_pieces (const SwOutcome *a, const SwAttempt *x, const SwOutcome *b, const SwAttempt *y)
{
  if (x->n_pieces != y->n_pieces)
    return FALSE;
  for (guint i = 0; i < x->n_pieces; i++)
    {
      const SwPiece *p = piece_at (a, x->first_piece + i), *q = piece_at (b, y->first_piece + i);
      if (p->node != q->node || p->tasks != q->tasks || p->milli != q->milli
          || p->cards != q->cards)
        return FALSE;
    }
  return TRUE;
}

static char *
compare_head (const SwOutcome *whole, const SwOutcome *head, SwTime until)
{
  guint n = 0;
  for (guint i = 0; i < whole->attempts_log->len && attempt_at (whole, i)->start < until; i++, n++)
    {
      if (i >= head->attempts_log->len)
        break;
      const SwAttempt *a = attempt_at (whole, i), *b = attempt_at (head, i);
      const gboolean over = a->stop < until;
      if (a->job != b->job || a->start != b->start || !same_pieces (whole, a, head, b)
          || (over ? a->stop != b->stop || a->end != b->end
                   : b->end != SW_END_NONE || b->stop != until))
        return g_strdup_printf ("until %" T " the stay of job %s from %" T " differs", until,
                                whole->table->id[a->job], a->start);
    }
  if (n != head->attempts_log->len)
    return g_strdup_printf ("until %" T " there are %u stays, not %u", until,
                            head->attempts_log->len, n);
  for (SwJob job = 0; job < whole->n; job++)
    if (whole->end[job] != SW_TIME_NONE && whole->end[job] < until
            ? head->state[job] != whole->state[job] || head->end[job] != whole->end[job]
            : head->state[job] != SW_UNFINISHED)
      return g_strdup_printf ("until %" T " job %s differs", until, whole->table->id[job]);
  return NULL;
}

static char *
check_head (const SwSoak *soak, SwTime until)
{
  SwRunSpec spec = soak->kit.spec;
  g_autoptr (GError) error = NULL;
  spec.observer = NULL;
  spec.until = until;
  g_autoptr (SwOutcome) head = sw_engine_run (&spec, NULL, NULL, &error);
  if (head == NULL)
    return g_strdup (error->message);
  char *fault = compare_head (soak->kit.outcome, head, until);
  if (fault == NULL)
    fault = recount (soak, head);
  return fault != NULL ? fault : sw_verdict (head, soak->kit.nodes, spec.devices, FALSE);
}

/* ---- worlds ---- */

static char *
world_fault (SwSoak *soak)
{
  if (!sw_kit_run (&soak->kit))
    return g_strdup (soak->kit.error->message);
  const SwOutcome *o = soak->kit.outcome;
  const gboolean all_end = !soak->departs && strcmp (soak->place, "first-fit") == 0;
  SwStream stream = sw_stream (soak->seed, 0, SW_DRAW_SAMPLE, 0);
  char *fault = sw_verdict (o, soak->kit.nodes, soak->kit.spec.devices, all_end);
  if (fault == NULL)
    fault = check_sums (o);
  if (fault == NULL)
    fault = recount (soak, o);
  if (fault == NULL)
    fault = run_again (soak, SW_NO_JOB);
  if (fault == NULL)
    fault = run_again (soak, (SwJob)sw_below (sw_stream_next (&stream), o->n));
  if (fault == NULL && o->stop > 1)
    fault = check_head (soak, 1 + (SwTime)sw_below (sw_stream_next (&stream), (guint64)o->stop));
  return fault;
}

static GPtrArray *
policies_of (const SwPolicies *policies, SwPolicyKind kind)
{
  GPtrArray *texts = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < sw_policies_count (policies); i++)
    if (sw_policies_get (policies, i)->kind == kind)
      sw_world_variants (sw_policies_get (policies, i), texts);
  return texts;
}

static gboolean
test_worlds (const GPtrArray *queues, const GPtrArray *places, guint64 first, guint64 n)
{
  gboolean good = TRUE;
  for (guint64 seed = first; seed < first + n; seed++)
    {
      g_autoptr (SwSoak) soak = sw_soak_new (seed, queues, places);
      if (n == 1)
        {
          g_autofree char *text = sw_soak_text (soak);
          fputs (text, stderr);
        }
      g_autofree char *fault = world_fault (soak);
      if (fault == NULL)
        continue;
      printf ("# world %" G_GUINT64_FORMAT " (%s, %s): %s\n", seed, soak->queue, soak->place,
              fault);
      good = FALSE;
    }
  return good;
}

int
main (int argc, char **argv)
{
  const guint64 first = argc > 1 ? g_ascii_strtoull (argv[1], NULL, 10) : 0;
  const guint64 n = argc > 2 ? g_ascii_strtoull (argv[2], NULL, 10) : WORLDS;
  SwPolicies *policies = sw_policies_new (sw_builtin_policies);
  g_autoptr (GPtrArray) queues = policies_of (policies, SW_KIND_QUEUE);
  g_autoptr (GPtrArray) places = policies_of (policies, SW_KIND_PLACE);
  guint tests = 0, failed = 0;
  for (guint64 at = first; at < first + n; at += BLOCK)
    {
      const guint64 of_block = MIN (BLOCK, first + n - at);
      const gboolean good = test_worlds (queues, places, at, of_block);
      printf ("%s %u - worlds from %" G_GUINT64_FORMAT "\n", good ? "ok" : "not ok", ++tests, at);
      fflush (stdout);
      failed += !good;
    }
  printf ("1..%u\n", tests);
  sw_policies_free (policies);
  return failed > 0;
}
