/* The generator: arrivals from one process, each job's values from the class that it falls into. */
#include "sw-generate.h"

#include <math.h>
#include <string.h>

#include "sw-arrivals.h"
#include "sw-job-class.h"

#define LOAD_SAMPLE 20000 /* jobs that the mean GPU time is taken over */
#define MAX_JOBS 1e9
#define LAST_SECOND 9e9 /* times beyond do not fit */

typedef struct
{
  const SwKeyFile *kf;
  guint64 seed;
  SwFaults *faults;
  GArray *classes;    /* SwJobClass */
  double *class_sums; /* running sums of the weights */
  SwArrivals arrivals;
  guint64 jobs; /* G_MAXUINT64: by the span */
  double span;  /* seconds; INFINITY: by the number */
  SwTime origin, step;
  guint users, tenants;
  double *user_sums; /* running sums of the Zipf weights */
} Generator;

static SwKeyValue
get (const Generator *g, const char *key)
{
  return sw_schema_get (sw_generate_schema, g->kf, "generate", key);
}

static const SwJobClass *
job_class (const Generator *g, guint64 i)
{
  double at
      = sw_unit (sw_job_draw (g->seed, SW_JOB_DRAW_CLASS, i)) * g->class_sums[g->classes->len - 1];
  guint k = 0;
  while (k + 1 < g->classes->len && g->class_sums[k] <= at)
    k++;
  return &g_array_index (g->classes, SwJobClass, k);
}

static void
read_class (Generator *g, const char *group)
{
  SwJobClass c;
  sw_job_class_read (&c, g->kf, group, g->faults);
  g_array_append_val (g->classes, c);
}

static void
read_classes (Generator *g)
{
  for (guint i = 0; i < sw_keyfile_n_groups (g->kf); i++)
    if (g_str_has_prefix (sw_keyfile_group (g->kf, i), "class "))
      read_class (g, sw_keyfile_group (g->kf, i));
  SwKeyValue any = get (g, "arrival");
  double sum = 0;
  g->class_sums = g_new (double, g->classes->len + 1);
  for (guint i = 0; i < g->classes->len; i++)
    g->class_sums[i] = sum += g_array_index (g->classes, SwJobClass, i).weight;
  if (g->classes->len == 0)
    sw_faults_add (g->faults, any.file, 0, 0, "there is no group [class NAME]");
  else if (sum <= 0)
    sw_faults_add (g->faults, any.file, 0, 0, "all classes have weight 0");
}

static void
read_users (Generator *g)
{
  double skew = get (g, "user_skew").r, sum = 0;
  g->users = (guint)get (g, "users").i;
  g->tenants = (guint)get (g, "tenants").i;
  g->user_sums = g_new (double, g->users + 1);
  for (guint i = 0; i < g->users; i++)
    g->user_sums[i] = sum += pow (i + 1, -skew);
  SwKeyValue tenants = get (g, "tenants");
  if (g->tenants > 0 && g->users == 0)
    sw_faults_add_value (g->faults, &tenants, "tenants need users");
}

/* Seconds from Monday 00:00 to the origin. */
static double
week_phase (SwTime origin)
{
  const gint64 week = 7 * 86400 * SW_SECOND, monday = 4 * 86400 * SW_SECOND; /* 1970-01-05 */
  gint64 into = (origin % week - monday) % week;
  return (double)(into < 0 ? into + week : into) / SW_SECOND;
}

static void
read_origin (Generator *g)
{
  SwKeyValue value = get (g, "origin");
  g->origin = SW_TIME_NONE;
  if (!value.set)
    return;
  if (sw_parse_civil (value.text, NULL, &g->origin, NULL))
    g->arrivals.phase = week_phase (g->origin);
  else
    sw_faults_add_value (g->faults, &value, "\"%s\" is not a date and time", value.text);
}

static void
read_arrivals (Generator *g)
{
  SwArrivals *a = &g->arrivals;
  a->kind = (SwArrivalKind)get (g, "arrival").i;
  a->cv = get (g, "cv").r;
  a->shape = get (g, "shape").r;
  a->amplitude = (double)get (g, "day_amplitude").i / 1e6;
  a->peak = get (g, "peak_hour").r * 3600;
  a->weekend = (double)get (g, "weekend_factor").i / 1e6;
  g->step = get (g, "resolution").i;
  read_origin (g);
}

/* GPU seconds of a job in the mean, over a sample with keys of its own. */
static double
mean_gpu_seconds (const Generator *g)
{
  double sum = 0;
  for (guint64 k = 0; k < LOAD_SAMPLE; k++)
    {
      guint64 i = G_MAXUINT64 - k;
      const SwJobClass *c = job_class (g, i);
      sum += sw_job_class_gpus (c, g->seed, i)
             * ((double)sw_job_class_length (c, g->seed, i, g->step) / SW_SECOND);
    }
  return sum / LOAD_SAMPLE;
}

static void
set_rate_by_load (Generator *g, const SwKeyValue *load)
{
  SwKeyValue gpus = get (g, "gpus");
  if (!gpus.set)
    sw_faults_add_value (g->faults, load, "load needs gpus to be measured against");
  if (g->faults->texts->len > 0)
    return;
  double mean = mean_gpu_seconds (g);
  if (mean <= 0)
    sw_faults_add_value (g->faults, load, "load cannot be set: jobs ask for no GPU time");
  else
    g->arrivals.rate = (double)load->i / 1e6 * (double)gpus.i / mean;
}

/* What ends the workload, and the rate: said, by load, or by jobs in a span. */
static void
read_amount (Generator *g)
{
  SwKeyValue jobs = get (g, "jobs"), span = get (g, "span"), rate = get (g, "rate"),
             load = get (g, "load"), any = get (g, "arrival");
  g->jobs = jobs.set ? (guint64)jobs.i : G_MAXUINT64;
  g->span = span.set ? (double)span.i / SW_SECOND : INFINITY;
  if (!jobs.set && !span.set)
    sw_faults_add (g->faults, any.file, 0, 0, "[generate] needs jobs or span");
  else if (rate.set && load.set)
    sw_faults_add_value (g->faults, &load, "rate and load cannot both be given");
  else if (rate.set)
    g->arrivals.rate = rate.r / 3600;
  else if (load.set)
    set_rate_by_load (g, &load);
  else if (jobs.set && span.set)
    {
      g->arrivals.rate = (double)g->jobs / g->span;
      g->span = INFINITY;
    }
  else
    sw_faults_add (g->faults, any.file, 0, 0,
                   "[generate] needs rate or load, or both jobs and span");
}

static void
check_amount (Generator *g)
{
  SwKeyValue span = get (g, "span");
  if (g->jobs == G_MAXUINT64 && g->faults->texts->len == 0 && g->arrivals.rate * g->span > MAX_JOBS)
    sw_faults_add_value (g->faults, &span, "this rate and span make more than 1e9 jobs");
}

static void
draw_user (const Generator *g, guint64 i, SwJobBuilder *builder, SwJobRow *row)
{
  if (g->users == 0)
    return;
  double at = sw_unit (sw_job_draw (g->seed, SW_JOB_DRAW_USER, i)) * g->user_sums[g->users - 1];
  guint low = 0, high = g->users - 1;
  while (low < high)
    {
      guint middle = (low + high) / 2;
      if (g->user_sums[middle] > at)
        high = middle;
      else
        low = middle + 1;
    }
  SwStrings *strings = sw_job_builder_strings (builder);
  char name[32];
  g_snprintf (name, sizeof name, "user%u", low + 1);
  row->user = sw_strings_add (strings, name, -1);
  if (g->tenants == 0 || row->tenant != 0)
    return;
  g_snprintf (name, sizeof name, "tenant%u", low % g->tenants + 1);
  row->tenant = sw_strings_add (strings, name, -1);
}

static void
add_job (const Generator *g, guint64 i, SwTime submit, SwJobBuilder *builder)
{
  char id[32];
  SwJobRow row = sw_job_row_blank;
  g_snprintf (id, sizeof id, "job%07" G_GUINT64_FORMAT, i + 1);
  row.id = id;
  row.submit = submit;
  sw_job_class_fill (job_class (g, i), g->seed, i, g->step, builder, &row);
  draw_user (g, i, builder, &row);
  sw_job_builder_add (builder, &row);
}

static SwJobTable *
make_jobs (const Generator *g)
{
  SwJobBuilder *builder = sw_job_builder_new ();
  double due = 0;
  for (guint64 i = 0; i < g->jobs; i++)
    {
      due += sw_arrivals_gap (&g->arrivals, g->seed, i);
      double seconds = sw_arrivals_time (&g->arrivals, due);
      if (seconds >= g->span || seconds >= LAST_SECOND)
        break;
      SwTime submit = (SwTime)(seconds * SW_SECOND) / g->step * g->step;
      add_job (g, i, submit, builder);
    }
  if (g->origin != SW_TIME_NONE)
    sw_job_builder_origin (builder, g->origin);
  char *bad = NULL;
  SwJobTable *table = sw_job_builder_finish (builder, &bad);
  g_assert (table != NULL);
  return table;
}

SwJobTable *
sw_generate (const SwKeyFile *kf, guint64 seed, SwGpuFractions fractions, SwFaults *faults)
{
  Generator g = { .kf = kf,
                  .seed = seed,
                  .faults = faults,
                  .classes = g_array_new (FALSE, FALSE, sizeof (SwJobClass)) };
  guint before = faults->texts->len;
  read_classes (&g);
  for (guint i = 0; i < g.classes->len; i++)
    g_array_index (g.classes, SwJobClass, i).round_up = fractions == SW_GPU_FRACTION_WHOLE;
  read_users (&g);
  read_arrivals (&g);
  read_amount (&g);
  check_amount (&g);
  SwJobTable *table = faults->texts->len == before ? make_jobs (&g) : NULL;
  for (guint i = 0; i < g.classes->len; i++)
    sw_job_class_clear (&g_array_index (g.classes, SwJobClass, i));
  g_array_unref (g.classes);
  g_free (g.class_sums);
  g_free (g.user_sums);
  return table;
}
