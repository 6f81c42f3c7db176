#include "sw-catalogue.h"

#include <gio/gio.h>
#include <string.h>

#include "sw-quantity.h"

#define GROUP "gpu "

struct SwCatalogue
{
  SwKeyFile *keys;
  GPtrArray *names;   /* of models, into the groups of keys, in order of the file */
  GPtrArray *aliases; /* all names by which a model goes, owned, */
  GArray *model_of;   /* and for each the number of its model */
};

static void
add_alias (SwCatalogue *catalogue, const char *alias, guint model)
{
  if (!*alias)
    return;
  g_ptr_array_add (catalogue->aliases, g_strdup (alias));
  g_array_append_val (catalogue->model_of, model);
}

static void
read_names (SwCatalogue *catalogue)
{
  for (guint i = 0; i < sw_keyfile_n_groups (catalogue->keys); i++)
    {
      const char *group = sw_keyfile_group (catalogue->keys, i);
      if (!g_str_has_prefix (group, GROUP))
        continue;
      const guint model = catalogue->names->len;
      g_ptr_array_add (catalogue->names, (char *)group + strlen (GROUP));
      add_alias (catalogue, group + strlen (GROUP), model);
      const SwKeyEntry *entry = sw_keyfile_get (catalogue->keys, group, "aliases");
      g_auto (GStrv) aliases = g_strsplit_set (entry ? entry->value : "", " ,", -1);
      for (char **alias = aliases; *alias; alias++)
        add_alias (catalogue, *alias, model);
    }
}

/* -1 if unknown. */
static int
find_model (const SwCatalogue *catalogue, const char *name)
{
  for (guint i = 0; i < catalogue->aliases->len; i++)
    if (g_str_equal (catalogue->aliases->pdata[i], name))
      return g_array_index (catalogue->model_of, guint, i);
  return -1;
}

static gboolean
load_models (SwCatalogue *catalogue, GBytes *bytes, GError **error)
{
  gsize length;
  const char *text = g_bytes_get_data (bytes, &length);
  SwFaults faults;
  sw_faults_init (&faults);
  sw_keyfile_load_text (catalogue->keys, "builtin:gpus.ini", text, length, &faults);
  read_names (catalogue);
  gboolean sound = sw_faults_report (&faults, error);
  sw_faults_clear (&faults);
  return sound;
}

SwCatalogue *
sw_catalogue_new (GError **error)
{
  g_autoptr (GBytes) bytes
      = g_resources_lookup_data ("/slicewise/gpus.ini", G_RESOURCE_LOOKUP_FLAGS_NONE, error);
  if (!bytes)
    return NULL;
  g_autoptr (SwCatalogue) catalogue = g_new0 (SwCatalogue, 1);
  catalogue->keys = sw_keyfile_new ();
  catalogue->names = g_ptr_array_new ();
  catalogue->aliases = g_ptr_array_new_with_free_func (g_free);
  catalogue->model_of = g_array_new (FALSE, FALSE, sizeof (guint));
  return load_models (catalogue, bytes, error) ? g_steal_pointer (&catalogue) : NULL;
}

void
sw_catalogue_free (SwCatalogue *catalogue)
{
  if (!catalogue)
    return;
  sw_keyfile_free (catalogue->keys);
  g_ptr_array_unref (catalogue->names);
  g_ptr_array_unref (catalogue->aliases);
  g_array_unref (catalogue->model_of);
  g_free (catalogue);
}

guint
sw_catalogue_count (const SwCatalogue *catalogue)
{
  return catalogue->names->len;
}

const char *
sw_catalogue_name (const SwCatalogue *catalogue, guint i)
{
  return catalogue->names->pdata[i];
}

const char *
sw_catalogue_text (const SwCatalogue *catalogue, guint i, const char *key)
{
  g_autofree char *group = g_strconcat (GROUP, sw_catalogue_name (catalogue, i), NULL);
  const SwKeyEntry *entry = sw_keyfile_get (catalogue->keys, group, key);
  return entry ? entry->value : NULL;
}

double
sw_catalogue_speed (const SwCatalogue *catalogue, const char *model)
{
  const int i = find_model (catalogue, model);
  const char *text = i < 0 ? NULL : sw_catalogue_text (catalogue, i, "speed");
  double speed;
  return text && sw_parse_real (text, &speed) && speed > 0 ? speed : 0;
}

gboolean
sw_catalogue_has (const SwCatalogue *catalogue, const char *model)
{
  return find_model (catalogue, model) >= 0;
}

const char *
sw_catalogue_nearest (const SwCatalogue *catalogue, const char *model)
{
  return sw_nearest (model, (const char *const *)catalogue->aliases->pdata,
                     catalogue->aliases->len);
}
