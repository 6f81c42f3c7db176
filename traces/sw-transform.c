/* Transforms work on a list of job rows that is copied from the table, changed step by step and
 * built into a new table.  Chance is keyed by the ids of the jobs, so that a job's luck does not
 * depend on which others are there or on the order of rows. */
#include "sw-transform.h"

#include <string.h>

#include "sw-rng.h"
#include "sw-sort.h"

#define PPM 1000000
#define NANO_HOUR (3600 * SW_SECOND)

typedef struct
{
  SwJobRow row;
  guint32 source; /* job of the old table */
  gboolean copy;  /* made here */
} Item;

typedef struct
{
  const SwJobTable *table;
  const SwTransform *transform;
  SwTransformReport *report;
  guint64 gpus, seed;
  GArray *items; /* Item */
} Work;

static Item *
item (const Work *w, guint i)
{
  return &g_array_index (w->items, Item, i);
}

/* ---- filters ---- */

static gboolean
words_are_known (const Work *w, char **words, const char *what, const guint32 *column,
                 GError **error)
{
  for (; words != NULL && *words != NULL; words++)
    {
      guint32 number = sw_strings_find (w->table->strings, *words);
      gboolean found = FALSE;
      for (guint32 i = 0; i < w->table->n && !found; i++)
        found = column[i] == number;
      if (found)
        continue;
      g_set_error (error, SW_ERROR, SW_ERROR_INPUT, "no job of the trace has the %s \"%s\"", what,
                   *words);
      return FALSE;
    }
  return TRUE;
}

/* names[number] is TRUE for the strings among words; NULL: all pass.  transfer full */
static gboolean *
pass_list (const Work *w, char **words)
{
  if (words == NULL)
    return NULL;
  gboolean *names = g_new0 (gboolean, sw_strings_count (w->table->strings));
  for (; *words != NULL; words++)
    names[sw_strings_find (w->table->strings, *words)] = TRUE;
  return names;
}

static gboolean
filter (Work *w, GError **error)
{
  const SwTransform *t = w->transform;
  const SwJobTable *table = w->table;
  if (!words_are_known (w, t->users, "user", table->user, error)
      || !words_are_known (w, t->tenants, "tenant", table->tenant, error)
      || !words_are_known (w, t->queues, "queue", table->queue, error)
      || !words_are_known (w, t->kinds, "kind", table->kind, error))
    return FALSE;
  g_autofree gboolean *users = pass_list (w, t->users), *tenants = pass_list (w, t->tenants),
                      *queues = pass_list (w, t->queues), *kinds = pass_list (w, t->kinds);
  for (guint32 i = 0; i < table->n; i++)
    {
      if ((users != NULL && !users[table->user[i]])
          || (tenants != NULL && !tenants[table->tenant[i]])
          || (queues != NULL && !queues[table->queue[i]])
          || (kinds != NULL && !kinds[table->kind[i]]))
        {
          w->report->filtered++;
          continue;
        }
      Item one = { .source = i };
      sw_job_table_row (table, i, &one.row);
      g_array_append_val (w->items, one);
    }
  return TRUE;
}

/* ---- times ---- */

static SwTime
shifted (SwTime t, SwTime by)
{
  SwTime out;
  if (t == SW_TIME_NONE || t == SW_TIME_INF)
    return t;
  if (__builtin_add_overflow (t, by, &out) || out == SW_TIME_NONE)
    return by > 0 ? SW_TIME_INF : SW_TIME_NONE + 1;
  return out;
}

static SwTime
scaled (SwTime t, gint64 ppm)
{
  if (t == SW_TIME_NONE || t == SW_TIME_INF)
    return t;
  __int128 product = (__int128)t * ppm / PPM;
  return (SwTime)CLAMP (product, (__int128)SW_TIME_NONE + 1, (__int128)SW_TIME_INF - 1);
}

/* Moves a job and every instant that goes with it. */
static void
move_job (SwJobRow *row, SwTime submit)
{
  SwTime by = submit - row->submit;
  row->submit = submit;
  row->eligible = shifted (row->eligible, by);
  row->deadline = shifted (row->deadline, by);
  row->obs_start = shifted (row->obs_start, by);
  row->obs_end = shifted (row->obs_end, by);
}

static SwTime
less_elapsed (SwTime t, SwTime elapsed, SwTime least)
{
  return t == SW_TIME_NONE ? t : MAX (shifted (t, -elapsed), least);
}

/* A job from before the window: what it has left of its run when the window opens, or all of it if
   it was still waiting.  FALSE: it had ended.  Without a record it started when it was submitted.
 */
static gboolean
cut_at_opening (SwJobRow *row, SwTime from)
{
  SwTime start = row->obs_start != SW_TIME_NONE ? row->obs_start : row->submit;
  if (start < from)
    {
      SwTime end = row->obs_end != SW_TIME_NONE ? row->obs_end : shifted (start, row->work);
      SwTime left = MIN (row->work, end - from), elapsed = row->work - left;
      if (left <= 0)
        return FALSE;
      row->work = left;
      row->limit = less_elapsed (row->limit, elapsed, 1);
      row->estimate = less_elapsed (row->estimate, elapsed, SW_TIME_NONE + 1);
      row->fail_after = less_elapsed (row->fail_after, elapsed, 0);
      row->gpu_mem_ramp = less_elapsed (row->gpu_mem_ramp, elapsed, 0);
      row->flags |= SW_JOB_WARM_START;
    }
  row->submit = from;
  return TRUE;
}

static gboolean
window_job (Work *w, SwJobRow *row, SwTime from)
{
  SwTime to = w->transform->window_to;
  if (to != SW_TIME_NONE && row->submit >= to)
    return FALSE;
  gboolean before = row->submit < from;
  if (before && !cut_at_opening (row, from))
    return FALSE;
  w->report->clipped += before;
  row->submit -= from;
  row->obs_start = shifted (row->obs_start, -from);
  row->obs_end = shifted (row->obs_end, -from);
  if (row->eligible != SW_TIME_NONE)
    row->eligible = MAX (shifted (row->eligible, -from), row->submit);
  if (row->deadline != SW_TIME_NONE)
    row->deadline = MAX (shifted (row->deadline, -from), 0);
  return TRUE;
}

static void
cut_window (Work *w)
{
  SwTime from = w->transform->window_from != SW_TIME_NONE ? w->transform->window_from : 0;
  guint kept = 0;
  if (w->transform->window_from == SW_TIME_NONE && w->transform->window_to == SW_TIME_NONE)
    return;
  for (guint i = 0; i < w->items->len; i++)
    if (window_job (w, &item (w, i)->row, from))
      *item (w, kept++) = *item (w, i);
  w->report->outside_window += w->items->len - kept;
  g_array_set_size (w->items, kept);
}

static void
scale (Work *w)
{
  gint64 time = w->transform->time_scale_ppm, duration = w->transform->duration_scale_ppm;
  for (guint i = 0; i < w->items->len; i++)
    {
      SwJobRow *row = &item (w, i)->row;
      if (time > 0 && time != PPM)
        move_job (row, scaled (row->submit, time));
      if (duration <= 0 || duration == PPM)
        continue;
      row->work = scaled (row->work, duration);
      row->limit = scaled (row->limit, duration);
      row->estimate = scaled (row->estimate, duration);
      row->fail_after = scaled (row->fail_after, duration);
      row->gpu_mem_ramp = scaled (row->gpu_mem_ramp, duration);
    }
}

/* ---- load ---- */

/* GPUs of a demand class in thousandths; an instance of a MIG profile counts as one. */
static guint64
demand_milli (const SwJobTable *table, guint32 demand)
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
gpu_hours (const Work *w, const Item *one)
{
  return (double)demand_milli (w->table, one->row.demand) / 1000
         * ((double)one->row.work / NANO_HOUR);
}

static double
total_hours (const Work *w)
{
  double total = 0;
  for (guint i = 0; i < w->items->len; i++)
    total += gpu_hours (w, item (w, i));
  return total;
}

/* Items are in order of submit times here. */
static SwTime
submit_span (const Work *w)
{
  guint n = w->items->len;
  return n == 0 ? 0 : item (w, n - 1)->row.submit - item (w, 0)->row.submit;
}

/* Hours that all GPUs have within the span; 0: undefined. */
static double
capacity_hours (const Work *w)
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

/* The items in an order of chance that is keyed by their ids.  transfer full */
static guint32 *
chance_order (const Work *w, guint64 purpose)
{
  guint n = w->items->len;
  g_autofree gint64 *keys = g_new (gint64, n);
  guint32 *order = g_new (guint32, n);
  for (guint i = 0; i < n; i++)
    keys[i] = (gint64)sw_draw (w->seed, 0, purpose, id_key (item (w, i)->row.id));
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
thin_out (Work *w, double target)
{
  guint n = w->items->len, kept = 0;
  g_autofree guint32 *order = chance_order (w, SW_DRAW_SAMPLE);
  g_autofree gboolean *keep = g_new0 (gboolean, n);
  double sum = 0;
  for (guint k = 0; k < n && sum < target; k++)
    {
      double hours = gpu_hours (w, item (w, order[k]));
      if (!comes_nearer (sum, hours, target))
        break;
      keep[order[k]] = TRUE;
      sum += hours;
    }
  keep[order[0]] = TRUE;
  for (guint i = 0; i < n; i++)
    if (keep[i])
      *item (w, kept++) = *item (w, i);
  w->report->sampled_out = n - kept;
  g_array_set_size (w->items, kept);
}

/* A submit time drawn from those of the first n items, straight lines between neighbours, so that a
   rhythm of the day stays. */
static SwTime
draw_submit (const Work *w, guint n, guint64 draw)
{
  double place = sw_unit (draw) * (n - 1);
  guint i = MIN ((guint)place, n - 2);
  SwTime a = item (w, i)->row.submit, b = item (w, i + 1)->row.submit;
  return a + (SwTime)((place - i) * (double)(b - a));
}

/* Adds copies until the target is reached.  Draw k decides the k-th copy's job, its time follows
   from the draw behind it. */
static gboolean
fill_up (Work *w, double target, GError **error)
{
  guint n = w->items->len;
  g_autofree guint32 *order = chance_order (w, SW_DRAW_SAMPLE);
  double sum = total_hours (w);
  for (guint64 k = 0; sum < target; k++)
    {
      SwStream stream = sw_stream (w->seed, 1, SW_DRAW_SAMPLE, k);
      Item copy = *item (w, order[sw_below (sw_stream_next (&stream), n)]);
      double hours = gpu_hours (w, &copy);
      if (!comes_nearer (sum, hours, target))
        break;
      if (w->items->len >= G_MAXINT32)
        {
          g_set_error (error, SW_ERROR, SW_ERROR_INPUT, "load: more copies than a table can hold");
          return FALSE;
        }
      move_job (&copy.row, draw_submit (w, n, sw_stream_next (&stream)));
      copy.row.flags |= SW_JOB_COPY;
      copy.copy = TRUE;
      g_array_append_val (w->items, copy);
      w->report->copied++;
      sum += hours;
    }
  return TRUE;
}

static gboolean
set_load (Work *w, GError **error)
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

/* ---- the rest ---- */

/* Jobs in an order of chance take the submit times in order of time. */
static void
shuffle (Work *w)
{
  guint n = w->items->len;
  g_autofree guint32 *order = chance_order (w, SW_DRAW_SHUFFLE);
  g_autofree gint64 *submits = g_new (gint64, n);
  for (guint i = 0; i < n; i++)
    submits[i] = item (w, i)->row.submit;
  sw_sort_ints (submits, n);
  for (guint k = 0; k < n; k++)
    move_job (&item (w, order[k])->row, submits[k]);
}

static void
set_limits (Work *w)
{
  gint64 factor = w->transform->limit_factor_ppm > 0 ? w->transform->limit_factor_ppm : PPM;
  for (guint i = 0; i < w->items->len && w->transform->limits != SW_LIMITS_DECLARED; i++)
    {
      SwJobRow *row = &item (w, i)->row;
      row->limit = w->transform->limits == SW_LIMITS_NONE ? SW_TIME_NONE
                                                          : MAX (scaled (row->work, factor), 1);
    }
}

/* ---- the new table ---- */

typedef struct
{
  const Work *work;
  SwJobBuilder *builder;
  guint32 *strings, *demands; /* numbers of the old table to those of the new one, + 1; 0: new */
} Build;

static guint32
map_string (Build *b, guint32 number)
{
  if (b->strings[number] == 0)
    b->strings[number] = 1
                         + sw_strings_add (sw_job_builder_strings (b->builder),
                                           sw_strings_get (b->work->table->strings, number), -1);
  return b->strings[number] - 1;
}

static guint32
map_demand (Build *b, guint32 number)
{
  if (b->demands[number] != 0)
    return b->demands[number] - 1;
  const SwDemandRow *old = &b->work->table->demands[number];
  g_autofree SwGroupRow *groups
      = g_memdup2 (&b->work->table->groups[old->first_group], old->n_groups * sizeof (SwGroupRow));
  for (guint32 i = 0; i < old->n_groups; i++)
    {
      groups[i].mig_profile = map_string (b, groups[i].mig_profile);
      groups[i].models = map_string (b, groups[i].models);
    }
  guint32 fresh = sw_job_builder_demand (b->builder, groups, old->n_groups, old->topology);
  b->demands[number] = fresh + 1;
  return fresh;
}

/* Copies get "id+1", "id+2", ... by their place among all copies. */
static void
add_copy (Build *b, SwJobRow *row, guint64 nth)
{
  g_autofree char *id = g_strdup_printf ("%s+%" G_GUINT64_FORMAT, row->id, nth);
  while (sw_job_builder_find (b->builder, id) != G_MAXUINT32)
    {
      char *longer = g_strconcat (id, "+", NULL);
      g_free (id);
      id = longer;
    }
  row->id = id;
  sw_job_builder_add (b->builder, row);
}

static void
add_item (Build *b, const Item *one, guint64 *copies)
{
  SwJobRow row = one->row;
  row.user = map_string (b, row.user);
  row.tenant = map_string (b, row.tenant);
  row.queue = map_string (b, row.queue);
  row.kind = map_string (b, row.kind);
  row.slo_class = map_string (b, row.slo_class);
  row.name = map_string (b, row.name);
  row.group_id = map_string (b, row.group_id);
  row.job_type = map_string (b, row.job_type);
  row.demand = map_demand (b, row.demand);
  if (one->copy)
    add_copy (b, &row, ++*copies);
  else
    sw_job_builder_add (b->builder, &row);
}

/* Dependencies on jobs that were left out fall away. */
static void
add_dependencies (Build *b)
{
  const SwJobTable *t = b->work->table;
  if (t->n == 0 || t->dep_first[t->n] == 0)
    return;
  g_autofree gboolean *kept = g_new0 (gboolean, t->n);
  for (guint i = 0; i < b->work->items->len; i++)
    kept[item (b->work, i)->source] = TRUE;
  for (guint i = 0; i < b->work->items->len; i++)
    {
      const Item *one = item (b->work, i);
      if (one->copy)
        continue;
      for (guint32 d = t->dep_first[one->source]; d < t->dep_first[one->source + 1]; d++)
        if (kept[t->deps[d]])
          sw_job_builder_depend (b->builder, i, t->id[t->deps[d]]);
    }
}

static SwJobTable *
build (const Work *w, GError **error)
{
  Build b = { w, sw_job_builder_new (), g_new0 (guint32, sw_strings_count (w->table->strings)),
              g_new0 (guint32, w->table->n_demands) };
  guint64 copies = 0;
  char *bad = NULL;
  for (guint i = 0; i < w->items->len; i++)
    add_item (&b, item (w, i), &copies);
  add_dependencies (&b);
  if (w->table->origin_utc != SW_TIME_NONE)
    {
      SwTime from = w->transform->window_from;
      sw_job_builder_origin (b.builder,
                             shifted (w->table->origin_utc, from != SW_TIME_NONE ? from : 0));
    }
  SwJobTable *table = sw_job_builder_finish (b.builder, &bad);
  if (table == NULL)
    g_set_error (error, SW_ERROR, SW_ERROR_INPUT, "%s", bad);
  g_free (bad);
  g_free (b.strings);
  g_free (b.demands);
  return table;
}

SwJobTable *
sw_transform_apply (const SwJobTable *table, const SwTransform *transform, guint64 gpus,
                    guint64 seed, SwTransformReport *report, GError **error)
{
  *report = (SwTransformReport){ .offered_before = -1, .offered_after = -1 };
  g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (Item));
  Work w = { table, transform, report, gpus, seed, items };
  if (!filter (&w, error))
    return NULL;
  cut_window (&w);
  if (items->len == 0 && table->n > 0)
    {
      g_set_error (error, SW_ERROR, SW_ERROR_INPUT,
                   "no job is left: %" G_GUINT64_FORMAT " filtered out, %" G_GUINT64_FORMAT
                   " outside of the window",
                   report->filtered, report->outside_window);
      return NULL;
    }
  scale (&w);
  if (!set_load (&w, error))
    return NULL;
  if (transform->shuffle)
    shuffle (&w);
  set_limits (&w);
  return build (&w, error);
}
