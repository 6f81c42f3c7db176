/* JSON output, two blanks a level.  Text that is not UTF-8 gets U+FFFD for each wrong byte, so that
 * the result always is JSON. */
#include "sw-output.h"

#include <math.h>
#include <string.h>

struct SwJson
{
  SwText *text;
  GString *open;  /* '{' or '[' for each open level */
  gboolean empty; /* nothing was written on the innermost level */
};

SwJson *
sw_json_new (SwText *text)
{
  SwJson *json = g_new0 (SwJson, 1);
  json->text = text;
  json->open = g_string_new (NULL);
  return json;
}

void
sw_json_free (SwJson *json)
{
  g_assert (json->open->len == 0);
  g_string_free (json->open, TRUE);
  g_free (json);
}

static void
new_line (SwJson *json)
{
  sw_put_bytes (json->text, "\n", 1);
  for (gsize level = 0; level < json->open->len; level++)
    sw_put_bytes (json->text, "  ", 2);
}

/* Bytes of the UTF-8 character at p, 0 if there is none. */
static gsize
character_length (const char *p)
{
  const gunichar c = g_utf8_get_char_validated (p, -1);
  return c == (gunichar)-1 || c == (gunichar)-2 ? 0 : g_utf8_next_char (p) - p;
}

static void
put_special (SwText *text, guchar c)
{
  static const char short_forms[] = "\"\"\\\\\bb\ff\nn\rr\tt";
  static const char hex[] = "0123456789abcdef";

  for (const char *p = short_forms; *p != '\0'; p += 2)
    if ((guchar)*p == c)
      {
        sw_put_bytes (text, "\\", 1);
        sw_put_bytes (text, p + 1, 1);
        return;
      }
  const char escape[] = { '\\', 'u', '0', '0', hex[c >> 4], hex[c & 15] };
  sw_put_bytes (text, escape, sizeof escape);
}

static void
put_quoted (SwText *text, const char *string)
{
  sw_put_bytes (text, "\"", 1);
  while (*string != '\0')
    {
      gsize plain = 0;
      while ((guchar)string[plain] >= 0x20 && (guchar)string[plain] < 0x7f && string[plain] != '"'
             && string[plain] != '\\')
        plain++;
      sw_put_bytes (text, string, plain);
      string += plain;
      if (*string == '\0')
        break;
      if ((guchar)*string < 0x80)
        {
          put_special (text, *string++);
          continue;
        }
      const gsize n = character_length (string);
      sw_put_bytes (text, n > 0 ? string : "\xef\xbf\xbd", n > 0 ? n : 3);
      string += MAX (n, 1);
    }
  sw_put_bytes (text, "\"", 1);
}

/* Everything in front of a value.  Members of an object have keys, nothing else has. */
static void
begin_value (SwJson *json, const char *key)
{
  if (json->open->len == 0)
    {
      g_assert (key == NULL);
      return;
    }
  g_assert ((key != NULL) == (json->open->str[json->open->len - 1] == '{'));
  if (!json->empty)
    sw_put_bytes (json->text, ",", 1);
  json->empty = FALSE;
  new_line (json);
  if (key != NULL)
    {
      put_quoted (json->text, key);
      sw_put_bytes (json->text, ": ", 2);
    }
}

static void
end_value (SwJson *json)
{
  if (json->open->len == 0)
    sw_put_bytes (json->text, "\n", 1);
}

static void
open_level (SwJson *json, const char *key, char bracket)
{
  begin_value (json, key);
  sw_put_bytes (json->text, &bracket, 1);
  g_string_append_c (json->open, bracket);
  json->empty = TRUE;
}

void
sw_json_object (SwJson *json, const char *key)
{
  open_level (json, key, '{');
}

void
sw_json_array (SwJson *json, const char *key)
{
  open_level (json, key, '[');
}

void
sw_json_end (SwJson *json)
{
  g_assert (json->open->len > 0);
  const char bracket = json->open->str[json->open->len - 1];

  g_string_truncate (json->open, json->open->len - 1);
  if (!json->empty)
    new_line (json);
  sw_put_bytes (json->text, bracket == '{' ? "}" : "]", 1);
  json->empty = FALSE;
  end_value (json);
}

static void
put_word (SwJson *json, const char *key, const char *word)
{
  begin_value (json, key);
  sw_put (json->text, word);
  end_value (json);
}

void
sw_json_string (SwJson *json, const char *key, const char *value)
{
  if (value == NULL)
    {
      put_word (json, key, "null");
      return;
    }
  begin_value (json, key);
  put_quoted (json->text, value);
  end_value (json);
}

void
sw_json_int (SwJson *json, const char *key, gint64 value)
{
  begin_value (json, key);
  sw_put_int (json->text, value);
  end_value (json);
}

void
sw_json_real (SwJson *json, const char *key, double value, guint digits)
{
  begin_value (json, key);
  sw_put_real (json->text, value, digits);
  end_value (json);
}

void
sw_json_seconds (SwJson *json, const char *key, SwTime t)
{
  if (t == SW_TIME_NONE || t == SW_TIME_INF)
    {
      put_word (json, key, "null");
      return;
    }
  begin_value (json, key);
  sw_put_seconds (json->text, t);
  end_value (json);
}

void
sw_json_i128 (SwJson *json, const char *key, __int128 value, guint decimals)
{
  begin_value (json, key);
  sw_put_i128 (json->text, value, decimals);
  end_value (json);
}

void
sw_json_bool (SwJson *json, const char *key, gboolean value)
{
  put_word (json, key, value ? "true" : "false");
}

void
sw_json_null (SwJson *json, const char *key)
{
  put_word (json, key, "null");
}
