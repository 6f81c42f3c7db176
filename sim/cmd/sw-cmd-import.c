/* slicewise import: any trace into the canonical format. */
#include "sw-command.h"
#include "sw-import.h"
#include "sw-manifest.h"

static gboolean
read_options (const SwCall *call, SwImportOptions *options, GPtrArray *settings, GError **error)
{
  const SwOptions *o = &call->options;
  int duplicates = SW_DUPLICATE_ERROR, fractions = SW_GPU_FRACTION_KEEP;
  if (o->duplicates
      && !sw_call_choice ("--duplicates", o->duplicates, sw_options[SW_OPT_DUPLICATES].complete,
                          &duplicates, error))
    return FALSE;
  if (o->fractions
      && !sw_call_choice ("--fractions", o->fractions, sw_options[SW_OPT_FRACTIONS].complete,
                          &fractions, error))
    return FALSE;
  for (char **setting = o->settings; setting && *setting; setting++)
    g_ptr_array_add (settings, *setting);
  *options = (SwImportOptions){ .path = o->rest[0],
                                .profile = o->profile,
                                .zone = o->zone,
                                .strict = o->strict,
                                .clamp = o->clamp,
                                .duplicates = duplicates,
                                .fractions = fractions,
                                .settings = settings };
  return TRUE;
}

static gboolean
import_nodes (const SwImportOptions *options, const char *out, SwImportReport *report,
              GError **error)
{
  g_autoptr (SwNodeTable) nodes = sw_node_table_new ();
  return sw_import_nodes (options, "default", nodes, report, error)
         && (!out || sw_export_nodes (nodes, report, out, error));
}

static gboolean
import_jobs (const SwImportOptions *options, const char *out, SwImportReport *report,
             GError **error)
{
  g_autoptr (SwJobBuilder) builder = sw_job_builder_new ();
  if (!sw_import_jobs (options, builder, report, error))
    return FALSE;
  g_autofree char *bad = NULL;
  g_autoptr (SwJobTable) table = sw_job_builder_finish (g_steal_pointer (&builder), &bad);
  if (!table)
    return sw_error_at (error, options->path, 0, 0, "%s", bad);
  return !out || sw_export_jobs (table, report, out, error);
}

static gboolean
print_report (const SwCall *call, const SwImportReport *report, GError **error)
{
  SwText *text = sw_text_memory ();
  if (call->format == SW_FORMAT_JSON)
    {
      SwJson *json = sw_json_new (text);
      sw_manifest_import (json, NULL, report);
      sw_json_free (json);
      sw_put (text, "\n");
    }
  else
    {
      g_autofree char *facts = sw_import_report_text (report);
      sw_put (text, facts);
    }
  return sw_call_print (text, error);
}

gboolean
sw_command_import (SwCall *call, GError **error)
{
  g_autoptr (GPtrArray) settings = g_ptr_array_new ();
  SwImportOptions options;
  if (!read_options (call, &options, settings, error))
    return FALSE;
  SwImportReport report = { 0 };
  const gboolean done = (call->options.nodes ? import_nodes : import_jobs) (
                            &options, call->options.out, &report, error)
                        && print_report (call, &report, error);
  sw_import_report_clear (&report);
  return done;
}
