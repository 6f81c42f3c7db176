/* Result folders: whole or not there. */
#include "sw-check.h"
#include "sw-output.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct
{
  char *parent; /* an empty folder */
  char *path;   /* parent/out */
} Place;

static void
place_init (Place *place)
{
  place->parent = sw_test_folder ();
  place->path = g_build_filename (place->parent, "out", NULL);
}

static void
place_clear (Place *place)
{
  g_free (place->path);
  sw_test_remove (place->parent);
}

static guint
count_names (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  guint n = 0;
  while (dir != NULL && g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

static void
put_file (SwFolder *folder, const char *name, const char *content)
{
  g_autofree char *path = sw_folder_file (folder, name);
  g_autoptr (GError) error = NULL;
  SwText *text = sw_text_open (path, &error);
  CHECK_NO_ERROR (error);
  sw_put (text, content);
  CHECK_TRUE (sw_text_close (text, &error));
}

/* A committed folder with a manifest and one more file. */
static void
make_result (const char *path, const char *content)
{
  g_autoptr (GError) error = NULL;
  SwFolder *folder = sw_folder_new (path, &error);
  CHECK_NO_ERROR (error);
  put_file (folder, "jobs.csv", content);
  put_file (folder, "manifest.json", "{}\n");
  CHECK_TRUE (sw_folder_commit (folder, &error));
  CHECK_NO_ERROR (error);
}

static void
appears_at_commit (void)
{
  Place place;
  place_init (&place);
  g_autoptr (GError) error = NULL;
  SwFolder *folder = sw_folder_new (place.path, &error);
  CHECK_NO_ERROR (error);
  put_file (folder, "manifest.json", "{}\n");
  put_file (folder, "report/waits.svg", "<svg/>\n");
  CHECK_FALSE (g_file_test (place.path, G_FILE_TEST_EXISTS));
  CHECK_INT (count_names (place.parent), 1);
  CHECK_TRUE (sw_folder_commit (folder, &error));
  CHECK_INT (count_names (place.parent), 1);
  CHECK_INT (count_names (place.path), 2);
  g_autofree char *svg = sw_test_read (place.path, "report/waits.svg");
  CHECK_STR (svg, "<svg/>\n");
  place_clear (&place);
}

static void
permissions_follow_the_mask (void)
{
  Place place;
  place_init (&place);
  const mode_t before = umask (027);
  make_result (place.path, "x");
  GStatBuf status;
  CHECK_INT (g_stat (place.path, &status), 0);
  CHECK_INT (status.st_mode & 0777, 0750);
  umask (before);
  place_clear (&place);
}

static void
discard_leaves_nothing (void)
{
  Place place;
  place_init (&place);
  SwFolder *folder = sw_folder_new (place.path, NULL);
  put_file (folder, "jobs.csv", "x");
  put_file (folder, "deep/er/file", "x");
  sw_folder_discard (folder);
  CHECK_INT (count_names (place.parent), 0);
  sw_folder_discard (NULL);
  place_clear (&place);
}

static void
results_are_replaced (void)
{
  Place place;
  place_init (&place);
  make_result (place.path, "old");
  g_autofree char *extra = g_build_filename (place.path, "sub", NULL);
  g_mkdir (extra, 0777);
  g_autofree char *inside = sw_test_write (extra, "old-picture.svg", "x");
  g_autoptr (GError) error = NULL;
  SwFolder *folder = sw_folder_new (place.path, &error);
  put_file (folder, "jobs.csv", "new");
  put_file (folder, "manifest.json", "{}\n");
  g_autofree char *before = sw_test_read (place.path, "jobs.csv");
  CHECK_STR (before, "old");
  CHECK_TRUE (sw_folder_commit (folder, &error));
  CHECK_NO_ERROR (error);
  g_autofree char *after = sw_test_read (place.path, "jobs.csv");
  CHECK_STR (after, "new");
  CHECK_FALSE (g_file_test (inside, G_FILE_TEST_EXISTS));
  CHECK_INT (count_names (place.parent), 1);
  place_clear (&place);
}

static void
check_refused (const Place *place, const char *path, const char *part)
{
  g_autoptr (GError) error = NULL;
  const guint names = count_names (place->parent);
  CHECK_TRUE (sw_folder_new (path, &error) == NULL);
  CHECK_ERROR (error, SW_ERROR_USAGE, part);
  CHECK_INT (count_names (place->parent), names);
}

static void
anything_else_is_refused (void)
{
  Place place;
  place_init (&place);
  g_autofree char *file = sw_test_write (place.parent, "file", "precious");
  check_refused (&place, file, "file: exists and is not a folder of results");
  g_mkdir (place.path, 0777);
  check_refused (&place, place.path, "out: exists and holds no manifest.json");
  g_autofree char *other = sw_test_write (place.path, "thesis.tex", "precious");
  check_refused (&place, place.path, "out: exists and holds no manifest.json");
  g_autofree char *manifest = g_build_filename (place.path, "manifest.json", NULL);
  g_mkdir (manifest, 0777);
  check_refused (&place, place.path, "out: exists and holds no manifest.json");
  g_autofree char *dangling = g_build_filename (place.parent, "link", NULL);
  CHECK_INT (symlink ("nowhere", dangling), 0);
  check_refused (&place, dangling, "link: exists and is not a folder of results");
  g_autofree char *still = sw_test_read (place.parent, "file");
  CHECK_STR (still, "precious");
  CHECK_TRUE (g_file_test (other, G_FILE_TEST_EXISTS));

  g_autoptr (GError) error = NULL;
  g_autofree char *nowhere = g_build_filename (place.parent, "no", "such", "folder", NULL);
  CHECK_TRUE (sw_folder_new (nowhere, &error) == NULL);
  CHECK_ERROR (error, SW_ERROR_OUTSIDE, "cannot make the folder");
  place_clear (&place);
}

static void
place_taken_meanwhile (void)
{
  Place place;
  place_init (&place);
  g_autoptr (GError) error = NULL;
  SwFolder *folder = sw_folder_new (place.path, &error);
  put_file (folder, "manifest.json", "{}");
  g_mkdir (place.path, 0777);
  g_autofree char *file = sw_test_write (place.path, "precious", "x");
  CHECK_FALSE (sw_folder_commit (folder, &error));
  CHECK_ERROR (error, SW_ERROR_USAGE, "holds no manifest.json");
  sw_folder_discard (folder);
  CHECK_TRUE (g_file_test (file, G_FILE_TEST_EXISTS));
  CHECK_INT (count_names (place.parent), 1);
  place_clear (&place);
}

static void
links_and_slashes (void)
{
  Place place;
  place_init (&place);
  make_result (place.path, "old");
  g_autofree char *link = g_build_filename (place.parent, "link", NULL);
  CHECK_INT (symlink ("out", link), 0);
  make_result (link, "through the link");
  CHECK_TRUE (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
  g_autofree char *text = sw_test_read (place.path, "jobs.csv");
  CHECK_STR (text, "through the link");
  g_autofree char *slashes = g_strconcat (place.parent, "//fresh///", NULL);
  make_result (slashes, "x");
  g_autofree char *fresh = g_build_filename (place.parent, "fresh", "manifest.json", NULL);
  CHECK_TRUE (g_file_test (fresh, G_FILE_TEST_EXISTS));
  g_autofree char *odd = g_build_filename (place.parent, "my r\xc3\xa4sults '1 \"%s", NULL);
  make_result (odd, "x");
  CHECK_TRUE (g_file_test (odd, G_FILE_TEST_IS_DIR));
  place_clear (&place);
}

/* A link inside a folder that is replaced must not lead the removal elsewhere. */
static void
removal_follows_no_link (void)
{
  Place place;
  place_init (&place);
  make_result (place.path, "old");
  g_autofree char *elsewhere = g_build_filename (place.parent, "elsewhere", NULL);
  g_mkdir (elsewhere, 0777);
  g_autofree char *file = sw_test_write (elsewhere, "precious", "x");
  g_autofree char *link = g_build_filename (place.path, "link", NULL);
  CHECK_INT (symlink (elsewhere, link), 0);
  make_result (place.path, "new");
  CHECK_TRUE (g_file_test (file, G_FILE_TEST_EXISTS));
  place_clear (&place);
}

/* Killed at any moment before commit, a run leaves the place as it was. */
static void
a_crash_leaves_the_place (void)
{
  Place place;
  place_init (&place);
  make_result (place.path, "old");
  const pid_t child = fork ();
  if (child == 0)
    {
      SwFolder *folder = sw_folder_new (place.path, NULL);
      g_autofree char *path = sw_folder_file (folder, "manifest.json");
      SwText *text = sw_text_open (path, NULL);
      sw_put (text, "{");
      kill (getpid (), SIGKILL);
    }
  int status;
  waitpid (child, &status, 0);
  CHECK_TRUE (WIFSIGNALED (status));
  g_autofree char *text = sw_test_read (place.path, "jobs.csv");
  CHECK_STR (text, "old");
  CHECK_INT (count_names (place.path), 2);
  g_autoptr (GDir) dir = g_dir_open (place.parent, 0, NULL);
  for (const char *name; (name = g_dir_read_name (dir)) != NULL;)
    CHECK_TRUE (strcmp (name, "out") == 0 || name[0] == '.');
  place_clear (&place);
}

static void
whole_files (void)
{
  Place place;
  place_init (&place);
  g_autoptr (GError) error = NULL;
  CHECK_TRUE (sw_write_file (place.path, "abc", 3, &error));
  CHECK_TRUE (sw_write_file (place.path, "de", 2, &error));
  CHECK_NO_ERROR (error);
  g_autofree char *text = sw_test_read (place.parent, "out");
  CHECK_STR (text, "de");
  CHECK_INT (count_names (place.parent), 1);
  g_autofree char *nowhere = g_build_filename (place.parent, "no", "file", NULL);
  CHECK_FALSE (sw_write_file (nowhere, "x", 1, &error));
  CHECK_ERROR (error, SW_ERROR_OUTSIDE, "file: cannot write: ");
  place_clear (&place);
}

static void
sha256 (void)
{
  Place place;
  place_init (&place);
  g_autofree char *path = sw_test_write (place.parent, "f", "abc");
  g_autofree char *empty = sw_test_write (place.parent, "e", "");
  g_autofree char *a = sw_file_sha256 (path, NULL), *b = sw_file_sha256 (empty, NULL);
  CHECK_STR (a, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK_STR (b, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  g_autoptr (GError) error = NULL, folder_error = NULL;
  CHECK_TRUE (sw_file_sha256 (place.path, &error) == NULL);
  CHECK_ERROR (error, SW_ERROR_INPUT, "out: cannot read: ");
  CHECK_TRUE (sw_file_sha256 (place.parent, &folder_error) == NULL);
  CHECK_ERROR (folder_error, SW_ERROR_INPUT, "cannot read: ");
  place_clear (&place);
}

SW_CHECKS ("folder", { "appears at commit", appears_at_commit },
           { "permissions follow the mask", permissions_follow_the_mask },
           { "discard leaves nothing", discard_leaves_nothing },
           { "results are replaced", results_are_replaced },
           { "anything else is refused", anything_else_is_refused },
           { "place taken meanwhile", place_taken_meanwhile },
           { "links and slashes", links_and_slashes },
           { "removal follows no link", removal_follows_no_link },
           { "a crash leaves the place", a_crash_leaves_the_place }, { "whole files", whole_files },
           { "SHA-256", sha256 })
