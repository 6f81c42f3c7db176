/* Queues whose mean wait is known in closed form: M/M/c (Erlang C) and M/D/1 (Pollaczek-Khinchine).
 * Thirty seeds each; the known mean must lie in the 99 % interval of the thirty means.  Every run
 * has its accounts verified, and with them Little's law, exactly. */
#include "sw-check.h"
#include "sw-kit.h"
#include "sw-rng.h"
#include "sw-stats.h"

#include <math.h>

enum
{
  SEEDS = 30,
  JOBS = 40000,
  WARM_UP = 4000 /* jobs not looked at, while the queue fills from empty */
};

typedef struct
{
  const char *nodes;
  guint servers;
  double load;
  gboolean constant; /* service time 1, else exponential with mean 1 */
} Queue;

static SwJobTable *
make_jobs (const Queue *queue, guint64 seed)
{
  SwJobBuilder *builder = sw_job_builder_new ();
  SwGroupRow group = { .tasks = 1, .gpus = 1, .mode = SW_GPU_WHOLE };
  guint32 demand = sw_job_builder_demand (builder, &group, 1, 0);
  double now = 0;
  for (guint32 i = 0; i < JOBS; i++)
    {
      char id[16];
      g_snprintf (id, sizeof id, "j%u", i);
      now += sw_exponential (sw_draw (seed, 0, SW_DRAW_GENERATE, 2 * i),
                             1 / (queue->load * queue->servers));
      double work = queue->constant
                        ? 1
                        : sw_exponential (sw_draw (seed, 0, SW_DRAW_GENERATE, 2 * i + 1), 1);
      SwJobRow row = sw_kit_plain_row (id, demand);
      row.submit = (SwTime)(now * 1e9);
      row.work = (SwTime)(work * 1e9);
      sw_job_builder_add (builder, &row);
    }
  g_autofree char *bad = NULL;
  return sw_job_builder_finish (builder, &bad);
}

static double
mean_wait (const Queue *queue, guint64 seed)
{
  SwKit kit;
  sw_kit_init (&kit, queue->nodes, "", "fifo", "first-fit");
  sw_job_table_free (kit.table);
  kit.table = make_jobs (queue, seed);
  kit.spec.table = kit.table;
  kit.spec.check = FALSE; /* the accounts are verified at the end; every instant would be slow */
  double sum = 0;
  if (!sw_kit_run (&kit))
    g_error ("%s", kit.error->message);
  for (SwJob job = WARM_UP; job < JOBS; job++)
    sum += (double)(kit.outcome->first_start[job] - kit.outcome->eligible[job]) * 1e-9;
  sw_kit_clear (&kit);
  return sum / (JOBS - WARM_UP);
}

static void
check_queue (const Queue *queue, double known)
{
  double sum = 0, squares = 0;
  for (guint64 seed = 1; seed <= SEEDS; seed++)
    {
      double mean = mean_wait (queue, seed);
      sum += mean;
      squares += mean * mean;
    }
  double mean = sum / SEEDS;
  double deviation = sqrt ((squares - SEEDS * mean * mean) / (SEEDS - 1));
  double half = sw_t99 (SEEDS - 1) * deviation / sqrt (SEEDS);
  g_printerr ("%s load %.2f: mean wait %.5f +- %.5f (99 %%), known %.5f\n",
              queue->constant ? "M/D/c" : "M/M/c", queue->load, mean, half, known);
  CHECK_REAL (mean, known, half);
  CHECK_TRUE (half < 0.1 * known); /* the interval says something */
}

/* Erlang C: probability of waiting, then mean wait for service rate 1. */
static double
erlang_c_wait (guint c, double load)
{
  double a = load * c, term = 1, sum = 0;
  for (guint k = 0; k < c; k++)
    {
      sum += term;
      term *= a / (k + 1);
    }
  double waiting = term / (1 - load);
  return waiting / (sum + waiting) / (c * (1 - load));
}

static void
mm1 (void)
{
  check_queue (&(Queue){ "1x1", 1, 0.7, FALSE }, erlang_c_wait (1, 0.7));
  CHECK_REAL (erlang_c_wait (1, 0.7), 0.7 / 0.3, 1e-12);
}

static void
mm4 (void)
{
  check_queue (&(Queue){ "2x2", 4, 0.8, FALSE }, erlang_c_wait (4, 0.8));
}

static void
mm16 (void)
{
  check_queue (&(Queue){ "2x8", 16, 0.9, FALSE }, erlang_c_wait (16, 0.9));
}

static void
md1 (void)
{
  check_queue (&(Queue){ "1x1", 1, 0.7, TRUE }, 0.7 / (2 * (1 - 0.7)));
}

SW_CHECKS ("closed forms", { "M/M/1", mm1 }, { "M/M/4", mm4 }, { "M/M/16", mm16 }, { "M/D/1", md1 })
