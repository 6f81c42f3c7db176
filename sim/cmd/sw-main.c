/* The program: finds the subcommand, parses its options, runs it, and turns an error into messages
 * and an exit status. */
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "sw-command.h"
#include "sw-help.h"
#include "sw-version.h"

/* Every line of an error on its own, as "slicewise: file:line:column: text". */
static int
report_error (const GError *error)
{
  g_auto (GStrv) lines = g_strsplit (error->message, "\n", -1);
  for (char **line = lines; *line; line++)
    fprintf (stderr, "slicewise: %s\n", *line);
  return sw_error_status (error);
}

static gboolean
check_rest (const SwCall *call, GError **error)
{
  const SwCommand *command = call->command;
  const guint n = sw_options_n_rest (&call->options);
  if (n >= command->min_rest && n <= command->max_rest)
    return TRUE;
  g_set_error (
      error, SW_ERROR, SW_ERROR_USAGE, "%s %s; `slicewise help %s` says more", command->name,
      n < command->min_rest ? "lacks an argument" : "has too many arguments", command->name);
  return FALSE;
}

static gboolean
read_call (SwCall *call, int argc, char **argv, GError **error)
{
  if (!sw_options_parse (&call->options, call->command->options, argc, argv, error))
    return FALSE;
  int format = SW_FORMAT_TABLE;
  if (call->options.format
      && !sw_call_choice ("--format", call->options.format, sw_options[SW_OPT_FORMAT].complete,
                          &format, error))
    return FALSE;
  call->format = format;
  return call->options.help || check_rest (call, error);
}

static gboolean
run_call (SwCall *call, int argc, char **argv, GError **error)
{
  if (!read_call (call, argc, argv, error))
    return FALSE;
  if (call->options.help)
    return sw_call_print (sw_help_command (call->command), error);
  call->catalogue = sw_catalogue_new (error);
  return call->catalogue && call->command->run (call, error);
}

static const SwCommand *
find_command (const char *name, GError **error)
{
  const SwCommand *command = sw_command_find (name);
  if (command)
    return command;
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  for (command = sw_commands; command->name; command++)
    g_ptr_array_add (names, (char *)command->name);
  const char *near = sw_nearest (name, (const char *const *)names->pdata, names->len);
  g_autofree char *hint = sw_call_suggest (near, "; `slicewise help` lists them");
  g_set_error (error, SW_ERROR, SW_ERROR_USAGE, "there is no command '%s'%s", name, hint);
  return NULL;
}

static gboolean
dispatch (int argc, char **argv, GError **error)
{
  const char *first = argc > 1 ? argv[1] : "";
  if (g_str_equal (first, "--version"))
    {
      SwText *text = sw_text_memory ();
      sw_printf (text, "slicewise %s\n", sw_version);
      return sw_call_print (text, error);
    }
  if (g_str_equal (first, "--help") || g_str_equal (first, "-h"))
    return sw_call_print (sw_help_overview (), error);
  if (!*first || *first == '-')
    {
      g_set_error (error, SW_ERROR, SW_ERROR_USAGE, "%s%s; `slicewise help` lists the commands",
                   *first ? "a command comes first, not " : "a command is missing", first);
      return FALSE;
    }
  SwCall call = { .command = find_command (first, error) };
  const gboolean done = call.command && run_call (&call, argc - 1, argv + 1, error);
  sw_options_clear (&call.options);
  g_clear_pointer (&call.catalogue, sw_catalogue_free);
  return done;
}

int
main (int argc, char **argv)
{
  setlocale (LC_CTYPE, "");
  setlocale (LC_MESSAGES, "");
  g_autoptr (GError) error = NULL;
  return dispatch (argc, argv, &error) ? 0 : report_error (error);
}
