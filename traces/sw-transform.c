/* Transforms work on a list of job rows that is copied from the table, changed step by step and
 * built into a new table.  Chance is keyed by the ids of the jobs, so that a job's luck does not
 * depend on which others are there or on the order of rows. */
#include "sw-transform.h"

#include "sw-transform-work.h"

/* ---- filters ---- */

static gboolean
words_are_known (const SwWork *w, char **words, const char *what, const guint32 *column,
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
pass_list (const SwWork *w, char **words)
{
  if (words == NULL)
    return NULL;
  gboolean *names = g_new0 (gboolean, sw_strings_count (w->table->strings));
  for (; *words != NULL; words++)
    names[sw_strings_find (w->table->strings, *words)] = TRUE;
  return names;
}

static gboolean
filter (SwWork *w, GError **error)
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
      SwItem one = { .source = i };
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
void
sw_item_move (SwJobRow *row, SwTime submit)
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
cut_at_opening (SwItem *one, SwTime from)
{
  SwJobRow *row = &one->row;
  SwTime start = row->obs_start != SW_TIME_NONE ? row->obs_start : row->submit;
  if (start < from)
    {
      SwTime end = row->obs_end != SW_TIME_NONE ? row->obs_end : shifted (start, row->work);
      SwTime left = MIN (row->work, end - from), elapsed = row->work - left;
      if (left <= 0)
        return FALSE;
      row->work = left;
      one->elapsed = elapsed;
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
window_job (SwWork *w, SwItem *one, SwTime from)
{
  SwJobRow *row = &one->row;
  SwTime to = w->transform->window_to;
  if (to != SW_TIME_NONE && row->submit >= to)
    return FALSE;
  gboolean before = row->submit < from;
  if (before && !cut_at_opening (one, from))
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
cut_window (SwWork *w)
{
  SwTime from = w->transform->window_from != SW_TIME_NONE ? w->transform->window_from : 0;
  guint kept = 0;
  if (w->transform->window_from == SW_TIME_NONE && w->transform->window_to == SW_TIME_NONE)
    return;
  for (guint i = 0; i < w->items->len; i++)
    if (window_job (w, sw_item (w, i), from))
      *sw_item (w, kept++) = *sw_item (w, i);
  w->report->outside_window += w->items->len - kept;
  g_array_set_size (w->items, kept);
}

static void
scale (SwWork *w)
{
  gint64 time = w->transform->time_scale_ppm, duration = w->transform->duration_scale_ppm;
  for (guint i = 0; i < w->items->len; i++)
    {
      SwJobRow *row = &sw_item (w, i)->row;
      if (time > 0 && time != PPM)
        sw_item_move (row, scaled (row->submit, time));
      if (duration <= 0 || duration == PPM)
        continue;
      row->work = scaled (row->work, duration);
      row->limit = scaled (row->limit, duration);
      row->estimate = scaled (row->estimate, duration);
      row->fail_after = scaled (row->fail_after, duration);
      row->gpu_mem_ramp = scaled (row->gpu_mem_ramp, duration);
    }
}

/* ---- the rest ---- */

static void
set_limits (SwWork *w)
{
  gint64 factor = w->transform->limit_factor_ppm > 0 ? w->transform->limit_factor_ppm : PPM;
  for (guint i = 0; i < w->items->len && w->transform->limits != SW_LIMITS_DECLARED; i++)
    {
      SwJobRow *row = &sw_item (w, i)->row;
      row->limit = w->transform->limits == SW_LIMITS_NONE ? SW_TIME_NONE
                                                          : MAX (scaled (row->work, factor), 1);
    }
}

/* Jobs that hold what they have for ever: nothing that would end one is left. */
static void
stop_departures (SwWork *w)
{
  for (guint i = 0; i < w->items->len; i++)
    {
      SwJobRow *row = &sw_item (w, i)->row;
      row->work = SW_TIME_INF;
      row->limit = row->estimate = row->fail_after = SW_TIME_NONE;
      row->ckpt_interval = row->ckpt_cost = SW_TIME_NONE;
      row->fails = 0;
    }
}

/* What the workload asks for, before jobs are copied or left out. */
static void
count_asked (SwWork *w)
{
  w->asked = g_new0 (guint32, MAX (w->table->n_demands, 1));
  for (guint i = 0; i < w->items->len; i++)
    w->asked[sw_item (w, i)->row.demand]++;
}

/* ---- the new table ---- */

typedef struct
{
  const SwWork *work;
  SwJobBuilder *builder;
  guint32 *strings, *demands; /* numbers of the old table to those of the new one, + 1; 0: new */
  guint32 *curves;            /* the same without + 1, of curves that are not cut */
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

/* The curve from so much working time on, stretched as durations are; the numbers of curves are
   never 0. */
static guint32
map_curve (Build *b, guint32 number, SwTime elapsed)
{
  const SwJobTable *t = b->work->table;
  const gint64 stretch = b->work->transform->duration_scale_ppm;
  if (number == 0 || (elapsed == 0 && b->curves[number] != 0))
    return number == 0 ? 0 : b->curves[number];
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (SwUsePoint));
  for (guint32 i = t->curve_first[number - 1]; i < t->curve_first[number]; i++)
    {
      SwUsePoint point = t->curve_points[i];
      point.at = MAX (point.at - elapsed, 0);
      if (stretch > 0)
        point.at = scaled (point.at, stretch);
      const guint last = points->len;
      if (last > 0 && g_array_index (points, SwUsePoint, last - 1).at >= point.at)
        g_array_set_size (points, last - 1);
      g_array_append_val (points, point);
    }
  const guint32 fresh
      = sw_job_builder_curve (b->builder, (const SwUsePoint *)points->data, points->len);
  if (elapsed == 0)
    b->curves[number] = fresh;
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
add_item (Build *b, const SwItem *one, guint64 *copies)
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
  row.gpu_mem_curve = map_curve (b, row.gpu_mem_curve, one->elapsed);
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
    kept[sw_item (b->work, i)->source] = TRUE;
  for (guint i = 0; i < b->work->items->len; i++)
    {
      const SwItem *one = sw_item (b->work, i);
      if (one->copy)
        continue;
      for (guint32 d = t->dep_first[one->source]; d < t->dep_first[one->source + 1]; d++)
        if (kept[t->deps[d]])
          sw_job_builder_depend (b->builder, i, t->id[t->deps[d]]);
    }
}

static SwJobTable *
build (const SwWork *w, GError **error)
{
  Build b = { .work = w,
              .builder = sw_job_builder_new (),
              .curves = g_new0 (guint32, w->table->n_curves + 1),
              .strings = g_new0 (guint32, sw_strings_count (w->table->strings)),
              .demands = g_new0 (guint32, w->table->n_demands) };
  guint64 copies = 0;
  char *bad = NULL;
  for (guint i = 0; i < w->items->len; i++)
    add_item (&b, sw_item (w, i), &copies);
  add_dependencies (&b);
  for (guint32 d = 0; w->asked != NULL && d < w->table->n_demands; d++)
    if (w->asked[d] > 0)
      sw_job_builder_asked (b.builder, map_demand (&b, d), w->asked[d]);
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
  g_free (b.curves);
  g_free (b.strings);
  g_free (b.demands);
  return table;
}

static gboolean
change (SwWork *w, GError **error)
{
  const SwTransform *t = w->transform;
  if (t->tune_ppm > 0 || t->order != NULL)
    count_asked (w);
  scale (w);
  if (!sw_work_set_load (w, error))
    return FALSE;
  if (t->one_by_one)
    {
      if (!sw_work_line_up (w, error))
        return FALSE;
      w->report->offered_after = sw_work_offered (w);
    }
  else if (t->shuffle)
    sw_work_shuffle (w);
  set_limits (w);
  if (t->no_departures)
    {
      stop_departures (w);
      w->report->offered_after = -1;
    }
  return TRUE;
}

SwJobTable *
sw_transform_apply (const SwJobTable *table, const SwTransform *transform, guint64 gpus,
                    guint64 seed, SwTransformReport *report, GError **error)
{
  *report = (SwTransformReport){ .offered_before = -1, .offered_after = -1, .asked = -1 };
  g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (SwItem));
  SwWork w = { table, transform, report, gpus, seed, items, NULL };
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
  SwJobTable *changed = change (&w, error) ? build (&w, error) : NULL;
  g_free (w.asked);
  return changed;
}
