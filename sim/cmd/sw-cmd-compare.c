/* slicewise compare: scenarios x policies, one table. */
#include <string.h>

#include "sw-batch.h"
#include "sw-command.h"
#include "sw-goals.h"
#include "sw-interrupt.h"
#include "sw-page.h"
#include "sw-progress.h"
#include "sw-shipped.h"

/* ---- what is compared ---- */

/* "QUEUE/PLACE" or "QUEUE/PLACE/SCALE" as settings, NULL-terminated; transfer full. */
static char **
pair_settings (const char *pair, GError **error)
{
  static const char *const keys[] = { "queue", "place", "scale" };
  g_auto (GStrv) parts = g_strsplit (pair, "/", -1);
  g_autoptr (GStrvBuilder) settings = g_strv_builder_new ();
  for (guint i = 0; parts[i]; i++)
    {
      g_strstrip (parts[i]);
      if (i >= G_N_ELEMENTS (keys) || !*parts[i])
        {
          g_set_error (error, SW_ERROR, SW_ERROR_USAGE, "--policies: '%s' is not QUEUE/PLACE",
                       pair);
          return NULL;
        }
      g_autofree char *setting = g_strdup_printf ("policy.%s=%s", keys[i], parts[i]);
      g_strv_builder_add (settings, setting);
    }
  return g_strv_builder_end (settings);
}

/* Array of settings of all pairs of --policies; one empty entry without the option. */
static GPtrArray *
read_pairs (const SwCall *call, GError **error)
{
  g_autoptr (GPtrArray) pairs = g_ptr_array_new_with_free_func ((GDestroyNotify)g_strfreev);
  for (char **given = call->options.policies; given && *given; given++)
    {
      g_auto (GStrv) list = g_strsplit (*given, ",", -1);
      for (char **pair = list; *pair; pair++)
        {
          char **settings = pair_settings (g_strstrip (*pair), error);
          if (!settings)
            return NULL;
          g_ptr_array_add (pairs, settings);
        }
    }
  if (!pairs->len)
    g_ptr_array_add (pairs, g_new0 (char *, 1));
  return g_steal_pointer (&pairs);
}

/* Keeps the lines of all errors, each once, under the code of the first. */
static void
collect_error (GError **all, GError *more)
{
  if (!*all)
    {
      *all = more;
      return;
    }
  g_auto (GStrv) known = g_strsplit ((*all)->message, "\n", -1);
  g_auto (GStrv) lines = g_strsplit (more->message, "\n", -1);
  g_autoptr (GString) text = g_string_new ((*all)->message);
  for (char **line = lines; *line; line++)
    if (!g_strv_contains ((const char *const *)known, *line))
      g_string_append_printf (text, "\n%s", *line);
  GError *both = g_error_new_literal ((*all)->domain, (*all)->code, text->str);
  g_error_free (*all);
  g_error_free (more);
  *all = both;
}

/* Paths of the scenarios that are named, those of a built-in set in place of its name; NULL stands
   for the demo. */
static GPtrArray *
name_scenarios (const SwCall *call)
{
  GPtrArray *paths = g_ptr_array_new ();
  const guint n = MAX (sw_options_n_rest (&call->options), 1);
  for (guint i = 0; i < n; i++)
    {
      const char *path = sw_call_argument (call, i);
      const SwShippedSet *set = path ? sw_shipped_find (path) : NULL;
      if (!set)
        g_ptr_array_add (paths, (char *)path);
      for (const char *const *of = set ? set->scenarios : NULL; of && *of; of++)
        g_ptr_array_add (paths, (char *)*of);
    }
  return paths;
}

static gboolean
add_scenarios (const SwCall *call, const GPtrArray *pairs, SwBatch *batch, GError **error)
{
  GError *faults = NULL;
  g_autoptr (GPtrArray) paths = name_scenarios (call);
  for (guint i = 0; i < paths->len; i++)
    for (guint p = 0; p < pairs->len; p++)
      {
        GError *fault = NULL;
        SwScenario *scenario = sw_call_scenario (call, paths->pdata[i],
                                                 (const char *const *)pairs->pdata[p], &fault);
        if (scenario)
          sw_batch_add (batch, scenario);
        else
          collect_error (&faults, fault);
      }
  if (faults)
    g_propagate_error (error, faults);
  return faults == NULL;
}

static gboolean
print_scenarios (const SwBatch *batch, GError **error)
{
  SwText *text = sw_text_memory ();
  for (guint i = 0; i < sw_batch_count (batch); i++)
    {
      g_autofree char *effective = sw_scenario_text (sw_batch_scenario (batch, i));
      sw_printf (text, "%s# %u of %u\n", i ? "\n" : "", i + 1, sw_batch_count (batch));
      sw_put (text, effective);
    }
  return sw_call_print (text, error);
}

/* ---- running ---- */

static GPtrArray *
run_all (const SwCall *call, const SwBatch *batch, guint workers, SwFolder *folder, GError **error)
{
  SwInterrupt *interrupt = sw_interrupt_new ();
  SwProgress *progress = call->options.quiet || call->options.no_progress
                             ? NULL
                             : sw_progress_new (sw_batch_jobs (batch));
  const SwCompareOptions options = { .workers = workers,
                                     .check = call->options.check,
                                     .stop = sw_interrupt_flag (interrupt),
                                     .finished = sw_progress_counter (progress),
                                     .folder = folder };
  GPtrArray *columns
      = sw_compare_run (sw_batch_experiments (batch), sw_batch_count (batch), &options, error);
  sw_progress_free (progress);
  sw_interrupt_free (interrupt);
  return columns;
}

/* compare.csv and manifest.json (the JSON form of the table) beside the folders of the runs. */
static gboolean
write_tables (const GPtrArray *columns, const SwBatch *batch, SwFolder *folder, GError **error)
{
  static const struct
  {
    const char *name;
    SwFormat format;
  } files[] = { { "compare.csv", SW_FORMAT_CSV }, { "manifest.json", SW_FORMAT_JSON } };
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = sw_folder_file (folder, files[i].name);
      SwText *text = sw_text_open (path, error);
      if (!text)
        return FALSE;
      sw_page_compare (columns, sw_batch_experiments (batch), files[i].format, text);
      if (!sw_text_close (text, error))
        return FALSE;
    }
  return TRUE;
}

static GPtrArray *
run_into_folder (const SwCall *call, const SwBatch *batch, guint workers, GError **error)
{
  const char *out = call->options.out;
  if (!out)
    return run_all (call, batch, workers, NULL, error);
  g_autoptr (SwFolder) folder = sw_folder_new (out, error);
  if (!folder)
    return NULL;
  g_autoptr (GPtrArray) columns = run_all (call, batch, workers, folder, error);
  if (!columns || !write_tables (columns, batch, folder, error)
      || !sw_folder_commit (folder, error))
    return NULL;
  g_steal_pointer (&folder);
  return g_steal_pointer (&columns);
}

/* ---- the result ---- */

static void
warn_all (const SwCall *call, const GPtrArray *columns)
{
  for (guint c = 0; c < columns->len; c++)
    {
      const SwRunColumn *column = columns->pdata[c];
      for (guint i = 0; i < column->warnings->len; i++)
        {
          g_autofree char *text
              = g_strdup_printf ("%s: %s", column->label, (char *)column->warnings->pdata[i]);
          sw_call_warn (call, text);
        }
    }
}

static gboolean
check_goals (const GPtrArray *columns, const GArray *goals, GError **error)
{
  g_autoptr (GPtrArray) faults = g_ptr_array_new_with_free_func (g_free);
  for (guint c = 0; c < columns->len; c++)
    {
      const SwRunColumn *column = columns->pdata[c];
      sw_goals_check (goals, (const SwFigure *)(gpointer)column->figures->data, column->label,
                      faults);
    }
  return sw_call_goals (faults, error);
}

static gboolean
compare_and_print (const SwCall *call, const SwBatch *batch, guint workers, const GArray *goals,
                   GError **error)
{
  g_autoptr (GPtrArray) columns = run_into_folder (call, batch, workers, error);
  if (!columns)
    return FALSE;
  warn_all (call, columns);
  SwText *text = sw_text_memory ();
  sw_page_compare (columns, sw_batch_experiments (batch), call->format, text);
  return sw_call_print (text, error) && check_goals (columns, goals, error);
}

gboolean
sw_command_compare (SwCall *call, GError **error)
{
  guint workers;
  g_autoptr (GArray) figures = sw_goals_figures ();
  g_autoptr (GArray) goals = sw_goals_parse (call->options.fail_if, figures, error);
  if (!goals || !sw_call_workers (call, &workers, error))
    return FALSE;
  g_autoptr (GPtrArray) pairs = read_pairs (call, error);
  g_autoptr (SwBatch) batch = sw_batch_new (call->catalogue);
  if (!pairs || !add_scenarios (call, pairs, batch, error))
    return FALSE;
  if (call->options.print_scenario)
    return print_scenarios (batch, error);
  return sw_batch_prepare (batch, call->options.out != NULL, error)
         && compare_and_print (call, batch, workers, goals, error);
}
