/* A subcommand: one file each, one line each in the table.  The texts of the table are the --help,
 * the man page and the completion. */
#ifndef SW_COMMAND_H
#define SW_COMMAND_H

#include "sw-grid.h"
#include "sw-options.h"
#include "sw-scenario.h"

G_BEGIN_DECLS

typedef struct SwCommand SwCommand;

/* What a subcommand is run with. */
typedef struct
{
  const SwCommand *command;
  SwOptions options;
  SwFormat format;
  SwCatalogue *catalogue;
} SwCall;

struct SwCommand
{
  const char *name;
  const char *arguments;    /* "[SCENARIO]" */
  guint min_rest, max_rest; /* number of arguments that are not options */
  const char *complete;     /* of these arguments, as in SwOption; NULL: files */
  const char *summary;      /* one line, no full stop */
  const char *text;         /* paragraphs, separated by empty lines; indented ones are examples */
  const guint8 *options;    /* SwOptionId, ended by SW_OPT_END */
  /* Writes its result to standard output only when it is complete. */
  gboolean (*run) (SwCall *call, GError **error);
};

/* Ends with a NULL name. */
extern const SwCommand sw_commands[];
const SwCommand *sw_command_find (const char *name);

gboolean sw_command_run (SwCall *call, GError **error);
gboolean sw_command_compare (SwCall *call, GError **error);
gboolean sw_command_report (SwCall *call, GError **error);
gboolean sw_command_explain (SwCall *call, GError **error);
gboolean sw_command_check (SwCall *call, GError **error);
gboolean sw_command_import (SwCall *call, GError **error);
gboolean sw_command_generate (SwCall *call, GError **error);
gboolean sw_command_list (SwCall *call, GError **error);
gboolean sw_command_complete (SwCall *call, GError **error);
gboolean sw_command_help (SwCall *call, GError **error);

/* ---- helpers of several subcommands ---- */

/* The text (frees it) to standard output. */
gboolean sw_call_print (SwText *text, GError **error);
/* To standard error, "slicewise: warning: ...", unless --quiet. */
void sw_call_warn (const SwCall *call, const char *warning);
/* Settings of the command line: --set, then --seed, then extra ones (NULL-terminated, may be NULL);
   transfer full. */
char **sw_call_settings (const SwCall *call, const char *const *extra);
/* Scenario from a path (NULL: the demo) with these settings.  SW_ERROR_USAGE if it is a set of
 * them. */
SwScenario *sw_call_scenario (const SwCall *call, const char *path, const char *const *extra,
                              GError **error);
/* The i-th argument that is no option, NULL beyond the last. */
const char *sw_call_argument (const SwCall *call, guint i);
/* Value of --jobs, or the default. */
gboolean sw_call_workers (const SwCall *call, guint *workers, GError **error);
/* Index of text among the words of choices; FALSE with SW_ERROR_USAGE naming the option. */
gboolean sw_call_choice (const char *option, const char *text, const char *choices, int *index,
                         GError **error);
/* "; did you mean 'near'?", or the other text if there is nothing near; transfer full. */
char *sw_call_suggest (const char *near, const char *otherwise);
/* SW_ERROR_GOAL holding all texts, if there is any. */
gboolean sw_call_goals (const GPtrArray *faults, GError **error);

G_END_DECLS

#endif
