/* One class of generated jobs.  Every value has a draw keyed by (seed, what, job), so adding a key
 * to a class changes that value alone. */
#include "sw-job-class.h"

#include <math.h>

#include <string.h>

#include "sw-generate.h"

#define MIB ((gint64)1 << 20)
#define MAX_JOB_GPUS 1e6

static double
get_seconds (const SwClassLoader *l, const char *key)
{
  SwKeyValue value = sw_class_get (l, key);
  return value.set ? (double)value.i / SW_SECOND : 0;
}

static SwTime
get_time (const SwClassLoader *l, const char *key)
{
  SwKeyValue value = sw_class_get (l, key);
  return value.set ? value.i : SW_TIME_NONE;
}

static double
get_ratio (const SwClassLoader *l, const char *key)
{
  return (double)sw_class_get (l, key).i / 1e6;
}

static const char *
get_text (const SwClassLoader *l, const char *key, const char *fallback)
{
  SwKeyValue value = sw_class_get (l, key);
  return value.set ? value.text : fallback;
}

static void
get_mix (const SwClassLoader *l, const char *key, SwMix *mix, gboolean numbers, double max)
{
  SwKeyValue value = sw_class_get (l, key);
  sw_mix_read (mix, &value, numbers, 0, max, l->faults);
}

static void
need (const SwClassLoader *l, const char *key)
{
  SwKeyValue law = sw_class_get (l, "duration");
  if (!sw_class_get (l, key).set)
    sw_faults_add_value (l->faults, &law, "duration = %s needs %s", law.text, key);
}

static void
read_length (SwJobClass *c, const SwClassLoader *l)
{
  c->length = (SwLength)sw_class_get (l, "duration").i;
  c->median = get_seconds (l, "median");
  c->mean = get_seconds (l, "mean");
  c->sigma = sw_class_get (l, "sigma").r;
  c->shape = sw_class_get (l, "shape").r;
  c->min = sw_class_get (l, "min").i;
  c->max = sw_class_get (l, "max").i;
  switch (c->length)
    {
    case SW_LENGTH_LOGNORMAL:
      break;
    case SW_LENGTH_WEIBULL:
      need (l, "shape");
      need (l, "mean");
      break;
    case SW_LENGTH_PARETO:
      need (l, "shape");
      break;
    default:
      need (l, "mean");
    }
  SwKeyValue max = sw_class_get (l, "max"), min = sw_class_get (l, "min");
  if (c->min > c->max)
    sw_faults_add_value (l->faults, max.entry ? &max : &min, "min is above max");
  if (c->length == SW_LENGTH_PARETO && c->min == 0)
    sw_faults_add_value (l->faults, &min, "duration = pareto needs min above 0");
}

static gboolean
is_fraction (double gpus)
{
  return gpus != floor (gpus);
}

/* Fractions are below 1, all else is whole. */
static void
check_gpus (const SwJobClass *c, const SwClassLoader *l)
{
  SwKeyValue value = sw_class_get (l, "gpus"), fractions = sw_class_get (l, "fractions");
  for (guint i = 0; i < c->gpus.n; i++)
    {
      double gpus = c->gpus.reals[i];
      if (is_fraction (gpus) && (gpus > 1 || gpus < 0.001))
        sw_faults_add_value (l->faults, &value, "%s GPUs are neither a share of one nor whole",
                             c->gpus.names[i]);
      if (is_fraction (gpus) && c->mig.n > 0 && c->mig_share == 1)
        sw_faults_add_value (l->faults, &value, "instances of a MIG profile come whole, not %s",
                             c->gpus.names[i]);
    }
  for (guint i = 0; i < c->fractions.n; i++)
    if (c->fractions.reals[i] < 0.001)
      sw_faults_add_value (l->faults, &fractions, "%s is no part of a GPU", c->fractions.names[i]);
  if (c->fractions.n > 0 && c->mig.n > 0 && c->mig_share == 1)
    sw_faults_add_value (l->faults, &fractions,
                         "all jobs ask for MIG profiles: fractions need a mig_share below 1");
}

/* Memory is a part of what is asked for: that must be known of every job with GPUs. */
static void
check_memory (const SwJobClass *c, const SwClassLoader *l)
{
  SwKeyValue mem = sw_class_get (l, "gpu_mem"), peak = sw_class_get (l, "mem_peak"),
             overrun = sw_class_get (l, "overrun_share");
  gboolean shares = c->fractions.n > 0, whole = FALSE;
  for (guint i = 0; i < c->gpus.n; i++)
    {
      shares = shares || is_fraction (c->gpus.reals[i]);
      whole = whole || c->gpus.reals[i] >= 1;
    }
  whole = whole && (c->fractions.n == 0 || c->fraction_share < 1);
  if (c->gpu_mem_mib > 0 && !shares)
    sw_faults_add_value (l->faults, &mem, "gpu_mem needs gpus below 1 that share one");
  whole = whole && sw_class_use_needs_promise (&c->use, TRUE);
  shares = shares && c->gpu_mem_mib == 0 && sw_class_use_needs_promise (&c->use, FALSE);
  if (c->whole_mib == 0 && (c->mig.n == 0 || c->mig_share < 1) && (whole || shares))
    sw_faults_add_value (l->faults, peak.set ? &peak : &overrun,
                         "memory used is a part of what is asked for: gpu_mem_whole must say what "
                         "a whole GPU has");
}

/* GiB that the name of a profile says, 2g.10gb; 0: none. */
static gint64
name_gib (const char *profile)
{
  const char *dot = strchr (profile, '.');
  char *end;
  if (dot == NULL)
    return 0;
  const gint64 gib = g_ascii_strtoll (dot + 1, &end, 10);
  return gib > 0 && g_str_has_prefix (end, "gb") ? MIN (gib, 1 << 20) : 0;
}

static void
check_profiles (const SwJobClass *c, const SwClassLoader *l)
{
  SwKeyValue mig = sw_class_get (l, "mig");
  for (guint i = 0; i < c->mig.n; i++)
    if (sw_class_use_needs_promise (&c->use, FALSE) && name_gib (c->mig.names[i]) == 0)
      sw_faults_add_value (l->faults, &mig,
                           "\"%s\" does not say its memory, of which a job uses a part: expected "
                           "a name as 2g.10gb",
                           c->mig.names[i]);
}

static void
read_demand (SwJobClass *c, const SwClassLoader *l)
{
  get_mix (l, "gpus", &c->gpus, TRUE, MAX_JOB_GPUS);
  get_mix (l, "fractions", &c->fractions, TRUE, 1);
  get_mix (l, "mig", &c->mig, FALSE, 0);
  get_mix (l, "models", &c->models, FALSE, 0);
  c->task_gpus = (guint32)sw_class_get (l, "task_gpus").i;
  c->fraction_share = get_ratio (l, "fraction_share");
  c->mig_share = get_ratio (l, "mig_share");
  c->gpu_mem_mib = MIN (sw_class_get (l, "gpu_mem").i / MIB, G_MAXUINT32);
  c->whole_mib = MIN (sw_class_get (l, "gpu_mem_whole").i / MIB, G_MAXUINT32);
  c->cpus_per_gpu = sw_class_get (l, "cpus_per_gpu").r;
  c->cpus = sw_class_get (l, "cpus").r;
  c->mem_mib_per_gpu = sw_class_get (l, "mem_per_gpu").i / MIB;
  c->mem_mib = sw_class_get (l, "mem").i / MIB;
  c->topology = (guint8)sw_class_get (l, "topology").i;
  sw_class_use_read (&c->use, l->kf, l->group, l->faults);
  check_gpus (c, l);
  check_memory (c, l);
  check_profiles (c, l);
}

static void
read_terms (SwJobClass *c, const SwClassLoader *l)
{
  SwKeyValue estimate = sw_class_get (l, "estimate_sigma"),
             restarts = sw_class_get (l, "max_restarts");
  get_mix (l, "limit_factors", &c->limits, TRUE, 1e6);
  get_mix (l, "deadline_factors", &c->deadlines, TRUE, 1e6);
  c->deadline_share = get_ratio (l, "deadline_share");
  c->limit_round = sw_class_get (l, "limit_round").i;
  c->estimate_sigma = estimate.set ? estimate.r : -1;
  c->wait_slo = get_time (l, "wait_slo");
  c->priority = (gint32)sw_class_get (l, "priority").i;
  c->preemptible = get_ratio (l, "preemptible");
  c->fails = get_ratio (l, "fails");
  c->max_restarts = restarts.set ? (guint32)restarts.i : G_MAXUINT32;
  c->ckpt_interval = get_time (l, "ckpt_interval");
  c->ckpt_cost = get_time (l, "ckpt_cost");
  c->restart_cost = get_time (l, "restart_cost");
}

void
sw_job_class_read (SwJobClass *c, const SwKeyFile *kf, const char *group, SwFaults *faults)
{
  const SwClassLoader l = { kf, group, faults };
  *c = (SwJobClass){ 0 };
  c->name = g_strdup (strchr (group, ' ') + 1);
  c->weight = sw_class_get (&l, "weight").r;
  c->tenant = get_text (&l, "tenant", "");
  c->queue = get_text (&l, "queue", "");
  c->kind = get_text (&l, "kind", c->name);
  c->slo_class = get_text (&l, "slo_class", "");
  read_length (c, &l);
  read_demand (c, &l);
  read_terms (c, &l);
}

void
sw_job_class_clear (SwJobClass *c)
{
  g_free (c->name);
  sw_mix_clear (&c->gpus);
  sw_mix_clear (&c->fractions);
  sw_mix_clear (&c->mig);
  sw_mix_clear (&c->models);
  sw_mix_clear (&c->limits);
  sw_mix_clear (&c->deadlines);
  sw_class_use_clear (&c->use);
}

/* ---- one job ---- */

static double
draw_seconds (const SwJobClass *c, guint64 draw, guint64 draw2)
{
  switch (c->length)
    {
    case SW_LENGTH_LOGNORMAL:
      return sw_lognormal (draw, draw2, c->median, c->sigma);
    case SW_LENGTH_WEIBULL:
      return sw_weibull (draw, c->mean / tgamma (1 + 1 / c->shape), c->shape);
    case SW_LENGTH_EXPONENTIAL:
      return sw_exponential (draw, c->mean);
    case SW_LENGTH_PARETO:
      return sw_pareto (draw, (double)c->min / SW_SECOND, c->shape);
    default:
      return c->mean;
    }
}

/* Seconds as a multiple of step, between bounds that need not be multiples. */
static SwTime
to_step (double seconds, SwTime step)
{
  double steps = floor (seconds * SW_SECOND / (double)step + 0.5);
  return steps >= 9e18 / (double)step ? SW_TIME_INF - 1 : (SwTime)steps * step;
}

SwTime
sw_job_class_length (const SwJobClass *c, guint64 seed, guint64 i, SwTime step)
{
  double seconds = draw_seconds (c, sw_job_draw (seed, SW_JOB_DRAW_LENGTH, i),
                                 sw_job_draw (seed, SW_JOB_DRAW_LENGTH_2, i));
  return CLAMP (to_step (seconds, step), c->min, c->max);
}

static double
whole_or_part (const SwJobClass *c, guint64 seed, guint64 i)
{
  return c->gpus.reals[sw_mix_draw (&c->gpus, sw_job_draw (seed, SW_JOB_DRAW_GPUS, i))];
}

/* The MIG profile of the job, NULL: none. */
static const char *
draw_profile (const SwJobClass *c, guint64 seed, guint64 i)
{
  if (c->mig.n == 0 || sw_unit (sw_job_draw (seed, SW_JOB_DRAW_MIG_SHARE, i)) >= c->mig_share)
    return NULL;
  return c->mig.names[sw_mix_draw (&c->mig, sw_job_draw (seed, SW_JOB_DRAW_MIG, i))];
}

static gboolean
takes_fraction (const SwJobClass *c, guint64 seed, guint64 i)
{
  return c->fractions.n > 0
         && sw_unit (sw_job_draw (seed, SW_JOB_DRAW_FRACTION_SHARE, i)) < c->fraction_share;
}

double
sw_job_class_gpus (const SwJobClass *c, guint64 seed, guint64 i)
{
  const double gpus = whole_or_part (c, seed, i);
  if (draw_profile (c, seed, i) != NULL)
    return is_fraction (gpus) ? 1 : gpus;
  if (takes_fraction (c, seed, i))
    return c->fractions
        .reals[sw_mix_draw (&c->fractions, sw_job_draw (seed, SW_JOB_DRAW_FRACTION, i))];
  return gpus;
}

static guint32
add_name (SwJobBuilder *builder, const char *name)
{
  return sw_strings_add (sw_job_builder_strings (builder), name, -1);
}

/* A group of so many tasks with so many GPUs each. */
static SwGroupRow
make_group (const SwJobClass *c, guint32 tasks, guint32 gpus)
{
  return (SwGroupRow){ .tasks = tasks,
                       .mode = gpus > 0 ? SW_GPU_WHOLE : SW_GPU_NONE,
                       .gpus = gpus,
                       .gpu_milli = gpus > 0 ? 1000 : 0,
                       .cpu_milli = llrint ((c->cpus + c->cpus_per_gpu * gpus) * 1000),
                       .mem_mib = c->mem_mib + c->mem_mib_per_gpu * gpus };
}

static void
make_share (const SwJobClass *c, double part, SwGroupRow *g)
{
  *g = make_group (c, 1, 1);
  g->mode = SW_GPU_SHARE;
  g->gpu_milli = (guint32)lrint (part * 1000);
  g->gpu_mem_mib
      = (guint32)(c->gpu_mem_mib > 0 ? c->gpu_mem_mib : llrint ((double)c->whole_mib * part));
}

/* Tasks of at most task_gpus, the rest in one more. */
static guint
make_groups (const SwJobClass *c, double gpus, SwGroupRow groups[2])
{
  guint n = 0;
  if (gpus > 0 && gpus < 1)
    {
      make_share (c, gpus, &groups[n++]);
      return n;
    }
  guint32 all = (guint32)gpus, tasks = all / c->task_gpus, rest = all % c->task_gpus;
  if (tasks > 0)
    groups[n++] = make_group (c, tasks, c->task_gpus);
  if (rest > 0 || all == 0)
    groups[n++] = make_group (c, 1, rest);
  return n;
}

/* Parts of GPUs, and instances, take as many whole ones. */
static void
round_up (SwGroupRow *groups, guint n, SwJobRow *row)
{
  for (guint k = 0; k < n; k++)
    if (groups[k].mode >= SW_GPU_SHARE)
      {
        groups[k].mode = SW_GPU_WHOLE;
        groups[k].gpu_milli = 1000;
        groups[k].gpu_mem_mib = groups[k].mig_profile = 0;
        row->flags |= SW_JOB_ROUNDED_UP;
      }
}

/* Sets the demand of the row. */
static SwPromise
draw_demand (const SwJobClass *c, guint64 seed, guint64 i, SwJobBuilder *builder, SwJobRow *row)
{
  SwGroupRow groups[2];
  const char *profile = draw_profile (c, seed, i);
  guint n = make_groups (c, sw_job_class_gpus (c, seed, i), groups);
  guint32 models = 0, mig = profile != NULL ? add_name (builder, profile) : 0;
  if (c->models.n > 0)
    {
      const char *name
          = c->models.names[sw_mix_draw (&c->models, sw_job_draw (seed, SW_JOB_DRAW_MODELS, i))];
      models = g_str_equal (name, "any") ? 0 : add_name (builder, name);
    }
  for (guint k = 0; k < n && groups[k].gpus > 0; k++)
    {
      groups[k].models = models;
      groups[k].mig_profile = mig;
      if (mig != 0)
        groups[k].mode = SW_GPU_MIG;
    }
  const gint64 mib = mig != 0                         ? name_gib (profile) * 1024
                     : groups[0].mode == SW_GPU_SHARE ? groups[0].gpu_mem_mib
                                                      : c->whole_mib;
  const SwPromise promise = { groups[0].gpus > 0, groups[0].mode == SW_GPU_WHOLE, mib };
  if (c->round_up)
    round_up (groups, n, row);
  row->demand = sw_job_builder_demand (builder, groups, n, c->topology);
  return promise;
}

static SwTime
times_factor (SwTime t, double factor)
{
  double product = (double)t * factor;
  return product >= 9e18 ? SW_TIME_INF - 1 : (SwTime)product;
}

static void
draw_limit (const SwJobClass *c, guint64 seed, guint64 i, SwJobRow *row)
{
  if (c->limits.n == 0)
    return;
  double factor
      = c->limits.reals[sw_mix_draw (&c->limits, sw_job_draw (seed, SW_JOB_DRAW_LIMIT, i))];
  SwTime limit = factor == 1 ? row->work : times_factor (row->work, factor);
  if (c->limit_round > 0 && limit % c->limit_round != 0)
    limit = limit / c->limit_round * c->limit_round + c->limit_round;
  row->limit = MAX (limit, 1);
}

static void
draw_deadline (const SwJobClass *c, guint64 seed, guint64 i, SwJobRow *row)
{
  if (c->deadlines.n == 0
      || sw_unit (sw_job_draw (seed, SW_JOB_DRAW_DEADLINE, i)) >= c->deadline_share)
    return;
  guint64 draw = sw_job_draw (seed, SW_JOB_DRAW_DEADLINE_FACTOR, i);
  double factor = c->deadlines.reals[sw_mix_draw (&c->deadlines, draw)];
  row->deadline = sw_time_add (row->submit, times_factor (row->work, factor));
}

/* Attempts fail independently, so the failures before a success have a geometric law. */
static void
draw_fails (const SwJobClass *c, guint64 seed, guint64 i, SwTime step, SwJobRow *row)
{
  if (c->fails <= 0)
    return;
  double n = floor (log (sw_unit (sw_job_draw (seed, SW_JOB_DRAW_FAILS, i))) / log (c->fails));
  row->fails = (guint32)MIN (n, 1e6);
  if (row->fails == 0)
    return;
  double part = sw_unit (sw_job_draw (seed, SW_JOB_DRAW_FAIL_AFTER, i));
  row->fail_after = times_factor (row->work, part) / step * step;
}

void
sw_job_class_fill (const SwJobClass *c, guint64 seed, guint64 i, SwTime step, SwJobBuilder *builder,
                   SwJobRow *row)
{
  row->tenant = add_name (builder, c->tenant);
  row->queue = add_name (builder, c->queue);
  row->kind = add_name (builder, c->kind);
  row->slo_class = add_name (builder, c->slo_class);
  const SwPromise promise = draw_demand (c, seed, i, builder, row);
  row->work = sw_job_class_length (c, seed, i, step);
  sw_class_use_fill (&c->use, seed, i, step, &promise, builder, row);
  row->priority = c->priority;
  row->max_restarts = c->max_restarts;
  row->wait_slo = c->wait_slo;
  row->ckpt_interval = c->ckpt_interval;
  row->ckpt_cost = c->ckpt_cost;
  row->restart_cost = c->restart_cost;
  if (sw_unit (sw_job_draw (seed, SW_JOB_DRAW_PREEMPTIBLE, i)) < c->preemptible)
    row->flags |= SW_JOB_PREEMPTIBLE;
  draw_limit (c, seed, i, row);
  draw_deadline (c, seed, i, row);
  draw_fails (c, seed, i, step, row);
  if (c->estimate_sigma >= 0)
    row->estimate = to_step (sw_lognormal (sw_job_draw (seed, SW_JOB_DRAW_ESTIMATE, i),
                                           sw_job_draw (seed, SW_JOB_DRAW_ESTIMATE_2, i),
                                           (double)row->work / SW_SECOND, c->estimate_sigma),
                             step);
}
