/* The record of a run: defaults, texts, and the wait that everybody takes from it. */
#include "sw-check.h"
#include "sw-outcome.h"

#define JOBS 4

static SwJobTable *
table_of_jobs (void)
{
  SwJobBuilder *builder = sw_job_builder_new ();
  SwGroupRow group = { .tasks = 1, .mode = SW_GPU_WHOLE, .gpus = 1 };
  SwJobRow row = sw_job_row_blank;
  row.demand = sw_job_builder_demand (builder, &group, 1, 0);
  row.work = SW_SECOND;
  static const char *const ids[JOBS] = { "a", "b", "c", "d" };
  for (guint i = 0; i < JOBS; i++)
    {
      row.id = ids[i];
      row.submit = i * SW_SECOND;
      sw_job_builder_add (builder, &row);
    }
  g_autofree char *bad = NULL;
  SwJobTable *table = sw_job_builder_finish (builder, &bad);
  g_assert (table != NULL);
  return table;
}

static void
names_are_complete (void)
{
  for (guint state = 0; state < SW_N_STATES; state++)
    CHECK_TRUE (sw_state_names[state] != NULL);
  CHECK_TRUE (sw_state_names[SW_N_STATES] == NULL);
  for (guint end = 0; end < SW_N_ENDS; end++)
    CHECK_TRUE (sw_end_names[end] != NULL);
  CHECK_TRUE (sw_end_names[SW_N_ENDS] == NULL);
  CHECK_STR (sw_state_names[SW_UNFINISHED], "unfinished");
  CHECK_STR (sw_end_names[SW_END_NONE], "running");
}

static void
starts_empty (void)
{
  g_autoptr (SwJobTable) table = table_of_jobs ();
  g_autoptr (SwOutcome) outcome = sw_outcome_new (table);
  CHECK_INT (outcome->n, JOBS);
  for (SwJob job = 0; job < JOBS; job++)
    {
      CHECK_INT (outcome->state[job], SW_SUBMITTED);
      CHECK_INT (outcome->eligible[job], SW_TIME_NONE);
      CHECK_INT (outcome->first_start[job], SW_TIME_NONE);
      CHECK_INT (outcome->end[job], SW_TIME_NONE);
      CHECK_INT (outcome->run[job], 0);
      CHECK_INT (outcome->attempts[job], 0);
      CHECK_INT (outcome->last_attempt[job], G_MAXUINT32);
      CHECK_STR (sw_outcome_get_why (outcome, job), "");
    }
  CHECK_INT (outcome->attempts_log->len, 0);
  CHECK_TRUE (outcome->why_of == NULL);
}

static void
texts_are_kept_once (void)
{
  g_autoptr (SwJobTable) table = table_of_jobs ();
  g_autoptr (SwOutcome) outcome = sw_outcome_new (table);
  sw_outcome_why (outcome, 1, "too large");
  sw_outcome_why (outcome, 2, "rejected");
  sw_outcome_why (outcome, 3, "too large");
  CHECK_INT (outcome->why->len, 2);
  CHECK_STR (sw_outcome_get_why (outcome, 0), "");
  CHECK_STR (sw_outcome_get_why (outcome, 1), "too large");
  CHECK_STR (sw_outcome_get_why (outcome, 2), "rejected");
  CHECK_STR (sw_outcome_get_why (outcome, 3), "too large");
  sw_outcome_why (outcome, 1, "second thought");
  CHECK_STR (sw_outcome_get_why (outcome, 1), "second thought");
  CHECK_STR (sw_outcome_get_why (outcome, 3), "too large");
}

static void
many_distinct_texts (void)
{
  g_autoptr (SwJobTable) table = table_of_jobs ();
  g_autoptr (SwOutcome) outcome = sw_outcome_new (table);
  for (guint i = 0; i < 100; i++)
    {
      g_autofree char *text = g_strdup_printf ("reason %u", i);
      sw_outcome_why (outcome, i % JOBS, text);
    }
  CHECK_STR (sw_outcome_get_why (outcome, 0), "reason 96");
  CHECK_STR (sw_outcome_get_why (outcome, 3), "reason 99");
}

static void
wait_is_what_is_not_run (void)
{
  g_autoptr (SwJobTable) table = table_of_jobs ();
  g_autoptr (SwOutcome) outcome = sw_outcome_new (table);
  outcome->stop = 1000;
  outcome->eligible[0] = 100;
  outcome->end[0] = 700;
  outcome->run[0] = 450;
  CHECK_INT (sw_outcome_wait (outcome, 0), 150);
  outcome->eligible[1] = 400;
  outcome->run[1] = 20;
  CHECK_INT (sw_outcome_wait (outcome, 1), 580);
  CHECK_INT (sw_outcome_wait (outcome, 2), SW_TIME_NONE);
  outcome->end[3] = 500;
  CHECK_INT (sw_outcome_wait (outcome, 3), SW_TIME_NONE);
}

SW_CHECKS ("outcome", { "names are complete", names_are_complete },
           { "starts empty", starts_empty }, { "texts are kept once", texts_are_kept_once },
           { "many distinct texts", many_distinct_texts },
           { "wait is what is not run", wait_is_what_is_not_run })
