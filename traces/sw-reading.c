/* From rows of text to rows of cells.  Cells of columns that a field wants are copied into one
 * buffer per row, so that a row is looked at only when it is complete and has the right number of
 * fields. */
#include "sw-reading.h"

#include <string.h>

#include "sw-binding.h"
#include "sw-cell.h"
#include "sw-delimited.h"
#include "sw-detect.h"
#include "sw-import-report.h"
#include "sw-row.h"

static void
keep_text (SwReading *r, const char *text, gsize length)
{
  if (r->text_length + length + 1 > r->text_size)
    {
      r->text_size = 2 * (r->text_length + length + 1);
      r->text = g_realloc (r->text, r->text_size);
    }
  memcpy (r->text + r->text_length, text, length);
  r->text[r->text_length + length] = '\0';
  r->text_length += length + 1;
}

static void
on_field (gpointer data, guint index, const char *text, gsize length)
{
  SwReading *r = data;
  if (!r->bound)
    g_ptr_array_add (r->header, g_strstrip (g_strndup (text, length)));
  else if (index < r->header->len && r->keep[index] >= 0)
    {
      r->cells[r->keep[index]] = (guint32)r->text_length;
      keep_text (r, text, length);
    }
}

static gboolean
drop_rules_pass (SwReading *r)
{
  const GArray *drops = r->profile->drops;
  for (guint i = 0; i < drops->len; i++)
    {
      const SwDropRule *rule = &g_array_index (drops, SwDropRule, i);
      if (r->drop_cells[i] < 0)
        continue;
      const char *text = r->text + r->cells[r->drop_cells[i]];
      if ((rule->empty && *text == '\0') || sw_cell_among (text, (const char *const *)rule->equals)
          || (rule->contains != NULL && strstr (text, rule->contains) != NULL))
        return sw_row_drop (r, SW_NO_FIELD, rule->reason, text);
    }
  return TRUE;
}

static gboolean
right_length (SwReading *r, guint n)
{
  guint expected = r->header->len;
  if (n == expected || (n > expected && r->profile->extra_fields))
    return TRUE;
  g_autofree char *detail = g_strdup_printf ("%u fields, %u expected", n, expected);
  return sw_row_drop (r, SW_NO_FIELD, n < expected ? "too few fields" : "too many fields", detail);
}

static gboolean
on_row (gpointer data, guint line, guint n, GError **error)
{
  SwReading *r = data;
  r->line = line;
  if (!r->bound)
    return sw_binding_make (r, error);
  guint64 dropped = r->report->dropped;
  if (r->report->read++ == 0)
    r->report->first_line = line;
  r->report->last_line = line;
  r->gang = NULL;
  if (right_length (r, n) && drop_rules_pass (r))
    r->take (r);
  if (r->remarks->len > 0)
    sw_row_settle_notes (r, r->report->dropped == dropped && r->error == NULL);
  r->text_length = 0;
  if (r->error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&r->error));
  return FALSE;
}

static gboolean
read_rows (SwReading *r, GError **error)
{
  const SwRowSink sink = { on_field, on_row, r };
  if (!r->profile->header)
    {
      for (char **name = r->profile->columns; *name != NULL; name++)
        g_ptr_array_add (r->header, g_strdup (*name));
      if (!sw_binding_make (r, error))
        return FALSE;
    }
  gboolean ok = r->profile->swf ? sw_swf_read (r->source, &sink, &r->facts, error)
                                : sw_delimited_read (&r->profile->format, r->source, &sink, error);
  if (ok && !r->bound)
    return sw_error_at (error, sw_source_name (r->source), 1, 0, "the file is empty");
  return ok;
}

static gboolean
find_zone (SwReading *r, GError **error)
{
  const char *name = r->options->zone != NULL ? r->options->zone : r->profile->zone;
  r->zone = name != NULL ? g_time_zone_new_identifier (name) : g_time_zone_new_utc ();
  return r->zone != NULL
         || sw_error_at (error, sw_source_name (r->source), 0, 0,
                         "time zone \"%s\" is not in the time zone data base", name);
}

gboolean
sw_reading_run (SwReading *r, gboolean nodes, GError **error)
{
  r->header = g_ptr_array_new_with_free_func (g_free);
  r->remarks = g_array_new (FALSE, FALSE, sizeof (SwRemark));
  r->facts.unix_start = SW_TIME_NONE;
  r->report->drops = g_ptr_array_new_with_free_func (sw_import_tally_free);
  r->report->notes = g_ptr_array_new_with_free_func (sw_import_tally_free);
  r->report->path = g_strdup (r->options->path);
  r->source = sw_source_open (r->options->path, error);
  if (r->source == NULL)
    return FALSE;
  r->profile = sw_detect_profile (r->options, r->source, nodes, error);
  if (r->profile == NULL)
    return FALSE;
  r->report->profile = g_strdup (r->profile->name);
  r->report->licence = g_strdup (r->profile->licence);
  r->report->sha256 = sw_source_sha256 (r->source, error);
  return r->report->sha256 != NULL && find_zone (r, error) && read_rows (r, error);
}

void
sw_reading_clear (SwReading *r)
{
  g_clear_pointer (&r->source, sw_source_free);
  g_clear_pointer (&r->profile, sw_profile_free);
  g_clear_pointer (&r->zone, g_time_zone_unref);
  g_clear_pointer (&r->header, g_ptr_array_unref);
  g_clear_pointer (&r->remarks, g_array_unref);
  g_clear_pointer (&r->keep, g_free);
  g_clear_pointer (&r->drop_cells, g_free);
  g_clear_pointer (&r->cells, g_free);
  g_clear_pointer (&r->text, g_free);
  g_clear_error (&r->error);
}
