#include "sw-report-figures.h"

#include <math.h>
#include <string.h>

#include "sw-visible.h"

#define THIN_SPACE "\xe2\x80\xaf"
#define MINUS "\xe2\x88\x92"

/* Those that most readers look for; the rest is behind a fold. */
static const char *const headlines[]
    = { "jobs",          "completed",      "failed",           "timeout",     "killed",
        "unsatisfiable", "unfinished",     "makespan",         "utilisation", "useful_share",
        "lost_share",    "blocked_share",  "fragmented_share", "idle_share",  "wait_mean",
        "wait_p50",      "wait_p95",       "wait_p99",         "wait_max",    "turnaround_mean",
        "slowdown_mean", "slo_miss_share", "jain_users",       "preemptions", NULL };

/* More of them, of runs that know them. */
static const char *const sharing[]
    = { "busy_share",          "compute_used",        "bandwidth_used",  "memory_allocated",
        "memory_used",         "slices_held",         "slices_stranded", "fragmentation_mean",
        "fragmentation_ratio", "co_slowdown_mean",    "co_slowdown_p95", "co_lost_hours",
        "oom_kills",           "oom_kills_by_others", "repartitions",    NULL };

/* Digits behind the point where the file does not say. */
static guint
digits_of (const json_t *figure)
{
  const json_t *digits = json_object_get (figure, "digits");
  if (json_is_integer (digits))
    return CLAMP (json_integer_value (digits), 0, 9);
  const char *unit = sw_result_text (figure, "unit");
  if (g_str_equal (unit, "%"))
    return 2;
  if (*unit)
    return 1;
  const double value = json_number_value (json_object_get (figure, "value"));
  return value == floor (value) ? 0 : 3;
}

/* 12 345.6 */
static void
put_number (GString *html, double value, guint digits)
{
  char format[] = { '%', '.', '0' + digits, 'f', '\0' };
  char text[400];
  g_ascii_formatd (text, sizeof text, format, fabs (value));
  const char *point = strchr (text, '.');
  const gsize whole = point ? (gsize)(point - text) : strlen (text);
  if (value < 0)
    g_string_append (html, MINUS);
  for (gsize i = 0; i < whole; i++)
    {
      if (i > 0 && (whole - i) % 3 == 0 && whole > 4)
        g_string_append (html, THIN_SPACE);
      g_string_append_c (html, text[i]);
    }
  g_string_append (html, text + whole);
}

static const json_t *
figure_of (const SwResult *r, const char *name)
{
  return json_object_get (sw_result_member (r->summary, "figures"), name);
}

/* "+12.3 %" against the first run, or the plain difference where that is 0 or the unit is %. */
static void
put_change (GString *html, const json_t *figure, double base, double value)
{
  if (value == base)
    {
      g_string_append (html, "<small>=</small>");
      return;
    }
  const char *better = sw_result_text (figure, "better");
  const gboolean known = g_str_equal (better, "low") || g_str_equal (better, "high");
  const gboolean good = g_str_equal (better, "low") ? value < base : value > base;
  const gboolean percent = g_str_equal (sw_result_text (figure, "unit"), "%");
  const gboolean points = percent || base == 0;
  const double change = points ? value - base : 100 * (value - base) / fabs (base);
  g_string_append_printf (html, "<small class=\"%s\">%s",
                          !known ? ""
                          : good ? "better"
                                 : "worse",
                          change > 0 ? "+" : "");
  put_number (html, change, points ? digits_of (figure) : 1);
  g_string_append (html, percent ? " points" : points ? "" : THIN_SPACE "%");
  if (known)
    g_string_append (html, good ? " better" : " worse");
  g_string_append (html, "</small>");
}

static void
put_cell (GString *html, const GPtrArray *results, guint run, const char *name)
{
  const json_t *figure = figure_of (results->pdata[run], name);
  const json_t *value = json_object_get (figure, "value");
  if (!json_is_number (value))
    {
      g_string_append (html, "<td class=\"n\">n/a</td>");
      return;
    }
  g_string_append (html, "<td class=\"n\">");
  put_number (html, json_number_value (value), digits_of (figure));
  const json_t *base = json_object_get (figure_of (results->pdata[0], name), "value");
  if (run > 0 && json_is_number (base))
    put_change (html, figure, json_number_value (base), json_number_value (value));
  g_string_append (html, "</td>");
}

static void
put_row (GString *html, const GPtrArray *results, const char *name)
{
  const json_t *figure = figure_of (results->pdata[0], name);
  const char *label = sw_result_text (figure, "label");
  const char *definition = sw_result_text (figure, "definition");
  g_string_append (html, "<tr><th title=\"");
  sw_visible_html (html, *definition ? definition : name);
  g_string_append (html, "\">");
  sw_visible_html (html, *label ? label : name);
  const char *unit = sw_result_text (figure, "unit");
  if (*unit)
    {
      g_string_append (html, " <small>");
      sw_visible_html (html, unit);
      g_string_append (html, "</small>");
    }
  g_string_append (html, "</th>");
  for (guint i = 0; i < results->len; i++)
    put_cell (html, results, i, name);
  g_string_append (html, "</tr>\n");
}

static void
open_table (GString *html, const char *first, const GPtrArray *results)
{
  g_string_append_printf (html, "<div class=\"wide\"><table><tr><th>%s</th>", first);
  for (guint i = 0; i < results->len; i++)
    {
      g_string_append (html, "<th class=\"n run\">");
      sw_visible_html (html, ((const SwResult *)results->pdata[i])->name);
      g_string_append (html, "</th>");
    }
  g_string_append (html, "</tr>\n");
}

static gboolean
any_knows (const GPtrArray *results, const char *name)
{
  for (guint i = 0; i < results->len; i++)
    if (json_is_number (json_object_get (figure_of (results->pdata[i], name), "value")))
      return TRUE;
  return FALSE;
}

void
sw_report_figures (GString *html, const GPtrArray *results)
{
  const SwResult *first = results->pdata[0];
  json_t *figures = json_object_get (first->summary, "figures");
  g_string_append (html, "<h2>Figures</h2>\n");
  open_table (html, "figure", results);
  for (const char *const *name = headlines; *name; name++)
    if (figure_of (first, *name))
      put_row (html, results, *name);
  for (const char *const *name = sharing; *name; name++)
    if (any_knows (results, *name))
      put_row (html, results, *name);
  g_string_append (html, "</table></div>\n<details><summary>All figures</summary>\n");
  open_table (html, "figure", results);
  const char *name;
  json_t *figure;
  json_object_foreach (figures, name, figure) put_row (html, results, name);
  g_string_append (html, "</table></div></details>\n");
}

static void
put_value (GString *html, const json_t *row, const char *path, guint digits)
{
  const json_t *value = sw_result_member (row, path);
  g_string_append (html, "<td class=\"n\">");
  if (json_is_number (value))
    put_number (html, json_number_value (value), digits);
  else
    g_string_append (html, "n/a");
  g_string_append (html, "</td>");
}

static void
put_cut_row (GString *html, const SwResult *r, const json_t *row, gboolean shared)
{
  static const char *const counts[] = { "jobs", "completed", "unfinished", "slo_misses" };
  static const char *const times[]
      = { "wait/mean", "wait/p50", "wait/p95", "wait/p99", "wait/max" };
  g_string_append (html, "<tr><th>");
  if (json_is_true (json_object_get (row, "rest")))
    g_string_append_printf (html, "<i>%" JSON_INTEGER_FORMAT " more</i>",
                            json_integer_value (json_object_get (row, "names")));
  else if (*sw_result_text (row, "name"))
    sw_visible_html (html, sw_result_text (row, "name"));
  else
    g_string_append (html, "<i>none</i>");
  g_string_append (html, "</th><td>");
  sw_visible_html (html, r->name);
  g_string_append (html, "</td>");
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      g_string_append (html, "<td class=\"n\">");
      put_number (html, json_number_value (json_object_get (row, counts[i])), 0);
      g_string_append (html, "</td>");
    }
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    put_value (html, row, times[i], 1);
  if (shared)
    {
      put_value (html, row, "oom_kills", 0);
      put_value (html, row, "co_slowdown/mean", 3);
      put_value (html, row, "co_slowdown/p95", 3);
      put_value (html, row, "co_slowdown/max", 3);
    }
  g_string_append (html, "</tr>\n");
}

static gboolean
same_name (const json_t *a, const json_t *b)
{
  return json_equal (json_object_get ((json_t *)a, "name"), json_object_get ((json_t *)b, "name"));
}

/* The rows of the first run, each followed by its like of the other runs; then what only those
   have. */
static void
put_cut (GString *html, const GPtrArray *results, const char *cut, gboolean shared)
{
  g_autofree char *path = g_strconcat ("by/", cut, NULL);
  for (guint owner = 0; owner < results->len; owner++)
    {
      const json_t *rows = sw_result_member (((SwResult *)results->pdata[owner])->summary, path);
      for (gsize i = 0; i < json_array_size (rows); i++)
        {
          const json_t *row = json_array_get (rows, i);
          for (guint run = 0; run < results->len; run++)
            {
              const SwResult *r = results->pdata[run];
              const json_t *others = sw_result_member (r->summary, path);
              gsize k = 0;
              while (k < json_array_size (others) && !same_name (row, json_array_get (others, k)))
                k++;
              if (k == json_array_size (others))
                continue;
              if (run < owner)
                break;
              put_cut_row (html, r, json_array_get (others, k), shared);
            }
        }
    }
}

/* A run that shares cards tells more of each group. */
static const SwResult *
find_shared (const GPtrArray *results)
{
  for (guint i = 0; i < results->len; i++)
    if (sw_result_member (((const SwResult *)results->pdata[i])->summary, "sharing"))
      return results->pdata[i];
  return NULL;
}

static void
put_cut_table (GString *html, const GPtrArray *results, const char *cut, gboolean shared)
{
  g_string_append_printf (html, "<details%s><summary>By ",
                          g_str_equal (cut, "size") ? " open" : "");
  sw_visible_html (html, cut);
  g_string_append (html, "</summary>\n<div class=\"wide\"><table><tr><th>group</th><th>run</th>"
                         "<th class=\"n\">jobs</th><th class=\"n\">completed</th>"
                         "<th class=\"n\">unfinished</th><th class=\"n\">SLO misses</th>"
                         "<th class=\"n\">mean</th><th class=\"n\">p50</th><th class=\"n\">p95</th>"
                         "<th class=\"n\">p99</th><th class=\"n\">max</th>");
  if (shared)
    g_string_append (html, "<th class=\"n\">OOM kills</th><th class=\"n\">co-location slowdown, "
                           "mean</th><th class=\"n\">p95</th><th class=\"n\">max</th>");
  g_string_append (html, "</tr>\n");
  put_cut (html, results, cut, shared);
  g_string_append (html, "</table></div></details>\n");
}

void
sw_report_cuts (GString *html, const GPtrArray *results)
{
  const SwResult *shared = find_shared (results);
  const SwResult *first = shared ? shared : results->pdata[0];
  const char *cut;
  json_t *rows;
  g_string_append (html, "<h2>Waits by group of jobs</h2>\n<p class=\"soft\">In seconds, over jobs "
                         "that ran and ended; the unfinished are counted beside them.</p>\n");
  json_object_foreach (json_object_get (first->summary, "by"), cut, rows)
  {
    if (json_array_size (rows) >= 2 || g_str_equal (cut, "size"))
      put_cut_table (html, results, cut, shared != NULL);
  }
}
