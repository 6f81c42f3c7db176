/* The workload generator: its statistics against what was asked, keyed draws, faults with places.
 */
#include "sw-generate.h"
#include "sw-import.h"
#include "sw-check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define S SW_SECOND

static SwJobTable *
generate_as (const char *text, guint64 seed, SwGpuFractions fractions, GError **error)
{
  SwFaults faults;
  sw_faults_init (&faults);
  g_autoptr (SwKeyFile) kf = sw_keyfile_new ();
  sw_keyfile_load_text (kf, "load.ini", text, strlen (text), &faults);
  sw_schema_check (sw_generate_schema, kf, &faults);
  SwJobTable *table = faults.texts->len == 0 ? sw_generate (kf, seed, fractions, &faults) : NULL;
  CHECK_INT (table != NULL, sw_faults_report (&faults, error));
  sw_faults_clear (&faults);
  return table;
}

static SwJobTable *
try_generate (const char *text, guint64 seed, GError **error)
{
  return generate_as (text, seed, SW_GPU_FRACTION_KEEP, error);
}

static SwJobTable *
generate (const char *text, guint64 seed)
{
  g_autoptr (GError) error = NULL;
  SwJobTable *table = try_generate (text, seed, &error);
  CHECK_NO_ERROR (error);
  return table;
}

static double
seconds (SwTime t)
{
  return (double)t / S;
}

/* Mean and coefficient of variation of the gaps. */
static void
gap_moments (const SwJobTable *t, double *mean, double *cv)
{
  double sum = 0, squares = 0;
  for (guint32 i = 0; i < t->n; i++)
    {
      double gap = seconds (t->submit[i] - (i > 0 ? t->submit[i - 1] : 0));
      sum += gap;
      squares += gap * gap;
    }
  *mean = sum / t->n;
  *cv = sqrt (squares / t->n - *mean * *mean) / *mean;
}

static void
check_arrivals (const char *law, double cv_wanted, double tolerance)
{
  g_autofree char *text = g_strdup_printf (
      "[generate]\njobs = 20000\nrate = 360\n%s\nresolution = 1us\n[class a]\n", law);
  g_autoptr (SwJobTable) t = generate (text, 5);
  double mean, cv;
  CHECK_INT (t->n, 20000);
  gap_moments (t, &mean, &cv);
  /* 4 standard errors */
  CHECK_REAL (mean, 10, 4 * 10 * MAX (cv_wanted, 1e-4) / sqrt (20000));
  CHECK_REAL (cv, cv_wanted, tolerance);
}

static void
arrivals_by_law (void)
{
  check_arrivals ("arrival = poisson", 1, 0.03);
  check_arrivals ("arrival = fixed", 0, 1e-3);
  check_arrivals ("arrival = gamma\ncv = 2", 2, 0.12);
  check_arrivals ("arrival = gamma\ncv = 0.5", 0.5, 0.02);
  /* Weibull of shape k: cv^2 = G(1+2/k) / G(1+1/k)^2 - 1; sqrt(5) for k = 1/2. */
  check_arrivals ("arrival = weibull\nshape = 0.5", sqrt (5), 0.15);
}

static void
days_and_weeks_have_a_rhythm (void)
{
  g_autoptr (SwJobTable) t
      = generate ("[generate]\nspan = 28d\nrate = 100\nday_amplitude = 80%\npeak_hour = 14\n"
                  "weekend_factor = 25%\n[class a]\n",
                  9);
  guint hours[24] = { 0 }, weekend = 0;
  for (guint32 i = 0; i < t->n; i++)
    {
      guint64 hour = (guint64)(t->submit[i] / S / 3600);
      hours[hour % 24]++;
      weekend += hour / 24 % 7 >= 5;
    }
  CHECK_REAL (t->n, 28 * 24 * 100, 4 * sqrt (28 * 24 * 100));
  /* Two weekend days of weight 1/4 against five. */
  CHECK_REAL ((double)weekend / t->n, 0.5 / 5.5, 0.01);
  /* The hours around the peak have 1 + 0.8, those around the trough 1 - 0.8. */
  CHECK_REAL (hours[13] + hours[14], t->n / 12.0 * 1.79, t->n / 12.0 * 0.08);
  CHECK_REAL (hours[1] + hours[2], t->n / 12.0 * 0.21, t->n / 12.0 * 0.04);
  /* The 10th of January 2026 is a Saturday. */
  g_autoptr (SwJobTable) dated
      = generate ("[generate]\njobs = 100\nrate = 1000\nweekend_factor = 0\n"
                  "origin = 2026-01-10T12:00:00Z\n[class a]\n",
                  9);
  CHECK_TRUE (dated->submit[0] >= 36 * 3600 * S);
  CHECK_TRUE (dated->submit[0] < 37 * 3600 * S);
  CHECK_TIME (dated->origin_utc, 1768046400 * S);
}

static int
compare_times (const void *a, const void *b)
{
  SwTime x = *(const SwTime *)a, y = *(const SwTime *)b;
  return x < y ? -1 : x > y;
}

static double
work_quantile (const SwJobTable *t, double q)
{
  g_autofree SwTime *sorted = g_memdup2 (t->work, t->n * sizeof (SwTime));
  qsort (sorted, t->n, sizeof *sorted, compare_times);
  return seconds (sorted[(guint32)(q * t->n)]);
}

static double
work_mean (const SwJobTable *t)
{
  double sum = 0;
  for (guint32 i = 0; i < t->n; i++)
    sum += seconds (t->work[i]);
  return sum / t->n;
}

static SwJobTable *
of_class (const char *class_keys)
{
  g_autofree char *text
      = g_strdup_printf ("[generate]\njobs = 20000\nrate = 1000\n[class a]\n%s\n", class_keys);
  return generate (text, 11);
}

static void
durations_by_law (void)
{
  g_autoptr (SwJobTable) lognormal = of_class ("median = 100s\nsigma = 1\nmin = 0");
  CHECK_REAL (work_quantile (lognormal, 0.5), 100, 4);
  CHECK_REAL (work_quantile (lognormal, 0.84134), 271.83, 15);
  g_autoptr (SwJobTable) weibull
      = of_class ("duration = weibull\nshape = 0.7\nmean = 100s\nmin = 0");
  CHECK_REAL (work_mean (weibull), 100, 5);
  g_autoptr (SwJobTable) exponential = of_class ("duration = exponential\nmean = 100s\nmin = 0");
  CHECK_REAL (work_mean (exponential), 100, 3);
  CHECK_REAL (work_quantile (exponential, 0.5), 69.3, 3);
  g_autoptr (SwJobTable) pareto = of_class ("duration = pareto\nshape = 1.5\nmin = 10s");
  CHECK_REAL (work_quantile (pareto, 0.5), 15.87, 0.5);
  g_autoptr (SwJobTable) constant = of_class ("duration = constant\nmean = 42s");
  CHECK_TIME (constant->work[0], 42 * S);
  CHECK_TIME (constant->work[19999], 42 * S);
  g_autoptr (SwJobTable) clipped = of_class ("median = 100s\nsigma = 2\nmin = 50s\nmax = 200s");
  CHECK_REAL (work_quantile (clipped, 0), 50, 0);
  CHECK_REAL (work_quantile (clipped, 0.99995), 200, 0);
}

static void
sizes_by_weight (void)
{
  g_autoptr (SwJobTable) t = of_class ("gpus = 0:5 0.25:15 1:40 8:20 20:20\ntask_gpus = 8\n"
                                       "cpus_per_gpu = 4\ncpus = 1\nmem_per_gpu = 32GiB\n"
                                       "models = A100|H100:50 any:50\ngpu_mem = 10GiB");
  guint none = 0, share = 0, one = 0, eight = 0, gang = 0, any = 0;
  for (guint32 i = 0; i < t->n; i++)
    {
      const SwDemandRow *d = &t->demands[t->demand[i]];
      const SwGroupRow *g = &t->groups[d->first_group];
      none += g->mode == SW_GPU_NONE && g->cpu_milli == 1000;
      share += g->mode == SW_GPU_SHARE && g->gpu_milli == 250 && g->gpu_mem_mib == 10240;
      one += g->mode == SW_GPU_WHOLE && g->gpus == 1 && g->cpu_milli == 5000 && g->mem_mib == 32768;
      eight += d->n_groups == 1 && g->tasks == 1 && g->gpus == 8;
      gang
          += d->n_groups == 2 && g->tasks == 2 && g->gpus == 8 && g[1].tasks == 1 && g[1].gpus == 4;
      any += g->mode != SW_GPU_NONE && g->models == 0;
    }
  CHECK_INT (none + share + one + eight + gang, 20000);
  CHECK_REAL (none, 1000, 150);
  CHECK_REAL (share, 3000, 210);
  CHECK_REAL (one, 8000, 290);
  CHECK_REAL (eight, 4000, 240);
  CHECK_REAL (gang, 4000, 240);
  CHECK_REAL (any, 9500, 300);
  g_autoptr (SwJobTable) mig = of_class ("mig = 1g.10gb:3 3g.40gb:1");
  guint small = 0;
  for (guint32 i = 0; i < mig->n; i++)
    {
      const SwGroupRow *g = &mig->groups[mig->demands[mig->demand[i]].first_group];
      CHECK_INT (g->mode, SW_GPU_MIG);
      small += g_str_equal (sw_strings_get (mig->strings, g->mig_profile), "1g.10gb");
    }
  CHECK_REAL (small, 15000, 250);
}

static void
classes_and_users (void)
{
  g_autoptr (SwJobTable) t
      = generate ("[generate]\njobs = 20000\nrate = 1000\nusers = 50\nuser_skew = 1\n"
                  "tenants = 4\n[class train]\nweight = 3\nqueue = batch\npriority = 5\n"
                  "preemptible = 25%\nwait_slo = 10min\n[class serve]\nweight = 1\n"
                  "kind = service\ntenant = shop\nslo_class = strict\ntopology = node\n",
                  21);
  guint train = 0, first = 0, second = 0, preemptible = 0, shop = 0;
  for (guint32 i = 0; i < t->n; i++)
    {
      const char *kind = sw_strings_get (t->strings, t->kind[i]);
      const char *user = sw_strings_get (t->strings, t->user[i]);
      gboolean is_train = g_str_equal (kind, "train");
      train += is_train;
      first += g_str_equal (user, "user1");
      second += g_str_equal (user, "user2");
      preemptible += (t->flags[i] & SW_JOB_PREEMPTIBLE) != 0;
      shop += g_str_equal (sw_strings_get (t->strings, t->tenant[i]), "shop");
      CHECK_INT (t->priority[i], is_train ? 5 : 0);
      CHECK_TIME (t->wait_slo[i], is_train ? 600 * S : SW_TIME_NONE);
      CHECK_INT (t->demands[t->demand[i]].topology, is_train ? 0 : 1);
    }
  CHECK_REAL (train, 15000, 250);
  CHECK_REAL (preemptible, 3750, 230);
  CHECK_INT (shop, (int)(t->n - train));
  /* Harmonic number of 50: 4.499. */
  CHECK_REAL (first, 20000 / 4.499, 250);
  CHECK_REAL (second, 20000 / 4.499 / 2, 200);
}

static void
terms_of_jobs (void)
{
  g_autoptr (SwJobTable) t
      = of_class ("limit_factors = 1:1 2:1\nlimit_round = 1min\nestimate_sigma = 0.5\n"
                  "deadline_share = 50%\ndeadline_factors = 3\nfails = 20%\nmax_restarts = 2\n"
                  "ckpt_interval = 1h\nckpt_cost = 1min\nrestart_cost = 30s\nmax = 1d");
  guint deadlines = 0, failing = 0, twice = 0;
  for (guint32 i = 0; i < t->n; i++)
    {
      CHECK_TRUE (t->limit[i] >= t->work[i] && t->limit[i] % (60 * S) == 0);
      CHECK_TRUE (t->limit[i] < 2 * t->work[i] + 60 * S);
      if (t->deadline[i] != SW_TIME_NONE)
        CHECK_TIME (t->deadline[i], t->submit[i] + 3 * t->work[i]);
      deadlines += t->deadline[i] != SW_TIME_NONE;
      failing += t->fails[i] > 0;
      twice += t->fails[i] > 1;
      CHECK_TRUE (t->fails[i] == 0 ? t->fail_after[i] == SW_TIME_NONE
                                   : t->fail_after[i] >= 0 && t->fail_after[i] <= t->work[i]);
      CHECK_TRUE (t->estimate[i] > 0);
    }
  CHECK_REAL (deadlines, 10000, 290);
  CHECK_REAL (failing, 4000, 240);
  CHECK_REAL (twice, 800, 115);
  CHECK_INT (t->max_restarts[0], 2);
  CHECK_TIME (t->ckpt_interval[0], 3600 * S);
  CHECK_TIME (t->restart_cost[0], 30 * S);
}

static void
load_sets_the_rate (void)
{
  g_autoptr (SwJobTable) t
      = generate ("[generate]\nspan = 300d\nload = 70%\ngpus = 128\n"
                  "[class a]\ngpus = 1:60 2:15 4:10 8:15\nmedian = 30min\nsigma = 1\nmax = 2d\n",
                  4);
  double gpu_time = 0;
  for (guint32 i = 0; i < t->n; i++)
    gpu_time += sw_job_table_gpus (t, t->demand[i]) * seconds (t->work[i]);
  CHECK_REAL (gpu_time / (128.0 * 300 * 86400), 0.7, 0.02);
}

static void
jobs_do_not_depend_on_others (void)
{
  const char *keys = "[class a]\ngpus = 1:60 8:40\nlimit_factors = 1:1 2:1\n";
  g_autofree char *few = g_strdup_printf ("[generate]\njobs = 50\nrate = 60\n%s", keys);
  g_autofree char *many = g_strdup_printf ("[generate]\njobs = 500\nrate = 60\n%s", keys);
  g_autofree char *more_keys = g_strdup_printf ("%swait_slo = 1h\nfails = 10%%\n", many);
  g_autoptr (SwJobTable) a = generate (few, 3);
  g_autoptr (SwJobTable) b = generate (many, 3);
  g_autoptr (SwJobTable) c = generate (more_keys, 3);
  g_autoptr (SwJobTable) again = generate (many, 3);
  g_autoptr (SwJobTable) other = generate (many, 4);
  for (guint32 i = 0; i < 50; i++)
    {
      CHECK_STR (a->id[i], b->id[i]);
      CHECK_TIME (a->submit[i], b->submit[i]);
      CHECK_TIME (a->work[i], b->work[i]);
      CHECK_TIME (a->limit[i], b->limit[i]);
      CHECK_INT (sw_job_table_gpus (a, a->demand[i]), sw_job_table_gpus (b, b->demand[i]));
      CHECK_TIME (c->work[i], b->work[i]);
    }
  g_autofree char *x = sw_job_table_hash (b), *y = sw_job_table_hash (again),
                  *z = sw_job_table_hash (other);
  CHECK_STR (x, y);
  CHECK_FALSE (g_str_equal (x, z));
}

static void
generated_tables_come_back (void)
{
  g_autoptr (SwJobTable) t
      = generate ("[generate]\njobs = 500\nspan = 1d\nusers = 5\norigin = 2026-01-10T12:00:00Z\n"
                  "[class a]\ngpus = 0:1 0.25:1 1:1 20:1\nlimit_factors = 1:1 2:1\nfails = 30%\n"
                  "deadline_factors = 2\ncpus_per_gpu = 1.5\n[class b]\nmig = 1g.10gb:1\n",
                  8);
  char *folder = sw_test_folder ();
  g_autofree char *path = g_build_filename (folder, "jobs.csv", NULL);
  CHECK_TRUE (sw_export_jobs (t, NULL, path, NULL));
  SwImportOptions options = { .path = path };
  SwImportReport report;
  g_autoptr (GError) error = NULL;
  SwJobBuilder *builder = sw_job_builder_new ();
  CHECK_TRUE (sw_import_jobs (&options, builder, &report, &error));
  CHECK_NO_ERROR (error);
  g_autofree char *bad = NULL;
  g_autoptr (SwJobTable) again = sw_job_builder_finish (builder, &bad);
  g_autofree char *before = sw_job_table_hash (t), *after = sw_job_table_hash (again);
  CHECK_STR (after, before);
  sw_import_report_clear (&report);
  sw_test_remove (folder);
}

#define SHARES                                                                                     \
  "[generate]\njobs = 20000\nrate = 60\n[class a]\nfractions = 0.25:1 0.5:3\nfraction_share = "    \
  "60%\n"                                                                                          \
  "gpus = 1 2\ngpu_mem_whole = 80GiB\nmem_peak = 0.5:1 0.9:1\noverrun_share = 2%\n"                \
  "overrun = 1.5\nmem_ramp = 0 0.25\nduration = constant\nmean = 100s\n"                           \
  "types = r18:1 bert:3\nslowdown_limit = 1.25 2\n"                                                \
  "[type r18]\nname = ResNet-18 (batch size 16)\ngpu_util = 50%\nsm_active = 30%\nspread = 0.3\n"  \
  "[type bert]\nsm_active = 0.9\ndram_active = 0.5\n"

static void
parts_and_their_memory (void)
{
  g_autoptr (SwJobTable) t = generate (SHARES, 3);
  guint32 shares = 0, halves = 0, overruns = 0, most = 0, wrong = 0, at_once = 0;
  for (guint32 j = 0; j < t->n; j++)
    {
      const SwGroupRow *g = &t->groups[t->demands[t->demand[j]].first_group];
      const guint32 asked = g->mode == SW_GPU_SHARE ? g->gpu_mem_mib : 81920;
      const double part = (double)t->gpu_mem_peak[j] / asked;
      shares += g->mode == SW_GPU_SHARE;
      halves += g->mode == SW_GPU_SHARE && g->gpu_milli == 500;
      overruns += part > 1;
      most += part == 0.9;
      at_once += t->gpu_mem_ramp[j] == SW_TIME_NONE;
      wrong += g->mode == SW_GPU_SHARE && g->gpu_mem_mib != g->gpu_milli * 81920 / 1000;
      wrong += part != 0.5 && part != 0.9 && (part != 1.5 || g->mode != SW_GPU_SHARE);
      wrong += t->gpu_mem_ramp[j] != SW_TIME_NONE && t->gpu_mem_ramp[j] != 25 * S;
    }
  CHECK_INT (wrong, 0);
  /* 4 standard deviations of a binomial count */
  CHECK_REAL (shares, 12000, 4 * sqrt (20000 * 0.6 * 0.4));
  CHECK_REAL (halves, 9000, 4 * sqrt (20000 * 0.45 * 0.55));
  CHECK_REAL (overruns, 240, 4 * sqrt (20000 * 0.012));
  CHECK_REAL (most, 9880, 4 * sqrt (20000 * 0.25));
  CHECK_REAL (at_once, 10000, 4 * sqrt (20000 * 0.25));
}

static void
types_of_jobs (void)
{
  g_autoptr (SwJobTable) t = generate (SHARES, 3);
  guint32 bert = sw_strings_find (t->strings, "bert"), berts = 0, tight = 0, wrong = 0;
  double sum = 0;
  for (guint32 j = 0; j < t->n; j++)
    {
      berts += t->job_type[j] == bert;
      tight += t->slowdown_limit[j] == 1250;
      wrong += t->slowdown_limit[j] != 1250 && t->slowdown_limit[j] != 2000;
      if (t->job_type[j] == bert)
        wrong += t->gpu_util[j] != G_MAXUINT32 || t->sm_active[j] != 900000
                 || t->dram_active[j] != 500000;
      else
        {
          wrong += t->dram_active[j] != G_MAXUINT32 || t->gpu_util[j] > 1000000;
          wrong += t->sm_active[j] > t->gpu_util[j];
          sum += log (t->sm_active[j] / 300000.0);
        }
    }
  CHECK_INT (wrong, 0);
  CHECK_TRUE (sw_strings_find (t->strings, "ResNet-18 (batch size 16)") != 0);
  CHECK_REAL (berts, 15000, 4 * sqrt (20000 * 0.75 * 0.25));
  CHECK_REAL (tight, 10000, 4 * sqrt (20000 * 0.25));
  CHECK_REAL (sum / (t->n - berts), 0, 4 * 0.3 / sqrt (5000));
}

static void
instances (void)
{
  g_autoptr (SwJobTable) t
      = generate ("[generate]\njobs = 8000\nrate = 60\n[class a]\nmig = 1g.10gb:3 3g.40gb:1\n"
                  "mig_share = 50%\ngpus = 0.5 1\ngpu_mem_whole = 80GiB\nmem_peak = 0.5\n",
                  3);
  guint32 small = 0, large = 0, wrong = 0;
  for (guint32 j = 0; j < t->n; j++)
    {
      const SwGroupRow *g = &t->groups[t->demands[t->demand[j]].first_group];
      const char *profile = sw_strings_get (t->strings, g->mig_profile);
      small += g_str_equal (profile, "1g.10gb");
      large += g_str_equal (profile, "3g.40gb");
      wrong += (g->mode == SW_GPU_MIG) != (*profile != '\0') || g->gpus != 1;
      wrong += t->gpu_mem_peak[j]
               != (*profile == '1'   ? 5120
                   : *profile == '3' ? 20480
                                     : g->gpu_milli * 81920 / 2000);
    }
  CHECK_INT (wrong, 0);
  CHECK_REAL (small, 3000, 4 * sqrt (8000 * 0.375 * 0.625));
  CHECK_REAL (large, 1000, 4 * sqrt (8000 * 0.125 * 0.875));
}

/* Jobs without GPUs use none, and what is not asked for is not known. */
static void
use_only_of_gpus (void)
{
  g_autoptr (SwJobTable) t
      = generate ("[generate]\njobs = 100\nrate = 60\n[class a]\ngpus = 0\nmem_peak = 0.5\n"
                  "types = x\n[class b]\n[type x]\nsm_active = 1\n",
                  3);
  for (guint32 j = 0; j < t->n; j++)
    {
      CHECK_INT (t->gpu_mem_peak[j], G_MAXUINT32);
      CHECK_INT (t->sm_active[j], G_MAXUINT32);
      CHECK_INT (t->job_type[j], 0);
      CHECK_INT (t->slowdown_limit[j], G_MAXUINT32);
    }
}

/* What a class says of memory and types changes nothing else of its jobs. */
static void
use_changes_nothing_else (void)
{
#define PLAIN "[generate]\njobs = 300\nrate = 60\nusers = 5\n[class a]\ngpus = 1 2 8\nfails = 10%\n"
  g_autoptr (SwJobTable) a = generate (PLAIN, 3);
  g_autoptr (SwJobTable) b = generate (
      PLAIN "gpu_mem_whole = 40GiB\nmem_peak = 0.5\ntypes = x\nmem_ramp = 1\n[type x]\n", 3);
  guint wrong = 0;
  for (guint32 j = 0; j < a->n; j++)
    wrong += a->work[j] != b->work[j] || a->submit[j] != b->submit[j] || a->fails[j] != b->fails[j]
             || sw_job_table_gpus (a, a->demand[j]) != sw_job_table_gpus (b, b->demand[j]);
  CHECK_INT (wrong, 0);
  CHECK_INT (b->gpu_mem_peak[7], 20480);
}

static void
check_fault (const char *text, const char *part)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SwJobTable) t = try_generate (text, 1, &error);
  CHECK_TRUE (t == NULL);
  CHECK_ERROR (error, SW_ERROR_INPUT, part);
}

static void
faults_have_places (void)
{
  check_fault ("[generate]\njobs = 5\nrate = 1\n", "there is no group [class NAME]");
  check_fault ("[class a]\n", "needs jobs or span");
  check_fault ("[generate]\njobs = 5\n[class a]\n", "needs rate or load");
  check_fault ("[generate]\njobs = 5\nrate = 1\nload = 1\ngpus = 8\n[class a]\n",
               "load.ini:4:8: rate and load");
  check_fault ("[generate]\njobs = 5\nload = 1\n[class a]\n", "load.ini:3:8: load needs gpus");
  check_fault ("[generate]\njobs = 5\nload = 1\ngpus = 8\n[class a]\ngpus = 0\n",
               "jobs ask for no GPU time");
  check_fault ("[generate]\nspan = 1000d\nrate = 1e9\n[class a]\n", "more than 1e9 jobs");
  check_fault ("[generate]\njobs = 5\nrate = 1\n[class a]\ngpus = 1:x\n",
               "load.ini:5:8: \"1:x\" is not VALUE:WEIGHT");
  check_fault ("[generate]\njobs = 5\nrate = 1\n[class a]\ngpus = 1:0 2:0\n",
               "chooses among nothing");
  check_fault ("[generate]\njobs = 5\nrate = 1\n[class a]\ngpus = 1.5\n",
               "1.5 GPUs are neither a share of one nor whole");
  check_fault ("[generate]\njobs = 5\nrate = 1\n[class a]\ngpus = nan\n",
               "\"nan\" is not a number");
  check_fault ("[generate]\njobs = 5\nrate = 1\n[class a]\nduration = weibull\nmean = 1h\n",
               "load.ini:5:12: duration = weibull needs shape");
  check_fault ("[generate]\njobs = 5\nrate = 1\n[class a]\nmin = 1h\nmax = 1min\n",
               "load.ini:6:7: min is above max");
  check_fault ("[generate]\njobs = 5\nrate = 1\ntenants = 2\n[class a]\n", "tenants need users");
  check_fault ("[generate]\njobs = 5\nrate = 1\norigin = soon\n[class a]\n",
               "load.ini:4:10: \"soon\" is not a date");
  check_fault ("[generate]\njobs = 5\nrate = 1\n[class a]\nweight = 0\n", "weight 0");
#define A "[generate]\njobs = 5\nrate = 1\n[class a]\n"
  check_fault (A "mem_peak = 0.5\n", "load.ini:5:12: memory used is a part of what is asked for");
  check_fault (A "gpus = 0.5\noverrun_share = 2%\n", "load.ini:6:17: memory used is a part");
  check_fault (A "mem_peak = 1.5\ngpu_mem_whole = 1GiB\n", "\"1.5\" is not a number that can");
  check_fault (A "overrun = 0.5\n", "\"0.5\" is not a number that can stand here");
  check_fault (A "slowdown_limit = 0.9\n", "\"0.9\" is not a number that can stand here");
  check_fault (A "types = x y\n[type x]\n", "load.ini:5:9: there is no group [type y]");
  check_fault (A "fractions = 0\n", "load.ini:5:13: 0 is no part of a GPU");
  check_fault (A "fractions = 0.5\nmig = 1g.5gb\n", "fractions need a mig_share below 1");
  check_fault (A "mig = small\nmem_peak = 1\n", "load.ini:5:7: \"small\" does not say its memory");
  check_fault ("[generate]\njobs = 5\nrate = 1\n[class a]\ngpus = 0.5\nmig = 1g.5gb\n",
               "instances of a MIG profile come whole");
}

/* Whole or shared is a question about the same jobs. */
static void
parts_can_be_rounded_up (void)
{
  const char *text = "[generate]\njobs = 300\nrate = 60\n"
                     "[class a]\ngpus = 1 2\nfractions = 0.5\nfraction_share = 0.5\n"
                     "gpu_mem_whole = 40GiB\nmem_peak = 0.5 1\noverrun_share = 0.2\n"
                     "[class b]\ngpus = 2\nmig = 1g.10gb\ncpus_per_gpu = 4\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (SwJobTable) parts = generate (text, 5);
  g_autoptr (SwJobTable) whole = generate_as (text, 5, SW_GPU_FRACTION_WHOLE, &error);
  CHECK_NO_ERROR (error);
  CHECK_INT (whole->n, parts->n);
  guint rounded = 0, kept = 0;
  for (guint32 i = 0; i < parts->n; i++)
    {
      const SwGroupRow *p = &parts->groups[parts->demands[parts->demand[i]].first_group];
      const SwGroupRow *w = &whole->groups[whole->demands[whole->demand[i]].first_group];
      CHECK_INT (w->mode, SW_GPU_WHOLE);
      CHECK_INT (w->gpu_milli, 1000);
      CHECK_INT (w->gpu_mem_mib, 0);
      CHECK_INT (w->mig_profile, 0);
      CHECK_INT (w->gpus, p->gpus);
      CHECK_INT (w->cpu_milli, p->cpu_milli);
      CHECK_INT (whole->gpu_mem_peak[i], parts->gpu_mem_peak[i]);
      CHECK_TIME (whole->submit[i], parts->submit[i]);
      CHECK_TIME (whole->work[i], parts->work[i]);
      CHECK_INT ((whole->flags[i] & SW_JOB_ROUNDED_UP) != 0, p->mode != SW_GPU_WHOLE);
      rounded += p->mode != SW_GPU_WHOLE;
      kept += p->mode == SW_GPU_WHOLE;
    }
  CHECK_TRUE (rounded > 0 && kept > 0);
}

SW_CHECKS ("generate", { "parts can be rounded up", parts_can_be_rounded_up },
           { "arrivals by law", arrivals_by_law },
           { "days and weeks have a rhythm", days_and_weeks_have_a_rhythm },
           { "durations by law", durations_by_law }, { "sizes by weight", sizes_by_weight },
           { "classes and users", classes_and_users }, { "terms of jobs", terms_of_jobs },
           { "load sets the rate", load_sets_the_rate },
           { "jobs do not depend on others", jobs_do_not_depend_on_others },
           { "parts and their memory", parts_and_their_memory }, { "types of jobs", types_of_jobs },
           { "instances", instances }, { "use only of GPUs", use_only_of_gpus },
           { "use changes nothing else", use_changes_nothing_else },
           { "generated tables come back", generated_tables_come_back },
           { "faults have places", faults_have_places })
