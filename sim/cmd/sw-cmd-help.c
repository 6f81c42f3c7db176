#include "sw-error.h"
#include "sw-help.h"

gboolean
sw_command_help (SwCall *call, GError **error)
{
  const char *name = sw_call_argument (call, 0);
  if (call->options.man)
    return sw_call_print (sw_help_man (), error);
  if (!name)
    return sw_call_print (sw_help_overview (), error);
  const SwCommand *command = sw_command_find (name);
  if (command)
    return sw_call_print (sw_help_command (command), error);
  g_set_error (error, SW_ERROR, SW_ERROR_USAGE,
               "there is no command '%s'; `slicewise help` lists them", name);
  return FALSE;
}
