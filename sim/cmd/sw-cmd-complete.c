/* slicewise complete LINE [POINT]: asked by the completion script of the shell. */
#include <string.h>

#include "sw-complete.h"
#include "sw-error.h"
#include "sw-quantity.h"

gboolean
sw_command_complete (SwCall *call, GError **error)
{
  const char *line = sw_call_argument (call, 0), *at = sw_call_argument (call, 1);
  gint64 point = strlen (line);
  if (at && !sw_parse_int (at, 0, strlen (line), &point))
    {
      g_set_error (error, SW_ERROR, SW_ERROR_USAGE, "POINT %s is not a place in the line", at);
      return FALSE;
    }
  g_autofree char *head = g_strndup (line, point);
  g_autoptr (GPtrArray) words = sw_complete_line (head);
  SwText *text = sw_text_memory ();
  for (guint i = 0; i < words->len; i++)
    sw_printf (text, "%s\n", (const char *)words->pdata[i]);
  return sw_call_print (text, error);
}
