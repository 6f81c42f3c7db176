#include "sw-plot-data.h"

#include "sw-output.h"
#include "sw-series.h"
#include "sw-visible.h"

#define COLUMNS 360 /* of pixels that a curve over time can show */
#define STEPS 300   /* of a distribution function */
#define NAME_LENGTH 48
#define LEAST_WAIT 1.0 /* second: left end of the wait axis */

typedef struct
{
  const GPtrArray *results;
  const char *folder;
  guint n; /* runs drawn */
  const char *unit;
  double unit_length; /* of the time axis, seconds */
  double begin, stop; /* of all runs */
  double wait_top, queue_top;
  GPtrArray *sizes; /* names of the size classes of any run, rising; borrowed */
} SwPlotter;

static const SwResult *
run_at (const SwPlotter *p, guint i)
{
  return p->results->pdata[i];
}

static SwText *
open_file (const SwPlotter *p, const char *kind, guint run, GError **error)
{
  g_autofree char *name = g_strdup_printf ("%s-%u.tsv", kind, run + 1);
  g_autofree char *path = g_build_filename (p->folder, name, NULL);
  return sw_text_open (path, error);
}

static void
put_number (SwText *text, double value, char end)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  sw_put (text, g_ascii_formatd (buffer, sizeof buffer, "%.9g", value));
  sw_put_bytes (text, &end, 1);
}

static void
put_curve (SwText *text, const GArray *points, double unit)
{
  for (guint i = 0; i < points->len; i++)
    {
      const SwPoint *point = &g_array_index (points, SwPoint, i);
      put_number (text, point->x / unit, '\t');
      put_number (text, point->y, '\n');
    }
  sw_put (text, "\n\n");
}

typedef double (*Level) (const SwLevelRow *row);

static double
level_existing (const SwLevelRow *row)
{
  return row->gpus;
}

static double
level_unusable (const SwLevelRow *row)
{
  return row->allocated + row->fragmented;
}

static double
level_allocated (const SwLevelRow *row)
{
  return row->allocated;
}

static double
level_waiting (const SwLevelRow *row)
{
  return row->waiting;
}

static void
put_levels (const SwPlotter *p, SwText *text, const SwResult *r, Level level)
{
  g_autofree SwPoint *points = g_new (SwPoint, r->levels->len);
  for (guint i = 0; i < r->levels->len; i++)
    {
      const SwLevelRow *row = &g_array_index (r->levels, SwLevelRow, i);
      points[i] = (SwPoint){ row->time, level (row) };
    }
  g_autoptr (GArray) curve = g_array_new (FALSE, FALSE, sizeof (SwPoint));
  sw_series_steps (points, r->levels->len, r->stop, COLUMNS, curve);
  put_curve (text, curve, p->unit_length);
}

/* In percent of what exists then; 0 if nothing does. */
static double
percent (double part, double whole)
{
  return whole > 0 ? 100 * part / whole : 0;
}

static double
share_allocated (const SwLevelRow *row)
{
  return percent (row->allocated, row->gpus);
}

static double
share_compute (const SwLevelRow *row)
{
  return percent (row->use[SW_COLUMN_COMPUTE], row->gpus);
}

static double
share_bandwidth (const SwLevelRow *row)
{
  return percent (row->use[SW_COLUMN_BANDWIDTH], row->gpus);
}

static double
share_memory_allocated (const SwLevelRow *row)
{
  return percent (row->use[SW_COLUMN_MEMORY_ALLOCATED], row->use[SW_COLUMN_MEMORY]);
}

static double
share_memory_used (const SwLevelRow *row)
{
  return percent (row->use[SW_COLUMN_MEMORY_USED], row->use[SW_COLUMN_MEMORY]);
}

static double
share_unusable (const SwLevelRow *row)
{
  return percent (row->use[SW_COLUMN_UNUSABLE], row->gpus);
}

static double
level_memory (const SwLevelRow *row)
{
  return row->use[SW_COLUMN_MEMORY];
}

static double
highest (const SwResult *r, Level level)
{
  double high = 0;
  for (guint i = 0; i < r->levels->len; i++)
    high = MAX (high, level (&g_array_index (r->levels, SwLevelRow, i)));
  return high;
}

static gboolean
write_use (const SwPlotter *p, guint run, SwPlotData *data, GError **error)
{
  const SwResult *r = run_at (p, run);
  if (r->stop <= r->begin || highest (r, level_existing) <= 0)
    return TRUE;
  SwText *text = open_file (p, "use", run, error);
  if (!text)
    return FALSE;
  put_levels (p, text, r, level_existing);
  put_levels (p, text, r, level_unusable);
  put_levels (p, text, r, level_allocated);
  data->use |= G_GUINT64_CONSTANT (1) << run;
  return sw_text_close (text, error);
}

static gboolean
write_queue (const SwPlotter *p, guint run, SwPlotData *data, GError **error)
{
  const SwResult *r = run_at (p, run);
  if (r->stop <= r->begin || r->levels->len == 0)
    return TRUE;
  SwText *text = open_file (p, "queue", run, error);
  if (!text)
    return FALSE;
  put_levels (p, text, r, level_waiting);
  data->queue |= G_GUINT64_CONSTANT (1) << run;
  return sw_text_close (text, error);
}

/* The curves of the run that are known; allocation alone is no comparison. */
static guint32
known_curves (const SwResult *r)
{
  const gboolean memory = r->uses >> SW_COLUMN_MEMORY & 1 && highest (r, level_memory) > 0;
  guint32 curves = 0;
  curves |= (r->uses >> SW_COLUMN_COMPUTE & 1) << SW_SHARE_COMPUTE;
  curves |= (r->uses >> SW_COLUMN_BANDWIDTH & 1) << SW_SHARE_BANDWIDTH;
  if (memory)
    {
      curves |= (r->uses >> SW_COLUMN_MEMORY_ALLOCATED & 1) << SW_SHARE_MEMORY_ALLOCATED;
      curves |= (r->uses >> SW_COLUMN_MEMORY_USED & 1) << SW_SHARE_MEMORY_USED;
    }
  return curves ? curves | 1u << SW_SHARE_ALLOCATED : 0;
}

static gboolean
has_time (const SwResult *r)
{
  return r->stop > r->begin && r->levels->len > 0;
}

static gboolean
write_shares (const SwPlotter *p, guint run, SwPlotData *data, GError **error)
{
  static const Level levels[SW_N_SHARES] = {
    [SW_SHARE_ALLOCATED] = share_allocated,
    [SW_SHARE_COMPUTE] = share_compute,
    [SW_SHARE_BANDWIDTH] = share_bandwidth,
    [SW_SHARE_MEMORY_ALLOCATED] = share_memory_allocated,
    [SW_SHARE_MEMORY_USED] = share_memory_used,
  };
  const SwResult *r = run_at (p, run);
  data->curves[run] = has_time (r) ? known_curves (r) : 0;
  if (!data->curves[run])
    return TRUE;
  SwText *text = open_file (p, "shares", run, error);
  if (!text)
    return FALSE;
  for (guint curve = 0; curve < SW_N_SHARES; curve++)
    if (data->curves[run] >> curve & 1)
      put_levels (p, text, r, levels[curve]);
  data->shares |= G_GUINT64_CONSTANT (1) << run;
  return sw_text_close (text, error);
}

static gboolean
write_fragmentation (const SwPlotter *p, guint run, SwPlotData *data, GError **error)
{
  const SwResult *r = run_at (p, run);
  if (!has_time (r) || !(r->uses >> SW_COLUMN_UNUSABLE & 1))
    return TRUE;
  SwText *text = open_file (p, "fragmentation", run, error);
  if (!text)
    return FALSE;
  put_levels (p, text, r, share_unusable);
  data->fragmentation |= G_GUINT64_CONSTANT (1) << run;
  return sw_text_close (text, error);
}

static gboolean
write_waits (const SwPlotter *p, guint run, SwPlotData *data, GError **error)
{
  const SwResult *r = run_at (p, run);
  if (r->waits->len == 0)
    return TRUE;
  SwText *text = open_file (p, "waits", run, error);
  if (!text)
    return FALSE;
  g_autoptr (GArray) curve = g_array_new (FALSE, FALSE, sizeof (SwPoint));
  sw_series_distribution ((const double *)(gconstpointer)r->waits->data, r->waits->len, LEAST_WAIT,
                          p->wait_top, STEPS, curve);
  put_curve (text, curve, 1);
  data->waits |= G_GUINT64_CONSTANT (1) << run;
  return sw_text_close (text, error);
}

/* Place of a size class on the axis, moved aside by the run. */
static double
size_place (const SwPlotter *p, const char *name, guint run)
{
  guint place = 0;
  while (!g_str_equal (p->sizes->pdata[place], name))
    place++;
  return place + 0.6 * ((run + 0.5) / p->n - 0.5);
}

static gboolean
write_sizes (const SwPlotter *p, guint run, SwPlotData *data, GError **error)
{
  const json_t *rows = sw_result_member (run_at (p, run)->summary, "by/size");
  SwText *text = open_file (p, "sizes", run, error);
  if (!text)
    return FALSE;
  for (gsize i = 0; i < json_array_size (rows); i++)
    {
      const json_t *row = json_array_get (rows, i);
      if (json_integer_value (sw_result_member (row, "wait/count")) == 0)
        continue;
      static const char *const points[] = { "wait/p50", "wait/p95", "wait/max" };
      put_number (text, size_place (p, sw_result_text (row, "name"), run), '\t');
      for (guint k = 0; k < G_N_ELEMENTS (points); k++)
        {
          const double wait = json_number_value (sw_result_member (row, points[k]));
          put_number (text, MAX (wait, LEAST_WAIT), k < 2 ? '\t' : '\n');
        }
      data->sizes |= G_GUINT64_CONSTANT (1) << run;
    }
  return sw_text_close (text, error);
}

static int
by_first_number (gconstpointer a, gconstpointer b)
{
  const guint64 x = g_ascii_strtoull (*(const char *const *)a, NULL, 10);
  const guint64 y = g_ascii_strtoull (*(const char *const *)b, NULL, 10);
  return (x > y) - (x < y);
}

static void
collect_sizes (SwPlotter *p, const SwResult *r)
{
  const json_t *rows = sw_result_member (r->summary, "by/size");
  for (gsize i = 0; i < json_array_size (rows); i++)
    {
      const char *name = sw_result_text (json_array_get (rows, i), "name");
      if (!g_ptr_array_find_with_equal_func (p->sizes, name, g_str_equal, NULL))
        g_ptr_array_add (p->sizes, (gpointer)name);
    }
}

static void
collect (SwPlotter *p)
{
  p->begin = G_MAXDOUBLE;
  p->stop = -G_MAXDOUBLE;
  for (guint i = 0; i < p->n; i++)
    {
      const SwResult *r = run_at (p, i);
      p->begin = MIN (p->begin, r->begin);
      p->stop = MAX (p->stop, r->stop);
      p->queue_top = MAX (p->queue_top, highest (r, level_waiting));
      if (r->waits->len > 0)
        p->wait_top = MAX (p->wait_top, g_array_index (r->waits, double, r->waits->len - 1));
      collect_sizes (p, r);
    }
  g_ptr_array_sort (p->sizes, by_first_number);
  p->unit = sw_series_time_unit (p->stop - p->begin, &p->unit_length);
  p->wait_top = MAX (p->wait_top, 10) * 1.5;
  p->queue_top = MAX (p->queue_top, 1) * 1.05;
}

static void
put_parameter (SwText *text, const char *name, double value)
{
  sw_printf (text, "%s = ", name);
  put_number (text, value, '\n');
}

/* Single quotes take everything literally but a quote, which is doubled. */
static void
put_names (SwText *text, const char *array, const GPtrArray *names)
{
  sw_printf (text, "array %s[%u]\n", array, MAX (names->len, 1));
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *visible = sw_visible_cut (names->pdata[i], NAME_LENGTH);
      g_auto (GStrv) parts = g_strsplit (visible, "'", -1);
      g_autofree char *quoted = g_strjoinv ("''", parts);
      sw_printf (text, "%s[%u] = '%s'\n", array, i + 1, quoted);
    }
}

static gboolean
write_parameters (const SwPlotter *p, GError **error)
{
  g_autofree char *path = g_build_filename (p->folder, "params.gp", NULL);
  SwText *text = sw_text_open (path, error);
  if (!text)
    return FALSE;
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  for (guint i = 0; i < p->n; i++)
    g_ptr_array_add (names, run_at (p, i)->name);
  put_names (text, "Name", names);
  put_names (text, "Size", p->sizes);
  sw_printf (text, "time_unit = '%s'\n", p->unit);
  put_parameter (text, "from", p->begin / p->unit_length);
  put_parameter (text, "to", p->stop / p->unit_length);
  put_parameter (text, "queue_top", p->queue_top);
  put_parameter (text, "wait_top", p->wait_top);
  put_parameter (text, "size_classes", p->sizes->len);
  return sw_text_close (text, error);
}

gboolean
sw_plot_data_write (const GPtrArray *results, const char *folder, SwPlotData *data, GError **error)
{
  g_autoptr (GPtrArray) sizes = g_ptr_array_new ();
  SwPlotter p = { results, folder, MIN (results->len, SW_PLOT_RUNS), .sizes = sizes };
  *data = (SwPlotData){ 0 };
  collect (&p);
  for (guint i = 0; i < p.n; i++)
    if (!write_use (&p, i, data, error) || !write_queue (&p, i, data, error)
        || !write_waits (&p, i, data, error) || !write_sizes (&p, i, data, error)
        || !write_shares (&p, i, data, error) || !write_fragmentation (&p, i, data, error))
      return FALSE;
  return write_parameters (&p, error);
}
