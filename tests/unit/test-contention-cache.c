/* The memory of mixes: what it gives is what the formulas and the table of measured pairs give, in
 * the order of asking, whatever was asked before; blame adds up. */
#include "sw-check.h"
#include "sw-contention-cache.h"
#include "sw-rng.h"

#include <math.h>
#include <string.h>

enum
{
  BEHAVIOURS = 6,
  MODELS = 2,
};

static const SwContentionRules ps_rules = { SW_CONTENTION_PS, .kappa = 1 };
static const SwContentionRules sync_rules = { SW_CONTENTION_SYNC, .kappa = 1 };

/* On the second model bandwidth is scarcer. */
static const SwLoad loads[BEHAVIOURS * MODELS] = {
  { .05, .95, .30 }, { .05, .95, .60 }, { .05, .30, .95 }, { .02, .15, .98 },
  { .70, .30, .20 }, { .60, .25, .40 }, { 1, 0, 0 },       { 1, 0, 0 },
  { .40, .60, .10 }, { .40, .60, .20 }, { 0, 1, 0 },       { 0, 1, 0 },
};
static const char *const names[BEHAVIOURS] = { "train", "decode", "small", "host", NULL, "burn" };
static const SwBehaviours behaviours
    = { .n = BEHAVIOURS, .n_models = MODELS, .names = names, .loads = loads, .known = TRUE };
static const char *const models[MODELS] = { "old", "new" };

static void
solve (const SwContentionRules *rules, guint32 model, const SwCardTenant *tenants, guint n,
       double *slowdown)
{
  SwCoTenant co[SW_MAX_TENANTS];
  for (guint i = 0; i < n; i++)
    co[i] = (SwCoTenant){ loads[tenants[i].behaviour * MODELS + model], tenants[i].cap / 1000.,
                          tenants[i].behaviour };
  sw_contention_solve (rules, co, n, slowdown);
}

static gboolean
same_bits (const double *a, const double *b, guint n)
{
  return memcmp (a, b, n * sizeof *a) == 0;
}

static guint
random_tenants (SwStream *s, guint most, SwCardTenant *tenants)
{
  const guint n = 1 + (guint)sw_below (sw_stream_next (s), most);
  for (guint i = 0; i < n; i++)
    {
      tenants[i].behaviour = (guint32)sw_below (sw_stream_next (s), BEHAVIOURS);
      tenants[i].cap = sw_below (sw_stream_next (s), 2) == 0
                           ? 1000
                           : 1 + (guint32)sw_below (sw_stream_next (s), 1000);
    }
  return n;
}

static void
as_the_formulas (void)
{
  g_autoptr (SwContentionCache) cache = sw_contention_cache_new (&behaviours, NULL, models);
  const SwContentionRules rules[] = { sync_rules,
                                      ps_rules,
                                      { SW_CONTENTION_TURNS, .epsilon = .1 },
                                      { SW_CONTENTION_EVEN_TURNS, .epsilon = .11 },
                                      { SW_CONTENTION_EMPIRICAL, .slope = .55 },
                                      { SW_CONTENTION_NONE } };
  SwStream s = sw_stream (3, 0, 0, 0);
  guint numbers[G_N_ELEMENTS (rules)], wrong = 0;
  for (guint r = 0; r < G_N_ELEMENTS (rules); r++)
    numbers[r] = sw_contention_cache_rules (cache, &rules[r]);
  for (guint i = 0; i < 20000; i++)
    {
      SwCardTenant tenants[5];
      double expected[5];
      const guint n = random_tenants (&s, 5, tenants);
      const guint r = (guint)sw_below (sw_stream_next (&s), G_N_ELEMENTS (rules));
      const guint32 model = (guint32)sw_below (sw_stream_next (&s), MODELS);
      solve (&rules[r], model, tenants, n, expected);
      for (guint again = 0; again < 2; again++)
        {
          const SwSlowdowns is = sw_contention_cache_get (cache, numbers[r], model, tenants, n);
          wrong += !same_bits (is.slowdown, expected, n) || is.measured;
        }
    }
  CHECK_INT (wrong, 0);
}

static void
rules_are_told_apart (void)
{
  g_autoptr (SwContentionCache) cache = sw_contention_cache_new (&behaviours, NULL, models);
  const guint ps = sw_contention_cache_rules (cache, &ps_rules);
  const guint sync = sw_contention_cache_rules (cache, &sync_rules);
  SwContentionRules half = ps_rules;
  half.kappa = .5;
  const SwContentionRules copy = ps_rules;
  CHECK_TRUE (ps != sync);
  CHECK_TRUE (sw_contention_cache_rules (cache, &half) != ps);
  CHECK_INT (sw_contention_cache_rules (cache, &copy), ps);
  const SwCardTenant pair[] = { { 0, 1000 }, { 0, 1000 } };
  CHECK_REAL (sw_contention_cache_get (cache, sync, 0, pair, 2).slowdown[0], 1.95, 1e-9);
  CHECK_REAL (sw_contention_cache_get (cache, ps, 0, pair, 2).slowdown[0], 1.9253, 5e-5);
  CHECK_REAL (sw_contention_cache_get (cache, sync, 0, pair, 1).slowdown[0], 1, 0);
}

/* Twice as many mixes as are kept at once: what is there after it has forgotten all is right. */
static void
more_than_it_holds (void)
{
  enum
  {
    N = 100,
    ASKED = 90000
  };
  g_autoptr (SwContentionCache) cache = sw_contention_cache_new (&behaviours, NULL, models);
  const SwContentionRules turns = { SW_CONTENTION_EVEN_TURNS, .epsilon = .1 };
  const guint rules = sw_contention_cache_rules (cache, &turns);
  SwCardTenant tenants[N];
  guint wrong = 0;
  for (guint i = 0; i < N; i++)
    tenants[i] = (SwCardTenant){ 0, 1000 };
  for (guint i = 0; i < ASKED; i++)
    {
      tenants[0].cap = 1 + i % 1000;
      tenants[1].cap = 1 + i / 1000;
      tenants[2].behaviour = i % 2 == 0 ? 0 : 3; /* host */
      const guint users = N - i % 2;
      const SwSlowdowns is = sw_contention_cache_get (cache, rules, 0, tenants, N);
      wrong += is.slowdown[0] != users * 1.1 || is.slowdown[2] != (i % 2 == 0 ? users * 1.1 : 1);
    }
  CHECK_INT (wrong, 0);
}

/* ---- measured pairs ---- */

static SwPairTable *
some_pairs (void)
{
  SwPairTable *pairs = sw_pair_table_new ();
  sw_pair_table_add (pairs, "old", "train", "decode", .8, .5);
  sw_pair_table_add (pairs, "old", "small", "small", 1.02, .98);
  sw_pair_table_add (pairs, "old", "burn", "train", 0, 0);
  sw_pair_table_add (pairs, "new", "decode", "decode", .4, .4);
  return pairs;
}

static void
measured_pairs (void)
{
  g_autoptr (SwPairTable) pairs = some_pairs ();
  g_autoptr (SwContentionCache) cache = sw_contention_cache_new (&behaviours, pairs, models);
  const guint ps = sw_contention_cache_rules (cache, &ps_rules);
  const SwCardTenant mixed[] = { { 0, 1000 }, { 1, 1000 } };
  SwSlowdowns is = sw_contention_cache_get (cache, ps, 0, mixed, 2);
  CHECK_TRUE (is.measured);
  CHECK_REAL (is.slowdown[0], 1.25, 1e-15);
  CHECK_REAL (is.slowdown[1], 2, 1e-15);
  const SwCardTenant turned[] = { { 1, 1000 }, { 0, 1000 } };
  is = sw_contention_cache_get (cache, ps, 0, turned, 2);
  CHECK_TRUE (is.measured);
  CHECK_REAL (is.slowdown[0], 2, 1e-15);
  CHECK_REAL (is.slowdown[1], 1.25, 1e-15);
  /* Faster than alone does not count. */
  const SwCardTenant equals[] = { { 2, 1000 }, { 2, 1000 } };
  is = sw_contention_cache_get (cache, ps, 0, equals, 2);
  CHECK_TRUE (is.measured && is.slowdown[0] == 1 && is.slowdown[1] == 1);
  /* Each at least as slow as its cap alone makes it: .05 + .95 / .5. */
  const SwCardTenant capped[] = { { 0, 500 }, { 1, 1000 } };
  is = sw_contention_cache_get (cache, ps, 0, capped, 2);
  CHECK_TRUE (is.measured);
  CHECK_REAL (is.slowdown[0], 1.95, 1e-12);
  CHECK_REAL (is.slowdown[1], 2, 1e-15);
}

static void
pairs_by_formula (void)
{
  g_autoptr (SwPairTable) pairs = some_pairs ();
  g_autoptr (SwContentionCache) cache = sw_contention_cache_new (&behaviours, pairs, models);
  const guint ps = sw_contention_cache_rules (cache, &ps_rules);
  const SwContentionRules nothing = { SW_CONTENTION_NONE };
  const struct
  {
    guint32 model;
    guint n;
    SwCardTenant tenants[3];
  } cases[] = {
    { 1, 2, { { 0, 1000 }, { 1, 1000 } } },              /* not measured on this model */
    { 0, 2, { { 0, 1000 }, { 2, 1000 } } },              /* not listed */
    { 0, 2, { { 5, 1000 }, { 0, 1000 } } },              /* does not fit */
    { 0, 2, { { 4, 1000 }, { 4, 1000 } } },              /* has no name */
    { 0, 1, { { 0, 1000 } } },                           /* alone */
    { 0, 3, { { 0, 1000 }, { 1, 1000 }, { 3, 1000 } } }, /* three */
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      double expected[3];
      solve (&ps_rules, cases[i].model, cases[i].tenants, cases[i].n, expected);
      const SwSlowdowns is
          = sw_contention_cache_get (cache, ps, cases[i].model, cases[i].tenants, cases[i].n);
      CHECK_FALSE (is.measured);
      CHECK_TRUE (same_bits (is.slowdown, expected, cases[i].n));
    }
  const SwCardTenant mixed[] = { { 0, 1000 }, { 1, 1000 } };
  const SwSlowdowns free
      = sw_contention_cache_get (cache, sw_contention_cache_rules (cache, &nothing), 0, mixed, 2);
  CHECK_TRUE (!free.measured && free.slowdown[0] == 1 && free.slowdown[1] == 1);
}

/* ---- blame ---- */

/* Leave-one-out, worked by hand: with all .05 + .95 x 2.25, without the second .05 + .95 x 1.9...
 */
static void
blame_of_three (void)
{
  g_autoptr (SwContentionCache) cache = sw_contention_cache_new (&behaviours, NULL, models);
  const guint sync = sw_contention_cache_rules (cache, &sync_rules);
  const SwCardTenant tenants[] = { { 0, 1000 }, { 1, 1000 }, { 2, 1000 } };
  double share[3];
  sw_contention_cache_blame (cache, sync, 0, tenants, 3, 0, share);
  /* D = 2.25; without decode 1.95, without small 1.30: weights .30 and .95 of 1.25. */
  CHECK_REAL (share[0], 0, 0);
  CHECK_REAL (share[1], 1.25 * .30 / 1.25, 1e-9);
  CHECK_REAL (share[2], 1.25 * .95 / 1.25, 1e-9);
}

static void
blame_of_the_cap (void)
{
  g_autoptr (SwPairTable) pairs = some_pairs ();
  g_autoptr (SwContentionCache) cache = sw_contention_cache_new (&behaviours, pairs, models);
  const guint sync = sw_contention_cache_rules (cache, &sync_rules);
  double share[3];
  const SwCardTenant alone[] = { { 0, 500 } };
  sw_contention_cache_blame (cache, sync, 0, alone, 1, 0, share);
  CHECK_REAL (share[0], .95, 1e-12);
  /* Alone .05 + .95 / .8 = 1.2375, measured beside the other 1.25. */
  const SwCardTenant both[] = { { 0, 800 }, { 1, 1000 } };
  sw_contention_cache_blame (cache, sync, 0, both, 2, 0, share);
  CHECK_REAL (share[0], .2375, 1e-12);
  CHECK_REAL (share[1], .0125, 1e-12);
  /* Who is never on the device suffers nothing and does nothing. */
  const SwCardTenant three[] = { { 3, 1000 }, { 0, 1000 }, { 0, 1000 } };
  sw_contention_cache_blame (cache, sync, 0, three, 3, 0, share);
  CHECK_TRUE (share[0] == 0 && share[1] == 0 && share[2] == 0);
  sw_contention_cache_blame (cache, sync, 0, three, 3, 1, share);
  CHECK_TRUE (share[0] == 0 && share[1] == 0);
  CHECK_REAL (share[2], .95, 1e-9);
}

/* One hurts by SMs, one by bandwidth, both alike: no one's leaving helps, but each hurts alone. */
static void
blame_where_leaving_is_no_help (void)
{
  static const SwLoad own_loads[] = { { 0, 1, 1 }, { 0, 1, 0 }, { 0, 0, 1 } };
  static const char *const own_names[] = { NULL, NULL, NULL };
  const SwBehaviours own = { .n = 3, .n_models = 1, .names = own_names, .loads = own_loads };
  g_autoptr (SwContentionCache) cache = sw_contention_cache_new (&own, NULL, models);
  const guint sync = sw_contention_cache_rules (cache, &sync_rules);
  const SwCardTenant tenants[] = { { 1, 1000 }, { 0, 1000 }, { 2, 1000 } };
  double share[3];
  CHECK_REAL (sw_contention_cache_get (cache, sync, 0, tenants, 3).slowdown[1], 2, 1e-12);
  sw_contention_cache_blame (cache, sync, 0, tenants, 3, 1, share);
  CHECK_REAL (share[0], .5, 1e-12);
  CHECK_TRUE (share[2] == share[0] && share[1] == 0);
}

/* Sums, signs, equals and order, on random mixes of up to six with measured pairs among them. */
static void
blame_adds_up (void)
{
  g_autoptr (SwPairTable) pairs = some_pairs ();
  g_autoptr (SwContentionCache) cache = sw_contention_cache_new (&behaviours, pairs, models);
  const guint ps = sw_contention_cache_rules (cache, &ps_rules);
  SwStream s = sw_stream (3, 0, 1, 0);
  guint wrong = 0;
  for (guint round = 0; round < 5000; round++)
    {
      SwCardTenant tenants[6], turned[6];
      double share[6], back[6], sum = 0;
      const guint n = random_tenants (&s, 6, tenants);
      const guint own = (guint)sw_below (sw_stream_next (&s), n);
      sw_contention_cache_blame (cache, ps, 0, tenants, n, own, share);
      for (guint k = 0; k < n; k++)
        {
          turned[k] = tenants[n - 1 - k];
          sum += share[k];
          wrong += !(share[k] >= 0);
        }
      const double d = sw_contention_cache_get (cache, ps, 0, tenants, n).slowdown[own];
      wrong += fabs (sum - (d - 1)) > 1e-9;
      sw_contention_cache_blame (cache, ps, 0, turned, n, n - 1 - own, back);
      for (guint k = 0; k < n; k++)
        wrong += !same_bits (&share[k], &back[n - 1 - k], 1);
    }
  CHECK_INT (wrong, 0);
}

SW_CHECKS ("contention-cache", { "as the formulas", as_the_formulas },
           { "rules are told apart", rules_are_told_apart },
           { "more than it holds", more_than_it_holds }, { "measured pairs", measured_pairs },
           { "pairs by formula", pairs_by_formula }, { "blame of three", blame_of_three },
           { "blame of the cap", blame_of_the_cap },
           { "blame where leaving is no help", blame_where_leaving_is_no_help },
           { "blame adds up", blame_adds_up })
