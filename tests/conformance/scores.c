/* Placing by scores against a fresh look at every node.  The host keeps a table of scores for every
 * kind of task, copies scores of nodes in equal states and looks for the winner by blocks; for a
 * demand that is not of the table it scores all nodes anew.  So each random world, with arrivals,
 * departures, nodes that come and go, whole cards, shares and instances, is run twice: once its
 * jobs are started as they are and once with copies of their demands.  Every placement must be the
 * same. */
#include "sw-catalogue.h"
#include "sw-check.h"
#include "sw-kit.h"
#include "sw-rng.h"
#include "sw-worlds.h"

#include "builtin.h"

enum
{
  WORLDS = 24,
  JOBS = 250,
  KINDS = 10 /* of demands in one world */
};

/* ---- two ways to start whatever fits ---- */

static void
schedule_kept (gpointer self, const SwHost *host, SwView *v)
{
  host->walk (v);
  for (SwJob job = host->walk_all (v); job != SW_NO_JOB; job = host->walk_all (v))
    host->start (v, job);
}

static void
schedule_looking (gpointer self, const SwHost *host, SwView *v)
{
  host->walk (v);
  for (SwJob job = host->walk_all (v); job != SW_NO_JOB; job = host->walk_all (v))
    host->start_on (v, job, ~(guint64)0);
}

static const SwPolicy kept = { .head = SW_POLICY_HEAD,
                               .kind = SW_KIND_QUEUE,
                               .name = "kept",
                               .summary = "starts what fits",
                               .schedule = schedule_kept };
static const SwPolicy looking = { .head = SW_POLICY_HEAD,
                                  .kind = SW_KIND_QUEUE,
                                  .name = "looking",
                                  .summary = "starts what fits, by a fresh look",
                                  .schedule = schedule_looking };

static SwPolicies *
all_policies (void)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  for (const SwPolicy *const *policy = sw_builtin_policies; *policy != NULL; policy++)
    g_ptr_array_add (all, (gpointer)*policy);
  g_ptr_array_add (all, (gpointer)&kept);
  g_ptr_array_add (all, (gpointer)&looking);
  g_ptr_array_add (all, NULL);
  return sw_policies_new ((const SwPolicy *const *)(gpointer)all->pdata);
}

/* ---- worlds ---- */

typedef struct
{
  SwCatalogue *catalogue;
  SwPolicies *policies;
  SwPoolRules rules[3];
  SwMigLayout layout;
  SwDeviceModel model;
  SwDevices devices;
} Site;

static void
site_init (Site *site)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *why = NULL;
  *site = (Site){ .catalogue = sw_catalogue_new (&error), .policies = all_policies () };
  CHECK_NO_ERROR (error);
  site->model = (SwDeviceModel){ "A30", sw_catalogue_usable_mib (site->catalogue, "A30"),
                                 sw_catalogue_mig (site->catalogue, "A30") };
  CHECK_TRUE (sw_mig_layout_parse (site->model.mig, "2g.12gb 2x1g.6gb", &site->layout, &why));
  site->rules[0] = (SwPoolRules){ .pool = "shared",
                                  .sharing = SW_SHARING_SHARED,
                                  .change_mode = TRUE,
                                  .promise_memory = TRUE,
                                  .max_tenants = 5 };
  site->rules[1] = (SwPoolRules){ .pool = "mig",
                                  .sharing = SW_SHARING_MIG,
                                  .max_tenants = 16,
                                  .change_mode = TRUE,
                                  .repartition = TRUE,
                                  .n_layouts = 1,
                                  .layouts = &site->layout };
  site->rules[2] = (SwPoolRules){
    .pool = "turns", .sharing = SW_SHARING_TIMESLICE, .max_tenants = 3, .change_mode = TRUE
  };
  site->devices = (SwDevices){ 3, 1, site->rules, &site->model };
}

static void
site_clear (Site *site)
{
  sw_policies_free (site->policies);
  sw_catalogue_free (site->catalogue);
}

static guint32
below (SwStream *s, guint32 n)
{
  return (guint32)sw_below (sw_stream_next (s), n);
}

/* Up to some hundred nodes, so that there are several blocks, of few kinds that look alike, so that
   many are in equal states or nearly; some are there for a while only. */
static SwNodeTable *
random_nodes (SwStream *s)
{
  static const guint32 sizes[] = { 2, 9, 40, 90 };
  const guint32 size = sizes[below (s, G_N_ELEMENTS (sizes))];
  g_autofree char *text = g_strdup_printf (
      "%ux4:V100/c16/m64/pwhole %ux4:V100/c16/m64/pshared "
      "%ux2:A30/c16/m64/pmig %ux4:A30/c16/m64/pshared "
      "%ux2:V100/c16/m64/pturns 3x2:A30/c16/m64/pshared/@%u-%u "
      "%ux0/c32/m64",
      size, 1 + below (s, size), 1 + below (s, size), 1 + below (s, size), 1 + below (s, size),
      100 + below (s, 200), 400 + below (s, 800), 1 + below (s, 3));
  return sw_kit_nodes (text);
}

static SwGroupRow
random_task (SwStream *s, SwStrings *strings)
{
  static const char *const profiles[] = { "1g.6gb", "2g.12gb", "1g.6gb+me", "4g.24gb" };
  static const guint8 modes[] = { SW_GPU_NONE,  SW_GPU_WHOLE, SW_GPU_WHOLE, SW_GPU_SHARE,
                                  SW_GPU_SHARE, SW_GPU_SHARE, SW_GPU_MIG };
  SwGroupRow task = { .tasks = 1, .mode = modes[below (s, G_N_ELEMENTS (modes))] };
  if (task.mode != SW_GPU_NONE)
    task.gpus = task.mode == SW_GPU_WHOLE ? 1 + below (s, 4) : 1 + below (s, 8) / 7;
  /* Often by GPUs, so that nodes come to the same by different tasks. */
  const gboolean even = below (s, 3) > 0;
  task.cpu_milli = even ? 2000 * (gint64)MAX (task.gpus, 1) : 500 * (gint64)(1 + below (s, 8));
  task.mem_mib = even ? 4 * MAX (task.gpus, 1) : below (s, 12);
  if (task.mode == SW_GPU_SHARE)
    {
      task.gpu_milli = 50 * (1 + below (s, 18));
      task.gpu_mem_mib = 1000 * below (s, 6);
    }
  if (task.mode == SW_GPU_MIG)
    task.mig_profile = sw_strings_add (strings, profiles[below (s, G_N_ELEMENTS (profiles))], -1);
  if (task.mode != SW_GPU_NONE && below (s, 5) == 0)
    task.models = sw_strings_add (strings, "V100", -1);
  if (below (s, 6) == 0)
    task.tasks = 1 + below (s, 4);
  return task;
}

static SwJobTable *
random_jobs (SwStream *s, guint32 n_nodes)
{
  SwJobBuilder *builder = sw_job_builder_new ();
  guint32 demands[KINDS];
  for (guint k = 0; k < KINDS; k++)
    {
      SwGroupRow groups[2] = { random_task (s, sw_job_builder_strings (builder)),
                               random_task (s, sw_job_builder_strings (builder)) };
      demands[k]
          = sw_job_builder_demand (builder, groups, below (s, 6) == 0 ? 2 : 1, SW_TOPOLOGY_ANY);
    }
  double now = 0;
  for (guint i = 0; i < JOBS; i++)
    {
      g_autofree char *id = g_strdup_printf ("%u", i);
      SwJobRow row = sw_kit_plain_row (id, demands[below (s, KINDS)]);
      row.submit = (SwTime)(now * 1e9);
      row.work = (SwTime)(sw_exponential (sw_stream_next (s), 20.0 + 2 * n_nodes) * 1e9);
      /* In waves, so that much changes between two tasks of a kind. */
      now += i % 50 == 49 ? 60 : sw_exponential (sw_stream_next (s), 1);
      sw_job_builder_add (builder, &row);
    }
  g_autofree char *bad = NULL;
  SwJobTable *table = sw_job_builder_finish (builder, &bad);
  g_assert (table != NULL);
  return table;
}

/* ---- both ways ---- */

static char *
course (const Site *site, const char *queue, const char *place, const SwJobTable *jobs,
        const SwNodeTable *nodes, const SwTypical *typical, guint *started)
{
  const SwWorldRun run = { .policies = site->policies,
                           .queue = queue,
                           .place = place,
                           .devices = &site->devices,
                           .typical = typical };
  g_autoptr (GError) error = NULL;
  g_autoptr (SwOutcome) outcome = sw_world_run (&run, jobs, nodes, &error);
  CHECK_NO_ERROR (error);
  if (outcome == NULL)
    return NULL;
  *started += outcome->attempts_log->len;
  return sw_world_dump (outcome);
}

static void
check_place (const char *place)
{
  Site site;
  guint started = 0;
  site_init (&site);
  for (guint world = 0; world < WORLDS; world++)
    {
      SwStream s = sw_stream (5, world, SW_DRAW_GENERATE, 0);
      g_autoptr (SwNodeTable) nodes = random_nodes (&s);
      g_autoptr (SwJobTable) jobs = random_jobs (&s, sw_node_table_count (nodes));
      g_autoptr (SwTypical) typical = sw_typical_new (jobs, SW_TYPICAL_SHARE);
      g_autofree char *with = course (&site, "kept", place, jobs, nodes, typical, &started);
      g_autofree char *without = course (&site, "looking", place, jobs, nodes, typical, &started);
      if (!CHECK_TRUE (g_strcmp0 (with, without) == 0))
        g_printerr ("%s, world %u\n", place, world);
    }
  CHECK_TRUE (started > 2 * WORLDS * JOBS / 2);
  site_clear (&site);
}

static void
fgd (void)
{
  check_place ("fgd");
}

static void
fgd_real (void)
{
  check_place ("fgd-real");
}

static void
dot_product (void)
{
  check_place ("dot-product");
}

static void
gpu_packing (void)
{
  check_place ("gpu-packing");
}

static void
gpu_clustering (void)
{
  check_place ("gpu-clustering");
}

static void
tight_fit (void)
{
  check_place ("tight-fit");
}

SW_CHECKS ("scores", { "fgd", fgd }, { "fgd-real", fgd_real }, { "dot-product", dot_product },
           { "gpu-packing", gpu_packing }, { "gpu-clustering", gpu_clustering },
           { "tight-fit", tight_fit })
