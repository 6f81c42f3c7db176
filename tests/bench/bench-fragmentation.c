/* The published experiments on fragmentation (10,900 pods or so on 1,213 nodes, the measure after
 * each): CPU of one run per policy, reading included, and of all 1,020 of them on two threads.
 * Needs the openb trace of the shared material. */
#include <stdio.h>

#include "sw-bench.h"
#include "sw-check.h"
#include "sw-experiment.h"

enum
{
  SEEDS = 10,
  ROUNDS = 3,
  THREADS = 2
};

static const double most_of_one = 0.10, most_of_all = 90; /* seconds: what is asked for */

static const char *const policies[]
    = { "random", "dot-product", "gpu-clustering", "gpu-packing", "tight-fit", "fgd" };
static const char *const workloads[]
    = { "default",    "cpu050",     "cpu100",      "cpu200",     "cpu250",    "gpushare40",
        "gpushare60", "gpushare80", "gpushare100", "gpuspec10",  "gpuspec20", "gpuspec25",
        "gpuspec33",  "multigpu20", "multigpu30",  "multigpu40", "multigpu50" };
#define ALL (G_N_ELEMENTS (policies) * G_N_ELEMENTS (workloads) * SEEDS)

/* Seconds of CPU, the least of a few rounds. */
static double
one_run (const char *traces, const char *order, const char *place)
{
  double least = G_MAXDOUBLE;
  for (guint i = 0; i < ROUNDS; i++)
    {
      double before = sw_bench_cpu ();
      SwPods *pods = sw_pods_read (traces, "default");
      SwExperiment run
          = { .pods = pods, .traces = traces, .order = order, .place = place, .seed = 1 };
      sw_experiment_run (&run);
      sw_pods_free (pods);
      least = MIN (least, sw_bench_cpu () - before);
    }
  return least;
}

static void
all_runs (const char *traces, double reference)
{
  double before = sw_bench_cpu ();
  gint64 began = g_get_monotonic_time ();
  SwPods *pods[G_N_ELEMENTS (workloads)];
  g_autofree SwExperiment *runs = g_new0 (SwExperiment, ALL);
  guint n = 0;
  for (guint w = 0; w < G_N_ELEMENTS (workloads); w++)
    {
      pods[w] = sw_pods_read (traces, workloads[w]);
      for (guint p = 0; p < G_N_ELEMENTS (policies); p++)
        for (guint64 seed = 42; seed < 42 + SEEDS; seed++)
          runs[n++] = (SwExperiment){
            .pods = pods[w], .traces = traces, .place = policies[p], .seed = seed
          };
    }
  sw_experiments_run (runs, n, THREADS);
  for (guint w = 0; w < G_N_ELEMENTS (workloads); w++)
    sw_pods_free (pods[w]);
  double cpu = sw_bench_cpu () - before,
         wall = (double)(g_get_monotonic_time () - began) / G_USEC_PER_SEC;
  printf ("%u runs on %u threads: %.1f s (at most %.0f are asked for), %.1f s CPU, %.3f s CPU and "
          "%.2f M x reference each%s\n",
          n, THREADS, wall, most_of_all, cpu, cpu / n, cpu / n * 1e3 / reference,
          wall > most_of_all ? " TOO SLOW" : "");
}

int
main (void)
{
  g_autofree char *shared = sw_test_shared ();
  g_autofree char *traces
      = shared == NULL ? NULL : g_build_filename (shared, "traces", "openb", NULL);
  g_autofree char *order = shared == NULL ? NULL
                                          : g_build_filename (shared, "oracle", "fgd", "orders",
                                                              "default_42.txt", NULL);
  if (order == NULL || !g_file_test (order, G_FILE_TEST_EXISTS))
    {
      printf ("skipped: no openb trace\n");
      return 77;
    }
  double reference = sw_bench_hold ();
  printf ("reference: pop + push at 1,000 pending: %.1f ns\n", reference);
  printf ("one experiment (default, seed 42), s CPU; at most %.2f are asked for\n", most_of_one);
  for (guint p = 0; p < G_N_ELEMENTS (policies); p++)
    {
      double cpu = one_run (traces, order, policies[p]);
      printf ("  %-16s %6.3f = %.2f M x reference%s\n", policies[p], cpu, cpu * 1e3 / reference,
              cpu > most_of_one ? " TOO SLOW" : "");
    }
  all_runs (traces, reference);
  return 0;
}
