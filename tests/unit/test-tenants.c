/* Tenants of one card slow each other as the formulas say, and their work is conserved to the last
 * bit of time whatever happens around them. */
#include "sw-check.h"
#include "sw-rng.h"
#include "sw-share.h"

#include <math.h>

static const SwShareLoad busy[] = { { "busy", { 0, 1, 0 } }, { NULL } };
static const SwShareLoad checked[]
    = { { "A", { .05, .95, .30 } }, { "B", { .05, .30, .95 } }, { "C", { .7, .3, .2 } },
        { "y", { .56, .44, .20 } }, { "idle", { 1, 0, 0 } },    { NULL } };

static const SwPoolRules sync_rules = { .sharing = SW_SHARING_SHARED,
                                        .max_tenants = 48,
                                        .contention = { SW_CONTENTION_SYNC, .kappa = 1 } };
static const SwPoolRules ps_rules = { .sharing = SW_SHARING_SHARED,
                                      .max_tenants = 48,
                                      .contention = { SW_CONTENTION_PS, .kappa = 1 } };
static const SwPoolRules even = { .sharing = SW_SHARING_SHARED,
                                  .max_tenants = 1000,
                                  .contention = { SW_CONTENTION_EVEN_TURNS } };
static const SwPoolRules mig_rules
    = { .sharing = SW_SHARING_MIG, .max_tenants = 16, .repartition = TRUE };

static char *
answer (const SwPoolRules *rules, const SwShareLoad *loads, const char *nodes, const char *jobs)
{
  SwShare share;
  sw_share_init (&share, rules, NULL, loads, nodes, jobs, "first-fit");
  char *text = sw_share_answer (&share);
  sw_share_clear (&share);
  return text;
}

#define CHECK_RUN(rules, loads, nodes, jobs, schedule)                                             \
  do                                                                                               \
    {                                                                                              \
      g_autofree char *got = answer (&rules, loads, nodes, jobs);                                  \
      CHECK_STR (got, schedule);                                                                   \
    }                                                                                              \
  while (0)

/* Case F-05: N jobs of a second share one card evenly and all end at N seconds; F-06: twenty at
   twenty, however often somebody looks (other jobs come and go on a second card). */
static void
work_is_conserved (void)
{
  static const guint counts[] = { 10, 20, 100, 1000 };
  for (guint c = 0; c < G_N_ELEMENTS (counts); c++)
    {
      g_autoptr (GString) jobs = g_string_new (NULL);
      for (guint i = 0; i < counts[c]; i++)
        g_string_append_printf (jobs, "j%u 0/1/1 milli=1;", i);
      SwShare share;
      sw_share_init (&share, &even, NULL, busy, "1x1", jobs->str, "first-fit");
      share.kit.spec.check = counts[c] <= 100;
      CHECK_TRUE (sw_kit_run (&share.kit));
      for (SwJob j = 0; j < counts[c]; j++)
        CHECK_REAL ((double)share.kit.outcome->end[j] / 1e9, counts[c], 1e-6);
      CHECK_REAL (sw_kit_figure (&share.kit, "gpu_useful_hours") * 3600,
                  counts[c] * counts[c] / 1e3, 1e-6);
      sw_share_clear (&share);
    }
}

static void
looking_changes_nothing (void)
{
  static const char *const steps[] = { "1000", "1", "0.01" };
  for (guint s = 0; s < G_N_ELEMENTS (steps); s++)
    {
      g_autoptr (GString) jobs = g_string_new (NULL);
      for (guint i = 0; i < 20; i++)
        g_string_append_printf (jobs, "j%u 0/1/1 milli=1;", i);
      double step = g_ascii_strtod (steps[s], NULL);
      for (guint i = 0; i * step < 20 && i < 3000; i++)
        g_string_append_printf (jobs, "k%u %.2f/1/0.005 milli=1000;", i, i * step);
      SwShare share;
      sw_share_init (&share, &even, NULL, busy, "2x1", jobs->str, "first-fit");
      share.kit.spec.check = s < 2;
      CHECK_TRUE (sw_kit_run (&share.kit));
      for (SwJob j = 0; j < share.kit.table->n; j++)
        if (share.kit.table->id[j][0] == 'j')
          CHECK_TIME (share.kit.outcome->end[j], 20 * SW_SECOND);
      sw_share_clear (&share);
    }
}

static void
rates_follow_who_is_there (void)
{
  /* Alone to 50, at half speed together until a has done its other 50, alone again. */
  CHECK_RUN (sync_rules, busy, "1x1", "a 0/1/100 milli=500; b 50/1/100 milli=500",
             "a 0-150 b 50-200");
  /* On cards of their own nobody waits. */
  CHECK_RUN (sync_rules, busy, "2x1", "a 0/1/100 milli=600; b 50/1/100 milli=600",
             "a 0-100 b 50-150");
  /* Who is not on the device slows nobody. */
  CHECK_RUN (sync_rules, checked, "1x1", "a 0/1/100 milli=500 type=A; b 0/1/70 milli=500 type=idle",
             "a 0-100 b 0-70");
}

/* The values that were worked out for the formulas, as ends of jobs of 1000 s. */
static void
ends_are_the_formulas (void)
{
  CHECK_RUN (sync_rules, checked, "1x1", "a 0/1/1000 milli=500 type=A; b 0/1/1000 milli=500 type=A",
             "a 0-1950 b 0-1950");
  CHECK_RUN (sync_rules, checked, "1x1", "a 0/1/1000 milli=500 type=A; b 0/1/1000 milli=500 type=B",
             "a 0-1300 b 0-1300");
  CHECK_RUN (
      sync_rules, checked, "1x1",
      "a 0/1/1000 milli=300 type=y; b 0/1/1000 milli=300 type=y; c 0/1/1000 milli=300 type=y",
      "a 0-1880 b 0-1880 c 0-1880");
  g_autofree char *ps = answer (&ps_rules, checked, "1x1",
                                "a 0/1/1000 milli=500 type=A; b 0/1/1000 milli=500 type=A");
  CHECK_CONTAINS (ps, "a 0-1925.3");
}

/* All tasks on one node: not on the first, if that has no room for their shares. */
static void
shares_on_one_node (void)
{
  CHECK_RUN (sync_rules, NULL, "2x1", "a 0/1/100 milli=600; b 0/1/10 tasks=2 topo=1 milli=500",
             "a 0-100 b 0-10");
}

/* A job that is too large for a card under soft enforcement dies of it once, and does not come back
   for ever. */
static void
alone_and_too_large (void)
{
  SwPoolRules soft = sync_rules;
  soft.enforcement = SW_ENFORCE_SOFT;
  soft.ceiling = 4;
  soft.promise_memory = TRUE;
  CHECK_RUN (soft, NULL, "1x1", "a 0/1/10 milli=500 vram=15000 peak=90000", "a 0-0(oom)");
  CHECK_RUN (soft, NULL, "1x1", "a 0/1/10 tasks=3 milli=300 vram=9000 peak=20000", "a 0-0(oom)");
}

static void
caps_hold_even_alone (void)
{
  SwPoolRules capped = sync_rules;
  capped.cap = SW_CAP_SHARE;
  CHECK_RUN (capped, busy, "1x1", "a 0/1/100 milli=500", "a 0-200");
  capped.cap = SW_CAP_EVEN;
  capped.max_tenants = 4;
  CHECK_RUN (capped, busy, "1x1", "a 0/1/100 milli=500", "a 0-400");
}

/* The slowest card sets the pace of the gang, and the gang that of nobody else. */
static void
a_gang_goes_with_its_slowest (void)
{
  CHECK_RUN (sync_rules, busy, "2x1",
             "g 0/1/100 tasks=2 nodemax=1 milli=500; a 0/1/50 milli=500; b 200/1/10 milli=500",
             "g 0-150 a 0-100 b 200-210");
}

static void
instances_are_isolated (void)
{
  /* Measured on the profile that is asked for. */
  CHECK_RUN (mig_rules, busy, "1x1", "a 0/1/100 mig=1g.5gb; b 0/1/100 mig=3g.20gb",
             "a 0-100 b 0-100");
  /* Asked for by size: measured on a whole card, 98 SMs to 14. */
  CHECK_RUN (mig_rules, busy, "1x1", "a 0/1/100 milli=140 vram=1000", "a 0-700");
  CHECK_RUN (mig_rules, checked, "1x1", "a 0/1/1000 milli=140 vram=1000 type=y", "a 0-3640");
  /* A larger instance that is idle is faster by as much. */
  SwShare share;
  SwPoolRules upsizing = mig_rules;
  upsizing.repartition = FALSE;
  upsizing.upsize = TRUE;
  sw_share_init (&share, &upsizing, "2g.10gb", busy, "1x1", "a 0/1/100 mig=1g.5gb", "first-fit");
  g_autofree char *text = sw_share_answer (&share);
  CHECK_STR (text, "a 0-50");
  sw_share_clear (&share);
}

/* Case H-09: the new instance works 30 s after it was asked for; the change is on record. */
static void
instances_take_time_to_make (void)
{
  SwPoolRules slow = mig_rules;
  slow.destroy = 10 * SW_SECOND;
  slow.create = 20 * SW_SECOND;
  SwShare share;
  sw_share_init (&share, &slow, "4g.20gb@0 2g.10gb@4 1g.5gb@6", busy, "1x1",
                 "a 0/1/1000 mig=4g.20gb; b 0/1/2000 mig=1g.5gb; c 100/1/50 mig=1g.5gb",
                 "first-fit");
  g_autofree char *text = sw_share_answer (&share);
  CHECK_STR (text, "a 0-1000 b 0-2000 c 100-180");
  const SwOutcome *o = share.kit.outcome;
  CHECK_TIME (g_array_index (o->attempts_log, SwAttempt, 2).overhead, 30 * SW_SECOND);
  if (CHECK_INT (o->repartitions->len, 1))
    {
      const SwRepartition *change = &g_array_index (o->repartitions, SwRepartition, 0);
      CHECK_TIME (change->at, 100 * SW_SECOND);
      CHECK_TIME (change->takes, 30 * SW_SECOND);
      CHECK_INT (change->destroyed, 1);
      CHECK_INT (change->created, 1);
      CHECK_INT (change->disturbed, 0);
    }
  sw_share_clear (&share);
}

static void
checkpoints_and_limits_under_sharing (void)
{
  /* Each at half speed: legs of 10 s take 20, three checkpoints of 5. */
  CHECK_RUN (sync_rules, busy, "1x1", "a 0/1/40 milli=500 ckpt=10 ckptcost=5; b 0/1/1000 milli=500",
             "a 0-95 b 0-1047.5");
  CHECK_RUN (sync_rules, busy, "1x1", "a 0/1/40/60 milli=500; b 0/1/100 milli=500",
             "a 0-60(timeout) b 0-130");
  /* A failure after 10 s of work comes after 20 s of time. */
  CHECK_RUN (sync_rules, busy, "1x1",
             "a 0/1/40 milli=500 fails=1 failat=10 retries=0; b 0/1/100 milli=500",
             "a 0-20(failed) b 0-110");
}

/* Who slowed whom is on record: pairs, time alone, and the watched job's account. */
static void
influence_is_on_record (void)
{
  SwShare share;
  sw_share_init (&share, &sync_rules, NULL, busy, "1x1",
                 "a 0/1/100 milli=500; b 50/1/100 milli=500", "first-fit");
  share.kit.spec.watch = 0;
  g_autofree char *text = sw_share_answer (&share);
  CHECK_STR (text, "a 0-150 b 50-200");
  const SwOutcome *o = share.kit.outcome;
  CHECK_TIME (o->alone[0], 100 * SW_SECOND);
  CHECK_TIME (o->alone[1], 100 * SW_SECOND);
  const SwCompany *company = &g_array_index (o->company, SwCompany, 0);
  CHECK_INT (o->company->len, 1);
  CHECK_TIME (company->together, 100 * SW_SECOND);
  CHECK_TIME (company->lost[0], 50 * SW_SECOND);
  CHECK_TIME (company->lost[1], 50 * SW_SECOND);
  SwTime lost = 0;
  for (guint i = 0; i < o->influences->len; i++)
    {
      const SwInfluence *influence = &g_array_index (o->influences, SwInfluence, i);
      if (influence->other == 1)
        lost = influence->lost;
      else
        CHECK_TIME (influence->lost, 0);
    }
  CHECK_TIME (lost, 50 * SW_SECOND);
  sw_share_clear (&share);
}

/* All that the watched job lost to others. */
static SwTime
lost_to (const SwOutcome *o, SwJob other)
{
  SwTime lost = 0;
  for (guint i = 0; i < o->influences->len; i++)
    {
      const SwInfluence *influence = &g_array_index (o->influences, SwInfluence, i);
      if (other == SW_NO_JOB || influence->other == other)
        lost += influence->lost;
    }
  return lost;
}

static SwTime
working (const SwOutcome *o, SwJob job)
{
  SwTime sum = 0;
  for (guint i = 0; i < o->attempts_log->len; i++)
    {
      const SwAttempt *attempt = &g_array_index (o->attempts_log, SwAttempt, i);
      if (attempt->job == job)
        sum += attempt->useful + attempt->lost;
    }
  return sum;
}

static void
start_watched (SwShare *share, const SwPoolRules *rules, const char *nodes, const char *jobs,
               const char *schedule)
{
  sw_share_init (share, rules, NULL, busy, nodes, jobs, "first-fit");
  share->kit.spec.watch = 0;
  g_autofree char *text = sw_share_answer (share);
  CHECK_STR (text, schedule);
  const SwOutcome *o = share->kit.outcome;
  CHECK_TIME (lost_to (o, SW_NO_JOB), working (o, 0) - o->alone[0]);
}

/* Time in which no work is done is nobody's fault. */
static void
blame_leaves_pauses_out (void)
{
  SwShare share;
  start_watched (&share, &sync_rules, "1x1",
                 "a 0/1/40 milli=500 ckpt=10 ckptcost=5; b 0/1/1000 milli=500",
                 "a 0-95 b 0-1047.5");
  CHECK_TIME (lost_to (share.kit.outcome, 1), 40 * SW_SECOND);
  sw_share_clear (&share);
}

/* On each card one other; only that on the slower card counts, first b, then c. */
static void
blame_goes_to_the_slower_card (void)
{
  SwShare share;
  start_watched (&share, &sync_rules, "2x1",
                 "g 0/1/100 tasks=2 nodemax=1 milli=300; b 0/1/25 milli=700; c 100/1/10 milli=700; "
                 "d 100/1/10 milli=700",
                 "g 0-135 b 0-50 c 100-120 d 100-120");
  CHECK_TIME (lost_to (share.kit.outcome, 1), 25 * SW_SECOND);
  CHECK_TIME (lost_to (share.kit.outcome, 2) + lost_to (share.kit.outcome, 3), 10 * SW_SECOND);
  sw_share_clear (&share);
}

/* Two tasks of one job on one card are in each other's way. */
static void
blame_may_be_ones_own (void)
{
  SwShare share;
  start_watched (&share, &sync_rules, "1x1", "g 0/1/100 tasks=2 milli=300", "g 0-200");
  CHECK_TIME (lost_to (share.kit.outcome, 0), 100 * SW_SECOND);
  CHECK_TIME (share.kit.outcome->capped, 0);
  sw_share_clear (&share);
}

static void
caps_are_nobodys_blame (void)
{
  SwPoolRules capped = sync_rules;
  capped.cap = SW_CAP_SHARE;
  SwShare share;
  start_watched (&share, &capped, "1x1", "a 0/1/100 milli=500", "a 0-200");
  CHECK_TIME (share.kit.outcome->alone[0], 200 * SW_SECOND);
  CHECK_TIME (share.kit.outcome->capped, 100 * SW_SECOND);
  sw_share_clear (&share);
}

/* ---- against a recount ---- */

/* Jobs on a card over time as the outcome has them. */
typedef struct
{
  SwTime start, stop;
  SwJob job;
  guint32 card;
} Stay;

static GArray *
stays_of (const SwShare *share)
{
  GArray *stays = g_array_new (FALSE, FALSE, sizeof (Stay));
  const SwOutcome *o = share->kit.outcome;
  for (guint i = 0; i < o->attempts_log->len; i++)
    {
      const SwAttempt *attempt = &g_array_index (o->attempts_log, SwAttempt, i);
      const SwPiece *piece = &g_array_index (o->pieces, SwPiece, attempt->first_piece);
      Stay stay
          = { attempt->start, attempt->stop, attempt->job, piece->node * 64 + piece->part.card };
      g_array_append_val (stays, stay);
    }
  return stays;
}

/* Work that a stay did by the formulas, from one change of its card to the next. */
static double
recount (const SwShare *share, const GArray *stays, const Stay *stay)
{
  double work = 0;
  for (SwTime now = stay->start; now < stay->stop;)
    {
      SwCoTenant tenants[SW_MAX_TENANTS];
      double slowdown[SW_MAX_TENANTS];
      guint n = 0, own = 0;
      SwTime next = stay->stop;
      for (guint i = 0; i < stays->len; i++)
        {
          const Stay *other = &g_array_index (stays, Stay, i);
          if (other->card != stay->card)
            continue;
          if (other->start > now)
            next = MIN (next, other->start);
          else if (other->stop > now)
            {
              next = MIN (next, other->stop);
              if (other == stay)
                own = n;
              tenants[n++] = (SwCoTenant){ share->loads[share->of_job[other->job]], 1,
                                           share->of_job[other->job] };
            }
        }
      sw_contention_solve (&share->rules.contention, tenants, n, slowdown);
      work += (double)(next - now) / slowdown[own];
      now = next;
    }
  return work;
}

static void
random_runs_add_up (void)
{
  static const SwContentionRules rules[] = { { SW_CONTENTION_SYNC, .kappa = .8 },
                                             { SW_CONTENTION_PS, .kappa = .5 },
                                             { SW_CONTENTION_TURNS, .epsilon = .1 },
                                             { SW_CONTENTION_EMPIRICAL, .slope = .55 } };
  guint wrong = 0;
  for (guint run = 0; run < 24; run++)
    {
      SwStream s = sw_stream (run, 0, 0, 0);
      g_autoptr (GString) jobs = g_string_new (NULL);
      SwTime at = 0;
      for (guint i = 0; i < 120; i++)
        {
          at += (SwTime)sw_below (sw_stream_next (&s), 20);
          g_string_append_printf (jobs, "j%u %" G_GINT64_FORMAT "/1/%u milli=%u type=%s;", i, at,
                                  1 + (guint)sw_below (sw_stream_next (&s), 200),
                                  1 + (guint)sw_below (sw_stream_next (&s), 500),
                                  checked[sw_below (sw_stream_next (&s), 5)].type);
        }
      SwPoolRules pool = sync_rules;
      pool.contention = rules[run % G_N_ELEMENTS (rules)];
      SwShare share;
      sw_share_init (&share, &pool, NULL, checked, "2x2", jobs->str,
                     run % 2 == 0 ? "first-fit" : "tight-fit");
      share.kit.spec.watch = 60;
      CHECK_TRUE (sw_kit_run (&share.kit));
      const SwOutcome *o = share.kit.outcome;
      wrong += llabs (lost_to (o, SW_NO_JOB) - (working (o, 60) - o->alone[60])) > 1;
      g_autoptr (GArray) stays = stays_of (&share);
      for (guint i = 0; i < stays->len; i++)
        {
          const Stay *stay = &g_array_index (stays, Stay, i);
          double work = (double)share.kit.table->work[stay->job];
          wrong += fabs (recount (&share, stays, stay) - work) > 100; /* ns */
          SwTime alone = share.kit.outcome->alone[stay->job];
          wrong += llabs (alone - share.kit.table->work[stay->job]) > 1;
        }
      CHECK_INT (stays->len, 120);
      sw_share_clear (&share);
    }
  CHECK_INT (wrong, 0);
}

SW_CHECKS ("tenants", { "work is conserved", work_is_conserved },
           { "looking changes nothing", looking_changes_nothing },
           { "rates follow who is there", rates_follow_who_is_there },
           { "ends are the formulas", ends_are_the_formulas },
           { "shares on one node", shares_on_one_node },
           { "alone and too large", alone_and_too_large },
           { "caps hold even alone", caps_hold_even_alone },
           { "a gang goes with its slowest", a_gang_goes_with_its_slowest },
           { "instances are isolated", instances_are_isolated },
           { "instances take time to make", instances_take_time_to_make },
           { "checkpoints and limits under sharing", checkpoints_and_limits_under_sharing },
           { "influence is on record", influence_is_on_record },
           { "blame leaves pauses out", blame_leaves_pauses_out },
           { "blame goes to the slower card", blame_goes_to_the_slower_card },
           { "blame may be one's own", blame_may_be_ones_own },
           { "caps are nobody's blame", caps_are_nobodys_blame },
           { "random runs add up", random_runs_add_up })
