/* Errors, lists of faults and the nearest known name. */
#include "sw-check.h"

static void
places_are_left_out_when_unknown (void)
{
  static const struct
  {
    guint line, column;
    const char *message;
  } cases[] = {
    { 3, 7, "a.csv:3:7: bad 5" },
    { 3, 0, "a.csv:3: bad 5" },
    { 0, 0, "a.csv: bad 5" },
    { 0, 4, "a.csv: bad 5" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      CHECK_FALSE (sw_error_at (&error, "a.csv", cases[i].line, cases[i].column, "bad %d", 5));
      CHECK_ERROR (error, SW_ERROR_INPUT, cases[i].message);
      CHECK_STR (error->message, cases[i].message);
    }
  CHECK_FALSE (sw_error_at (NULL, "a", 1, 1, "nobody listens"));
}

static void
status_is_the_code (void)
{
  static const int codes[] = { SW_ERROR_GOAL,   SW_ERROR_USAGE,   SW_ERROR_INPUT,
                               SW_ERROR_POLICY, SW_ERROR_OUTSIDE, SW_ERROR_INTERRUPTED };
  for (guint i = 0; i < G_N_ELEMENTS (codes); i++)
    {
      g_autoptr (GError) error = g_error_new (SW_ERROR, codes[i], "x");
      CHECK_INT (sw_error_status (error), codes[i]);
    }
  g_autoptr (GError) other = g_error_new (G_FILE_ERROR, G_FILE_ERROR_NOENT, "x");
  CHECK_INT (sw_error_status (other), SW_ERROR_OUTSIDE);
}

static void
faults_are_told_together (void)
{
  SwFaults faults;
  sw_faults_init (&faults);
  g_autoptr (GError) error = NULL;
  CHECK_TRUE (sw_faults_report (&faults, &error));
  CHECK_NO_ERROR (error);
  sw_faults_add (&faults, "b.ini", 9, 2, "second in the file, first found");
  sw_faults_add (&faults, "b.ini", 1, 0, "100%% sure");
  sw_faults_add (&faults, "--set", 0, 0, "%s", "a %d b");
  CHECK_FALSE (sw_faults_report (&faults, &error));
  CHECK_ERROR (error, SW_ERROR_INPUT, "");
  CHECK_STR (error->message, "b.ini:9:2: second in the file, first found\n"
                             "b.ini:1: 100% sure\n"
                             "--set: a %d b");
  sw_faults_clear (&faults);
  sw_faults_clear (&faults);
}

static const char *
nearest (const char *text)
{
  static const char *const names[]
      = { "first-fit", "best-fit", "preempt_overhead", "nodes", "node", "gpu" };
  return sw_nearest (text, names, G_N_ELEMENTS (names));
}

static void
nearest_names (void)
{
  CHECK_STR (nearest ("frist_fit"), "first-fit");
  CHECK_STR (nearest ("prempt_overhead"), "preempt_overhead");
  CHECK_STR (nearest ("nodess"), "nodes");
  CHECK_STR (nearest ("nodes"), "nodes");
  CHECK_STR (nearest ("gup"), "gpu");
  CHECK_STR (nearest ("best-fit-first-of-all-things"), NULL);
  CHECK_STR (nearest ("zzzzz"), NULL);
  CHECK_STR (nearest (""), NULL);
  CHECK_STR (sw_nearest ("nodes", NULL, 0), NULL);
}

static void
nearest_takes_the_first_of_equals (void)
{
  static const char *const names[] = { "abcx", "abcy", "abc" };
  CHECK_STR (sw_nearest ("abcz", names, 3), "abcx");
  CHECK_STR (sw_nearest ("abcz", names + 1, 2), "abcy");
  CHECK_STR (sw_nearest ("abc", names, 3), "abc");
}

SW_CHECKS ("error", { "places are left out when unknown", places_are_left_out_when_unknown },
           { "status is the code", status_is_the_code },
           { "faults are told together", faults_are_told_together },
           { "nearest names", nearest_names },
           { "nearest takes the first of equals", nearest_takes_the_first_of_equals })
