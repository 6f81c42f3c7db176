/* libcsv pushes fields and row ends; this module adds what it does not have: line numbers that stay
 * right after quoted line ends and blank lines, comments, limits, and errors with a place.
 *
 * Line numbers: with CSV_REPALL_NL libcsv reports the end of every line that lies between rows.
 * Line ends inside quoted fields are counted in the fields, but only once a quote has been seen. */
#include "sw-delimited.h"

#include <csv.h>
#include <string.h>

#include "sw-error.h"

#define NO_QUOTE 1 /* a byte that text does not hold, to switch quoting off */

typedef struct
{
  const SwDelimited *format;
  SwSource *source;
  const SwRowSink *sink;
  struct csv_parser parser;
  guint line;        /* of the present or next row's first byte */
  guint inner;       /* line ends inside the fields of the present row so far */
  guint fields;      /* of the present row so far */
  gboolean quotes;   /* a quote has been seen in the input */
  gboolean after_cr; /* the last row end was a CR: an LF belongs to it */
  gboolean stopped;
  gboolean at_start; /* the next byte begins a line outside of quotes; for comments */
  gboolean leaving;  /* inside a line that is left out */
  guint skip;        /* lines still to leave out at the top */
  GError *error;
} Reader;

static guint
line_ends (const char *text, gsize length)
{
  guint n = 0;
  for (gsize i = 0; i < length; i++)
    n += text[i] == '\n' || (text[i] == '\r' && (i + 1 == length || text[i + 1] != '\n'));
  return n;
}

static void
on_field (void *text, size_t length, void *data)
{
  Reader *r = data;
  if (r->stopped)
    return;
  if (length > SW_MAX_FIELD)
    {
      sw_error_at (&r->error, sw_source_name (r->source), r->line + r->inner, r->fields + 1,
                   "field is longer than 1 MiB");
      r->stopped = TRUE;
      return;
    }
  r->sink->field (r->sink->data, r->fields++, text, length);
  if (r->quotes)
    r->inner += line_ends (text, length);
}

static void
on_row (int end, void *data)
{
  Reader *r = data;
  if (r->stopped)
    return;
  if (r->fields == 0 && end == '\n' && r->after_cr)
    {
      r->after_cr = FALSE;
      return;
    }
  if (r->fields > 0 && !r->sink->row (r->sink->data, r->line, r->fields, &r->error))
    r->stopped = TRUE;
  r->line += 1 + r->inner;
  r->inner = 0;
  r->fields = 0;
  r->after_cr = end == '\r';
}

static gboolean
parse_error (Reader *r)
{
  if (r->error == NULL)
    {
      const char *text = csv_error (&r->parser) == CSV_EPARSE
                             ? "quote where none may be, or a quoted field that is never closed"
                             : csv_strerror (csv_error (&r->parser));
      sw_error_at (&r->error, sw_source_name (r->source), r->line + r->inner, r->fields + 1, "%s",
                   text);
    }
  return FALSE;
}

static gboolean
feed (Reader *r, const char *bytes, gsize length)
{
  if (r->stopped)
    return FALSE;
  if (csv_parse (&r->parser, bytes, length, on_field, on_row, r) != length)
    return parse_error (r);
  if (csv_get_buffer_size (&r->parser) > SW_MAX_FIELD + 4096 && !r->stopped)
    {
      sw_error_at (&r->error, sw_source_name (r->source), r->line + r->inner, r->fields + 1,
                   "field is longer than 1 MiB");
      return FALSE;
    }
  return !r->stopped;
}

/* Passes over the rest of a line that is left out; its end is fed so that it is counted. */
static gsize
leave_line (Reader *r, const char *bytes, gsize length)
{
  gsize n = 0;
  while (n < length && bytes[n] != '\n' && bytes[n] != '\r')
    n++;
  if (n == length)
    return n;
  r->leaving = FALSE;
  r->after_cr = FALSE;
  feed (r, bytes + n, 1);
  return n + 1;
}

/* Line by line, so that the beginning of each can be looked at. */
static gboolean
feed_lines (Reader *r, const char *bytes, gsize length)
{
  gsize i = 0;
  while (i < length && !r->stopped)
    {
      if (r->at_start && !r->leaving && bytes[i] != '\n' && bytes[i] != '\r')
        {
          r->leaving = r->skip > 0 || (r->format->comment != 0 && bytes[i] == r->format->comment);
          r->skip -= r->skip > 0;
          r->at_start = FALSE;
        }
      if (r->leaving)
        {
          i += leave_line (r, bytes + i, length - i);
          r->at_start = !r->leaving;
          continue;
        }
      gsize n = 0;
      while (i + n < length && bytes[i + n] != '\n' && bytes[i + n] != '\r')
        n++;
      n += i + n < length;
      guint line = r->line;
      if (!feed (r, bytes + i, n))
        return FALSE;
      r->at_start = r->line != line || (r->at_start && n == 1);
      i += n;
    }
  return !r->stopped;
}

static gboolean
feed_block (Reader *r, const char *block, gsize length)
{
  const char *nul = memchr (block, 0, length);
  gsize good = nul != NULL ? (gsize)(nul - block) : length;
  if (r->format->quote && !r->quotes)
    r->quotes = memchr (block, '"', good) != NULL;
  gboolean by_line = r->format->comment != 0 || r->skip > 0 || r->leaving;
  gboolean ok = by_line ? feed_lines (r, block, good) : feed (r, block, good);
  if (ok && nul != NULL)
    return sw_error_at (&r->error, sw_source_name (r->source), r->line + r->inner, r->fields + 1,
                        "NUL byte: this is not a text file");
  return ok;
}

static gboolean
read_all (Reader *r)
{
  for (;;)
    {
      const char *block;
      gsize length;
      if (!sw_source_read (r->source, &block, &length, &r->error))
        return FALSE;
      if (length == 0)
        break;
      if (!feed_block (r, block, length))
        return FALSE;
    }
  if (csv_fini (&r->parser, on_field, on_row, r) != 0)
    return parse_error (r);
  return !r->stopped;
}

gboolean
sw_delimited_read (const SwDelimited *format, SwSource *source, const SwRowSink *sink,
                   GError **error)
{
  Reader r = { .format = format,
               .source = source,
               .sink = sink,
               .line = 1,
               .at_start = TRUE,
               .skip = format->skip };
  csv_init (&r.parser, CSV_STRICT | CSV_STRICT_FINI | CSV_APPEND_NULL | CSV_REPALL_NL);
  csv_set_delim (&r.parser, format->delimiter);
  csv_set_blk_size (&r.parser, 4096);
  if (!format->quote)
    csv_set_quote (&r.parser, NO_QUOTE);
  read_all (&r);
  csv_free (&r.parser);
  if (r.error != NULL)
    {
      g_propagate_error (error, r.error);
      return FALSE;
    }
  return TRUE;
}

static void
keep_field (gpointer data, guint index, const char *text, gsize length)
{
  g_ptr_array_add (data, g_strndup (text, length));
}

static gboolean
keep_row (gpointer data, guint line, guint n, GError **error)
{
  g_ptr_array_add (data, NULL);
  return FALSE;
}

char **
sw_delimited_first_row (const SwDelimited *format, const char *block, gsize length)
{
  g_autoptr (SwSource) source = sw_source_memory ("", block, length);
  GPtrArray *fields = g_ptr_array_new_with_free_func (g_free);
  const SwRowSink sink = { keep_field, keep_row, fields };
  sw_delimited_read (format, source, &sink, NULL);
  if (fields->len == 0 || fields->pdata[fields->len - 1] != NULL)
    {
      g_ptr_array_free (fields, TRUE);
      return NULL;
    }
  return (char **)g_ptr_array_free (fields, FALSE);
}
