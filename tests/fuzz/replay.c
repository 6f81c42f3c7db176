/* Runs every file of the folders given through the target that this is linked with: the corpus as a
 * test, without a fuzzer. */
#include "sw-fuzz.h"

#include <stdio.h>

static guint
replay_file (const char *path)
{
  g_autofree char *bytes = NULL;
  gsize size;
  if (!g_file_get_contents (path, &bytes, &size, NULL))
    return 0;
  g_autofree guint8 *copy = g_memdup2 (bytes, MAX (size, 1));
  return LLVMFuzzerTestOneInput (copy, size) == 0;
}

int
main (int argc, char **argv)
{
  guint n = 0;
  for (int i = 1; i < argc; i++)
    {
      GDir *dir = g_dir_open (argv[i], 0, NULL);
      for (const char *name; dir != NULL && (name = g_dir_read_name (dir)) != NULL;)
        {
          g_autofree char *path = g_build_filename (argv[i], name, NULL);
          n += replay_file (path);
        }
      g_clear_pointer (&dir, g_dir_close);
    }
  printf ("%u inputs\n", n);
  return n > 0 ? 0 : 1;
}
