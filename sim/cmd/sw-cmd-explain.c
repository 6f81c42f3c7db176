/* slicewise explain DIR JOB: the run of a result folder again, with one job watched. */
#include <string.h>

#include "sw-batch.h"
#include "sw-command.h"
#include "sw-interrupt.h"
#include "sw-manifest.h"
#include "sw-quantity.h"
#include "sw-story-share.h"
#include "sw-story.h"
#include "sw-version.h"

/* --set may say where an input is now, and nothing that could change the run. */
static gboolean
check_settings (const SwCall *call, GError **error)
{
  static const char *const keys[]
      = { "trace",        "generate",   "profile", "order",     "memory_use", "node_list",
          "node_profile", "node_ranks", "plugins", "catalogue", "pairs" };
  for (char **setting = call->options.settings; setting && *setting; setting++)
    {
      g_autofree char *left = g_strndup (*setting, strcspn (*setting, "="));
      const char *dot = strrchr (left, '.');
      gboolean is_path = FALSE;
      for (guint i = 0; dot && i < G_N_ELEMENTS (keys); i++)
        is_path = is_path || g_str_equal (dot + 1, keys[i]);
      if (is_path)
        continue;
      g_set_error (error, SW_ERROR, SW_ERROR_USAGE,
                   "--set %s: explain repeats a run; only the paths of its inputs can be set",
                   *setting);
      return FALSE;
    }
  return TRUE;
}

static SwScenario *
load_scenario (const SwCall *call, const SwManifest *manifest, const char *dir, GError **error)
{
  g_autofree char *name = g_build_filename (dir, "manifest.json:scenario", NULL);
  g_auto (GStrv) settings = sw_call_settings (call, NULL);
  const SwScenarioSource source
      = { .text = manifest->scenario, .name = name, .settings = (const char *const *)settings };
  return sw_scenario_load (&source, call->catalogue, error);
}

/* ---- are the inputs those of the run? ---- */

static char *
plugin_hash_now (const SwScenario *s, const char *number)
{
  gint64 i;
  const gint64 last = s->plugins ? (gint64)g_strv_length (s->plugins) - 1 : -1;
  return sw_parse_int (number, 0, last, &i) ? sw_scenario_plugin_sha256 (s, i) : NULL;
}

static char *
catalogue_hash_now (const SwScenario *s, const char *number)
{
  gint64 i;
  const char *path
      = sw_parse_int (number, 0, G_MAXUINT16, &i) ? sw_scenario_catalogue_file (s, (guint)i) : NULL;
  return path ? sw_file_sha256 (path, NULL) : NULL;
}

static const char *
pool_hash_now (const SwExperiment *e, const char *key)
{
  guint listed = 0;
  for (guint i = 0; i < e->scenario->pools->len; i++)
    {
      const SwPoolSpec *pool = &g_array_index (e->scenario->pools, SwPoolSpec, i);
      g_autofree char *list = g_strdup_printf ("pool.%s.node_list", pool->name);
      g_autofree char *ranks = g_strdup_printf ("pool.%s.node_ranks", pool->name);
      if (pool->node_list && g_str_equal (list, key))
        return ((const SwImportReport *)e->fleet->reports->pdata[listed])->sha256;
      if (g_str_equal (ranks, key))
        return e->fleet->rank_hashes->pdata[i];
      listed += pool->node_list != NULL;
    }
  return NULL;
}

/* Hash of an input as it is now, transfer full; NULL if the scenario has no such input. */
static char *
hash_now (const SwExperiment *e, const char *key)
{
  static const char plugins[] = "policy.plugins.", catalogue[] = "scenario.catalogue.";
  if (g_str_equal (key, "workload.trace") || g_str_equal (key, "workload.generate"))
    return g_strdup (e->workload->sha256);
  if (g_str_has_prefix (key, plugins))
    return plugin_hash_now (e->scenario, key + strlen (plugins));
  if (g_str_has_prefix (key, catalogue))
    return catalogue_hash_now (e->scenario, key + strlen (catalogue));
  if (g_str_equal (key, "contention.pairs"))
    return e->fleet->pairs ? g_strdup (e->fleet->pair_report->sha256) : NULL;
  if (g_str_equal (key, "workload.order"))
    return g_strdup (e->workload->order_sha256);
  if (g_str_equal (key, "workload.memory_use"))
    return e->workload->use ? g_strdup (e->workload->use->sha256) : NULL;
  return g_strdup (pool_hash_now (e, key));
}

static gboolean
check_inputs (const SwManifest *m, const SwExperiment *e, GError **error)
{
  SwFaults faults;
  sw_faults_init (&faults);
  for (guint i = 0; i < m->inputs->len; i++)
    {
      const SwManifestInput *input = &g_array_index (m->inputs, SwManifestInput, i);
      g_autofree char *now = hash_now (e, input->key);
      if (g_strcmp0 (now, input->sha256) != 0)
        sw_faults_add (&faults, input->path, 0, 0,
                       "%s is not what the run read: SHA-256 %s, was %s", input->key,
                       now ? now : "unknown", input->sha256);
    }
  if (faults.texts->len == 0 && !g_str_equal (e->workload->hash, m->table))
    sw_faults_add (&faults, e->workload->path, 0, 0,
                   "gives another workload than in the run, which slicewise %s made; this is %s",
                   m->version, sw_version);
  const gboolean same = sw_faults_report (&faults, error);
  sw_faults_clear (&faults);
  return same;
}

/* ---- the job ---- */

static gboolean
find_job (const SwExperiment *e, const char *id, SwJob *job, GError **error)
{
  const SwJobTable *table = e->workload->table;
  for (*job = 0; *job < table->n; (*job)++)
    if (g_str_equal (table->id[*job], id))
      return TRUE;
  const char *near = sw_nearest (id, table->id, table->n);
  g_autofree char *hint = sw_call_suggest (near, "");
  g_set_error (error, SW_ERROR, SW_ERROR_INPUT, "there is no job '%s' in this run%s", id, hint);
  return FALSE;
}

/* The tables of the story by the names that they have in JSON; the first is the life. */
enum
{
  LIFE,
  HOLDERS,
  PARTS,
  SLOWDOWN,
  TENANTS,
  N_TABLES,
};
static const char *const table_names[]
    = { "life", "held_gpus_meanwhile", "parts", "co_location", "co_tenants" };
G_STATIC_ASSERT (G_N_ELEMENTS (table_names) == N_TABLES);

/* Whole GPUs have only the first two: the others are left out where nothing is shared. */
static void
put_json (SwText *text, const SwExperiment *e, SwJob job, SwGrid *const *tables)
{
  SwJson *json = sw_json_new (text);
  sw_json_object (json, NULL);
  sw_json_string (json, "job", e->workload->table->id[job]);
  sw_json_string (json, "scenario", e->scenario->name);
  for (guint i = 0; i < (e->fleet->devices ? N_TABLES : PARTS); i++)
    sw_grid_json (tables[i], json, table_names[i]);
  sw_json_end (json);
  sw_json_free (json);
  sw_put (text, "\n");
}

static void
put_tables (SwText *text, SwFormat format, SwGrid *const *tables)
{
  const gboolean people = format == SW_FORMAT_TABLE || format == SW_FORMAT_MARKDOWN;
  sw_grid_print (tables[LIFE], format, text);
  for (guint i = HOLDERS; people && i < N_TABLES; i++)
    if (sw_grid_n_rows (tables[i]))
      {
        sw_put (text, "\n");
        sw_grid_print (tables[i], format, text);
      }
}

static gboolean
print_story (const SwCall *call, const SwRun *run, const SwExperiment *e, SwJob job, GError **error)
{
  const gboolean people = call->format == SW_FORMAT_TABLE || call->format == SW_FORMAT_MARKDOWN;
  SwGrid *tables[N_TABLES];
  tables[LIFE] = sw_story_stations (run, e, job, people);
  tables[HOLDERS] = sw_story_holders (run, e, job);
  tables[PARTS] = sw_story_parts (run, e, job);
  tables[SLOWDOWN] = sw_story_slowdown (run, job);
  tables[TENANTS] = sw_story_tenants (run, e, job);
  SwText *text = sw_text_memory ();
  if (call->format == SW_FORMAT_JSON)
    put_json (text, e, job, tables);
  else
    put_tables (text, call->format, tables);
  for (guint i = 0; i < N_TABLES; i++)
    sw_grid_free (tables[i]);
  return sw_call_print (text, error);
}

static gboolean
run_and_tell (const SwCall *call, const SwExperiment *e, SwJob job, GError **error)
{
  SwInterrupt *interrupt = sw_interrupt_new ();
  const SwRunOptions options = { .watch = job, .stop = sw_interrupt_flag (interrupt) };
  g_autoptr (SwRun) run = sw_run_new (e, &options, error);
  sw_interrupt_free (interrupt);
  return run && print_story (call, run, e, job, error);
}

gboolean
sw_command_explain (SwCall *call, GError **error)
{
  SwJob job;
  const char *dir = sw_call_argument (call, 0);
  if (!check_settings (call, error))
    return FALSE;
  g_autoptr (SwManifest) manifest = sw_manifest_read (dir, error);
  SwScenario *scenario = manifest ? load_scenario (call, manifest, dir, error) : NULL;
  if (!scenario)
    return FALSE;
  g_autoptr (SwBatch) batch = sw_batch_new (call->catalogue);
  sw_batch_add (batch, scenario);
  if (!sw_batch_prepare (batch, TRUE, error))
    return FALSE;
  const SwExperiment *e = sw_batch_experiments (batch);
  return check_inputs (manifest, e, error) && find_job (e, sw_call_argument (call, 1), &job, error)
         && run_and_tell (call, e, job, error);
}
