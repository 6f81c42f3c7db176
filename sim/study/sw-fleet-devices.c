/* How the GPUs of a fleet are shared: rules of pools with the layouts of their models, memory of
 * the models, and measured pairs. */
#include <string.h>

#include "sw-fleet.h"
#include "sw-layouts.h"
#include "sw-scenario-keys.h"

/* ---- rules of pools ---- */

/* One pool of the scenario and its nodes. */
typedef struct
{
  SwFleet *fleet;
  const SwScenario *s;
  const SwCatalogue *catalogue;
  const SwPoolSpec *pool;
  guint32 first, end; /* nodes */
  SwFaults *faults;
} Binding;

static SwKeyValue
value_of (const Binding *b, const char *key)
{
  return sw_schema_get (sw_scenario_schema, b->s->keys, b->pool->group, key);
}

/* Models of the pool's nodes as bits of the fleet's. */
static guint64
models_of (const Binding *b)
{
  const SwNodeTable *nodes = b->fleet->nodes;
  guint64 models = 0;
  for (guint32 i = b->first; i < b->end; i++)
    {
      const SwNodeRow *row = sw_node_table_row (nodes, i);
      const char *name = sw_strings_get (nodes->strings, row->model);
      for (guint m = 0; row->gpus > 0 && m < b->fleet->models->len; m++)
        if (g_str_equal (b->fleet->models->pdata[m], name))
          models |= (guint64)1 << m;
    }
  return models;
}

/* Layouts of the pool's only kind of cards; FALSE with faults. */
static gboolean
bind_layouts (const Binding *b, const SwMigGeometry *mig, SwPoolRules *rules)
{
  const SwKeyValue layout = value_of (b, "mig_layout");
  if (!layout.set || !*layout.text)
    return TRUE;
  GArray *layouts = sw_layouts_parse (&layout, mig, b->faults);
  if (!layouts)
    return FALSE;
  g_ptr_array_add (b->fleet->layouts, layouts);
  rules->n_layouts = layouts->len;
  rules->layouts = (const SwMigLayout *)(gpointer)layouts->data;
  return TRUE;
}

/* "2g.20gb@0 3g.40gb@4; 7g.80gb@0", or "none". */
static char *
layouts_text (const SwMigGeometry *mig, const SwPoolRules *rules)
{
  GString *out = g_string_new (rules->n_layouts > 0 ? NULL : "none");
  for (guint32 i = 0; i < rules->n_layouts; i++)
    {
      g_autofree char *text = sw_mig_layout_text (mig, &rules->layouts[i]);
      g_string_append_printf (out, "%s%s", i ? "; " : "", text);
    }
  return g_string_free (out, FALSE);
}

static void
tell_partitions (const Binding *b, const SwMigGeometry *mig, const SwPoolRules *rules)
{
  g_autofree char *layouts = layouts_text (mig, rules);
  g_ptr_array_add (
      b->fleet->sharing,
      g_strdup_printf ("pool %s: partitioned, instances at first: %s; %s", b->pool->name, layouts,
                       rules->repartition ? "others are made as needed" : "they stay"));
}

static void
tell_tenants (const Binding *b, const SwPoolRules *rules)
{
  g_ptr_array_add (
      b->fleet->sharing,
      g_strdup_printf ("pool %s: %s, %u %s a GPU, memory enforcement %s, contention %s",
                       b->pool->name, value_of (b, "sharing").text, rules->max_tenants,
                       rules->sharing == SW_SHARING_TIMESLICE ? "slots" : "tenants",
                       value_of (b, "enforcement").text, value_of (b, "contention").text));
}

/* Every model of the pool can be partitioned, and all in one way where there is a layout. */
static void
bind_partitions (const Binding *b, SwPoolRules *rules)
{
  const guint64 models = models_of (b);
  const SwKeyValue sharing = value_of (b, "sharing");
  const SwKeyValue layout = value_of (b, "mig_layout");
  const SwMigGeometry *mig = NULL;
  for (guint m = 0; m < b->fleet->models->len; m++)
    {
      const char *model = b->fleet->models->pdata[m];
      const SwMigGeometry *own = sw_catalogue_mig (b->catalogue, model);
      if ((models >> m & 1) == 0)
        continue;
      if (!own)
        {
          sw_faults_add_value (b->faults, &sharing,
                               "sharing: the pool has GPUs of model %s, which cannot be "
                               "partitioned; `slicewise list mig` shows what can",
                               model);
          return;
        }
      if (mig && own != mig && layout.set && *layout.text)
        {
          sw_faults_add_value (b->faults, &layout,
                               "mig_layout: the pool has GPUs of different kinds, %s and %s; they "
                               "need a pool each",
                               mig->name, own->name);
          return;
        }
      mig = own;
    }
  if (mig && bind_layouts (b, mig, rules))
    tell_partitions (b, mig, rules);
}

/* Nothing limits memory that is not known. */
static void
warn_memory (const Binding *b)
{
  const guint64 models = models_of (b);
  for (guint m = 0; m < b->fleet->models->len; m++)
    {
      const char *model = b->fleet->models->pdata[m];
      if ((models >> m & 1) != 0 && sw_catalogue_usable_mib (b->catalogue, model) < 0)
        g_ptr_array_add (
            b->fleet->warnings,
            g_strdup_printf ("pool %s: the memory of GPU model %s is not known, so that "
                             "no job is kept off or stopped for it",
                             b->pool->name, model));
    }
}

/* Lists may put their nodes into pools of other names: all get the rules. */
static void
add_rules (const Binding *b, const SwPoolRules *rules)
{
  const SwNodeTable *nodes = b->fleet->nodes;
  for (guint32 i = b->first; i < b->end; i++)
    {
      const char *name = sw_strings_get (nodes->strings, sw_node_table_row (nodes, i)->pool);
      gboolean known = FALSE;
      for (guint p = 0; p < b->fleet->rules->len && !known; p++)
        known = g_str_equal (g_array_index (b->fleet->rules, SwPoolRules, p).pool, name);
      if (known)
        continue;
      SwPoolRules own = *rules;
      own.pool = name;
      g_array_append_val (b->fleet->rules, own);
    }
}

/* Nodes of two groups in one pool must share in one way. */
static void
check_names (const Binding *b)
{
  const SwNodeTable *nodes = b->fleet->nodes;
  const SwKeyValue sharing = value_of (b, "sharing");
  g_autofree gboolean *own = g_new0 (gboolean, sw_strings_count (nodes->strings));
  for (guint32 i = b->first; i < b->end; i++)
    own[sw_node_table_row (nodes, i)->pool] = TRUE;
  for (guint32 i = 0; i < sw_node_table_count (nodes); i++)
    {
      const guint32 pool = sw_node_table_row (nodes, i)->pool;
      if ((i >= b->first && i < b->end) || !own[pool])
        continue;
      sw_faults_add_value (b->faults, &sharing,
                           "sharing: nodes of another group are in pool %s, too",
                           sw_strings_get (nodes->strings, pool));
      return;
    }
}

static void
bind_pool (const Binding *b)
{
  SwPoolRules rules = b->pool->rules;
  if (rules.sharing == SW_SHARING_MIG)
    bind_partitions (b, &rules);
  else
    {
      warn_memory (b);
      tell_tenants (b, &rules);
    }
  check_names (b);
  add_rules (b, &rules);
}

gboolean
sw_fleet_bind_devices (SwFleet *fleet, const SwScenario *s, const SwCatalogue *catalogue,
                       GError **error)
{
  SwFaults faults;
  sw_faults_init (&faults);
  for (guint i = 0; i < s->pools->len; i++)
    {
      const Binding b = {
        .fleet = fleet,
        .s = s,
        .catalogue = catalogue,
        .pool = &g_array_index (s->pools, SwPoolSpec, i),
        .first = g_array_index (fleet->first_nodes, guint32, i),
        .end = i + 1 < s->pools->len ? g_array_index (fleet->first_nodes, guint32, i + 1)
                                     : sw_node_table_count (fleet->nodes),
        .faults = &faults,
      };
      if (b.pool->rules.sharing != SW_SHARING_WHOLE)
        bind_pool (&b);
    }
  for (guint m = 0; m < fleet->models->len; m++)
    {
      const char *name = fleet->models->pdata[m];
      const SwDeviceModel model = { .name = name,
                                    .usable_mib = sw_catalogue_usable_mib (catalogue, name),
                                    .mig = sw_catalogue_mig (catalogue, name) };
      g_array_append_val (fleet->device_models, model);
    }
  fleet->shared = (SwDevices){
    .n_pools = fleet->rules->len,
    .n_models = fleet->device_models->len,
    .pools = (const SwPoolRules *)(gpointer)fleet->rules->data,
    .models = (const SwDeviceModel *)(gpointer)fleet->device_models->data,
  };
  fleet->devices = fleet->rules->len > 0 ? &fleet->shared : NULL;
  const gboolean sound = sw_faults_report (&faults, error);
  sw_faults_clear (&faults);
  return sound;
}

/* ---- measured pairs ---- */

/* The name by which the pairs know a model, transfer full; NULL: they do not. */
static char *
known_name (const SwPairTable *pairs, const char *name)
{
  g_autofree char *small = g_ascii_strdown (name, -1);
  if (sw_pair_table_has_model (pairs, name))
    return g_strdup (name);
  return sw_pair_table_has_model (pairs, small) ? g_steal_pointer (&small) : NULL;
}

/* The same by any of its names in the catalogue. */
static char *
find_name (const SwPairTable *pairs, const SwCatalogue *catalogue, const char *model)
{
  char *found = known_name (pairs, model);
  const gint number = sw_catalogue_find (catalogue, model);
  if (found || number < 0)
    return found;
  found = known_name (pairs, sw_catalogue_name (catalogue, (guint)number));
  const char *aliases = sw_catalogue_text (catalogue, (guint)number, "aliases");
  g_auto (GStrv) words = g_strsplit_set (aliases ? aliases : "", " \t,", -1);
  for (char **word = words; !found && *word; word++)
    found = known_name (pairs, *word);
  return found;
}

/* Puts the names that the scenario gives in place of those found. */
static void
rename_models (SwFleet *fleet, const SwScenario *s, SwFaults *faults)
{
  const SwKeyValue place = sw_schema_get (sw_scenario_schema, s->keys, "contention", "pair_models");
  for (char **word = s->pair_models; word && *word; word++)
    {
      const char *equals = strchr (*word, '=');
      g_autofree char *model = g_strndup (*word, (gsize)(equals - *word));
      guint m = 0;
      while (m < fleet->models->len && !g_str_equal (fleet->models->pdata[m], model))
        m++;
      if (m == fleet->models->len)
        sw_faults_add_value (faults, &place, "pair_models: no pool has GPUs of model '%s'", model);
      else if (!sw_pair_table_has_model (fleet->pairs, equals + 1))
        sw_faults_add_value (faults, &place, "pair_models: the pairs are not about '%s'",
                             equals + 1);
      else
        {
          g_free (fleet->pair_models->pdata[m]);
          fleet->pair_models->pdata[m] = g_strdup (equals + 1);
        }
    }
}

static void
warn_pairs (SwFleet *fleet)
{
  gboolean shared = FALSE, found = FALSE;
  for (guint i = 0; i < fleet->rules->len; i++)
    shared |= g_array_index (fleet->rules, SwPoolRules, i).sharing >= SW_SHARING_SHARED;
  for (guint m = 0; m < fleet->pair_models->len; m++)
    found |= fleet->pair_models->pdata[m] != NULL;
  if (!shared)
    g_ptr_array_add (fleet->warnings,
                     g_strdup ("measured pairs have no effect: no pool has tenants that share a "
                               "GPU"));
  else if (!found)
    g_ptr_array_add (fleet->warnings,
                     g_strdup_printf ("measured pairs have no effect: %s is about none of the GPU "
                                      "models; [contention] pair_models = MODEL=NAME names them",
                                      fleet->pair_report->path));
}

gboolean
sw_fleet_bind_pairs (SwFleet *fleet, const SwScenario *s, const SwCatalogue *catalogue,
                     GError **error)
{
  if (!s->pairs)
    return TRUE;
  fleet->pairs = sw_pair_table_new ();
  fleet->pair_report = g_new0 (SwImportReport, 1);
  if (!sw_import_pairs (s->pairs, fleet->pairs, fleet->pair_report, error))
    return FALSE;
  for (guint m = 0; m < fleet->models->len; m++)
    g_ptr_array_add (fleet->pair_models,
                     find_name (fleet->pairs, catalogue, fleet->models->pdata[m]));
  SwFaults faults;
  sw_faults_init (&faults);
  rename_models (fleet, s, &faults);
  const gboolean sound = sw_faults_report (&faults, error);
  sw_faults_clear (&faults);
  if (sound)
    warn_pairs (fleet);
  return sound;
}
