/* Tenants that come and go: shares of a tenth on 10,000 cards of 1,250 nodes, about 100,000 at once
 * when the cluster is full, six behaviours, the fixed point of concurrent tenants.  Every arrival
 * and end changes the rate of all tenants of its card; events are arrivals and ends, not the
 * reschedulings that they cause. */
#include "builtin.h"
#include "sw-bench.h"
#include "sw-rng.h"

#include <stdio.h>

enum
{
  NODES = 1250,
  CARDS = 8,
  JOBS = 600000,
  TYPES = 6
};

static const SwLoad loads[TYPES] = { { .05, .95, .30 }, { .05, .30, .95 }, { .70, .30, .20 },
                                     { .50, .50, .40 }, { .10, .20, .90 }, { .90, .05, .10 } };
static const double speeds[TYPES] = { 1, 1, 1, 1, 1, 1 };
static const char *const names[TYPES] = { "train", "decode", "small", "mixed", "serve", "prepare" };

/* Work of an hour at the mean; slowed two- to threefold when all cards are full. */
static SwJobTable *
make_jobs (guint32 *of_job)
{
  SwJobBuilder *builder = sw_job_builder_new ();
  SwGroupRow group = { .tasks = 1, .gpus = 1, .mode = SW_GPU_SHARE, .gpu_milli = 100 };
  guint32 demand = sw_job_builder_demand (builder, &group, 1, SW_TOPOLOGY_ANY);
  SwStream s = sw_stream (1, 0, SW_DRAW_GENERATE, 7);
  double at = 0, gap = 3600e9 * 2.6 / (NODES * CARDS * 10);
  for (guint32 i = 0; i < JOBS; i++)
    {
      char id[16];
      g_snprintf (id, sizeof id, "%u", i);
      at += sw_exponential (sw_stream_next (&s), gap);
      SwJobRow row = sw_job_row_blank;
      row.id = id;
      row.demand = demand;
      row.submit = (SwTime)at;
      row.work = (SwTime)sw_exponential (sw_stream_next (&s), 3600e9);
      of_job[i] = (guint32)sw_below (sw_stream_next (&s), TYPES);
      sw_job_builder_add (builder, &row);
    }
  char *bad = NULL;
  SwJobTable *table = sw_job_builder_finish (builder, &bad);
  g_assert (table != NULL);
  return table;
}

typedef struct
{
  guint32 most;
  double tenants; /* sum over instants */
  guint64 instants;
} Watch;

static void
see (gpointer self, const SwInstant *instant)
{
  Watch *watch = self;
  watch->most = MAX (watch->most, instant->running);
  watch->tenants += instant->running;
  watch->instants++;
}

int
main (void)
{
  g_autofree guint32 *of_job = g_new (guint32, JOBS);
  g_autoptr (SwJobTable) table = make_jobs (of_job);
  g_autoptr (SwNodeTable) nodes = sw_bench_nodes (NODES, CARDS);
  g_autoptr (SwPolicies) policies = sw_policies_new (sw_builtin_policies);
  SwPoolRules rules = { .pool = "pool",
                        .sharing = SW_SHARING_SHARED,
                        .max_tenants = 48,
                        .contention = { SW_CONTENTION_PS, .kappa = 0.5 } };
  SwDevices devices = { .n_pools = 1, .pools = &rules };
  SwBehaviours behaviours = { .n = TYPES,
                              .n_models = 1,
                              .names = names,
                              .loads = loads,
                              .speeds = speeds,
                              .of_job = of_job,
                              .known = TRUE };
  Watch watch = { 0 };
  SwObserver observer = { .self = &watch, .instant = see };
  SwRunSpec spec = { .table = table,
                     .nodes = nodes,
                     .devices = &devices,
                     .behaviours = &behaviours,
                     .speeds = { NULL, 1, 1, 1 },
                     .until = SW_TIME_INF,
                     .watch = SW_NO_JOB,
                     .observer = &observer };
  sw_policy_use_parse (policies, SW_KIND_QUEUE, "fifo", &spec.queue, NULL);
  sw_policy_use_parse (policies, SW_KIND_PLACE, "first-fit", &spec.place, NULL);
  sw_policy_use_parse (policies, SW_KIND_SCALE, "fixed", &spec.scale, NULL);
  double hold = sw_bench_hold (), before = sw_bench_cpu ();
  SwRunCounts counts;
  g_autoptr (SwOutcome) outcome = sw_engine_run (&spec, &counts, NULL, NULL);
  double cpu = sw_bench_cpu () - before;
  printf ("reference: pop + push at 1,000 pending: %.1f ns\n", hold);
  printf ("%u tenants on %u cards, at most %u at once, %.0f on average:\n", JOBS, NODES * CARDS,
          watch.most, watch.tenants / (double)watch.instants);
  printf ("  %.3f s CPU, %.2f M events/s = %.0f x reference an event\n", cpu,
          (double)counts.events / cpu / 1e6, cpu * 1e9 / (double)counts.events / hold);
  sw_policy_use_clear (&spec.queue);
  sw_policy_use_clear (&spec.place);
  sw_policy_use_clear (&spec.scale);
  return 0;
}
