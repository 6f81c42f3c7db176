#include "sw-report.h"

#include <glib/gstdio.h>
#include <string.h>

#include "sw-output.h"
#include "sw-report-page.h"
#include "sw-pictures.h"

/* Runs of one name are told apart by a number behind it. */
static void
make_names_unique (GPtrArray *results)
{
  for (guint i = 0; i < results->len; i++)
    {
      SwResult *r = results->pdata[i];
      guint same = 1;
      for (guint k = 0; k < i; k++)
        {
          const SwResult *earlier = results->pdata[k];
          same += g_str_equal (sw_result_text (r->manifest, "name"),
                               sw_result_text (earlier->manifest, "name"))
                  && g_str_has_prefix (earlier->name, r->name);
        }
      if (same > 1)
        {
          g_autofree char *plain = r->name;
          r->name = g_strdup_printf ("%s (%u)", plain, same);
        }
    }
}

static GPtrArray *
read_results (const char *const *folders, GError **error)
{
  g_autoptr (GPtrArray) results = g_ptr_array_new_with_free_func ((GDestroyNotify)sw_result_free);
  for (const char *const *folder = folders; *folder; folder++)
    {
      SwResult *result = sw_result_read (*folder, error);
      if (!result)
        return NULL;
      g_ptr_array_add (results, result);
    }
  make_names_unique (results);
  return g_steal_pointer (&results);
}

/* Writes the pictures; one of an earlier report that is not drawn this time goes away. */
static gboolean
write_pictures (const GArray *pictures, const char *out, GError **error)
{
  for (guint i = 0; i < pictures->len; i++)
    {
      const SwPicture *picture = &g_array_index (pictures, SwPicture, i);
      g_autofree char *path = g_build_filename (out, picture->file, NULL);
      if (!picture->svg)
        g_unlink (path);
      else if (!sw_write_file (path, picture->svg, strlen (picture->svg), error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
report_failures (const GArray *pictures, const char *out, GError **error)
{
  guint failed = 0;
  const char *why = NULL;
  g_autoptr (GString) names = g_string_new (NULL);
  for (guint i = 0; i < pictures->len; i++)
    {
      const SwPicture *picture = &g_array_index (pictures, SwPicture, i);
      if (!picture->failed)
        continue;
      g_string_append_printf (names, "%s%s", failed++ ? ", " : "", picture->file);
      why = why ? why : picture->why;
    }
  if (failed > 0)
    g_set_error (error, SW_ERROR, SW_ERROR_OUTSIDE, "%s: without %u of %u pictures (%s): %s", out,
                 failed, pictures->len, names->str, why);
  return failed == 0;
}

gboolean
sw_report_write (const char *const *folders, const char *out, const char *gnuplot, GError **error)
{
  g_autoptr (GPtrArray) results = read_results (folders, error);
  if (!results)
    return FALSE;
  if (g_mkdir_with_parents (out, 0777) != 0)
    {
      g_set_error (error, SW_ERROR, SW_ERROR_OUTSIDE, "%s: cannot be made: %s", out,
                   g_strerror (errno));
      return FALSE;
    }
  g_autoptr (GArray) pictures = sw_pictures_draw (results, gnuplot ? gnuplot : "gnuplot", error);
  if (!pictures)
    return FALSE;
  g_autofree char *page = sw_report_page (results, pictures, error);
  g_autofree char *path = g_build_filename (out, "report.html", NULL);
  return page && write_pictures (pictures, out, error)
         && sw_write_file (path, page, strlen (page), error)
         && report_failures (pictures, out, error);
}
