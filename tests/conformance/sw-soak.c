/* Random worlds; see the header. */
#include "sw-soak.h"

enum
{
  TYPES = 4,
  MOST_POOLS = 4
};

typedef struct
{
  SwStream stream;
  SwPoolRules rules[MOST_POOLS]; /* of the pools that do not use cards whole */
  const char *models[MOST_POOLS], *layouts[MOST_POOLS];
  guint n_rules;
  guint32 n_jobs;
  gboolean departs;
  GString *nodes, *jobs, *pools;
} Dice;

static const char *const pool_names[] = { "p0", "p1", "p2", "p3", "whole" };
static const char *const types[TYPES] = { "t0", "t1", "t2", "t3" };

static guint
roll (Dice *d, guint sides)
{
  return (guint)sw_below (sw_stream_next (&d->stream), sides);
}

static gboolean
chance (Dice *d, guint one_in)
{
  return roll (d, one_in) == 0;
}

static double
real (Dice *d)
{
  return (double)roll (d, 1001) / 1000;
}

static const char *
one_of (Dice *d, const char *const *words, guint n)
{
  return words[roll (d, n)];
}
#define ONE_OF(d, words) one_of (d, words, G_N_ELEMENTS (words))

/* ---- pools ---- */

static SwContentionRules
draw_contention (Dice *d, gboolean turns)
{
  static const SwContentionModel at_once[]
      = { SW_CONTENTION_NONE, SW_CONTENTION_SYNC, SW_CONTENTION_PS, SW_CONTENTION_EMPIRICAL };
  static const SwContentionModel in_turn[]
      = { SW_CONTENTION_TURNS, SW_CONTENTION_EVEN_TURNS, SW_CONTENTION_NONE };
  return (SwContentionRules){ .model = turns ? in_turn[roll (d, 3)] : at_once[roll (d, 4)],
                              .kappa = real (d),
                              .epsilon = real (d) / 4,
                              .slope = real (d) };
}

static void
draw_memory_rules (Dice *d, SwPoolRules *rules)
{
  rules->enforcement = (SwEnforcement)roll (d, 3);
  rules->ceiling = 1 + roll (d, 5) / 4.;
  rules->promise_memory = !chance (d, 4);
  if (rules->contention.model == SW_CONTENTION_SYNC || rules->contention.model == SW_CONTENTION_PS)
    rules->cap = (SwThreadCap)roll (d, 3);
}

static void
draw_partitions (Dice *d, SwPoolRules *rules, const char *model, const char **layout)
{
  static const char *const a100[]
      = { "7g.40gb",  "4g.20gb 3g.20gb",    "4g.20gb 2g.10gb 1g.5gb", "3g.20gb 2g.10gb 2x1g.5gb",
          "7x1g.5gb", "1g.5gb+me 2x1g.10gb" };
  static const char *const a30[] = { "4g.24gb", "2x2g.12gb", "2g.12gb 2x1g.6gb", "4x1g.6gb" };
  rules->sharing = SW_SHARING_MIG;
  rules->max_tenants = 16;
  rules->repartition = !chance (d, 4);
  rules->upsize = chance (d, 2);
  rules->destroy = roll (d, 3) * SW_SECOND / 2;
  rules->create = roll (d, 3) * SW_SECOND / 3;
  rules->change = roll (d, 3) * SW_SECOND;
  rules->move = roll (d, 4) * SW_SECOND;
  *layout = NULL;
  if (!rules->repartition || chance (d, 2))
    *layout = g_str_equal (model, "A30") ? ONE_OF (d, a30) : ONE_OF (d, a100);
}

static void
draw_rules (Dice *d, guint i)
{
  static const char *const models[] = { "A100-40-SXM", "A100-40-SXM", "A30", "V100-16-SXM2" };
  SwPoolRules *rules = &d->rules[i];
  const guint kind = roll (d, 5);
  *rules = (SwPoolRules){ .pool = pool_names[i], .change_mode = chance (d, 2) };
  d->models[i] = models[roll (d, kind < 2 ? 3 : 4)];
  if (kind < 2)
    draw_partitions (d, rules, d->models[i], &d->layouts[i]);
  else
    {
      rules->sharing = kind == 4 ? SW_SHARING_TIMESLICE : SW_SHARING_SHARED;
      rules->max_tenants = kind == 4 ? 2 + roll (d, 6) : 1 + roll (d, chance (d, 3) ? 48 : 6);
      rules->contention = draw_contention (d, kind == 4);
      draw_memory_rules (d, rules);
    }
  g_string_append_printf (
      d->pools,
      "%s %s sharing=%u layout='%s' mode=%d tenants=%u enforce=%u ceiling=%g promise=%d cap=%u "
      "contention=%u/%g/%g/%g repartition=%d upsize=%d delays=%g/%g/%g/%g\n",
      rules->pool, d->models[i], rules->sharing, d->layouts[i] == NULL ? "" : d->layouts[i],
      rules->change_mode, rules->max_tenants, rules->enforcement, rules->ceiling,
      rules->promise_memory, rules->cap, rules->contention.model, rules->contention.kappa,
      rules->contention.epsilon, rules->contention.slope, rules->repartition, rules->upsize,
      (double)rules->destroy / 1e9, (double)rules->create / 1e9, (double)rules->change / 1e9,
      (double)rules->move / 1e9);
}

static void
draw_nodes (Dice *d, const char *pool, const char *model)
{
  for (guint i = 1 + roll (d, 2); i > 0; i--)
    {
      g_string_append_printf (d->nodes, "%s%ux%u:%s/p%s/r%u/s%u", d->nodes->len > 0 ? " " : "",
                              1 + roll (d, 2), 1 + roll (d, 4), model, pool, roll (d, 3),
                              roll (d, 2));
      if (chance (d, 2))
        g_string_append_printf (d->nodes, "/c%u", 4 + roll (d, 30));
      if (chance (d, 3))
        g_string_append_printf (d->nodes, "/m%u", 1000 + roll (d, 4000));
      if (!chance (d, 6))
        continue;
      const guint from = chance (d, 2) ? 0 : roll (d, 60);
      if (chance (d, 2))
        g_string_append_printf (d->nodes, "/@%u-", from);
      else
        {
          g_string_append_printf (d->nodes, "/@%u-%u", from, from + 20 + roll (d, 200));
          d->departs = TRUE;
        }
    }
}

static void
draw_cluster (Dice *d)
{
  d->n_rules = roll (d, MOST_POOLS);
  for (guint i = 0; i < d->n_rules; i++)
    {
      draw_rules (d, i);
      draw_nodes (d, pool_names[i], d->models[i]);
    }
  if (d->n_rules == 0 || chance (d, 2))
    draw_nodes (d, "whole", chance (d, 2) ? "V100-16-SXM2" : "A100-40-SXM");
}

/* ---- jobs ---- */

static void
draw_devices (Dice *d, gboolean parts)
{
  static const char *const profiles[] = { "1g.5gb",  "1g.5gb",  "1g.10gb",   "2g.10gb", "3g.20gb",
                                          "4g.20gb", "7g.40gb", "1g.5gb+me", "1g.6gb",  "2g.12gb" };
  GString *jobs = d->jobs;
  const guint kind = parts ? roll (d, 8) : 7;
  if (kind < 2)
    g_string_append_printf (jobs, " mig=%s", ONE_OF (d, profiles));
  else if (kind < 7)
    {
      g_string_append_printf (jobs, " milli=%u", chance (d, 8) ? 1000 : 1 + roll (d, 600));
      if (chance (d, 2))
        g_string_append_printf (jobs, " vram=%u", 500 + roll (d, 15000));
    }
}

/* Head and what is of one task group. */
static void
draw_group (Dice *d, const char *id, double submit, double work)
{
  GString *jobs = d->jobs;
  const gboolean parts = d->n_rules > 0;
  const guint gpus = chance (d, 10) ? 0 : chance (d, 4) ? 1 + roll (d, 3) : 1;
  g_string_append_printf (jobs, "%s %.3f/%u/%.4f", id, submit, gpus, work);
  if (chance (d, 2))
    g_string_append_printf (jobs, "/%.2f", work * (chance (d, 5) ? .8 : 1 + 2 * real (d)) + .5);
  if (gpus > 0)
    draw_devices (d, parts);
  if (chance (d, 4))
    g_string_append_printf (jobs, " tasks=%u", 1 + roll (d, 5));
  if (chance (d, 3) || gpus == 0)
    g_string_append_printf (jobs, " cpu=%u", 1 + roll (d, 3));
  if (chance (d, 8))
    g_string_append_printf (jobs, " mem=%u", 1 + roll (d, 500));
  if (chance (d, 10))
    g_string_append_printf (jobs, " nodemax=%u", 1 + roll (d, 2));
  if (chance (d, 8))
    g_string_append (jobs, " models=A100-40-SXM|A30");
}

static void
draw_life (Dice *d, guint32 i, double submit, double work)
{
  GString *jobs = d->jobs;
  if (chance (d, 10))
    g_string_append_printf (jobs, " topo=%u", 1 + roll (d, 3));
  if (chance (d, 2))
    g_string_append (jobs, " pre=1");
  if (chance (d, 3))
    g_string_append_printf (jobs, " prio=%u", roll (d, 3));
  if (chance (d, 6))
    g_string_append_printf (jobs, " fails=%u failat=%.3f", 1 + roll (d, 2), work * real (d));
  if (chance (d, 3))
    g_string_append_printf (jobs, " retries=%u", roll (d, 4));
  if (chance (d, 6))
    g_string_append_printf (jobs, " ckpt=%u", 2 + roll (d, 20));
  if (chance (d, 12))
    g_string_append_printf (jobs, " ckptcost=%u", roll (d, 3));
  if (chance (d, 6))
    g_string_append_printf (jobs, " restart=%u", roll (d, 6));
  if (chance (d, 8))
    g_string_append_printf (jobs, " slow=%.2f", 1 + real (d));
  if (chance (d, 2))
    g_string_append_printf (jobs, " peak=%u", 100 + roll (d, chance (d, 4) ? 30000 : 6000));
  if (chance (d, 3))
    g_string_append_printf (jobs, " ramp=%.2f", 60 * real (d));
  if (chance (d, 8) && i > 0)
    g_string_append_printf (jobs, " dep=j%u", roll (d, i));
  if (chance (d, 12))
    g_string_append_printf (jobs, " elig=%.2f", submit + 30 * real (d));
  if (chance (d, 4))
    g_string_append_printf (jobs, " est=%.2f", work * 2 * real (d));
}

static void
draw_jobs (Dice *d)
{
  const guint span = 20 + roll (d, 300);
  d->n_jobs = 8 + roll (d, 50);
  for (guint32 i = 0; i < d->n_jobs; i++)
    {
      char id[16];
      const double submit = span * real (d), work = chance (d, 20) ? 0 : 60 * real (d);
      g_snprintf (id, sizeof id, "j%u", i);
      g_string_append (d->jobs, i == 0 ? "" : "; ");
      draw_group (d, id, submit, work);
      g_string_append_printf (d->jobs, " type=%s", types[roll (d, TYPES)]);
      draw_life (d, i, submit, work);
      if (!chance (d, 12))
        continue;
      g_string_append (d->jobs, "; ");
      draw_group (d, id, submit, work);
      g_string_append (d->jobs, " gang=1");
    }
}

/* ---- behaviours ---- */

static SwLoad
draw_load (Dice *d)
{
  SwLoad load = { .host = chance (d, 4) ? 0 : chance (d, 10) ? 1 : real (d) };
  load.compute = chance (d, 2) ? 1 - load.host : (1 - load.host) * real (d);
  load.bandwidth = load.compute < 1 - load.host ? 1 - load.host : (1 - load.host) * real (d);
  return load;
}

static void
draw_pairs (Dice *d, SwSoak *self, guint32 n_models)
{
  self->pairs = sw_pair_table_new ();
  for (guint i = 0; i < 6; i++)
    {
      const gboolean unfit = chance (d, 6);
      sw_pair_table_add (self->pairs, sw_cluster_model (self->cluster, roll (d, n_models)),
                         types[roll (d, TYPES)], types[roll (d, TYPES)], unfit ? 0 : .2 + real (d),
                         unfit ? 0 : .2 + real (d));
    }
  self->pair_models = g_new (const char *, n_models);
  for (guint32 m = 0; m < n_models; m++)
    self->pair_models[m] = sw_cluster_model (self->cluster, m);
  self->kit.spec.pairs = self->pairs;
  self->kit.spec.pair_models = self->pair_models;
}

static void
draw_behaviours (Dice *d, SwSoak *self)
{
  const SwJobTable *t = self->kit.table;
  const guint32 n_models = sw_cluster_n_models (self->cluster);
  const gboolean known = chance (d, 2);
  self->names = g_memdup2 (types, sizeof types);
  self->loads = g_new (SwLoad, TYPES * n_models);
  self->speeds = g_new (double, TYPES *n_models);
  self->of_job = g_new0 (guint32, MAX (t->n, 1));
  for (guint32 i = 0; i < TYPES * n_models; i++)
    {
      self->loads[i] = draw_load (d);
      self->speeds[i] = !known ? self->model_speeds[i % n_models] : .25 + 2 * real (d);
    }
  for (SwJob job = 0; job < t->n; job++)
    for (guint32 i = 0; i < TYPES; i++)
      if (g_str_equal (sw_strings_get (t->strings, t->job_type[job]), types[i]))
        self->of_job[job] = i;
  self->behaviours = (SwBehaviours){ .n = TYPES,
                                     .n_models = n_models,
                                     .names = self->names,
                                     .loads = self->loads,
                                     .speeds = self->speeds,
                                     .of_job = self->of_job,
                                     .known = known };
  self->kit.spec.behaviours = &self->behaviours;
  if (chance (d, 2) && n_models > 0)
    draw_pairs (d, self, n_models);
}

/* ---- the whole ---- */

static void
draw_spec (Dice *d, SwSoak *self)
{
  SwRunSpec *spec = &self->kit.spec;
  const guint32 n_models = sw_cluster_n_models (self->cluster);
  self->model_speeds = g_new (double, MAX (n_models, 1));
  for (guint32 m = 0; m < n_models; m++)
    self->model_speeds[m] = chance (d, 2) ? 1 : .25 + 2 * real (d);
  spec->speeds.model = self->model_speeds;
  if (chance (d, 2))
    spec->speeds.across_nodes = .8;
  if (chance (d, 2))
    spec->speeds.across_racks = .7;
  if (chance (d, 2))
    spec->speeds.across_switches = .3;
  spec->preempt_keeps_all = chance (d, 2);
  spec->restart_cost = roll (d, 3) * SW_SECOND;
  spec->seed = self->seed;
  if (!chance (d, 4))
    draw_behaviours (d, self);
  if (chance (d, 2))
    spec->typical = self->typical = sw_typical_new (self->kit.table, SW_TYPICAL_SHARE);
}

SwSoak *
sw_soak_new (guint64 seed, const GPtrArray *queues, const GPtrArray *places)
{
  SwSoak *self = g_new0 (SwSoak, 1);
  Dice d = { .stream = sw_stream (seed, 0, SW_DRAW_GENERATE, 0),
             .nodes = g_string_new (NULL),
             .jobs = g_string_new (NULL),
             .pools = g_string_new (NULL) };
  self->seed = seed;
  self->queue = g_strdup (g_ptr_array_index (queues, roll (&d, queues->len)));
  self->place = g_strdup (g_ptr_array_index (places, roll (&d, places->len)));
  draw_cluster (&d);
  draw_jobs (&d);
  self->departs = d.departs;
  self->nodes = g_string_free (d.nodes, FALSE);
  self->jobs = g_string_free (d.jobs, FALSE);
  self->pools = g_string_free (d.pools, FALSE);
  sw_kit_init (&self->kit, self->nodes, self->jobs, self->queue, self->place);
  if (d.n_rules > 0)
    {
      self->cards = sw_cards_new ("A100-40-SXM|A30|V100-16-SXM2", d.rules, d.n_rules);
      for (guint i = 0; i < d.n_rules; i++)
        if (d.layouts[i] != NULL)
          sw_cards_lay (self->cards, i, d.models[i], d.layouts[i]);
      self->kit.spec.devices = &self->cards->devices;
    }
  self->cluster = sw_cluster_new (self->kit.nodes, self->kit.spec.devices, NULL);
  draw_spec (&d, self);
  return self;
}

void
sw_soak_free (SwSoak *self)
{
  if (self == NULL)
    return;
  sw_kit_clear (&self->kit);
  sw_cluster_free (self->cluster);
  g_clear_pointer (&self->cards, sw_cards_free);
  g_clear_pointer (&self->pairs, sw_pair_table_free);
  g_clear_pointer (&self->typical, sw_typical_free);
  g_free (self->nodes);
  g_free (self->jobs);
  g_free (self->pools);
  g_free (self->queue);
  g_free (self->place);
  g_free (self->names);
  g_free (self->pair_models);
  g_free (self->model_speeds);
  g_free (self->loads);
  g_free (self->speeds);
  g_free (self->of_job);
  g_free (self);
}

char *
sw_soak_text (const SwSoak *self)
{
  g_auto (GStrv) jobs = g_strsplit (self->jobs, "; ", -1);
  g_autofree char *lines = g_strjoinv (";\n  ", jobs);
  return g_strdup_printf ("world %" G_GUINT64_FORMAT ": %s, %s\n%s%s\n  %s\n", self->seed,
                          self->queue, self->place, self->pools, self->nodes, lines);
}
