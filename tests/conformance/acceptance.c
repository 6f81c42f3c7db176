/* What placement does to the acceptance of instances: 20 cards of seven slices as a loss system.
 * Poisson arrivals of instances with exponential stays, a profile each drawn from a mix; what does
 * not fit on arrival is refused.  Mean over three seeds of what was accepted, and of the card units
 * that were in use until the last arrival.  Every policy faces the same arrivals.
 *
 * Known figures for such a system come from a small simulation of its own kind; the means must be
 * near them, and the order of the policies must be the known one: load-balancing loses most, first
 * fit is worse than best fit, and good starts help.  Prints a table. */
#include <stdio.h>

#include "sw-cards.h"
#include "sw-check.h"
#include "sw-kit.h"
#include "sw-rng.h"

enum
{
  CARDS = 20,
  UNITS = 8,
  ARRIVALS = 8000,
  SEEDS = 3,
  PROFILES = 6
};

static const char *const profiles[PROFILES]
    = { "1g.5gb", "1g.10gb", "2g.10gb", "3g.20gb", "4g.20gb", "7g.40gb" };
static const guint8 units[PROFILES] = { 1, 2, 2, 4, 4, 8 };

typedef struct
{
  double accepted, used; /* % */
} Means;

typedef struct
{
  const char *name;
  double load;
  double weights[PROFILES];
  Means known[8]; /* per policy, 0: not known */
} Mix;

/* ---- one run ---- */

static guint
draw_profile (const Mix *mix, guint64 draw)
{
  double sum = 0, at = sw_unit (draw);
  for (guint p = 0; p < PROFILES; p++)
    sum += mix->weights[p];
  at *= sum;
  for (guint p = 0; p < PROFILES - 1; p++)
    {
      if (at < mix->weights[p])
        return p;
      at -= mix->weights[p];
    }
  return PROFILES - 1;
}

/* Arrivals that would keep mix->load of all units in use; stays of 1 s in the mean. */
static SwJobTable *
make_jobs (const Mix *mix, guint64 seed, guint8 *asked)
{
  SwJobBuilder *builder = sw_job_builder_new ();
  guint32 demands[PROFILES];
  double weights = 0, size = 0, now = 0;
  for (guint p = 0; p < PROFILES; p++)
    {
      SwGroupRow group = { .tasks = 1, .gpus = 1, .mode = SW_GPU_MIG };
      group.mig_profile = sw_strings_add (sw_job_builder_strings (builder), profiles[p], -1);
      demands[p] = sw_job_builder_demand (builder, &group, 1, SW_TOPOLOGY_ANY);
      weights += mix->weights[p];
      size += mix->weights[p] * units[p];
    }
  const double gap = size / weights / (mix->load * CARDS * UNITS);
  SwStream stream = sw_stream (seed, 0, SW_DRAW_GENERATE, 0);
  for (guint32 i = 0; i < ARRIVALS; i++)
    {
      char id[16];
      g_snprintf (id, sizeof id, "j%u", i);
      now += sw_exponential (sw_stream_next (&stream), gap);
      asked[i] = (guint8)draw_profile (mix, sw_stream_next (&stream));
      SwJobRow row = sw_kit_plain_row (id, demands[asked[i]]);
      row.submit = (SwTime)(now * 1e9);
      row.work = (SwTime)(sw_exponential (sw_stream_next (&stream), 1) * 1e9) + 1;
      sw_job_builder_add (builder, &row);
    }
  g_autofree char *bad = NULL;
  return sw_job_builder_finish (builder, &bad);
}

static Means
measure (const SwOutcome *o, const guint8 *asked)
{
  const SwTime last = o->table->submit[o->n - 1];
  guint accepted = 0;
  double area = 0;
  for (SwJob job = 0; job < o->n; job++)
    {
      if (o->state[job] != SW_COMPLETED)
        continue;
      accepted++;
      area += (double)units[asked[job]]
              * (double)(MIN (o->end[job], last) - MIN (o->first_start[job], last));
    }
  return (Means){ 100.0 * accepted / o->n, 100 * area / (double)last / (CARDS * UNITS) };
}

static Means
run (const Mix *mix, const char *place, guint64 seed)
{
  static const SwPoolRules rules
      = { .pool = "pool", .sharing = SW_SHARING_MIG, .max_tenants = 16, .repartition = TRUE };
  g_autoptr (SwCards) cards = sw_cards_new ("A100-40-SXM", &rules, 1);
  g_autofree guint8 *asked = g_new (guint8, ARRIVALS);
  SwKit kit;
  sw_kit_init (&kit, "20x1:A100-40-SXM", "", "refuse", place);
  sw_job_table_free (kit.table);
  kit.table = make_jobs (mix, seed, asked);
  kit.spec.table = kit.table;
  kit.spec.devices = &cards->devices;
  kit.spec.check = FALSE; /* of 48,000 instants; the suite of the policies has it on */
  Means means = { 0 };
  if (CHECK_TRUE (sw_kit_run (&kit)))
    means = measure (kit.outcome, asked);
  else
    CHECK_NO_ERROR (kit.error);
  sw_kit_clear (&kit);
  return means;
}

static Means
mean_of_seeds (const Mix *mix, const char *place)
{
  Means sum = { 0 };
  for (guint64 seed = 1; seed <= SEEDS; seed++)
    {
      const Means of_seed = run (mix, place, seed);
      sum.accepted += of_seed.accepted / SEEDS;
      sum.used += of_seed.used / SEEDS;
    }
  return sum;
}

/* ---- mixes ---- */

enum
{
  WORST,
  FIRST_LOWEST,
  FIRST,
  BEST_LOWEST,
  BEST,
  FRAG_MIN,
  ON_DEMAND,
  BASKETS,
  POLICIES
};

static const char *const places[POLICIES] = { "worst-fit starts=lowest",
                                              "first-fit starts=lowest",
                                              "first-fit",
                                              "best-fit starts=lowest",
                                              "best-fit",
                                              "frag-min",
                                              "on-demand",
                                              "baskets" };

static void
compare (const Mix *mix, Means *means)
{
  printf ("# %s mix, load %.1f\n#   %-26s accepted %%   known  units used %%   known\n", mix->name,
          mix->load, "");
  for (guint i = 0; i < POLICIES; i++)
    {
      const Means *known = &mix->known[i];
      means[i] = mean_of_seeds (mix, places[i]);
      printf ("#   %-26s %10.2f %7.1f %13.2f %7.1f\n", places[i], means[i].accepted,
              known->accepted, means[i].used, known->used);
      if (known->accepted > 0)
        CHECK_REAL (means[i].accepted, known->accepted, 1.5);
      if (known->used > 0)
        CHECK_REAL (means[i].used, known->used, 1.5);
    }
  /* Whatever the mix: levelling the load costs many times more than any of the others. */
  CHECK_TRUE (means[WORST].accepted < means[FIRST_LOWEST].accepted - 7);
  CHECK_REAL (means[FRAG_MIN].accepted, means[BEST].accepted, 0.6);
  CHECK_REAL (means[ON_DEMAND].accepted, means[BEST].accepted, 0.6);
  CHECK_REAL (means[BASKETS].accepted, means[FIRST].accepted, 0.6);
}

static void
check_order (const Means *means)
{
  CHECK_TRUE (means[FIRST_LOWEST].accepted < means[FIRST].accepted);
  CHECK_TRUE (means[FIRST].accepted < means[BEST].accepted);
  CHECK_TRUE (means[FIRST_LOWEST].used < means[FIRST].used);
  CHECK_TRUE (means[FIRST].used < means[BEST].used);
}

static void
uniform (void)
{
  const Mix mix = { "uniform",
                    0.9,
                    { 1, 1, 1, 1, 1, 1 },
                    { { 80.6, 56.9 },
                      { 91.0, 75.6 },
                      { 91.4, 76.3 },
                      { 92.0, 77.1 },
                      { 92.1, 77.0 },
                      { 91.8, 77.3 } } };
  Means means[POLICIES];
  compare (&mix, means);
  check_order (means);
}

static void
big (void)
{
  const Mix mix = { "big",
                    0.9,
                    { 1, .5, 1, 2, 2, 2 },
                    { { 78.5, 59.6 },
                      { 88.5, 75.0 },
                      { 89.1, 75.7 },
                      { 89.7, 76.5 },
                      { 90.0, 76.8 },
                      { 89.7, 76.4 } } };
  Means means[POLICIES];
  compare (&mix, means);
  check_order (means);
}

/* Between these the policies differ by less than the noise. */
static void
bimodal (void)
{
  const Mix mix
      = { "bimodal",
          1.1,
          { 5, 0, 0, 1, 0, 2 },
          { { 77.5, 0 }, { 89.2, 0 }, { 89.1, 0 }, { 89.0, 0 }, { 88.9, 0 }, { 88.6, 0 } } };
  Means means[POLICIES];
  compare (&mix, means);
}

SW_CHECKS ("acceptance", { "uniform mix", uniform }, { "big mix", big }, { "bimodal mix", bimodal })
