/* Holds runs against the published experiments on fragmentation, number by number.
 *
 *   fgd [DIR]   default: oracle/fgd of the shared material
 *
 * DIR has expected_seeds.csv (workload, policy, seed, and for arrived shares of the GPUs of 95, 100
 * and 130 % the allocation, the fragments as share of the cluster and of what is free) and
 * orders/WORKLOAD_SEED.txt, the arrivals and ranks of an experiment; the pods and nodes are in
 * ../../traces/openb.  Each row with an order file is run: jobs arrive one by one, none departs,
 * one that does not fit is refused.  Fragments must agree to every printed digit, the allocation
 * within 0.01; rows of Random, which no order file fixes, are left out.  Prints a line per row that
 * differs; ends with 1 on any difference, with 77 if there is nothing to compare with. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "builtin.h"
#include "sw-check.h"
#include "sw-engine.h"
#include "sw-import.h"
#include "sw-transform.h"

#define SHARES 140 /* per cent of the GPUs that have been asked for */

/* Means over all arrivals at which so many per cent had been asked for. */
typedef struct
{
  guint n;
  double allocated, fragments, ratio;
} Bin;

typedef struct
{
  const SwJobTable *table;
  gint64 arrived, jobs; /* thousandths of GPUs that all jobs so far ask for */
  Bin bins[SHARES];
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
  Bin *bin = &watch->bins[MIN (share, SHARES - 1)];
  bin->n++;
  bin->allocated += 100 * (double)instant->allocated / all;
  bin->fragments += 100 * fragments / all;
  bin->ratio += idle > 0 ? rint (100 * (100 * fragments / idle)) / 100 : 0;
}

/* The mean at a share, or of its neighbours where no arrival met it. */
static Bin
mean_at (const Watch *watch, guint share)
{
  Bin sum = watch->bins[share];
  for (guint k = share - 1; watch->bins[share].n == 0 && k <= share + 1; k += 2)
    {
      const Bin *bin = &watch->bins[k];
      sum.n += bin->n;
      sum.allocated += bin->allocated;
      sum.fragments += bin->fragments;
      sum.ratio += bin->ratio;
    }
  sum.allocated /= sum.n;
  sum.fragments /= sum.n;
  sum.ratio /= sum.n;
  return sum;
}

/* ---- what is run ---- */

typedef struct
{
  char *name;
  SwJobTable *table;
  SwImportReport report;
  SwTypical *typical;
} Pods;

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

static Pods *
read_pods (const char *traces, const char *name)
{
  Pods *pods = g_new0 (Pods, 1);
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

static void
pods_free (gpointer data)
{
  Pods *pods = data;
  sw_job_table_free (pods->table);
  sw_import_report_clear (&pods->report);
  sw_typical_free (pods->typical);
  g_free (pods->name);
  g_free (pods);
}

static SwJobTable *
arrivals_of (const Pods *pods, const char *order_file, guint64 gpus)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SwOrder) order = sw_order_read (order_file, SW_ORDER_ARRIVALS, &error);
  SwTransform transform = { .window_from = SW_TIME_NONE,
                            .window_to = SW_TIME_NONE,
                            .time_scale_ppm = 1000000,
                            .duration_scale_ppm = 1000000,
                            .order = order,
                            .report = &pods->report,
                            .one_by_one = TRUE,
                            .arrival_gap = SW_SECOND,
                            .no_departures = TRUE };
  SwTransformReport changes;
  SwJobTable *table = order == NULL
                          ? NULL
                          : sw_transform_apply (pods->table, &transform, gpus, 1, &changes, &error);
  if (table == NULL)
    g_error ("%s", error->message);
  return table;
}

static SwNodeTable *
ranked_nodes (const char *traces, const char *order_file)
{
  g_autofree char *path = g_build_filename (traces, "openb_node_list_gpu_node.csv", NULL);
  SwImportOptions options = { .path = path, .strict = TRUE };
  SwImportReport report = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (SwNodeTable) nodes = sw_node_table_new ();
  g_autoptr (SwOrder) ranks = sw_order_read (order_file, SW_ORDER_RANKS, &error);
  if (ranks == NULL || !sw_import_nodes (&options, "openb", nodes, &report, &error)
      || !sw_order_rank_nodes (ranks, nodes, 0, &error))
    g_error ("%s", error->message);
  sw_import_report_clear (&report);
  return g_steal_pointer (&nodes);
}

static void
run (const Pods *pods, const char *traces, const char *order_file, const char *place, Watch *watch)
{
  g_autoptr (SwNodeTable) nodes = ranked_nodes (traces, order_file);
  g_autoptr (SwPolicies) policies = sw_policies_new (sw_builtin_policies);
  g_autoptr (GError) error = NULL;
  const SwPoolRules rules = { .pool = "openb",
                              .sharing = SW_SHARING_SHARED,
                              .change_mode = TRUE,
                              .max_tenants = SW_MAX_TENANTS };
  const SwDevices devices = { .n_pools = 1, .pools = &rules };
  guint64 gpus = 0;
  for (guint32 i = 0; i < sw_node_table_count (nodes); i++)
    gpus += sw_node_table_row (nodes, i)->gpus;
  g_autoptr (SwJobTable) table = arrivals_of (pods, order_file, gpus);
  *watch = (Watch){ .table = table };
  const SwObserver observer = { .self = watch, .instant = watch_instant };
  SwRunSpec spec = { .table = table,
                     .nodes = nodes,
                     .devices = &devices,
                     .typical = pods->typical,
                     .speeds = { .across_nodes = 1, .across_racks = 1, .across_switches = 1 },
                     .seed = 1,
                     .until = (SwTime)table->n * SW_SECOND,
                     .observer = &observer,
                     .watch = SW_NO_JOB };
  if (!sw_policy_use_parse (policies, SW_KIND_QUEUE, "refuse", &spec.queue, &error)
      || !sw_policy_use_parse (policies, SW_KIND_PLACE, place, &spec.place, &error)
      || !sw_policy_use_parse (policies, SW_KIND_SCALE, "fixed", &spec.scale, &error))
    g_error ("%s", error->message);
  g_autoptr (SwOutcome) outcome = sw_engine_run (&spec, NULL, NULL, &error);
  if (outcome == NULL)
    g_error ("%s", error->message);
  sw_policy_use_clear (&spec.queue);
  sw_policy_use_clear (&spec.place);
  sw_policy_use_clear (&spec.scale);
}

/* ---- what is compared ---- */

static const struct
{
  const char *name, *policy;
} names[] = {
  { "DotProd", "dot-product" },
  { "GpuClustering", "gpu-clustering" },
  { "GpuPacking", "gpu-packing" },
  { "BestFit", "tight-fit" },
  { "FGD", "fgd" },
};

static const char *
policy_of (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (names[i].name, name) == 0)
      return names[i].policy;
  return NULL;
}

static gboolean
agrees (const char *row, const char *what, double ours, const char *theirs, double tolerance)
{
  const char *dot = strchr (theirs, '.');
  int digits = dot == NULL ? 0 : (int)strlen (dot + 1);
  double step = pow (10, digits), want = g_ascii_strtod (theirs, NULL);
  double got = rint (ours * step) / step;
  if (fabs (got - want) <= tolerance + 1e-9)
    return TRUE;
  printf ("%s: %s is %.*f, published %s\n", row, what, digits, got, theirs);
  return FALSE;
}

static gboolean
compare (const char *row, char *const *cells, const Watch *watch)
{
  Bin at95 = mean_at (watch, 95), at100 = mean_at (watch, 100), at130 = mean_at (watch, 130);
  gboolean same = agrees (row, "allocation at 100 %", at100.allocated, cells[3], 0.01);
  same &= agrees (row, "allocation at 130 %", at130.allocated, cells[4], 0.01);
  same &= agrees (row, "fragments at 100 %", at100.fragments, cells[5], 0);
  same &= agrees (row, "fragments at 130 %", at130.fragments, cells[6], 0);
  same &= agrees (row, "fragment ratio at 95 %", at95.ratio, cells[7], 0);
  same &= agrees (row, "fragment ratio at 130 %", at130.ratio, cells[8], 0);
  return same;
}

static Pods *
find_pods (GPtrArray *known, const char *traces, const char *name)
{
  for (guint i = 0; i < known->len; i++)
    if (strcmp (((Pods *)known->pdata[i])->name, name) == 0)
      return known->pdata[i];
  g_ptr_array_add (known, read_pods (traces, name));
  return known->pdata[known->len - 1];
}

/* 1: agrees, 0: differs, -1: left out. */
static int
check_row (const char *dir, const char *line, GPtrArray *known)
{
  g_auto (GStrv) cells = g_strsplit (line, ",", -1);
  if (g_strv_length (cells) < 9 || policy_of (cells[1]) == NULL)
    return -1;
  /* Workloads that differ from the default in models only share its orders. */
  g_autofree char *own = g_strdup_printf ("%s/orders/%s_%s.txt", dir, cells[0], cells[2]);
  g_autofree char *traces = g_build_filename (dir, "..", "..", "traces", "openb", NULL);
  if (!g_file_test (own, G_FILE_TEST_EXISTS))
    return -1;
  g_autofree char *row = g_strdup_printf ("%s %s %s", cells[0], cells[1], cells[2]);
  Watch watch;
  run (find_pods (known, traces, cells[0]), traces, own, policy_of (cells[1]), &watch);
  return compare (row, cells, &watch);
}

int
main (int argc, char **argv)
{
  g_autofree char *beside = argc > 1 ? NULL : sw_test_shared ();
  g_autofree char *shared = argc > 1         ? g_strdup (argv[1])
                            : beside != NULL ? g_build_filename (beside, "oracle", "fgd", NULL)
                                             : NULL;
  g_autofree char *file
      = shared == NULL ? NULL : g_build_filename (shared, "expected_seeds.csv", NULL);
  g_autofree char *text = NULL;
  if (file == NULL || !g_file_get_contents (file, &text, NULL, NULL))
    {
      printf ("skipped: no expected_seeds.csv to compare with\n");
      return 77;
    }
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr (GPtrArray) known = g_ptr_array_new_with_free_func (pods_free);
  guint counts[3] = { 0 };
  for (char **line = lines; *line != NULL; line++)
    if (**line != '\0' && **line != '#')
      counts[check_row (shared, *line, known) + 1]++;
  printf ("%u rows agree, %u differ, %u are left out (Random, no order file)\n", counts[2],
          counts[1], counts[0]);
  return counts[1] > 0 ? 1 : counts[2] > 0 ? 0 : 77;
}
