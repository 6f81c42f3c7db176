/* The canonical format: modes of GPU use, gangs, round trips, the side file, and nodes. */
#include "sw-trial.h"

#include <string.h>

#define S SW_SECOND

static void
modes_of_gpu_use (void)
{
  SwTrial t = { 0 };
  sw_trial_text (
      &t,
      "job_id,submit_s,duration_s,tasks,gpus_per_task,gpu_mode,mig_profile,gpu_mem_mib,"
      "gpu_sm_pct,gpu_models\n"
      "whole,0,1,2,4,,,,,A|B|A\nshare,0,1,1,0.46,share,,3000,46,T4|P100\n"
      "cap,0,1,1,2,,,3000,,\npct,0,1,1,2,share,,,30.5,\nmig,0,1,1,3,mig,1g.10gb,,,\n"
      "mig2,0,1,1,1,,1g.10gb,,,\nnone,0,1,1,0,,,,,\n"
      "x1,0,1,1,1,mig,,,,\nx2,0,1,1,0.5,mig,1g.5gb,,,\nx3,0,1,1,0,whole,,,,\nx4,0,1,1,1,none,,,,\n"
      "x5,0,1,1,0.5,whole,,,,\nx6,0,1,1,1,half,,,,\nx7,0,1,1,0.5,share,,,40,\n"
      "x8,0,1,1,1,share,,,0,\nx9,0,1,1,1,share,,,101,\n");
  CHECK_INT (t.table->n, 7);
  CHECK_STR (sw_strings_get (t.table->strings, sw_trial_group (&t, "whole")->models), "A|B|A");
  CHECK_INT (sw_trial_noted (&t, "gpu_models name a model twice"), 1);
  const SwGroupRow *g = sw_trial_group (&t, "share");
  CHECK_INT (g->mode, SW_GPU_SHARE);
  CHECK_INT (g->gpu_milli, 460);
  CHECK_INT (g->gpu_mem_mib, 3000);
  g = sw_trial_group (&t, "cap");
  CHECK_INT (g->mode, SW_GPU_SHARE);
  CHECK_INT (g->gpus, 2);
  CHECK_INT (g->gpu_milli, 1000);
  CHECK_INT (sw_trial_group (&t, "pct")->gpu_milli, 305);
  CHECK_INT (sw_trial_group (&t, "mig")->gpus, 3);
  CHECK_INT (sw_trial_group (&t, "mig2")->mode, SW_GPU_MIG);
  CHECK_INT (sw_trial_group (&t, "none")->mode, SW_GPU_NONE);
  CHECK_INT (t.report.drops->len, 9);
  CHECK_INT (t.report.dropped, 9);
  sw_trial_clear (&t);
}

/* Case C-03: a request that does not say how much memory may have all of it; nothing is more than
   the whole of a GPU. */
static void
shares_without_amounts (void)
{
  SwTrial t = { 0 };
  sw_trial_text (&t, "job_id,submit_s,duration_s,gpus_per_task,gpu_mode,gpu_mem_mib\n"
                     "P1,0,100,1,share,\nP2,10,5,1,share,2000\nP3,10,5,2,share,2000\n"
                     "P4,10,5,2,share,\nP5,10,5,1,,2000\n");
  CHECK_INT (t.report.dropped, 0);
  static const guint32 gpus[] = { 1, 1, 2, 2, 1 }, caps[] = { 0, 2000, 2000, 0, 2000 };
  for (guint i = 0; i < G_N_ELEMENTS (gpus); i++)
    {
      g_autofree char *id = g_strdup_printf ("P%u", i + 1);
      const SwGroupRow *g = sw_trial_group (&t, id);
      CHECK_INT (g->mode, SW_GPU_SHARE);
      CHECK_INT (g->tasks, 1);
      CHECK_INT (g->gpus, gpus[i]);
      CHECK_INT (g->gpu_milli, 1000);
      CHECK_INT (g->gpu_mem_mib, caps[i]);
    }
  sw_trial_clear (&t);
}

/* Case C-02: a request for a slice is for that and for no GPU beside it. */
static void
a_slice_is_no_gpu (void)
{
  SwTrial t = { 0 };
  sw_trial_text (&t, "job_id,submit_s,duration_s,gpus_per_task,mig_profile\n"
                     "P1,0,1,1,\nP2,0,1,1,1g.5gb\n");
  CHECK_INT (sw_trial_group (&t, "P1")->mode, SW_GPU_WHOLE);
  CHECK_INT (sw_trial_group (&t, "P1")->mig_profile, 0);
  const SwGroupRow *g = sw_trial_group (&t, "P2");
  CHECK_INT (g->mode, SW_GPU_MIG);
  CHECK_STR (sw_strings_get (t.table->strings, g->mig_profile), "1g.5gb");
  CHECK_INT (sw_job_table_gpus (t.table, t.table->demand[1]), 1);
  CHECK_INT (t.table->demands[t.table->demand[1]].n_groups, 1);
  sw_trial_clear (&t);
}

static void
fractions_take_whole_gpus (void)
{
  SwTrial t = { .options.fractions = SW_GPU_FRACTION_WHOLE };
  sw_trial_text (&t, "job_id,submit_s,duration_s,gpus_per_task,mig_profile\n"
                     "a,0,1,0.3,\nb,0,1,2,\nc,0,1,3,1g.5gb\nd,0,1,0.5,\n");
  CHECK_INT (sw_trial_group (&t, "a")->mode, SW_GPU_WHOLE);
  CHECK_INT (sw_trial_group (&t, "a")->gpus, 1);
  CHECK_INT (sw_trial_group (&t, "a")->gpu_milli, 1000);
  CHECK_INT (sw_trial_group (&t, "c")->mode, SW_GPU_WHOLE);
  CHECK_INT (sw_trial_group (&t, "c")->gpus, 3);
  CHECK_TRUE (sw_trial_group (&t, "a") == sw_trial_group (&t, "d"));
  CHECK_INT (sw_trial_noted (&t, "gpus is part of a GPU and takes a whole one"), 3);
  CHECK_INT (t.table->flags[1], 0);
  CHECK_INT (t.table->flags[0], SW_JOB_ROUNDED_UP);
  sw_trial_clear (&t);
}

#define GANG "job_id,gang_id,submit_s,duration_s,tasks,gpus_per_task\n"

static void
rows_of_a_gang (void)
{
  SwTrial t = { 0 };
  sw_trial_text (&t, GANG "a,G,0,10,1,8\nx,,0,5,1,1\nb,G,0,10,2,4\nc,G,0,10,1,0\n");
  CHECK_INT (t.report.read, 4);
  CHECK_INT (t.report.kept, 2);
  CHECK_INT (t.report.merged, 2);
  const guint32 job = sw_trial_job (&t, "G"), demand = t.table->demand[job];
  CHECK_INT (t.table->demands[demand].n_groups, 3);
  CHECK_INT (sw_job_table_gpus (t.table, demand), 16);
  CHECK_INT (sw_job_table_tasks (t.table, demand), 4);
  CHECK_INT (t.table->row[job], 2);
  sw_trial_text (&t, GANG "a,G,0,10,1,8\nb,G,1,10,2,4\n");
  CHECK_ERROR (t.error, SW_ERROR_INPUT, "trace.csv:3:2: column gang_id: \"G\": times");
  sw_trial_text (&t, GANG "a,G,0,10,1,8\nb,G,0,x,2,4\n");
  CHECK_ERROR (t.error, SW_ERROR_INPUT, "a row of gang \"G\" cannot be left out alone");
  sw_trial_text (&t, GANG "a,G,0,10,1,8\na,G,0,10,1,8\n");
  CHECK_ERROR (t.error, SW_ERROR_INPUT, "id \"a\" was seen before in a gang");
  sw_trial_text (&t, GANG "G,,0,10,1,8\na,G,0,10,1,8\n");
  CHECK_ERROR (t.error, SW_ERROR_INPUT, "a job of this id is on line 2");
  sw_trial_clear (&t);
}

static void
dependencies_by_id (void)
{
  SwTrial t = { 0 };
  sw_trial_text (&t, "job_id,submit_s,gpus_per_task,duration_s,depends_on\n"
                     "c,2,1,1,a;b; a\nb,1,1,1,\na,0,1,1,\n");
  const guint32 c = sw_trial_job (&t, "c");
  CHECK_INT (t.table->dep_first[c + 1] - t.table->dep_first[c], 2);
  sw_trial_text (&t, "job_id,submit_s,gpus_per_task,duration_s,depends_on\nc,2,1,1,zz\n");
  CHECK_ERROR (t.error, SW_ERROR_INPUT, "zz");
  sw_trial_clear (&t);
}

#define EVERYTHING                                                                                 \
  "job_id,gang_id,group_id,name,user,tenant,queue,kind,submit_s,eligible_s,duration_s,"            \
  "time_limit_s,estimate_s,deadline_s,wait_slo_s,slo_class,tasks,min_tasks,max_tasks,"             \
  "tasks_per_node_max,gpus_per_task,gpu_mode,gpu_sm_pct,gpu_mem_mib,mig_profile,gpu_models,"       \
  "gpu_mem_peak_mib,gpu_mem_ramp_s,gpu_util_pct,sm_active_pct,dram_active_pct,slowdown_limit,"     \
  "job_type,cpus_per_task,mem_mib_per_task,topology,priority,preemptible,ckpt_interval_s,"         \
  "ckpt_cost_s,restart_cost_s,max_restarts,fails,fail_after_s,depends_on,obs_start_s,obs_end_s,"   \
  "obs_state,flags\n"                                                                              \
  "\"a,\"\"x\"\"\",,g1,\" n\nm\",u1,t1,q1,train,5.000000001,6,10.5,20,-3,100,30,strict,4,2,8,2,2," \
  "whole,,,,A|B,20000,60.5,98.1234,50,0,1.25,\"Res, 16\","                                         \
  "1.5,100,rack,7,1,60,1,2,3,1,4.25,,5.5,16,completed,clamped\n"                                   \
  "b1,gang,,,u2,,,,1,,10,,,,,,1,,,,0.46,share,,300,,,512,,,,,,,,,switch,-1,0,,,,,all,,\"a,"        \
  "\"\"x\"\"\",,,,\n"                                                                              \
  "b2,gang,,,u2,,,,1,,10,,,,,,2,,,,1,mig,,,1g.5gb,,,,,,33,2,bert,0.001,1,switch,-1,0,,,,,all,,,,," \
  ",\n"                                                                                            \
  "c,,,,,,,,0,,0,,,,,,1,,,,3,share,12.5,,,T4,,,,,,,,,,,,,,,,0,0,,,,,,\n"                           \
  "d,,,,,,,,9,,1,,,,,,1,,,,0,none,,,,,,,,,,,,2,3,,,,,,,,,,,,,preempted,warm_start;end_missing\n"

/* What a job truly does on its GPUs. */
static void
use_of_gpus (void)
{
#define USE                                                                                        \
  "job_id,submit_s,duration_s,gpus_per_task,gpu_mem_peak_mib,gpu_mem_ramp_s,"                      \
  "gpu_util_pct,sm_active_pct,dram_active_pct,slowdown_limit,job_type\n"
  SwTrial t = { 0 };
  sw_trial_text (&t, USE "a,0,1,1,3000.5,60,55.5,40,0.0001,1.25,resnet\nb,0,1,1,,,,,,,\n"
                         "x1,0,1,1,5e9,,,,,,\nx2,0,1,1,,-1,,,,,\nx3,0,1,1,,,100.1,,,,\n"
                         "x4,0,1,1,,,,-3,,,\nx5,0,1,1,,,,,,0.99,\nx6,0,1,1,-1,,,,,,\n");
  CHECK_INT (t.table->n, 2);
  CHECK_INT (t.table->gpu_mem_peak[0], 3001);
  CHECK_TIME (t.table->gpu_mem_ramp[0], 60 * S);
  CHECK_INT (t.table->gpu_util[0], 555000);
  CHECK_INT (t.table->sm_active[0], 400000);
  CHECK_INT (t.table->dram_active[0], 1);
  CHECK_INT (t.table->slowdown_limit[0], 1250);
  CHECK_STR (sw_strings_get (t.table->strings, t.table->job_type[0]), "resnet");
  CHECK_INT (t.table->gpu_mem_peak[1], G_MAXUINT32);
  CHECK_TIME (t.table->gpu_mem_ramp[1], SW_TIME_NONE);
  CHECK_INT (t.table->gpu_util[1], G_MAXUINT32);
  CHECK_INT (t.table->slowdown_limit[1], G_MAXUINT32);
  CHECK_INT (t.table->job_type[1], 0);
  CHECK_INT (sw_trial_dropped (&t, "gpu_mem_peak is out of range"), 1);
  CHECK_INT (sw_trial_dropped (&t, "gpu_mem_ramp is below 0"), 1);
  CHECK_INT (sw_trial_dropped (&t, "gpu_util is above 100 % of a GPU"), 1);
  CHECK_INT (sw_trial_dropped (&t, "slowdown_limit is below 1"), 1);
  CHECK_INT (t.report.dropped, 6);
  sw_trial_clear (&t);
}

/* Case E-02: whether a column is a sum over GPUs is said once, not guessed for each row. */
static void
activity_as_a_sum (void)
{
#define SUMS "job_id,submit_s,duration_s,gpus_per_task,tasks,gpu_util_pct,gpu_mem_peak_mib\n"
  SwTrial t = { 0 };
  sw_trial_set (&t, "field gpu_util.counts=job");
  sw_trial_set (&t, "field gpu_mem_peak.counts=job");
  sw_trial_text (&t, SUMS "a,0,1,2,2,396,10001\nb,0,1,1,1,130,\n");
  CHECK_INT (t.table->n, 1);
  CHECK_INT (t.table->gpu_util[0], 990000);
  CHECK_INT (t.table->gpu_mem_peak[0], 2501);
  CHECK_INT (sw_trial_dropped (&t, "gpu_util is above 100 % of a GPU"), 1);
  t.options.clamp = TRUE;
  sw_trial_text (&t, SUMS "a,0,1,2,2,396,\nb,0,1,1,1,130,\n");
  CHECK_INT (t.table->n, 2);
  CHECK_INT (t.table->gpu_util[1], 1000000);
  CHECK_INT (t.table->flags[1], SW_JOB_CLAMPED);
  CHECK_INT (sw_trial_noted (&t, "gpu_util is above 100 % of a GPU and is taken as 100 %"), 1);
  sw_trial_clear (&t);
}

/* Names of recorded columns that stand for the same. */
static void
use_as_observed (void)
{
  SwTrial t = { 0 };
  sw_trial_text (&t, "job_id,submit_s,duration_s,gpus_per_task,obs_gpu_util,obs_gpu_mem_max_mib,"
                     "gpu_mem_peak_mib\na,0,1,1,50,2000,\nb,0,1,1,,2000,1000\n");
  CHECK_INT (t.table->gpu_util[0], 500000);
  CHECK_INT (t.table->gpu_mem_peak[0], 2000);
  CHECK_INT (t.table->gpu_mem_peak[1], 1000);
  sw_trial_clear (&t);
}

static void
use_in_gangs (void)
{
#define USES "job_id,gang_id,submit_s,duration_s,gpus_per_task,gpu_mem_peak_mib,gpu_mem_ramp_s\n"
  SwTrial t = { 0 };
  sw_trial_text (&t, USES "a,G,0,10,0,,\nb,G,0,10,2,100,5\nc,G,0,10,1,100,\n");
  CHECK_NO_ERROR (t.error);
  CHECK_INT (t.table->gpu_mem_peak[0], 100);
  CHECK_TIME (t.table->gpu_mem_ramp[0], 5 * S);
  sw_trial_text (&t, USES "a,G,0,10,1,100,\nb,G,0,10,2,101,\n");
  CHECK_ERROR (t.error, SW_ERROR_INPUT, "trace.csv:3:2: column gang_id: \"G\": use of GPUs");
  sw_trial_text (&t, USES "a,G,0,10,1,,4\nb,G,0,10,2,,5\n");
  CHECK_ERROR (t.error, SW_ERROR_INPUT, "from line 2");
  sw_trial_clear (&t);
}

static void
check_round_trip (SwTrial *t, const char *name)
{
  g_autofree char *before = sw_job_table_hash (t->table);
  char *folder = sw_test_folder ();
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;
  CHECK_TRUE (sw_export_jobs (t->table, &t->report, path, &error));
  CHECK_NO_ERROR (error);
  SwTrial again = { 0 };
  sw_trial_path (&again, path);
  CHECK_NO_ERROR (again.error);
  CHECK_STR (again.report.profile, "canonical-jobs");
  CHECK_INT (again.report.dropped, 0);
  if (again.table != NULL)
    {
      g_autofree char *after = sw_job_table_hash (again.table);
      CHECK_STR (after, before);
    }
  sw_trial_clear (&again);
  sw_test_remove (folder);
}

static void
everything_comes_back (void)
{
  SwTrial t = { 0 };
  sw_trial_text (&t, EVERYTHING);
  CHECK_NO_ERROR (t.error);
  CHECK_INT (t.report.dropped, 0);
  CHECK_INT (t.table->n, 4);
  check_round_trip (&t, "out.csv");
  check_round_trip (&t, "out.csv.gz");
  sw_trial_clear (&t);
}

static void
the_side_file (void)
{
  SwTrial t = { 0 };
  sw_trial_text (&t,
                 "timestamp,duration,num_gpus,gpu_time,cluster\n"
                 "2017-10-09 07:01:55,66.0,2,66.0,6214e9\n2017-10-09 06:13:03,x,1,1.0,103959\n");
  CHECK_STR (sw_strings_get (t.table->strings, t.table->tenant[0]), "6214e9");
  char *folder = sw_test_folder ();
  g_autofree char *path = g_build_filename (folder, "out.csv", NULL);
  CHECK_TRUE (sw_export_jobs (t.table, &t.report, path, NULL));
  g_autofree char *meta = sw_test_read (folder, "out.csv.meta");
  CHECK_CONTAINS (meta, "[meta]\nformat = 1\norigin = 2017-10-09T14:01:55Z\n");
  CHECK_CONTAINS (meta, "profile = pollux\n");
  CHECK_CONTAINS (meta, "zone = America/Los_Angeles\n");
  CHECK_CONTAINS (meta, "rows_read = 2\nrows_kept = 1\nrows_merged = 0\nrows_dropped = 1\n");
  CHECK_CONTAINS (meta, "drops = 1 duration is not a number\n");
  SwTrial again = { 0 };
  sw_trial_path (&again, path);
  CHECK_TIME (again.table->origin_utc, t.table->origin_utc);
  CHECK_STR (again.report.licence, t.report.licence);
  CHECK_STR (again.report.zone, t.report.zone);
  g_free (sw_test_write (folder, "out.csv.meta", "[meta]\nformat = 1\norigin = soon\n"));
  sw_trial_path (&again, path);
  CHECK_ERROR (again.error, SW_ERROR_INPUT, "out.csv.meta:3:10: \"soon\"");
  sw_trial_clear (&again);
  sw_trial_clear (&t);
  sw_test_remove (folder);
}

static void
exports_fail_whole (void)
{
  SwTrial t = { 0 };
  g_autoptr (GError) error = NULL;
  sw_trial_text (&t, "job_id,submit_s,gpus_per_task,duration_s\na,0,1,1\n");
  CHECK_FALSE (sw_export_jobs (t.table, NULL, "/nowhere/at/all.csv", &error));
  CHECK_TRUE (error != NULL);
  sw_trial_clear (&t);
}

static const SwNodeRow *
node (const SwTrial *t, guint32 i)
{
  return sw_node_table_row (t->nodes, i);
}

static const char *
name (const SwTrial *t, guint32 number)
{
  return sw_strings_get (t->nodes->strings, number);
}

static void
lists_of_nodes (void)
{
  SwTrial t = { 0 };
  sw_trial_nodes_text (&t, "node_id,node_prefix,count,gpu_model,gpus,cpus,mem_mib,pool,"
                           "switch_path,from_s,to_s,price_per_hour\n"
                           "n1,,,A100,8,96,1000,core,s1/r1,,,3\nn2,,,,0,1.5,,,r9,10,20,\n"
                           ",g-,3,H100,4,,,flex,a/b/c,0.5,,\nx,,,,2,,,,,,,\ny,,,T4,65,,,,,,,\n"
                           ",,,T4,1,,,,,,,\nz,,,T4,1,,,,,20,10,\n");
  CHECK_NO_ERROR (t.error);
  CHECK_INT (sw_node_table_count (t.nodes), 5);
  CHECK_STR (name (&t, node (&t, 0)->id), "n1");
  CHECK_STR (name (&t, node (&t, 0)->pool), "core");
  CHECK_STR (name (&t, node (&t, 0)->model), "A100");
  CHECK_STR (name (&t, node (&t, 0)->top_switch), "s1");
  CHECK_STR (name (&t, node (&t, 0)->rack), "s1/r1");
  CHECK_INT (node (&t, 0)->cpu_milli, 96000);
  CHECK_TIME (node (&t, 0)->to, SW_TIME_INF);
  CHECK_STR (name (&t, node (&t, 1)->pool), "pool");
  CHECK_INT (node (&t, 1)->model, 0);
  CHECK_INT (node (&t, 1)->mem_mib, -1);
  CHECK_INT (node (&t, 1)->top_switch, 0);
  CHECK_TIME (node (&t, 1)->to, 20 * S);
  CHECK_STR (name (&t, node (&t, 4)->id), "g-2");
  CHECK_STR (name (&t, node (&t, 4)->top_switch), "a/b");
  CHECK_TIME (node (&t, 4)->from, S / 2);
  CHECK_INT (t.report.kept, 3);
  CHECK_INT (sw_trial_dropped (&t, "gpu_models is empty on a node with GPUs"), 1);
  CHECK_INT (sw_trial_dropped (&t, "gpus is out of range"), 1);
  CHECK_INT (sw_trial_dropped (&t, "id is empty"), 1);
  CHECK_INT (sw_trial_dropped (&t, "to is not after from"), 1);
  sw_trial_clear (&t);
}

static void
nodes_come_back (void)
{
  SwTrial t = { 0 }, again = { 0 };
  sw_trial_nodes_text (&t, "node_id,gpu_model,gpus,cpus,switch_path,from_s,to_s\n"
                           "a,A100,8,1.5,s/r,0,10\na,A100,4,,s/,10,\nb,,0,,r,,\n");
  CHECK_INT (sw_node_table_count (t.nodes), 3);
  char *folder = sw_test_folder ();
  g_autofree char *path = g_build_filename (folder, "nodes.csv", NULL);
  CHECK_TRUE (sw_export_nodes (t.nodes, &t.report, path, NULL));
  sw_trial_nodes_path (&again, path);
  CHECK_NO_ERROR (again.error);
  for (guint32 i = 0; i < 3; i++)
    {
      const SwNodeRow *x = node (&t, i), *y = node (&again, i);
      CHECK_STR (name (&again, y->id), name (&t, x->id));
      CHECK_STR (name (&again, y->rack), name (&t, x->rack));
      CHECK_STR (name (&again, y->top_switch), name (&t, x->top_switch));
      CHECK_INT (y->gpus, x->gpus);
      CHECK_INT (y->cpu_milli, x->cpu_milli);
      CHECK_TIME (y->from, x->from);
      CHECK_TIME (y->to, x->to);
    }
  sw_test_remove (folder);
  sw_trial_clear (&again);
  sw_trial_clear (&t);
}

static void
nodes_seen_before (void)
{
  const char *text = "node_id,gpu_model,gpus,from_s,to_s\na,T4,1,,10\na,T4,1,5,\na,T4,1,10,\n";
  SwTrial t = { 0 };
  sw_trial_nodes_text (&t, text);
  CHECK_ERROR (t.error, SW_ERROR_INPUT, "trace.csv:3:1:");
  t.options.duplicates = SW_DUPLICATE_KEEP_FIRST;
  sw_trial_nodes_text (&t, text);
  CHECK_INT (sw_node_table_count (t.nodes), 2);
  CHECK_INT (t.report.dropped, 1);
  t.options.duplicates = SW_DUPLICATE_RENAME;
  sw_trial_nodes_text (&t, text);
  CHECK_INT (sw_node_table_count (t.nodes), 3);
  CHECK_STR (name (&t, node (&t, 1)->id), "a#2");
  sw_trial_clear (&t);
}

SW_CHECKS ("import-canonical", { "modes of GPU use", modes_of_gpu_use },
           { "C-03 shares without amounts", shares_without_amounts },
           { "C-02 a slice is no GPU", a_slice_is_no_gpu },
           { "fractions take whole GPUs", fractions_take_whole_gpus },
           { "rows of a gang", rows_of_a_gang }, { "dependencies by id", dependencies_by_id },
           { "use of GPUs", use_of_gpus }, { "activity as a sum", activity_as_a_sum },
           { "use as observed", use_as_observed }, { "use in gangs", use_in_gangs },
           { "everything comes back", everything_comes_back }, { "the side file", the_side_file },
           { "exports fail whole", exports_fail_whole }, { "lists of nodes", lists_of_nodes },
           { "nodes come back", nodes_come_back }, { "nodes seen before", nodes_seen_before })
