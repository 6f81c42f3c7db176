/* slicewise report: pictures and a page from result folders. */
#include "sw-command.h"
#include "sw-manifest.h"
#include "sw-report.h"

/* Result folders of runs, NULL-terminated: those named, or inside the comparisons named. */
static char **
find_runs (char **named, GError **error)
{
  g_autoptr (GStrvBuilder) folders = g_strv_builder_new ();
  for (; *named; named++)
    {
      g_auto (GStrv) runs = sw_manifest_runs (*named, error);
      if (!runs)
        return NULL;
      g_strv_builder_addv (folders, (const char **)runs);
    }
  return g_strv_builder_end (folders);
}

gboolean
sw_command_report (SwCall *call, GError **error)
{
  const SwOptions *o = &call->options;
  g_auto (GStrv) folders = find_runs (o->rest, error);
  if (!folders)
    return FALSE;
  g_autofree char *inside = g_build_filename (o->rest[0], "report", NULL);
  const char *out = o->out ? o->out : inside;
  if (!sw_report_write ((const char *const *)folders, out, o->gnuplot, error))
    return FALSE;
  SwText *text = sw_text_memory ();
  sw_printf (text, "%s%sreport.html\n", out, g_str_has_suffix (out, "/") ? "" : "/");
  return sw_call_print (text, error);
}
