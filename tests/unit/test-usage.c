/* Memory over time: curves of a file, straight lines to a peak, promises, and what windows, copies
 * and stretched durations make of them. */
#include "sw-import-usage.h"
#include "sw-rng.h"
#include "sw-transform.h"
#include "sw-trial.h"
#include "sw-usage-table.h"

#define S SW_SECOND
#define H "job_id,submit_s,gpus_per_task,duration_s,gpu_mem_peak_mib,gpu_mem_ramp_s\n"

/* A table of the trace with the memory of the other text; NULL with error. */
static SwJobTable *
read_use (const char *trace, const char *use, SwUsageReport *report, GError **error)
{
  char *folder = sw_test_folder ();
  g_autofree char *jobs = sw_test_write (folder, "jobs.csv", trace);
  g_autofree char *path = sw_test_write (folder, "use.csv", use);
  const SwImportOptions options = { .path = jobs };
  SwImportReport of_trace;
  g_autoptr (SwJobBuilder) builder = sw_job_builder_new ();
  g_autofree char *bad = NULL;
  SwJobTable *table = NULL;
  CHECK_TRUE (sw_import_jobs (&options, builder, &of_trace, NULL));
  if (sw_import_usage (path, builder, report, error))
    table = sw_job_builder_finish (g_steal_pointer (&builder), &bad);
  sw_import_report_clear (&of_trace);
  sw_test_remove (folder);
  return table;
}

static guint32
find (const SwJobTable *table, const char *id)
{
  for (guint32 j = 0; j < table->n; j++)
    if (g_str_equal (table->id[j], id))
      return j;
  g_assert_not_reached ();
}

#define TRACE H "a,9,1,100,500,10\nb,5,1,100,,\nc,0,1,100,1000,20\nd,0,1,100,,10\ne,0,1,100,70,\n"
#define USE "mib,job,at\n10,a,0\n30,b,5\n20,a,10.5\n1.5,zz,0\n5,a,20\n0,b,6\n"

static void
curves_of_a_file (void)
{
  SwUsageReport report;
  g_autoptr (GError) error = NULL;
  g_autoptr (SwJobTable) t = read_use (TRACE, USE, &report, &error);
  CHECK_NO_ERROR (error);
  CHECK_INT (report.rows, 6);
  CHECK_INT (report.jobs, 2);
  CHECK_INT (report.unknown, 1);
  CHECK_STR (report.first_unknown, "line 5, job \"zz\"");
  const guint32 a = find (t, "a"), b = find (t, "b");
  CHECK_INT (sw_usage_at (t, a, 7, 0), 10);
  CHECK_INT (sw_usage_at (t, a, 7, 10 * S), 10);
  CHECK_INT (sw_usage_at (t, a, 7, 10 * S + S / 2), 20);
  CHECK_INT (sw_usage_at (t, a, 7, 1000 * S), 5);
  CHECK_INT (sw_usage_at (t, b, 7, 5 * S - 1), 0);
  CHECK_INT (sw_usage_at (t, b, 7, 5 * S), 30);
  CHECK_INT (sw_usage_at (t, b, 7, 6 * S), 0);
  CHECK_INT (sw_usage_most (t, a, 7), 20);
  CHECK_TIME (sw_usage_exceeds (t, a, 7, 9, 3), 3);
  CHECK_TIME (sw_usage_exceeds (t, a, 7, 10, 0), 10 * S + S / 2);
  CHECK_TIME (sw_usage_exceeds (t, a, 7, 10, 20 * S), SW_TIME_INF);
  CHECK_TIME (sw_usage_exceeds (t, a, 7, 20, 0), SW_TIME_INF);
  const SwUsePiece piece = sw_usage_piece (t, a, 7, 11 * S);
  CHECK_TIME (piece.from, 10 * S + S / 2);
  CHECK_TIME (piece.to, 20 * S);
  CHECK_FALSE (piece.rises);
  sw_usage_report_clear (&report);
}

static void
peaks_ramps_and_promises (void)
{
  SwUsageReport report;
  g_autoptr (GError) error = NULL;
  g_autoptr (SwJobTable) t = read_use (TRACE, USE, &report, &error);
  const guint32 c = find (t, "c"), d = find (t, "d"), e = find (t, "e");
  CHECK_INT (sw_usage_at (t, c, 7, 0), 0);
  CHECK_INT (sw_usage_at (t, c, 7, 1), 1);
  CHECK_INT (sw_usage_at (t, c, 7, 10 * S), 500);
  CHECK_INT (sw_usage_at (t, c, 7, 20 * S), 1000);
  CHECK_INT (sw_usage_at (t, c, 7, 9000 * S), 1000);
  CHECK_TIME (sw_usage_exceeds (t, c, 7, 500, 0), 10 * S + 1);
  CHECK_TIME (sw_usage_exceeds (t, c, 7, 500, 15 * S), 15 * S);
  CHECK_TIME (sw_usage_exceeds (t, c, 7, 999, 0), 20 * S - S / 50 + 1);
  CHECK_TIME (sw_usage_exceeds (t, c, 7, 1000, 0), SW_TIME_INF);
  CHECK_INT (sw_usage_at (t, d, 100, 5 * S), 50);
  CHECK_INT (sw_usage_most (t, d, 100), 100);
  CHECK_INT (sw_usage_at (t, e, 100, 0), 70);
  CHECK_TIME (sw_usage_exceeds (t, e, 100, 69, 0), 0);
  CHECK_TIME (sw_usage_piece (t, e, 100, 0).to, SW_TIME_INF);
  sw_usage_report_clear (&report);
}

/* Where use exceeds an amount, it does, and nowhere before. */
static void
exceeding_is_the_first_time (void)
{
  SwUsageReport report;
  g_autoptr (GError) error = NULL;
  g_autoptr (SwJobTable) t = read_use (TRACE, USE, &report, &error);
  SwStream random = sw_stream (4, 0, 0, 0);
  guint wrong = 0;
  for (guint i = 0; i < 20000; i++)
    {
      const guint32 job = sw_below (sw_stream_next (&random), t->n);
      const guint64 mib = sw_below (sw_stream_next (&random), 1100);
      const SwTime from = sw_below (sw_stream_next (&random), 25 * S);
      const SwTime at = sw_usage_exceeds (t, job, 60, mib, from);
      wrong += at < from;
      wrong += at != SW_TIME_INF && sw_usage_at (t, job, 60, at) <= mib;
      wrong += at > from && sw_usage_at (t, job, 60, at - 1) > mib;
      wrong += sw_usage_at (t, job, 60, from) > sw_usage_most (t, job, 60);
    }
  CHECK_INT (wrong, 0);
  sw_usage_report_clear (&report);
}

static void
check_refused (const char *use, const char *expected)
{
  SwUsageReport report;
  g_autoptr (GError) error = NULL;
  g_autoptr (SwJobTable) t = read_use (TRACE, use, &report, &error);
  CHECK_TRUE (t == NULL);
  CHECK_ERROR (error, SW_ERROR_INPUT, expected);
  sw_usage_report_clear (&report);
}

static void
bad_files (void)
{
  check_refused ("", "use.csv: the file is empty; expected columns job, at, mib");
  check_refused ("job,at\na,0\n", "use.csv:1: column \"mib\" is missing; expected job, at, mib");
  check_refused ("job,at,mib,at\n", "use.csv:1: column \"at\" is there twice");
  check_refused ("job,at,mib\na,0,1\na,1\n", "use.csv:3: 2 fields; expected 3");
  check_refused ("job,at,mib\na,x,1\n", "use.csv:2:2: column at: \"x\": is not a number");
  check_refused ("job,at,mib\na,-1,1\n", "use.csv:2:2: column at: \"-1\": is below 0");
  check_refused ("job,at,mib\na,,1\n", "use.csv:2:2: column at: \"\": is not a number");
  check_refused ("mib,at,job\n1,1,a\n-1,2,a\n", "use.csv:3:1: column mib: \"-1\"");
  check_refused ("job,at,mib\na,5,1\nb,0,1\na,5,2\n",
                 "use.csv:4:2: column at: \"5\": is not after the row before of this job");
  check_refused ("job,at,mib\nx,5,1\ny,0,1\n",
                 "use.csv: no row is of a job of the trace; the first: line 2, job \"x\"");
}

static SwTransform
identity (void)
{
  return (SwTransform){ .window_from = SW_TIME_NONE,
                        .window_to = SW_TIME_NONE,
                        .time_scale_ppm = 1000000,
                        .duration_scale_ppm = 1000000 };
}

static void
transforms_keep_curves (void)
{
  SwUsageReport report;
  SwTransformReport changes;
  SwTransform transform = identity ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SwJobTable) t = read_use (TRACE, USE, &report, &error);
  g_autofree char *before = sw_job_table_hash (t);
  g_autoptr (SwJobTable) same = sw_transform_apply (t, &transform, 1, 1, &changes, &error);
  g_autofree char *after = sw_job_table_hash (same);
  CHECK_STR (after, before);
  transform.duration_scale_ppm = 2000000;
  g_autoptr (SwJobTable) slow = sw_transform_apply (t, &transform, 1, 1, &changes, &error);
  const guint32 a = find (slow, "a"), c = find (slow, "c");
  CHECK_INT (sw_usage_at (slow, a, 7, 21 * S - 1), 10);
  CHECK_INT (sw_usage_at (slow, a, 7, 21 * S), 20);
  CHECK_INT (sw_usage_at (slow, c, 7, 20 * S), 500);
  transform = identity ();
  transform.one_by_one = TRUE;
  transform.arrival_gap = S;
  transform.tune_ppm = 40000000;
  g_autoptr (SwJobTable) more = sw_transform_apply (t, &transform, 1, 1, &changes, &error);
  guint copies = 0;
  for (guint32 j = 0; j < more->n; j++)
    if (g_str_has_prefix (more->id[j], "a+") && ++copies)
      CHECK_INT (more->gpu_mem_curve[j], more->gpu_mem_curve[find (more, "a")]);
  CHECK_TRUE (copies > 1);
  CHECK_INT (more->n_curves, 2);
  sw_usage_report_clear (&report);
}

/* A job that a window cuts goes on with the memory that it has then. */
static void
windows_cut_curves (void)
{
  SwUsageReport report;
  SwTransformReport changes;
  SwTransform transform = identity ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SwJobTable) t = read_use (TRACE, USE, &report, &error);
  transform.window_from = 24 * S; /* 15 s into a, 19 into b, 24 into the others */
  g_autoptr (SwJobTable) cut = sw_transform_apply (t, &transform, 1, 1, &changes, &error);
  CHECK_INT (cut->n, 5);
  const guint32 a = find (cut, "a"), b = find (cut, "b"), c = find (cut, "c");
  CHECK_TIME (cut->work[a], 85 * S);
  CHECK_INT (sw_usage_at (cut, a, 7, 0), 20);
  CHECK_INT (sw_usage_at (cut, a, 7, 5 * S - 1), 20);
  CHECK_INT (sw_usage_at (cut, a, 7, 5 * S), 5);
  CHECK_INT (sw_usage_most (cut, b, 7), 0);
  CHECK_INT (sw_usage_at (cut, c, 7, 0), 1000);
  sw_usage_report_clear (&report);
}

SW_CHECKS ("usage", { "curves of a file", curves_of_a_file },
           { "peaks, ramps and promises", peaks_ramps_and_promises },
           { "exceeding is the first time", exceeding_is_the_first_time },
           { "bad files", bad_files }, { "transforms keep curves", transforms_keep_curves },
           { "windows cut curves", windows_cut_curves })
