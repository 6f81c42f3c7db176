/* The contention formulas: worked examples to their printed digits, measured speeds of slices, and
 * on 10,000 random mixes their bounds and a plain restatement of the fixed point. */
#include "sw-check.h"
#include "sw-contention.h"
#include "sw-rng.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum
{
  MIXES = 10000,
  MAX_N = 9,
};

static const SwContentionRules sync_rules = { SW_CONTENTION_SYNC, .kappa = 1 };
static const SwContentionRules ps_rules = { SW_CONTENTION_PS, .kappa = 1 };
static const SwContentionRules half_rules = { SW_CONTENTION_PS, .kappa = .5 };
static const SwContentionRules turns_rules = { SW_CONTENTION_TURNS, .epsilon = .1 };
static const SwContentionRules even_rules = { SW_CONTENTION_EVEN_TURNS, .epsilon = .11 };
static const SwContentionRules pairs_rules = { SW_CONTENTION_EMPIRICAL, .slope = .55 };

static const SwLoad small_model = { .56, .44, .20 };
static const SwLoad load_a = { .05, .95, .30 }, load_b = { .05, .30, .95 }, load_c = { .7, .3, .2 };

/* ---- worked examples ---- */

static void
slowdowns_of (const SwContentionRules *rules, const SwLoad *const *loads, guint n, double *out)
{
  SwCoTenant tenants[MAX_N];
  for (guint i = 0; i < n; i++)
    tenants[i] = (SwCoTenant){ *loads[i], 1, i };
  sw_contention_solve (rules, tenants, n, out);
}

static double
among_equals (const SwContentionRules *rules, const SwLoad *load, guint n)
{
  const SwLoad *loads[MAX_N];
  double out[MAX_N];
  for (guint i = 0; i < MAX_N; i++)
    loads[i] = load;
  slowdowns_of (rules, loads, n, out);
  for (guint i = 1; i < n; i++)
    CHECK_TRUE (out[i] == out[0]);
  return out[0];
}

static void
loads_from_activity (void)
{
  const guint32 unknown = G_MAXUINT32;
  const struct
  {
    guint32 util, sm, dram;
    SwLoad load;
  } cases[] = {
    { 800000, unknown, unknown, { .2, .8, 0 } }, { 900000, 500000, 300000, { .5, .5, .3 } },
    { 900000, 300000, 600000, { .4, .3, .6 } },  { 400000, 500000, 600000, { .6, .4, .4 } },
    { unknown, 700000, unknown, { .3, .7, 0 } }, { unknown, unknown, unknown, { 0, 1, 0 } },
    { 0, unknown, unknown, { 1, 0, 0 } },        { 1500000, unknown, 2000000, { 0, 1, 1 } },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const SwLoad is = sw_load_from_activity (cases[i].util, cases[i].sm, cases[i].dram);
      CHECK_REAL (is.host, cases[i].load.host, 1e-15);
      CHECK_REAL (is.compute, cases[i].load.compute, 1e-15);
      CHECK_REAL (is.bandwidth, cases[i].load.bandwidth, 1e-15);
    }
}

static void
loads_on_other_cards (void)
{
  double time;
  SwLoad same = sw_load_on (&small_model, 1, 1, &time);
  CHECK_REAL (time, 1, 1e-15);
  CHECK_REAL (same.compute, .44, 1e-15);
  /* Twice the FLOP/s and half the bandwidth: .56 + max (.22, .40). */
  const SwLoad other = sw_load_on (&small_model, 2, .5, &time);
  CHECK_REAL (time, .96, 1e-15);
  CHECK_REAL (other.host, .56 / .96, 1e-15);
  CHECK_REAL (other.compute, .22 / .96, 1e-15);
  CHECK_REAL (other.bandwidth, .4 / .96, 1e-15);
  CHECK_REAL (other.host + MAX (other.compute, other.bandwidth), 1, 1e-15);
}

static void
isolated_slice (void)
{
  CHECK_REAL (sw_contention_isolated (&small_model, 14 / 98., 1 / 8.), 3.640, 5e-4);
  CHECK_REAL (sw_contention_isolated (&small_model, 1, 1), 1, 0);
  CHECK_REAL (sw_contention_isolated (&load_b, 1, .5), .05 + 1.9, 1e-12);
  CHECK_REAL (sw_contention_isolated (&small_model, 2, 2), 1, 0);
}

static void
equal_tenants (void)
{
  static const struct
  {
    guint n;
    double sync, ps, turns;
  } cases[]
      = { { 3, 1.880, 1.565, 1.692 }, { 5, 2.760, 2.339, 2.556 }, { 7, 3.640, 3.174, 3.481 } };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const guint n = cases[i].n;
      CHECK_REAL (among_equals (&sync_rules, &small_model, n), cases[i].sync, 5e-4);
      CHECK_REAL (among_equals (&ps_rules, &small_model, n), cases[i].ps, 5e-4);
      CHECK_REAL (among_equals (&turns_rules, &small_model, n), cases[i].turns, 5e-4);
      CHECK_REAL (among_equals (&even_rules, &small_model, n), 1.11 * n, 1e-12);
    }
}

static void
unequal_tenants (void)
{
  const SwLoad *const a = &load_a, *const b = &load_b, *const c = &load_c;
  const struct
  {
    const SwContentionRules *rules;
    guint n;
    const SwLoad *loads[3];
    double expected[3];
  } cases[] = {
    { &sync_rules, 2, { a, a }, { 1.95, 1.95 } },
    { &sync_rules, 2, { a, b }, { 1.30, 1.30 } },
    { &sync_rules, 2, { a, c }, { 1.95, 1.30 } },
    { &sync_rules, 2, { c, c }, { 1.30, 1.30 } },
    { &sync_rules, 3, { a, b, c }, { 2.25, 2.25, 1.3947 } },
    { &ps_rules, 2, { a, a }, { 1.9253, 1.9253 } },
    { &ps_rules, 2, { a, b }, { 1.2884, 1.2884 } },
    { &ps_rules, 2, { a, c }, { 1.4343, 1.2895 } },
    { &ps_rules, 2, { c, c }, { 1.111, 1.111 } },
    { &ps_rules, 3, { a, b, c }, { 1.7607, 1.7424, 1.3835 } },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      double is[MAX_N];
      slowdowns_of (cases[i].rules, cases[i].loads, cases[i].n, is);
      const double half_digit = cases[i].expected[0] == 1.111 ? 5e-4 : 5e-5;
      for (guint k = 0; k < cases[i].n; k++)
        CHECK_REAL (is[k], cases[i].expected[k], half_digit);
    }
}

static void
caps_on_sms (void)
{
  const SwCoTenant capped[] = { { load_a, .7, 0 }, { load_a, .3, 0 } };
  double is[2];
  sw_contention_solve (&ps_rules, capped, 2, is);
  CHECK_REAL (is[0], 1.4071, 5e-5);
  CHECK_REAL (is[1], 3.2167, 5e-5);
  /* Alone: h + c / a. */
  sw_contention_solve (&ps_rules, capped, 1, is);
  CHECK_REAL (is[0], .05 + .95 / .7, 1e-12);
}

static void
common_slowdowns (void)
{
  const SwLoad half = { .5, .5, 0 }, most = { .2, .8, 0 }, none = { 1, 0, 0 };
  const SwLoad *const light[] = { &half, &half }, *const heavy[] = { &most, &none, &most };
  double is[3];
  slowdowns_of (&pairs_rules, light, 2, is);
  CHECK_REAL (is[0], 1, 0);
  slowdowns_of (&pairs_rules, heavy, 3, is);
  CHECK_REAL (is[0], 1 + .55 * .6, 1e-12);
  CHECK_REAL (is[1], 1, 0);
  CHECK_TRUE (is[2] == is[0]);
  slowdowns_of (&even_rules, heavy, 3, is);
  CHECK_REAL (is[0], 2.22, 1e-12);
  CHECK_REAL (is[1], 1, 0);
  const SwContentionRules nothing = { SW_CONTENTION_NONE };
  slowdowns_of (&nothing, heavy, 3, is);
  CHECK_REAL (is[0], 1, 0);
}

/* ---- measured slices ---- */

/* Rows of a file of the shared slice measurements, header left out; NULL if it is not there. */
static GPtrArray *
measured (const char *name)
{
  g_autofree char *shared = sw_test_shared ();
  g_autofree char *path
      = shared != NULL ? g_build_filename (shared, "traces/interference/miso", name, NULL) : NULL;
  g_autofree char *text = NULL;
  if (path == NULL || !g_file_get_contents (path, &text, NULL, NULL))
    return NULL;
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  GPtrArray *rows = g_ptr_array_new_with_free_func ((GDestroyNotify)g_strfreev);
  for (guint i = 1; lines[i] != NULL && *lines[i] != '\0'; i++)
    g_ptr_array_add (rows, g_strsplit (lines[i], ",", -1));
  return rows;
}

/* Mean relative error of (1) over the slices on which this workload was measured. */
static double
slice_error (const SwLoad *load, const char *model, const char *batch, const GPtrArray *times,
             guint *n)
{
  static const struct
  {
    const char *name;
    double sms, units;
  } slices[] = { { "1g.5gb", 14, 1 },
                 { "2g.10gb", 28, 2 },
                 { "3g.20gb", 42, 4 },
                 { "4g.20gb", 56, 4 },
                 { "7g.40gb", 98, 8 } };
  double sum = 0;
  *n = 0;
  for (guint i = 0; i < times->len; i++)
    {
      char **row = times->pdata[i];
      if (!g_str_equal (row[0], model) || !g_str_equal (row[1], batch))
        continue;
      for (guint s = 0; s < G_N_ELEMENTS (slices); s++)
        if (g_str_equal (row[2], slices[s].name))
          {
            const double speed = g_ascii_strtod (row[7], NULL);
            sum += fabs (
                sw_contention_isolated (load, slices[s].sms / 98, slices[s].units / 8) * speed - 1);
            ++*n;
          }
    }
  return sum / *n;
}

static int
by_value (gconstpointer a, gconstpointer b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void
measured_slices (void)
{
  g_autoptr (GPtrArray) fits = measured ("hcm_fit.csv");
  g_autoptr (GPtrArray) times = measured ("mig_slice_iter_times_a100_40gb.csv");
  if (fits == NULL || times == NULL)
    SKIP ("the measured slices are not there");
  double errors[64];
  CHECK_INT (fits->len, 24);
  for (guint i = 0; i < fits->len; i++)
    {
      char **row = fits->pdata[i];
      const SwLoad load = { g_ascii_strtod (row[2], NULL), g_ascii_strtod (row[3], NULL),
                            g_ascii_strtod (row[4], NULL) };
      guint n;
      errors[i] = slice_error (&load, row[0], row[1], times, &n);
      CHECK_INT (n, g_ascii_strtoll (row[7], NULL, 10));
      CHECK_REAL (errors[i], g_ascii_strtod (row[5], NULL), 1.5e-4);
    }
  qsort (errors, fits->len, sizeof *errors, by_value);
  CHECK_REAL ((errors[11] + errors[12]) / 2, .022, 5e-4);
  CHECK_REAL (errors[23], .072, 5e-4);
}

/* ---- random mixes ---- */

typedef struct
{
  SwCoTenant tenants[MAX_N];
  guint n;
  gboolean capped;
  guint64 number;
} Mix;

static double
unit (SwStream *s)
{
  return sw_unit (sw_stream_next (s));
}

static SwLoad
random_load (SwStream *s)
{
  const guint64 kind = sw_below (sw_stream_next (s), 12);
  const double host = kind == 0 ? 1 : kind == 1 ? 0 : unit (s);
  const double most = 1 - host, least = kind == 2 ? 0 : most * unit (s);
  return sw_below (sw_stream_next (s), 2) == 0 ? (SwLoad){ host, most, least }
                                               : (SwLoad){ host, least, most };
}

static Mix
random_mix (guint64 number)
{
  SwStream s = sw_stream (20, 0, 0, number);
  Mix mix = { .n = 1 + (guint)sw_below (sw_stream_next (&s), MAX_N - 1),
              .capped = sw_below (sw_stream_next (&s), 2) == 0,
              .number = number };
  for (guint i = 0; i < mix.n; i++)
    {
      SwCoTenant *tenant = &mix.tenants[i];
      if (i > 0 && sw_below (sw_stream_next (&s), 4) == 0)
        *tenant = mix.tenants[sw_below (sw_stream_next (&s), i)];
      else
        *tenant = (SwCoTenant){ random_load (&s), 1, 0 };
      if (mix.capped && i % 2 == 0)
        tenant->cap = .05 + .95 * unit (&s);
      tenant->behaviour = i;
    }
  return mix;
}

/* All rules of interest; kappa and epsilon vary with the number. */
static guint
rules_of (guint64 number, SwContentionRules rules[6])
{
  SwStream s = sw_stream (20, 0, 1, number);
  rules[0] = sync_rules;
  rules[1] = ps_rules;
  rules[2] = (SwContentionRules){ SW_CONTENTION_PS, .kappa = unit (&s) };
  rules[3] = (SwContentionRules){ SW_CONTENTION_TURNS, .epsilon = .3 * unit (&s) };
  rules[4] = even_rules;
  rules[5] = pairs_rules;
  return 6;
}

/* Calls check for every random mix under all rules. */
static void
for_mixes (gboolean (*check) (const SwContentionRules *rules, const Mix *mix,
                              const double *slowdown))
{
  guint bad = 0;
  for (guint64 number = 0; number < MIXES && bad < 5; number++)
    {
      const Mix mix = random_mix (number);
      SwContentionRules rules[6];
      const guint n = rules_of (number, rules);
      for (guint r = 0; r < n; r++)
        {
          double slowdown[MAX_N];
          sw_contention_solve (&rules[r], mix.tenants, mix.n, slowdown);
          if (!check (&rules[r], &mix, slowdown))
            {
              bad++;
              fprintf (stderr, "mix %d of %u tenants, model %d\n", (int)number, mix.n,
                       rules[r].model);
            }
        }
    }
  CHECK_INT (bad, 0);
}

static gboolean
is_together (const SwContentionRules *rules)
{
  return rules->model == SW_CONTENTION_SYNC || rules->model == SW_CONTENTION_PS;
}

static double
most_allowed (const SwContentionRules *rules, const Mix *mix, guint i)
{
  if (is_together (rules))
    return MAX (mix->n, 1 / mix->tenants[i].cap);
  return mix->n * (1 + rules->epsilon);
}

static gboolean
keeps_bounds (const SwContentionRules *rules, const Mix *mix, const double *slowdown)
{
  gboolean holds = TRUE;
  for (guint i = 0; i < mix->n; i++)
    holds = holds && slowdown[i] >= 1 && slowdown[i] <= most_allowed (rules, mix, i) * (1 + 1e-12);
  return holds;
}

/* With kappa 1 the card does not do more than a card's work. */
static gboolean
conserves_work (const SwContentionRules *rules, const Mix *mix, const double *slowdown)
{
  double compute = 0, bandwidth = 0;
  if (!is_together (rules) || rules->kappa != 1 || mix->capped)
    return TRUE;
  for (guint i = 0; i < mix->n; i++)
    {
      compute += mix->tenants[i].load.compute / slowdown[i];
      bandwidth += mix->tenants[i].load.bandwidth / slowdown[i];
    }
  return compute <= 1 + 1e-9 && bandwidth <= 1 + 1e-9;
}

static gboolean
only_adds (const SwContentionRules *rules, const Mix *mix, const double *slowdown)
{
  double more[MAX_N];
  SwCoTenant tenants[MAX_N];
  SwStream s = sw_stream (20, 0, 2, mix->number);
  memcpy (tenants, mix->tenants, sizeof tenants);
  tenants[mix->n] = (SwCoTenant){ random_load (&s), .5 + .5 * unit (&s), 0 };
  sw_contention_solve (rules, tenants, mix->n + 1, more);
  gboolean holds = TRUE;
  for (guint i = 0; i < mix->n; i++)
    holds = holds && more[i] >= slowdown[i] - 1e-10;
  return holds;
}

static gboolean
ignores_order (const SwContentionRules *rules, const Mix *mix, const double *slowdown)
{
  SwStream s = sw_stream (20, 0, 3, mix->number);
  guint order[MAX_N];
  SwCoTenant tenants[MAX_N];
  double is[MAX_N];
  for (guint i = 0; i < mix->n; i++)
    {
      const guint k = (guint)sw_below (sw_stream_next (&s), i + 1);
      order[i] = order[k];
      order[k] = i;
    }
  for (guint i = 0; i < mix->n; i++)
    tenants[i] = mix->tenants[order[i]];
  sw_contention_solve (rules, tenants, mix->n, is);
  gboolean holds = TRUE;
  for (guint i = 0; i < mix->n; i++)
    holds = holds && memcmp (&is[i], &slowdown[order[i]], sizeof is[i]) == 0;
  return holds;
}

static gboolean
treats_equals_alike (const SwContentionRules *rules, const Mix *mix, const double *slowdown)
{
  gboolean holds = TRUE;
  for (guint i = 0; i < mix->n; i++)
    for (guint k = 0; k < i; k++)
      if (memcmp (&mix->tenants[i].load, &mix->tenants[k].load, sizeof (SwLoad)) == 0
          && mix->tenants[i].cap == mix->tenants[k].cap)
        holds = holds && slowdown[i] == slowdown[k];
  return holds;
}

/* The fixed points said once more, plainly; enough rounds for any mix. */
static void
restate (const SwContentionRules *rules, const Mix *mix, double *slowdown)
{
  double stretch[MAX_N], next[MAX_N], present[MAX_N];
  for (guint i = 0; i < mix->n; i++)
    stretch[i] = 1;
  for (guint round = 0; round < 20000; round++)
    {
      for (guint j = 0; j < mix->n; j++)
        {
          const double h = mix->tenants[j].load.host, on = (1 - h) * stretch[j];
          present[j] = on <= 0 ? 0 : rules->model == SW_CONTENTION_SYNC ? 1 : on / (h + on);
        }
      for (guint i = 0; i < mix->n; i++)
        {
          double c = 0, m = 0, p = 0;
          const SwCoTenant *own = &mix->tenants[i];
          const double d = 1 - own->load.host;
          for (guint j = 0; j < mix->n; j++)
            {
              const SwCoTenant *other = &mix->tenants[j];
              const double e = 1 - other->load.host;
              if (j == i || e <= 0)
                continue;
              c += fmin (present[j] * other->load.compute / e, other->cap);
              m += present[j] * other->load.bandwidth / e;
              p += present[j];
            }
          next[i] = d <= 0 ? 1
                    : rules->model == SW_CONTENTION_TURNS
                        ? (p > 0 ? (1 + p) * (1 + rules->epsilon) : 1)
                        : fmax (fmax (1, own->load.compute / d / own->cap),
                                fmax (own->load.compute / d + rules->kappa * c,
                                      own->load.bandwidth / d + rules->kappa * m));
        }
      memcpy (stretch, next, sizeof stretch);
    }
  for (guint i = 0; i < mix->n; i++)
    slowdown[i] = mix->tenants[i].load.host + (1 - mix->tenants[i].load.host) * stretch[i];
}

static void
restated (void)
{
  for (guint64 number = 0; number < 60; number++)
    {
      const Mix mix = random_mix (number);
      SwContentionRules rules[6];
      rules_of (number, rules);
      for (guint r = 0; r < 4; r++)
        {
          double is[MAX_N], expected[MAX_N];
          sw_contention_solve (&rules[r], mix.tenants, mix.n, is);
          restate (&rules[r], &mix, expected);
          for (guint i = 0; i < mix.n; i++)
            CHECK_REAL (is[i], expected[i], 1e-9);
        }
    }
}

static void
bounds (void)
{
  for_mixes (keeps_bounds);
}

static void
work (void)
{
  for_mixes (conserves_work);
}

static void
more_tenants (void)
{
  for_mixes (only_adds);
}

static void
order (void)
{
  for_mixes (ignores_order);
}

static void
equals (void)
{
  for_mixes (treats_equals_alike);
}

static void
many_tenants (void)
{
  SwCoTenant tenants[SW_MAX_TENANTS];
  double is[SW_MAX_TENANTS];
  for (guint i = 0; i < SW_MAX_TENANTS; i++)
    tenants[i] = (SwCoTenant){ load_a, 1, i };
  sw_contention_solve (&sync_rules, tenants, SW_MAX_TENANTS, is);
  CHECK_REAL (is[0], .05 + .95 * SW_MAX_TENANTS, 1e-9);
  CHECK_TRUE (is[SW_MAX_TENANTS - 1] == is[0]);
  sw_contention_solve (&half_rules, tenants, 0, is);
}

SW_CHECKS ("contention", { "loads from activity", loads_from_activity },
           { "loads on other cards", loads_on_other_cards },
           { "an isolated slice", isolated_slice }, { "equal tenants", equal_tenants },
           { "unequal tenants", unequal_tenants }, { "caps on SMs", caps_on_sms },
           { "slowdowns that all share", common_slowdowns }, { "measured slices", measured_slices },
           { "the fixed point, restated", restated }, { "between 1 and what is allowed", bounds },
           { "no more work than a card's", work },
           { "another tenant speeds nobody up", more_tenants }, { "order does not matter", order },
           { "equals are alike", equals }, { "128 tenants", many_tenants })
