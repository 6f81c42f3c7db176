#include "sw-command.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "sw-compare.h"
#include "sw-quantity.h"
#include "sw-shipped.h"

const SwCommand *
sw_command_find (const char *name)
{
  for (const SwCommand *command = sw_commands; command->name; command++)
    if (g_str_equal (command->name, name))
      return command;
  return NULL;
}

gboolean
sw_call_print (SwText *text, GError **error)
{
  gsize length;
  g_autofree char *bytes = sw_text_steal (text, &length);
  if (fwrite (bytes, 1, length, stdout) == length && fflush (stdout) == 0)
    return TRUE;
  g_set_error (error, SW_ERROR, SW_ERROR_OUTSIDE, "standard output: %s", g_strerror (errno));
  return FALSE;
}

void
sw_call_warn (const SwCall *call, const char *warning)
{
  if (!call->options.quiet)
    fprintf (stderr, "slicewise: warning: %s\n", warning);
}

char **
sw_call_settings (const SwCall *call, const char *const *extra)
{
  g_autoptr (GStrvBuilder) settings = g_strv_builder_new ();
  if (call->options.settings)
    g_strv_builder_addv (settings, (const char **)call->options.settings);
  if (call->options.seed)
    {
      g_autofree char *seed = g_strconcat ("scenario.seed=", call->options.seed, NULL);
      g_strv_builder_add (settings, seed);
    }
  if (extra)
    g_strv_builder_addv (settings, (const char **)extra);
  return g_strv_builder_end (settings);
}

SwScenario *
sw_call_scenario (const SwCall *call, const char *path, const char *const *extra, GError **error)
{
  const SwShippedSet *set = path ? sw_shipped_find (path) : NULL;
  if (set)
    {
      g_set_error (error, SW_ERROR, SW_ERROR_USAGE,
                   "%s is a set of scenarios: name one of them, such as %s, or compare them", path,
                   set->scenarios[0]);
      return NULL;
    }
  g_auto (GStrv) settings = sw_call_settings (call, extra);
  const SwScenarioSource source = { .path = path, .settings = (const char *const *)settings };
  return sw_scenario_load (&source, call->catalogue, error);
}

const char *
sw_call_argument (const SwCall *call, guint i)
{
  return i < sw_options_n_rest (&call->options) ? call->options.rest[i] : NULL;
}

gboolean
sw_call_workers (const SwCall *call, guint *workers, GError **error)
{
  gint64 asked;
  const char *text = call->options.jobs;
  *workers = sw_compare_workers ();
  if (!text)
    return TRUE;
  if (sw_parse_int (text, 1, 4096, &asked))
    {
      *workers = asked;
      return TRUE;
    }
  g_set_error (error, SW_ERROR, SW_ERROR_USAGE, "--jobs %s: not a number from 1 to 4096", text);
  return FALSE;
}

char *
sw_call_suggest (const char *near, const char *otherwise)
{
  return near ? g_strdup_printf ("; did you mean '%s'?", near) : g_strdup (otherwise);
}

gboolean
sw_call_choice (const char *option, const char *text, const char *choices, int *index,
                GError **error)
{
  g_auto (GStrv) words = g_strsplit (choices, " ", -1);
  for (int i = 0; words[i]; i++)
    if (g_str_equal (words[i], text))
      {
        *index = i;
        return TRUE;
      }
  const char *near = sw_nearest (text, (const char *const *)words, g_strv_length (words));
  g_autofree char *hint = sw_call_suggest (near, "");
  g_set_error (error, SW_ERROR, SW_ERROR_USAGE, "%s %s: not one of: %s%s", option, text, choices,
               hint);
  return FALSE;
}

gboolean
sw_call_goals (const GPtrArray *faults, GError **error)
{
  g_autoptr (GString) all = g_string_new (NULL);
  for (guint i = 0; i < faults->len; i++)
    g_string_append_printf (all, "%s%s", i ? "\n" : "", (const char *)faults->pdata[i]);
  if (all->len)
    g_set_error_literal (error, SW_ERROR, SW_ERROR_GOAL, all->str);
  return all->len == 0;
}
