/* Arrivals one by one: order files, ranks of nodes, tuning, and jobs that never end. */
#include "sw-order.h"
#include "sw-transform.h"
#include "sw-trial.h"

#define S SW_SECOND
#define H "job_id,submit_s,gpus_per_task,duration_s"

static SwTransform
one_by_one (void)
{
  return (SwTransform){ .window_from = SW_TIME_NONE,
                        .window_to = SW_TIME_NONE,
                        .time_scale_ppm = 1000000,
                        .duration_scale_ppm = 1000000,
                        .one_by_one = TRUE,
                        .arrival_gap = S };
}

static SwOrder *
read_order (const char *text, SwOrderPart part, GError **error)
{
  char *folder = sw_test_folder ();
  g_autofree char *path = sw_test_write (folder, "order.txt", text);
  SwOrder *order = sw_order_read (path, part, error);
  sw_test_remove (folder);
  return order;
}

static void
check_refused (const char *text, SwOrderPart part, const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SwOrder) order = read_order (text, part, &error);
  CHECK_TRUE (order == NULL);
  CHECK_ERROR (error, SW_ERROR_INPUT, expected);
}

static void
files_of_numbers (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SwOrder) first = read_order ("\n 3 0\t3\r\n\n1 0\n", SW_ORDER_ARRIVALS, &error);
  CHECK_NO_ERROR (error);
  CHECK_INT (first->numbers->len, 3);
  CHECK_INT (g_array_index (first->numbers, guint32, 2), 3);
  CHECK_INT (g_array_index (first->columns, guint32, 1), 4);
  CHECK_INT (first->line, 2);
  g_autoptr (SwOrder) last = read_order ("3 0 3\n1 0", SW_ORDER_RANKS, &error);
  CHECK_INT (last->numbers->len, 2);
  CHECK_INT (last->line, 2);
  g_autoptr (SwOrder) only = read_order ("1 0 2\n", SW_ORDER_RANKS, &error);
  CHECK_INT (only->numbers->len, 3);
  check_refused ("", SW_ORDER_ARRIVALS, "order.txt: there are no numbers");
  check_refused (" \n\n", SW_ORDER_ARRIVALS, "order.txt: there are no numbers");
  check_refused ("1\n2\n\n3\n", SW_ORDER_ARRIVALS, "order.txt:4: a third line");
  check_refused ("0 1 -2\n", SW_ORDER_ARRIVALS, "order.txt:1:5: \"-2\" is not a whole number");
  check_refused ("0 1\n0 1.5\n", SW_ORDER_RANKS, "order.txt:2:3: \"1.5\" is not");
  check_refused ("0 99999999999\n", SW_ORDER_ARRIVALS, "order.txt:1:3: \"99999999999\" is not");
  check_refused ("0,1\n", SW_ORDER_ARRIVALS, "order.txt:1:1: \"0,1\" is not");
}

/* Applies the order to the trial's trace; NULL with error. */
static SwJobTable *
follow (const SwTrial *t, const char *text, SwTransformReport *report, GError **error)
{
  SwTransform transform = one_by_one ();
  g_autoptr (SwOrder) order = read_order (text, SW_ORDER_ARRIVALS, error);
  transform.order = order;
  transform.report = &t->report;
  return sw_transform_apply (t->table, &transform, 4, 1, report, error);
}

static char *
arrivals_of (const SwJobTable *table)
{
  GString *text = g_string_new (NULL);
  for (guint32 j = 0; table != NULL && j < table->n; j++)
    g_string_append_printf (text, "%s@%" G_GINT64_FORMAT " ", table->id[j], table->submit[j] / S);
  return g_string_free (text, FALSE);
}

static void
arrivals_by_file (void)
{
  SwTrial t = { .options.keep_lines = TRUE };
  SwTransformReport report;
  g_autoptr (GError) error = NULL;
  sw_trial_text (&t, H ",deadline_s,row\na,50,1,1,60,7\nb,10,2,1,,9\nc,30,4,1,,8\n");
  g_autoptr (SwJobTable) table = follow (&t, "2 0 2 0 2\n", &report, &error);
  CHECK_NO_ERROR (error);
  g_autofree char *arrivals = arrivals_of (table);
  CHECK_STR (arrivals, "c@0 a@1 c+1@2 a+2@3 c+3@4 ");
  CHECK_INT (report.copied, 3);
  CHECK_INT (report.sampled_out, 1);
  CHECK_TRUE (report.asked == 3.5);
  CHECK_INT (table->flags[0], 0);
  CHECK_INT (table->flags[2], SW_JOB_COPY);
  CHECK_TIME (table->deadline[1], 11 * S);
  CHECK_INT (table->row[1], 2);
  sw_trial_clear (&t);
}

/* The demands of the workload are those of all its jobs, however often an order takes them. */
static void
demands_before_sampling (void)
{
  SwTrial t = { .options.keep_lines = TRUE };
  SwTransformReport report;
  g_autoptr (GError) error = NULL;
  sw_trial_text (&t, H "\na,0,1,1\nb,1,2,1\nc,2,1,1\nd,3,4,1\n");
  g_autoptr (SwJobTable) table = follow (&t, "0 0 0 3\n", &report, &error);
  CHECK_NO_ERROR (error);
  CHECK_INT (table->n_demands, 3);
  guint32 jobs[5] = { 0 };
  for (guint32 d = 0; d < table->n_demands; d++)
    jobs[sw_job_table_gpus (table, d)] = table->demand_jobs[d];
  CHECK_INT (jobs[1], 2);
  CHECK_INT (jobs[2], 1);
  CHECK_INT (jobs[4], 1);
  CHECK_INT (t.table->demand_jobs[t.table->demand[0]], 2);
  g_autoptr (SwJobTable) same = follow (&t, "0 0 0 3\n", &report, &error);
  g_autofree char *a = sw_job_table_hash (table), *b = sw_job_table_hash (same);
  CHECK_STR (a, b);
  sw_trial_text (&t, H "\na,0,1,1\nb,1,2,1\nc,2,2,1\nd,3,4,1\n");
  g_autoptr (SwJobTable) other = follow (&t, "0 0 0 3\n", &report, &error);
  g_autofree char *c = sw_job_table_hash (other);
  CHECK_FALSE (g_str_equal (a, c));
  sw_trial_clear (&t);
}

static void
check_order_fault (const SwTrial *t, const char *text, const char *expected)
{
  SwTransformReport report;
  g_autoptr (GError) error = NULL;
  g_autoptr (SwJobTable) table = follow (t, text, &report, &error);
  CHECK_TRUE (table == NULL);
  CHECK_ERROR (error, SW_ERROR_INPUT, expected);
}

static void
rows_that_are_no_jobs (void)
{
  SwTrial t = { .options.keep_lines = TRUE };
  sw_trial_text (&t, H "\na,0,1,1\nb,1,x,1\nc,2,1,1\n");
  check_order_fault (&t, "0 2 3\n", "order.txt:1:5: row 3 of a trace of 3: expected 0 to 2");
  check_order_fault (&t, "0 1\n", "order.txt:1:3: row 1 of the trace (line 3) is no job");
  sw_trial_text (&t, H ",name\na,0,1,1,\"two\nlines\"\nb,1,1,1,\n");
  check_order_fault (&t, "0 1\n", "trace.csv:2: rows are not one to a line");
  sw_trial_clear (&t);
}

static void
ranks_of_nodes (void)
{
  SwTrial t = { 0 };
  g_autoptr (GError) error = NULL;
  sw_trial_nodes_text (&t, "node_id,gpu_model,gpus\nn0,T4,1\nn1,T4,2\nn2,T4,4\n");
  g_autoptr (SwOrder) ranks = read_order ("0\n2 0 1\n", SW_ORDER_RANKS, &error);
  CHECK_TRUE (sw_order_rank_nodes (ranks, t.nodes, 0, &error));
  CHECK_NO_ERROR (error);
  CHECK_INT (sw_node_table_row (t.nodes, 0)->gpus, 2);
  CHECK_INT (sw_node_table_row (t.nodes, 1)->gpus, 4);
  CHECK_INT (sw_node_table_row (t.nodes, 2)->gpus, 1);
  static const struct
  {
    const char *text, *fault;
  } bad[] = {
    { "0\n0 1\n", "order.txt:2: 2 ranks, but there are 3 nodes" },
    { "0\n0 1 2 3\n", "order.txt:2:7: 4 ranks, but there are 3 nodes" },
    { "0\n0 1 3\n", "order.txt:2:5: rank 3 of 3 nodes: expected 0 to 2" },
    { "0\n1 0 1\n", "order.txt:2:5: rank 1 comes twice: expected each of 0 to 2 once" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (SwOrder) wrong = read_order (bad[i].text, SW_ORDER_RANKS, &error);
      CHECK_FALSE (sw_order_rank_nodes (wrong, t.nodes, 0, &error));
      CHECK_ERROR (error, SW_ERROR_INPUT, bad[i].fault);
      g_clear_error (&error);
    }
  CHECK_INT (sw_node_table_row (t.nodes, 0)->gpus, 2);
  sw_trial_clear (&t);
}

/* 200 jobs: shares, whole GPUs, several, none. */
static void
make_trace (SwTrial *t, gboolean reversed)
{
  static const char *const gpus[] = { "0.25", "1", "0.5", "2", "0", "1", "0.1", "8" };
  g_autoptr (GString) text = g_string_new (H ",time_limit_s,estimate_s\n");
  for (guint k = 0; k < 200; k++)
    {
      guint i = reversed ? 199 - k : k;
      g_string_append_printf (text, "j%u,%u,%s,10,20,15\n", i, i * 10, gpus[i % 8]);
    }
  sw_trial_text (t, text->str);
}

static double
gpus_asked (const SwJobTable *table)
{
  double sum = 0;
  for (guint32 j = 0; j < table->n; j++)
    {
      const SwGroupRow *g = &table->groups[table->demands[table->demand[j]].first_group];
      sum += g->gpus * (double)g->gpu_milli / 1000;
    }
  return sum;
}

static SwJobTable *
tuned (const SwTrial *t, gint64 ppm, guint64 seed, SwTransformReport *report)
{
  SwTransform transform = one_by_one ();
  g_autoptr (GError) error = NULL;
  transform.tune_ppm = ppm;
  transform.shuffle = TRUE;
  SwJobTable *table = sw_transform_apply (t->table, &transform, 400, seed, report, &error);
  CHECK_NO_ERROR (error);
  return table;
}

/* Up: all jobs first, in an order of chance, then copies; the last draw was one too many. */
static void
tuned_up (void)
{
  SwTrial t = { 0 };
  SwTransformReport report;
  make_trace (&t, FALSE);
  g_autoptr (SwJobTable) table = tuned (&t, 1300000, 5, &report);
  CHECK_INT (table->n, 200 + report.copied);
  CHECK_TRUE (report.copied > 50);
  CHECK_INT (report.sampled_out, 0);
  guint moved = 0, wrong = 0;
  for (guint32 j = 0; j < table->n; j++)
    {
      wrong += (table->flags[j] == SW_JOB_COPY) != (j >= 200);
      wrong += table->submit[j] != j * S;
      moved += j < 200 && !g_str_equal (table->id[j], t.table->id[j]);
    }
  CHECK_INT (wrong, 0);
  CHECK_TRUE (moved > 150);
  /* Stopped by what one GPU of the next needs: at most one GPU short, seven beyond. */
  CHECK_TRUE (gpus_asked (table) > 1.3 * 400 - 1);
  CHECK_TRUE (gpus_asked (table) <= 1.3 * 400 + 7);
  CHECK_TRUE (ABS (report.asked - gpus_asked (table) / 400) < 1e-9);
  sw_trial_clear (&t);
}

static void
tuned_down (void)
{
  SwTrial t = { 0 };
  SwTransformReport report;
  make_trace (&t, FALSE);
  g_autoptr (SwJobTable) table = tuned (&t, 400000, 5, &report);
  CHECK_INT (table->n, 200 - report.sampled_out);
  CHECK_INT (report.copied, 0);
  CHECK_TRUE (gpus_asked (table) <= 160);
  CHECK_TRUE (gpus_asked (table) > 160 - 8);
  guint32 jobs = 0;
  for (guint32 d = 0; d < table->n_demands; d++)
    jobs += table->demand_jobs[d];
  CHECK_INT (jobs, 200);
  g_autoptr (SwJobTable) one = tuned (&t, 1, 5, &report);
  CHECK_INT (one->n, 1);
  sw_trial_clear (&t);
}

static void
tuning_needs_gpus (void)
{
  SwTrial t = { 0 };
  SwTransform transform = one_by_one ();
  SwTransformReport report;
  g_autoptr (GError) error = NULL;
  transform.tune_ppm = 1300000;
  sw_trial_text (&t, H "\na,0,0,1\n");
  CHECK_TRUE (sw_transform_apply (t.table, &transform, 4, 1, &report, &error) == NULL);
  CHECK_ERROR (error, SW_ERROR_INPUT, "tune cannot be set: the jobs ask for no GPU");
  g_clear_error (&error);
  CHECK_TRUE (sw_transform_apply (t.table, &transform, 0, 1, &report, &error) == NULL);
  CHECK_ERROR (error, SW_ERROR_INPUT, "tune cannot be set: the cluster has no GPUs");
  sw_trial_clear (&t);
}

/* The same seed gives the same jobs whatever the order of the rows, another seed others. */
static void
chance_is_keyed (void)
{
  SwTrial t = { 0 }, reversed = { 0 };
  SwTransformReport report;
  make_trace (&t, FALSE);
  make_trace (&reversed, TRUE);
  for (guint i = 0; i < 2; i++)
    {
      const gint64 ppm = i == 0 ? 1300000 : 400000;
      g_autoptr (SwJobTable) a = tuned (&t, ppm, 7, &report),
                             b = tuned (&reversed, ppm, 7, &report),
                             c = tuned (&t, ppm, 8, &report);
      g_autofree char *x = arrivals_of (a), *y = arrivals_of (b), *z = arrivals_of (c);
      CHECK_STR (x, y);
      CHECK_FALSE (g_str_equal (x, z));
    }
  sw_trial_clear (&t);
  sw_trial_clear (&reversed);
}

static void
gaps (void)
{
  SwTrial t = { 0 };
  SwTransform transform = one_by_one ();
  SwTransformReport report;
  g_autoptr (GError) error = NULL;
  sw_trial_text (&t, H ",eligible_s\na,7,1,1,9\nb,7,2,1,\nc,300,1,1,\n");
  transform.arrival_gap = 250 * (S / 1000);
  g_autoptr (SwJobTable) table = sw_transform_apply (t.table, &transform, 4, 1, &report, &error);
  CHECK_TIME (table->submit[1], S / 4);
  CHECK_TIME (table->submit[2], S / 2);
  CHECK_TIME (table->eligible[0], 2 * S);
  CHECK_TRUE (report.asked == 1);
  CHECK_TRUE (report.offered_after == 2);
  transform.arrival_gap = SW_TIME_INF - 1;
  CHECK_TRUE (sw_transform_apply (t.table, &transform, 4, 1, &report, &error) == NULL);
  CHECK_ERROR (error, SW_ERROR_INPUT, "arrival_gap: the last of 3 jobs");
  sw_trial_clear (&t);
}

static void
no_departures (void)
{
  SwTrial t = { 0 };
  SwTransform transform = one_by_one ();
  SwTransformReport report;
  g_autoptr (GError) error = NULL;
  sw_trial_text (&t, H ",time_limit_s,estimate_s,fails,fail_after_s,ckpt_interval_s,ckpt_cost_s\n"
                       "a,7,1,5,10,6,2,1,2,1\n");
  transform.one_by_one = FALSE;
  transform.no_departures = TRUE;
  g_autoptr (SwJobTable) table = sw_transform_apply (t.table, &transform, 4, 1, &report, &error);
  CHECK_TIME (table->submit[0], 7 * S);
  CHECK_TIME (table->work[0], SW_TIME_INF);
  CHECK_TIME (table->limit[0], SW_TIME_NONE);
  CHECK_TIME (table->estimate[0], SW_TIME_NONE);
  CHECK_TIME (table->ckpt_interval[0], SW_TIME_NONE);
  CHECK_INT (table->fails[0], 0);
  CHECK_TRUE (report.offered_after < 0);
  sw_trial_clear (&t);
}

/* The orders of a published experiment: every arrival is a row, its tuning is ours to the rule. */
static void
published_orders (void)
{
  g_autofree char *pods = sw_trial_shared ("traces/openb/openb_pod_list_default.csv");
  g_autofree char *nodes = sw_trial_shared ("traces/openb/openb_node_list_gpu_node.csv");
  g_autofree char *file = sw_trial_shared ("oracle/fgd/orders/default_42.txt");
  if (pods == NULL || nodes == NULL || file == NULL)
    SKIP ("the traces or orders are not there");
  SwTrial t = { .options.keep_lines = TRUE };
  SwTransform transform = one_by_one ();
  SwTransformReport report;
  g_autoptr (GError) error = NULL;
  sw_trial_set (&t, "times.never_started=keep");
  sw_trial_path (&t, pods);
  g_autoptr (SwOrder) order = sw_order_read (file, SW_ORDER_ARRIVALS, &error);
  transform.order = order;
  transform.report = &t.report;
  g_autoptr (SwJobTable) table = sw_transform_apply (t.table, &transform, 6212, 1, &report, &error);
  CHECK_NO_ERROR (error);
  CHECK_INT (table->n, 10866);
  CHECK_INT (report.copied, 10866 - 8152);
  CHECK_INT (report.sampled_out, 0);
  CHECK_STR (table->id[0], "openb-pod-0255");
  CHECK_STR (table->id[1], "openb-pod-1685");
  CHECK_TRUE (report.asked > 1.2998 && report.asked < 1.3012);
  sw_trial_nodes_path (&t, nodes);
  g_autoptr (SwOrder) ranks = sw_order_read (file, SW_ORDER_RANKS, &error);
  CHECK_TRUE (sw_order_rank_nodes (ranks, t.nodes, 0, &error));
  CHECK_NO_ERROR (error);
  sw_trial_clear (&t);
}

SW_CHECKS ("order", { "files of numbers", files_of_numbers },
           { "arrivals by file", arrivals_by_file },
           { "demands before sampling", demands_before_sampling },
           { "rows that are no jobs", rows_that_are_no_jobs }, { "ranks of nodes", ranks_of_nodes },
           { "tuned up", tuned_up }, { "tuned down", tuned_down },
           { "tuning needs GPUs", tuning_needs_gpus }, { "chance is keyed", chance_is_keyed },
           { "gaps", gaps }, { "no departures", no_departures },
           { "published orders", published_orders })
