/* A signature is a set of column names that must be there and one of names that must not. */
#include "sw-detect.h"

#include <string.h>

#include "sw-swf.h"

static gboolean
holds (char **header, const char *name)
{
  for (; *header != NULL; header++)
    if (g_str_equal (g_strstrip (*header), name))
      return TRUE;
  return FALSE;
}

static gboolean
fits (const SwProfile *profile, const char *block, gsize length)
{
  if (profile->swf)
    return sw_swf_looks_like (block, length);
  if (!profile->header || profile->signature == NULL)
    return FALSE;
  g_auto (GStrv) header = sw_delimited_first_row (&profile->format, block, length);
  if (header == NULL)
    return FALSE;
  for (char **name = profile->signature; *name != NULL; name++)
    if (!holds (header, *name))
      return FALSE;
  for (char **name = profile->unlike; name != NULL && *name != NULL; name++)
    if (holds (header, *name))
      return FALSE;
  return TRUE;
}

static void
report_none (const SwSource *source, const char *block, gsize length, GError **error)
{
  const SwDelimited plain = { ',', TRUE, 0, 0 };
  g_auto (GStrv) header = sw_delimited_first_row (&plain, block, length);
  g_autofree char *names = header != NULL ? g_strjoinv (", ", header) : g_strdup ("none");
  if (strlen (names) > 2000)
    names[2000] = '\0';
  g_autofree char *valid = g_utf8_make_valid (names, -1);
  sw_error_at (error, sw_source_name (source), 1, 0,
               "no built-in profile fits this file, name one; columns found: %s", valid);
}

static SwProfile *
tell (const SwImportOptions *options, SwSource *source, gboolean nodes, GError **error)
{
  const char *block;
  gsize length;
  if (!sw_source_peek (source, &block, &length, error))
    return NULL;
  if (length == 0)
    {
      sw_error_at (error, sw_source_name (source), 1, 0, "the file is empty");
      return NULL;
    }
  g_autoptr (GString) found = g_string_new (NULL);
  g_autofree char *name = NULL;
  for (guint i = 0; i < sw_profile_n_builtin (); i++)
    {
      const char *text = sw_profile_builtin_text (i);
      g_autoptr (SwProfile) profile
          = sw_profile_parse (sw_profile_builtin_name (i), text, strlen (text), NULL, error);
      if (profile == NULL)
        return NULL;
      if (profile->nodes != nodes || !fits (profile, block, length))
        continue;
      g_string_append_printf (found, "%s%s", found->len > 0 ? ", " : "", profile->name);
      if (name == NULL)
        name = g_strdup (profile->name);
    }
  if (name == NULL)
    report_none (source, block, length, error);
  else if (strlen (name) != found->len)
    sw_error_at (error, sw_source_name (source), 1, 0,
                 "several profiles fit this file, name one: %s", found->str);
  else
    return sw_profile_find (name, options->settings, error);
  return NULL;
}

SwProfile *
sw_detect_profile (const SwImportOptions *options, SwSource *source, gboolean nodes, GError **error)
{
  if (options->profile == NULL)
    return tell (options, source, nodes, error);
  g_autoptr (SwProfile) profile = sw_profile_find (options->profile, options->settings, error);
  if (profile == NULL)
    return NULL;
  if (profile->nodes != nodes)
    {
      sw_error_at (error, sw_source_name (source), 0, 0, "profile %s is about %s, not about %s",
                   profile->name, profile->nodes ? "nodes" : "jobs", nodes ? "nodes" : "jobs");
      return NULL;
    }
  return g_steal_pointer (&profile);
}
