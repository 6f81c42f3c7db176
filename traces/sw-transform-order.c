/* In which order jobs arrive: permuted over their submit times or, for experiments without times,
 * one after the other: shuffled, sampled up or down to what the GPUs hold, or by an order file. */
#include "sw-transform-work.h"

#include <string.h>

#include "sw-rng.h"
#include "sw-sort.h"

/* Jobs in an order of chance take the submit times in order of time. */
void
sw_work_shuffle (SwWork *w)
{
  guint n = w->items->len;
  g_autofree guint32 *order = sw_work_chance_order (w, SW_DRAW_SHUFFLE);
  g_autofree gint64 *submits = g_new (gint64, n);
  for (guint i = 0; i < n; i++)
    submits[i] = sw_item (w, i)->row.submit;
  sw_sort_ints (submits, n);
  for (guint k = 0; k < n; k++)
    sw_item_move (&sw_item (w, order[k])->row, submits[k]);
}

/* Replaces the items by others, taken over. */
static void
replace_items (SwWork *w, GArray *items)
{
  g_array_set_size (w->items, 0);
  g_array_append_vals (w->items, items->data, items->len);
  g_array_unref (items);
}

static void
reorder (SwWork *w)
{
  g_autofree guint32 *order = sw_work_chance_order (w, SW_DRAW_SHUFFLE);
  GArray *items = g_array_sized_new (FALSE, FALSE, sizeof (SwItem), w->items->len);
  for (guint i = 0; i < w->items->len; i++)
    g_array_append_vals (items, sw_item (w, order[i]), 1);
  replace_items (w, items);
}

/* ---- tuning ---- */

/* Thousandths of one device that a task asks for, the largest of its groups. */
static guint32
device_milli (const SwJobTable *table, guint32 demand)
{
  const SwDemandRow *d = &table->demands[demand];
  guint32 milli = 0;
  for (guint32 i = 0; i < d->n_groups; i++)
    {
      const SwGroupRow *g = &table->groups[d->first_group + i];
      if (g->mode != SW_GPU_NONE)
        milli = MAX (milli, g->mode == SW_GPU_SHARE ? g->gpu_milli : 1000);
    }
  return milli;
}

static guint64
total_milli (const SwWork *w)
{
  guint64 total = 0;
  for (guint i = 0; i < w->items->len; i++)
    total += sw_work_demand_milli (w->table, sw_item (w, i)->row.demand);
  return total;
}

/* Jobs in an order of chance fall away until the rest asks for no more than the target; one stays.
 */
static void
prune (SwWork *w, guint64 total, double target)
{
  guint n = w->items->len, kept = 0;
  g_autofree guint32 *order = sw_work_chance_order (w, SW_DRAW_TUNE);
  g_autofree gboolean *out = g_new0 (gboolean, n);
  for (guint k = 0; k + 1 < n && (double)total > target; k++)
    {
      total -= sw_work_demand_milli (w->table, sw_item (w, order[k])->row.demand);
      out[order[k]] = TRUE;
    }
  for (guint i = 0; i < n; i++)
    if (!out[i])
      *sw_item (w, kept++) = *sw_item (w, i);
  w->report->sampled_out += n - kept;
  g_array_set_size (w->items, kept);
}

/* Copies follow until the share of one GPU that the next asks for is too much.  Measured by one GPU
   even where it asks for several: this is how the published experiments were made. */
static gboolean
bootstrap (SwWork *w, guint64 total, double target, GError **error)
{
  guint n = w->items->len;
  g_autofree guint32 *order = sw_work_chance_order (w, SW_DRAW_TUNE);
  for (guint64 k = 0;; k++)
    {
      SwItem copy = *sw_item (w, order[sw_below (sw_draw (w->seed, 1, SW_DRAW_TUNE, k), n)]);
      if ((double)(total + device_milli (w->table, copy.row.demand)) > target)
        return TRUE;
      if (w->items->len >= G_MAXINT32)
        {
          g_set_error (error, SW_ERROR, SW_ERROR_INPUT, "tune: more copies than a table can hold");
          return FALSE;
        }
      total += sw_work_demand_milli (w->table, copy.row.demand);
      copy.row.flags |= SW_JOB_COPY;
      copy.copy = TRUE;
      g_array_append_val (w->items, copy);
      w->report->copied++;
    }
}

static gboolean
tune (SwWork *w, GError **error)
{
  const guint64 total = total_milli (w);
  const double target = (double)w->gpus * 1000 * ((double)w->transform->tune_ppm / PPM);
  if (w->gpus == 0 || total == 0)
    {
      g_set_error (error, SW_ERROR, SW_ERROR_INPUT, "tune cannot be set: %s",
                   w->gpus == 0 ? "the cluster has no GPUs" : "the jobs ask for no GPU");
      return FALSE;
    }
  if ((double)total < target)
    return bootstrap (w, total, target, error);
  prune (w, total, target);
  return TRUE;
}

/* ---- order files ---- */

/* Items by row of the trace, + 1; 0: no job.  transfer full */
static guint32 *
items_by_row (const SwWork *w, guint n_rows)
{
  guint32 *of_row = g_new0 (guint32, MAX (n_rows, 1));
  const guint first = w->transform->report->first_line;
  for (guint i = 0; i < w->items->len; i++)
    {
      const guint32 line = sw_item (w, i)->row.row;
      g_assert (line >= first && line - first < n_rows);
      of_row[line - first] = i + 1;
    }
  return of_row;
}

static gboolean
take_arrivals (SwWork *w, const guint32 *of_row, guint n_rows, GArray *items, GError **error)
{
  const SwOrder *order = w->transform->order;
  g_autofree gboolean *taken = g_new0 (gboolean, MAX (w->items->len, 1));
  guint left = w->items->len;
  for (guint k = 0; k < order->numbers->len; k++)
    {
      const guint32 row = g_array_index (order->numbers, guint32, k);
      if (row >= n_rows)
        return sw_order_fault (order, k, error, "row %u of a trace of %u: expected 0 to %u", row,
                               n_rows, MAX (n_rows, 1) - 1);
      if (of_row[row] == 0)
        return sw_order_fault (order, k, error,
                               "row %u of the trace (line %u) is no job: it was left out", row,
                               w->transform->report->first_line + row);
      const guint i = of_row[row] - 1;
      SwItem one = *sw_item (w, i);
      one.copy = taken[i];
      one.row.flags |= taken[i] ? SW_JOB_COPY : 0;
      left -= !taken[i];
      w->report->copied += taken[i];
      taken[i] = TRUE;
      g_array_append_val (items, one);
    }
  w->report->sampled_out += left;
  return TRUE;
}

static gboolean
follow_order (SwWork *w, GError **error)
{
  const SwImportReport *trace = w->transform->report;
  const guint n_rows = trace->read > 0 ? trace->last_line - trace->first_line + 1 : 0;
  if (n_rows != trace->read)
    return sw_error_at (error, trace->path, trace->first_line, 0,
                        "rows are not one to a line, so that an order file cannot number them");
  g_autofree guint32 *of_row = items_by_row (w, n_rows);
  GArray *items = g_array_new (FALSE, FALSE, sizeof (SwItem));
  const gboolean ok = take_arrivals (w, of_row, n_rows, items, error);
  replace_items (w, items);
  return ok;
}

/* ---- one by one ---- */

static gboolean
space_out (SwWork *w, GError **error)
{
  for (guint i = 0; i < w->items->len; i++)
    {
      SwTime submit;
      if (__builtin_mul_overflow ((SwTime)i, w->transform->arrival_gap, &submit))
        {
          g_set_error (error, SW_ERROR, SW_ERROR_INPUT,
                       "arrival_gap: the last of %u jobs would arrive after the end of time",
                       w->items->len);
          return FALSE;
        }
      sw_item_move (&sw_item (w, i)->row, submit);
    }
  return TRUE;
}

gboolean
sw_work_line_up (SwWork *w, GError **error)
{
  const SwTransform *t = w->transform;
  if (t->order != NULL && !follow_order (w, error))
    return FALSE;
  if (t->order == NULL && t->shuffle)
    reorder (w);
  if (t->order == NULL && t->tune_ppm > 0 && !tune (w, error))
    return FALSE;
  if (w->gpus > 0)
    w->report->asked = (double)total_milli (w) / 1000 / (double)w->gpus;
  return space_out (w, error);
}
