/* The bench kit; see the header. */
#include "sw-bench.h"
#include "sw-heap.h"
#include "sw-rng.h"

#include <stdio.h>
#include <time.h>

double
sw_bench_cpu (void)
{
  struct timespec t;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double
hold_round (void)
{
  enum
  {
    PENDING = 1000,
    HOLDS = 1000000
  };
  SwHeap heap;
  sw_heap_init (&heap, PENDING);
  SwStream s = sw_stream (1, 0, SW_DRAW_GENERATE, 0);
  for (guint32 i = 0; i < PENDING; i++)
    sw_heap_push (&heap, sw_heap_key ((SwTime)(sw_stream_next (&s) >> 40), 0, i), i);
  double before = sw_bench_cpu ();
  for (guint32 i = 0; i < HOLDS; i++)
    {
      SwTime now = sw_heap_key_time (sw_heap_peek (&heap));
      guint32 payload = sw_heap_pop (&heap);
      sw_heap_push (&heap, sw_heap_key (now + (SwTime)(sw_stream_next (&s) >> 40), 0, PENDING + i),
                    payload);
    }
  double ns = (sw_bench_cpu () - before) / HOLDS * 1e9;
  sw_heap_fini (&heap);
  return ns;
}

double
sw_bench_hold (void)
{
  double least = hold_round ();
  for (guint i = 0; i < 4; i++)
    least = MIN (least, hold_round ());
  return least;
}

static SwJobRow
plain_row (const char *id, guint32 demand, double submit, double work)
{
  SwJobRow row = sw_job_row_blank;
  row.id = id;
  row.demand = demand;
  row.submit = (SwTime)(submit * 1e9);
  row.work = (SwTime)(work * 1e9);
  row.limit = (SwTime)(work * 1.5e9);
  return row;
}

static SwJobTable *
make_jobs (guint32 n, const guint32 *mix, guint n_mix, double rate, double mean, guint64 seed)
{
  SwJobBuilder *builder = sw_job_builder_new ();
  g_autofree guint32 *demands = g_new (guint32, n_mix);
  for (guint i = 0; i < n_mix; i++)
    {
      SwGroupRow group
          = { .tasks = mix[i] > 8 ? mix[i] / 8 : 1, .mode = SW_GPU_WHOLE, .gpus = MIN (mix[i], 8) };
      demands[i] = sw_job_builder_demand (builder, &group, 1, 0);
    }
  SwStream s = sw_stream (seed, 0, SW_DRAW_GENERATE, 0);
  double now = 0;
  for (guint32 i = 0; i < n; i++)
    {
      char id[16];
      g_snprintf (id, sizeof id, "j%u", i);
      now += sw_exponential (sw_stream_next (&s), 1 / rate);
      double work = sw_exponential (sw_stream_next (&s), mean);
      SwJobRow row = plain_row (id, demands[sw_below (sw_stream_next (&s), n_mix)], now, work);
      sw_job_builder_add (builder, &row);
    }
  g_autofree char *bad = NULL;
  SwJobTable *table = sw_job_builder_finish (builder, &bad);
  g_assert (table != NULL);
  return table;
}

SwJobTable *
sw_bench_jobs (guint32 n, guint32 gpus, double load, guint64 seed)
{
  static const guint32 mix[] = { 1, 1, 1, 1, 1, 1, 2, 4, 8, 16 };
  const double mean_gpus = 3.6, mean = 3600;
  return make_jobs (n, mix, G_N_ELEMENTS (mix), load * gpus / (mean_gpus * mean), mean, seed);
}

SwJobTable *
sw_bench_mm1 (guint32 n, double load, guint64 seed)
{
  static const guint32 mix[] = { 1 };
  return make_jobs (n, mix, 1, load, 1.0, seed);
}

SwNodeTable *
sw_bench_nodes (guint32 nodes, guint32 gpus_per_node)
{
  SwNodeTable *table = sw_node_table_new ();
  SwNodeRow row = { .pool = sw_strings_add (table->strings, "pool", -1),
                    .model = sw_strings_add (table->strings, "A100-SXM4-80GB", -1),
                    .gpus = gpus_per_node,
                    .cpu_milli = -1,
                    .mem_mib = -1,
                    .to = SW_TIME_INF };
  for (guint32 i = 0; i < nodes; i++)
    {
      char id[16];
      g_snprintf (id, sizeof id, "n%u", i);
      row.id = sw_strings_add (table->strings, id, -1);
      if (!sw_node_table_add (table, &row))
        g_assert_not_reached ();
    }
  return table;
}
