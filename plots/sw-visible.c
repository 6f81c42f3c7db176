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

char *
sw_visible (const char *text)
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
  char *all = sw_visible (text);
  if (g_utf8_strlen (all, -1) <= characters)
    return all;
  g_autofree char *whole = all;
  g_autofree char *head = g_utf8_substring (whole, 0, characters - 1);
  return g_strconcat (head, "\xe2\x80\xa6", NULL);
}

void
sw_visible_html (GString *out, const char *text)
{
  g_autofree char *visible = sw_visible (text);
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
