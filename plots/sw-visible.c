#include "sw-visible.h"

static gboolean
is_hidden (gunichar c)
{
  switch (g_unichar_type (c))
    {
    case G_UNICODE_CONTROL:
    case G_UNICODE_FORMAT:
    case G_UNICODE_LINE_SEPARATOR:
    case G_UNICODE_PARAGRAPH_SEPARATOR:
    case G_UNICODE_UNASSIGNED:
      return TRUE;
    default:
      return FALSE;
    }
}

static char *
make_visible (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  GString *out = g_string_new (NULL);
  for (const char *at = valid; *at; at = g_utf8_next_char (at))
    {
      const gunichar c = g_utf8_get_char (at);
      if (!is_hidden (c))
        g_string_append_unichar (out, c);
      else if (c == '\n' || c == '\t')
        g_string_append (out, c == '\n' ? "\\n" : "\\t");
      else
        g_string_append_printf (out, "\\u%04x", c);
    }
  return g_string_free (out, FALSE);
}

char *
sw_visible_cut (const char *text, guint characters)
{
  g_autofree char *all = make_visible (text);
  const glong length = g_utf8_strlen (all, -1);
  if (length <= (glong)characters)
    return g_steal_pointer (&all);
  const glong head = (characters - 1) / 2, tail = characters - 1 - head;
  g_autofree char *first = g_utf8_substring (all, 0, head);
  return g_strconcat (first, "\xe2\x80\xa6", g_utf8_offset_to_pointer (all, length - tail), NULL);
}

void
sw_visible_html (GString *out, const char *text)
{
  g_autofree char *visible = make_visible (text);
  for (const char *at = visible; *at; at++)
    switch (*at)
      {
      case '&':
        g_string_append (out, "&amp;");
        break;
      case '<':
        g_string_append (out, "&lt;");
        break;
      case '>':
        g_string_append (out, "&gt;");
        break;
      case '"':
        g_string_append (out, "&quot;");
        break;
      case '\'':
        g_string_append (out, "&#39;");
        break;
      default:
        g_string_append_c (out, *at);
      }
}
