/* The event core alone: an M/M/1 queue of one million customers on the event heap, arrivals merged
 * by a cursor as the engine does it, random numbers included; then the same queue through the whole
 * engine.  The mean wait is printed beside the closed form, so that a fast wrong loop shows. */
#include "builtin.h"
#include "sw-bench.h"
#include "sw-heap.h"
#include "sw-rng.h"

#include <stdio.h>

enum
{
  CUSTOMERS = 1000000
};

static const double load = 0.7;

static double
core (double *mean_wait)
{
  SwHeap heap;
  sw_heap_init (&heap, 16);
  SwStream arrivals = sw_stream (1, 0, SW_DRAW_GENERATE, 1);
  SwStream services = sw_stream (1, 0, SW_DRAW_GENERATE, 2);
  g_autofree SwTime *waiting = g_new (SwTime, CUSTOMERS); /* arrival times, a queue */
  guint32 head = 0, tail = 0, arrived = 0;
  double sum = 0, before = sw_bench_cpu ();
  SwTime next = (SwTime)(sw_exponential (sw_stream_next (&arrivals), 1e9 / load));
  while (arrived < CUSTOMERS || !sw_heap_is_empty (&heap))
    {
      gboolean end = !sw_heap_is_empty (&heap)
                     && (arrived == CUSTOMERS || sw_heap_key_time (sw_heap_peek (&heap)) <= next);
      SwTime now = end ? sw_heap_key_time (sw_heap_peek (&heap)) : next;
      if (end)
        sw_heap_pop (&heap);
      else
        {
          waiting[tail++] = now;
          arrived++;
          next = now + (SwTime)(sw_exponential (sw_stream_next (&arrivals), 1e9 / load));
        }
      if (!sw_heap_is_empty (&heap) || head == tail)
        continue;
      sum += (double)(now - waiting[head++]);
      SwTime service = (SwTime)(sw_exponential (sw_stream_next (&services), 1e9));
      sw_heap_push (&heap, sw_heap_key (now + service, 0, head), head);
    }
  sw_heap_fini (&heap);
  *mean_wait = sum / CUSTOMERS * 1e-9;
  return sw_bench_cpu () - before;
}

static double
whole_engine (double *mean_wait)
{
  g_autoptr (SwJobTable) table = sw_bench_mm1 (CUSTOMERS, load, 1);
  g_autoptr (SwNodeTable) nodes = sw_bench_nodes (1, 1);
  g_autoptr (SwPolicies) policies = sw_policies_new (sw_builtin_policies);
  SwRunSpec spec = { .table = table,
                     .nodes = nodes,
                     .speeds = { NULL, 1, 1, 1 },
                     .until = SW_TIME_INF,
                     .watch = SW_NO_JOB };
  sw_policy_use_parse (policies, SW_KIND_QUEUE, "fifo", &spec.queue, NULL);
  sw_policy_use_parse (policies, SW_KIND_PLACE, "first-fit", &spec.place, NULL);
  sw_policy_use_parse (policies, SW_KIND_SCALE, "fixed", &spec.scale, NULL);
  double before = sw_bench_cpu ();
  g_autoptr (SwOutcome) outcome = sw_engine_run (&spec, NULL, NULL, NULL);
  double cpu = sw_bench_cpu () - before;
  double sum = 0;
  for (SwJob job = 0; job < outcome->n; job++)
    sum += (double)(outcome->first_start[job] - outcome->eligible[job]);
  *mean_wait = sum / outcome->n * 1e-9;
  sw_policy_use_clear (&spec.queue);
  sw_policy_use_clear (&spec.place);
  sw_policy_use_clear (&spec.scale);
  return cpu;
}

int
main (void)
{
  double hold = sw_bench_hold (), wait_core, wait_engine;
  double cpu_core = core (&wait_core), cpu_engine = whole_engine (&wait_engine);
  printf ("reference: pop + push at 1,000 pending: %.1f ns\n", hold);
  printf ("M/M/1, load %.1f, %d customers; closed form of the mean wait: %.4f s\n", load, CUSTOMERS,
          load / (1 - load));
  printf ("  event core:   %.3f s CPU, %.1f ns a customer = %.2f x reference; mean wait %.4f s\n",
          cpu_core, cpu_core / CUSTOMERS * 1e9, cpu_core / CUSTOMERS * 1e9 / hold, wait_core);
  printf ("  whole engine: %.3f s CPU, %.2f M events/s = %.1f x reference a customer; mean wait "
          "%.4f s\n",
          cpu_engine, 2.0 * CUSTOMERS / cpu_engine / 1e6, cpu_engine / CUSTOMERS * 1e9 / hold,
          wait_engine);
  return 0;
}
