/* Runs every policy through a matrix of small worlds with all checks on, and asserts what must hold
 * whatever a policy decides: the schedule keeps the rules (sw-verdict.h), the run ends, it comes
 * out the same twice, and neither names nor the order of rows in the trace matter.  Policies that
 * skip what does not fit must leave no fitting job beside idle GPUs.
 *
 *   policies                         all built-in policies
 *   policies [--greedy] PLUGIN.so..  plug-ins; --greedy: they claim to leave no fitting job waiting
 *
 * Each choice of each parameter is a variant of its own.  Prints TAP. */
#include <stdio.h>
#include <string.h>

#include "builtin.h"
#include "sw-cards.h"
#include "sw-verdict.h"
#include "sw-kit.h"
#include "sw-rng.h"
#include "sw-worlds.h"

typedef struct
{
  const char *name, *nodes;
  const char *jobs;         /* or, if NULL, made by chance: */
  guint32 n, span;          /* jobs, and seconds over which they arrive */
  guint32 longest;          /* they run for less than so many seconds; 0: 60 */
  const char *shapes;       /* GPUS or GPUS*TASKS to draw from */
  const char *words;        /* further words to draw from, separated by ',' */
  gboolean uniform;         /* every placement rule can place every job on the empty cluster */
  const SwPoolRules *pools; /* n_pools that share or partition their cards; NULL: none does */
  guint n_pools;
  const char *layout; /* of the first of them */
} World;

#define CARD "A100-40-SXM"
/* One pool named as the test kit does unless told otherwise. */
static const SwPoolRules slices[]
    = { { .pool = "pool", .sharing = SW_SHARING_MIG, .max_tenants = 16, .repartition = TRUE } };
static const SwPoolRules laid[]
    = { { .pool = "pool", .sharing = SW_SHARING_MIG, .max_tenants = 16, .upsize = TRUE } };
static const SwPoolRules shares[] = { { .pool = "pool",
                                        .sharing = SW_SHARING_SHARED,
                                        .max_tenants = 5,
                                        .promise_memory = TRUE,
                                        .change_mode = TRUE } };
static const SwPoolRules slots[] = {
  { .pool = "pool", .sharing = SW_SHARING_TIMESLICE, .max_tenants = 3, .promise_memory = TRUE }
};
static const SwPoolRules mixed[] = {
  { .pool = "mig",
    .sharing = SW_SHARING_MIG,
    .max_tenants = 16,
    .repartition = TRUE,
    .change_mode = TRUE },
  { .pool = "shared", .sharing = SW_SHARING_SHARED, .max_tenants = 48, .promise_memory = TRUE }
};

static const World worlds[] = {
  { "one card", "1x1", "a 0/1/5; b 0/1/0; c 1/1/5/3; d 2/1/1", .uniform = TRUE },
  { "ends and starts at once", "1x2", "a 0/2/10/10; b 10/2/5/5; c 10/1/3/3; d 15/1/1/1",
    .uniform = TRUE },
  { "impossible at the head", "1x4", "a 0/8/10; b 0/1/60; c 5/4/10/20", .uniform = TRUE },
  { "nothing can run", "1x1", "a 0/2/10; b 5/2/10", .uniform = TRUE },
  { "no GPUs at all", "2x0/c4", "a 0/0/10 cpu=3; b 0/0/10 cpu=3; c 1/0/5 cpu=2; d 2/1/5",
    .uniform = TRUE },
  { "singles in a rush", "1x8", .n = 60, .span = 20, .shapes = "1 1 1*2 4 1*8",
    .words = ",prio=1,prio=2 pre=1,pre=1", .uniform = TRUE },
  { "hardly any length", "2x4", .n = 120, .span = 60, .longest = 4, .shapes = "1 1 1*2 1*4 1*8",
    .words = "pre=1,pre=1 prio=1,", .uniform = TRUE },
  { "gangs on equal nodes", "6x8", .n = 80, .span = 600,
    .shapes = "1 1 1*2 1*4 1*8 1*16 8*2 8 1*24",
    .words = ",pre=1,prio=3,prio=1 pre=1,est=20,est=90", .uniform = TRUE },
  { "gangs on nodes of one card", "4x1", .n = 30, .span = 100, .shapes = "1 1*2 1*4",
    .words = ",pre=1", .uniform = TRUE },
  { "many cards a node", "2x16", .n = 50, .span = 200, .shapes = "1 1*3 1*8 1*16 12 1*24",
    .words = ",prio=1,pre=1", .uniform = TRUE },
  { "two models and CPUs", "4x8:A/c32/r1 3x4:B/c8/r2 1x0/c16/r2", .n = 80, .span = 400,
    .shapes = "0 1 1*2 4 1*8 1*12 3*2",
    .words
    = ",models=A,models=B,models=A|B pre=1,cpu=2,cpu=1 pre=1 prio=2,nodemax=2,topo=1,topo=2" },
  { "two kinds of tasks", "1x4 1x2",
    "a 0/2/10; a 0/4/10 gang=1; b 0/4/10; b 0/2/10 gang=1; "
    "c 3/1/2; c 3/0/2 gang=1 tasks=3" },
  { "failures and dependencies", "2x4",
    "a 0/1/10 tasks=4 fails=1 retries=2; b 0/2/5 dep=c; "
    "c 1/2/5; d 2/4/3 fails=5 retries=1; e 3/1/4 dep=d; f 4/1/6/4 tasks=8",
    .uniform = TRUE },
  { "nodes come and go", "1x4 1x4/@0-20 1x4/@30-",
    "a 0/1/30/40 tasks=8; b 5/4/30/50; "
    "c 8/2/3/4; d 10/4/10/10 pre=1; e 35/1/5/5 tasks=8",
    .uniform = TRUE },
  { "instances on demand", "3x2:" CARD, .n = 90, .span = 300, .shapes = "1 1 1*2 1*5 2",
    .words = "mig=1g.5gb,mig=1g.5gb pre=1,mig=1g.10gb,mig=2g.10gb prio=1,mig=3g.20gb,"
             "mig=4g.20gb pre=1,mig=7g.40gb,milli=300 vram=4000,milli=10 vram=19000",
    .uniform = TRUE, .pools = slices, .n_pools = 1 },
  { "fixed instances", "2x3:" CARD, .n = 60, .span = 200, .shapes = "1 1 1*2 2",
    .words = "mig=1g.5gb,mig=2g.10gb pre=1,mig=4g.20gb prio=2,milli=200", .pools = laid,
    .n_pools = 1, .layout = "4g.20gb 2g.10gb 1g.5gb", .uniform = TRUE },
  { "shares and whole cards", "3x4:" CARD, .n = 90, .span = 200, .shapes = "1 1 1*2 2 1*6",
    .words
    = "milli=300,milli=150 vram=9000 pre=1,milli=50 vram=15000,milli=1000,,pre=1,prio=1 milli=500",
    .uniform = TRUE, .pools = shares, .n_pools = 1 },
  { "slots in turn", "2x2:" CARD, .n = 60, .span = 200, .shapes = "1 1*2 2 1*4",
    .words = "milli=300,vram=9000 pre=1,vram=15000 prio=1", .uniform = TRUE, .pools = slots,
    .n_pools = 1 },
  { "three kinds of pools", "2x2:" CARD "/c16/pmig 2x2:" CARD "/c8/pshared 1x4:V100/c8/pwhole",
    .n = 90, .span = 300, .shapes = "1 1 1*2 2",
    .words = "mig=1g.5gb,mig=3g.20gb cpu=2,milli=400 cpu=1,milli=250 vram=8000 pre=1,,"
             "cpu=2 prio=1,models=" CARD " milli=100,models=V100",
    .pools = mixed, .n_pools = 2 },
};

typedef struct
{
  SwPolicies *policies;
  gboolean greedy; /* all under test claim to be */
  guint tests, failed;
} Suite;

/* ---- jobs by chance ---- */

static const char *
draw_word (SwStream *stream, char **words)
{
  return words[sw_below (sw_stream_next (stream), g_strv_length (words))];
}

static char *
draw_job (SwStream *stream, const char *name, guint32 i, const World *world, char **shapes,
          char **words)
{
  guint64 second = sw_below (sw_stream_next (stream), world->span);
  guint32 run
      = (guint32)sw_below (sw_stream_next (stream), world->longest > 0 ? world->longest : 60);
  guint32 slack = 10 * (guint32)sw_below (sw_stream_next (stream), 4);
  gboolean declares = sw_below (sw_stream_next (stream), 4) > 0;
  g_autofree char *limit = declares ? g_strdup_printf ("/%u", MAX (run, 1) + slack) : g_strdup ("");
  g_auto (GStrv) shape = g_strsplit (draw_word (stream, shapes), "*", 2);
  const char *word = draw_word (stream, words);
  return g_strdup_printf ("%s%u %" G_GUINT64_FORMAT ".%03u/%s/%u%s tasks=%s%s%s", name, i, second,
                          i, shape[0], run, limit, shape[1] == NULL ? "1" : shape[1],
                          *word == '\0' ? "" : " ", word);
}

/* Other names and the rows in reverse order if `changed`; the jobs are the same. */
static SwJobTable *
world_jobs (const World *world, gboolean changed)
{
  if (world->jobs != NULL)
    return sw_kit_jobs (world->jobs);
  SwStream stream = sw_stream (1, 0, SW_DRAW_GENERATE, g_str_hash (world->name));
  g_auto (GStrv) shapes = g_strsplit (world->shapes, " ", -1);
  g_auto (GStrv) words = g_strsplit (world->words, ",", -1);
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_free);
  for (guint32 i = 0; i < world->n; i++)
    g_ptr_array_insert (rows, changed ? 0 : -1,
                        draw_job (&stream, changed ? "other" : "j", i, world, shapes, words));
  g_ptr_array_add (rows, NULL);
  g_autofree char *text = g_strjoinv (";", (char **)rows->pdata);
  return sw_kit_jobs (text);
}

/* ---- no fitting job beside idle GPUs ---- */

typedef struct
{
  SwTime first; /* instant at which a job waited that would have fitted, NONE: never */
  SwTime now;   /* so since the last instant */
} Idle;

/* Of several instants at one time the last counts. */
static void
watch_instant (gpointer self, const SwInstant *instant)
{
  Idle *idle = self;
  guint64 free_milli = (guint64)1000 * instant->gpus - instant->allocated;
  gboolean fits = instant->waiting_gpus > 0 && instant->fragmented < free_milli;
  if (idle->now != SW_TIME_NONE && idle->now != instant->now && idle->first == SW_TIME_NONE)
    idle->first = idle->now;
  idle->now = fits ? instant->now : SW_TIME_NONE;
}

static gboolean
claims_greed (const Suite *suite, const char *queue)
{
  return suite->greedy || g_str_has_prefix (queue, "greedy") || strstr (queue, "skip=yes") != NULL
         || strstr (queue, "blocked=skip") != NULL;
}

/* ---- one world ---- */

/* What a world is made of. */
typedef struct
{
  const SwJobTable *jobs;
  const SwNodeTable *nodes;
  const SwDevices *devices;
} Parts;

static SwOutcome *
run_world (const Suite *suite, const char *queue, const char *place, const Parts *parts, Idle *idle,
           char **fault)
{
  SwObserver observer = { .self = idle, .instant = watch_instant };
  SwWorldRun run = { suite->policies, queue, place, &observer, parts->devices };
  g_autoptr (GError) error = NULL;
  *idle = (Idle){ SW_TIME_NONE, SW_TIME_NONE };
  SwOutcome *outcome = sw_world_run (&run, parts->jobs, parts->nodes, &error);
  if (outcome == NULL)
    *fault = g_strdup (error->message);
  return outcome;
}

/* Runs again and compares; `what` says what is different this time. */
static char *
compare (const Suite *suite, const char *queue, const char *place, const Parts *parts,
         const char *expected, const char *what)
{
  Idle idle;
  char *fault = NULL;
  g_autoptr (SwOutcome) outcome = run_world (suite, queue, place, parts, &idle, &fault);
  if (outcome == NULL)
    return fault;
  g_autofree char *dump = sw_world_dump (outcome);
  return strcmp (dump, expected) == 0 ? NULL : g_strdup_printf ("comes out differently %s", what);
}

static char *
world_fault (const Suite *suite, const World *world, const char *queue, const char *place)
{
  g_autoptr (SwNodeTable) nodes = sw_kit_nodes (world->nodes);
  g_autoptr (SwJobTable) jobs = world_jobs (world, FALSE);
  g_autoptr (SwJobTable) changed = world_jobs (world, TRUE);
  g_autoptr (SwCards) cards
      = world->pools != NULL ? sw_cards_new (CARD, world->pools, world->n_pools) : NULL;
  if (world->layout != NULL)
    sw_cards_lay (cards, 0, CARD, world->layout);
  const Parts parts = { jobs, nodes, cards != NULL ? &cards->devices : NULL };
  const Parts others = { changed, nodes, parts.devices };
  Idle idle;
  char *fault = NULL;
  g_autoptr (SwOutcome) outcome = run_world (suite, queue, place, &parts, &idle, &fault);
  if (outcome == NULL)
    return fault;
  gboolean all_end = world->uniform || strcmp (place, "first-fit") == 0;
  fault = sw_verdict (outcome, nodes, parts.devices, all_end);
  if (fault == NULL && idle.first != SW_TIME_NONE && claims_greed (suite, queue))
    {
      char when[SW_TIME_TEXT];
      fault = g_strdup_printf ("at %s s a job waits that would fit",
                               sw_format_seconds (idle.first, when));
    }
  g_autofree char *dump = sw_world_dump (outcome);
  if (fault == NULL)
    fault = compare (suite, queue, place, &parts, dump, "the second time");
  if (fault == NULL)
    fault = compare (suite, queue, place, &others, dump, "with other names and row order");
  return fault;
}

static void
test_pair (Suite *suite, const char *queue, const char *place)
{
  gboolean good = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (worlds); i++)
    {
      g_autofree char *fault = world_fault (suite, &worlds[i], queue, place);
      if (fault == NULL)
        continue;
      printf ("# world '%s': %s\n", worlds[i].name, fault);
      good = FALSE;
    }
  suite->tests++;
  suite->failed += !good;
  printf ("%s %u - %s, %s\n", good ? "ok" : "not ok", suite->tests, queue, place);
}

/* ---- variants ---- */

static void
test_policy (Suite *suite, const SwPolicy *policy)
{
  if (policy->kind == SW_KIND_SCALE)
    return;
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  sw_world_variants (policy, texts);
  for (guint i = 0; i < texts->len; i++)
    {
      const char *text = g_ptr_array_index (texts, i);
      if (policy->kind == SW_KIND_QUEUE)
        {
          test_pair (suite, text, "first-fit");
          test_pair (suite, text, "consolidate");
        }
      else
        {
          test_pair (suite, "fifo", text);
          test_pair (suite, "greedy", text);
          test_pair (suite, "easy", text);
          test_pair (suite, "srsf", text);
          test_pair (suite, "priority preempt=lower blocked=skip", text);
        }
    }
}

int
main (int argc, char **argv)
{
  Suite suite = { sw_policies_new (sw_builtin_policies), FALSE, 0, 0 };
  guint builtin = sw_policies_count (suite.policies);
  for (int i = 1; i < argc; i++)
    {
      g_autoptr (GError) error = NULL;
      if (strcmp (argv[i], "--greedy") == 0)
        suite.greedy = TRUE;
      else if (!sw_policies_load (suite.policies, argv[i], &error))
        {
          printf ("Bail out! %s\n", error->message);
          return 2;
        }
    }
  guint n = sw_policies_count (suite.policies);
  guint first = n > builtin ? builtin : 0;
  for (guint i = first; i < n; i++)
    test_policy (&suite, sw_policies_get (suite.policies, i));
  if (first == 0)
    {
      test_pair (&suite, "priority preempt=lower blocked=skip", "first-fit");
      test_pair (&suite, "sjf by=estimate blocked=skip", "best-fit");
      test_pair (&suite, "conservative depth=0", "pack");
      test_pair (&suite, "conservative depth=3", "spread");
      test_pair (&suite, "easy depth=2", "random");
      test_pair (&suite, "las wake=early first=30s second=60s", "first-fit");
    }
  printf ("1..%u\n", suite.tests);
  sw_policies_free (suite.policies);
  return suite.failed > 0;
}
