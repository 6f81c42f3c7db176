/* The delimited reader through an import: bytes, lines, headers, ids, duplicates (cases D and E-01,
 * F-10). */
#include "sw-trial.h"

#include <locale.h>
#include <string.h>
#include <zlib.h>

#define H SW_TRIAL_HEADER

static void
last_line_without_newline (void)
{
  SwTrial t = { 0 };
  sw_trial_text (&t, H "1,0,1,10\n2,5,1,\"10\"");
  CHECK_INT (t.report.kept, 2);
  CHECK_TIME (sw_trial_work (&t, "2"), 10 * SW_SECOND);

  sw_trial_text (&t, H "1,0,1,10\n2,5,1,");
  CHECK_INT (t.report.read, 2);
  CHECK_INT (t.report.kept, 1);
  CHECK_INT (sw_trial_dropped (&t, "duration is empty"), 1);
  sw_trial_clear (&t);
}

static void
marks_and_line_ends (void)
{
  SwTrial t = { 0 };
  sw_trial_text (&t, "\xef\xbb\xbfjob_id,submit_s,gpus_per_task,duration_s\r\n1,0,1,10\r\n");
  CHECK_INT (t.report.kept, 1);
  CHECK_INT (t.table->row[0], 2);
  sw_trial_text (&t, "\xef\xbb\xbfjob_id,submit_s,gpus_per_task,duration_s\r1,0,1,10\r2,0,1,10\r");
  CHECK_INT (t.report.kept, 2);
  CHECK_INT (t.table->row[1], 3);
  sw_trial_text (&t, "\"job_id\",\"submit_s\",\"gpus_per_task\",\" duration_s \"\r\n1,0,1,10");
  CHECK_INT (t.report.kept, 1);
  sw_trial_bytes (&t, "\xff\xfej\0o\0b\0", 8);
  CHECK_ERROR (t.error, SW_ERROR_INPUT, "UTF-16");
  sw_trial_bytes (&t, "\xfe\xff\0j\0o\0b", 8);
  CHECK_ERROR (t.error, SW_ERROR_INPUT, "UTF-16");
  sw_trial_bytes (&t, H "1,0,1,10\n2,\0,1,1\n", strlen (H) + 18);
  CHECK_ERROR (t.error, SW_ERROR_INPUT, "trace.csv:3:2: NUL byte");
  sw_trial_clear (&t);
}

static void
decimal_point_in_any_locale (void)
{
  SwTrial t = { 0 };
  sw_trial_text (&t, H "1,0,1,0.6\n2,0.5,1,0.6\n");
  g_autofree char *plain = sw_job_table_hash (t.table);
  CHECK_TIME (sw_trial_work (&t, "1"), 600000000);
  if (!sw_test_comma_locale ())
    {
      sw_trial_clear (&t);
      SKIP ("no locale with a decimal comma can be had");
    }
  sw_trial_text (&t, H "1,0,1,0.6\n2,0.5,1,0.6\n");
  setlocale (LC_ALL, "C");
  g_autofree char *comma = sw_job_table_hash (t.table);
  CHECK_STR (comma, plain);
  sw_trial_clear (&t);
}

static void
ids_are_texts (void)
{
  SwTrial t = { 0 };
  const char *ids[]
      = { "73928e05", "7392800000", "99121406335064213", "99121406335064214", "007", "7" };
  g_autoptr (GString) text = g_string_new (H);
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    g_string_append_printf (text, "%s,0,1,1\n", ids[i]);
  sw_trial_text (&t, text->str);
  CHECK_INT (t.table->n, 6);
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    CHECK_STR (t.table->id[i], ids[i]);

  sw_trial_text (&t, H "\" x \",0,1,1\n\"a,\"\"b\"\"\",0,1,1\n");
  CHECK_STR (t.table->id[0], " x ");
  CHECK_STR (t.table->id[1], "a,\"b\"");
  sw_trial_text (&t, H "a\xff,0,1,1\nb,0,1,1\n");
  CHECK_INT (sw_trial_dropped (&t, "id is not UTF-8"), 1);
  sw_trial_clear (&t);
}

static void
only_plain_numbers (void)
{
  static const char *const bad[]
      = { "nan", "NaN", "inf", "-inf", "0x10", "12abc", "N/A", "1,5", "--1", "1e", ".", "1 2" };
  SwTrial t = { 0 };
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *text = g_strdup_printf (H "a,0,1,\"%s\"\nb,0,1,1\n", bad[i]);
      sw_trial_text (&t, text);
      CHECK_INT (t.report.kept, 1);
      CHECK_INT (sw_trial_dropped (&t, "duration is not a number"), 1);
    }
  sw_trial_text (&t, H "a,0,1,1e400\nb,0,1,-5\nc,0,1,1e3\nd,0,1, 12\ne,0,1,\" 12 \"\n");
  CHECK_INT (sw_trial_dropped (&t, "duration is out of range"), 1);
  CHECK_INT (sw_trial_dropped (&t, "duration is negative"), 1);
  CHECK_TIME (sw_trial_work (&t, "c"), 1000 * SW_SECOND);
  CHECK_TIME (sw_trial_work (&t, "d"), 12 * SW_SECOND);
  CHECK_TIME (sw_trial_work (&t, "e"), 12 * SW_SECOND);
  CHECK_INT (t.report.read, t.report.kept + t.report.dropped);
  g_autofree char *text = sw_import_report_text (&t.report);
  CHECK_CONTAINS (text, "dropped 1: duration is negative (line 3, column duration_s: \"-5\")");
  sw_trial_clear (&t);
}

static void
strict_stops_at_the_first (void)
{
  SwTrial t = { .options.strict = TRUE };
  sw_trial_text (&t, H "a,0,1,1\n\n\"b\nb\",0,1,1\nc,0,1,nan\n");
  CHECK_ERROR (t.error, SW_ERROR_INPUT,
               "trace.csv:6:4: column duration_s: \"nan\": duration is not a number");
  sw_trial_text (&t, H "a,0,1\n");
  CHECK_ERROR (t.error, SW_ERROR_INPUT, "trace.csv:2: 3 fields, 4 expected: too few fields");
  sw_trial_clear (&t);
}

static void
missing_column_is_one_error (void)
{
  SwTrial t = { .options.profile = "canonical-jobs" };
  sw_trial_text (&t, "job_id,submit_s,gpu_per_task,duration_s\n1,0,1,1\n2,0,1,1\n3,0,1,1\n");
  CHECK_ERROR (t.error, SW_ERROR_INPUT,
               "trace.csv:1: column \"gpus_per_task\" is missing (is \"gpu_per_task\" meant?); "
               "columns found: job_id, submit_s, gpu_per_task, duration_s");
  sw_trial_text (&t, "Job_id,submit_s,gpus_per_task,duration_s\n1,0,1,1\n");
  CHECK_ERROR (t.error, SW_ERROR_INPUT, "(is \"Job_id\" meant?)");
  sw_trial_text (&t, "job_id,submit_s,gpus_per_task,duration_s,User\n1,0,1,1,x\n");
  CHECK_ERROR (t.error, SW_ERROR_INPUT, "trace.csv:1:5: column \"User\" is to be written \"user\"");
  sw_trial_text (&t, "job_id,submit_s,gpus_per_task,duration_s,user,user\n1,0,1,1,x,y\n");
  CHECK_ERROR (t.error, SW_ERROR_INPUT, "trace.csv:1:6: column \"user\" is there twice");
  sw_trial_text (&t, " job_id , submit_s,gpus_per_task,duration_s,fancy\n1,0,1,1,x\n");
  CHECK_INT (t.report.kept, 1);
  CHECK_INT (sw_trial_noted (&t, "columns that are not used"), 1);
  sw_trial_clear (&t);
}

static void
a_delay_is_no_arrival (void)
{
  SwTrial t = { .options.profile = "canonical-jobs" };
  sw_trial_text (&t, "pod,schedule_delay_sec,run_sec,gpu\np1,5,100,1\np2,400,100,1\n");
  CHECK_ERROR (t.error, SW_ERROR_INPUT, "no arrival time in this file");
  CHECK_CONTAINS (t.error->message, "columns found: pod, schedule_delay_sec, run_sec, gpu");
  t.options.profile = NULL;
  sw_trial_text (&t, "pod,schedule_delay_sec,run_sec,gpu\np1,5,100,1\n");
  CHECK_ERROR (t.error, SW_ERROR_INPUT, "no built-in profile fits");
  sw_trial_clear (&t);
}

static void
duplicate_ids (void)
{
  const char *text = H "21,0,1,10\n20,1,1,10\n21,0,1,10\n22,2,1,10\n22,2,1,99\n22,3,1,98\n";
  SwTrial t = { 0 };
  sw_trial_text (&t, text);
  CHECK_ERROR (t.error, SW_ERROR_INPUT, "trace.csv:4:1:");
  CHECK_CONTAINS (t.error->message, "id \"21\" was seen before, on line 2");

  t.options.duplicates = SW_DUPLICATE_KEEP_FIRST;
  sw_trial_text (&t, text);
  CHECK_INT (t.report.kept, 3);
  CHECK_INT (sw_trial_dropped (&t, "id was seen before"), 3);
  CHECK_TIME (sw_trial_work (&t, "22"), 10 * SW_SECOND);

  t.options.duplicates = SW_DUPLICATE_RENAME;
  sw_trial_text (&t, text);
  CHECK_INT (t.report.kept, 6);
  CHECK_TIME (sw_trial_work (&t, "22#2"), 99 * SW_SECOND);
  CHECK_TIME (sw_trial_work (&t, "22#3"), 98 * SW_SECOND);
  sw_trial_job (&t, "21#2");
  sw_trial_clear (&t);
}

static void
rows_without_id (void)
{
  SwTrial t = { 0 };
  sw_trial_text (&t, H ",65351,1,166\n,65351,1,166\nfull,65351,1,166\n");
  CHECK_INT (t.report.kept, 1);
  CHECK_INT (sw_trial_dropped (&t, "id is empty"), 2);
  sw_trial_text (&t, H ",65351,1,166\n");
  CHECK_ERROR (t.error, SW_ERROR_INPUT, "none of 1 rows can be used; the first: id is empty");
  sw_trial_clear (&t);
}

static void
short_and_long_rows (void)
{
  SwTrial t = { 0 };
  sw_trial_text (&t, H "a,0,1,1\nb,0,1\nc,0,1,1,1\n,,,\n");
  CHECK_INT (t.report.read, 4);
  CHECK_INT (t.report.kept, 1);
  CHECK_INT (sw_trial_dropped (&t, "too few fields"), 1);
  CHECK_INT (sw_trial_dropped (&t, "too many fields"), 1);
  const SwTally *few = t.report.drops->pdata[0];
  CHECK_STR (few->example, "line 3, 3 fields, 4 expected");
  sw_trial_clear (&t);
}

static void
broken_quotes (void)
{
  SwTrial t = { 0 };
  sw_trial_text (&t, H "a,0,1,1\n\"b,0,1,1\nc,0,1,1\n");
  CHECK_ERROR (t.error, SW_ERROR_INPUT, "trace.csv:3:1: quote");
  sw_trial_text (&t, H "a,0,1,1\nb,\"0\"x,1,1\n");
  CHECK_ERROR (t.error, SW_ERROR_INPUT, "trace.csv:3:2: quote");
  sw_trial_text (&t, H "a,0,1,1\nb,0\"0,1,1\n");
  CHECK_ERROR (t.error, SW_ERROR_INPUT, "trace.csv:3:2: quote");
  sw_trial_clear (&t);
}

static void
lines_are_counted (void)
{
  SwTrial t = { 0 };
  sw_trial_text (&t, H "\n\n\"a\nb\",0,1,1\r\n\r\nc,0,1,1\r\r\nd,0,1,1\n\n\n e,0,1,1");
  CHECK_INT (t.table->n, 4);
  CHECK_INT (t.table->row[0], 4);
  CHECK_INT (t.table->row[1], 7);
  CHECK_INT (t.table->row[2], 9);
  CHECK_INT (t.table->row[3], 12);
  CHECK_STR (t.table->id[0], "a\nb");
  sw_trial_clear (&t);
}

static void
a_field_has_an_end (void)
{
  SwTrial t = { 0 };
  g_autoptr (GString) text = g_string_new (H "\"");
  for (guint i = 0; i < (1 << 20) + 1; i++)
    g_string_append_c (text, 'x');
  g_string_append (text, "\",0,1,1\n");
  sw_trial_text (&t, text->str);
  CHECK_ERROR (t.error, SW_ERROR_INPUT, "trace.csv:2:1: field is longer than 1 MiB");
  g_string_truncate (text, text->len - 8);
  g_string_append_c (text, '"');
  g_string_erase (text, strlen (H) + 1, 2);
  g_string_append (text, ",0,1,1\n");
  sw_trial_text (&t, text->str);
  CHECK_NO_ERROR (t.error);
  sw_trial_clear (&t);
}

static void
empty_files (void)
{
  SwTrial t = { 0 };
  sw_trial_text (&t, "");
  CHECK_ERROR (t.error, SW_ERROR_INPUT, "the file is empty");
  t.options.profile = "canonical-jobs";
  sw_trial_text (&t, "\n\n");
  CHECK_ERROR (t.error, SW_ERROR_INPUT, "the file is empty");
  sw_trial_text (&t, H);
  CHECK_NO_ERROR (t.error);
  CHECK_INT (t.report.read, 0);
  sw_trial_path (&t, "/nowhere/at/all.csv");
  CHECK_ERROR (t.error, SW_ERROR_INPUT, "/nowhere/at/all.csv: cannot be opened");
  sw_trial_path (&t, "/");
  CHECK_ERROR (t.error, SW_ERROR_INPUT, "/: is a folder");
  sw_trial_path (&t, "/dev/null");
  CHECK_ERROR (t.error, SW_ERROR_INPUT, "/dev/null: is not a regular file");
  sw_trial_path (&t, "builtin:no-such-file");
  CHECK_ERROR (t.error, SW_ERROR_INPUT, "no built-in file");
  sw_trial_clear (&t);
}

static void
any_order_of_rows (void)
{
  SwTrial a = { 0 }, b = { 0 };
  sw_trial_text (&a, H "a,100,1,1\nb,50,1,1\nc,75,1,1\n");
  sw_trial_text (&b, H "b,50,1,1\nc,75,1,1\na,100,1,1\n");
  CHECK_INT (a.report.out_of_order, 1);
  CHECK_INT (b.report.out_of_order, 0);
  for (guint i = 0; i < 3; i++)
    CHECK_STR (a.table->id[i], b.table->id[i]);
  g_autofree char *text = sw_import_report_text (&a.report);
  CHECK_CONTAINS (text, "1 of 3 rows out of order");
  sw_trial_clear (&a);
  sw_trial_clear (&b);
}

static void
deflate_to (const char *path, const char *mode, const char *text)
{
  gzFile file = gzopen (path, mode);
  CHECK_INT (gzputs (file, text), (int)strlen (text));
  gzclose (file);
}

static void
compressed_files (void)
{
  SwTrial t = { 0 };
  char *folder = sw_test_folder ();
  g_autofree char *path = g_build_filename (folder, "trace.csv.gz", NULL);
  deflate_to (path, "wb", H "a,0,1,1\nb,0,");
  deflate_to (path, "ab", "1,1\nc,0,1,1\n");
  sw_trial_path (&t, path);
  CHECK_INT (t.report.kept, 3);
  g_autofree char *sum = sw_job_table_hash (t.table);

  g_autofree char *bytes = NULL;
  gsize length;
  CHECK_TRUE (g_file_get_contents (path, &bytes, &length, NULL));
  CHECK_TRUE (g_file_set_contents (path, bytes, length - 9, NULL));
  sw_trial_path (&t, path);
  CHECK_ERROR (t.error, SW_ERROR_INPUT, "the compressed data end too early");
  bytes[length - 12] ^= 0x55;
  CHECK_TRUE (g_file_set_contents (path, bytes, length, NULL));
  sw_trial_path (&t, path);
  CHECK_ERROR (t.error, SW_ERROR_INPUT, "cannot be read");
  sw_trial_text (&t, H "a,0,1,1\nb,0,1,1\nc,0,1,1\n");
  g_autofree char *plain = sw_job_table_hash (t.table);
  CHECK_STR (sum, plain);
  sw_test_remove (folder);
  sw_trial_clear (&t);
}

static void
long_files_cross_blocks (void)
{
  SwTrial t = { 0 };
  g_autoptr (GString) text = g_string_new (H);
  for (guint i = 0; i < 60000; i++)
    g_string_append_printf (text, "job%u,%u,1,%u\n", i, i / 2, i % 1000);
  sw_trial_text (&t, text->str);
  CHECK_INT (t.table->n, 60000);
  guint wrong = 0;
  for (guint i = 0; i < t.table->n; i++)
    wrong += t.table->work[i] != (i % 1000) * SW_SECOND || t.table->row[i] != i + 2;
  CHECK_INT (wrong, 0);
  CHECK_INT (t.report.ties, 30000);
  sw_trial_clear (&t);
}

SW_CHECKS ("import", { "last line without newline", last_line_without_newline },
           { "byte-order mark and line ends", marks_and_line_ends },
           { "decimal point in any locale", decimal_point_in_any_locale },
           { "ids are texts", ids_are_texts }, { "only plain numbers", only_plain_numbers },
           { "strict stops at the first bad row", strict_stops_at_the_first },
           { "missing, odd and double columns", missing_column_is_one_error },
           { "a delay is no arrival", a_delay_is_no_arrival }, { "duplicate ids", duplicate_ids },
           { "rows without id", rows_without_id }, { "short and long rows", short_and_long_rows },
           { "broken quotes", broken_quotes }, { "lines are counted", lines_are_counted },
           { "a field has an end", a_field_has_an_end }, { "empty and absent files", empty_files },
           { "any order of rows", any_order_of_rows }, { "compressed files", compressed_files },
           { "long files cross blocks", long_files_cross_blocks })
