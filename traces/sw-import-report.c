/* The report of an import as a text for people, and its account. */
#include "sw-import-report.h"

#include "sw-output.h"

#define COUNT G_GUINT64_FORMAT

void
sw_import_tally_free (gpointer data)
{
  SwTally *tally = data;
  g_free (tally->reason);
  g_free (tally->example);
  g_free (tally);
}

void
sw_import_report_clear (SwImportReport *report)
{
  g_clear_pointer (&report->path, g_free);
  g_clear_pointer (&report->profile, g_free);
  g_clear_pointer (&report->sha256, g_free);
  g_clear_pointer (&report->zone, g_free);
  g_clear_pointer (&report->licence, g_free);
  g_clear_pointer (&report->drops, g_ptr_array_unref);
  g_clear_pointer (&report->notes, g_ptr_array_unref);
}

gboolean
sw_import_report_close (SwImportReport *report, guint64 kept, GError **error)
{
  report->kept = kept;
  if (report->read != kept + report->merged + report->dropped)
    return sw_error_at (error, report->path, 0, 0,
                        "internal error: %" COUNT " rows read are not %" COUNT " kept + %" COUNT
                        " merged + %" COUNT " dropped",
                        report->read, kept, report->merged, report->dropped);
  if (report->read == 0 || kept > 0)
    return TRUE;
  const SwTally *first = report->drops->pdata[0];
  return sw_error_at (error, report->path, 0, 0,
                      "none of %" COUNT " rows can be used; the first: %s (%s)", report->read,
                      first->reason, first->example);
}

char *
sw_import_report_drops (const SwImportReport *report)
{
  GString *out = g_string_new (NULL);
  for (guint i = 0; report->drops != NULL && i < report->drops->len; i++)
    {
      const SwTally *tally = report->drops->pdata[i];
      g_string_append_printf (out, "%s%" COUNT " %s", i > 0 ? "; " : "", tally->count,
                              tally->reason);
    }
  return g_string_free (out, FALSE);
}

static void
put_tallies (SwText *out, const char *title, const GPtrArray *tallies)
{
  for (guint i = 0; tallies != NULL && i < tallies->len; i++)
    {
      const SwTally *tally = tallies->pdata[i];
      sw_printf (out, "%s %" COUNT ": %s", title, tally->count, tally->reason);
      if (tally->example != NULL)
        sw_printf (out, " (%s%s)", tally->count > 1 && tally->first_line > 0 ? "first: " : "",
                   tally->example);
      sw_put (out, "\n");
    }
}

static void
put_times (SwText *out, const SwImportReport *report)
{
  char span[SW_TIME_TEXT], first[SW_TIME_TEXT], last[SW_TIME_TEXT], resolution[SW_TIME_TEXT];
  if (report->first == SW_TIME_NONE)
    return;
  sw_printf (out, "submit times: span %s s, first %s s, last %s s\n",
             sw_format_seconds (report->last - report->first, span),
             sw_format_seconds (report->first, first), sw_format_seconds (report->last, last));
  sw_printf (out,
             "time resolution %s s, %" COUNT " ties, %" COUNT " of %" COUNT " rows out of order\n",
             sw_format_seconds (report->resolution, resolution), report->ties, report->out_of_order,
             report->read);
}

char *
sw_import_report_text (const SwImportReport *report)
{
  SwText *out = sw_text_memory ();
  sw_printf (out, "file: %s\nprofile: %s\n", report->path, report->profile);
  if (report->sha256 != NULL)
    sw_printf (out, "sha256: %s\n", report->sha256);
  sw_printf (out,
             "rows: %" COUNT " read = %" COUNT " kept + %" COUNT " merged + %" COUNT " dropped\n",
             report->read, report->kept, report->merged, report->dropped);
  put_tallies (out, "dropped", report->drops);
  put_tallies (out, "note", report->notes);
  put_times (out, report);
  if (report->zone != NULL)
    sw_printf (out, "time zone: %s\n", report->zone);
  if (report->licence != NULL)
    sw_printf (out, "licence: %s\n", report->licence);
  return sw_text_steal (out, NULL);
}
