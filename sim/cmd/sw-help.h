/* --help, the overview and the man page: three views of one table (sw-commands.c). */
#ifndef SW_HELP_H
#define SW_HELP_H

#include "sw-command.h"

G_BEGIN_DECLS

/* Texts in memory, transfer full. */
SwText *sw_help_overview (void);
SwText *sw_help_command (const SwCommand *command);
SwText *sw_help_man (void); /* source for scdoc */

/* Texts that belong to no single subcommand; paragraphs as SwCommand.text. */
typedef struct
{
  const char *title, *text;
} SwHelpSection;
extern const SwHelpSection sw_help_sections[]; /* ends with a NULL title */
extern const char sw_help_synopsis[];          /* what the program is, one line */

G_END_DECLS

#endif
