/* Scenarios: every fault at once with its place, layers and origins, paths, GPU models, and the
 * text that loads back. */
#include <string.h>

#include "sw-check.h"
#include "sw-fleet.h"
#include "sw-scenario.h"
#include "sw-workload.h"

#define JOBS                                                                                       \
  "job_id,submit_s,duration_s,gpus_per_task\n"                                                     \
  "a,0,10,1\nb,5,20,2\nc,9,5,1\n"

#define GOOD "[workload]\ntrace = jobs.csv\n[pool p]\ngpu = T4\nnodes = 2\ngpus_per_node = 4\n"

/* A folder with jobs.csv in it, and what was loaded from there. */
typedef struct
{
  char *folder;
  SwCatalogue *catalogue;
  SwScenario *scenario;
  GError *error;
} Fixture;

static void
fixture_init (Fixture *f)
{
  *f = (Fixture){ .folder = sw_test_folder () };
  f->catalogue = sw_catalogue_new (&f->error);
  CHECK_NO_ERROR (f->error);
  g_autofree char *jobs = sw_test_write (f->folder, "jobs.csv", JOBS);
}

static void
fixture_clear (Fixture *f)
{
  g_clear_pointer (&f->scenario, sw_scenario_free);
  g_clear_error (&f->error);
  sw_catalogue_free (f->catalogue);
  sw_test_remove (f->folder);
}

/* Loads text as FOLDER/s.ini with settings (NULL-terminated or NULL). */
static SwScenario *
load (Fixture *f, const char *text, const char *const *settings)
{
  g_clear_pointer (&f->scenario, sw_scenario_free);
  g_clear_error (&f->error);
  g_autofree char *path = sw_test_write (f->folder, "s.ini", text);
  const SwScenarioSource source = { .path = path, .settings = settings };
  f->scenario = sw_scenario_load (&source, f->catalogue, &f->error);
  return f->scenario;
}

/* The scenario is refused with this code, and the message holds part. */
static void
check_refused (const char *text, int code, const char *part)
{
  Fixture f;
  fixture_init (&f);
  CHECK_TRUE (load (&f, text, NULL) == NULL);
  CHECK_ERROR (f.error, code, part);
  fixture_clear (&f);
}

static guint
n_lines (const char *text)
{
  guint n = 1;
  for (const char *p = text; *p; p++)
    n += *p == '\n';
  return n;
}

/* M-01 */
static void
all_faults_at_once (void)
{
  Fixture f;
  fixture_init (&f);
  load (&f,
        "[workload]\n"
        "trace = nowhere.csv\n"
        "prempt_keeps = all\n"
        "[pool p]\n"
        "gpu = T4\n"
        "nodez = 2\n"
        "gpus_per_node = many\n"
        "[policy]\n"
        "queue = fifoo\n"
        "preempt_keep = all\n"
        "[slo]\n"
        "wait = 15\n"
        "[polcy]\n",
        NULL);
  CHECK_ERROR (f.error, SW_ERROR_INPUT, "s.ini:2:9: ");
  CHECK_CONTAINS (f.error->message, "nowhere.csv");
  CHECK_CONTAINS (f.error->message, "s.ini:3:1: unknown key 'prempt_keeps'");
  CHECK_CONTAINS (f.error->message, "s.ini:6:1: unknown key 'nodez'");
  CHECK_CONTAINS (f.error->message, "'nodes'");
  CHECK_CONTAINS (f.error->message, "s.ini:7:17: ");
  CHECK_CONTAINS (f.error->message, "s.ini:9:9: ");
  CHECK_CONTAINS (f.error->message, "fifo");
  CHECK_CONTAINS (f.error->message, "s.ini:10:1: unknown key 'preempt_keep'");
  CHECK_CONTAINS (f.error->message, "'preempt_keeps'");
  CHECK_CONTAINS (f.error->message, "s.ini:12:8: ");
  CHECK_CONTAINS (f.error->message, "s.ini:13:1: unknown group [polcy]");
  CHECK_CONTAINS (f.error->message, "[policy]");
  CHECK_CONTAINS (f.error->message, "s.ini:4:1: [pool p] needs nodes");
  CHECK_INT (n_lines (f.error->message), 9);
  fixture_clear (&f);
}

static void
a_bad_value_is_one_fault (void)
{
  Fixture f;
  fixture_init (&f);
  load (&f, "[workload]\ntrace = jobs.csv\n[pool p]\ngpu = T4\nnodes = x\ngpus_per_node = y\n",
        NULL);
  CHECK_ERROR (f.error, SW_ERROR_INPUT, "s.ini:5:9: ");
  CHECK_CONTAINS (f.error->message, "s.ini:6:17: ");
  CHECK_INT (n_lines (f.error->message), 2);
  fixture_clear (&f);
}

static void
groups_are_checked_as_a_whole (void)
{
  check_refused ("[pool p]\ngpu = T4\nnodes = 1\ngpus_per_node = 1\n", SW_ERROR_INPUT,
                 "[workload] needs a trace");
  check_refused ("[workload]\ntrace = jobs.csv\n", SW_ERROR_INPUT, "no [pool NAME]");
  check_refused (GOOD "racks_per_switch = 2\n", SW_ERROR_INPUT, "nodes_per_rack");
  check_refused (GOOD "node_list = jobs.csv\n", SW_ERROR_INPUT, "comes from the node list");
  check_refused (GOOD "from = 2h\nto = 1h\n", SW_ERROR_INPUT, "s.ini:8:6: ");
  check_refused (GOOD "sharing = mig\n", SW_ERROR_INPUT, "cannot be partitioned");
  check_refused (GOOD "sharing = tiem\n", SW_ERROR_INPUT, "sharing");
  check_refused (GOOD "sharing = shared\nmax_tenants = 0\n", SW_ERROR_INPUT, "s.ini:8:15: ");
  check_refused (GOOD "sharing = timeslice\nmax_tenants = 1001\n", SW_ERROR_INPUT, "s.ini:8:15: ");
  check_refused ("[workload]\ntrace = jobs.csv\n[pool p]\nnodes = 2\ngpus_per_node = 4\n",
                 SW_ERROR_INPUT, "needs gpu = MODEL");
  check_refused ("[workload]\ntrace = jobs.csv\n[pool p]\nnodes = 2\ngpu = T4\n", SW_ERROR_INPUT,
                 "needs gpus_per_node");
  check_refused (GOOD "[workload]\nlimit_factor = 2\n", SW_ERROR_INPUT, "limits = exact");
  check_refused (GOOD "[workload]\nprofile = openb-pod\n", SW_ERROR_INPUT, "'openb-pods'");
  check_refused (GOOD "[workload]\nzone = Europe/Berlim\n", SW_ERROR_INPUT, "zone");
  check_refused (GOOD "[workload]\nwindow = 12h\n", SW_ERROR_INPUT, "FROM..TO");
  check_refused (GOOD "[workload]\nwindow = ..\n", SW_ERROR_INPUT, "FROM..TO");
  check_refused (GOOD "[workload]\nwindow = 3h..2h\n", SW_ERROR_INPUT, "ends before");
}

static void
plugins_have_a_code_of_their_own (void)
{
  check_refused (GOOD "[policy]\nplugins = ./none.so\nqueue = of-the-plug-in\n", SW_ERROR_POLICY,
                 "s.ini:8:11: ");
  check_refused (GOOD "nodez = 1\n[policy]\nplugins = ./none.so\n", SW_ERROR_INPUT, "none.so");
}

/* M-03 */
static void
a_value_can_be_taken_away (void)
{
  Fixture f;
  fixture_init (&f);
  g_autofree char *base
      = sw_test_write (f.folder, "base.ini", GOOD "[slo]\nwait = 1h\n[workload]\nload = 130%\n");
  SwScenario *s = load (&f, "include = base.ini\n[slo]\nwait =\n", NULL);
  CHECK_NO_ERROR (f.error);
  CHECK_TIME (s->wait_slo, SW_TIME_NONE);
  CHECK_INT (s->workload.transform.load_ppm, 1300000);
  g_autofree char *text = sw_scenario_text (s);
  CHECK_CONTAINS (text, "unset by ");
  CHECK_CONTAINS (text, "s.ini:3");
  CHECK_CONTAINS (text, "base.ini:10");

  const char *const settings[] = { "workload.load=", "pool.p.nodes=7", NULL };
  s = load (&f, "include = base.ini\n", settings);
  CHECK_NO_ERROR (f.error);
  CHECK_TIME (s->wait_slo, 3600 * SW_SECOND);
  CHECK_INT (s->workload.transform.load_ppm, 0);
  CHECK_INT (g_array_index (s->pools, SwPoolSpec, 0).nodes, 7);
  g_autofree char *again = sw_scenario_text (s);
  CHECK_CONTAINS (again, "# --set");
  fixture_clear (&f);
}

static void
defaults_are_neutral (void)
{
  Fixture f;
  fixture_init (&f);
  const SwScenario *s = load (&f, GOOD, NULL);
  CHECK_NO_ERROR (f.error);
  CHECK_STR (s->name, "s");
  CHECK_INT (s->seed, 1);
  CHECK_TIME (s->until, SW_TIME_INF);
  CHECK_STR (s->queue.text, "fifo");
  CHECK_STR (s->place.text, "first-fit");
  CHECK_STR (s->scale.text, "fixed");
  CHECK_REAL (s->across_nodes, 1, 0);
  CHECK_TRUE (s->write_jobs && s->write_timeline);
  CHECK_INT (s->workload.import.fractions, SW_GPU_FRACTION_WHOLE);
  CHECK_INT (s->workload.import.duplicates, SW_DUPLICATE_ERROR);
  fixture_clear (&f);
}

static void
paths_belong_to_the_file_that_names_them (void)
{
  Fixture f;
  fixture_init (&f);
  g_autofree char *inner = g_build_filename (f.folder, "inner", NULL);
  g_mkdir_with_parents (inner, 0700);
  g_autofree char *jobs = sw_test_write (inner, "own.csv", JOBS);
  g_autofree char *base = sw_test_write (inner, "base.ini", "[workload]\ntrace = own.csv\n");
  const SwScenario *s = load (
      &f, "include = inner/base.ini\n[pool p]\ngpu = T4\nnodes = 2\ngpus_per_node = 4\n", NULL);
  CHECK_NO_ERROR (f.error);
  CHECK_STR (s->workload.trace, jobs);
  fixture_clear (&f);
}

static SwScenario *
load_text (const char *text, const SwCatalogue *catalogue, GError **error)
{
  const SwScenarioSource source = { .text = text, .name = "folder/frozen" };
  return sw_scenario_load (&source, catalogue, error);
}

static void
a_frozen_scenario_loads_back (void)
{
  Fixture f;
  fixture_init (&f);
  const SwScenario *s
      = load (&f,
              GOOD "nodes_per_rack = 2\n[pool q]\ncpus = 1.5\nmemory = 8GiB\nnodes = 1\n"
                   "[workload]\nwindow = 1s..2h\nusers = a b\n"
                   "[policy]\nqueue = sjf by=estimate\n[gpu T4]\nspeed = 0.5\n",
              NULL);
  CHECK_NO_ERROR (f.error);
  g_autofree char *first = sw_scenario_frozen (s);
  g_autoptr (SwScenario) back = load_text (first, f.catalogue, &f.error);
  CHECK_NO_ERROR (f.error);
  g_autofree char *second = sw_scenario_frozen (back);
  CHECK_STR (second, first);
  CHECK_STR (back->name, "s");
  CHECK_STR (back->workload.trace, s->workload.trace);
  CHECK_STR (back->queue.text, s->queue.text);
  CHECK_STR (back->workload.transform.users[1], "b");
  CHECK_TIME (back->workload.to.t, 7200 * SW_SECOND);
  const SwPoolSpec *q = &g_array_index (back->pools, SwPoolSpec, 1);
  CHECK_INT (q->cpu_milli, 1500);
  CHECK_INT (q->mem_mib, 8192);
  CHECK_REAL (sw_scenario_speed (back, "T4"), 0.5, 0);
  fixture_clear (&f);
}

static void
windows_are_durations_or_instants (void)
{
  Fixture f;
  fixture_init (&f);
  const SwScenario *s = load (&f, GOOD "[workload]\nwindow = 1.5h..\n", NULL);
  CHECK_NO_ERROR (f.error);
  CHECK_TIME (s->workload.from.t, 5400 * SW_SECOND);
  CHECK_TIME (s->workload.to.t, SW_TIME_NONE);
  s = load (&f, GOOD "[workload]\nwindow = ..2017-10-09T00:00:10Z\n", NULL);
  CHECK_NO_ERROR (f.error);
  CHECK_TRUE (s->workload.to.absolute);
  CHECK_TIME (s->workload.to.t, 1507507210 * SW_SECOND);
  s = load (&f, GOOD "[workload]\nzone = Europe/Berlin\nwindow = 2017-10-09 02:00:00..\n", NULL);
  CHECK_NO_ERROR (f.error);
  CHECK_TIME (s->workload.from.t, 1507507200 * SW_SECOND);

  /* The trace has no absolute time. */
  g_autoptr (SwWorkloads) store = sw_workloads_new ();
  CHECK_TRUE (sw_workloads_get (store, s, 8, &f.error) == NULL);
  CHECK_ERROR (f.error, SW_ERROR_INPUT, "no absolute time");
  fixture_clear (&f);
}

/* ---- nodes ---- */

static void
counted_pools_become_nodes (void)
{
  Fixture f;
  fixture_init (&f);
  const SwScenario *s = load (&f,
                              "[workload]\ntrace = jobs.csv\n"
                              "[pool core]\ngpu = T4\nnodes = 12\ngpus_per_node = 4\ncpus = 8\n"
                              "nodes_per_rack = 2\nracks_per_switch = 3\n"
                              "[pool bare]\nnodes = 3\nfrom = 1h\nto = 2h\n",
                              NULL);
  CHECK_NO_ERROR (f.error);
  g_autoptr (SwFleet) fleet = sw_fleet_new (s, f.catalogue, &f.error);
  CHECK_NO_ERROR (f.error);
  CHECK_INT (sw_node_table_count (fleet->nodes), 15);
  CHECK_INT (fleet->gpus, 48);
  CHECK_INT (fleet->n_bare, 3);
  CHECK_INT (fleet->warnings->len, 0);
  CHECK_STR (sw_fleet_node_id (fleet, 0), "core-00");
  CHECK_STR (sw_fleet_node_id (fleet, 11), "core-11");
  CHECK_STR (sw_fleet_node_id (fleet, 14), "bare-2");
  const SwNodeRow *last = sw_node_table_row (fleet->nodes, 11);
  CHECK_STR (sw_strings_get (fleet->nodes->strings, last->rack), "core-rack5");
  CHECK_STR (sw_strings_get (fleet->nodes->strings, last->top_switch), "core-switch1");
  CHECK_INT (last->cpu_milli, 8000);
  CHECK_INT (last->mem_mib, -1);
  const SwNodeRow *bare = sw_node_table_row (fleet->nodes, 14);
  CHECK_TIME (bare->from, 3600 * SW_SECOND);
  CHECK_TIME (bare->to, 7200 * SW_SECOND);
  fixture_clear (&f);
}

static void
unknown_models_are_told_once (void)
{
  Fixture f;
  fixture_init (&f);
  static const char pools[] = "[workload]\ntrace = jobs.csv\n"
                              "[pool a]\ngpu = T5\nnodes = 2\ngpus_per_node = 1\n"
                              "[pool b]\ngpu = T5\nnodes = 2\ngpus_per_node = 1\n"
                              "[pool c]\ngpu = T6\nnodes = 2\ngpus_per_node = 1\n";
  const SwScenario *s = load (&f, pools, NULL);
  CHECK_NO_ERROR (f.error);
  g_autoptr (SwFleet) fleet = sw_fleet_new (s, f.catalogue, &f.error);
  CHECK_NO_ERROR (f.error);
  CHECK_INT (fleet->warnings->len, 1);
  CHECK_CONTAINS (fleet->warnings->pdata[0], "2 GPU models");
  CHECK_CONTAINS (fleet->warnings->pdata[0], "T5, T6");
  CHECK_REAL (g_array_index (fleet->speeds, double, 0), 1, 0);

  const char *const refs[] = { "workload.ref_gpu=T4", NULL };
  CHECK_TRUE (load (&f, pools, refs) == NULL);
  CHECK_ERROR (f.error, SW_ERROR_INPUT, "s.ini:4:7: ");
  CHECK_CONTAINS (f.error->message, "'T4'");
  CHECK_CONTAINS (f.error->message, "s.ini:12:7: ");

  const char *const given[] = { "workload.ref_gpu=T4", "gpu.T5.speed=0.5", "gpu.T6.speed=2", NULL };
  s = load (&f, pools, given);
  CHECK_NO_ERROR (f.error);
  fixture_clear (&f);
}

static void
speeds_are_relative_to_the_reference (void)
{
  Fixture f;
  fixture_init (&f);
  const SwScenario *s = load (&f,
                              GOOD "[pool q]\ngpu = V100-16-SXM2\nnodes = 1\ngpus_per_node = 1\n"
                                   "[pool r]\ngpu = V100\nnodes = 1\ngpus_per_node = 1\n"
                                   "[workload]\nref_gpu = T4\n[gpu V100]\nspeed = 9\n",
                              NULL);
  CHECK_NO_ERROR (f.error);
  g_autoptr (SwFleet) fleet = sw_fleet_new (s, f.catalogue, &f.error);
  CHECK_NO_ERROR (f.error);
  const double ratio
      = sw_catalogue_speed (f.catalogue, "V100-16-SXM2") / sw_catalogue_speed (f.catalogue, "T4");
  for (guint m = 0; m < fleet->models->len; m++)
    {
      const char *model = fleet->models->pdata[m];
      const double speed = g_array_index (fleet->speeds, double, m);
      CHECK_REAL (speed,
                  g_str_equal (model, "T4")     ? 1
                  : g_str_equal (model, "V100") ? 9
                                                : ratio,
                  1e-12);
    }
  fixture_clear (&f);
}

/* ---- workloads ---- */

/* D-06 */
static void
a_missing_column_is_one_error (void)
{
  Fixture f;
  fixture_init (&f);
  g_autofree char *jobs = sw_test_write (f.folder, "jobs.csv",
                                         "job_id,submit_s,duration_s,gpu_per_task\n"
                                         "a,0,10,1\nb,0,10,1\nc,0,10,1\n");
  const SwScenario *s = load (&f, GOOD "[workload]\nprofile = canonical-jobs\n", NULL);
  CHECK_NO_ERROR (f.error);
  g_autoptr (SwWorkloads) store = sw_workloads_new ();
  CHECK_TRUE (sw_workloads_get (store, s, 8, &f.error) == NULL);
  CHECK_ERROR (f.error, SW_ERROR_INPUT, "gpus_per_task");
  CHECK_CONTAINS (f.error->message, "gpu_per_task");
  CHECK_CONTAINS (f.error->message, "jobs.csv:1");
  fixture_clear (&f);
}

static void
a_trace_is_read_once (void)
{
  Fixture f;
  fixture_init (&f);
  g_autoptr (SwWorkloads) store = sw_workloads_new ();
  const SwScenario *s = load (&f, GOOD, NULL);
  const SwWorkload *one = sw_workloads_get (store, s, 8, &f.error);
  CHECK_NO_ERROR (f.error);
  const char *const seeds[] = { "scenario.seed=9", "policy.queue=greedy", NULL };
  s = load (&f, GOOD, seeds);
  const SwWorkload *two = sw_workloads_get (store, s, 16, &f.error);
  CHECK_TRUE (one == two);
  CHECK_INT (one->table->n, 3);

  const char *const scaled[] = { "workload.time_scale=200%", NULL };
  s = load (&f, GOOD, scaled);
  const SwWorkload *three = sw_workloads_get (store, s, 8, &f.error);
  CHECK_NO_ERROR (f.error);
  CHECK_TRUE (three != one && three->table != one->table);
  CHECK_TRUE (three->report == one->report);
  CHECK_TIME (three->table->submit[1], 10 * SW_SECOND);
  sw_workloads_hash (store);
  CHECK_FALSE (g_str_equal (three->hash, one->hash));
  fixture_clear (&f);
}

SW_CHECKS ("scenario", { "all faults at once", all_faults_at_once },
           { "a bad value is one fault", a_bad_value_is_one_fault },
           { "groups are checked as a whole", groups_are_checked_as_a_whole },
           { "plug-ins have a code of their own", plugins_have_a_code_of_their_own },
           { "a value can be taken away", a_value_can_be_taken_away },
           { "defaults are neutral", defaults_are_neutral },
           { "paths belong to the file that names them", paths_belong_to_the_file_that_names_them },
           { "a frozen scenario loads back", a_frozen_scenario_loads_back },
           { "windows are durations or instants", windows_are_durations_or_instants },
           { "counted pools become nodes", counted_pools_become_nodes },
           { "unknown models are told once", unknown_models_are_told_once },
           { "speeds are relative to the reference", speeds_are_relative_to_the_reference },
           { "a missing column is one error", a_missing_column_is_one_error },
           { "a trace is read once", a_trace_is_read_once })
