/* A scanner over one buffer: fields are unquoted where they stand and end in a NUL. */
#include "sw-columns.h"

#include <string.h>

#include "sw-quantity.h"

struct SwColumns
{
  char *path;
  char *bytes, *at, *end; /* at: start of the next row */
  guint line, next_line;
  GPtrArray *names, *fields; /* borrowed from bytes */
};

/* Reads the field at *at and moves there behind its delimiter.  Returns the delimiter: ',', '\n',
   or 0 for a field with text behind its closing quote, or without one. */
static char
cut_field (SwColumns *columns, char **at, char **field)
{
  char *in = *at, *out = in;
  *field = in;
  if (*in != '"')
    {
      in += strcspn (in, ",\n");
      out = in;
    }
  else
    for (in++; *in != '"' || in[1] == '"'; *out++ = *in++)
      {
        if (*in == '\0')
          return 0;
        columns->next_line += *in == '\n';
        in += *in == '"';
      }
  const gboolean quoted = out != in;
  in += quoted;
  const char delimiter = in >= columns->end ? '\n' : *in;
  if (delimiter != ',' && delimiter != '\n')
    return 0;
  if (!quoted && delimiter == '\n' && out > *field && out[-1] == '\r')
    out--;
  *out = '\0';
  *at = in + 1;
  return delimiter;
}

static gboolean
cut_row (SwColumns *columns, GPtrArray *fields, GError **error)
{
  g_ptr_array_set_size (fields, 0);
  columns->line = columns->next_line;
  for (char delimiter = ','; delimiter == ',';)
    {
      char *field;
      delimiter = cut_field (columns, &columns->at, &field);
      if (!delimiter)
        return sw_error_at (error, columns->path, columns->line, 0, "broken quotes in field %u",
                            fields->len + 1);
      g_ptr_array_add (fields, field);
    }
  columns->next_line++;
  return TRUE;
}

SwColumns *
sw_columns_open (const char *path, GError **error)
{
  g_autoptr (SwColumns) columns = g_new0 (SwColumns, 1);
  columns->path = g_strdup (path);
  columns->names = g_ptr_array_new ();
  columns->fields = g_ptr_array_new ();
  columns->next_line = 1;
  g_autoptr (GError) why = NULL;
  gsize length;
  if (!g_file_get_contents (path, &columns->bytes, &length, &why))
    {
      sw_error_at (error, path, 0, 0, "cannot be read: %s", why->message);
      return NULL;
    }
  columns->at = columns->bytes;
  columns->end = columns->bytes + length;
  if (length == 0)
    {
      sw_error_at (error, path, 1, 0, "the header is missing");
      return NULL;
    }
  return cut_row (columns, columns->names, error) ? g_steal_pointer (&columns) : NULL;
}

void
sw_columns_free (SwColumns *columns)
{
  if (!columns)
    return;
  g_ptr_array_unref (columns->names);
  g_ptr_array_unref (columns->fields);
  g_free (columns->bytes);
  g_free (columns->path);
  g_free (columns);
}

int
sw_columns_find (const SwColumns *columns, const char *name, GError **error)
{
  for (guint i = 0; i < columns->names->len; i++)
    if (g_str_equal (columns->names->pdata[i], name))
      return i;
  if (error)
    sw_error_at (error, columns->path, 1, 0, "there is no column %s", name);
  return -1;
}

gboolean
sw_columns_next (SwColumns *columns, GError **error)
{
  if (columns->at >= columns->end)
    return FALSE;
  if (!cut_row (columns, columns->fields, error))
    return FALSE;
  if (columns->fields->len == columns->names->len)
    return TRUE;
  return sw_error_at (error, columns->path, columns->line, 0, "%u fields, %u expected",
                      columns->fields->len, columns->names->len);
}

const char *
sw_columns_text (const SwColumns *columns, int column)
{
  return columns->fields->pdata[column];
}

gboolean
sw_columns_number (const SwColumns *columns, int column, double *out, GError **error)
{
  const char *text = sw_columns_text (columns, column);
  if (*text == '\0')
    return FALSE;
  if (sw_parse_real (text, out))
    return TRUE;
  return sw_error_at (error, columns->path, columns->line, 0, "column %s: \"%s\" is not a number",
                      (const char *)columns->names->pdata[column], text);
}
