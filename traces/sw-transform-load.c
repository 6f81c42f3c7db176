/* Sampling up and down until the GPU time asked for is a share of what the cluster has. */
#include "sw-transform-work.h"

#include "sw-rng.h"
#include "sw-sort.h"

#define NANO_HOUR (3600 * SW_SECOND)

/* ---- load ---- */

guint64
sw_work_demand_milli (const SwJobTable *table, guint32 demand)
{
  const SwDemandRow *d = &table->demands[demand];
  guint64 milli = 0;
  for (guint32 i = 0; i < d->n_groups; i++)
    {
      const SwGroupRow *g = &table->groups[d->first_group + i];
      if (g->mode != SW_GPU_NONE)
        milli += (guint64)g->tasks * g->gpus * (g->mode == SW_GPU_SHARE ? g->gpu_milli : 1000);
    }
  return milli;
}

/* GPU-hours of a job. */
static double
gpu_hours (const SwWork *w, const SwItem *one)
{
  return (double)sw_work_demand_milli (w->table, one->row.demand) / 1000
         * ((double)one->row.work / NANO_HOUR);
}

static double
total_hours (const SwWork *w)
{
  double total = 0;
  for (guint i = 0; i < w->items->len; i++)
    total += gpu_hours (w, sw_item (w, i));
  return total;
}

/* Items are in order of submit times here. */
static SwTime
submit_span (const SwWork *w)
{
  guint n = w->items->len;
  return n == 0 ? 0 : sw_item (w, n - 1)->row.submit - sw_item (w, 0)->row.submit;
}

/* Hours that all GPUs have within the span; 0: undefined. */
static double
capacity_hours (const SwWork *w)
{
  return (double)w->gpus * ((double)submit_span (w) / NANO_HOUR);
}

static guint64
id_key (const char *id)
{
  guint64 hash = G_GUINT64_CONSTANT (0xcbf29ce484222325); /* FNV-1a */
  for (; *id != '\0'; id++)
    hash = (hash ^ (guchar)*id) * G_GUINT64_CONSTANT (0x100000001b3);
  return hash;
}

guint32 *
sw_work_chance_order (const SwWork *w, guint64 purpose)
{
  guint n = w->items->len;
  g_autofree gint64 *keys = g_new (gint64, n);
  guint32 *order = g_new (guint32, n);
  for (guint i = 0; i < n; i++)
    keys[i] = (gint64)sw_draw (w->seed, 0, purpose, id_key (sw_item (w, i)->row.id));
  sw_sort_order (keys, n, order);
  return order;
}

/* Whether adding hours to sum comes nearer to target. */
static gboolean
comes_nearer (double sum, double hours, double target)
{
  double without = target - sum, with = sum + hours - target;
  return with < without;
}

/* Keeps jobs in an order of chance until the target is reached, one at least. */
static void
thin_out (SwWork *w, double target)
{
  guint n = w->items->len, kept = 0;
  g_autofree guint32 *order = sw_work_chance_order (w, SW_DRAW_SAMPLE);
  g_autofree gboolean *keep = g_new0 (gboolean, n);
  double sum = 0;
  for (guint k = 0; k < n && sum < target; k++)
    {
      double hours = gpu_hours (w, sw_item (w, order[k]));
      if (!comes_nearer (sum, hours, target))
        break;
      keep[order[k]] = TRUE;
      sum += hours;
    }
  keep[order[0]] = TRUE;
  for (guint i = 0; i < n; i++)
    if (keep[i])
      *sw_item (w, kept++) = *sw_item (w, i);
  w->report->sampled_out = n - kept;
  g_array_set_size (w->items, kept);
}

/* A submit time drawn from those of the first n items, straight lines between neighbours, so that a
   rhythm of the day stays. */
static SwTime
draw_submit (const SwWork *w, guint n, guint64 draw)
{
  double place = sw_unit (draw) * (n - 1);
  guint i = MIN ((guint)place, n - 2);
  SwTime a = sw_item (w, i)->row.submit, b = sw_item (w, i + 1)->row.submit;
  return a + (SwTime)((place - i) * (double)(b - a));
}

/* Adds copies until the target is reached.  Draw k decides the k-th copy's job, its time follows
   from the draw behind it. */
static gboolean
fill_up (SwWork *w, double target, GError **error)
{
  guint n = w->items->len;
  g_autofree guint32 *order = sw_work_chance_order (w, SW_DRAW_SAMPLE);
  double sum = total_hours (w);
  for (guint64 k = 0; sum < target; k++)
    {
      SwStream stream = sw_stream (w->seed, 1, SW_DRAW_SAMPLE, k);
      SwItem copy = *sw_item (w, order[sw_below (sw_stream_next (&stream), n)]);
      double hours = gpu_hours (w, &copy);
      if (!comes_nearer (sum, hours, target))
        break;
      if (w->items->len >= G_MAXINT32)
        {
          g_set_error (error, SW_ERROR, SW_ERROR_INPUT, "load: more copies than a table can hold");
          return FALSE;
        }
      sw_item_move (&copy.row, draw_submit (w, n, sw_stream_next (&stream)));
      copy.row.flags |= SW_JOB_COPY;
      copy.copy = TRUE;
      g_array_append_val (w->items, copy);
      w->report->copied++;
      sum += hours;
    }
  return TRUE;
}

double
sw_work_offered (const SwWork *w)
{
  const double capacity = capacity_hours (w);
  return capacity > 0 ? total_hours (w) / capacity : -1;
}

gboolean
sw_work_set_load (SwWork *w, GError **error)
{
  double capacity = capacity_hours (w), total = total_hours (w);
  SwTransformReport *report = w->report;
  report->offered_before = report->offered_after = capacity > 0 ? total / capacity : -1;
  if (w->transform->load_ppm <= 0)
    return TRUE;
  if (capacity <= 0 || total <= 0)
    {
      g_set_error (error, SW_ERROR, SW_ERROR_INPUT, "load cannot be set: %s",
                   w->gpus == 0 ? "the cluster has no GPUs"
                   : total <= 0 ? "the jobs ask for no GPU time"
                                : "all jobs are submitted at one instant");
      return FALSE;
    }
  double target = capacity * ((double)w->transform->load_ppm / PPM);
  if (target < total)
    thin_out (w, target);
  else if (!fill_up (w, target, error))
    return FALSE;
  report->offered_after = total_hours (w) / capacity;
  return TRUE;
}
