#include "sw-fleet.h"

#include "sw-cluster.h"
#include "sw-order.h"

static void
report_free (gpointer report)
{
  sw_import_report_clear (report);
  g_free (report);
}

static void
layouts_free (gpointer layouts)
{
  g_array_unref (layouts);
}

static SwFleet *
fleet_new (void)
{
  SwFleet *fleet = g_new0 (SwFleet, 1);
  fleet->nodes = sw_node_table_new ();
  fleet->models = g_ptr_array_new_with_free_func (g_free);
  fleet->model_gpus = g_array_new (FALSE, TRUE, sizeof (guint64));
  fleet->speeds = g_array_new (FALSE, TRUE, sizeof (double));
  fleet->pools = g_ptr_array_new_with_free_func (g_free);
  fleet->rank_hashes = g_ptr_array_new_with_free_func (g_free);
  fleet->reports = g_ptr_array_new_with_free_func (report_free);
  fleet->warnings = g_ptr_array_new_with_free_func (g_free);
  fleet->first_nodes = g_array_new (FALSE, TRUE, sizeof (guint32));
  fleet->pair_models = g_ptr_array_new_with_free_func (g_free);
  fleet->rules = g_array_new (FALSE, TRUE, sizeof (SwPoolRules));
  fleet->device_models = g_array_new (FALSE, TRUE, sizeof (SwDeviceModel));
  fleet->sharing = g_ptr_array_new_with_free_func (g_free);
  fleet->layouts = g_ptr_array_new_with_free_func (layouts_free);
  return fleet;
}

void
sw_fleet_free (SwFleet *fleet)
{
  if (!fleet)
    return;
  sw_node_table_free (fleet->nodes);
  g_ptr_array_unref (fleet->models);
  g_array_unref (fleet->model_gpus);
  g_array_unref (fleet->speeds);
  g_ptr_array_unref (fleet->pools);
  g_ptr_array_unref (fleet->reports);
  g_ptr_array_unref (fleet->rank_hashes);
  g_ptr_array_unref (fleet->warnings);
  g_array_unref (fleet->first_nodes);
  g_clear_pointer (&fleet->pairs, sw_pair_table_free);
  g_clear_pointer (&fleet->pair_report, report_free);
  g_ptr_array_unref (fleet->pair_models);
  g_array_unref (fleet->rules);
  g_array_unref (fleet->device_models);
  g_ptr_array_unref (fleet->sharing);
  g_ptr_array_unref (fleet->layouts);
  g_free (fleet);
}

const char *
sw_fleet_node_id (gconstpointer data, SwNode node)
{
  const SwFleet *fleet = data;
  return sw_strings_get (fleet->nodes->strings, sw_node_table_row (fleet->nodes, node)->id);
}

const char *
sw_fleet_profile (gconstpointer data, SwNode node, guint profile)
{
  const SwFleet *fleet = data;
  const SwNodeRow *row = sw_node_table_row (fleet->nodes, node);
  const char *model = sw_strings_get (fleet->nodes->strings, row->model);
  for (guint32 m = 0; m < fleet->devices->n_models; m++)
    if (g_str_equal (fleet->devices->models[m].name, model))
      return fleet->devices->models[m].mig->profiles[profile].name;
  g_assert_not_reached ();
}

/* ---- nodes ---- */

static guint
digits_of (guint32 n)
{
  guint digits = 1;
  while (n >= 10)
    {
      n /= 10;
      digits++;
    }
  return digits;
}

static guint32
part_name (SwStrings *strings, const char *pool, const char *what, guint32 number, guint digits)
{
  g_autofree char *name = g_strdup_printf ("%s-%s%0*u", pool, what, (int)digits, number);
  return sw_strings_add (strings, name, -1);
}

static gboolean
add_counted (SwFleet *fleet, const SwScenario *s, const SwPoolSpec *pool, GError **error)
{
  SwStrings *strings = fleet->nodes->strings;
  const guint digits = digits_of (pool->nodes ? pool->nodes - 1 : 0);
  SwNodeRow row = {
    .pool = sw_strings_add (strings, pool->name, -1),
    .model = pool->gpus_per_node ? sw_strings_add (strings, pool->gpu, -1) : 0,
    .gpus = pool->gpus_per_node,
    .cpu_milli = pool->cpu_milli,
    .mem_mib = pool->mem_mib,
    .from = pool->from,
    .to = pool->to,
  };
  for (guint32 i = 0; i < pool->nodes; i++)
    {
      row.id = part_name (strings, pool->name, "", i, digits);
      if (pool->nodes_per_rack)
        row.rack = part_name (strings, pool->name, "rack", i / pool->nodes_per_rack, 1);
      if (pool->racks_per_switch)
        row.top_switch = part_name (strings, pool->name, "switch",
                                    i / pool->nodes_per_rack / pool->racks_per_switch, 1);
      if (!sw_node_table_add (fleet->nodes, &row))
        return sw_error_at (error, s->source, 0, 0, "[%s] there is another node called %s",
                            pool->group, sw_strings_get (strings, row.id));
    }
  return TRUE;
}

static gboolean
add_listed (SwFleet *fleet, const SwPoolSpec *pool, GError **error)
{
  const SwImportOptions options = { .path = pool->node_list,
                                    .profile = pool->node_profile,
                                    .strict = TRUE,
                                    .duplicates = SW_DUPLICATE_ERROR };
  SwImportReport *report = g_new0 (SwImportReport, 1);
  g_ptr_array_add (fleet->reports, report);
  const guint32 first = sw_node_table_count (fleet->nodes);
  if (!sw_import_nodes (&options, pool->name, fleet->nodes, report, error))
    return FALSE;
  for (guint32 i = first; i < sw_node_table_count (fleet->nodes); i++)
    {
      SwNodeRow *row = sw_node_table_row (fleet->nodes, i);
      row->from = MAX (row->from, pool->from);
      row->to = MIN (row->to, pool->to);
    }
  return TRUE;
}

/* Puts the nodes of a pool, those from first on, in the order of its ranks. */
static gboolean
rank_nodes (SwFleet *fleet, const SwPoolSpec *pool, guint32 first, GError **error)
{
  char *sha256 = NULL;
  if (pool->node_ranks)
    {
      g_autoptr (SwOrder) ranks = sw_order_read (pool->node_ranks, SW_ORDER_RANKS, error);
      if (!ranks || !sw_order_rank_nodes (ranks, fleet->nodes, first, error))
        return FALSE;
      sha256 = g_strdup (ranks->sha256);
    }
  g_ptr_array_add (fleet->rank_hashes, sha256);
  return TRUE;
}

static gboolean
add_pools (SwFleet *fleet, const SwScenario *s, GError **error)
{
  for (guint i = 0; i < s->pools->len; i++)
    {
      const SwPoolSpec *pool = &g_array_index (s->pools, SwPoolSpec, i);
      const guint32 first = sw_node_table_count (fleet->nodes);
      g_array_append_val (fleet->first_nodes, first);
      if (!(pool->node_list ? add_listed (fleet, pool, error) : add_counted (fleet, s, pool, error))
          || !rank_nodes (fleet, pool, first, error))
        return FALSE;
    }
  return TRUE;
}

/* ---- models ---- */

static gboolean
bind_names (SwFleet *fleet, GError **error)
{
  g_autoptr (SwCluster) cluster = sw_cluster_new (fleet->nodes, NULL, error);
  if (!cluster)
    return FALSE;
  for (guint32 m = 0; m < sw_cluster_n_models (cluster); m++)
    g_ptr_array_add (fleet->models, g_strdup (sw_cluster_model (cluster, m)));
  for (guint32 p = 0; p < sw_cluster_n_pools (cluster); p++)
    g_ptr_array_add (fleet->pools, g_strdup (sw_cluster_pool (cluster, p)));
  g_array_set_size (fleet->model_gpus, fleet->models->len);
  for (guint32 i = 0; i < sw_node_table_count (fleet->nodes); i++)
    {
      const guint32 gpus = sw_node_table_row (fleet->nodes, i)->gpus;
      const gint32 model = sw_cluster_node_model (cluster, i);
      fleet->gpus += gpus;
      fleet->n_bare += gpus == 0;
      if (model >= 0)
        g_array_index (fleet->model_gpus, guint64, model) += gpus;
    }
  return TRUE;
}

/* Speed of a model against the reference; 0 if it is not known. */
static double
relative_speed (const SwScenario *s, const SwCatalogue *catalogue, const char *model)
{
  const double own = sw_scenario_speed (s, model);
  const char *ref = s->workload.ref_gpu;
  if (own > 0)
    return own;
  if (!ref || g_str_equal (ref, model))
    return 1;
  const double ref_speed = sw_catalogue_speed (catalogue, ref);
  const double speed = sw_catalogue_speed (catalogue, model);
  return speed > 0 && ref_speed > 0 ? speed / ref_speed : 0;
}

static void
warn_unknown (SwFleet *fleet, const SwScenario *s, const SwCatalogue *catalogue)
{
  g_autoptr (GString) names = g_string_new (NULL);
  guint n = 0;
  for (guint m = 0; m < fleet->models->len; m++)
    {
      const char *model = fleet->models->pdata[m];
      if (sw_catalogue_has (catalogue, model) || sw_scenario_speed (s, model) > 0)
        continue;
      g_string_append_printf (names, "%s%s", n++ ? ", " : "", model);
    }
  if (n)
    g_ptr_array_add (fleet->warnings,
                     g_strdup_printf ("%u GPU model%s not in the catalogue (%s): taken as speed 1",
                                      n, n == 1 ? " is" : "s are", names->str));
}

static gboolean
bind_speeds (SwFleet *fleet, const SwScenario *s, const SwCatalogue *catalogue, GError **error)
{
  SwFaults faults;
  sw_faults_init (&faults);
  for (guint m = 0; m < fleet->models->len; m++)
    {
      const char *model = fleet->models->pdata[m];
      const double speed = relative_speed (s, catalogue, model);
      g_array_append_val (fleet->speeds, speed);
      if (speed == 0)
        sw_faults_add (&faults, s->source, 0, 0,
                       "the speed of GPU model %s relative to ref_gpu = %s is not known; [gpu %s] "
                       "speed = ... gives one",
                       model, s->workload.ref_gpu, model);
    }
  gboolean sound = sw_faults_report (&faults, error);
  sw_faults_clear (&faults);
  if (!s->workload.ref_gpu)
    warn_unknown (fleet, s, catalogue);
  return sound;
}

SwFleet *
sw_fleet_new (const SwScenario *s, const SwCatalogue *catalogue, GError **error)
{
  g_autoptr (SwFleet) fleet = fleet_new ();
  if (s->catalogue)
    catalogue = s->catalogue;
  if (!add_pools (fleet, s, error))
    return NULL;
  if (sw_node_table_count (fleet->nodes) == 0)
    {
      sw_error_at (error, s->source, 0, 0, "the pools have no nodes");
      return NULL;
    }
  if (!bind_names (fleet, error) || !bind_speeds (fleet, s, catalogue, error)
      || !sw_fleet_bind_devices (fleet, s, catalogue, error)
      || !sw_fleet_bind_pairs (fleet, s, catalogue, error))
    return NULL;
  return g_steal_pointer (&fleet);
}
