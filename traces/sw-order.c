/* Reading order files, and putting nodes in order.  The places of all numbers are kept: whether a
 * number can be is known only when it meets the jobs or nodes. */
#include "sw-order.h"

#include <string.h>

#include "sw-error.h"
#include "sw-source.h"

#define MAX_NUMBER (G_MAXUINT32 - 2)

void
sw_order_free (SwOrder *order)
{
  if (order == NULL)
    return;
  g_free (order->path);
  g_free (order->sha256);
  g_array_unref (order->numbers);
  g_array_unref (order->columns);
  g_free (order);
}

gboolean
sw_order_fault (const SwOrder *order, guint nth, GError **error, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (format, args);
  va_end (args);
  const guint column = nth < order->columns->len ? g_array_index (order->columns, guint32, nth) : 0;
  return sw_error_at (error, order->path, order->line, column, "%s", text);
}

static gboolean
read_text (SwSource *source, GString *text, GError **error)
{
  for (;;)
    {
      const char *block;
      gsize length;
      if (!sw_source_read (source, &block, &length, error))
        return FALSE;
      if (length == 0)
        return TRUE;
      g_string_append_len (text, block, length);
    }
}

static gboolean
is_blank (const char *p, const char *end)
{
  while (p < end && g_ascii_isspace (*p))
    p++;
  return p == end;
}

typedef struct
{
  const char *begin, *end;
  guint number;
} Line;

/* The lines that are not blank: at most two. */
static gboolean
find_lines (const SwOrder *order, const GString *text, Line lines[2], guint *n, GError **error)
{
  const char *p = text->str, *stop = text->str + text->len;
  *n = 0;
  for (guint number = 1; p < stop; number++)
    {
      const char *end = memchr (p, '\n', stop - p);
      end = end != NULL ? end : stop;
      if (!is_blank (p, end))
        {
          if (*n == 2)
            return sw_error_at (error, order->path, number, 0,
                                "a third line; expected the order of arrivals in one and the ranks "
                                "of the nodes in the next");
          lines[(*n)++] = (Line){ p, end, number };
        }
      p = end + 1;
    }
  return *n > 0 || sw_error_at (error, order->path, 0, 0, "there are no numbers in this file");
}

static gboolean
take_number (SwOrder *order, const char *line, const char **p, const char *end, GError **error)
{
  const char *begin = *p;
  const guint column = begin - line + 1;
  guint64 value = 0;
  for (; *p < end && g_ascii_isdigit (**p) && value <= MAX_NUMBER; (*p)++)
    value = 10 * value + (**p - '0');
  if (*p == begin || (*p < end && !g_ascii_isspace (**p)) || value > MAX_NUMBER)
    {
      gsize length = 0;
      while (begin + length < end && length < 40 && !g_ascii_isspace (begin[length]))
        length++;
      g_autofree char *word = g_strndup (begin, length);
      g_autofree char *valid = g_utf8_make_valid (word, -1);
      return sw_error_at (error, order->path, order->line, column,
                          "\"%s\" is not a whole number from 0", valid);
    }
  const guint32 number = (guint32)value;
  g_array_append_val (order->numbers, number);
  g_array_append_val (order->columns, column);
  return TRUE;
}

static gboolean
take_line (SwOrder *order, const Line *line, GError **error)
{
  order->line = line->number;
  for (const char *p = line->begin; p < line->end;)
    if (g_ascii_isspace (*p))
      p++;
    else if (!take_number (order, line->begin, &p, line->end, error))
      return FALSE;
  return TRUE;
}

SwOrder *
sw_order_read (const char *path, SwOrderPart part, GError **error)
{
  g_autoptr (SwSource) source = sw_source_open (path, error);
  if (source == NULL)
    return NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (SwOrder) order = g_new0 (SwOrder, 1);
  order->path = g_strdup (path);
  order->numbers = g_array_new (FALSE, FALSE, sizeof (guint32));
  order->columns = g_array_new (FALSE, FALSE, sizeof (guint32));
  Line lines[2];
  guint n;
  order->sha256 = sw_source_sha256 (source, error);
  if (order->sha256 == NULL || !read_text (source, text, error)
      || !find_lines (order, text, lines, &n, error)
      || !take_line (order, &lines[part == SW_ORDER_RANKS ? n - 1 : 0], error))
    return NULL;
  return g_steal_pointer (&order);
}

gboolean
sw_order_rank_nodes (const SwOrder *ranks, SwNodeTable *nodes, guint32 first, GError **error)
{
  const guint32 n = sw_node_table_count (nodes) - first, given = ranks->numbers->len;
  const guint32 *numbers = (const guint32 *)ranks->numbers->data;
  g_autofree gboolean *seen = g_new0 (gboolean, MAX (n, 1));
  if (given != n)
    return sw_order_fault (ranks, given > n ? n : given, error,
                           "%u ranks, but there are %u nodes: expected a rank for each", given, n);
  for (guint32 i = 0; i < n; i++)
    {
      if (numbers[i] >= n)
        return sw_order_fault (ranks, i, error, "rank %u of %u nodes: expected 0 to %u", numbers[i],
                               n, n - 1);
      if (seen[numbers[i]])
        return sw_order_fault (ranks, i, error,
                               "rank %u comes twice: expected each of 0 to %u once", numbers[i],
                               n - 1);
      seen[numbers[i]] = TRUE;
    }
  sw_node_table_rank (nodes, first, numbers);
  return TRUE;
}
