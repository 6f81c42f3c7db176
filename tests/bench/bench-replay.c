/* Whole replays with full accounting: 10^4 to 10^6 jobs at 70 % load on 1,000 to 100,000 GPUs; a
 * row each, with memory per job beside the table, and how the time grows against n log n.  Reading
 * the same jobs from canonical CSV is a row of its own. */
#include "builtin.h"
#include "sw-account.h"
#include "sw-bench.h"
#include "sw-import.h"

#include <glib/gstdio.h>
#include <math.h>
#include <stdio.h>

typedef struct
{
  double cpu, events;
  SwRunCounts counts;
} Row;

static Row
replay (const SwJobTable *table, guint32 gpus, const char *queue, const char *place)
{
  g_autoptr (SwNodeTable) nodes = sw_bench_nodes (gpus / 8, 8);
  g_autoptr (SwPolicies) policies = sw_policies_new (sw_builtin_policies);
  const char *const pools[] = { "pool" };
  SwAccountOptions options = { .default_wait_slo = SW_TIME_NONE, .pools = pools, .n_pools = 1 };
  double before = sw_bench_cpu ();
  g_autoptr (SwAccount) account = sw_account_new (table, &options);
  SwRunSpec spec = { .table = table,
                     .nodes = nodes,
                     .speeds = { NULL, 1, 1, 1 },
                     .until = SW_TIME_INF,
                     .watch = SW_NO_JOB,
                     .observer = sw_account_observer (account) };
  sw_policy_use_parse (policies, SW_KIND_QUEUE, queue, &spec.queue, NULL);
  sw_policy_use_parse (policies, SW_KIND_PLACE, place, &spec.place, NULL);
  sw_policy_use_parse (policies, SW_KIND_SCALE, "fixed", &spec.scale, NULL);
  Row row;
  g_autoptr (SwOutcome) outcome = sw_engine_run (&spec, &row.counts, NULL, NULL);
  row.cpu = sw_bench_cpu () - before; /* without closing the books, timed below */
  row.events = (double)row.counts.events;
  sw_policy_use_clear (&spec.queue);
  sw_policy_use_clear (&spec.place);
  sw_policy_use_clear (&spec.scale);
  sw_account_close (account, outcome);
  double all = sw_bench_cpu () - before;
  printf ("%9u %7u  %-16s %8.3f %9.3f %8.2f %8.0f\n", table->n, gpus, queue, row.cpu, all,
          row.events / all / 1e6, (double)row.counts.bytes / table->n);
  row.cpu = all;
  return row;
}

static void
read_csv (const SwJobTable *table)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "slicewise-bench-jobs.csv", NULL);
  g_autofree char *meta = g_strconcat (path, ".meta", NULL);
  g_autoptr (GError) error = NULL;
  if (!sw_export_jobs (table, NULL, path, &error))
    g_error ("%s", error->message);
  GStatBuf st;
  g_stat (path, &st);
  double before = sw_bench_cpu ();
  SwImportOptions options = { .path = path, .profile = "canonical-jobs" };
  SwImportReport report = { 0 };
  SwJobBuilder *builder = sw_job_builder_new ();
  if (!sw_import_jobs (&options, builder, &report, &error))
    g_error ("%s", error->message);
  g_autofree char *bad = NULL;
  g_autoptr (SwJobTable) again = sw_job_builder_finish (builder, &bad);
  double cpu = sw_bench_cpu () - before;
  printf ("reading %u jobs from CSV (%.0f MB): %.3f s CPU, %.2f M rows/s, %.0f MB/s\n", again->n,
          (double)st.st_size / 1e6, cpu, again->n / cpu / 1e6, (double)st.st_size / cpu / 1e6);
  sw_import_report_clear (&report);
  g_unlink (path);
  g_unlink (meta);
}

int
main (void)
{
  double hold = sw_bench_hold ();
  printf ("reference: pop + push at 1,000 pending: %.1f ns\n", hold);
  printf ("%9s %7s  %-16s %8s %9s %8s %8s\n", "jobs", "GPUs", "queue", "run s", "+books s",
          "M ev/s", "B/job");
  static const guint32 gpus[] = { 1000, 12800, 100000 };
  double first = 0, last = 0;
  for (guint g = 0; g < G_N_ELEMENTS (gpus); g++)
    for (guint32 n = 10000; n <= 1000000; n *= 10)
      {
        g_autoptr (SwJobTable) table = sw_bench_jobs (n, gpus[g], 0.7, 1);
        Row row = replay (table, gpus[g], "greedy", "first-fit");
        if (g == 0 && n == 10000)
          first = row.cpu / (n * log (n));
        last = row.cpu / (n * log (n));
        if (g == 0 && n == 1000000)
          printf (
              "growth from 10^4 to 10^6 jobs against n log n: %.2f (at most 1 is no worse); one "
              "event costs %.1f x reference\n",
              last / first, row.cpu / row.events * 1e9 / hold);
      }
  g_autoptr (SwJobTable) table = sw_bench_jobs (100000, 1000, 0.95, 1);
  replay (table, 1000, "fifo", "best-fit");
  replay (table, 1000, "sjf", "best-fit");
  replay (table, 1000, "easy", "best-fit");
  g_autoptr (SwJobTable) over = sw_bench_jobs (200000, 1000, 2.0, 1);
  printf ("100,000 and more waiting (offered load 200 %%):\n");
  replay (over, 1000, "greedy", "first-fit");
  g_autoptr (SwJobTable) million = sw_bench_jobs (1000000, 1000, 0.7, 1);
  read_csv (million);
  return 0;
}
