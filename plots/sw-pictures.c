#include "sw-pictures.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>

#include "sw-output.h"
#include "sw-plot-data.h"
#include "sw-visible.h"

#define WORDS_OF_GNUPLOT 400 /* characters of its messages that a report repeats */

static const char *const scripts[]
    = { "style.gp", "use.gp", "queue.gp", "waits.gp", "sizes.gp", "shares.gp", "fragmentation.gp" };

typedef struct
{
  char *folder;  /* scratch */
  GString *main; /* script that loads the others, picture by picture */
  GArray *pictures;
} SwStudio;

static void
clear_picture (gpointer data)
{
  SwPicture *picture = data;
  g_free (picture->file);
  g_free (picture->title);
  g_free (picture->caption);
  g_free (picture->svg);
  g_free (picture->why);
}

/* lines: of the main script that draw it; NULL: there is nothing to draw, for the reason why. */
static void
plan (SwStudio *studio, const char *file, const char *title, const char *caption, const char *lines,
      const char *why)
{
  const SwPicture picture = { g_strdup (file), g_strdup (title), g_strdup (caption), NULL,
                              g_strdup (why),  lines != NULL };
  g_array_append_val (studio->pictures, picture);
  if (lines)
    g_string_append (studio->main, lines);
}

static gboolean
any (const GPtrArray *results, gboolean jobs)
{
  for (guint i = 0; i < results->len; i++)
    {
      const SwResult *r = results->pdata[i];
      if (jobs ? r->has_jobs : r->has_timeline)
        return TRUE;
    }
  return FALSE;
}

/* "shown = '1 3'", then the script. */
static char *
lines_for (guint64 runs, const char *script)
{
  if (!runs)
    return NULL;
  GString *lines = g_string_new ("shown = '");
  for (guint i = 0; i < SW_PLOT_RUNS; i++)
    if (runs >> i & 1)
      g_string_append_printf (lines, "%s%u", lines->str[lines->len - 1] == '\'' ? "" : " ", i + 1);
  g_string_append_printf (lines, "'\nload '%s'\n", script);
  return g_string_free (lines, FALSE);
}

static void
plan_use (SwStudio *studio, const GPtrArray *results, const SwPlotData *data)
{
  for (guint i = 0; i < MIN (results->len, SW_PLOT_RUNS); i++)
    {
      const SwResult *r = results->pdata[i];
      const gboolean drawn = data->use >> i & 1;
      g_autofree char *file = g_strdup_printf ("use-%u.svg", i + 1);
      g_autofree char *title = g_strdup_printf ("Use of the GPUs, %s", r->name);
      g_autofree char *lines = drawn ? g_strdup_printf ("run = %u\nload 'use.gp'\n", i + 1) : NULL;
      plan (studio, file, title, "GPUs that exist, stacked by what they are used for.", lines,
            drawn             ? NULL
            : r->has_timeline ? "no data: the run took no time or had no GPUs"
                              : "no data: timeline.csv was not written");
    }
}

static void
plan_rest (SwStudio *studio, const GPtrArray *results, const SwPlotData *data)
{
  g_autofree char *queue = lines_for (data->queue, "queue.gp");
  g_autofree char *waits = lines_for (data->waits, "waits.gp");
  g_autofree char *sizes = lines_for (data->sizes, "sizes.gp");
  plan (studio, "queue.svg", "Waiting jobs", "Number of jobs that wait, over time.", queue,
        queue                  ? NULL
        : any (results, FALSE) ? "no data: the run took no time"
                               : "no data: timeline.csv was not written");
  plan (studio, "waits.svg", "Wait",
        "Share of the jobs that ran and ended whose wait was at most so long; waits below 1 s "
        "stand at 1 s.",
        waits,
        waits                 ? NULL
        : any (results, TRUE) ? "no data: no job ran and ended"
                              : "no data: jobs.csv was not written");
  plan (studio, "sizes.svg", "Wait by size of the job",
        "From the median to the maximum, with a mark at the 95th percentile; waits below 1 s stand "
        "at 1 s.",
        sizes, sizes ? NULL : "no data: no job ran and ended");
}

/* "run = 2", "curves = '1 3'", then the script. */
static char *
lines_for_shares (guint run, guint32 curves)
{
  GString *lines = g_string_new (NULL);
  g_string_append_printf (lines, "run = %u\ncurves = '", run + 1);
  for (guint curve = 0; curve < SW_N_SHARES; curve++)
    if (curves >> curve & 1)
      g_string_append_printf (lines, "%u ", curve + 1);
  g_string_append (lines, "'\nload 'shares.gp'\n");
  return g_string_free (lines, FALSE);
}

/* Only of runs that share cards: others do not even say that there is no data. */
static void
plan_sharing (SwStudio *studio, const GPtrArray *results, const SwPlotData *data)
{
  for (guint i = 0; i < MIN (results->len, SW_PLOT_RUNS); i++)
    {
      const SwResult *r = results->pdata[i];
      if (!data->curves[i])
        continue;
      g_autofree char *file = g_strdup_printf ("shares-%u.svg", i + 1);
      g_autofree char *title = g_strdup_printf ("Allocated and used, %s", r->name);
      g_autofree char *lines = lines_for_shares (i, data->curves[i]);
      plan (studio, file, title,
            "Share of what exists that jobs hold, and that they use: four answers to how full the "
            "cluster is.",
            lines, NULL);
    }
  g_autofree char *lines = lines_for (data->fragmentation, "fragmentation.gp");
  if (lines)
    plan (studio, "fragmentation.svg", "Fragmentation",
          "What a typical task cannot use of the free GPUs, in percent of the GPUs that exist.",
          lines, NULL);
}

static gboolean
write_scripts (const SwStudio *studio, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (scripts); i++)
    {
      g_autofree char *resource = g_strconcat ("/slicewise/plots/", scripts[i], NULL);
      g_autoptr (GBytes) bytes = g_resources_lookup_data (resource, 0, error);
      if (!bytes)
        return FALSE;
      g_autofree char *path = g_build_filename (studio->folder, scripts[i], NULL);
      gsize length;
      const char *text = g_bytes_get_data (bytes, &length);
      if (!g_file_set_contents (path, text, length, error))
        return FALSE;
    }
  g_autofree char *path = g_build_filename (studio->folder, "main.gp", NULL);
  return g_file_set_contents (path, studio->main->str, studio->main->len, error);
}

/* Runs gnuplot in the scratch folder.  Returns what it failed at, transfer full, or NULL. */
static char *
run_gnuplot (const SwStudio *studio, const char *gnuplot)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *program = g_find_program_in_path (gnuplot);
  if (!program)
    return g_strdup_printf ("there is no program %s to run", gnuplot);
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (
      G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_MERGE);
  g_subprocess_launcher_set_cwd (launcher, studio->folder);
  g_subprocess_launcher_unsetenv (launcher, "DISPLAY");
  g_subprocess_launcher_unsetenv (launcher, "GNUTERM");
  g_subprocess_launcher_setenv (launcher, "LC_ALL", "C.UTF-8", TRUE);
  g_autoptr (GSubprocess) process
      = g_subprocess_launcher_spawn (launcher, &error, program, "-d", "main.gp", NULL);
  if (!process)
    return g_strdup_printf ("gnuplot cannot be run: %s", error->message);
  g_autoptr (GBytes) output = NULL;
  if (!g_subprocess_communicate (process, NULL, NULL, &output, NULL, &error))
    return g_strdup_printf ("gnuplot cannot be run: %s", error->message);
  gsize length;
  const char *bytes = g_bytes_get_data (output, &length);
  g_autofree char *all = g_strndup (length ? bytes : "", length);
  g_autofree char *said = sw_visible_cut (g_strstrip (all), WORDS_OF_GNUPLOT);
  if (!g_subprocess_get_if_exited (process))
    return g_strdup_printf ("gnuplot died of signal %d. %s", g_subprocess_get_term_sig (process),
                            said);
  const int status = g_subprocess_get_exit_status (process);
  return status == 0 ? NULL : g_strdup_printf ("gnuplot ended with status %d. %s", status, said);
}

static void
take_pictures (SwStudio *studio, const char *failure)
{
  for (guint i = 0; i < studio->pictures->len; i++)
    {
      SwPicture *picture = &g_array_index (studio->pictures, SwPicture, i);
      if (!picture->failed)
        continue;
      g_autofree char *path = g_build_filename (studio->folder, picture->file, NULL);
      g_autofree char *svg = NULL;
      gsize length;
      if (g_file_get_contents (path, &svg, &length, NULL) && g_utf8_validate (svg, length, NULL)
          && strstr (svg, "<svg") && strstr (svg, "</svg>"))
        {
          picture->svg = g_steal_pointer (&svg);
          picture->failed = FALSE;
        }
      else
        picture->why = g_strdup (failure ? failure : "gnuplot wrote no picture");
    }
}

static void
remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  for (const char *name; dir && (name = g_dir_read_name (dir));)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_unlink (path);
    }
  g_rmdir (folder);
}

static gboolean
draw (SwStudio *studio, const GPtrArray *results, const char *gnuplot, GError **error)
{
  SwPlotData data;
  if (!sw_plot_data_write (results, studio->folder, &data, error))
    return FALSE;
  plan_use (studio, results, &data);
  plan_sharing (studio, results, &data);
  plan_rest (studio, results, &data);
  if (!write_scripts (studio, error))
    return FALSE;
  g_autofree char *failure = run_gnuplot (studio, gnuplot);
  take_pictures (studio, failure);
  return TRUE;
}

GArray *
sw_pictures_draw (const GPtrArray *results, const char *gnuplot, GError **error)
{
  SwStudio studio = { g_dir_make_tmp ("slicewise-XXXXXX", error), NULL, NULL };
  if (!studio.folder)
    return NULL;
  studio.main = g_string_new ("load 'params.gp'\n");
  studio.pictures = g_array_new (FALSE, FALSE, sizeof (SwPicture));
  g_array_set_clear_func (studio.pictures, clear_picture);
  const gboolean drawn = draw (&studio, results, gnuplot, error);
  remove_folder (studio.folder);
  g_free (studio.folder);
  g_string_free (studio.main, TRUE);
  if (!drawn)
    g_clear_pointer (&studio.pictures, g_array_unref);
  return studio.pictures;
}
