#include "sw-scenario-reader.h"

#include <string.h>

#include "sw-resource.h"
#include "sw-scenario-keys.h"

/* ---- values ---- */

SwKeyValue
sw_reader_value (const SwReader *r, const char *group, const char *key)
{
  return sw_schema_get (sw_scenario_schema, r->s->keys, group, key);
}

gint64
sw_reader_int (const SwReader *r, const char *group, const char *key, gint64 unset)
{
  SwKeyValue value = sw_reader_value (r, group, key);
  return value.set ? value.i : unset;
}

double
sw_reader_share (const SwReader *r, const char *group, const char *key)
{
  return (double)sw_reader_int (r, group, key, 1000000) / 1e6;
}

double
sw_reader_real (const SwReader *r, const char *group, const char *key, double unset)
{
  SwKeyValue value = sw_reader_value (r, group, key);
  return value.set ? value.r : unset;
}

const char *
sw_reader_text (const SwReader *r, const char *group, const char *key)
{
  SwKeyValue value = sw_reader_value (r, group, key);
  return value.set && *value.text ? value.text : NULL;
}

void
sw_reader_fault (const SwReader *r, const char *group, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (format, args);
  va_end (args);
  guint line;
  const char *file = sw_keyfile_group_place (r->s->keys, group, &line);
  sw_faults_add (r->faults, file, line, line > 0, "[%s] %s", group, text);
}

gboolean
sw_reader_given (const SwReader *r, const char *group, const char *key)
{
  SwKeyValue value = sw_reader_value (r, group, key);
  return value.set || value.entry;
}

gboolean
sw_reader_changed (const SwReader *r, const char *group, const char *key)
{
  SwKeyValue value = sw_reader_value (r, group, key);
  if (!value.set || !value.entry)
    return FALSE;
  for (const SwKeySpec *spec = sw_scenario_schema; spec->group; spec++)
    if (g_str_equal (spec->key, key) && g_str_equal (spec->group, group))
      return g_strcmp0 (spec->fallback, value.text) != 0;
  return TRUE;
}

const char *
sw_reader_keep (SwScenario *s, char *text)
{
  g_ptr_array_add (s->owned, text);
  return text;
}

char **
sw_reader_words (const SwReader *r, const char *group, const char *key)
{
  const char *text = sw_reader_text (r, group, key);
  if (!text)
    return NULL;
  g_auto (GStrv) parts = g_strsplit_set (text, " \t,", -1);
  GPtrArray *words = g_ptr_array_new ();
  for (char **part = parts; *part; part++)
    if (**part)
      g_ptr_array_add (words, (char *)sw_reader_keep (r->s, g_strdup (*part)));
  g_ptr_array_add (words, NULL);
  char **list = (char **)g_ptr_array_free (words, FALSE);
  sw_reader_keep (r->s, (char *)list);
  return list;
}

/* ---- paths ---- */

const char *
sw_reader_resolve (const SwReader *r, const SwKeyValue *value, const char *path)
{
  if (sw_is_builtin (path) || g_path_is_absolute (path) || !value->entry
      || g_strcmp0 (value->entry->file, r->memory) == 0)
    return sw_reader_keep (r->s, g_strdup (path));
  const GPtrArray *files = sw_keyfile_files (r->s->keys);
  for (guint i = 0; i < files->len; i++)
    if (g_str_equal (files->pdata[i], value->entry->file))
      {
        g_autofree char *folder = g_path_get_dirname (value->entry->file);
        if (g_str_equal (folder, "."))
          break;
        return sw_reader_keep (r->s, g_build_filename (folder, path, NULL));
      }
  return sw_reader_keep (r->s, g_strdup (path));
}

static gboolean
is_path (const char *text)
{
  return strchr (text, '/') || g_str_has_suffix (text, ".ini");
}

/* A file that a value names, as it is to be opened. */
static const char *
find_file (const SwReader *r, const SwKeyValue *value, const char *key, const char *name)
{
  const char *path = sw_reader_resolve (r, value, name);
  if (!sw_is_builtin (path) && !g_file_test (path, G_FILE_TEST_IS_REGULAR))
    sw_faults_add_value (r->faults, value, "%s: there is no file '%s'", key, path);
  return path;
}

const char *
sw_reader_path (const SwReader *r, const char *group, const char *key)
{
  SwKeyValue value = sw_reader_value (r, group, key);
  return value.set && *value.text ? find_file (r, &value, key, value.text) : NULL;
}

char **
sw_reader_paths (const SwReader *r, const char *group, const char *key)
{
  SwKeyValue value = sw_reader_value (r, group, key);
  char **paths = sw_reader_words (r, group, key);
  for (char **path = paths; path && *path; path++)
    *path = (char *)find_file (r, &value, key, *path);
  return paths;
}

const char *
sw_reader_profile (const SwReader *r, const char *group, const char *key)
{
  SwKeyValue value = sw_reader_value (r, group, key);
  if (!value.set || !*value.text)
    return NULL;
  if (is_path (value.text))
    return sw_reader_path (r, group, key);
  g_auto (GStrv) known = sw_import_profiles ();
  if (g_strv_contains ((const char *const *)known, value.text))
    return value.text;
  const char *near = sw_nearest (value.text, (const char *const *)known, g_strv_length (known));
  if (near)
    sw_faults_add_value (r->faults, &value, "%s: unknown profile '%s'; did you mean '%s'?", key,
                         value.text, near);
  else
    sw_faults_add_value (r->faults, &value,
                         "%s: unknown profile '%s'; `slicewise list profiles` shows them", key,
                         value.text);
  return NULL;
}

void
sw_reader_groups (SwReader *r, const char *prefix, void (*read) (SwReader *r, const char *group))
{
  const SwKeyFile *keys = r->s->keys;
  for (guint i = 0; i < sw_keyfile_n_groups (keys); i++)
    {
      const char *group = sw_keyfile_group (keys, i);
      if (g_str_has_prefix (group, prefix) && group[strlen (prefix)])
        read (r, group);
    }
}
