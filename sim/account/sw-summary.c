/* The summary as JSON.  Members come in a fixed order; undefined values are null. */
#include "sw-summary.h"
#include "sw-breakdown.h"
#include "sw-sharing.h"

#define DIGITS 9      /* behind the point; of times that is all there is */
#define GPU_DIGITS 12 /* of thousandths of GPUs over time */

static void
write_figures (SwJson *json, const SwFigure *figures)
{
  static const char *const better[] = { "none", "low", "high" };
  sw_json_object (json, "figures");
  for (guint i = 0; i < SW_N_FIGURES; i++)
    {
      sw_json_object (json, figures[i].name);
      if (figures[i].defined)
        sw_json_real (json, "value", figures[i].value, DIGITS);
      else
        sw_json_null (json, "value");
      sw_json_string (json, "unit", figures[i].unit);
      sw_json_string (json, "label", figures[i].label);
      sw_json_string (json, "definition", figures[i].doc);
      sw_json_string (json, "better", better[figures[i].better]);
      sw_json_int (json, "digits", figures[i].digits);
      sw_json_end (json);
    }
  sw_json_end (json);
}

static void
write_gpu_time (SwJson *json, const SwBooks *books, const SwLedger *ledger)
{
  SwGpuTime time = sw_gpu_time (books, ledger);
  sw_json_object (json, "gpu_seconds");
  sw_json_i128 (json, "existing", time.existing, GPU_DIGITS);
  sw_json_i128 (json, "allocated", time.allocated, GPU_DIGITS);
  sw_json_i128 (json, "useful", time.useful, GPU_DIGITS);
  sw_json_i128 (json, "overhead", time.overhead, GPU_DIGITS);
  sw_json_i128 (json, "lost", time.lost, GPU_DIGITS);
  sw_json_i128 (json, "blocked", time.blocked, GPU_DIGITS);
  sw_json_i128 (json, "fragmented", time.fragmented, GPU_DIGITS);
  sw_json_i128 (json, "idle", time.idle, GPU_DIGITS);
  sw_json_end (json);
}

static void
write_pools (SwJson *json, const SwLedger *ledger, const char *const *pools)
{
  sw_json_array (json, "pools");
  for (guint32 i = 0; i < ledger->n_pools; i++)
    {
      const SwPoolAreas *pool = &ledger->pools[i];
      sw_json_object (json, NULL);
      sw_json_string (json, "name", pools[i]);
      sw_json_i128 (json, "existing_gpu_seconds", pool->gpus, GPU_DIGITS);
      sw_json_i128 (json, "allocated_gpu_seconds", pool->allocated, GPU_DIGITS);
      if (pool->gpus > 0)
        sw_json_real (json, "utilisation", 100.0 * (double)pool->allocated / (double)pool->gpus,
                      DIGITS);
      else
        sw_json_null (json, "utilisation");
      sw_json_end (json);
    }
  sw_json_end (json);
}

/* An integral of the use of cards; null if a level was not known for some time. */
static void
write_use (SwJson *json, const char *key, const SwUseAreas *use, SwUseLevel level, guint decimals)
{
  if (use->unknown >> level & 1)
    sw_json_null (json, key);
  else
    sw_json_i128 (json, key, use->areas[level], decimals);
}

/* Rounded to the nearest of the last digit. */
static void
write_unusable (SwJson *json, const SwUseAreas *use)
{
  if (use->unknown >> SW_LEVEL_UNUSABLE & 1 || use->typical_tasks == 0)
    sw_json_null (json, "unusable_gpu_seconds");
  else
    sw_json_i128 (json, "unusable_gpu_seconds",
                  (use->areas[SW_LEVEL_UNUSABLE] + use->typical_tasks / 2) / use->typical_tasks,
                  GPU_DIGITS);
}

static void
write_uses (SwJson *json, const SwUseAreas *use)
{
  static const struct
  {
    const char *key;
    SwUseLevel level;
    guint decimals;
  } members[] = {
    { "busy_gpu_seconds", SW_LEVEL_BUSY, 9 },
    { "compute_used_gpu_seconds", SW_LEVEL_COMPUTE, 15 },
    { "bandwidth_used_gpu_seconds", SW_LEVEL_BANDWIDTH, 15 },
    { "memory_mib_seconds", SW_LEVEL_MEMORY, 9 },
    { "memory_allocated_mib_seconds", SW_LEVEL_PROMISED, 9 },
    { "memory_used_mib_seconds", SW_LEVEL_FILLED, 9 },
    { "slice_seconds", SW_LEVEL_SLICES, 9 },
    { "slices_held_seconds", SW_LEVEL_SLICES_HELD, 9 },
    { "slices_stranded_seconds", SW_LEVEL_STRANDED, 9 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    write_use (json, members[i].key, use, members[i].level, members[i].decimals);
  write_unusable (json, use);
}

static void
write_sharing (SwJson *json, const SwBooks *books, const SwLedger *ledger)
{
  if (!books->sharing)
    return;
  SwSharingTotals totals = sw_sharing_totals (books);
  sw_json_object (json, "sharing");
  write_uses (json, &ledger->use);
  sw_json_i128 (json, "co_lost_gpu_seconds", totals.lost, GPU_DIGITS);
  sw_json_i128 (json, "repartition_seconds", totals.repartition_time, DIGITS);
  sw_json_object (json, "oom_kills");
  for (guint how = 0; how < SW_N_KILLS; how++)
    {
      sw_json_object (json, sw_kill_names[how]);
      sw_json_int (json, "own", (gint64)totals.kills[how][0]);
      sw_json_int (json, "by_others", (gint64)totals.kills[how][1]);
      sw_json_end (json);
    }
  sw_json_end (json);
  sw_json_end (json);
}

/* A rate over recorded states means nothing without saying how many are known (E-03). */
static void
write_recorded (SwJson *json, const SwJobTable *table)
{
  guint32 count[SW_OBS_PENDING + 1] = { 0 };
  for (guint32 job = 0; job < table->n; job++)
    count[table->obs_state[job]]++;
  sw_json_object (json, "recorded");
  sw_json_int (json, "jobs", table->n);
  sw_json_int (json, "known", table->n - count[SW_OBS_UNKNOWN]);
  sw_json_int (json, "failed", count[SW_OBS_FAILED]);
  sw_json_object (json, "states");
  for (guint state = 0; state < G_N_ELEMENTS (count); state++)
    sw_json_int (json, sw_obs_state_names[state], count[state]);
  sw_json_end (json);
  sw_json_end (json);
}

static void
write_spread (SwJson *json, const char *key, const SwSpread *spread)
{
  sw_json_object (json, key);
  sw_json_int (json, "count", (gint64)spread->count);
  if (spread->count > 0)
    sw_json_real (json, "mean", spread->mean, DIGITS);
  else
    sw_json_null (json, "mean");
  sw_json_seconds (json, "p50", spread->p50);
  sw_json_seconds (json, "p95", spread->p95);
  sw_json_seconds (json, "p99", spread->p99);
  sw_json_seconds (json, "max", spread->max);
  sw_json_end (json);
}

static void
write_row (SwJson *json, const SwCutRow *row, gboolean sharing)
{
  sw_json_object (json, NULL);
  sw_json_string (json, "name", row->name);
  sw_json_bool (json, "rest", row->name == NULL);
  if (row->name == NULL)
    sw_json_int (json, "names", row->names);
  sw_json_int (json, "jobs", row->jobs);
  sw_json_int (json, "completed", row->completed);
  sw_json_int (json, "ended_otherwise", row->ended_otherwise);
  sw_json_int (json, "unfinished", row->unfinished);
  write_spread (json, "wait", &row->wait);
  write_spread (json, "turnaround", &row->turnaround);
  sw_json_real (json, "gpu_hours", sw_gpu_hours (row->held), DIGITS);
  sw_json_int (json, "slo_jobs", row->slo_jobs);
  sw_json_int (json, "deadline_misses", row->deadline_misses);
  sw_json_int (json, "wait_slo_misses", row->wait_slo_misses);
  sw_json_int (json, "slo_misses", row->slo_misses);
  sw_json_int (json, "slo_undecided", row->slo_undecided);
  if (sharing)
    {
      sw_json_int (json, "oom_kills", row->oom_kills);
      write_spread (json, "co_slowdown", &row->co_slowdown);
    }
  sw_json_end (json);
}

static void
write_cuts (SwJson *json, const SwBooks *books)
{
  const gboolean sharing = books->sharing;
  g_autoptr (SwCutter) cutter = sw_cutter_new (books);
  sw_json_object (json, "by");
  for (guint cut = 0; cut < SW_N_CUTS; cut++)
    {
      if (cut == SW_CUT_JOB_TYPE && !sharing)
        continue;
      g_autoptr (GArray) rows = sw_cut (cutter, cut);
      sw_json_array (json, sw_cut_names[cut]);
      for (guint i = 0; i < rows->len; i++)
        write_row (json, &g_array_index (rows, SwCutRow, i), sharing);
      sw_json_end (json);
    }
  sw_json_end (json);
}

void
sw_summary_write (SwText *text, const SwFigure *figures, const SwBooks *books,
                  const SwLedger *ledger, const char *const *pools)
{
  SwJson *json = sw_json_new (text);
  sw_json_object (json, NULL);
  sw_json_seconds (json, "begin_s", books->outcome->begin);
  sw_json_seconds (json, "stop_s", books->outcome->stop);
  write_figures (json, figures);
  write_gpu_time (json, books, ledger);
  write_pools (json, ledger, pools);
  write_sharing (json, books, ledger);
  write_recorded (json, books->table);
  write_cuts (json, books);
  sw_json_end (json);
  sw_json_free (json);
  sw_put (text, "\n");
}
