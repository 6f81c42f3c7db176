/* Where place policies put parts of cards: instances on small clusters of several geometries by
 * the published cases, shares, tasks of several devices, and the measure of blocked room. */
#include <string.h>

#include "place/blocked.h"
#include "place/parts.h"
#include "sw-cards.h"
#include "sw-check.h"
#include "sw-kit.h"

/* ---- where jobs go ---- */

/* "a 0 1/0@4": job, start in seconds, node (from 1) / card, and start of the instance; for each
   piece of the first stay.  transfer full */
static char *
places_text (const SwKit *kit)
{
  const SwOutcome *o = kit->outcome;
  GString *text = g_string_new (NULL);
  for (SwJob job = 0; job < o->n; job++)
    {
      char start[SW_TIME_TEXT] = "-";
      if (o->first_start[job] != SW_TIME_NONE)
        sw_format_seconds (o->first_start[job], start);
      g_string_append_printf (text, "%s%s %s", job > 0 ? "; " : "", kit->table->id[job], start);
      for (guint i = 0; i < o->attempts_log->len; i++)
        {
          const SwAttempt *a = &g_array_index (o->attempts_log, SwAttempt, i);
          for (guint32 k = 0; a->job == job && k < a->n_pieces; k++)
            {
              const SwPiece *p = &g_array_index (o->pieces, SwPiece, a->first_piece + k);
              g_string_append_printf (text, " %u/%u", p->node + 1,
                                      p->milli > 0 ? p->part.card
                                                   : (guint)__builtin_ctzll (p->cards));
              if (p->milli > 0 && p->part.sliced)
                g_string_append_printf (text, "@%u", p->part.start);
            }
        }
    }
  return g_string_free (text, FALSE);
}

/* A pool of nodes "2x4:MODEL" under rules; layout: of every card, NULL for none. */
typedef struct
{
  const char *nodes;
  const SwPoolRules *rules;
  const char *layout;
} Pool;

static char *
answer (const Pool *pool, const char *place, const char *jobs)
{
  const char *model = strrchr (pool->nodes, ':') + 1;
  g_autoptr (SwCards) cards = sw_cards_new (model, pool->rules, 1);
  if (pool->layout != NULL)
    sw_cards_lay (cards, 0, model, pool->layout);
  SwKit kit;
  sw_kit_init (&kit, pool->nodes, jobs, "greedy", place);
  kit.spec.devices = &cards->devices;
  char *text = sw_kit_run (&kit) ? places_text (&kit) : g_strdup (kit.error->message);
  sw_kit_clear (&kit);
  return text;
}

#define CHECK_PLACES(pool, place, jobs, expected)                                                  \
  do                                                                                               \
    {                                                                                              \
      g_autofree char *got = answer (pool, place, jobs);                                           \
      if (!CHECK_STR (got, expected))                                                              \
        g_printerr ("  by %s: %s\n", place, jobs);                                                 \
    }                                                                                              \
  while (0)

static const SwPoolRules dynamic
    = { .pool = "pool", .sharing = SW_SHARING_MIG, .max_tenants = 16, .repartition = TRUE };
static const SwPoolRules fixed
    = { .pool = "pool", .sharing = SW_SHARING_MIG, .max_tenants = 16, .upsize = TRUE };
static const SwPoolRules shared = { .pool = "pool",
                                    .sharing = SW_SHARING_SHARED,
                                    .max_tenants = 4,
                                    .promise_memory = TRUE,
                                    .change_mode = TRUE };

#define ONE "1x1:A100-40-SXM"
#define TWO_BY_TWO "2x2:A100-40-SXM"
static const Pool one = { ONE, &dynamic, NULL };
static const Pool four = { TWO_BY_TWO, &dynamic, NULL };

static const char *const aware[] = { "first-fit", "best-fit", "worst-fit",          "frag-min",
                                     "on-demand", "baskets",  "baskets split=fixed" };

/* Case H-01 (a): who knows of places starts both at once, whichever comes first. */
static void
good_starts_leave_room (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (aware); i++)
    {
      CHECK_PLACES (&one, aware[i], "a 0/1/100 mig=3g.20gb; b 0/1/100 mig=4g.20gb",
                    "a 0 1/0@4; b 0 1/0@0");
      CHECK_PLACES (&one, aware[i], "a 0/1/100 mig=4g.20gb; b 0/1/100 mig=3g.20gb",
                    "a 0 1/0@0; b 0 1/0@4");
    }
  CHECK_PLACES (&one, "first-fit starts=lowest", "a 0/1/100 mig=3g.20gb; b 0/1/100 mig=4g.20gb",
                "a 0 1/0@0; b 100 1/0@0");
  CHECK_PLACES (&one, "best-fit starts=lowest", "a 0/1/100 mig=4g.20gb; b 0/1/100 mig=3g.20gb",
                "a 0 1/0@0; b 0 1/0@4");
}

/* The time at which each job of the text starts: what comes behind its name. */
static guint
starting_at (const char *text, const char *when)
{
  guint n = 0;
  g_auto (GStrv) jobs = g_strsplit (text, "; ", -1);
  for (char **job = jobs; *job != NULL; job++)
    {
      g_auto (GStrv) words = g_strsplit (*job, " ", -1);
      n += strcmp (words[1], when) == 0;
    }
  return n;
}

/* Case H-01 (b), (c): seven slices in eleven units, and six slices in all eight: no policy can. */
static void
units_run_out_before_slices (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (aware); i++)
    {
      g_autofree char *b = answer (&one, aware[i],
                                   "a 0/1/100 mig=1g.10gb; b 0/1/100 mig=1g.10gb; "
                                   "c 0/1/100 mig=1g.10gb; d 0/1/100 mig=1g.10gb; "
                                   "e 0/1/100 mig=1g.5gb; f 0/1/100 mig=1g.5gb; "
                                   "g 0/1/100 mig=1g.5gb");
      CHECK_INT (starting_at (b, "0"), 4);
      CHECK_INT (starting_at (b, "100"), 3);
      g_autofree char *c = answer (
          &one, aware[i], "a 0/1/100 mig=3g.20gb; b 0/1/100 mig=3g.20gb; c 0/1/100 mig=1g.5gb");
      CHECK_INT (starting_at (c, "0"), 2);
      CHECK_INT (starting_at (c, "100"), 1);
    }
}

/* Case H-11: memory and compute, so that only 4g does. */
static void
both_sizes_count (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (aware); i++)
    CHECK_PLACES (&one, aware[i], "a 0/1/100 vram=19073 milli=571; b 0/1/100 mig=3g.20gb",
                  "a 0 1/0@0; b 0 1/0@4");
}

static void
starts_of_other_geometries (void)
{
  static const Pool a30 = { "1x1:A30", &dynamic, NULL };
  static const Pool rtx = { "1x1:RTXPRO6000-96-Server", &dynamic, NULL };
  static const Pool h100 = { "1x1:H100-80-SXM", &dynamic, NULL };
  static const Pool mi300 = { "1x1:MI300X", &dynamic, NULL };
  static const char *const policies[] = { "first-fit", "best-fit", "frag-min", "on-demand" };
  for (guint i = 0; i < G_N_ELEMENTS (policies); i++)
    {
      CHECK_PLACES (&a30, policies[i], "a 0/1/9 mig=1g.6gb; b 0/1/9 mig=2g.12gb",
                    "a 0 1/0@3; b 0 1/0@0");
      CHECK_PLACES (&rtx, policies[i],
                    "a 0/1/9 mig=1g.24gb; b 0/1/9 mig=2g.48gb; c 0/1/9 mig=1g.24gb",
                    "a 0 1/0@9; b 0 1/0@0; c 0 1/0@6");
      CHECK_PLACES (&h100, policies[i],
                    "a 0/1/9 mig=1g.20gb; b 0/1/9 mig=4g.40gb; c 0/1/9 mig=2g.20gb",
                    "a 0 1/0@6; b 0 1/0@0; c 0 1/0@4");
    }
  CHECK_PLACES (&a30, "first-fit starts=lowest", "a 0/1/9 mig=1g.6gb; b 0/1/9 mig=2g.12gb",
                "a 0 1/0@0; b 0 1/0@2");
  /* Cards of which all instances are alike. */
  CHECK_PLACES (&mi300, "first-fit", "a 0/1/9 mig=4g; b 0/1/9 mig=4g; c 0/1/9 mig=4g",
                "a 0 1/0@0; b 0 1/0@4; c 9 1/0@0");
}

/* ---- which card ---- */

/* Card 0 is emptied at 10, half of card 1 is in use. */
#define EMPTIED "a 0/1/10 mig=7g.40gb; b 0/1/99 mig=4g.20gb; "

static void
first_best_and_worst_card (void)
{
  CHECK_PLACES (&four, "first-fit", EMPTIED "c 20/1/9 mig=1g.5gb",
                "a 0 1/0@0; b 0 1/1@0; c 20 1/0@6");
  CHECK_PLACES (&four, "best-fit", EMPTIED "c 20/1/9 mig=1g.5gb",
                "a 0 1/0@0; b 0 1/1@0; c 20 1/1@6");
  CHECK_PLACES (&four, "worst-fit", "a 0/1/9 mig=1g.5gb; b 0/1/9 mig=1g.5gb; c 0/1/9 mig=1g.5gb",
                "a 0 1/0@6; b 0 1/1@6; c 0 2/0@6");
  /* A 3g leaves as many units as a 4g, and more slices: by units they tie. */
  CHECK_PLACES (&four, "best-fit",
                "a 0/1/99 mig=3g.20gb; b 0/1/10 mig=3g.20gb; c 0/1/99 mig=4g.20gb; "
                "d 20/1/9 mig=1g.5gb",
                "a 0 1/0@4; b 0 1/0@0; c 0 1/1@0; d 20 1/0@3");
}

/* Where as little is blocked, the fuller card. */
static void
fuller_of_equal_cards (void)
{
  static const char *const policies[] = { "frag-min", "on-demand destroy=0s", "baskets" };
  for (guint i = 0; i < G_N_ELEMENTS (policies); i++)
    CHECK_PLACES (&four, policies[i], EMPTIED "c 20/1/9 mig=3g.20gb",
                  "a 0 1/0@0; b 0 1/1@0; c 20 1/1@4");
}

static void
shares (void)
{
  static const Pool pool = { "1x3:A100-40-SXM", &shared, NULL };
#define SHARES "a 0/1/99 milli=500; b 0/1/99 milli=700; c 0/1/99 milli=200"
  CHECK_PLACES (&pool, "first-fit", SHARES, "a 0 1/0; b 0 1/1; c 0 1/0");
  CHECK_PLACES (&pool, "worst-fit", SHARES, "a 0 1/0; b 0 1/1; c 0 1/2");
  static const char *const tight[] = { "best-fit", "frag-min", "on-demand", "baskets" };
  for (guint i = 0; i < G_N_ELEMENTS (tight); i++)
    CHECK_PLACES (&pool, tight[i], SHARES, "a 0 1/0; b 0 1/1; c 0 1/1");
  /* Several devices are different cards; a whole card has no tenants. */
  CHECK_PLACES (&pool, "first-fit", "a 0/2/99 milli=400; b 0/2/99 milli=600; c 0/1/99",
                "a 0 1/0 1/1; b 0 1/0 1/1; c 0 1/2");
  CHECK_PLACES (&pool, "best-fit", "a 0/1/99 milli=500; b 0/1/99 milli=300; c 0/2/99 milli=200",
                "a 0 1/0; b 0 1/0; c 0 1/0 1/1");
  CHECK_PLACES (&pool, "worst-fit", "a 0/2/99 milli=400; b 0/2/99 milli=300",
                "a 0 1/0 1/1; b 0 1/2 1/0");
}

/* A job of which one task shares a card and the other has one whole. */
static void
shares_beside_whole_cards (void)
{
  static const Pool pool = { "1x4:A100-40-SXM 1x3:A100-40-SXM", &shared, NULL };
#define BOTH "x 0/1/99; j 0/1/99 milli=300; j 0/1/99 gang=1"
  CHECK_PLACES (&pool, "first-fit", BOTH, "x 0 1/0; j 0 1/1 1/2");
  CHECK_PLACES (&pool, "best-fit", BOTH, "x 0 2/0; j 0 1/0 2/1");
  CHECK_PLACES (&pool, "frag-min", BOTH, "x 0 2/0; j 0 1/0 2/1");
  CHECK_PLACES (&pool, "worst-fit", BOTH, "x 0 1/0; j 0 1/1 2/0");
}

/* A host that offers units 5 and 6 of two empty cards for the first profile. */
static guint32
offer (SwView *v, const SwTaskGroup *task, const SwNodeView *node, SwSpot *out, guint32 room)
{
  for (guint8 i = 0; i < 4; i++)
    out[i] = (SwSpot){ .card = i / 2, .start = 5 + i % 2, .creates = 1 };
  return 4;
}

static gint64
by_card (gpointer self, const SwNodeView *node, const SwCard *card, const SwSpot *spot)
{
  return 10 + spot->card;
}

/* No more instances of a profile on one card than it may have. */
static void
counts_hold (void)
{
  SwMigProfile profile = { .name = "1g", .slices = 1, .units = 1, .max = 1, .starts = 0x7f };
  const SwMigGeometry mig = { .units = 8, .slices = 7, .n_profiles = 1, .profiles = &profile };
  const SwCard cards[2] = { { .left = 1000 }, { .left = 1000 } };
  const SwNodeView node = { .n_cards = 2, .cards = cards, .mig = &mig };
  const SwHost host = { .spots = offer };
  const SwPlaceRule rule = { .cost = by_card };
  SwTaskGroup task = { .tasks = 1, .gpus = 2, .use = SW_USE_SLICE };
  SwSpot spots[3];
  CHECK_INT (sw_parts_score (&host, NULL, &task, &node, spots, &rule), -21);
  CHECK_INT (spots[0].card * 10 + spots[0].start, 6);
  CHECK_INT (spots[1].card * 10 + spots[1].start, 16);
  task.gpus = 3;
  CHECK_TRUE (sw_parts_score (&host, NULL, &task, &node, spots, &rule) == SW_NEVER);
  profile.max = 2;
  CHECK_INT (sw_parts_score (&host, NULL, &task, &node, spots, &rule), -31);
  CHECK_INT (spots[1].card * 10 + spots[1].start, 5);
}

static void
several_instances (void)
{
  CHECK_PLACES (&four, "first-fit", "a 0/3/99 mig=2g.10gb; b 0/2/99 mig=3g.20gb",
                "a 0 1/0@0 1/0@2 1/0@4; b 0 1/1@4 1/1@0");
  CHECK_PLACES (&four, "worst-fit", "a 0/3/99 mig=2g.10gb", "a 0 1/0@0 1/1@0 1/0@2");
  CHECK_PLACES (&four, "frag-min", "a 0/2/99 mig=2g.10gb", "a 0 1/0@4 1/1@4");
  /* One of the engines of a card for each. */
  static const Pool media = { TWO_BY_TWO, &dynamic, "1g.5gb+me@6" };
  CHECK_PLACES (&media, "first-fit", "a 0/2/99 mig=1g.5gb+me", "a 0 1/0@6 1/1@6");
  /* Sizes in a partitioned pool are devices, so on different cards. */
  CHECK_PLACES (&four, "best-fit", "a 0/2/99 milli=400 vram=100", "a 0 1/0@4 1/1@4");
}

/* ---- idle instances ---- */

static void
least_is_changed (void)
{
  static const Pool balanced = { ONE, &dynamic, "3g.20gb@4 2g.10gb@2 1g.5gb@1 1g.5gb@0" };
  /* The idle one of the profile, although units 4 and 5 are better in the eyes of others. */
  CHECK_PLACES (&balanced, "on-demand", "a 0/1/9 mig=2g.10gb; b 0/1/9 mig=1g.5gb",
                "a 0 1/0@2; b 0 1/0@1");
  /* One instance to destroy is better than two. */
  CHECK_PLACES (&balanced, "on-demand", "a 0/1/9 mig=1g.10gb", "a 0 1/0@6");
  CHECK_PLACES (&balanced, "on-demand", "a 0/1/9 mig=4g.20gb", "a 0 1/0@0");
  /* Instances in use stay: only 3g@4 is idle. */
  CHECK_PLACES (&balanced, "on-demand",
                "a 0/1/50 mig=2g.10gb; b 0/1/50 mig=1g.5gb; c 0/1/50 mig=1g.5gb; "
                "d 0/1/9 mig=2g.10gb; e 0/1/9 mig=4g.20gb",
                "a 0 1/0@2; b 0 1/0@1; c 0 1/0@0; d 0 1/0@4; e 50 1/0@0");
  /* Another card with free units, before one where something must go. */
  CHECK_PLACES (&four, "on-demand",
                "a 0/1/9 mig=7g.40gb; b 20/1/9 mig=1g.5gb; c 20/1/9 mig=7g.40gb",
                "a 0 1/0@0; b 20 1/1@6; c 20 1/0@0");
  static const Pool two = { ONE, &dynamic, "2g.10gb@0" };
  CHECK_PLACES (&two, "on-demand", "a 0/1/9 mig=2g.10gb", "a 0 1/0@0");
  CHECK_PLACES (&two, "on-demand create=0s", "a 0/1/9 mig=2g.10gb", "a 0 1/0@4");
  CHECK_PLACES (&two, "frag-min", "a 0/1/9 mig=2g.10gb", "a 0 1/0@4");
  /* If changes cost nothing the fullest place that blocks least is taken. */
  CHECK_PLACES (&four, "on-demand destroy=0s create=0s",
                "a 0/1/9 mig=7g.40gb; b 20/1/9 mig=1g.5gb; c 20/1/9 mig=7g.40gb",
                "a 0 1/0@0; b 20 1/0@6; c 20 1/1@0");
}

/* On one card what is ready comes before a better start, and that before what must be destroyed;
   lowest starts are taken whatever stands there. */
static void
what_is_ready (void)
{
  static const Pool ready = { ONE, &dynamic, "1g.5gb@2 1g.5gb@6" };
  static const Pool other = { ONE, &dynamic, "2g.10gb@4 1g.5gb@6" };
  CHECK_PLACES (&ready, "first-fit", "a 0/1/9 mig=1g.5gb; b 0/1/9 mig=1g.5gb; c 0/1/9 mig=1g.5gb",
                "a 0 1/0@6; b 0 1/0@2; c 0 1/0@5");
  CHECK_PLACES (&ready, "first-fit starts=lowest", "a 0/1/9 mig=1g.5gb; b 0/1/9 mig=2g.10gb",
                "a 0 1/0@0; b 0 1/0@2");
  static const Pool low = { ONE, &dynamic, "1g.5gb@0" };
  CHECK_PLACES (&low, "first-fit", "a 0/1/9 mig=2g.10gb", "a 0 1/0@2");
  CHECK_PLACES (&other, "best-fit", "a 0/1/9 mig=3g.20gb", "a 0 1/0@0");
  CHECK_PLACES (&other, "frag-min", "a 0/1/9 mig=3g.20gb", "a 0 1/0@0");
  CHECK_PLACES (&other, "frag-min", "a 0/1/9 mig=1g.10gb", "a 0 1/0@6");
}

/* Where nothing can be created all policies choose among what is there. */
static void
fixed_layouts (void)
{
  static const Pool pool = { "1x2:A100-40-SXM", &fixed, "4g.20gb 2g.10gb 1g.5gb" };
  for (guint i = 0; i < G_N_ELEMENTS (aware); i++)
    {
      g_autofree char *text = answer (&pool, aware[i],
                                      "a 0/1/9 mig=1g.5gb; b 0/1/9 mig=1g.5gb; "
                                      "c 0/1/9 mig=2g.10gb; d 0/1/9 mig=2g.10gb; "
                                      "e 0/1/9 mig=4g.20gb; f 0/1/9 mig=4g.20gb");
      CHECK_INT (starting_at (text, "0") + starting_at (text, "9"), 6);
    }
  CHECK_PLACES (&pool, "first-fit",
                "a 0/1/9 mig=1g.5gb; b 0/1/9 mig=1g.5gb; c 0/1/9 mig=2g.10gb; d 0/1/9 mig=4g.20gb",
                "a 0 1/0@6; b 0 1/0@4; c 0 1/0@0; d 0 1/1@0");
  CHECK_PLACES (&pool, "first-fit starts=lowest", "a 0/1/9 mig=1g.5gb; b 0/1/9 mig=4g.20gb",
                "a 0 1/0@0; b 0 1/1@0");
}

/* ---- baskets ---- */

static void
baskets_by_state (void)
{
  /* The small one opens a card of its own although there is room beside the large one. */
  CHECK_PLACES (&four, "baskets",
                "a 0/1/99 mig=4g.20gb; b 0/1/99 mig=1g.5gb; c 0/1/99 mig=3g.20gb; "
                "d 0/1/99 mig=2g.10gb",
                "a 0 1/0@0; b 0 1/1@6; c 0 1/0@4; d 0 1/1@0");
  CHECK_PLACES (&four, "baskets", "a 0/1/99 mig=1g.5gb; b 0/1/99 mig=4g.20gb",
                "a 0 1/0@6; b 0 1/1@0");
  /* Its own basket full and no card free: it spills over. */
  CHECK_PLACES (&one, "baskets", "a 0/1/99 mig=4g.20gb; b 0/1/99 mig=1g.5gb",
                "a 0 1/0@0; b 0 1/0@6");
}

static void
baskets_by_number (void)
{
  CHECK_PLACES (&four, "baskets split=fixed",
                "a 0/1/99 mig=1g.5gb; b 0/1/99 mig=4g.20gb; c 0/1/99 mig=7g.40gb; "
                "d 0/1/99 mig=2g.10gb",
                "a 0 1/1@6; b 0 1/0@0; c 0 2/0@0; d 0 1/1@0");
  CHECK_PLACES (&four, "baskets split=fixed large=0.3", "a 0/1/99 mig=1g.5gb; b 0/1/99 mig=7g.40gb",
                "a 0 1/1@6; b 0 1/0@0");
  CHECK_PLACES (&four, "baskets split=fixed large=0",
                "a 0/1/99 mig=1g.5gb; b 0/1/99 mig=7g.40gb; c 0/1/99 mig=1g.5gb",
                "a 0 1/0@6; b 0 1/1@0; c 0 1/0@5");
}

/* ---- blocked room ---- */

static gint32
growth (SwCatalogue *catalogue, const char *model, guint32 busy, guint32 units)
{
  SwBlocked *blocked = sw_blocked_new ();
  const SwMigGeometry *mig = sw_catalogue_mig (catalogue, model);
  const gint32 first = sw_blocked_growth (blocked, mig, busy, units);
  CHECK_INT (sw_blocked_growth (blocked, mig, busy, units), first);
  CHECK_INT (sw_blocked_growth (blocked, mig, busy | units, 0), 0);
  sw_blocked_free (blocked);
  return first;
}

static void
blocked_room (void)
{
  g_autoptr (SwCatalogue) catalogue = sw_catalogue_new (NULL);
  /* Unit 0 stands in the way of 1g.10gb and 2g at 0 (1 unit each), 3g and 4g at 0 (3 each). */
  CHECK_INT (growth (catalogue, "A100-40-SXM", 0, 0x01), 8);
  /* Unit 6: of 1g.10gb at 6, and 3g at 4. */
  CHECK_INT (growth (catalogue, "A100-40-SXM", 0, 0x40), 4);
  CHECK_INT (growth (catalogue, "A100-40-SXM", 0, 0x0f), 0);
  CHECK_INT (growth (catalogue, "A100-40-SXM", 0, 0xf0), 0);
  CHECK_INT (growth (catalogue, "A100-40-SXM", 0, 0x30), 2);
  CHECK_INT (growth (catalogue, "A100-40-SXM", 0, 0x03), 4);
  CHECK_INT (growth (catalogue, "A100-40-SXM", 0x01, 0x0e), -8); /* nothing is left to block */
  CHECK_INT (growth (catalogue, "A30", 0, 0x8), 1);
  CHECK_INT (growth (catalogue, "A30", 0x8, 0x1), 1);
  CHECK_INT (growth (catalogue, "RTXPRO6000-96-Server", 0, 0xe00), 3);
  CHECK_INT (growth (catalogue, "RTXPRO6000-96-Server", 0xe00, 0x1c0), -3);
}

SW_CHECKS ("policies-parts", { "good starts leave room", good_starts_leave_room },
           { "units run out before slices", units_run_out_before_slices },
           { "both sizes count", both_sizes_count },
           { "starts of other geometries", starts_of_other_geometries },
           { "first, best and worst card", first_best_and_worst_card },
           { "fuller of equal cards", fuller_of_equal_cards }, { "shares", shares },
           { "shares beside whole cards", shares_beside_whole_cards },
           { "counts hold", counts_hold }, { "several instances", several_instances },
           { "least is changed", least_is_changed }, { "what is ready", what_is_ready },
           { "fixed layouts", fixed_layouts }, { "baskets by state", baskets_by_state },
           { "baskets by number", baskets_by_number }, { "blocked room", blocked_room })
