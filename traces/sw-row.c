/* Cells of the present row as values, and the tallies of rows that are dropped or odd.  A tally is
 * found by its reason; there are few, so a linear search is the quickest. */
#include "sw-row.h"

#include <string.h>

#include "sw-cell.h"

static gboolean
is_empty (const SwReading *r, const SwFieldRule *rule, const char *text)
{
  if (*text == '\0')
    return TRUE;
  return (r->profile->empty != NULL && sw_cell_among (text, (const char *const *)r->profile->empty))
         || (rule->empty != NULL && sw_cell_among (text, (const char *const *)rule->empty));
}

static gboolean
counts (const SwReading *r, SwField field)
{
  const SwBinding *b = &r->fields[field];
  if (b->when < 0)
    return TRUE;
  return sw_cell_among (r->text + r->cells[b->when],
                        (const char *const *)r->profile->fields[field].when_words);
}

const char *
sw_row_bound_text (SwReading *r, SwField field)
{
  const SwBinding *b = &r->fields[field];
  const SwFieldRule *rule = &r->profile->fields[field];
  for (guint i = 0; i < SW_MAX_FROM && b->from[i] >= 0; i++)
    {
      char *text = r->text + r->cells[b->from[i]];
      if (is_empty (r, rule, text) || !counts (r, field))
        continue;
      if (rule->cut == NULL)
        return text;
      gsize length = strcspn (text + 1, rule->cut) + 1;
      if (text[length] == '\0')
        return text;
      g_autofree char *copy = g_strndup (text, length);
      memcpy (text, copy, length + 1);
      return text;
    }
  return rule->fallback;
}

/* The text without blanks around it, for values that are not plain text. */
static const char *
value_text (SwReading *r, SwField field)
{
  const char *text = sw_row_text (r, field);
  if (text == NULL || *text == '\0')
    return NULL;
  gsize length = strlen (text);
  if (!g_ascii_isspace (text[0]) && !g_ascii_isspace (text[length - 1]))
    return text;
  const SwBinding *b = &r->fields[field];
  for (guint i = 0; i < SW_MAX_FROM && b->from[i] >= 0; i++)
    if (text == r->text + r->cells[b->from[i]])
      text = g_strstrip (r->text + r->cells[b->from[i]]);
  return *text != '\0' ? text : NULL;
}

gboolean
sw_row_span (SwReading *r, SwField field, SwTime *out)
{
  const char *text = value_text (r, field);
  if (text == NULL)
    return TRUE;
  const char *fault = sw_cell_span (r->profile->fields[field].unit, text, out);
  return fault == NULL || sw_row_drop (r, field, fault, NULL);
}

gboolean
sw_row_milli (SwReading *r, SwField field, gint64 *out)
{
  const char *text = value_text (r, field);
  if (text == NULL)
    return TRUE;
  const char *fault = sw_cell_milli (r->profile->fields[field].unit, text, out);
  return fault == NULL || sw_row_drop (r, field, fault, NULL);
}

gboolean
sw_row_ppm (SwReading *r, SwField field, gint64 *out)
{
  const char *text = value_text (r, field);
  if (text == NULL)
    return TRUE;
  const char *fault = sw_cell_ppm (r->profile->fields[field].unit, text, out);
  return fault == NULL || sw_row_drop (r, field, fault, NULL);
}

/* "128m" is an eighth of a byte by the rules, and hardly what was meant. */
static gboolean
is_thousandths (SwReading *r, SwField field, const char *text, gint64 mib)
{
  return mib == 1 && r->profile->fields[field].unit == SW_UNIT_K8S && g_str_has_suffix (text, "m");
}

gboolean
sw_row_memory (SwReading *r, SwField field, gint64 *out)
{
  const char *text = value_text (r, field);
  if (text == NULL)
    return TRUE;
  gint64 value;
  const char *fault = sw_cell_memory (r->profile->fields[field].unit, text, &value);
  if (fault != NULL)
    return sw_row_drop (r, field, fault, NULL);
  if (value >= 0)
    *out = value;
  if (is_thousandths (r, field, text, value))
    sw_row_note (r, field, "is given in thousandths of a byte; was M meant?", NULL);
  return TRUE;
}

gboolean
sw_row_int (SwReading *r, SwField field, gint64 min, gint64 max, gint64 *out)
{
  const char *text = value_text (r, field);
  if (text == NULL)
    return TRUE;
  const char *fault = sw_cell_int (text, min, max, out);
  return fault == NULL || sw_row_drop (r, field, fault, NULL);
}

guint32
sw_row_string (SwReading *r, SwField field, SwStrings *strings)
{
  const char *text = sw_row_text (r, field);
  if (text == NULL || *text == '\0')
    return 0;
  guint32 known = sw_strings_count (strings);
  guint32 number = sw_strings_add (strings, text, -1);
  if (number < known || g_utf8_validate (text, -1, NULL))
    return number;
  sw_row_note (r, field, "is not UTF-8, odd bytes are replaced", "");
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  return sw_strings_add (strings, valid, -1);
}

char **
sw_row_list (SwReading *r, SwField field, const char *separator, gboolean *repeated)
{
  const char *text = sw_row_text (r, field);
  if (text == NULL)
    return NULL;
  const char *own = r->profile->fields[field].separator;
  g_auto (GStrv) parts = g_strsplit (text, own != NULL ? own : separator, -1);
  GPtrArray *members = g_ptr_array_new ();
  for (char **part = parts; *part != NULL; part++)
    {
      g_strstrip (*part);
      gboolean known = FALSE;
      for (guint i = 0; i < members->len && !known; i++)
        known = g_str_equal (members->pdata[i], *part);
      if (known && repeated != NULL)
        *repeated = TRUE;
      if (!known && **part != '\0')
        g_ptr_array_add (members, g_utf8_make_valid (*part, -1));
    }
  g_ptr_array_add (members, NULL);
  return (char **)g_ptr_array_free (members, FALSE);
}

/* ---- faults and tallies ---- */

/* Printable and short, for messages. */
static char *
quote_cell (const char *text)
{
  GString *out = g_string_new ("\"");
  for (const char *p = text; *p != '\0' && out->len < 80; p++)
    if ((guchar)*p < ' ' || *p == 0x7f)
      g_string_append_c (out, '?');
    else
      g_string_append_c (out, *p);
  g_string_append_c (out, '"');
  if (g_utf8_validate (out->str, -1, NULL))
    return g_string_free (out, FALSE);
  char *valid = g_utf8_make_valid (out->str, -1);
  g_string_free (out, TRUE);
  return valid;
}

/* "column run: "nan"", or the detail. */
static char *
describe (SwReading *r, SwField field, const char *detail)
{
  if (field == SW_NO_FIELD || r->fields[field].column == 0)
    return g_strdup (detail != NULL ? detail : "");
  g_autofree char *cell = NULL;
  if (detail == NULL)
    {
      const char *text = sw_row_text (r, field);
      detail = cell = quote_cell (text != NULL ? text : "");
    }
  return g_strdup_printf ("column %s: %s", (char *)r->header->pdata[r->fields[field].column - 1],
                          detail);
}

static char *
reason_text (SwField field, const char *what)
{
  return field == SW_NO_FIELD ? g_strdup (what)
                              : g_strdup_printf ("%s %s", sw_field_names[field], what);
}

static gboolean
is_reason (const char *reason, SwField field, const char *what)
{
  if (field == SW_NO_FIELD)
    return g_str_equal (reason, what);
  gsize length = strlen (sw_field_names[field]);
  return strncmp (reason, sw_field_names[field], length) == 0 && reason[length] == ' '
         && g_str_equal (reason + length + 1, what);
}

static void
count_row (SwReading *r, GPtrArray *tallies, SwField field, const char *what, const char *detail)
{
  for (guint i = 0; i < tallies->len; i++)
    {
      SwTally *tally = tallies->pdata[i];
      if (!is_reason (tally->reason, field, what))
        continue;
      tally->count++;
      return;
    }
  SwTally *tally = g_new0 (SwTally, 1);
  g_autofree char *where = describe (r, field, detail);
  tally->reason = reason_text (field, what);
  tally->count = 1;
  tally->first_line = r->line;
  tally->example = *where != '\0' ? g_strdup_printf ("line %u, %s", r->line, where)
                                  : g_strdup_printf ("line %u", r->line);
  g_ptr_array_add (tallies, tally);
}

static void
fail_row (SwReading *r, SwField field, const char *what, const char *detail)
{
  g_autofree char *where = describe (r, field, detail);
  g_autofree char *reason = reason_text (field, what);
  guint column = field == SW_NO_FIELD ? 0 : r->fields[field].column;
  g_autofree char *gang
      = r->gang == NULL
            ? NULL
            : g_strdup_printf ("a row of gang \"%s\" cannot be left out alone: ", r->gang);
  sw_error_at (&r->error, sw_source_name (r->source), r->line, column, "%s%s%s%s",
               gang != NULL ? gang : "", where, *where != '\0' ? ": " : "", reason);
}

gboolean
sw_row_drop (SwReading *r, SwField field, const char *what, const char *detail)
{
  r->report->dropped++;
  count_row (r, r->report->drops, field, what, detail);
  if ((r->options->strict || r->gang != NULL) && r->error == NULL)
    fail_row (r, field, what, detail);
  return FALSE;
}

void
sw_row_note (SwReading *r, SwField field, const char *what, const char *detail)
{
  const SwRemark remark = { field, what, g_strdup (detail) };
  g_array_append_val (r->remarks, remark);
}

void
sw_row_settle_notes (SwReading *r, gboolean kept)
{
  for (guint i = 0; i < r->remarks->len; i++)
    {
      SwRemark *remark = &g_array_index (r->remarks, SwRemark, i);
      if (kept)
        count_row (r, r->report->notes, remark->field, remark->what, remark->detail);
      g_free (remark->detail);
    }
  g_array_set_size (r->remarks, 0);
}

void
sw_row_note_many (SwReading *r, const char *what, guint64 count, const char *example)
{
  SwTally *tally = g_new0 (SwTally, 1);
  tally->reason = g_strdup (what);
  tally->count = count;
  tally->example = g_strdup (example);
  g_ptr_array_add (r->report->notes, tally);
}

gboolean
sw_row_fail (SwReading *r, SwField field, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (format, args);
  va_end (args);
  g_autofree char *where = describe (r, field, NULL);
  guint column = field == SW_NO_FIELD ? 0 : r->fields[field].column;
  if (r->error == NULL)
    sw_error_at (&r->error, sw_source_name (r->source), r->line, column, "%s%s%s", where,
                 *where != '\0' ? ": " : "", text);
  return FALSE;
}
