#include "sw-options.h"

#include "sw-error.h"

#define AT(field) G_STRUCT_OFFSET (SwOptions, field)

/* clang-format off */
const SwOption sw_options[SW_N_OPTIONS] = {
  [SW_OPT_SET] = { "set", 0, SW_OPTION_TEXTS, AT (settings), "GROUP.KEY=VALUE", "@keys",
    "Override a value of the scenario; an empty value takes it away. May be given several times" },
  [SW_OPT_SEED] = { "seed", 0, SW_OPTION_TEXT, AT (seed), "N", "",
    "Seed of every random draw" },
  [SW_OPT_JOBS] = { "jobs", 'j', SW_OPTION_TEXT, AT (jobs), "N", "",
    "Worker threads for runs; without it one for each processor that this process may use. No result "
    "depends on it" },
  [SW_OPT_OUT] = { "out", 'o', SW_OPTION_TEXT, AT (out), "DIR", NULL,
    "Write the result files into this folder; a folder of earlier results is replaced" },
  [SW_OPT_OUT_FILE] = { "out", 'o', SW_OPTION_TEXT, AT (out), "FILE", NULL,
    "Write to this file (.gz: compressed) and to FILE.meta" },
  [SW_OPT_OUT_REPORT] = { "out", 'o', SW_OPTION_TEXT, AT (out), "DIR", NULL,
    "Write the report into this folder instead of DIR/report" },
  [SW_OPT_FORMAT] = { "format", 0, SW_OPTION_TEXT, AT (format), "FORMAT",
    "table csv json markdown", "Form of the result: table, csv, json or markdown" },
  [SW_OPT_POLICIES] = { "policies", 'p', SW_OPTION_TEXTS, AT (policies), "PAIRS", "@pairs",
    "Run every scenario under these policies: QUEUE/PLACE, several separated by commas, parameters "
    "as in a scenario, e.g. 'fifo/first-fit, sjf by=limit/best-fit'" },
  [SW_OPT_FAIL_IF] = { "fail-if", 0, SW_OPTION_TEXTS, AT (fail_if), "CONDITION", "@figures",
    "Exit with status 1 if this holds, e.g. 'wait_p95 > 1h' or 'utilisation < 60%'; a figure that is "
    "n/a fails too. See `list figures`" },
  [SW_OPT_CHECK] = { "check", 0, SW_OPTION_FLAG, AT (check), NULL, NULL,
    "Prove after every instant that nothing is lost or held twice; slower" },
  [SW_OPT_PRINT_SCENARIO] = { "print-scenario", 0, SW_OPTION_FLAG, AT (print_scenario), NULL, NULL,
    "Print the effective scenario with the origin of each value, and run nothing" },
  [SW_OPT_NODES] = { "nodes", 0, SW_OPTION_FLAG, AT (nodes), NULL, NULL,
    "The file lists nodes, not jobs" },
  [SW_OPT_PROFILE] = { "profile", 0, SW_OPTION_TEXT, AT (profile), "NAME", "@profiles",
    "How to read the file: a name of `list profiles` or a profile file; without it told from the "
    "header" },
  [SW_OPT_ZONE] = { "zone", 0, SW_OPTION_TEXT, AT (zone), "ZONE", "",
    "Time zone of civil times without an offset, such as Europe/Berlin" },
  [SW_OPT_STRICT] = { "strict", 0, SW_OPTION_FLAG, AT (strict), NULL, NULL,
    "The first bad row is an error instead of a counted drop" },
  [SW_OPT_CLAMP] = { "clamp", 0, SW_OPTION_FLAG, AT (clamp), NULL, NULL,
    "Negative durations become 0 and are counted, instead of dropped" },
  [SW_OPT_DUPLICATES] = { "duplicates", 0, SW_OPTION_TEXT, AT (duplicates), "RULE",
    "error keep-first rename", "What to do with an id that comes twice: error, keep-first or rename" },
  [SW_OPT_FRACTIONS] = { "fractions", 0, SW_OPTION_TEXT, AT (fractions), "RULE", "keep whole",
    "Requests for a part of a GPU: keep, or round up to a whole GPU" },
  [SW_OPT_PROFILE_SET] = { "set", 0, SW_OPTION_TEXTS, AT (settings), "KEY=VALUE", "",
    "Override a key of the profile. May be given several times" },
  [SW_OPT_PATHS_SET] = { "set", 0, SW_OPTION_TEXTS, AT (settings), "GROUP.KEY=PATH", "@keys",
    "Where an input of the run is now, e.g. workload.trace=PATH; its content must be the same" },
  [SW_OPT_GENERATOR_SET] = { "set", 0, SW_OPTION_TEXTS, AT (settings), "GROUP.KEY=VALUE", "",
    "Override a value of the settings file. May be given several times" },
  [SW_OPT_NO_INPUTS] = { "no-inputs", 0, SW_OPTION_FLAG, AT (no_inputs), NULL, NULL,
    "Do not read traces and node lists" },
  [SW_OPT_PLUGIN] = { "plugin", 0, SW_OPTION_TEXTS, AT (plugins), "FILE", NULL,
    "Load a plug-in and list its policy too. May be given several times" },
  [SW_OPT_CATALOGUE] = { "catalogue", 0, SW_OPTION_TEXTS, AT (catalogues), "FILE", NULL,
    "Lay this catalogue over the built-in one: groups [gpu NAME] and [mig NAME] with the keys of `list "
    "keys catalogue`. May be given several times" },
  [SW_OPT_GNUPLOT] = { "gnuplot", 0, SW_OPTION_TEXT, AT (gnuplot), "PROGRAM", NULL,
    "gnuplot program, if it is not the one on PATH" },
  [SW_OPT_MAN] = { "man", 0, SW_OPTION_FLAG, AT (man), NULL, NULL,
    "Print the source of the man page, for scdoc" },
  [SW_OPT_QUIET] = { "quiet", 'q', SW_OPTION_FLAG, AT (quiet), NULL, NULL,
    "No progress and no warnings" },
  [SW_OPT_NO_PROGRESS] = { "no-progress", 0, SW_OPTION_FLAG, AT (no_progress), NULL, NULL,
    "No progress line (there is none unless standard error is a terminal)" },
  [SW_OPT_HELP] = { "help", 'h', SW_OPTION_FLAG, AT (help), NULL, NULL,
    "Print this help" },
};
/* clang-format on */

static GOptionEntry
entry_of (const SwOption *option, SwOptions *options)
{
  static const GOptionArg args[] = { [SW_OPTION_FLAG] = G_OPTION_ARG_NONE,
                                     [SW_OPTION_TEXT] = G_OPTION_ARG_FILENAME,
                                     [SW_OPTION_TEXTS] = G_OPTION_ARG_FILENAME_ARRAY };
  return (GOptionEntry){ .long_name = option->name,
                         .short_name = option->letter,
                         .arg = args[option->kind],
                         .arg_data = G_STRUCT_MEMBER_P (options, option->offset) };
}

/* GOption does not know "-j2": makes it "-j 2".  The arguments as a new list, transfer full. */
static char **
split_short_options (const guint8 *list, int argc, char **argv)
{
  g_autoptr (GStrvBuilder) split = g_strv_builder_new ();
  gboolean options_end = FALSE;
  for (int i = 0; i < argc; i++)
    {
      const char *arg = argv[i];
      options_end = options_end || g_str_equal (arg, "--");
      const guint8 *id = list;
      if (!options_end && arg[0] == '-' && arg[1] && arg[1] != '-' && arg[2])
        while (*id != SW_OPT_END && !(sw_options[*id].letter == arg[1] && sw_options[*id].value))
          id++;
      else
        id = NULL;
      const char letter[] = { '-', arg[0] ? arg[1] : 0, 0 };
      if (id && *id != SW_OPT_END)
        {
          g_strv_builder_add (split, letter);
          arg += 2;
        }
      g_strv_builder_add (split, arg);
    }
  return g_strv_builder_end (split);
}

gboolean
sw_options_parse (SwOptions *options, const guint8 *list, int argc, char **argv, GError **error)
{
  g_auto (GStrv) args = split_short_options (list, argc, argv);
  GOptionEntry entries[SW_N_OPTIONS + 2] = { 0 };
  guint n = 0;
  for (; *list != SW_OPT_END; list++)
    entries[n++] = entry_of (&sw_options[*list], options);
  entries[n] = (GOptionEntry){ .long_name = G_OPTION_REMAINING,
                               .arg = G_OPTION_ARG_FILENAME_ARRAY,
                               .arg_data = &options->rest };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_option_context_set_help_enabled (context, FALSE);
  g_option_context_add_main_entries (context, entries, NULL);
  g_autoptr (GError) cause = NULL;
  if (g_option_context_parse_strv (context, &args, &cause))
    return TRUE;
  g_set_error (error, SW_ERROR, SW_ERROR_USAGE, "%s", cause->message);
  return FALSE;
}

void
sw_options_clear (SwOptions *options)
{
  char **texts[] = { &options->seed,       &options->jobs,      &options->out,
                     &options->format,     &options->profile,   &options->zone,
                     &options->duplicates, &options->fractions, &options->gnuplot };
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_clear_pointer (texts[i], g_free);
  g_clear_pointer (&options->settings, g_strfreev);
  g_clear_pointer (&options->policies, g_strfreev);
  g_clear_pointer (&options->fail_if, g_strfreev);
  g_clear_pointer (&options->plugins, g_strfreev);
  g_clear_pointer (&options->catalogues, g_strfreev);
  g_clear_pointer (&options->rest, g_strfreev);
}

guint
sw_options_n_rest (const SwOptions *options)
{
  return options->rest ? g_strv_length (options->rest) : 0;
}
