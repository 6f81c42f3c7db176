/* The options of all subcommands in one table: what GOption parses, what --help, the man page and
 * the completion show.  A subcommand lists the numbers of those that it takes. */
#ifndef SW_OPTIONS_H
#define SW_OPTIONS_H

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  SW_OPT_END, /* ends a list */
  SW_OPT_SET,
  SW_OPT_SEED,
  SW_OPT_JOBS,
  SW_OPT_OUT,
  SW_OPT_OUT_FILE,
  SW_OPT_OUT_REPORT,
  SW_OPT_FORMAT,
  SW_OPT_POLICIES,
  SW_OPT_FAIL_IF,
  SW_OPT_CHECK,
  SW_OPT_PRINT_SCENARIO,
  SW_OPT_NODES,
  SW_OPT_PROFILE,
  SW_OPT_ZONE,
  SW_OPT_STRICT,
  SW_OPT_CLAMP,
  SW_OPT_DUPLICATES,
  SW_OPT_FRACTIONS,
  SW_OPT_PROFILE_SET,
  SW_OPT_PATHS_SET,
  SW_OPT_GENERATOR_SET,
  SW_OPT_NO_INPUTS,
  SW_OPT_PLUGIN,
  SW_OPT_CATALOGUE,
  SW_OPT_GNUPLOT,
  SW_OPT_MAN,
  SW_OPT_QUIET,
  SW_OPT_NO_PROGRESS,
  SW_OPT_HELP,
  SW_N_OPTIONS,
} SwOptionId;

typedef enum
{
  SW_OPTION_FLAG,
  SW_OPTION_TEXT,
  SW_OPTION_TEXTS, /* may be given several times */
} SwOptionKind;

typedef struct
{
  const char *name;
  char letter; /* 0: none */
  SwOptionKind kind;
  gsize offset;         /* into SwOptions */
  const char *value;    /* "FILE"; NULL for flags */
  const char *complete; /* "a b c", or "@kind" as sw-complete knows them; NULL: files */
  const char *doc;
} SwOption;

extern const SwOption sw_options[SW_N_OPTIONS];

/* What was given.  Texts are as the system passed them, whatever the locale. */
typedef struct
{
  gboolean help, version, check, print_scenario, quiet, no_progress, man;
  gboolean nodes, strict, clamp, no_inputs;
  char *seed, *jobs, *out, *format, *profile, *zone, *duplicates, *fractions, *gnuplot;
  char **settings, **policies, **fail_if, **plugins, **catalogues;
  char **rest; /* arguments that are not options; NULL: none */
} SwOptions;

/* Parses argv (of a subcommand, its name first) by a list of numbers ended by SW_OPT_END.  FALSE
   with SW_ERROR_USAGE. */
gboolean sw_options_parse (SwOptions *options, const guint8 *list, int argc, char **argv,
                           GError **error);
void sw_options_clear (SwOptions *options);
guint sw_options_n_rest (const SwOptions *options);

G_END_DECLS

#endif
