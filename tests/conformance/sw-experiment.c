/* Runs of the published experiments on fragmentation; see the header. */
#include "sw-experiment.h"

#include <math.h>
#include <string.h>

#include "builtin.h"
#include "sw-engine.h"
#include "sw-import.h"
#include "sw-rng.h"
#include "sw-sort.h"
#include "sw-transform.h"

/* ---- what is read ---- */

struct SwPods
{
  char *name;
  SwJobTable *table;
  SwImportReport report;
  SwTypical *typical;
};

/* Some lists have no times, and pods that never started count too. */
static GPtrArray *
settings_for (const char *path)
{
  GPtrArray *settings = g_ptr_array_new ();
  g_autofree char *text = NULL;
  if (!g_file_get_contents (path, &text, NULL, NULL))
    g_error ("%s cannot be read", path);
  text[strcspn (text, "\n")] = '\0';
  g_ptr_array_add (settings, (char *)"times.never_started=keep");
  if (strstr (text, "creation_time") == NULL)
    {
      g_ptr_array_add (settings, (char *)"times.arrival=index");
      g_ptr_array_add (settings, (char *)"field.duration.default=1");
    }
  return settings;
}

SwPods *
sw_pods_read (const char *traces, const char *name)
{
  SwPods *pods = g_new0 (SwPods, 1);
  g_autofree char *file = g_strdup_printf ("openb_pod_list_%s.csv", name);
  g_autofree char *path = g_build_filename (traces, file, NULL);
  g_autoptr (GPtrArray) settings = settings_for (path);
  SwImportOptions options
      = { .path = path, .strict = TRUE, .keep_lines = TRUE, .settings = settings };
  g_autoptr (SwJobBuilder) builder = sw_job_builder_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *bad = NULL;
  if (!sw_import_jobs (&options, builder, &pods->report, &error))
    g_error ("%s", error->message);
  pods->table = sw_job_builder_finish (g_steal_pointer (&builder), &bad);
  pods->name = g_strdup (name);
  pods->typical = sw_typical_new (pods->table, SW_TYPICAL_SHARE);
  return pods;
}

void
sw_pods_free (SwPods *pods)
{
  sw_job_table_free (pods->table);
  sw_import_report_clear (&pods->report);
  sw_typical_free (pods->typical);
  g_free (pods->name);
  g_free (pods);
}

const char *
sw_pods_name (const SwPods *pods)
{
  return pods->name;
}

/* Ranks by chance, in the form of a file of them. */
static SwOrder *
random_ranks (guint32 n, guint64 seed)
{
  g_autofree gint64 *keys = g_new (gint64, n);
  g_autofree guint32 *order = g_new (guint32, n);
  SwOrder *ranks = g_new0 (SwOrder, 1);
  ranks->numbers = g_array_new (FALSE, FALSE, sizeof (guint32));
  ranks->columns = g_array_new (FALSE, TRUE, sizeof (guint32));
  for (guint32 i = 0; i < n; i++)
    keys[i] = (gint64)sw_draw (seed, 1, SW_DRAW_SHUFFLE, i);
  sw_sort_order (keys, n, order);
  g_array_append_vals (ranks->numbers, order, n);
  g_array_set_size (ranks->columns, n);
  return ranks;
}

static SwNodeTable *
ranked_nodes (const SwExperiment *e)
{
  g_autofree char *path = g_build_filename (e->traces, "openb_node_list_gpu_node.csv", NULL);
  SwImportOptions options = { .path = path, .strict = TRUE };
  SwImportReport report = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (SwNodeTable) nodes = sw_node_table_new ();
  if (!sw_import_nodes (&options, "openb", nodes, &report, &error))
    g_error ("%s", error->message);
  g_autoptr (SwOrder) ranks = e->order != NULL
                                  ? sw_order_read (e->order, SW_ORDER_RANKS, &error)
                                  : random_ranks (sw_node_table_count (nodes), e->seed);
  if (ranks == NULL || !sw_order_rank_nodes (ranks, nodes, 0, &error))
    g_error ("%s", error->message);
  sw_import_report_clear (&report);
  return g_steal_pointer (&nodes);
}

static SwJobTable *
arrivals (const SwExperiment *e, const SwNodeTable *nodes)
{
  g_autoptr (GError) error = NULL;
  guint64 gpus = 0;
  for (guint32 i = 0; i < sw_node_table_count (nodes); i++)
    gpus += sw_node_table_row (nodes, i)->gpus;
  g_autoptr (SwOrder) order
      = e->order == NULL ? NULL : sw_order_read (e->order, SW_ORDER_ARRIVALS, &error);
  SwTransform transform = { .window_from = SW_TIME_NONE,
                            .window_to = SW_TIME_NONE,
                            .time_scale_ppm = 1000000,
                            .duration_scale_ppm = 1000000,
                            .shuffle = e->order == NULL,
                            .tune_ppm = e->order == NULL ? 1300000 : 0,
                            .order = order,
                            .report = &e->pods->report,
                            .one_by_one = TRUE,
                            .arrival_gap = SW_SECOND,
                            .no_departures = TRUE };
  SwTransformReport changes;
  SwJobTable *table
      = e->order != NULL && order == NULL
            ? NULL
            : sw_transform_apply (e->pods->table, &transform, gpus, e->seed, &changes, &error);
  if (table == NULL)
    g_error ("%s", error->message);
  return table;
}

/* ---- what is watched ---- */

typedef struct
{
  const SwJobTable *table;
  gint64 arrived, jobs; /* thousandths of GPUs that all jobs so far ask for */
  SwExperimentMean *at;
} Watch;

static gint64
asked_milli (const SwJobTable *table, guint32 job)
{
  const SwGroupRow *group = &table->groups[table->demands[table->demand[job]].first_group];
  if (group->mode == SW_GPU_NONE)
    return 0;
  return (gint64)group->gpus * (group->mode == SW_GPU_SHARE ? group->gpu_milli : 1000);
}

static void
watch_instant (gpointer data, const SwInstant *instant)
{
  Watch *watch = data;
  gint64 jobs = watch->jobs;
  while (watch->jobs < watch->table->n && watch->table->submit[watch->jobs] <= instant->now)
    watch->arrived += asked_milli (watch->table, (guint32)watch->jobs++);
  if (watch->jobs == jobs)
    return;
  double all = 1000.0 * instant->gpus, idle = all - (double)instant->allocated;
  double fragments = (double)instant->unusable / (double)instant->typical_tasks;
  guint share = (guint)rint (100.0 * (double)watch->arrived / all);
  SwExperimentMean *sum = &watch->at[MIN (share, SW_EXPERIMENT_SHARES - 1)];
  sum->n++;
  sum->allocated += 100 * (double)instant->allocated / all;
  sum->fragments += 100 * fragments / all;
  sum->ratio += idle > 0 ? rint (100 * (100 * fragments / idle)) / 100 : 0;
}

SwExperimentMean
sw_experiment_mean (const SwExperiment *e, guint share)
{
  SwExperimentMean sum = e->at[share];
  for (guint k = share - 1; e->at[share].n == 0 && k <= share + 1; k += 2)
    {
      const SwExperimentMean *at = &e->at[k];
      sum.n += at->n;
      sum.allocated += at->allocated;
      sum.fragments += at->fragments;
      sum.ratio += at->ratio;
    }
  sum.allocated /= sum.n;
  sum.fragments /= sum.n;
  sum.ratio /= sum.n;
  return sum;
}

/* ---- runs ---- */

void
sw_experiment_run (SwExperiment *e)
{
  g_autoptr (SwNodeTable) nodes = ranked_nodes (e);
  g_autoptr (SwPolicies) policies = sw_policies_new (sw_builtin_policies);
  g_autoptr (GError) error = NULL;
  const SwPoolRules rules = { .pool = "openb",
                              .sharing = SW_SHARING_SHARED,
                              .change_mode = TRUE,
                              .max_tenants = SW_MAX_TENANTS };
  const SwDevices devices = { .n_pools = 1, .pools = &rules };
  g_autoptr (SwJobTable) table = arrivals (e, nodes);
  memset (e->at, 0, sizeof e->at);
  Watch watch = { .table = table, .at = e->at };
  const SwObserver observer = { .self = &watch, .instant = watch_instant };
  SwRunSpec spec = { .table = table,
                     .nodes = nodes,
                     .devices = &devices,
                     .typical = e->pods->typical,
                     .speeds = { .across_nodes = 1, .across_racks = 1, .across_switches = 1 },
                     .seed = e->seed,
                     .until = (SwTime)table->n * SW_SECOND,
                     .observer = &observer,
                     .watch = SW_NO_JOB };
  if (!sw_policy_use_parse (policies, SW_KIND_QUEUE, "refuse", &spec.queue, &error)
      || !sw_policy_use_parse (policies, SW_KIND_PLACE, e->place, &spec.place, &error)
      || !sw_policy_use_parse (policies, SW_KIND_SCALE, "fixed", &spec.scale, &error))
    g_error ("%s", error->message);
  g_autoptr (SwOutcome) outcome = sw_engine_run (&spec, NULL, NULL, &error);
  if (outcome == NULL)
    g_error ("%s", error->message);
  sw_policy_use_clear (&spec.queue);
  sw_policy_use_clear (&spec.place);
  sw_policy_use_clear (&spec.scale);
}

static void
run_one (gpointer experiment, gpointer unused)
{
  sw_experiment_run (experiment);
}

void
sw_experiments_run (SwExperiment *experiments, guint n, guint at_once)
{
  GThreadPool *pool = g_thread_pool_new (run_one, NULL, (gint)at_once, TRUE, NULL);
  for (guint i = 0; i < n; i++)
    g_thread_pool_push (pool, &experiments[i], NULL);
  g_thread_pool_free (pool, FALSE, TRUE);
}
