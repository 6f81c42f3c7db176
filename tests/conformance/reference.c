/* The queue policies against a second, slow implementation that knows nothing but counts of GPUs
 * and whole seconds: it steps through the time line second by second and, for reservations, holds
 * the free GPUs of each second in an array.  Start and end of every job must be equal on some
 * hundred random workloads, small and full of ties. */
#include "sw-check.h"
#include "sw-kit.h"
#include "sw-rng.h"

#include <stdlib.h>

enum
{
  TRIALS = 200,
  MAX_JOBS = 24,
  HORIZON = 700 /* seconds after which no job is left */
};

typedef enum
{
  RULE_STOP,
  RULE_SKIP,
  RULE_EASY,
  RULE_CONSERVATIVE,
} Rule;

typedef enum
{
  ORDER_ARRIVAL,
  ORDER_SHORTEST_LIMIT,
  ORDER_LONGEST_LIMIT,
  ORDER_SHORTEST_RUN,
  ORDER_SHORTEST_ESTIMATE,
  ORDER_PRIORITY,
} Order;

typedef struct
{
  const char *queue;
  Rule rule;
  Order order;
} Policy;

typedef struct
{
  int submit, gpus, run, limit, estimate, priority;
  int start, end; /* -1: not yet */
} Job;

typedef struct
{
  int gpus, n, now;
  Rule rule;
  Order order;
  Job jobs[MAX_JOBS];
  int queue[MAX_JOBS], waiting;
  int left[2 * HORIZON]; /* free GPUs by second, as declared limits say */
} Model;

/* ---- the second implementation ---- */

static int
rank (const Model *m, const Job *job)
{
  switch (m->order)
    {
    case ORDER_SHORTEST_LIMIT:
      return job->limit;
    case ORDER_LONGEST_LIMIT:
      return -job->limit;
    case ORDER_SHORTEST_RUN:
      return job->run;
    case ORDER_SHORTEST_ESTIMATE:
      return job->estimate;
    case ORDER_PRIORITY:
      return -job->priority;
    default:
      return 0;
    }
}

static int
free_gpus (const Model *m)
{
  int sum = m->gpus;
  for (int i = 0; i < m->n; i++)
    if (m->jobs[i].start >= 0 && m->jobs[i].end > m->now)
      sum -= m->jobs[i].gpus;
  return sum;
}

static void
start (Model *m, Job *job)
{
  job->start = m->now;
  job->end = m->now + (job->run < job->limit ? job->run : job->limit);
}

/* Who waits, by rank and then by arrival. */
static void
sort_queue (Model *m)
{
  m->waiting = 0;
  for (int i = 0; i < m->n; i++)
    {
      if (m->jobs[i].start >= 0 || m->jobs[i].submit > m->now || m->jobs[i].gpus > m->gpus)
        continue;
      int at = m->waiting++;
      for (; at > 0 && rank (m, &m->jobs[m->queue[at - 1]]) > rank (m, &m->jobs[i]); at--)
        m->queue[at] = m->queue[at - 1];
      m->queue[at] = i;
    }
}

static void
fill_timeline (Model *m)
{
  for (int t = m->now; t < 2 * HORIZON; t++)
    {
      m->left[t] = m->gpus;
      for (int i = 0; i < m->n; i++)
        if (m->jobs[i].start >= 0 && m->jobs[i].end > m->now
            && m->jobs[i].start + m->jobs[i].limit > t)
          m->left[t] -= m->jobs[i].gpus;
    }
}

static gboolean
fits_at (const Model *m, const Job *job, int from)
{
  for (int t = from; t < from + job->limit; t++)
    if (m->left[t] < job->gpus)
      return FALSE;
  return TRUE;
}

/* Takes the earliest slot of the job's declared length. */
static void
reserve (Model *m, const Job *job)
{
  int from = m->now;
  while (!fits_at (m, job, from))
    from++;
  for (int t = from; t < from + job->limit; t++)
    m->left[t] -= job->gpus;
}

static void
backfill (Model *m, int head)
{
  fill_timeline (m);
  reserve (m, &m->jobs[m->queue[head]]);
  for (int i = head + 1; i < m->waiting; i++)
    {
      Job *job = &m->jobs[m->queue[i]];
      gboolean now = fits_at (m, job, m->now);
      if (now || m->rule == RULE_CONSERVATIVE)
        reserve (m, job);
      if (now)
        start (m, job);
    }
}

static void
pass (Model *m)
{
  sort_queue (m);
  for (int i = 0; i < m->waiting; i++)
    {
      Job *job = &m->jobs[m->queue[i]];
      if (job->gpus <= free_gpus (m))
        start (m, job);
      else if (m->rule == RULE_STOP)
        return;
      else if (m->rule != RULE_SKIP)
        {
          backfill (m, i);
          return;
        }
    }
}

static void
simulate (Model *m)
{
  for (int i = 0; i < m->n; i++)
    m->jobs[i].start = m->jobs[i].end = -1;
  for (m->now = 0; m->now < HORIZON; m->now++)
    pass (m);
}

/* ---- random workloads ---- */

static int
draw (SwStream *stream, int low, int high)
{
  return low + (int)sw_below (sw_stream_next (stream), (guint64)(high - low + 1));
}

static void
draw_model (Model *m, guint trial)
{
  SwStream stream = sw_stream (11, trial, SW_DRAW_GENERATE, 0);
  m->gpus = draw (&stream, 1, 9);
  m->n = draw (&stream, 1, MAX_JOBS);
  int span = draw (&stream, 0, 60), widest = draw (&stream, 1, m->gpus),
      longest = draw (&stream, 1, 20);
  int slack = draw (&stream, 0, 1) * draw (&stream, 0, 8);
  int submit = 0;
  for (int i = 0; i < m->n; i++)
    {
      Job *job = &m->jobs[i];
      submit += draw (&stream, 0, 1) * draw (&stream, 0, 1 + 2 * span / m->n);
      job->submit = submit;
      job->gpus = draw (&stream, 1, widest);
      job->run = draw (&stream, 1, longest);
      int declared = job->run + draw (&stream, slack > 0 ? -2 : 0, slack);
      job->limit = MAX (declared, 1);
      job->estimate = draw (&stream, 0, longest);
      job->priority = draw (&stream, -1, 2);
    }
}

/* Half of the trials on nodes of one GPU, the others on one node. */
static void
describe (const Model *m, gboolean one_node, char **nodes, char **jobs)
{
  GString *text = g_string_new (NULL);
  *nodes = one_node ? g_strdup_printf ("1x%d", m->gpus) : g_strdup_printf ("%dx1", m->gpus);
  for (int i = 0; i < m->n; i++)
    {
      const Job *job = &m->jobs[i];
      g_string_append_printf (text, "%sj%d %d/1/%d/%d tasks=%d est=%d prio=%d", i > 0 ? ";" : "", i,
                              job->submit, job->run, job->limit, job->gpus, job->estimate,
                              job->priority);
    }
  *jobs = g_string_free (text, FALSE);
}

/* ---- comparing ---- */

static gboolean
compare (Model *m, const Policy *policy, guint trial)
{
  g_autofree char *nodes = NULL, *jobs = NULL;
  m->rule = policy->rule;
  m->order = policy->order;
  simulate (m);
  describe (m, trial % 2 == 0, &nodes, &jobs);
  SwKit kit;
  gboolean good = TRUE;
  sw_kit_init (&kit, nodes, jobs, policy->queue, "first-fit");
  CHECK_TRUE (sw_kit_run (&kit));
  for (int i = 0; i < m->n && good; i++)
    {
      good &= CHECK_TIME (kit.outcome->first_start[i], m->jobs[i].start * SW_SECOND);
      good &= CHECK_TIME (kit.outcome->end[i], m->jobs[i].end * SW_SECOND);
      if (!good)
        g_printerr ("  job j%d under %s on %s: %s\n", i, policy->queue, nodes, jobs);
    }
  sw_kit_clear (&kit);
  return good;
}

static void
check_policies (const Policy *policies, guint n)
{
  Model *m = g_new0 (Model, 1);
  for (guint i = 0; i < n; i++)
    for (guint trial = 0; trial < TRIALS; trial++)
      {
        draw_model (m, trial);
        if (!compare (m, &policies[i], trial))
          break;
      }
  g_free (m);
}

static void
strict_orders (void)
{
  static const Policy policies[] = {
    { "fifo", RULE_STOP, ORDER_ARRIVAL },
    { "sjf", RULE_STOP, ORDER_SHORTEST_LIMIT },
    { "sjf by=duration", RULE_STOP, ORDER_SHORTEST_RUN },
    { "ljf", RULE_STOP, ORDER_LONGEST_LIMIT },
    { "priority", RULE_STOP, ORDER_PRIORITY },
    { "priority preempt=lower", RULE_STOP, ORDER_PRIORITY }, /* nobody is preemptible */
  };
  check_policies (policies, G_N_ELEMENTS (policies));
}

static void
skipping_orders (void)
{
  static const Policy policies[] = {
    { "greedy", RULE_SKIP, ORDER_ARRIVAL },
    { "fifo skip=yes", RULE_SKIP, ORDER_ARRIVAL },
    { "sjf blocked=skip", RULE_SKIP, ORDER_SHORTEST_LIMIT },
    { "sjf blocked=skip by=estimate", RULE_SKIP, ORDER_SHORTEST_ESTIMATE },
    { "ljf blocked=skip", RULE_SKIP, ORDER_LONGEST_LIMIT },
    { "priority blocked=skip", RULE_SKIP, ORDER_PRIORITY },
    { "priority blocked=skip preempt=lower", RULE_SKIP, ORDER_PRIORITY },
  };
  check_policies (policies, G_N_ELEMENTS (policies));
}

static void
backfilling (void)
{
  static const Policy policies[] = {
    { "easy", RULE_EASY, ORDER_ARRIVAL },
    { "easy order=priority", RULE_EASY, ORDER_PRIORITY },
    { "easy order=shortest", RULE_EASY, ORDER_SHORTEST_LIMIT },
    { "conservative", RULE_CONSERVATIVE, ORDER_ARRIVAL },
    { "conservative depth=0", RULE_CONSERVATIVE, ORDER_ARRIVAL },
  };
  check_policies (policies, G_N_ELEMENTS (policies));
}

SW_CHECKS ("reference", { "strict orders", strict_orders }, { "skipping orders", skipping_orders },
           { "backfilling", backfilling })
