#include "sw-catalogue.h"

#include <string.h>

#include "sw-catalogue-keys.h"
#include "sw-resource.h"

#define GROUP "gpu "
#define MIG_GROUP "mig "

typedef struct
{
  const char *group;
  double speed, bandwidth_gbs, fp16_tflops; /* 0: not known */
  gint64 usable_mib;                        /* -1: not known */
  const SwMigGeometry *mig;
} Model;

struct SwCatalogue
{
  SwKeyFile *keys;
  GPtrArray *tables;   /* SwMigTable */
  GArray *models;      /* Model, in order of the files */
  GPtrArray *aliases;  /* all names by which a model goes, owned */
  GHashTable *by_name; /* of these, to the number of the model + 1 */
};

static const Model *
model_at (const SwCatalogue *catalogue, guint i)
{
  return &g_array_index (catalogue->models, Model, i);
}

/* ---- reading ---- */

static SwKeyValue
value_of (const SwCatalogue *catalogue, const char *group, const char *key)
{
  return sw_schema_get (sw_catalogue_schema, catalogue->keys, group, key);
}

static void
read_tables (SwCatalogue *catalogue, SwFaults *faults)
{
  for (guint i = 0; i < sw_keyfile_n_groups (catalogue->keys); i++)
    {
      const char *group = sw_keyfile_group (catalogue->keys, i);
      if (!g_str_has_prefix (group, MIG_GROUP))
        continue;
      SwMigTable *table = sw_mig_table_read (catalogue->keys, group, faults);
      if (table)
        g_ptr_array_add (catalogue->tables, table);
    }
}

static const SwMigGeometry *
find_mig (SwCatalogue *catalogue, const char *group, SwFaults *faults)
{
  const SwKeyValue value = value_of (catalogue, group, "mig");
  if (!value.set)
    return NULL;
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  for (guint i = 0; i < catalogue->tables->len; i++)
    {
      const SwMigTable *table = catalogue->tables->pdata[i];
      if (g_str_equal (table->geometry.name, value.text))
        return &table->geometry;
      g_ptr_array_add (names, (char *)table->geometry.name);
    }
  g_autofree char *broken = g_strconcat (MIG_GROUP, value.text, NULL);
  guint line;
  sw_keyfile_group_place (catalogue->keys, broken, &line);
  if (line > 0) /* the faults of that group are told already */
    return NULL;
  const char *near = sw_nearest (value.text, (const char *const *)names->pdata, names->len);
  sw_faults_add_value (faults, &value, "mig: there is no [mig %s]%s%s%s", value.text,
                       near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
  return NULL;
}

/* A name that another model has is a fault at value. */
static void
add_name (SwCatalogue *catalogue, const char *name, const SwKeyValue *value, SwFaults *faults)
{
  const guint model = catalogue->models->len;
  const guint before = GPOINTER_TO_UINT (g_hash_table_lookup (catalogue->by_name, name));
  if (before)
    {
      const char *other = model_at (catalogue, before - 1)->group;
      if (before - 1 != model)
        sw_faults_add_value (faults, value,
                             "'%s' is a name of [%s] already; change that group, or its aliases",
                             name, other);
      return;
    }
  char *own = g_strdup (name);
  g_ptr_array_add (catalogue->aliases, own);
  g_hash_table_insert (catalogue->by_name, own, GUINT_TO_POINTER (model + 1));
}

static void
read_model (SwCatalogue *catalogue, const char *group, SwFaults *faults)
{
  SwKeyValue place = { 0 };
  place.file = sw_keyfile_group_place (catalogue->keys, group, &place.line);
  place.column = 1;
  const char *name = group + strlen (GROUP);
  if (strpbrk (name, " |,"))
    sw_faults_add_value (faults, &place, "'%s': a name of a model has no blank, ',' or '|'", name);
  add_name (catalogue, name, &place, faults);
  const SwKeyValue aliases = value_of (catalogue, group, "aliases");
  g_auto (GStrv) words = g_strsplit_set (aliases.set ? aliases.text : "", " \t,", -1);
  for (char **word = words; *word; word++)
    if (**word)
      add_name (catalogue, *word, &aliases, faults);
  const SwKeyValue usable = value_of (catalogue, group, "usable_mib");
  const Model model = { .group = group,
                        .speed = value_of (catalogue, group, "speed").r,
                        .bandwidth_gbs = value_of (catalogue, group, "bandwidth_gbs").r,
                        .fp16_tflops = value_of (catalogue, group, "fp16_tflops").r,
                        .usable_mib = usable.set ? usable.i : -1,
                        .mig = find_mig (catalogue, group, faults) };
  g_array_append_val (catalogue->models, model);
}

/* Reads everything anew from the keys; FALSE if there are faults. */
static gboolean
read_all (SwCatalogue *catalogue, SwFaults *faults)
{
  g_ptr_array_set_size (catalogue->tables, 0);
  g_array_set_size (catalogue->models, 0);
  g_hash_table_remove_all (catalogue->by_name);
  g_ptr_array_set_size (catalogue->aliases, 0);
  sw_schema_check (sw_catalogue_schema, catalogue->keys, faults);
  if (faults->texts->len > 0)
    return FALSE;
  read_tables (catalogue, faults);
  for (guint i = 0; i < sw_keyfile_n_groups (catalogue->keys); i++)
    if (g_str_has_prefix (sw_keyfile_group (catalogue->keys, i), GROUP))
      read_model (catalogue, sw_keyfile_group (catalogue->keys, i), faults);
  return faults->texts->len == 0;
}

static gboolean
load_builtin (SwCatalogue *catalogue, const char *name, SwFaults *faults, GError **error)
{
  g_autofree char *path = g_strconcat (SW_BUILTIN, name, NULL);
  g_autoptr (GBytes) bytes = sw_builtin_read (path, error);
  if (!bytes)
    return FALSE;
  gsize length;
  const char *text = g_bytes_get_data (bytes, &length);
  sw_keyfile_load_text (catalogue->keys, path, text, length, faults);
  return TRUE;
}

SwCatalogue *
sw_catalogue_new (GError **error)
{
  SwCatalogue *catalogue = g_new0 (SwCatalogue, 1);
  catalogue->keys = sw_keyfile_new ();
  catalogue->tables = g_ptr_array_new_with_free_func (sw_mig_table_free);
  catalogue->models = g_array_new (FALSE, FALSE, sizeof (Model));
  catalogue->aliases = g_ptr_array_new_with_free_func (g_free);
  catalogue->by_name = g_hash_table_new (g_str_hash, g_str_equal);
  SwFaults faults;
  sw_faults_init (&faults);
  gboolean sound = load_builtin (catalogue, "gpus.ini", &faults, error)
                   && load_builtin (catalogue, "mig.ini", &faults, error);
  if (sound)
    {
      read_all (catalogue, &faults);
      sound = sw_faults_report (&faults, error);
    }
  sw_faults_clear (&faults);
  if (!sound)
    g_clear_pointer (&catalogue, sw_catalogue_free);
  return catalogue;
}

gboolean
sw_catalogue_add_file (SwCatalogue *catalogue, const char *path, SwFaults *faults)
{
  return sw_keyfile_load (catalogue->keys, path, faults) && read_all (catalogue, faults);
}

void
sw_catalogue_free (SwCatalogue *catalogue)
{
  if (!catalogue)
    return;
  g_hash_table_unref (catalogue->by_name);
  g_ptr_array_unref (catalogue->aliases);
  g_array_unref (catalogue->models);
  g_ptr_array_unref (catalogue->tables);
  sw_keyfile_free (catalogue->keys);
  g_free (catalogue);
}

/* ---- asking ---- */

const GPtrArray *
sw_catalogue_files (const SwCatalogue *catalogue)
{
  return sw_keyfile_files (catalogue->keys);
}

guint
sw_catalogue_count (const SwCatalogue *catalogue)
{
  return catalogue->models->len;
}

const char *
sw_catalogue_name (const SwCatalogue *catalogue, guint i)
{
  return model_at (catalogue, i)->group + strlen (GROUP);
}

const char *
sw_catalogue_text (const SwCatalogue *catalogue, guint i, const char *key)
{
  const SwKeyEntry *entry = sw_keyfile_get (catalogue->keys, model_at (catalogue, i)->group, key);
  return entry ? entry->value : NULL;
}

gboolean
sw_catalogue_is_estimate (const SwCatalogue *catalogue, guint i, const char *key)
{
  const char *group = model_at (catalogue, i)->group;
  const SwKeyEntry *value = sw_keyfile_get (catalogue->keys, group, key);
  const SwKeyEntry *list = sw_keyfile_get (catalogue->keys, group, "estimated");
  if (!value || !list || !list->value || !g_str_equal (value->file, list->file))
    return FALSE;
  g_auto (GStrv) words = g_strsplit_set (list->value, " \t,", -1);
  return g_strv_contains ((const char *const *)words, key);
}

gint
sw_catalogue_find (const SwCatalogue *catalogue, const char *model)
{
  return GPOINTER_TO_INT (g_hash_table_lookup (catalogue->by_name, model)) - 1;
}

/* NULL if the catalogue does not have it. */
static const Model *
find_model (const SwCatalogue *catalogue, const char *name)
{
  const gint i = sw_catalogue_find (catalogue, name);
  return i < 0 ? NULL : model_at (catalogue, (guint)i);
}

double
sw_catalogue_speed (const SwCatalogue *catalogue, const char *model)
{
  const Model *found = find_model (catalogue, model);
  return found ? found->speed : 0;
}

gboolean
sw_catalogue_has (const SwCatalogue *catalogue, const char *model)
{
  return find_model (catalogue, model) != NULL;
}

const char *
sw_catalogue_nearest (const SwCatalogue *catalogue, const char *model)
{
  return sw_nearest (model, (const char *const *)catalogue->aliases->pdata,
                     catalogue->aliases->len);
}

gint64
sw_catalogue_usable_mib (const SwCatalogue *catalogue, const char *model)
{
  const Model *found = find_model (catalogue, model);
  return found ? found->usable_mib : -1;
}

double
sw_catalogue_bandwidth_gbs (const SwCatalogue *catalogue, const char *model)
{
  const Model *found = find_model (catalogue, model);
  return found ? found->bandwidth_gbs : 0;
}

double
sw_catalogue_fp16_tflops (const SwCatalogue *catalogue, const char *model)
{
  const Model *found = find_model (catalogue, model);
  return found ? found->fp16_tflops : 0;
}

const SwMigGeometry *
sw_catalogue_mig (const SwCatalogue *catalogue, const char *model)
{
  const Model *found = find_model (catalogue, model);
  return found ? found->mig : NULL;
}

guint
sw_catalogue_n_tables (const SwCatalogue *catalogue)
{
  return catalogue->tables->len;
}

const SwMigTable *
sw_catalogue_table (const SwCatalogue *catalogue, guint i)
{
  return catalogue->tables->pdata[i];
}
