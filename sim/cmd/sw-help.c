#include "sw-help.h"

#include <string.h>

#define WIDTH 80
#define LEFT 30 /* where the texts of options begin */

/* ---- plain text ---- */

/* The words of text in lines up to WIDTH, with so many blanks in front of all but the first, which
   begins at column at. */
static void
put_wrapped (SwText *out, const char *text, guint indent, guint at)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  gboolean fresh = TRUE;
  for (char **word = words; *word; word++)
    {
      const guint length = strlen (*word);
      if (!fresh && at + 1 + length > WIDTH)
        {
          sw_printf (out, "\n%*s", (int)indent, "");
          at = indent;
          fresh = TRUE;
        }
      sw_printf (out, "%s%s", fresh ? "" : " ", *word);
      at += length + !fresh;
      fresh = FALSE;
    }
  sw_put (out, "\n");
}

static gboolean
is_example (const char *paragraph)
{
  return *paragraph == ' ';
}

static void
put_text (SwText *out, const char *text)
{
  g_auto (GStrv) paragraphs = g_strsplit (text, "\n\n", -1);
  for (char **paragraph = paragraphs; *paragraph; paragraph++)
    {
      if (paragraph != paragraphs)
        sw_put (out, "\n");
      if (is_example (*paragraph))
        sw_printf (out, "%s\n", *paragraph);
      else
        put_wrapped (out, *paragraph, 0, 0);
    }
}

/* "-j, --jobs N" */
static char *
option_head (const SwOption *option)
{
  char letter[] = "-x, ";
  letter[1] = option->letter;
  return g_strconcat (option->letter ? letter : "", "--", option->name, option->value ? " " : "",
                      option->value ? option->value : "", NULL);
}

static void
put_option (SwText *out, const SwOption *option)
{
  g_autofree char *head = option_head (option);
  const guint length = 2 + strlen (head);
  sw_printf (out, "  %s", head);
  if (length + 2 > LEFT)
    sw_printf (out, "\n%*s", LEFT, "");
  else
    sw_printf (out, "%*s", (int)(LEFT - length), "");
  put_wrapped (out, option->doc, LEFT, LEFT);
}

SwText *
sw_help_command (const SwCommand *command)
{
  SwText *out = sw_text_memory ();
  sw_printf (out, "Usage: slicewise %s %s [OPTION...]\n\n", command->name, command->arguments);
  put_text (out, command->text);
  sw_put (out, "\nOptions:\n");
  for (const guint8 *id = command->options; *id != SW_OPT_END; id++)
    put_option (out, &sw_options[*id]);
  return out;
}

SwText *
sw_help_overview (void)
{
  SwText *out = sw_text_memory ();
  sw_printf (out, "Usage: slicewise COMMAND [OPTION...]\n\nslicewise - %s\n\nCommands:\n",
             sw_help_synopsis);
  for (const SwCommand *command = sw_commands; command->name; command++)
    sw_printf (out, "  %-10s %s\n", command->name, command->summary);
  sw_put (out, "\n`slicewise help COMMAND` or `slicewise COMMAND --help` says more about one;\n"
               "`slicewise --version` prints the version.\n");
  for (const SwHelpSection *section = sw_help_sections; section->title; section++)
    {
      sw_printf (out, "\n%s\n\n", section->title);
      put_text (out, section->text);
    }
  return out;
}

/* ---- scdoc ---- */

/* Text without marks of scdoc. */
static void
man_put (SwText *out, const char *text)
{
  for (const char *p = text; *p; p++)
    {
      if (strchr ("\\_*#<>~`", *p))
        sw_put (out, "\\");
      sw_put_bytes (out, p, 1);
    }
}

static void
man_text (SwText *out, const char *text)
{
  g_auto (GStrv) paragraphs = g_strsplit (text, "\n\n", -1);
  for (char **paragraph = paragraphs; *paragraph; paragraph++)
    if (is_example (*paragraph))
      {
        const gboolean follows = paragraph != paragraphs && is_example (paragraph[-1]);
        const gboolean goes_on = paragraph[1] && is_example (paragraph[1]);
        g_auto (GStrv) lines = g_strsplit (*paragraph, "\n", -1);
        sw_put (out, follows ? "\n" : "```\n");
        for (char **line = lines; *line; line++)
          sw_printf (out, "%s\n", *line + 2);
        sw_put (out, goes_on ? "" : "```\n\n");
      }
    else
      {
        man_put (out, *paragraph);
        sw_put (out, "\n\n");
      }
}

static void
man_option (SwText *out, const SwOption *option)
{
  sw_put (out, "*");
  if (option->letter)
    sw_printf (out, "-%c*, *", option->letter);
  sw_put (out, "--");
  man_put (out, option->name);
  sw_put (out, "*");
  if (option->value)
    {
      sw_put (out, " _");
      man_put (out, option->value);
      sw_put (out, "_");
    }
  sw_put (out, "\n\t");
  man_put (out, option->doc);
  sw_put (out, ".\n\n");
}

static void
man_command (SwText *out, const SwCommand *command)
{
  sw_put (out, "## ");
  man_put (out, command->name);
  sw_put (out, " ");
  man_put (out, command->arguments);
  sw_put (out, "\n\n");
  man_text (out, command->text);
  for (const guint8 *id = command->options; *id != SW_OPT_END; id++)
    man_option (out, &sw_options[*id]);
}

SwText *
sw_help_man (void)
{
  SwText *out = sw_text_memory ();
  sw_printf (out, "slicewise(1)\n\n# NAME\n\nslicewise - %s\n\n", sw_help_synopsis);
  sw_put (out, "# SYNOPSIS\n\n*slicewise* _COMMAND_ [_OPTION_...]\n\n*slicewise* --version\n\n");
  for (const SwHelpSection *section = sw_help_sections; section->title; section++)
    {
      if (g_str_equal (section->title, "EXIT STATUS"))
        {
          sw_put (out, "# COMMANDS\n\n");
          for (const SwCommand *command = sw_commands; command->name; command++)
            man_command (out, command);
        }
      sw_printf (out, "# %s\n\n", section->title);
      man_text (out, section->text);
    }
  return out;
}
