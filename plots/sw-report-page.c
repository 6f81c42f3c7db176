#include "sw-report-page.h"

#include <gio/gio.h>
#include <string.h>

#include "sw-report-figures.h"
#include "sw-report-runs.h"
#include "sw-pictures.h"
#include "sw-visible.h"

/* ---- pictures ---- */

/* Copies one tag, its ids and references made those of this picture.  Returns its end. */
static const char *
put_tag (GString *html, const char *tag, guint number)
{
  static const char *const heads[] = { " id='", " id=\"", "href='#" };
  while (*tag && *tag != '>')
    {
      gsize length = 0;
      for (guint i = 0; i < G_N_ELEMENTS (heads) && length == 0; i++)
        if (g_str_has_prefix (tag, heads[i]))
          length = strlen (heads[i]);
      g_string_append_len (html, tag, MAX (length, 1));
      if (length)
        g_string_append_printf (html, "picture%u-", number);
      tag += MAX (length, 1);
    }
  return tag;
}

/* The SVG from its root element on, without the titles that gnuplot gives to its parts. */
static void
put_svg (GString *html, const char *svg, guint number, const char *title)
{
  const char *at = strstr (svg, "<svg") + strlen ("<svg");
  g_string_append (html, "<svg role=\"img\" aria-label=\"");
  sw_visible_html (html, title);
  g_string_append_c (html, '"');
  at = put_tag (html, at, number);
  while (*at)
    {
      const char *title_end = g_str_has_prefix (at, "<title>") ? strstr (at, "</title>") : NULL;
      if (title_end)
        at = title_end + strlen ("</title>");
      else if (*at == '<')
        at = put_tag (html, at, number);
      else
        g_string_append_c (html, *at++);
    }
}

static void
put_pictures (GString *html, const GArray *pictures)
{
  g_string_append (html, "<h2>Pictures</h2>\n<div class=\"pictures\">\n");
  for (guint i = 0; i < pictures->len; i++)
    {
      const SwPicture *picture = &g_array_index (pictures, SwPicture, i);
      g_string_append (html, "<figure>\n<h3>");
      sw_visible_html (html, picture->title);
      g_string_append (html, "</h3>\n");
      if (picture->svg)
        put_svg (html, picture->svg, i, picture->title);
      else
        {
          g_string_append_printf (html, "<div class=\"none%s\">", picture->failed ? " warn" : "");
          sw_visible_html (html, picture->why);
          g_string_append (html, "</div>\n");
        }
      g_string_append (html, "<figcaption>");
      sw_visible_html (html, picture->caption);
      g_string_append (html, "</figcaption>\n</figure>\n");
    }
  g_string_append (html, "</div>\n");
}

/* At the top, as a page that lacks pictures must say so. */
static void
put_failures (GString *html, const GArray *pictures)
{
  for (guint i = 0; i < pictures->len; i++)
    {
      const SwPicture *picture = &g_array_index (pictures, SwPicture, i);
      if (!picture->failed)
        continue;
      g_string_append (html, "<p class=\"warn\">Not drawn: ");
      sw_visible_html (html, picture->file);
      g_string_append (html, ": ");
      sw_visible_html (html, picture->why);
      g_string_append (html, "</p>\n");
    }
}

/* ---- page ---- */

static void
put_head (GString *html, const GPtrArray *results, const char *style)
{
  const SwResult *first = results->pdata[0];
  g_string_append (html, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                         "<meta name=\"viewport\" content=\"width=device-width, "
                         "initial-scale=1\">\n<title>slicewise: ");
  sw_visible_html (html, first->name);
  if (results->len > 1)
    g_string_append_printf (html, " and %u more", results->len - 1);
  g_string_append_printf (html, "</title>\n<style>\n%s</style>\n</head>\n<body>\n<main>\n", style);
  g_string_append (html, "<h1>slicewise report</h1>\n");
}

char *
sw_report_page (const GPtrArray *results, const GArray *pictures, GError **error)
{
  g_autoptr (GBytes) style = g_resources_lookup_data ("/slicewise/plots/page.css", 0, error);
  if (!style)
    return NULL;
  GString *html = g_string_new (NULL);
  put_head (html, results, g_bytes_get_data (style, NULL));
  put_failures (html, pictures);
  sw_report_runs (html, results);
  put_pictures (html, pictures);
  sw_report_figures (html, results);
  sw_report_cuts (html, results);
  sw_report_differences (html, results);
  sw_report_details (html, results);
  g_string_append (html, "</main>\n</body>\n</html>\n");
  return g_string_free (html, FALSE);
}
