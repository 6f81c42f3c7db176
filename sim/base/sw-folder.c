/* Result folders and whole files.  A folder grows as a hidden sibling of its place and takes it by
 * one rename; an older folder of results is exchanged with it and then removed, so that at every
 * moment the place holds one complete result or none. */
#include "sw-output.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

#include "sw-resource.h"

#define MANIFEST "manifest.json"

struct SwFolder
{
  char *path;      /* where it goes */
  char *temporary; /* where it grows */
};

static gboolean
fail (GError **error, SwErrorCode code, const char *path, const char *text)
{
  g_set_error (error, SW_ERROR, code, "%s: %s", path, text);
  return FALSE;
}

static gboolean
fail_errno (GError **error, const char *path, const char *what, int number)
{
  g_set_error (error, SW_ERROR, SW_ERROR_OUTSIDE, "%s: cannot %s: %s", path, what,
               g_strerror (number));
  return FALSE;
}

static gboolean
exists (const char *path)
{
  GStatBuf buffer;
  return g_lstat (path, &buffer) == 0;
}

/* TRUE if the place is free or holds a folder of results. */
static gboolean
check_place (const char *path, GError **error)
{
  if (!exists (path))
    return TRUE;
  if (!g_file_test (path, G_FILE_TEST_IS_DIR))
    return fail (error, SW_ERROR_USAGE, path, "exists and is not a folder of results");
  g_autofree char *manifest = g_build_filename (path, MANIFEST, NULL);
  if (!g_file_test (manifest, G_FILE_TEST_IS_REGULAR))
    return fail (error, SW_ERROR_USAGE, path, "exists and holds no " MANIFEST "; it is left alone");
  return TRUE;
}

/* Absolute, without a link or a slash at its end, so that the sibling lies in the same folder. */
static char *
resolve_place (const char *path)
{
  char *real = realpath (path, NULL);
  if (real == NULL)
    return g_canonicalize_filename (path, NULL);
  char *copy = g_strdup (real);
  free (real);
  return copy;
}

SwFolder *
sw_folder_new (const char *path, GError **error)
{
  g_autofree char *place = resolve_place (path);
  if (!check_place (place, error))
    return NULL;

  g_autofree char *parent = g_path_get_dirname (place), *name = g_path_get_basename (place);
  g_autofree char *sibling = g_strdup_printf ("%s/.%s.XXXXXX", parent, name);
  if (g_mkdtemp_full (sibling, 0777) == NULL)
    {
      fail_errno (error, path, "make the folder", errno);
      return NULL;
    }
  SwFolder *folder = g_new0 (SwFolder, 1);
  folder->path = g_steal_pointer (&place);
  folder->temporary = g_steal_pointer (&sibling);
  return folder;
}

char *
sw_folder_file (SwFolder *folder, const char *name)
{
  char *path = g_build_filename (folder->temporary, name, NULL);
  if (strchr (name, '/') != NULL)
    {
      /* A failure shows when the file is opened. */
      g_autofree char *parent = g_path_get_dirname (path);
      g_mkdir_with_parents (parent, 0777);
    }
  return path;
}

/* Removes a file, a link or a folder with all that is in it; follows no link. */
static void
remove_all (const char *path)
{
  if (g_file_test (path, G_FILE_TEST_IS_DIR) && !g_file_test (path, G_FILE_TEST_IS_SYMLINK))
    {
      g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
      for (const char *name; dir != NULL && (name = g_dir_read_name (dir)) != NULL;)
        {
          g_autofree char *child = g_build_filename (path, name, NULL);
          remove_all (child);
        }
    }
  g_remove (path);
}

static void
folder_free (SwFolder *folder)
{
  g_free (folder->path);
  g_free (folder->temporary);
  g_free (folder);
}

void
sw_folder_discard (SwFolder *folder)
{
  if (folder == NULL)
    return;
  remove_all (folder->temporary);
  folder_free (folder);
}

/* For file systems that cannot exchange: for a moment the place is empty, never half full. */
static gboolean
replace_in_two_steps (SwFolder *folder)
{
  g_autofree char *aside = g_strconcat (folder->temporary, ".old", NULL);
  if (g_rename (folder->path, aside) != 0)
    return FALSE;
  if (g_rename (folder->temporary, folder->path) != 0)
    {
      const int number = errno;
      g_rename (aside, folder->path);
      errno = number;
      return FALSE;
    }
  remove_all (aside);
  return TRUE;
}

static gboolean
take_place (SwFolder *folder)
{
  if (!exists (folder->path))
    return g_rename (folder->temporary, folder->path) == 0;
  if (renameat2 (AT_FDCWD, folder->temporary, AT_FDCWD, folder->path, RENAME_EXCHANGE) == 0)
    {
      remove_all (folder->temporary);
      return TRUE;
    }
  return (errno == EINVAL || errno == ENOSYS) && replace_in_two_steps (folder);
}

gboolean
sw_folder_commit (SwFolder *folder, GError **error)
{
  if (!check_place (folder->path, error))
    return FALSE;
  if (!take_place (folder))
    return fail_errno (error, folder->path, "put the folder in place", errno);
  folder_free (folder);
  return TRUE;
}

gboolean
sw_write_file (const char *path, const char *bytes, gsize length, GError **error)
{
  g_autoptr (GError) failure = NULL;
  if (g_file_set_contents_full (path, bytes, length, G_FILE_SET_CONTENTS_CONSISTENT, 0666,
                                &failure))
    return TRUE;
  g_set_error (error, SW_ERROR, SW_ERROR_OUTSIDE, "%s: cannot write: %s", path, failure->message);
  return FALSE;
}

static char *
builtin_sha256 (const char *path, GError **error)
{
  g_autoptr (GBytes) bytes = sw_builtin_read (path, error);
  return bytes != NULL ? g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes) : NULL;
}

char *
sw_file_sha256 (const char *path, GError **error)
{
  if (sw_is_builtin (path))
    return builtin_sha256 (path, error);
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  guchar bytes[1 << 15];
  FILE *file = g_fopen (path, "rbe");

  if (file == NULL)
    {
      sw_error_at (error, path, 0, 0, "cannot read: %s", g_strerror (errno));
      return NULL;
    }
  for (gsize n; (n = fread (bytes, 1, sizeof bytes, file)) > 0;)
    g_checksum_update (sum, bytes, n);
  const int failure = ferror (file) ? errno : 0;
  fclose (file);
  if (failure != 0)
    {
      sw_error_at (error, path, 0, 0, "cannot read: %s", g_strerror (failure));
      return NULL;
    }
  return g_strdup (g_checksum_get_string (sum));
}
