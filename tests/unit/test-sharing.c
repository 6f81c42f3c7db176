/* Scenarios that share GPUs: rules of pools, layouts, models and pairs of a fleet, and how jobs
 * load GPUs. */
#include "sw-behaviours.h"
#include "sw-check.h"
#include "sw-workload.h"

#define JOBS                                                                                       \
  "job_id,submit_s,duration_s,gpus_per_task,job_type,gpu_util_pct,sm_active_pct,dram_active_pct\n" \
  "a,0,10,1,decode,90,50,20\n"                                                                     \
  "b,1,10,1,,90,50,20\n"                                                                           \
  "c,2,10,1,llm-decode,,,\n"                                                                       \
  "d,3,10,1,,80,,\n"                                                                               \
  "e,4,10,1,,,,\n"                                                                                 \
  "f,5,10,1,decode,10,,\n"                                                                         \
  "g,6,10,1,llm-decode,40,,\n"                                                                     \
  "h,7,10,1,,90,50,20\n"

#define HEAD "[workload]\ntrace = jobs.csv\n"
#define POOL(name, gpu) "[pool " name "]\ngpu = " gpu "\nnodes = 2\ngpus_per_node = 2\n"

/* Jobs, a scenario and what is made of it. */
typedef struct
{
  char *folder;
  SwCatalogue *catalogue;
  SwScenario *scenario;
  SwFleet *fleet;
  SwWorkloads *store;
  const SwJobTable *table;
  SwBehaviours *behaviours;
  GError *error;
} Fixture;

static void
fixture_init_jobs (Fixture *f, const char *text, const char *rows)
{
  *f = (Fixture){ .folder = sw_test_folder (), .store = sw_workloads_new () };
  f->catalogue = sw_catalogue_new (&f->error);
  g_autofree char *jobs = sw_test_write (f->folder, "jobs.csv", rows);
  g_autofree char *pairs = sw_test_write (
      f->folder, "pairs.csv", "model,a,b,rate_a,rate_b\nv100,decode,llm-decode,0.75,0.5\n");
  g_autofree char *catalogue = sw_test_write (
      f->folder, "mine.ini", "[gpu Half]\nfp16_tflops = 156\nbandwidth_gbs = 500\nspeed = 0.4\n");
  g_autofree char *path = sw_test_write (f->folder, "s.ini", text);
  const SwScenarioSource source = { .path = path };
  f->scenario = sw_scenario_load (&source, f->catalogue, &f->error);
  if (f->scenario)
    f->fleet = sw_fleet_new (f->scenario, f->catalogue, &f->error);
  if (!f->fleet)
    return;
  const SwWorkload *workload = sw_workloads_get (f->store, f->scenario, 8, &f->error);
  CHECK_NO_ERROR (f->error);
  f->table = workload->table;
  f->behaviours = sw_behaviours_new (f->scenario, f->fleet, f->catalogue, f->table);
}

static void
fixture_init (Fixture *f, const char *text)
{
  fixture_init_jobs (f, text, JOBS);
}

static void
fixture_clear (Fixture *f)
{
  sw_behaviours_free (f->behaviours);
  sw_workloads_free (f->store);
  sw_fleet_free (f->fleet);
  sw_scenario_free (f->scenario);
  sw_catalogue_free (f->catalogue);
  g_clear_error (&f->error);
  sw_test_remove (f->folder);
}

/* ---- pools ---- */

static void
whole_pools_need_nothing (void)
{
  Fixture f;
  fixture_init (&f, HEAD POOL ("p", "T4"));
  CHECK_NO_ERROR (f.error);
  CHECK_TRUE (f.fleet->devices == NULL);
  CHECK_INT (f.scenario->workload.import.fractions, SW_GPU_FRACTION_WHOLE);
  CHECK_TRUE (f.behaviours != NULL && f.behaviours->known);
  fixture_clear (&f);
}

static void
rules_are_those_of_the_keys (void)
{
  Fixture f;
  fixture_init (
      &f,
      HEAD POOL ("w", "T4") POOL (
          "s", "T4") "sharing = shared\nchange_mode = yes\nenforcement = soft\nceiling = 120%\n"
                     "admission = compute\ncontention = sync\nkappa = 0.25\nthread_cap = share\n"
                     "max_tenants = 9\n" POOL ("t", "T4") "sharing = timeslice\n");
  CHECK_NO_ERROR (f.error);
  CHECK_INT (f.scenario->workload.import.fractions, SW_GPU_FRACTION_KEEP);
  CHECK_INT (f.fleet->devices->n_pools, 2);
  const SwPoolRules *s = &f.fleet->devices->pools[0], *t = &f.fleet->devices->pools[1];
  CHECK_STR (s->pool, "s");
  CHECK_INT (s->sharing, SW_SHARING_SHARED);
  CHECK_TRUE (s->change_mode && !s->promise_memory);
  CHECK_INT (s->max_tenants, 9);
  CHECK_INT (s->enforcement, SW_ENFORCE_SOFT);
  CHECK_REAL (s->ceiling, 1.2, 0);
  CHECK_INT (s->cap, SW_CAP_SHARE);
  CHECK_INT (s->contention.model, SW_CONTENTION_SYNC);
  CHECK_REAL (s->contention.kappa, 0.25, 0);
  CHECK_STR (t->pool, "t");
  CHECK_INT (t->sharing, SW_SHARING_TIMESLICE);
  CHECK_TRUE (!t->change_mode && t->promise_memory);
  CHECK_INT (t->max_tenants, 4);
  CHECK_INT (t->enforcement, SW_ENFORCE_NONE);
  CHECK_INT (t->contention.model, SW_CONTENTION_TURNS);
  CHECK_REAL (t->contention.epsilon, 0.1, 0);
  CHECK_INT (f.fleet->devices->n_models, 1);
  CHECK_INT (f.fleet->devices->models[0].usable_mib, 15109);
  CHECK_TRUE (f.fleet->devices->models[0].mig == NULL);
  fixture_clear (&f);
}

static void
layouts_are_parsed_for_the_model (void)
{
  Fixture f;
  fixture_init (&f, HEAD POOL ("a", "A30") "sharing = mig\nmig_layout = 4g ; balanced\n" POOL (
                        "b", "A100-40-SXM") "sharing = mig\ncreate_delay = 250ms\n");
  CHECK_NO_ERROR (f.error);
  const SwPoolRules *a = &f.fleet->devices->pools[0], *b = &f.fleet->devices->pools[1];
  CHECK_INT (a->n_layouts, 2);
  CHECK_INT (a->layouts[0].n, 1);
  CHECK_INT (a->layouts[1].n, 3);
  CHECK_FALSE (a->repartition);
  CHECK_INT (b->n_layouts, 0);
  CHECK_TRUE (b->repartition);
  CHECK_TIME (b->create, SW_SECOND / 4);
  CHECK_TIME (b->destroy, 6 * SW_SECOND / 10);
  CHECK_TIME (b->move, 40 * SW_SECOND);
  CHECK_TIME (b->change, 0); /* the mode never changes */
  CHECK_STR (f.fleet->devices->models[0].mig->name, "A30-24");
  CHECK_STR (f.fleet->devices->models[1].mig->name, "A100-40");
  CHECK_CONTAINS (f.fleet->sharing->pdata[0], "4g.24gb@0; ");
  fixture_clear (&f);
}

static void
unknown_memory_is_told (void)
{
  Fixture f;
  fixture_init (&f, HEAD POOL ("p", "G2") "sharing = shared\n");
  CHECK_NO_ERROR (f.error);
  CHECK_INT (f.fleet->warnings->len, 1);
  CHECK_CONTAINS (f.fleet->warnings->pdata[0], "G2");
  CHECK_INT (f.fleet->devices->models[0].usable_mib, -1);
  fixture_clear (&f);
}

static void
a_frozen_scenario_shares_alike (void)
{
  Fixture f;
  fixture_init (
      &f, "[scenario]\ncatalogue = mine.ini\n" HEAD POOL (
              "p",
              "Half") "sharing = shared\n[contention]\npairs = pairs.csv\npair_models = Half=v100\n"
                      "[behaviour decode]\ncompute = 0.5\nbandwidth = 0.25\n");
  CHECK_NO_ERROR (f.error);
  g_autofree char *text = sw_scenario_frozen (f.scenario);
  const SwScenarioSource source = { .text = text, .name = "folder/frozen" };
  g_autoptr (SwScenario) back = sw_scenario_load (&source, f.catalogue, &f.error);
  CHECK_NO_ERROR (f.error);
  g_autofree char *again = sw_scenario_frozen (back);
  CHECK_STR (again, text);
  CHECK_STR (back->pairs, f.scenario->pairs);
  CHECK_STR (back->catalogue_files[0], f.scenario->catalogue_files[0]);
  CHECK_INT (g_array_index (back->pools, SwPoolSpec, 0).rules.max_tenants, 48);
  fixture_clear (&f);
}

/* ---- pairs ---- */

static void
models_are_found_in_pairs (void)
{
  Fixture f;
  fixture_init (&f, HEAD POOL ("p", "V100-16-SXM2") "sharing = shared\n" POOL (
                        "q", "T4") "[contention]\npairs = pairs.csv\n");
  CHECK_NO_ERROR (f.error);
  CHECK_INT (f.fleet->pair_models->len, 2);
  CHECK_STR (f.fleet->pair_models->pdata[0], "v100");
  CHECK_TRUE (f.fleet->pair_models->pdata[1] == NULL);
  CHECK_INT (f.fleet->warnings->len, 0);
  fixture_clear (&f);

  fixture_init (&f, HEAD POOL ("q", "T4") "sharing = shared\n[contention]\npairs = pairs.csv\n"
                                          "pair_models = T4=v100\n");
  CHECK_NO_ERROR (f.error);
  CHECK_STR (f.fleet->pair_models->pdata[0], "v100");
  fixture_clear (&f);

  fixture_init (&f, HEAD POOL ("q", "T4") "[contention]\npairs = pairs.csv\n");
  CHECK_NO_ERROR (f.error);
  CHECK_CONTAINS (f.fleet->warnings->pdata[0], "no pool");
  fixture_clear (&f);
}

/* ---- behaviours ---- */

static const SwLoad *
load_of (const Fixture *f, guint32 job, guint32 model)
{
  const SwBehaviours *b = f->behaviours;
  return &b->loads[b->of_job[job] * b->n_models + model];
}

static double
speed_of (const Fixture *f, guint32 job, guint32 model)
{
  const SwBehaviours *b = f->behaviours;
  return b->speeds[b->of_job[job] * b->n_models + model];
}

static void
check_load (const SwLoad *load, double host, double compute, double bandwidth)
{
  CHECK_REAL (load->host, host, 1e-12);
  CHECK_REAL (load->compute, compute, 1e-12);
  CHECK_REAL (load->bandwidth, bandwidth, 1e-12);
}

static void
alike_jobs_behave_alike (void)
{
  Fixture f;
  fixture_init (&f, HEAD POOL ("p", "T4") "sharing = shared\n");
  CHECK_NO_ERROR (f.error);
  const SwBehaviours *b = f.behaviours;
  CHECK_INT (b->n, 7);
  CHECK_INT (b->n_models, 1);
  CHECK_INT (b->of_job[1], b->of_job[7]);
  CHECK_STR (b->names[b->of_job[0]], "decode");
  CHECK_STR (b->names[b->of_job[1]], "GPU 90%, SM 50%, DRAM 20%");
  CHECK_STR (b->names[b->of_job[3]], "GPU 80%");
  CHECK_STR (b->names[b->of_job[4]], "unknown");
  check_load (load_of (&f, 0, 0), 0.5, 0.5, 0.2);
  check_load (load_of (&f, 2, 0), 0.1, 0.2, 0.9); /* built in */
  check_load (load_of (&f, 3, 0), 0.2, 0.8, 0);
  check_load (load_of (&f, 4, 0), 0, 1, 0);
  check_load (load_of (&f, 6, 0), 0.6, 0.4, 0); /* measured, so not the built-in one */
  CHECK_TRUE (b->known);
  fixture_clear (&f);
}

/* A job of which nothing is known keeps busy what it asks for. */
static void
unknown_loads_are_the_share (void)
{
  Fixture f;
  fixture_init_jobs (&f, HEAD POOL ("p", "T4") "sharing = shared\nchange_mode = yes\n",
                     "job_id,submit_s,duration_s,gpus_per_task,gpu_sm_pct,gpu_mode,gpu_util_pct\n"
                     "a,0,10,1,46,share,\nb,0,10,1,,whole,\nc,0,10,1,46,share,30\n"
                     "d,0,10,1,46,share,\n");
  CHECK_NO_ERROR (f.error);
  const SwBehaviours *b = f.behaviours;
  CHECK_INT (b->n, 3);
  CHECK_STR (b->names[b->of_job[3]], "share 46%");
  check_load (load_of (&f, 0, 0), 0.54, 0.46, 0);
  check_load (load_of (&f, 1, 0), 0, 1, 0);
  check_load (load_of (&f, 2, 0), 0.7, 0.3, 0);
  fixture_clear (&f);
}

/* So many measured loads that each could be a kind of its own. */
static void
very_many_loads_are_rounded (void)
{
  g_autoptr (GString) rows
      = g_string_new ("job_id,submit_s,duration_s,gpus_per_task,gpu_util_pct\n");
  for (guint i = 0; i < 5000; i++)
    g_string_append_printf (rows, "j%u,0,10,1,%u.%03u\n", i, 1 + i / 60, i);
  Fixture f;
  fixture_init_jobs (&f, HEAD POOL ("p", "T4") "sharing = shared\n", rows->str);
  CHECK_NO_ERROR (f.error);
  CHECK_TRUE (f.behaviours->rounded);
  CHECK_TRUE (f.behaviours->n <= 101);
  fixture_clear (&f);
}

static void
the_scenario_names_loads (void)
{
  Fixture f;
  fixture_init (&f, HEAD POOL ("p", "T4") "sharing = shared\n"
                                          "[behaviour decode]\ncompute = 0.25\nbandwidth = 0.75\n"
                                          "[behaviour llm-decode]\ncompute = 0\nbandwidth = 0\n"
                                          "[behaviour nobody]\ncompute = 1\nbandwidth = 1\n");
  CHECK_NO_ERROR (f.error);
  CHECK_INT (f.behaviours->n, 5);
  CHECK_INT (f.behaviours->of_job[0], f.behaviours->of_job[5]);
  check_load (load_of (&f, 5, 0), 0.25, 0.25, 0.75);
  check_load (load_of (&f, 6, 0), 1, 0, 0);
  fixture_clear (&f);
}

/* Half has half the rate of A100-80-SXM and a bandwidth of 500 against 2039 GB/s. */
static void
loads_change_with_the_model (void)
{
  Fixture f;
  const double ratio = 2039.0 / 500;
  fixture_init (&f, "[scenario]\ncatalogue = mine.ini\n" HEAD "ref_gpu = A100-80-SXM\n" POOL (
                        "p", "A100-80-SXM") POOL ("q", "Half") "sharing = shared\n");
  CHECK_NO_ERROR (f.error);
  CHECK_REAL (speed_of (&f, 0, 0), 1, 0);
  check_load (load_of (&f, 0, 0), 0.5, 0.5, 0.2);
  const double time = 0.5 + 1; /* 2 c is more than m times the ratio */
  CHECK_REAL (speed_of (&f, 0, 1), 1 / time, 1e-12);
  check_load (load_of (&f, 0, 1), 0.5 / time, 1 / time, 0.2 * ratio / time);
  CHECK_REAL (speed_of (&f, 2, 1), 1 / (0.1 + 0.9 * ratio), 1e-12);
  /* Nothing tells compute and bandwidth of these apart. */
  CHECK_REAL (speed_of (&f, 3, 1), g_array_index (f.fleet->speeds, double, 1), 0);
  check_load (load_of (&f, 3, 1), 0.2, 0.8, 0);
  fixture_clear (&f);

  fixture_init (&f, "[scenario]\ncatalogue = mine.ini\n" HEAD "ref_gpu = A100-80-SXM\n" POOL (
                        "q", "Half") "sharing = shared\n[gpu Half]\nspeed = 0.75\n");
  CHECK_NO_ERROR (f.error);
  CHECK_REAL (speed_of (&f, 0, 0), 0.75, 0);
  fixture_clear (&f);
}

SW_CHECKS ("sharing", { "whole pools need nothing", whole_pools_need_nothing },
           { "rules are those of the keys", rules_are_those_of_the_keys },
           { "layouts are parsed for the model", layouts_are_parsed_for_the_model },
           { "unknown memory is told", unknown_memory_is_told },
           { "a frozen scenario shares alike", a_frozen_scenario_shares_alike },
           { "models are found in pairs", models_are_found_in_pairs },
           { "alike jobs behave alike", alike_jobs_behave_alike },
           { "unknown loads are the share", unknown_loads_are_the_share },
           { "very many loads are rounded", very_many_loads_are_rounded },
           { "the scenario names loads", the_scenario_names_loads },
           { "loads change with the model", loads_change_with_the_model })
