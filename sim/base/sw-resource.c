/* The files lie as resources below /slicewise. */
#include "sw-resource.h"

#include <gio/gio.h>
#include <string.h>

gboolean
sw_is_builtin (const char *path)
{
  return g_str_has_prefix (path, SW_BUILTIN);
}

GBytes *
sw_builtin_read (const char *path, GError **error)
{
  g_autofree char *resource = g_strconcat ("/slicewise/", path + strlen (SW_BUILTIN), NULL);
  GBytes *bytes = g_resources_lookup_data (resource, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  if (bytes == NULL)
    sw_error_at (error, path, 0, 0, "there is no built-in file of this name");
  return bytes;
}
