/* Text, CSV and JSON output. */
#include "sw-check.h"
#include "sw-output.h"
#include "sw-rng.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

static char *
text_of (void (*put) (SwText *))
{
  SwText *text = sw_text_memory ();
  put (text);
  return sw_text_steal (text, NULL);
}

static char *
real_text (double value, guint digits)
{
  SwText *text = sw_text_memory ();
  sw_put_real (text, value, digits);
  return sw_text_steal (text, NULL);
}

static char *
wide_text (__int128 value, guint decimals)
{
  SwText *text = sw_text_memory ();
  sw_put_i128 (text, value, decimals);
  return sw_text_steal (text, NULL);
}

#define CHECK_REAL_TEXT(value, digits, expected)                                                   \
  do                                                                                               \
    {                                                                                              \
      g_autofree char *real_text_ = real_text (value, digits);                                     \
      CHECK_STR (real_text_, expected);                                                            \
    }                                                                                              \
  while (0)

#define CHECK_WIDE_TEXT(value, decimals, expected)                                                 \
  do                                                                                               \
    {                                                                                              \
      g_autofree char *wide_text_ = wide_text (value, decimals);                                   \
      CHECK_STR (wide_text_, expected);                                                            \
    }                                                                                              \
  while (0)

static void
put_ints (SwText *text)
{
  static const gint64 values[] = { 0, 1, -1, 10, 100, -100, G_MAXINT64, G_MININT64 };
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      sw_put_int (text, values[i]);
      sw_put (text, " ");
    }
}

static void
put_times (SwText *text)
{
  static const SwTime values[]
      = { 0,           SW_SECOND,      -SW_SECOND / 2, 1, 100, SW_TIME_NONE,
          SW_TIME_INF, G_MAXINT64 - 1, G_MININT64 + 1 };
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      sw_put_seconds (text, values[i]);
      sw_put (text, "|");
    }
}

static void
integers_and_times (void)
{
  g_autofree char *ints = text_of (put_ints);
  CHECK_STR (ints, "0 1 -1 10 100 -100 9223372036854775807 -9223372036854775808 ");
  g_autofree char *times = text_of (put_times);
  CHECK_STR (times, "0|1|-0.5|0.000000001|0.0000001|||9223372036.854775806|-9223372036.854775807|");
}

static void
scaled_integers (void)
{
  CHECK_WIDE_TEXT (0, 0, "0");
  CHECK_WIDE_TEXT (0, 6, "0");
  CHECK_WIDE_TEXT (4500000, 6, "4.5");
  CHECK_WIDE_TEXT (-4500001, 6, "-4.500001");
  CHECK_WIDE_TEXT (-1, 6, "-0.000001");
  CHECK_WIDE_TEXT (1000000, 6, "1");
  CHECK_WIDE_TEXT (1200, 0, "1200");
  const __int128 ten19 = (__int128)G_GUINT64_CONSTANT (10000000000000000000);
  CHECK_WIDE_TEXT (ten19, 0, "10000000000000000000");
  CHECK_WIDE_TEXT (ten19 * 5 + 3, 2, "500000000000000000.03");
  CHECK_WIDE_TEXT (ten19 * 1000000000000000000 - 1, 37, "0.9999999999999999999999999999999999999");
  const __int128 most = (__int128)(((unsigned __int128)1 << 127) - 1);
  CHECK_WIDE_TEXT (most, 0, "170141183460469231731687303715884105727");
  CHECK_WIDE_TEXT (-most - 1, 0, "-170141183460469231731687303715884105728");
  CHECK_WIDE_TEXT (-most - 1, 38, "-1.70141183460469231731687303715884105728");
}

static void
reals (void)
{
  CHECK_REAL_TEXT (0, 6, "0");
  CHECK_REAL_TEXT (-0.0, 6, "0");
  CHECK_REAL_TEXT (-1e-9, 6, "0");
  CHECK_REAL_TEXT (0.5, 0, "0");
  CHECK_REAL_TEXT (1.5, 0, "2");
  CHECK_REAL_TEXT (0.15, 1, "0.1");
  CHECK_REAL_TEXT (0.25, 1, "0.2");
  CHECK_REAL_TEXT (0.35, 1, "0.3");
  CHECK_REAL_TEXT (1.25, 6, "1.25");
  CHECK_REAL_TEXT (100, 6, "100");
  CHECK_REAL_TEXT (-12.345678, 3, "-12.346");
  CHECK_REAL_TEXT (0.9999999, 6, "1");
  CHECK_REAL_TEXT (9.9999999, 6, "10");
  CHECK_REAL_TEXT (1e22, 6, "10000000000000000000000");
  CHECK_REAL_TEXT (5e-324, 22, "0");
  CHECK_REAL_TEXT (0.1, 22, "0.1000000000000000055511");
  CHECK_REAL_TEXT (9007199254740993.0, 22, "9007199254740992");
  g_autofree char *largest = real_text (-G_MAXDOUBLE, 3);
  CHECK_INT (strlen (largest), 310);
  CHECK_REAL (g_ascii_strtod (largest, NULL), -G_MAXDOUBLE, 0);
}

static void
cut_zeros (char *text)
{
  if (strchr (text, '.') != NULL)
    {
      char *end = text + strlen (text);
      while (end[-1] == '0')
        *--end = '\0';
      if (end[-1] == '.')
        end[-1] = '\0';
    }
  if (strcmp (text, "-0") == 0)
    memmove (text, "0", 2);
}

/* The C library prints doubles exactly; so do we, for every exponent that a double may have. */
static void
reals_like_the_library (void)
{
  SwStream random = sw_stream (12, 0, 0, 0);
  guint wrong = 0;
  for (guint i = 0; i < 60000; i++)
    {
      const guint64 bits = sw_stream_next (&random);
      double value;
      memcpy (&value, &bits, sizeof value);
      if (i % 2 == 0)
        value = ldexp ((double)(bits >> 11), (int)(bits % 90) - 80);
      if (!isfinite (value))
        continue;
      const guint digits = i % 23;
      char expected[512];
      g_snprintf (expected, sizeof expected, "%.*f", (int)digits, value);
      cut_zeros (expected);
      g_autofree char *text = real_text (value, digits);
      if (strcmp (text, expected) != 0 && wrong++ < 3)
        sw_check_str (__FILE__, __LINE__, "real", text, expected);
    }
  CHECK_INT (wrong, 0);
}

static void
put_not_finite (double value)
{
  SwText *text = sw_text_memory ();
  sw_put_real (text, value, 3);
  sw_text_discard (text);
}

/* The call must end the process by an assertion. */
static void
check_aborts (void (*call) (double), double value)
{
  const pid_t child = fork ();
  if (child == 0)
    {
      freopen ("/dev/null", "w", stdout);
      freopen ("/dev/null", "w", stderr);
      call (value);
      _exit (0);
    }
  int status;
  waitpid (child, &status, 0);
  CHECK_TRUE (WIFSIGNALED (status) && WTERMSIG (status) == SIGABRT);
}

static void
nothing_prints_nan_or_inf (void)
{
  check_aborts (put_not_finite, NAN);
  check_aborts (put_not_finite, INFINITY);
  check_aborts (put_not_finite, -INFINITY);
}

static void
put_numbers (SwText *text)
{
  sw_put_real (text, 1234567.875, 3);
  sw_put (text, " ");
  sw_put_seconds (text, 1500000000);
  sw_put (text, " ");
  sw_put_i128 (text, 123456789, 6);
  sw_put (text, " ");
  sw_put_int (text, 1234567);
  sw_put (text, " ");
  sw_put_real (text, 1e30, 3);
}

static void
comma_locale (void)
{
  g_autofree char *expected = text_of (put_numbers);
  CHECK_STR (expected, "1234567.875 1.5 123.456789 1234567 1000000000000000019884624838656");
  if (!sw_test_comma_locale ())
    SKIP ("no locale with a decimal comma can be had");
  g_autofree char *text = text_of (put_numbers);
  setlocale (LC_ALL, "C");
  CHECK_STR (text, expected);
}

static void
put_rows (SwText *text)
{
  SwCsv csv = { text, FALSE };
  sw_csv_string (&csv, "id");
  sw_csv_string (&csv, "user name");
  sw_csv_end (&csv);
  static const char *const strings[]
      = { "a,b",   "say \"hi\"", "two\nlines", "cr\rhere", " lead", "trail\t",
          "plain", "",           "\"",         "#x",       "'x'",   "a;b" };
  for (guint i = 0; i < G_N_ELEMENTS (strings); i++)
    sw_csv_string (&csv, strings[i]);
  sw_csv_end (&csv);
  sw_csv_int (&csv, -5);
  sw_csv_seconds (&csv, 1500000000);
  sw_csv_seconds (&csv, SW_TIME_NONE);
  sw_csv_real (&csv, 0.125, 6);
  sw_csv_i128 (&csv, 2500000, 6);
  sw_csv_empty (&csv);
  sw_csv_end (&csv);
  sw_csv_empty (&csv);
  sw_csv_empty (&csv);
  sw_csv_end (&csv);
}

static void
csv (void)
{
  g_autofree char *text = text_of (put_rows);
  CHECK_STR (text, "id,user name\n"
                   "\"a,b\",\"say \"\"hi\"\"\",\"two\nlines\",\"cr\rhere\",\" lead\",\"trail\t\","
                   "plain,,\"\"\"\",#x,'x',a;b\n"
                   "-5,1.5,,0.125,2.5,\n"
                   ",\n");
}

static void
put_document (SwText *text)
{
  SwJson *json = sw_json_new (text);
  sw_json_object (json, NULL);
  sw_json_string (json, "name", "x");
  sw_json_string (json, "none", NULL);
  sw_json_int (json, "n", -3);
  sw_json_real (json, "r", 0.5, 6);
  sw_json_seconds (json, "t", 1500000000);
  sw_json_seconds (json, "never", SW_TIME_INF);
  sw_json_seconds (json, "unknown", SW_TIME_NONE);
  sw_json_i128 (json, "money", 4500000, 6);
  sw_json_bool (json, "yes", TRUE);
  sw_json_bool (json, "no", FALSE);
  sw_json_null (json, "null");
  sw_json_object (json, "empty");
  sw_json_end (json);
  sw_json_array (json, "list");
  sw_json_int (json, NULL, 1);
  sw_json_array (json, NULL);
  sw_json_end (json);
  sw_json_object (json, NULL);
  sw_json_int (json, "k", 2);
  sw_json_end (json);
  sw_json_end (json);
  sw_json_end (json);
  sw_json_free (json);
}

static void
json (void)
{
  g_autofree char *text = text_of (put_document);
  CHECK_STR (text, "{\n"
                   "  \"name\": \"x\",\n"
                   "  \"none\": null,\n"
                   "  \"n\": -3,\n"
                   "  \"r\": 0.5,\n"
                   "  \"t\": 1.5,\n"
                   "  \"never\": null,\n"
                   "  \"unknown\": null,\n"
                   "  \"money\": 4.5,\n"
                   "  \"yes\": true,\n"
                   "  \"no\": false,\n"
                   "  \"null\": null,\n"
                   "  \"empty\": {},\n"
                   "  \"list\": [\n"
                   "    1,\n"
                   "    [],\n"
                   "    {\n"
                   "      \"k\": 2\n"
                   "    }\n"
                   "  ]\n"
                   "}\n");
}

static void
put_strings (SwText *text)
{
  SwJson *json = sw_json_new (text);
  sw_json_array (json, NULL);
  sw_json_string (json, NULL, "\"\\/\b\f\n\r\t");
  sw_json_string (json, NULL, "\x01\x1f\x7f");
  sw_json_string (json, NULL, "\xc3\xbc \xe2\x82\xac \xf0\x9f\x98\x80");
  sw_json_string (json, NULL, "cut \xc3");
  sw_json_string (json, NULL, "\xff\xfe wrong \xc0\x80 \xed\xa0\x80.");
  sw_json_string (json, NULL, "");
  sw_json_end (json);
  sw_json_free (json);
}

static void
json_strings (void)
{
  g_autofree char *text = text_of (put_strings);
  CHECK_STR (text, "[\n"
                   "  \"\\\"\\\\/\\b\\f\\n\\r\\t\",\n"
                   "  \"\\u0001\\u001f\\u007f\",\n"
                   "  \"\xc3\xbc \xe2\x82\xac \xf0\x9f\x98\x80\",\n"
                   "  \"cut \xef\xbf\xbd\",\n"
                   "  \"\xef\xbf\xbd\xef\xbf\xbd wrong \xef\xbf\xbd\xef\xbf\xbd "
                   "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd.\",\n"
                   "  \"\"\n"
                   "]\n");
  CHECK_TRUE (g_utf8_validate (text, -1, NULL));
}

/* Rows of all lengths, one far longer than the buffer. */
static gsize
put_much (SwText *text, GString *copy)
{
  g_autofree char *huge = g_strnfill (300000, 'h');
  for (guint i = 0; i < 20000; i++)
    {
      g_autofree char *row = g_strdup_printf ("row %u %s\n", i, i == 7777 ? huge : "");
      sw_put (text, row);
      g_string_append (copy, row);
    }
  return copy->len;
}

static void
files_hold_what_was_put (void)
{
  char *folder = sw_test_folder ();
  g_autofree char *path = g_build_filename (folder, "a.txt", NULL);
  g_autoptr (GString) copy = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  SwText *text = sw_text_open (path, &error);
  CHECK_NO_ERROR (error);
  put_much (text, copy);
  CHECK_TRUE (sw_text_close (text, &error));
  g_autofree char *bytes = sw_test_read (folder, "a.txt");
  CHECK_TRUE (strcmp (bytes, copy->str) == 0);

  SwText *memory = sw_text_memory ();
  gsize length;
  put_much (memory, copy);
  g_autofree char *stolen = sw_text_steal (memory, &length);
  CHECK_INT (2 * length, copy->len);
  CHECK_TRUE (strcmp (stolen, bytes) == 0);
  sw_test_remove (folder);
}

static void
write_gzip (const char *path, GString *copy)
{
  g_autoptr (GError) error = NULL;
  SwText *text = sw_text_open (path, &error);
  put_much (text, copy);
  CHECK_TRUE (sw_text_close (text, &error));
  CHECK_NO_ERROR (error);
}

static void
gzip_is_read_back (void)
{
  char *folder = sw_test_folder ();
  g_autofree char *path = g_build_filename (folder, "a.csv.gz", NULL);
  g_autofree char *again = g_build_filename (folder, "b.csv.gz", NULL);
  g_autoptr (GString) copy = g_string_new (NULL), second = g_string_new (NULL);
  write_gzip (path, copy);
  write_gzip (again, second);

  g_autofree char *bytes = g_malloc0 (copy->len + 100);
  gzFile file = gzopen (path, "rb");
  CHECK_INT (gzread (file, bytes, copy->len + 99), copy->len);
  CHECK_INT (gzclose (file), Z_OK);
  CHECK_TRUE (strcmp (bytes, copy->str) == 0);

  /* Bytes 4 to 7 of the header are a time stamp, 0 for none. */
  g_autofree char *raw = NULL;
  CHECK_TRUE (g_file_get_contents (path, &raw, NULL, NULL));
  CHECK_INT (raw[4] | raw[5] | raw[6] | raw[7], 0);
  g_autofree char *one = sw_file_sha256 (path, NULL), *two = sw_file_sha256 (again, NULL);
  CHECK_STR (one, two);
  sw_test_remove (folder);
}

static void
empty_gzip (void)
{
  char *folder = sw_test_folder ();
  g_autofree char *path = g_build_filename (folder, "a.gz", NULL);
  SwText *text = sw_text_open (path, NULL);
  CHECK_TRUE (sw_text_close (text, NULL));
  gzFile file = gzopen (path, "rb");
  char byte;
  CHECK_INT (gzread (file, &byte, 1), 0);
  CHECK_FALSE (gzdirect (file));
  CHECK_INT (gzclose (file), Z_OK);
  sw_test_remove (folder);
}

static void
failures_are_told (void)
{
  g_autoptr (GError) missing = NULL, full = NULL, full_gzip = NULL;
  CHECK_TRUE (sw_text_open ("/nonexistent/folder/x.csv", &missing) == NULL);
  CHECK_ERROR (missing, SW_ERROR_OUTSIDE, "/nonexistent/folder/x.csv: cannot write: ");

  g_autoptr (GString) copy = g_string_new (NULL);
  if (access ("/dev/full", W_OK) != 0)
    SKIP ("no /dev/full");
  SwText *text = sw_text_open ("/dev/full", NULL);
  put_much (text, copy);
  CHECK_FALSE (sw_text_close (text, &full));
  CHECK_ERROR (full, SW_ERROR_OUTSIDE, "/dev/full: cannot write: ");
  SwText *little = sw_text_open ("/dev/full", NULL);
  sw_put (little, "x");
  CHECK_FALSE (sw_text_close (little, NULL));
  sw_text_discard (sw_text_open ("/dev/full", NULL));
  sw_text_discard (NULL);
}

SW_CHECKS ("output", { "integers and times", integers_and_times },
           { "scaled integers", scaled_integers }, { "reals", reals },
           { "reals like the library", reals_like_the_library },
           { "D-05 nothing prints nan or inf", nothing_prints_nan_or_inf },
           { "D-03 comma locale", comma_locale }, { "CSV", csv }, { "JSON", json },
           { "JSON strings", json_strings }, { "files hold what was put", files_hold_what_was_put },
           { "gzip is read back", gzip_is_read_back }, { "empty gzip", empty_gzip },
           { "failures are told", failures_are_told })
