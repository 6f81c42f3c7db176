/* slicewise list scenarios: the sets that are built in, their files, and the text of one. */
#include <string.h>

#include "sw-list.h"
#include "sw-resource.h"
#include "sw-shipped.h"

static gboolean
list_sets (const SwCall *call, GError **error)
{
  g_autoptr (SwGrid) grid = sw_grid_new ();
  sw_grid_column (grid, "scenarios", "", "set", FALSE);
  sw_grid_column (grid, "question", "", "question", FALSE);
  for (const SwShippedSet *set = sw_shipped_sets; set->name; set++)
    {
      g_autofree char *path = g_strconcat (SW_BUILTIN, set->name, NULL);
      sw_grid_row (grid);
      sw_grid_text (grid, path);
      sw_grid_text (grid, set->question);
    }
  return sw_list_print (call, grid, error);
}

static void
put_files (SwGrid *grid, const char *const *files)
{
  for (; files && *files; files++)
    {
      g_autoptr (GBytes) bytes = sw_builtin_read (*files, NULL);
      const char *text = bytes ? g_bytes_get_data (bytes, NULL) : "";
      g_autofree char *head = g_strndup (text, strcspn (text, "\n"));
      sw_grid_row (grid);
      sw_grid_text (grid, *files);
      sw_grid_text (grid, head + strspn (head, "# "));
    }
}

static gboolean
list_files (const SwCall *call, const SwShippedSet *set, GError **error)
{
  g_autoptr (SwGrid) grid = sw_grid_new ();
  sw_grid_column (grid, "file", "", "file", FALSE);
  sw_grid_column (grid, "what it is", "", "summary", FALSE);
  put_files (grid, set->scenarios);
  put_files (grid, set->parts);
  return sw_list_print (call, grid, error);
}

/* Does the list hold the path?  The names that it has are added to known. */
static gboolean
holds (const char *const *files, const char *path, GPtrArray *known)
{
  for (; files && *files; files++)
    {
      if (g_str_equal (*files, path))
        return TRUE;
      g_ptr_array_add (known, (char *)*files + strlen (SW_BUILTIN));
    }
  return FALSE;
}

static gboolean
print_file (const char *path, GError **error)
{
  g_autoptr (GBytes) bytes = sw_builtin_read (path, error);
  if (!bytes)
    return FALSE;
  SwText *text = sw_text_memory ();
  g_autofree char *whole = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  sw_put (text, whole);
  return sw_call_print (text, error);
}

gboolean
sw_list_scenarios (const SwCall *call, const char *name, GError **error)
{
  if (!name)
    return list_sets (call, error);
  g_autofree char *path
      = sw_is_builtin (name) ? g_strdup (name) : g_strconcat (SW_BUILTIN, name, NULL);
  const SwShippedSet *found = sw_shipped_find (path);
  if (found)
    return list_files (call, found, error);
  g_autoptr (GPtrArray) known = g_ptr_array_new ();
  for (const SwShippedSet *set = sw_shipped_sets; set->name; set++)
    {
      if (holds (set->scenarios, path, known) || holds (set->parts, path, known))
        return print_file (path, error);
      g_ptr_array_add (known, (char *)set->name);
    }
  return sw_list_unknown ("set or file of scenarios", path + strlen (SW_BUILTIN), known, error);
}
