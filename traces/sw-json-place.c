/* A walk over text that a parser has accepted: strings are stepped over, brackets counted.  Slow,
 * for messages only.  Whatever the text is, the walk stays inside. */
#include "sw-json-place.h"

#include <string.h>

typedef struct
{
  const char *at, *end;
} Walk;

static void
skip_blanks (Walk *w)
{
  while (w->at < w->end && strchr (" \t\r\n", *w->at) != NULL)
    w->at++;
}

/* Over the string that begins here. */
static void
skip_string (Walk *w)
{
  if (w->at == w->end)
    return;
  for (w->at++; w->at < w->end && *w->at != '"'; w->at++)
    if (*w->at == '\\' && w->at + 1 < w->end)
      w->at++;
  if (w->at < w->end)
    w->at++;
}

/* Up to the comma or bracket that ends the member which begins here. */
static void
skip_member (Walk *w)
{
  for (guint depth = 0; w->at < w->end;)
    {
      const char c = *w->at;
      if (depth == 0 && (c == ',' || c == ']' || c == '}'))
        return;
      if (c == '"')
        {
          skip_string (w);
          continue;
        }
      depth += (c == '{' || c == '[');
      depth -= (c == '}' || c == ']');
      w->at++;
    }
}

/* From the first byte of an object or array to the first of its member. */
static void
enter (Walk *w, guint member)
{
  for (guint i = 0; i <= member && w->at < w->end; i++)
    {
      w->at++; /* the bracket or a comma */
      skip_blanks (w);
      if (i < member)
        skip_member (w);
    }
}

static void
skip_key (Walk *w)
{
  skip_string (w);
  skip_blanks (w);
  if (w->at < w->end)
    w->at++; /* the colon */
  skip_blanks (w);
}

void
sw_json_place (const char *text, gsize length, const guint *path, guint depth, guint *line,
               guint *column)
{
  Walk w = { text, text + length };
  skip_blanks (&w);
  for (guint i = 0; i < depth && w.at < w.end; i++)
    {
      const gboolean object = *w.at == '{';
      enter (&w, path[i]);
      if (object && i + 1 < depth)
        skip_key (&w);
    }
  *line = *column = 1;
  for (const char *p = text; p < w.at; p++)
    if (*p == '\n')
      {
        ++*line;
        *column = 1;
      }
    else
      *column += (*p & 0xc0) != 0x80; /* characters, not bytes */
}
