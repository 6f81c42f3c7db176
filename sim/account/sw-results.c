/* One row per job, per attempt, per change.  Rows are written field by field with the number
 * writers of the base; nothing in the loops parses a format. */
#include "sw-results.h"

#include "sw-placement.h"
#include "sw-sharing.h"

#define GPU_DIGITS 12 /* of thousandths of GPUs over nanoseconds */
#define MILLI_DIGITS 3

static void
header (SwText *text, const char *columns)
{
  sw_put (text, columns);
  sw_put (text, "\n");
}

static void
csv_slo (SwCsv *csv, SwSlo slo)
{
  static const char *const words[SW_N_SLO] = { "", "no", "yes", "undecided" };
  sw_csv_string (csv, words[slo]);
}

static void
csv_name (SwCsv *csv, const SwJobTable *table, guint32 number)
{
  sw_csv_string (csv, sw_strings_get (table->strings, number));
}

static void
job_identity (SwCsv *csv, const SwBooks *books, SwJob job)
{
  const SwJobTable *table = books->table;
  sw_csv_string (csv, table->id[job]);
  csv_name (csv, table, table->user[job]);
  csv_name (csv, table, table->tenant[job]);
  csv_name (csv, table, table->queue[job]);
  csv_name (csv, table, table->kind[job]);
  csv_name (csv, table, table->slo_class[job]);
}

static void
job_course (SwCsv *csv, const SwBooks *books, SwJob job)
{
  const SwOutcome *outcome = books->outcome;
  sw_csv_seconds (csv, books->table->submit[job]);
  sw_csv_seconds (csv, outcome->eligible[job]);
  sw_csv_seconds (csv, outcome->first_start[job]);
  sw_csv_seconds (csv, sw_books_ended (books, job) ? outcome->end[job] : SW_TIME_NONE);
  sw_csv_string (csv, sw_state_names[outcome->state[job]]);
  sw_csv_string (csv, sw_outcome_get_why (outcome, job));
  sw_csv_int (csv, sw_books_tasks (books, job));
  sw_csv_int (csv, sw_books_gpus (books, job));
  sw_csv_int (csv, outcome->attempts[job]);
  sw_csv_int (csv, outcome->preemptions[job]);
  sw_csv_int (csv, outcome->reclaims[job]);
  sw_csv_int (csv, outcome->failures[job]);
}

static void
job_times (SwCsv *csv, const SwBooks *books, SwJob job)
{
  sw_csv_seconds (csv, sw_outcome_wait (books->outcome, job));
  sw_csv_seconds (csv, sw_books_first_wait (books, job));
  sw_csv_seconds (csv, books->outcome->run[job]);
  sw_csv_seconds (csv, sw_books_turnaround (books, job));
  if (sw_books_ran_and_ended (books, job))
    sw_csv_seconds (csv, sw_books_slowdown (books, job));
  else
    sw_csv_empty (csv);
}

static void
job_work (SwCsv *csv, const SwBooks *books, SwJob job)
{
  SwWork work = sw_books_work (books, job);
  sw_csv_i128 (csv, work.useful, GPU_DIGITS);
  sw_csv_i128 (csv, work.overhead, GPU_DIGITS);
  sw_csv_i128 (csv, work.lost, GPU_DIGITS);
}

static void
job_goals (SwCsv *csv, const SwBooks *books, SwJob job)
{
  sw_csv_seconds (csv, books->table->limit[job]);
  sw_csv_seconds (csv, books->table->deadline[job]);
  csv_slo (csv, sw_books_deadline (books, job));
  csv_slo (csv, sw_books_wait_verdict (books, job));
}

static void
job_sharing (SwCsv *csv, const SwBooks *books, SwJob job)
{
  sw_csv_seconds (csv, sw_sharing_slowdown (books, job));
  sw_csv_int (csv, books->kills == NULL ? 0 : books->kills[job]);
  sw_csv_int (csv, books->evictions == NULL ? 0 : books->evictions[job]);
}

static void
job_recorded (SwCsv *csv, const SwJobTable *table, SwJob job)
{
  sw_csv_seconds (csv, table->obs_start[job]);
  sw_csv_seconds (csv, table->obs_end[job]);
  sw_csv_string (csv, sw_obs_state_names[table->obs_state[job]]);
}

void
sw_results_jobs (SwText *text, const SwBooks *books, const SwNodeNames *names)
{
  const SwOutcome *outcome = books->outcome;
  const gboolean sharing = books->sharing;
  g_autoptr (GString) place = g_string_new (NULL);
  SwCsv csv = { .text = text };
  sw_put (text, "job_id,user,tenant,queue,kind,slo_class,submit_s,eligible_s,start_s,end_s,state,"
                "reason,tasks,gpus,attempts,preemptions,reclaims,failures,wait_s,first_wait_s,"
                "run_s,turnaround_s,bounded_slowdown,useful_gpu_s,overhead_gpu_s,lost_gpu_s,"
                "limit_s,deadline_s,deadline_missed,wait_missed,placement,obs_start_s,obs_end_s,"
                "obs_state");
  header (text, sharing ? ",co_slowdown,oom_kills,evictions" : "");
  for (guint32 job = 0; job < outcome->n; job++)
    {
      job_identity (&csv, books, job);
      job_course (&csv, books, job);
      job_times (&csv, books, job);
      job_work (&csv, books, job);
      job_goals (&csv, books, job);
      guint32 last = outcome->last_attempt[job];
      if (last == G_MAXUINT32)
        sw_csv_empty (&csv);
      else
        sw_csv_string (&csv, sw_placement (place, outcome,
                                           &g_array_index (outcome->attempts_log, SwAttempt, last),
                                           names));
      job_recorded (&csv, books->table, job);
      if (sharing)
        job_sharing (&csv, books, job);
      sw_csv_end (&csv);
    }
}

void
sw_results_attempts (SwText *text, const SwBooks *books, const SwNodeNames *names)
{
  const SwOutcome *outcome = books->outcome;
  g_autoptr (GString) place = g_string_new (NULL);
  g_autofree guint32 *number = g_new0 (guint32, outcome->n);
  SwCsv csv = { .text = text };
  header (text, "job_id,attempt,start_s,end_s,end,gpus,useful_s,overhead_s,lost_s,placement");
  for (guint i = 0; i < outcome->attempts_log->len; i++)
    {
      const SwAttempt *attempt = &g_array_index (outcome->attempts_log, SwAttempt, i);
      sw_csv_string (&csv, books->table->id[attempt->job]);
      sw_csv_int (&csv, ++number[attempt->job]);
      sw_csv_seconds (&csv, attempt->start);
      sw_csv_seconds (&csv, attempt->stop);
      sw_csv_string (&csv, sw_end_names[attempt->end]);
      sw_csv_i128 (&csv, attempt->milli, MILLI_DIGITS);
      sw_csv_seconds (&csv, attempt->useful);
      sw_csv_seconds (&csv, attempt->overhead);
      sw_csv_seconds (&csv, attempt->lost);
      sw_csv_string (&csv, sw_placement (place, outcome, attempt, names));
      sw_csv_end (&csv);
    }
}

/* Rounded to the nearest billionth. */
static void
csv_unusable (SwCsv *csv, const SwUseAreas *use, gint64 unusable)
{
  if (unusable < 0 || use->typical_tasks == 0)
    sw_csv_empty (csv);
  else
    sw_csv_i128 (csv, ((__int128)unusable * 1000000 + use->typical_tasks / 2) / use->typical_tasks,
                 MILLI_DIGITS + 6);
}

static void
csv_use (SwCsv *csv, const SwUseAreas *use, const guint64 *levels)
{
  for (guint i = 0; i < SW_N_USE_LEVELS; i++)
    {
      gint64 level = (gint64)levels[i];
      if (i == SW_LEVEL_UNUSABLE)
        csv_unusable (csv, use, level);
      else if (level < 0)
        sw_csv_empty (csv);
      else
        sw_csv_i128 (csv, level, i == SW_LEVEL_COMPUTE || i == SW_LEVEL_BANDWIDTH ? 6 : 0);
    }
}

static void
timeline_header (SwCsv *csv, const SwLedger *ledger, const char *const *pools)
{
  static const char *const columns[] = { "time_s", "gpus",    "allocated", "fragmented",
                                         "idle",   "waiting", "running",   "waiting_gpus" };
  static const char *const use[SW_N_USE_LEVELS] = {
    [SW_LEVEL_BUSY] = "busy",
    [SW_LEVEL_COMPUTE] = "compute_used",
    [SW_LEVEL_BANDWIDTH] = "bandwidth_used",
    [SW_LEVEL_MEMORY] = "memory_mib",
    [SW_LEVEL_PROMISED] = "memory_allocated_mib",
    [SW_LEVEL_FILLED] = "memory_used_mib",
    [SW_LEVEL_SLICES] = "slices",
    [SW_LEVEL_SLICES_HELD] = "slices_held",
    [SW_LEVEL_STRANDED] = "slices_stranded",
    [SW_LEVEL_UNUSABLE] = "unusable",
  };
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    sw_csv_string (csv, columns[i]);
  for (guint32 pool = 0; pool < ledger->n_pools; pool++)
    {
      g_autofree char *column = g_strconcat ("allocated:", pools[pool], NULL);
      sw_csv_string (csv, column);
    }
  for (guint i = 0; ledger->sharing && i < G_N_ELEMENTS (use); i++)
    sw_csv_string (csv, use[i]);
  sw_csv_end (csv);
}

void
sw_results_timeline (SwText *text, const SwLedger *ledger, const char *const *pools)
{
  SwCsv csv = { .text = text };
  timeline_header (&csv, ledger, pools);
  SwTimelineReader row;
  sw_timeline_reader_init (&row, ledger->timeline);
  while (sw_timeline_next (&row))
    {
      const SwLevels *levels = &row.levels;
      sw_csv_seconds (&csv, row.time);
      sw_csv_i128 (&csv, levels->gpus, MILLI_DIGITS);
      sw_csv_i128 (&csv, levels->allocated, MILLI_DIGITS);
      sw_csv_i128 (&csv, levels->fragmented, MILLI_DIGITS);
      sw_csv_i128 (&csv, (gint64)(levels->gpus - levels->allocated - levels->fragmented),
                   MILLI_DIGITS);
      sw_csv_int (&csv, (gint64)levels->waiting);
      sw_csv_int (&csv, (gint64)levels->running);
      sw_csv_i128 (&csv, levels->waiting_gpus, MILLI_DIGITS);
      for (guint32 pool = 0; pool < ledger->n_pools; pool++)
        sw_csv_i128 (&csv, row.more[pool], MILLI_DIGITS);
      if (ledger->sharing)
        csv_use (&csv, &ledger->use, row.more + ledger->n_pools);
      sw_csv_end (&csv);
    }
  sw_timeline_reader_clear (&row);
}
