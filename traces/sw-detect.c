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

/* The profile whose signature comes nearest to being there, and what it lacks. */
typedef struct
{
  char *profile, *lacks;
  guint held, of;
} Nearest;

static void
look_nearer (Nearest *nearest, const SwProfile *profile, const char *block, gsize length)
{
  if (profile->swf || !profile->header || profile->signature == NULL)
    return;
  g_auto (GStrv) header = sw_delimited_first_row (&profile->format, block, length);
  guint held = 0, of = g_strv_length (profile->signature);
  g_autoptr (GString) lacks = g_string_new (NULL);
  for (char **name = profile->signature; header != NULL && *name != NULL; name++)
    if (holds (header, *name))
      held++;
    else
      g_string_append_printf (lacks, "%s\"%s\"", lacks->len > 0 ? ", " : "", *name);
  if (lacks->len == 0 || 2 * held < of
      || (nearest->profile != NULL && held * nearest->of <= nearest->held * of))
    return;
  g_free (nearest->profile);
  g_free (nearest->lacks);
  *nearest = (Nearest){ g_strdup (profile->name), g_strdup (lacks->str), held, of };
}

static void
report_none (const SwSource *source, const char *block, gsize length, const Nearest *nearest,
             GError **error)
{
  const SwDelimited plain = { ',', TRUE, 0, 0 };
  g_auto (GStrv) header = sw_delimited_first_row (&plain, block, length);
  g_autofree char *names = header != NULL ? g_strjoinv (", ", header) : g_strdup ("none");
  if (strlen (names) > 2000)
    names[2000] = '\0';
  g_autofree char *valid = g_utf8_make_valid (names, -1);
  if (nearest->profile != NULL)
    sw_error_at (error, sw_source_name (source), 1, 0,
                 "no built-in profile fits this file; the nearest is %s, for which %s is missing; "
                 "columns found: %s",
                 nearest->profile, nearest->lacks, valid);
  else
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
  Nearest nearest = { 0 };
  for (guint i = 0; i < sw_profile_n_builtin (); i++)
    {
      const char *text = sw_profile_builtin_text (i);
      g_autoptr (SwProfile) profile
          = sw_profile_parse (sw_profile_builtin_name (i), text, strlen (text), NULL, error);
      if (profile == NULL)
        break;
      if (profile->nodes != nodes)
        continue;
      look_nearer (&nearest, profile, block, length);
      if (!fits (profile, block, length))
        continue;
      g_string_append_printf (found, "%s%s", found->len > 0 ? ", " : "", profile->name);
      if (name == NULL)
        name = g_strdup (profile->name);
    }
  g_autofree char *nearest_profile = nearest.profile, *nearest_lacks = nearest.lacks;
  if (error != NULL && *error != NULL)
    return NULL;
  if (name == NULL)
    report_none (source, block, length, &nearest, error);
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
