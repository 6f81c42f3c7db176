/* The account of an import of pairs, and the form with one pair a row. */
#include "sw-import-pairs.h"

#include <string.h>

#include "sw-delimited.h"
#include "sw-import-report.h"
#include "sw-pairs.h"
#include "sw-quantity.h"

enum
{
  COLUMN_MODEL,
  COLUMN_A,
  COLUMN_B,
  COLUMN_RATE_A,
  COLUMN_RATE_B,
  N_COLUMNS,
};

static const char *const column_names[N_COLUMNS] = { "model", "a", "b", "rate_a", "rate_b" };

/* ---- one pair ---- */

static const char *
fault_of (const SwPairRow *row)
{
  if (*row->model == '\0' || *row->a == '\0' || *row->b == '\0')
    return "has an empty name, expected a model and two behaviours";
  if ((row->rate_a > 0) != (row->rate_b > 0))
    return "has one speed of 0, expected both above 0, or both 0 for a pair that does not fit";
  if (!(MAX (row->rate_a, row->rate_b) <= SW_PAIR_MAX_RATE))
    return "has one more than twice as fast as alone, expected less fast than alone";
  return NULL;
}

char *
sw_pairs_take (SwPairs *pairs, const SwPairRow *row)
{
  const char *fault = fault_of (row);
  SwPairAdded added = SW_PAIR_CONFLICT;
  pairs->report->read++;
  if (fault == NULL)
    added = sw_pair_table_add (pairs->table, row->model, row->a, row->b, row->rate_a, row->rate_b);
  if (fault == NULL && added == SW_PAIR_CONFLICT)
    fault = "was listed before with other speeds";
  if (fault != NULL)
    return g_strdup_printf ("\"%s\" with \"%s\" %s", row->a, row->b, fault);
  pairs->kept += added == SW_PAIR_ADDED;
  pairs->report->merged += added == SW_PAIR_AGAIN;
  return NULL;
}

/* ---- rows ---- */

typedef struct
{
  SwPairs *pairs;
  GPtrArray *fields;     /* of the present row: GString; stays as long as the longest row */
  gint place[N_COLUMNS]; /* of the column in the file, -1: not seen */
  guint n_columns;       /* of the header; 0: not read yet */
} Rows;

static void
free_string (gpointer string)
{
  g_string_free (string, TRUE);
}

static void
take_field (gpointer data, guint index, const char *text, gsize length)
{
  Rows *rows = data;
  while (index >= rows->fields->len)
    g_ptr_array_add (rows->fields, g_string_new (NULL));
  g_string_truncate (rows->fields->pdata[index], 0);
  g_string_append_len (rows->fields->pdata[index], text, length);
}

static const char *
field_text (const Rows *rows, guint index)
{
  return ((const GString *)rows->fields->pdata[index])->str;
}

static gboolean
take_header (Rows *rows, guint line, guint n, GError **error)
{
  const char *file = sw_source_name (rows->pairs->source);
  for (guint i = 0; i < n; i++)
    {
      guint c = 0;
      while (c < N_COLUMNS && !g_str_equal (column_names[c], field_text (rows, i)))
        c++;
      if (c == N_COLUMNS)
        return sw_error_at (error, file, line, i + 1,
                            "unknown column, expected model, a, b, rate_a and rate_b");
      if (rows->place[c] >= 0)
        return sw_error_at (error, file, line, i + 1, "column %s is there twice", column_names[c]);
      rows->place[c] = i;
    }
  for (guint c = 0; c < N_COLUMNS; c++)
    if (rows->place[c] < 0)
      return sw_error_at (error, file, line, 0,
                          "column %s is missing, expected model, a, b, rate_a and rate_b",
                          column_names[c]);
  rows->n_columns = n;
  return TRUE;
}

static gboolean
take_name (const Rows *rows, guint line, guint c, const char **out, GError **error)
{
  *out = field_text (rows, rows->place[c]);
  if (**out == '\0' || !g_utf8_validate (*out, -1, NULL))
    return sw_error_at (error, sw_source_name (rows->pairs->source), line, rows->place[c] + 1,
                        "%s is %s, expected a name", column_names[c],
                        **out == '\0' ? "empty" : "not UTF-8");
  return TRUE;
}

static gboolean
take_rate (const Rows *rows, guint line, guint c, double *out, GError **error)
{
  if (sw_parse_real (field_text (rows, rows->place[c]), out) && *out >= 0
      && *out <= SW_PAIR_MAX_RATE)
    return TRUE;
  return sw_error_at (error, sw_source_name (rows->pairs->source), line, rows->place[c] + 1,
                      "%s is not a speed, expected a share of the speed alone, 0 to 2",
                      column_names[c]);
}

static gboolean
take_row (gpointer data, guint line, guint n, GError **error)
{
  Rows *rows = data;
  const char *file = sw_source_name (rows->pairs->source);
  SwPairRow row = { NULL };
  if (rows->n_columns == 0)
    return take_header (rows, line, n, error);
  if (n != rows->n_columns)
    return sw_error_at (error, file, line, 0, "%u fields, %u expected", n, rows->n_columns);
  if (!take_name (rows, line, COLUMN_MODEL, &row.model, error)
      || !take_name (rows, line, COLUMN_A, &row.a, error)
      || !take_name (rows, line, COLUMN_B, &row.b, error)
      || !take_rate (rows, line, COLUMN_RATE_A, &row.rate_a, error)
      || !take_rate (rows, line, COLUMN_RATE_B, &row.rate_b, error))
    return FALSE;
  g_autofree char *fault = sw_pairs_take (rows->pairs, &row);
  return fault == NULL || sw_error_at (error, file, line, 0, "%s", fault);
}

static gboolean
read_rows (SwPairs *pairs, GError **error)
{
  const SwDelimited format = { .delimiter = ',', .quote = TRUE, .comment = '#' };
  Rows rows = { .pairs = pairs, .fields = g_ptr_array_new_with_free_func (free_string) };
  for (guint c = 0; c < N_COLUMNS; c++)
    rows.place[c] = -1;
  const SwRowSink sink = { take_field, take_row, &rows };
  const gboolean ok = sw_delimited_read (&format, pairs->source, &sink, error);
  g_ptr_array_unref (rows.fields);
  return ok;
}

/* ---- the whole ---- */

static gboolean
read_pairs (SwPairs *pairs, GError **error)
{
  const char *block;
  gsize length, blank = 0;
  SwImportReport *report = pairs->report;
  report->sha256 = sw_source_sha256 (pairs->source, error);
  if (report->sha256 == NULL || !sw_source_peek (pairs->source, &block, &length, error))
    return FALSE;
  while (blank < length && g_ascii_isspace (block[blank]))
    blank++;
  const gboolean json = blank < length && block[blank] == '{';
  report->profile = g_strdup (json ? "pairs-json" : "pairs-csv");
  if (!(json ? sw_pairs_read_json (pairs, error) : read_rows (pairs, error)))
    return FALSE;
  if (report->read == 0)
    return sw_error_at (error, report->path, 0, 0, "there is no pair in it");
  /* None may be new when all of them were there before. */
  report->kept = pairs->kept;
  return report->merged > 0 || sw_import_report_close (report, pairs->kept, error);
}

gboolean
sw_import_pairs (const char *path, SwPairTable *table, SwImportReport *report, GError **error)
{
  *report = (SwImportReport){ .path = g_strdup (path),
                              .first = SW_TIME_NONE,
                              .last = SW_TIME_NONE,
                              .drops = g_ptr_array_new_with_free_func (sw_import_tally_free),
                              .notes = g_ptr_array_new_with_free_func (sw_import_tally_free) };
  SwPairs pairs = { sw_source_open (path, error), table, report, 0 };
  const gboolean ok = pairs.source != NULL && read_pairs (&pairs, error);
  sw_source_free (pairs.source);
  return ok;
}
