/* The report: curves by hand, names that try to be markup or commands, runs with nothing to draw,
 * and a gnuplot that is missing or misbehaves. */
#include <glib/gstdio.h>
#include <string.h>

#include "sw-check.h"
#include "sw-columns.h"
#include "sw-report.h"
#include "sw-series.h"
#include "sw-visible.h"

/* ---- curves ---- */

static void
check_points (const GArray *curve, const SwPoint *want, guint n)
{
  CHECK_INT (curve->len, n);
  for (guint i = 0; i < MIN (curve->len, n); i++)
    {
      CHECK_REAL (g_array_index (curve, SwPoint, i).x, want[i].x, 1e-9);
      CHECK_REAL (g_array_index (curve, SwPoint, i).y, want[i].y, 1e-9);
    }
}

static void
few_levels_keep_every_corner (void)
{
  const SwPoint levels[] = { { 0, 1 }, { 10, 3 }, { 15, 2 } };
  const SwPoint want[] = { { 0, 1 }, { 10, 1 }, { 10, 3 }, { 15, 3 }, { 15, 2 }, { 20, 2 } };
  g_autoptr (GArray) curve = g_array_new (FALSE, FALSE, sizeof (SwPoint));
  sw_series_steps (levels, 3, 20, 10, curve);
  check_points (curve, want, G_N_ELEMENTS (want));
}

static void
many_levels_keep_what_columns_show (void)
{
  SwPoint levels[1000];
  for (guint i = 0; i < G_N_ELEMENTS (levels); i++)
    levels[i] = (SwPoint){ i, i == 333 ? 99 : i == 777 ? -7 : (int)(i % 2) };
  g_autoptr (GArray) curve = g_array_new (FALSE, FALSE, sizeof (SwPoint));
  sw_series_steps (levels, G_N_ELEMENTS (levels), 1000, 10, curve);
  CHECK_INT (curve->len, 40);
  double low = 0, high = 0, last = -1;
  for (guint i = 0; i < curve->len; i++)
    {
      const SwPoint point = g_array_index (curve, SwPoint, i);
      CHECK_TRUE (point.x >= last);
      last = point.x;
      low = MIN (low, point.y);
      high = MAX (high, point.y);
    }
  CHECK_REAL (low, -7, 0);
  CHECK_REAL (high, 99, 0);
  CHECK_REAL (g_array_index (curve, SwPoint, 0).x, 0, 0);
  CHECK_REAL (last, 1000, 0);
  CHECK_REAL (g_array_index (curve, SwPoint, 39).y, 1, 0);
}

static void
distributions_start_at_zero_and_end_at_one (void)
{
  const double waits[] = { 0, 0.5, 20, 60 };
  const SwPoint want[] = { { 1, 0 },   { 1, 0 },    { 1, .25 },  { 1, .25 }, { 1, .5 },
                           { 20, .5 }, { 20, .75 }, { 60, .75 }, { 60, 1 },  { 90, 1 } };
  g_autoptr (GArray) curve = g_array_new (FALSE, FALSE, sizeof (SwPoint));
  sw_series_distribution (waits, 4, 1, 90, 100, curve);
  check_points (curve, want, G_N_ELEMENTS (want));
  g_array_set_size (curve, 0);
  sw_series_distribution (waits, 0, 1, 90, 100, curve);
  CHECK_INT (curve->len, 0);
}

static void
time_axes_have_readable_units (void)
{
  double length;
  CHECK_STR (sw_series_time_unit (300, &length), "s");
  CHECK_STR (sw_series_time_unit (301, &length), "min");
  CHECK_STR (sw_series_time_unit (86400, &length), "h");
  CHECK_STR (sw_series_time_unit (30 * 86400, &length), "d");
  CHECK_REAL (length, 86400, 0);
}

/* ---- reading our own CSV ---- */

static void
quoted_fields_are_read_back (void)
{
  char *folder = sw_test_folder ();
  g_autofree char *path
      = sw_test_write (folder, "t.csv", "id,n\n\"a,\"\"b\"\"\nc\",1.5\n\"\",\nlast,2e1");
  g_autoptr (GError) error = NULL;
  g_autoptr (SwColumns) table = sw_columns_open (path, &error);
  double number = 0;
  CHECK_INT (sw_columns_find (table, "n", NULL), 1);
  CHECK_INT (sw_columns_find (table, "m", NULL), -1);
  CHECK_TRUE (sw_columns_next (table, &error));
  CHECK_STR (sw_columns_text (table, 0), "a,\"b\"\nc");
  CHECK_TRUE (sw_columns_number (table, 1, &number, &error));
  CHECK_REAL (number, 1.5, 0);
  CHECK_TRUE (sw_columns_next (table, &error));
  CHECK_STR (sw_columns_text (table, 0), "");
  CHECK_FALSE (sw_columns_number (table, 1, &number, &error));
  CHECK_TRUE (sw_columns_next (table, &error));
  CHECK_TRUE (sw_columns_number (table, 1, &number, &error));
  CHECK_REAL (number, 20, 0);
  CHECK_FALSE (sw_columns_next (table, &error));
  CHECK_NO_ERROR (error);
  sw_test_remove (folder);
}

static void
check_broken (const char *text, const char *part)
{
  char *folder = sw_test_folder ();
  g_autofree char *path = sw_test_write (folder, "t.csv", text);
  g_autoptr (GError) error = NULL;
  g_autoptr (SwColumns) table = sw_columns_open (path, &error);
  double number;
  while (table && !error && sw_columns_next (table, &error))
    sw_columns_number (table, 1, &number, &error);
  CHECK_ERROR (error, SW_ERROR_INPUT, part);
  sw_test_remove (folder);
}

static void
broken_rows_are_told_with_their_line (void)
{
  check_broken ("", "t.csv:1: the header is missing");
  check_broken ("a,b\n1\n", "t.csv:2: 1 fields, 2 expected");
  check_broken ("a,b\nx,nan\n", "t.csv:2: column b: \"nan\" is not a number");
  check_broken ("a,b\n\"x,1\n", "t.csv:2: broken quotes in field 1");
  check_broken ("a,b\n\"x\"y,1\n", "t.csv:2: broken quotes in field 1");
  check_broken ("a,b\n\"x\ny\",1\nz\n", "t.csv:4: 1 fields, 2 expected");
}

/* ---- names ---- */

static void
control_characters_are_shown (void)
{
  g_autofree char *a = sw_visible_cut ("a\nb\tc\x01 \xff \xe2\x80\xae"
                                       "d\xc3\xbc",
                                       99);
  CHECK_STR (a, "a\\nb\\tc\\u0001 \xef\xbf\xbd \\u202ed\xc3\xbc");
  g_autofree char *cut = sw_visible_cut ("\xc3\xbc"
                                         "bcde",
                                         4);
  CHECK_STR (cut, "\xc3\xbc\xe2\x80\xa6"
                  "de");
  g_autoptr (GString) html = g_string_new (NULL);
  sw_visible_html (html, "<b a=\"'&'\">");
  CHECK_STR (html->str, "&lt;b a=&quot;&#39;&amp;&#39;&quot;&gt;");
}

/* ---- whole reports ---- */

typedef struct
{
  const char *name, *queue, *jobs, *timeline; /* rows; NULL: no such file */
  const char *sizes, *figures;                /* members of the arrays in summary.json */
  int stop;
} Run;

static const Run plain = { "plain",
                           "fifo",
                           "a,0,10,0\nb,10,30,10\nc,30,31,3600\n",
                           "0,4,2,1,0\n10,4,4,0,2\n30,4,1,0,0\n31,4,0,0,0\n",
                           "{\"name\": \"2-3\", \"jobs\": 3, \"wait\": {\"count\": 3, \"p50\": 10, "
                           "\"p95\": 3600, \"max\": 3600}}",
                           "\"wait_mean\": {\"value\": 1203.3, \"unit\": \"s\", \"label\": \"mean "
                           "wait\", \"better\": \"low\"}",
                           31 };

/* As JSON, so that any name can be tried. */
static char *
json_text (const char *text)
{
  GString *out = g_string_new ("\"");
  for (const char *at = text; *at; at++)
    if (*at == '"' || *at == '\\')
      g_string_append_printf (out, "\\%c", *at);
    else if (*at == '\n')
      g_string_append (out, "\\n");
    else
      g_string_append_c (out, *at);
  g_string_append_c (out, '"');
  return g_string_free (out, FALSE);
}

static void
write_table (const char *folder, const char *name, const char *head, const char *rows)
{
  if (!rows)
    return;
  g_autofree char *text = g_strconcat (head, "\n", rows, NULL);
  g_free (sw_test_write (folder, name, text));
}

/* Writes a result folder base/place; transfer full. */
static char *
write_run (const char *base, const char *place, const Run *run)
{
  char *folder = g_build_filename (base, place, NULL);
  g_mkdir (folder, 0777);
  g_autofree char *name = json_text (run->name);
  g_autofree char *queue = json_text (run->queue);
  g_autofree char *manifest = g_strdup_printf (
      "{\"program\": \"slicewise\", \"version\": \"0\", \"kind\": \"run\", \"name\": %s, \"seed\": "
      "1,"
      "\"policies\": {\"queue\": {\"use\": %s, \"oracle\": %s}, \"place\": {\"use\": \"best-fit\"},"
      "\"scale\": {\"use\": \"fixed\"}}, \"inputs\": [{\"key\": \"workload.trace\", \"path\": "
      "\"t.csv\", \"sha256\": \"0123abcd\", \"read\": 4, \"kept\": 3, \"merged\": 0, \"dropped\": "
      "1,"
      "\"drops\": [{\"reason\": \"duration is empty\", \"count\": 1}], \"notes\": []}],"
      "\"warnings\": [\"watch <this>\"], \"scenario_file\": \"s.ini\","
      "\"scenario\": \"[policy]\\nqueue = x\\nplace = best-fit\\n\"}",
      name, queue, g_str_equal (run->queue, "sjf") ? "true" : "false");
  g_autofree char *summary = g_strdup_printf (
      "{\"begin_s\": 0, \"stop_s\": %d, \"figures\": {%s}, \"by\": {\"size\": [%s]}}", run->stop,
      run->figures, run->sizes);
  g_free (sw_test_write (folder, "manifest.json", manifest));
  g_free (sw_test_write (folder, "summary.json", summary));
  write_table (folder, "jobs.csv", "job_id,start_s,end_s,wait_s", run->jobs);
  write_table (folder, "timeline.csv", "time_s,gpus,allocated,fragmented,waiting", run->timeline);
  return folder;
}

/* A program that is called instead of gnuplot, transfer full. */
static char *
write_stub (const char *folder, const char *script)
{
  g_autofree char *text = g_strconcat ("#!/bin/sh\n", script, "\n", NULL);
  char *path = sw_test_write (folder, "stub", text);
  g_chmod (path, 0755);
  return path;
}

static gboolean
has_gnuplot (void)
{
  g_autofree char *path = g_find_program_in_path ("gnuplot");
  return path != NULL;
}

static gboolean
exists (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  return g_file_test (path, G_FILE_TEST_EXISTS);
}

static void
names_are_text_everywhere (void)
{
  if (!has_gnuplot ())
    SKIP ("gnuplot is not installed");
  char *base = sw_test_folder ();
  Run a = plain, b = plain;
  a.name = "O'Brien \"x\" a`touch PWNED`";
  a.queue = "first_fit ^ {x} @y &z ~w";
  b.name = "<script>alert(1)</script>";
  b.queue = "line\nbreak";
  g_autofree char *one = write_run (base, "a", &a);
  g_autofree char *two = write_run (base, "b", &b);
  g_autofree char *out = g_build_filename (base, "my reports", "\xc3\xbc'1", NULL);
  g_autoptr (GError) error = NULL;
  CHECK_TRUE (sw_report_write ((const char *[]){ one, two, NULL }, out, NULL, &error));
  CHECK_NO_ERROR (error);
  g_autofree char *queue = sw_test_read (out, "queue.svg");
  CHECK_CONTAINS (queue, ">O'Brien \"x\" a`touch PWN\xe2\x80\xa6 ^ {x} @y &amp;z ~w/best-fit<");
  CHECK_CONTAINS (queue, ">&lt;script>alert(1)&lt;/script>: line\\nbreak/best-fit<");
  g_autofree char *page = sw_test_read (out, "report.html");
  CHECK_CONTAINS (page, "a`touch PWNED`: first_fit ^ {x} @y &amp;z ~w/best-fit</th>");
  CHECK_CONTAINS (page, "&lt;script&gt;alert(1)&lt;/script&gt;: line\\nbreak/best-fit</th>");
  CHECK_FALSE (strstr (page, "<script") != NULL);
  CHECK_FALSE (exists (".", "PWNED"));
  CHECK_FALSE (exists (out, "PWNED"));
  sw_test_remove (base);
}

static void
two_reports_are_equal (void)
{
  if (!has_gnuplot ())
    SKIP ("gnuplot is not installed");
  static const char *const files[]
      = { "report.html", "use-1.svg", "queue.svg", "waits.svg", "sizes.svg" };
  char *base = sw_test_folder ();
  g_autofree char *run = write_run (base, "a", &plain);
  g_autofree char *first = g_build_filename (base, "one", NULL);
  g_autofree char *second = g_build_filename (base, "two", NULL);
  CHECK_TRUE (sw_report_write ((const char *[]){ run, NULL }, first, NULL, NULL));
  CHECK_TRUE (sw_report_write ((const char *[]){ run, NULL }, second, NULL, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *a = sw_test_read (first, files[i]);
      g_autofree char *b = sw_test_read (second, files[i]);
      CHECK_TRUE (a && *a && g_str_equal (a, b));
    }
  sw_test_remove (base);
}

static void
page_tells_what_a_reader_needs (void)
{
  if (!has_gnuplot ())
    SKIP ("gnuplot is not installed");
  char *base = sw_test_folder ();
  Run other = plain;
  other.queue = "sjf";
  other.figures = "\"wait_mean\": {\"value\": 601.65, \"unit\": \"s\", \"better\": \"low\"}";
  g_autofree char *one = write_run (base, "a", &plain);
  g_autofree char *two = write_run (base, "b", &other);
  g_autofree char *out = g_build_filename (base, "r", NULL);
  CHECK_TRUE (sw_report_write ((const char *[]){ one, two, NULL }, out, NULL, NULL));
  g_autofree char *page = sw_test_read (out, "report.html");
  CHECK_CONTAINS (page, "plain: fifo/best-fit</th>");
  CHECK_CONTAINS (page, "oracle: the queue policy knows true durations");
  CHECK_CONTAINS (page, "watch &lt;this&gt;");
  CHECK_CONTAINS (page, "mean wait <small>s</small>");
  CHECK_CONTAINS (page, "601.6<small class=\"better\">\xe2\x88\x92"
                        "50.0\xe2\x80\xaf% better</small>");
  CHECK_CONTAINS (page, "sha256 0123abcd");
  CHECK_TRUE (strstr (page, "co-location slowdown") == NULL);
  CHECK_CONTAINS (page, "4 rows read, 3 kept, 0 merged, 1 dropped");
  CHECK_CONTAINS (page, "1 dropped: duration is empty");
  CHECK_CONTAINS (page, "place = best-fit\n");
  CHECK_CONTAINS (page, "aria-label=\"Waiting jobs\"");
  CHECK_FALSE (strstr (page, "http://") && !strstr (page, "http://www.w3.org/2000/svg"));
  sw_test_remove (base);
}

static void
check_degenerate (const Run *run, const char *text, guint pictures)
{
  static const char *const files[] = { "use-1.svg", "queue.svg", "waits.svg", "sizes.svg" };
  char *base = sw_test_folder ();
  g_autofree char *one = write_run (base, "a", run);
  g_autofree char *out = g_build_filename (base, "r", NULL);
  g_autoptr (GError) error = NULL;
  CHECK_TRUE (sw_report_write ((const char *[]){ one, NULL }, out, NULL, &error));
  CHECK_NO_ERROR (error);
  g_autofree char *page = sw_test_read (out, "report.html");
  CHECK_CONTAINS (page, text);
  guint there = 0;
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    there += exists (out, files[i]);
  CHECK_INT (there, pictures);
  sw_test_remove (base);
}

static void
nothing_to_draw_is_no_failure (void)
{
  if (!has_gnuplot ())
    SKIP ("gnuplot is not installed");
  const char *undefined = "\"wait_mean\": {\"value\": null, \"unit\": \"s\"}";
  const Run empty = { "empty", "fifo", "", "0,4,0,0,0\n", "", undefined, 0 };
  check_degenerate (&empty, "no data: no job ran and ended", 0);
  check_degenerate (&empty, "n/a", 0);
  const Run idle = { "idle", "fifo", "", "0,4,0,0,0\n", "", undefined, 10 };
  check_degenerate (&idle, "no data: no job ran and ended", 2);
  const Run unwritten = { "unwritten", "fifo", NULL, NULL, "", undefined, 10 };
  check_degenerate (&unwritten, "no data: timeline.csv was not written", 0);
  check_degenerate (&unwritten, "no data: jobs.csv was not written", 0);
  const Run bare = { "bare", "fifo", "", "0,0,0,0,0\n", "", undefined, 10 };
  check_degenerate (&bare, "no data: the run took no time or had no GPUs", 1);
}

static void
flat_data_is_visible (void)
{
  if (!has_gnuplot ())
    SKIP ("gnuplot is not installed");
  const char *size
      = "{\"name\": \"1\", \"jobs\": 1, \"wait\": {\"count\": 1, \"p50\": 0, \"p95\": 0,"
        " \"max\": 0}}";
  const char *zero = "\"wait_mean\": {\"value\": 0, \"unit\": \"s\"}";
  const Run one = { "one", "fifo", "a,0,10,0\n", "0,1,1,0,0\n", size, zero, 10 };
  check_degenerate (&one, "</svg>", 4);
  char *base = sw_test_folder ();
  g_autofree char *run = write_run (base, "a", &one);
  g_autofree char *out = g_build_filename (base, "r", NULL);
  CHECK_TRUE (sw_report_write ((const char *[]){ run, NULL }, out, NULL, NULL));
  g_autofree char *waits = sw_test_read (out, "waits.svg");
  CHECK_CONTAINS (waits, "stroke='rgb( 68, 119, 170)'");
  g_autofree char *queue = sw_test_read (out, "queue.svg");
  CHECK_CONTAINS (queue, "stroke='rgb( 68, 119, 170)'");
  sw_test_remove (base);
}

/* A run on shared cards beside one on whole cards: its own pictures, of what it knows. */
static void
use_of_shared_cards (void)
{
  if (!has_gnuplot ())
    SKIP ("gnuplot is not installed");
  char *base = sw_test_folder ();
  Run shared = plain;
  shared.name = "shared";
  g_autofree char *one = write_run (base, "a", &plain);
  g_autofree char *two = write_run (base, "b", &shared);
  g_free (sw_test_write (
      two, "summary.json",
      "{\"begin_s\": 0, \"stop_s\": 31, \"figures\": {"
      "\"fragmentation_mean\": {\"value\": 12.34, \"unit\": \"%\", \"label\": \"F here\"},"
      "\"memory_used\": {\"value\": null, \"unit\": \"%\", \"label\": \"M here\"}},"
      "\"sharing\": {}, \"by\": {\"size\": [{\"name\": \"2-3\", \"jobs\": 3,"
      "\"wait\": {\"count\": 3, \"p50\": 10, \"p95\": 3600, \"max\": 3600}, \"oom_kills\": 7,"
      "\"co_slowdown\": {\"count\": 2, \"mean\": 1.25, \"p95\": 1.5, \"max\": 2}}]}}"));
  g_free (sw_test_write (two, "timeline.csv",
                         "time_s,gpus,allocated,fragmented,waiting,busy,compute_used,"
                         "bandwidth_used,memory_mib,memory_allocated_mib,memory_used_mib,unusable\n"
                         "0,4,2.5,0,0,3,1.25,,160,80,40,0.5\n10,4,1,0,0,1,0.5,0.25,160,20,10,2\n"));
  g_autofree char *out = g_build_filename (base, "r", NULL);
  CHECK_TRUE (sw_report_write ((const char *[]){ one, two, NULL }, out, NULL, NULL));
  CHECK_FALSE (exists (out, "shares-1.svg"));
  g_autofree char *shares = sw_test_read (out, "shares-2.svg");
  CHECK_CONTAINS (shares, ">GPUs allocated<");
  CHECK_CONTAINS (shares, ">compute used<");
  CHECK_CONTAINS (shares, ">memory allocated<");
  CHECK_CONTAINS (shares, ">memory used<");
  CHECK_TRUE (strstr (shares, "bandwidth") == NULL);
  g_autofree char *fragmentation = sw_test_read (out, "fragmentation.svg");
  CHECK_CONTAINS (fragmentation, ">shared: fifo/best-fit<");
  CHECK_TRUE (strstr (fragmentation, ">plain: fifo/best-fit<") == NULL);
  g_autofree char *page = sw_test_read (out, "report.html");
  CHECK_CONTAINS (page, "aria-label=\"Allocated and used, shared: fifo/best-fit\"");
  CHECK_CONTAINS (page, "<td class=\"n\">n/a</td><td class=\"n\">12.34</td>");
  CHECK_CONTAINS (page, "<td class=\"n\">7</td><td class=\"n\">1.250</td>"
                        "<td class=\"n\">1.500</td><td class=\"n\">2.000</td></tr>");
  const char *fold = strstr (page, "<summary>All figures</summary>");
  CHECK_TRUE (fold && !g_strstr_len (page, fold - page, "M here"));
  sw_test_remove (base);
}

/* A report without pictures: complete numbers, the reason, status 5, and no file that looks whole.
 */
static void
check_failing (const char *script, const char *why)
{
  char *base = sw_test_folder ();
  g_autofree char *run = write_run (base, "a", &plain);
  g_autofree char *out = g_build_filename (base, "r", NULL);
  g_autofree char *stub
      = script ? write_stub (base, script) : g_build_filename (base, "no-such-program", NULL);
  g_autoptr (GError) error = NULL;
  CHECK_FALSE (sw_report_write ((const char *[]){ run, NULL }, out, stub, &error));
  CHECK_ERROR (error, SW_ERROR_OUTSIDE, why);
  CHECK_ERROR (error, SW_ERROR_OUTSIDE, "without 4 of 4 pictures (use-1.svg, queue.svg, ");
  CHECK_INT (sw_error_status (error), 5);
  g_autofree char *page = sw_test_read (out, "report.html");
  CHECK_CONTAINS (page, "1203.3");
  CHECK_CONTAINS (page, "Not drawn: queue.svg: ");
  CHECK_CONTAINS (page, why);
  CHECK_CONTAINS (page, "</html>");
  CHECK_FALSE (exists (out, "queue.svg"));
  sw_test_remove (base);
}

static void
failing_gnuplot_leaves_a_whole_page (void)
{
  check_failing (NULL, "there is no program ");
  check_failing ("echo unknown terminal type; exit 1",
                 "gnuplot ended with status 1. unknown terminal type");
  check_failing ("exit 0", "gnuplot wrote no picture");
  check_failing (": >queue.svg; printf '<svg ' >waits.svg; exit 0", "gnuplot wrote no picture");
  check_failing ("kill -9 $$", "gnuplot died of signal 9");
}

static void
pictures_of_an_earlier_report_go (void)
{
  if (!has_gnuplot ())
    SKIP ("gnuplot is not installed");
  char *base = sw_test_folder ();
  g_autofree char *run = write_run (base, "a", &plain);
  g_autofree char *out = g_build_filename (base, "r", NULL);
  CHECK_TRUE (sw_report_write ((const char *[]){ run, NULL }, out, NULL, NULL));
  CHECK_TRUE (exists (out, "queue.svg"));
  g_autofree char *stub = write_stub (base, "exit 3");
  CHECK_FALSE (sw_report_write ((const char *[]){ run, NULL }, out, stub, NULL));
  CHECK_FALSE (exists (out, "queue.svg"));
  sw_test_remove (base);
}

static void
check_unreadable (const char *name, const char *text, const char *part)
{
  char *base = sw_test_folder ();
  g_autofree char *run = write_run (base, "a", &plain);
  g_autofree char *out = g_build_filename (base, "r", NULL);
  g_autofree char *path = g_build_filename (run, name, NULL);
  if (text)
    g_free (sw_test_write (run, name, text));
  else
    g_unlink (path);
  g_autoptr (GError) error = NULL;
  CHECK_FALSE (sw_report_write ((const char *[]){ run, NULL }, out, "true", &error));
  CHECK_ERROR (error, SW_ERROR_INPUT, part);
  CHECK_FALSE (exists (base, "r"));
  sw_test_remove (base);
}

static void
broken_folders_are_refused (void)
{
  check_unreadable ("manifest.json", NULL, "manifest.json: cannot be read");
  check_unreadable ("manifest.json", "{\"kind\":\n oops}", "manifest.json:2:");
  check_unreadable ("manifest.json", "{\"kind\": \"compare\"}",
                    "is not the result folder of one run");
  check_unreadable ("summary.json", "{}", "summary.json has no figures");
  check_unreadable ("jobs.csv", "job_id,start_s\n", "jobs.csv:1: there is no column end_s");
  check_unreadable ("timeline.csv", "time_s,gpus,allocated,fragmented,waiting\n0,1,x,0,0\n",
                    "timeline.csv:2: column allocated: \"x\" is not a number");
}

SW_CHECKS ("report", { "few levels keep every corner", few_levels_keep_every_corner },
           { "many levels keep what columns show", many_levels_keep_what_columns_show },
           { "distributions start at 0 and end at 1", distributions_start_at_zero_and_end_at_one },
           { "time axes have readable units", time_axes_have_readable_units },
           { "quoted fields are read back", quoted_fields_are_read_back },
           { "broken rows are told with their line", broken_rows_are_told_with_their_line },
           { "control characters are shown", control_characters_are_shown },
           { "L-01 L-02 names are text everywhere", names_are_text_everywhere },
           { "two reports are equal", two_reports_are_equal },
           { "page tells what a reader needs", page_tells_what_a_reader_needs },
           { "L-03 nothing to draw is no failure", nothing_to_draw_is_no_failure },
           { "L-03 flat data is visible", flat_data_is_visible },
           { "use of shared cards", use_of_shared_cards },
           { "L-04 failing gnuplot leaves a whole page", failing_gnuplot_leaves_a_whole_page },
           { "pictures of an earlier report go", pictures_of_an_earlier_report_go },
           { "broken folders are refused", broken_folders_are_refused })
