/* One CUnit suite per program.  CUnit keeps count of the checks; its handler at the end of a test
 * writes the TAP line.  CUnit's handlers take no data of ours, hence the variables. */
#include "sw-check.h"

#include <CUnit/CUnit.h>
#include <CUnit/TestRun.h>
#include <glib/gstdio.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static guint n_done;
static const char *skip_reason;

/* ---- running ---- */

static void
test_starts (const CU_pTest test, const CU_pSuite suite)
{
  skip_reason = NULL;
}

static void
test_ends (const CU_pTest test, const CU_pSuite suite, const CU_pFailureRecord failure)
{
  gboolean failed = FALSE;

  for (const CU_FailureRecord *record = failure; record != NULL; record = record->pNext)
    failed = failed || record->pTest == test;
  printf ("%s %u - %s: %s", failed ? "not ok" : "ok", ++n_done, suite->pName, test->pName);
  if (skip_reason != NULL && !failed)
    printf (" # SKIP %s", skip_reason);
  printf ("\n");
  fflush (stdout);
}

int
sw_check_run (const char *suite, const SwCheckCase *cases, guint n)
{
  if (CU_initialize_registry () != CUE_SUCCESS)
    g_error ("CUnit: %s", CU_get_error_msg ());
  CU_pSuite group = CU_add_suite (suite, NULL, NULL);
  for (guint i = 0; i < n; i++)
    if (CU_add_test (group, cases[i].name, cases[i].run) == NULL)
      g_error ("CUnit: cannot add '%s': %s", cases[i].name, CU_get_error_msg ());
  CU_set_test_start_handler (test_starts);
  CU_set_test_complete_handler (test_ends);
  printf ("1..%u\n", n);
  fflush (stdout);
  CU_run_all_tests ();
  const gboolean failed = CU_get_number_of_failures () > 0 || CU_get_number_of_suites_failed () > 0;
  CU_cleanup_registry ();
  return failed ? 1 : 0;
}

void
sw_check_skip (const char *reason)
{
  skip_reason = reason;
}

/* ---- checks ---- */

static gboolean conclude (gboolean holds, const char *file, int line, const char *format, ...)
    G_GNUC_PRINTF (4, 5);

/* Counts the check and, if it does not hold, says where and what. */
static gboolean
conclude (gboolean holds, const char *file, int line, const char *format, ...)
{
  if (!holds)
    {
      va_list args;
      va_start (args, format);
      g_autofree char *text = g_strdup_vprintf (format, args);
      va_end (args);
      fprintf (stderr, "%s:%d: %s\n", file, line, text);
    }
  CU_assertImplementation (holds, line, "check", file, "", CU_FALSE);
  return holds;
}

gboolean
sw_check_bool (const char *file, int line, const char *what, gboolean a, gboolean b)
{
  return conclude (a == b, file, line, "%s is %s", what, a ? "true" : "false");
}

gboolean
sw_check_int (const char *file, int line, const char *what, gint64 a, gint64 b)
{
  return conclude (a == b, file, line, "%s is %" G_GINT64_FORMAT ", expected %" G_GINT64_FORMAT,
                   what, a, b);
}

static const char *
time_text (SwTime t, char buffer[SW_TIME_TEXT])
{
  if (t == SW_TIME_NONE || t == SW_TIME_INF)
    return t == SW_TIME_NONE ? "NONE" : "INF";
  return sw_format_seconds (t, buffer);
}

gboolean
sw_check_time (const char *file, int line, const char *what, SwTime a, SwTime b)
{
  char is[SW_TIME_TEXT], expected[SW_TIME_TEXT];
  return conclude (a == b, file, line, "%s is %s s, expected %s s", what, time_text (a, is),
                   time_text (b, expected));
}

gboolean
sw_check_real (const char *file, int line, const char *what, double a, double b, double tolerance)
{
  return conclude (fabs (a - b) <= tolerance, file, line, "%s is %.17g, expected %.17g +- %.3g",
                   what, a, b, tolerance);
}

static const char *
quoted (const char *text, char **owner)
{
  *owner = text != NULL ? g_strdup_printf ("\"%s\"", text) : NULL;
  return text != NULL ? *owner : "NULL";
}

gboolean
sw_check_str (const char *file, int line, const char *what, const char *a, const char *b)
{
  g_autofree char *is = NULL, *expected = NULL;
  return conclude (g_strcmp0 (a, b) == 0, file, line, "%s is %s, expected %s", what,
                   quoted (a, &is), quoted (b, &expected));
}

gboolean
sw_check_contains (const char *file, int line, const char *what, const char *a, const char *part)
{
  g_autofree char *is = NULL;
  return conclude (a != NULL && strstr (a, part) != NULL, file, line,
                   "%s is %s, expected \"%s\" in it", what, quoted (a, &is), part);
}

gboolean
sw_check_error (const char *file, int line, const GError *error, int code, const char *part)
{
  if (error == NULL)
    return conclude (FALSE, file, line, "no error, expected code %d with \"%s\"", code, part);
  return conclude (error->domain == SW_ERROR && error->code == code
                       && strstr (error->message, part) != NULL,
                   file, line, "error is %s %d \"%s\", expected code %d with \"%s\"",
                   g_quark_to_string (error->domain), error->code, error->message, code, part);
}

gboolean
sw_check_no_error (const char *file, int line, const GError *error)
{
  return conclude (error == NULL, file, line, "error \"%s\", expected none",
                   error != NULL ? error->message : "");
}

/* ---- files ---- */

char *
sw_test_shared (void)
{
  const char *given = g_getenv ("SLICEWISE_SHARED");
  g_autofree char *path
      = given != NULL ? g_strdup (given) : g_canonicalize_filename ("../shared", SW_SOURCE_ROOT);
  return g_file_test (path, G_FILE_TEST_IS_DIR) ? g_steal_pointer (&path) : NULL;
}

char *
sw_test_source (const char *name)
{
  return g_canonicalize_filename (name, SW_SOURCE_ROOT);
}

char *
sw_test_folder (void)
{
  g_autoptr (GError) error = NULL;
  char *path = g_dir_make_tmp ("slicewise-test-XXXXXX", &error);
  if (path == NULL)
    g_error ("%s", error->message);
  return path;
}

static void
remove_tree (const char *path)
{
  if (g_file_test (path, G_FILE_TEST_IS_DIR) && !g_file_test (path, G_FILE_TEST_IS_SYMLINK))
    {
      g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
      for (const char *name; dir != NULL && (name = g_dir_read_name (dir)) != NULL;)
        {
          g_autofree char *child = g_build_filename (path, name, NULL);
          remove_tree (child);
        }
    }
  g_remove (path);
}

void
sw_test_remove (char *path)
{
  remove_tree (path);
  g_free (path);
}

char *
sw_test_write (const char *folder, const char *name, const char *text)
{
  char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;

  if (!g_file_set_contents (path, text, -1, &error))
    g_error ("%s", error->message);
  return path;
}

char *
sw_test_read (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  CHECK_NO_ERROR (error);
  return text;
}

/* ---- locale ---- */

static const char comma_source[] = "LC_CTYPE\ncopy \"POSIX\"\nEND LC_CTYPE\n"
                                   "LC_COLLATE\ncopy \"POSIX\"\nEND LC_COLLATE\n"
                                   "LC_NUMERIC\ndecimal_point \",\"\nthousands_sep \".\"\n"
                                   "grouping 3;3\nEND LC_NUMERIC\n"
                                   "LC_MONETARY\ncopy \"POSIX\"\nEND LC_MONETARY\n"
                                   "LC_TIME\ncopy \"POSIX\"\nEND LC_TIME\n"
                                   "LC_MESSAGES\ncopy \"POSIX\"\nEND LC_MESSAGES\n";

static gboolean
decimal_sign_is_comma (void)
{
  return strcmp (localeconv ()->decimal_point, ",") == 0;
}

gboolean
sw_test_comma_locale (void)
{
  static const char *const installed[] = { "de_DE.UTF-8", "fr_FR.UTF-8", "pl_PL.UTF-8" };
  for (guint i = 0; i < G_N_ELEMENTS (installed); i++)
    if (setlocale (LC_ALL, installed[i]) != NULL && decimal_sign_is_comma ())
      return TRUE;

  char *folder = sw_test_folder ();
  g_autofree char *source = sw_test_write (folder, "source", comma_source);
  g_autofree char *target = g_build_filename (folder, "comma", NULL);
  /* localedef warns of categories that are not defined; -c makes the locale all the same. */
  char *argv[] = { (char *)"localedef", (char *)"-c",    (char *)"-i", source,
                   (char *)"-f",        (char *)"UTF-8", target,       NULL };
  g_spawn_sync (NULL, argv, NULL,
                G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL, NULL,
                NULL, NULL, NULL, NULL, NULL);
  g_setenv ("LOCPATH", folder, TRUE);
  const gboolean made = setlocale (LC_ALL, "comma") != NULL && decimal_sign_is_comma ();
  g_unsetenv ("LOCPATH");
  sw_test_remove (folder);
  return made;
}
