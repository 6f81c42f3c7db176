/* Lines of the standard workload format into rows.  Quotes mean nothing in it and runs of blanks
 * separate, so libcsv does not fit; what the columns mean is said by profiles/swf.ini as for every
 * other format. */
#include "sw-swf.h"

#include <string.h>

#include "sw-error.h"

#define MIN_COLUMNS 18

typedef struct
{
  SwSource *source;
  const SwRowSink *sink;
  SwSwfFacts *facts;
  GString *line; /* the part of a line that earlier blocks held */
  guint number;
} Reader;

static void
read_fact (const char *comment, SwSwfFacts *facts)
{
  static const char key[] = "UnixStartTime:";
  comment += strspn (comment, "; \t");
  if (!g_str_has_prefix (comment, key))
    return;
  g_autofree char *value = g_strstrip (g_strdup (comment + strlen (key)));
  SwTime t;
  if (sw_parse_fixed (value, SW_SECOND, &t) && t > 0)
    facts->unix_start = t;
}

/* line is cut up in place. */
static gboolean
read_line (Reader *r, char *line, GError **error)
{
  static const char blanks[] = " \t\r\f\v";
  r->number++;
  char *p = line + strspn (line, blanks);
  if (*p == ';')
    read_fact (p, r->facts);
  if (*p == ';' || *p == '\0')
    return TRUE;
  guint n = 0;
  while (*p != '\0')
    {
      gsize length = strcspn (p, blanks);
      char *next = p + length + (p[length] != '\0');
      p[length] = '\0';
      r->sink->field (r->sink->data, n++, p, length);
      p = next + strspn (next, blanks);
    }
  return r->sink->row (r->sink->data, r->number, n, error);
}

static gboolean
flush (Reader *r, GError **error)
{
  gboolean ok = read_line (r, r->line->str, error);
  g_string_truncate (r->line, 0);
  return ok;
}

static gboolean
add_block (Reader *r, const char *block, gsize length, GError **error)
{
  if (memchr (block, 0, length) != NULL)
    return sw_error_at (error, sw_source_name (r->source), 0, 0,
                        "NUL byte: this is not a text file");
  while (length > 0)
    {
      const char *end = memchr (block, '\n', length);
      gsize n = end != NULL ? (gsize)(end - block) : length;
      g_string_append_len (r->line, block, n);
      if (r->line->len > SW_MAX_FIELD)
        return sw_error_at (error, sw_source_name (r->source), r->number + 1, 0,
                            "line is longer than 1 MiB");
      if (end == NULL)
        break;
      if (!flush (r, error))
        return FALSE;
      block += n + 1;
      length -= n + 1;
    }
  return TRUE;
}

gboolean
sw_swf_read (SwSource *source, const SwRowSink *sink, SwSwfFacts *facts, GError **error)
{
  g_autoptr (GString) line = g_string_new (NULL);
  Reader r = { source, sink, facts, line, 0 };
  GError *fault = NULL;
  *facts = (SwSwfFacts){ SW_TIME_NONE };
  for (;;)
    {
      const char *block;
      gsize length;
      if (!sw_source_read (source, &block, &length, &fault))
        break;
      if (length == 0)
        {
          if (line->len > 0)
            flush (&r, &fault);
          break;
        }
      if (!add_block (&r, block, length, &fault))
        break;
    }
  if (fault != NULL)
    g_propagate_error (error, fault);
  return fault == NULL;
}

gboolean
sw_swf_looks_like (const char *block, gsize length)
{
  gsize i = 0;
  while (i < length && g_ascii_isspace (block[i]))
    i++;
  if (i < length && block[i] == ';')
    return TRUE;
  guint columns = 0;
  while (i < length && block[i] != '\n')
    {
      gsize begin = i;
      while (i < length && (g_ascii_isdigit (block[i]) || strchr ("+-.e", block[i]) != NULL))
        i++;
      if (i == begin)
        return FALSE;
      columns++;
      while (i < length && (block[i] == ' ' || block[i] == '\t' || block[i] == '\r'))
        i++;
    }
  return columns >= MIN_COLUMNS;
}
