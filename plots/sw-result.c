#include "sw-result.h"

#include "sw-columns.h"

static json_t *
read_json (const char *folder, const char *name, GError **error)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *text = NULL;
  gsize length;
  g_autoptr (GError) why = NULL;
  if (!g_file_get_contents (path, &text, &length, &why))
    {
      sw_error_at (error, path, 0, 0, "cannot be read: %s", why->message);
      return NULL;
    }
  json_error_t fault;
  json_t *root = json_loadb (text, length, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &fault);
  if (!root)
    sw_error_at (error, path, MAX (fault.line, 0), MAX (fault.column, 0), "%s", fault.text);
  return root;
}

const json_t *
sw_result_member (const json_t *root, const char *path)
{
  g_auto (GStrv) names = g_strsplit (path, "/", -1);
  for (char **name = names; *name; name++)
    root = json_object_get (root, *name);
  return root;
}

const char *
sw_result_text (const json_t *root, const char *path)
{
  const char *text = json_string_value (sw_result_member (root, path));
  return text ? text : "";
}

/* Opens a table that a run may have been told not to write; *there says whether it is. */
static SwColumns *
open_table (const char *folder, const char *name, gboolean *there, GError **error)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  *there = g_file_test (path, G_FILE_TEST_EXISTS);
  return *there ? sw_columns_open (path, error) : NULL;
}

/* Fields of the row that the use columns have; a column that lacks a number is not known. */
static gboolean
read_use (SwResult *r, const SwColumns *table, const int *place, SwLevelRow *row, GError **error)
{
  g_autoptr (GError) why = NULL;
  for (guint i = 0; i < SW_N_USES && !why; i++)
    {
      double level = 0;
      if (place[i] < 0 || !sw_columns_number (table, place[i], &level, &why))
        r->uses &= ~(1u << i);
      row->use[i] = (float)level;
    }
  if (why)
    g_propagate_error (error, g_steal_pointer (&why));
  return !why;
}

static gboolean
read_row (const SwColumns *table, const int *place, SwLevelRow *row, GError **error)
{
  double *const fields[]
      = { &row->time, &row->gpus, &row->allocated, &row->fragmented, &row->waiting };
  g_autoptr (GError) why = NULL;
  for (guint i = 0; i < G_N_ELEMENTS (fields) && !why; i++)
    sw_columns_number (table, place[i], fields[i], &why);
  if (why)
    g_propagate_error (error, g_steal_pointer (&why));
  return !why;
}

static gboolean
read_levels (SwResult *r, GError **error)
{
  g_autoptr (SwColumns) table = open_table (r->folder, "timeline.csv", &r->has_timeline, error);
  if (!table)
    return !r->has_timeline;
  static const char *const names[] = { "time_s", "gpus", "allocated", "fragmented", "waiting" };
  static const char *const uses[SW_N_USES] = {
    [SW_COLUMN_COMPUTE] = "compute_used",
    [SW_COLUMN_BANDWIDTH] = "bandwidth_used",
    [SW_COLUMN_MEMORY] = "memory_mib",
    [SW_COLUMN_MEMORY_ALLOCATED] = "memory_allocated_mib",
    [SW_COLUMN_MEMORY_USED] = "memory_used_mib",
    [SW_COLUMN_UNUSABLE] = "unusable",
  };
  int place[G_N_ELEMENTS (names)], use[SW_N_USES];
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if ((place[i] = sw_columns_find (table, names[i], error)) < 0)
      return FALSE;
  for (guint i = 0; i < SW_N_USES; i++)
    use[i] = sw_columns_find (table, uses[i], NULL);
  r->uses = (1u << SW_N_USES) - 1;
  g_autoptr (GError) why = NULL;
  while (sw_columns_next (table, &why))
    {
      SwLevelRow row = { 0 };
      if (!read_row (table, place, &row, &why) || !read_use (r, table, use, &row, &why))
        break;
      g_array_append_val (r->levels, row);
    }
  if (!why)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&why));
  return FALSE;
}

static int
by_value (gconstpointer a, gconstpointer b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Waits of jobs that ran and ended: those that have a turnaround and a start. */
static gboolean
read_waits (SwResult *r, GError **error)
{
  g_autoptr (SwColumns) table = open_table (r->folder, "jobs.csv", &r->has_jobs, error);
  if (!table)
    return !r->has_jobs;
  const int start = sw_columns_find (table, "start_s", error);
  const int end = start < 0 ? -1 : sw_columns_find (table, "end_s", error);
  const int wait = end < 0 ? -1 : sw_columns_find (table, "wait_s", error);
  if (wait < 0)
    return FALSE;
  g_autoptr (GError) why = NULL;
  while (!why && sw_columns_next (table, &why))
    {
      double seconds;
      r->jobs++;
      if (*sw_columns_text (table, start) && *sw_columns_text (table, end)
          && sw_columns_number (table, wait, &seconds, &why))
        g_array_append_val (r->waits, seconds);
    }
  g_array_sort (r->waits, by_value);
  if (!why)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&why));
  return FALSE;
}

/* "scenario: queue/place", with the scale policy unless it is the fixed one. */
static char *
run_name (const json_t *manifest)
{
  const char *scale = sw_result_text (manifest, "policies/scale/use");
  const gboolean fixed = g_str_equal (scale, "fixed") || !*scale;
  return g_strdup_printf ("%s: %s/%s%s%s", sw_result_text (manifest, "name"),
                          sw_result_text (manifest, "policies/queue/use"),
                          sw_result_text (manifest, "policies/place/use"), fixed ? "" : "/",
                          fixed ? "" : scale);
}

static gboolean
check_kinds (const SwResult *r, GError **error)
{
  if (!g_str_equal (sw_result_text (r->manifest, "kind"), "run"))
    return sw_error_at (error, r->folder, 0, 0, "is not the result folder of one run");
  if (!json_is_object (sw_result_member (r->summary, "figures")))
    return sw_error_at (error, r->folder, 0, 0, "summary.json has no figures");
  return TRUE;
}

SwResult *
sw_result_read (const char *folder, GError **error)
{
  g_autoptr (SwResult) r = g_new0 (SwResult, 1);
  r->folder = g_strdup (folder);
  r->levels = g_array_new (FALSE, FALSE, sizeof (SwLevelRow));
  r->waits = g_array_new (FALSE, FALSE, sizeof (double));
  if (!(r->manifest = read_json (folder, "manifest.json", error))
      || !(r->summary = read_json (folder, "summary.json", error)) || !check_kinds (r, error)
      || !read_levels (r, error) || !read_waits (r, error))
    return NULL;
  r->name = run_name (r->manifest);
  r->begin = json_number_value (sw_result_member (r->summary, "begin_s"));
  r->stop = json_number_value (sw_result_member (r->summary, "stop_s"));
  return g_steal_pointer (&r);
}

void
sw_result_free (SwResult *r)
{
  if (!r)
    return;
  json_decref (r->manifest);
  json_decref (r->summary);
  g_array_unref (r->levels);
  g_array_unref (r->waits);
  g_free (r->folder);
  g_free (r->name);
  g_free (r);
}
