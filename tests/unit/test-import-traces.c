/* Real traces beside the checkout, with the counts that a script found in them.  Skipped where they
 * are not. */
#include "sw-trial.h"

typedef struct
{
  const char *file;
  guint64 read, never_started, cut, rounded, out_of_order;
} Openb;

static void
openb_pods (void)
{
  static const Openb files[] = {
    { "cpu037", 7336, 870, 32, 2573, 143 },       { "cpu050", 7439, 878, 32, 2573, 191 },
    { "cpu072", 7608, 884, 32, 2573, 275 },       { "cpu100", 7853, 883, 34, 2573, 406 },
    { "cpu200", 8832, 927, 35, 2573, 868 },       { "cpu235", 9240, 933, 36, 2573, 2 },
    { "cpu250", 9420, 934, 34, 2573, 1169 },      { "cpu300", 10094, 955, 39, 2573, 1516 },
    { "default", 8152, 897, 34, 2573, 0 },        { "gpushare100", 8152, 1209, 25, 5891, 3530 },
    { "gpushare20", 8152, 840, 37, 1957, 3524 },  { "gpushare40", 8152, 981, 33, 3339, 3518 },
    { "gpushare60", 8152, 1050, 33, 4399, 3499 }, { "gpushare80", 8152, 1146, 33, 5236, 3578 },
    { "gpuspec05", 8152, 897, 34, 2573, 0 },      { "gpuspec10", 8152, 897, 34, 2573, 0 },
    { "gpuspec20", 8152, 897, 34, 2573, 0 },      { "gpuspec25", 8152, 897, 34, 2573, 0 },
    { "gpuspec33", 8152, 897, 34, 2573, 0 },
  };
  SwTrial t = { .options.fractions = SW_GPU_FRACTION_WHOLE };
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      const Openb *f = &files[i];
      g_autofree char *name = g_strdup_printf ("traces/openb/openb_pod_list_%s.csv", f->file);
      g_autofree char *path = sw_trial_shared (name);
      if (path == NULL)
        SKIP ("the openb traces are not there");
      sw_trial_path (&t, path);
      CHECK_NO_ERROR (t.error);
      CHECK_STR (t.report.profile, "openb-pods");
      CHECK_INT (t.report.read, f->read);
      CHECK_INT (t.report.kept, f->read - f->never_started);
      CHECK_INT (sw_trial_dropped (&t, "never started"), f->never_started);
      CHECK_INT (sw_trial_noted (&t, "running at the last end of the trace, cut there"), f->cut);
      CHECK_INT (sw_trial_noted (&t, "gpus is part of a GPU and takes a whole one"), f->rounded);
      CHECK_INT (t.report.out_of_order, f->out_of_order);
    }
  sw_trial_clear (&t);
}

static void
openb_default_in_detail (void)
{
  g_autofree char *path = sw_trial_shared ("traces/openb/openb_pod_list_default.csv");
  if (path == NULL)
    SKIP ("the openb traces are not there");
  SwTrial t = { .options.strict = FALSE };
  sw_trial_set (&t, "times.never_started=keep");
  sw_trial_path (&t, path);
  guint64 whole = 0, shared = 0, several = 0, none = 0, milli = 0;
  for (guint32 i = 0; i < t.table->n; i++)
    {
      const SwGroupRow *g = &t.table->groups[t.table->demands[t.table->demand[i]].first_group];
      whole += g->mode == SW_GPU_WHOLE && g->gpus == 1;
      several += g->mode == SW_GPU_WHOLE && g->gpus > 1;
      shared += g->mode == SW_GPU_SHARE;
      none += g->mode == SW_GPU_NONE;
      milli += (guint64)g->gpus * g->gpu_milli;
    }
  CHECK_INT (t.table->n, 8152);
  CHECK_INT (whole, 3911);
  CHECK_INT (shared, 3078);
  CHECK_INT (several, 75);
  CHECK_INT (none, 1088);
  CHECK_INT (milli, 6086800); /* 97.98 % of 6,212 GPUs */
  CHECK_INT (sw_trial_group (&t, "openb-pod-0001")->gpu_milli, 460);
  CHECK_INT (sw_trial_noted (&t, "never started, duration is end - submit"), 897);
  CHECK_TIME (sw_trial_work (&t, "openb-pod-7285"), 0);
  CHECK_INT (sw_trial_group (&t, "openb-pod-1523")->mem_mib, 0);
  CHECK_TIME (sw_trial_work (&t, "openb-pod-0000"), 12537496 * SW_SECOND);
  sw_trial_clear (&t);
}

static void
openb_without_times (void)
{
  static const char *const files[] = { "multigpu20", "multigpu30", "multigpu40", "multigpu50" };
  static const guint64 rows[] = { 8324, 8508, 8746, 9061 };
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      SwTrial t = { 0 };
      g_autofree char *name = g_strdup_printf ("traces/openb/openb_pod_list_%s.csv", files[i]);
      g_autofree char *path = sw_trial_shared (name);
      if (path == NULL)
        SKIP ("the openb traces are not there");
      sw_trial_path (&t, path);
      CHECK_ERROR (t.error, SW_ERROR_INPUT, "no arrival time in this file");
      sw_trial_set (&t, "times.arrival=index");
      sw_trial_set (&t, "field.duration.default=3600");
      sw_trial_path (&t, path);
      CHECK_NO_ERROR (t.error);
      CHECK_INT (t.report.kept, rows[i]);
      sw_trial_clear (&t);
    }
}

static void
check_nodes (const char *name, guint32 nodes, guint64 gpus, guint32 without)
{
  g_autofree char *path = sw_trial_shared (name);
  if (path == NULL)
    SKIP ("the openb nodes are not there");
  SwTrial t = { 0 };
  sw_trial_nodes_path (&t, path);
  CHECK_NO_ERROR (t.error);
  guint64 sum = 0;
  guint32 bare = 0;
  for (guint32 i = 0; i < sw_node_table_count (t.nodes); i++)
    {
      sum += sw_node_table_row (t.nodes, i)->gpus;
      bare += sw_node_table_row (t.nodes, i)->gpus == 0;
    }
  CHECK_INT (sw_node_table_count (t.nodes), nodes);
  CHECK_INT (sum, gpus);
  CHECK_INT (bare, without);
  sw_trial_clear (&t);
}

static void
openb_nodes (void)
{
  check_nodes ("traces/openb/openb_node_list_all_node.csv", 1523, 6212, 310);
  check_nodes ("traces/openb/openb_node_list_gpu_node.csv", 1213, 6212, 0);
}

static void
pollux (void)
{
  g_autofree char *path = sw_trial_shared ("traces/pollux/philly.csv");
  if (path == NULL)
    SKIP ("the Pollux csv is not there");
  SwTrial t = { 0 };
  sw_trial_path (&t, path);
  CHECK_NO_ERROR (t.error);
  CHECK_INT (t.report.kept, 82247);
  CHECK_INT (t.report.dropped, 0);
  CHECK_INT (t.report.out_of_order, 44878);
  CHECK_INT (sw_trial_noted (&t, "submit lies in an hour that the clock change made ambiguous"), 7);
  /* 2017-09-04 10:30:41 to 2017-12-22 08:02:11, the clock went back an hour in between. */
  CHECK_TIME (t.report.last, (109 * 86400 - 8910 + 3600) * SW_SECOND);
  CHECK_TIME (t.table->origin_utc, 1504546241 * SW_SECOND);
  guint64 largest = 0;
  for (guint32 i = 0; i < t.table->n; i++)
    largest = MAX (largest, sw_job_table_tasks (t.table, t.table->demand[i]));
  CHECK_INT (largest, 128);
  sw_trial_clear (&t);
}

static void
standard_workload_files (void)
{
  static const struct
  {
    const char *file;
    guint64 jobs, zero, limits;
  } files[] = { { "traces/swf/NASA-iPSC-1993-3.1-cln.swf", 18239, 173, 0 },
                { "traces/swf/lublin_256.swf", 10000, 0, 0 },
                { "traces/swf/lublin-aaroh.swf", 10000, 0, 0 } };
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = sw_trial_shared (files[i].file);
      if (path == NULL)
        SKIP ("the SWF files are not there");
      SwTrial t = { 0 };
      sw_trial_path (&t, path);
      CHECK_NO_ERROR (t.error);
      CHECK_INT (t.report.kept, files[i].jobs);
      guint64 zero = 0, limits = 0;
      for (guint32 j = 0; j < t.table->n; j++)
        {
          zero += t.table->work[j] == 0;
          limits += t.table->limit[j] != SW_TIME_NONE;
        }
      CHECK_INT (zero, files[i].zero);
      CHECK_INT (limits, files[i].limits);
      sw_trial_clear (&t);
    }
}

static void
peers_and_kin (void)
{
  static const struct
  {
    const char *file, *profile;
    guint64 read, dropped, out_of_order;
  } files[] = {
    { "oracle/training/P1_philly_ee9e8c_4w.csv", "peer-jobs", 441, 0, 0 },
    { "oracle/training/P2_philly_6c71a0_1w.csv", "peer-jobs", 3058, 0, 0 },
    { "traces/tiresias/60_job.csv", "tiresias", 60, 0, 0 },
    { "traces/chronus/trace_job_Philly_MIX1.csv", "chronus", 30940, 184, 15441 },
    { "traces/chronus/trace_job_Philly_SLO.csv", "chronus", 30940, 205, 15523 },
    { "traces/elasticflow/philly_103959.csv", "elasticflow", 876, 0, 0 },
    { "traces/elasticflow/elasticVpollux_e.csv", "elasticflow", 195, 0, 0 },
    { "traces/muri/trace1.csv", "muri", 1494, 0, 0 },
    { "traces/muri/trace2.csv", "muri", 5755, 0, 0 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = sw_trial_shared (files[i].file);
      if (path == NULL)
        SKIP ("traces of training clusters are not there");
      SwTrial t = { 0 };
      sw_trial_path (&t, path);
      CHECK_NO_ERROR (t.error);
      CHECK_STR (t.report.profile, files[i].profile);
      CHECK_INT (t.report.read, files[i].read);
      CHECK_INT (t.report.dropped, files[i].dropped);
      CHECK_INT (t.report.out_of_order, files[i].out_of_order);
      sw_trial_clear (&t);
    }
}

static void
real_traces_come_back (void)
{
  static const char *const files[]
      = { "traces/openb/openb_pod_list_gpushare40.csv", "traces/pollux/philly.csv",
          "traces/swf/NASA-iPSC-1993-3.1-cln.swf", "traces/chronus/trace_job_Philly_MIX1.csv",
          "oracle/training/P1_philly_ee9e8c_4w.csv" };
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = sw_trial_shared (files[i]);
      if (path == NULL)
        SKIP ("real traces are not there");
      SwTrial t = { 0 }, again = { 0 };
      char *folder = sw_test_folder ();
      g_autofree char *copy = g_build_filename (folder, "out.csv", NULL);
      sw_trial_path (&t, path);
      CHECK_TRUE (sw_export_jobs (t.table, &t.report, copy, NULL));
      sw_trial_path (&again, copy);
      g_autofree char *before = sw_job_table_hash (t.table);
      g_autofree char *after = again.table != NULL ? sw_job_table_hash (again.table) : NULL;
      CHECK_STR (after, before);
      sw_trial_clear (&t);
      sw_trial_clear (&again);
      sw_test_remove (folder);
    }
}

SW_CHECKS ("import-traces", { "openb pods", openb_pods },
           { "openb default in detail", openb_default_in_detail },
           { "openb without times", openb_without_times }, { "openb nodes", openb_nodes },
           { "pollux", pollux }, { "standard workload files", standard_workload_files },
           { "peers and kin", peers_and_kin }, { "real traces come back", real_traces_come_back })
