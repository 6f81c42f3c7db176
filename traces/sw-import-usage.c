/* Points are collected in the order of the file and sorted by job at the end, stably, so that each
 * job's are in one piece for its curve. */
#include "sw-import-usage.h"

#include <string.h>

#include "sw-cell.h"
#include "sw-delimited.h"
#include "sw-sort.h"

typedef enum
{
  COLUMN_JOB,
  COLUMN_AT,
  COLUMN_MIB,
  N_COLUMNS
} Column;

static const char *const names[N_COLUMNS] = { "job", "at", "mib" };

typedef struct
{
  const char *path;
  SwJobBuilder *builder;
  SwUsageReport *report;
  GPtrArray *header;   /* names in the file */
  guint at[N_COLUMNS]; /* their places, from 0 */
  gboolean bound;
  GString *cells[N_COLUMNS];
  GArray *jobs, *points; /* guint32 and SwUsePoint of each row that is kept */
  SwTime *last;          /* of each job: time of its last row, NONE: no row yet */
} Usage;

static void
take_field (gpointer data, guint index, const char *text, gsize length)
{
  Usage *u = data;
  if (!u->bound)
    {
      g_ptr_array_add (u->header, g_strstrip (g_strndup (text, length)));
      return;
    }
  for (guint c = 0; c < N_COLUMNS; c++)
    if (u->at[c] == index)
      {
        g_string_truncate (u->cells[c], 0);
        g_string_append_len (u->cells[c], text, length);
      }
}

static gboolean
bind (Usage *u, guint line, GError **error)
{
  for (guint c = 0; c < N_COLUMNS; c++)
    {
      guint found = 0;
      for (guint i = 0; i < u->header->len; i++)
        if (g_str_equal (u->header->pdata[i], names[c]))
          {
            u->at[c] = i;
            found++;
          }
      if (found != 1)
        return sw_error_at (error, u->path, line, 0, "column \"%s\" is %s; expected job, at, mib",
                            names[c], found == 0 ? "missing" : "there twice");
    }
  u->bound = TRUE;
  return TRUE;
}

static gboolean
fault (const Usage *u, guint line, Column column, GError **error, const char *what)
{
  g_autofree char *text = g_utf8_make_valid (u->cells[column]->str, -1);
  return sw_error_at (error, u->path, line, u->at[column] + 1, "column %s: \"%s\": %s",
                      names[column], text, what);
}

static gboolean
take_point (Usage *u, guint line, guint32 job, GError **error)
{
  SwUsePoint point;
  gint64 mib;
  const char *wrong = sw_cell_span (SW_UNIT_S, g_strstrip (u->cells[COLUMN_AT]->str), &point.at);
  if (wrong == NULL && point.at < 0)
    wrong = "is below 0";
  if (wrong != NULL)
    return fault (u, line, COLUMN_AT, error, wrong);
  wrong = sw_cell_memory (SW_UNIT_MIB, g_strstrip (u->cells[COLUMN_MIB]->str), &mib);
  if (wrong != NULL)
    return fault (u, line, COLUMN_MIB, error, wrong);
  if (u->last[job] != SW_TIME_NONE && point.at <= u->last[job])
    return fault (u, line, COLUMN_AT, error, "is not after the row before of this job");
  point.mib = (guint64)mib;
  u->last[job] = point.at;
  g_array_append_val (u->jobs, job);
  g_array_append_val (u->points, point);
  return TRUE;
}

static gboolean
take_row (gpointer data, guint line, guint n, GError **error)
{
  Usage *u = data;
  if (!u->bound)
    return bind (u, line, error);
  if (n != u->header->len)
    return sw_error_at (error, u->path, line, 0, "%u fields; expected %u", n, u->header->len);
  u->report->rows++;
  const guint32 job = sw_job_builder_find (u->builder, u->cells[COLUMN_JOB]->str);
  if (job != G_MAXUINT32)
    return take_point (u, line, job, error);
  if (u->report->unknown++ == 0)
    {
      g_autofree char *id = g_utf8_make_valid (u->cells[COLUMN_JOB]->str, -1);
      u->report->first_unknown = g_strdup_printf ("line %u, job \"%s\"", line, id);
    }
  return TRUE;
}

static void
make_curves (Usage *u)
{
  const guint n = u->jobs->len;
  const guint32 *jobs = (const guint32 *)u->jobs->data;
  const SwUsePoint *points = (const SwUsePoint *)u->points->data;
  g_autofree gint64 *keys = g_new (gint64, MAX (n, 1));
  g_autofree guint32 *order = g_new (guint32, MAX (n, 1));
  g_autoptr (GArray) curve = g_array_new (FALSE, FALSE, sizeof (SwUsePoint));
  for (guint i = 0; i < n; i++)
    keys[i] = jobs[i];
  sw_sort_order (keys, n, order);
  for (guint i = 0; i < n; i++)
    {
      const guint32 job = jobs[order[i]];
      g_array_append_vals (curve, &points[order[i]], 1);
      if (i + 1 < n && jobs[order[i + 1]] == job)
        continue;
      sw_job_builder_get (u->builder, job)->gpu_mem_curve
          = sw_job_builder_curve (u->builder, (const SwUsePoint *)curve->data, curve->len);
      g_array_set_size (curve, 0);
      u->report->jobs++;
    }
}

static gboolean
read_usage (Usage *u, GError **error)
{
  const SwDelimited format = { .delimiter = ',', .quote = TRUE };
  const SwRowSink sink = { take_field, take_row, u };
  g_autoptr (SwSource) source = sw_source_open (u->path, error);
  if (source == NULL || (u->report->sha256 = sw_source_sha256 (source, error)) == NULL
      || !sw_delimited_read (&format, source, &sink, error))
    return FALSE;
  if (!u->bound)
    return sw_error_at (error, u->path, 0, 0, "the file is empty; expected columns job, at, mib");
  if (u->report->rows > 0 && u->report->unknown == u->report->rows)
    return sw_error_at (error, u->path, 0, 0, "no row is of a job of the trace; the first: %s",
                        u->report->first_unknown);
  make_curves (u);
  return TRUE;
}

gboolean
sw_import_usage (const char *path, SwJobBuilder *builder, SwUsageReport *report, GError **error)
{
  const guint32 n = sw_job_builder_count (builder);
  Usage u = { .path = path,
              .builder = builder,
              .report = report,
              .header = g_ptr_array_new_with_free_func (g_free),
              .jobs = g_array_new (FALSE, FALSE, sizeof (guint32)),
              .points = g_array_new (FALSE, FALSE, sizeof (SwUsePoint)),
              .last = g_new (SwTime, MAX (n, 1)) };
  *report = (SwUsageReport){ .path = g_strdup (path) };
  for (guint c = 0; c < N_COLUMNS; c++)
    u.cells[c] = g_string_new (NULL);
  for (guint32 i = 0; i < n; i++)
    u.last[i] = SW_TIME_NONE;
  const gboolean ok = read_usage (&u, error);
  for (guint c = 0; c < N_COLUMNS; c++)
    g_string_free (u.cells[c], TRUE);
  g_ptr_array_unref (u.header);
  g_array_unref (u.jobs);
  g_array_unref (u.points);
  g_free (u.last);
  return ok;
}

void
sw_usage_report_clear (SwUsageReport *report)
{
  g_clear_pointer (&report->path, g_free);
  g_clear_pointer (&report->sha256, g_free);
  g_clear_pointer (&report->first_unknown, g_free);
}
