#include "sw-manifest.h"

#include <jansson.h>

#include "sw-version.h"

/* ---- writing ---- */

static void
put_tallies (SwJson *json, const char *key, const GPtrArray *tallies)
{
  sw_json_array (json, key);
  for (guint i = 0; tallies && i < tallies->len; i++)
    {
      const SwTally *tally = tallies->pdata[i];
      sw_json_object (json, NULL);
      sw_json_string (json, "reason", tally->reason);
      sw_json_int (json, "count", tally->count);
      sw_json_int (json, "first_line", tally->first_line);
      sw_json_string (json, "example", tally->example);
      sw_json_end (json);
    }
  sw_json_end (json);
}

static void
put_import_fields (SwJson *json, const SwImportReport *report)
{
  sw_json_string (json, "profile", report->profile);
  sw_json_string (json, "zone", report->zone);
  sw_json_int (json, "read", report->read);
  sw_json_int (json, "kept", report->kept);
  sw_json_int (json, "merged", report->merged);
  sw_json_int (json, "dropped", report->dropped);
  put_tallies (json, "drops", report->drops);
  put_tallies (json, "notes", report->notes);
  sw_json_seconds (json, "first_submit_s", report->first);
  sw_json_seconds (json, "last_submit_s", report->last);
  sw_json_seconds (json, "resolution_s", report->resolution);
  sw_json_int (json, "ties", report->ties);
  sw_json_int (json, "out_of_order", report->out_of_order);
  sw_json_string (json, "licence", report->licence);
}

void
sw_manifest_import (SwJson *json, const char *key, const SwImportReport *report)
{
  sw_json_object (json, key);
  sw_json_string (json, "path", report->path);
  sw_json_string (json, "sha256", report->sha256);
  put_import_fields (json, report);
  sw_json_end (json);
}

static void
put_input (SwJson *json, const char *key, const char *path, const char *sha256,
           const SwImportReport *report)
{
  sw_json_object (json, NULL);
  sw_json_string (json, "key", key);
  sw_json_string (json, "path", path);
  sw_json_string (json, "sha256", sha256);
  if (report)
    put_import_fields (json, report);
  sw_json_end (json);
}

/* Plug-ins named by a path; one in the plug-in folder belongs to the installation. */
static void
put_plugins (SwJson *json, const SwScenario *s)
{
  for (guint i = 0; s->plugins && s->plugins[i]; i++)
    {
      g_autofree char *sha256 = sw_scenario_plugin_sha256 (s, i);
      g_autofree char *key = g_strdup_printf ("policy.plugins.%u", i);
      if (sha256)
        put_input (json, key, s->plugins[i], sha256, NULL);
    }
}

/* Files over the built-in catalogue, those that they include among them. */
static void
put_catalogue (SwJson *json, const SwScenario *s)
{
  const char *path;
  for (guint i = 0; (path = sw_scenario_catalogue_file (s, i)); i++)
    {
      g_autofree char *sha256 = sw_file_sha256 (path, NULL);
      g_autofree char *key = g_strdup_printf ("scenario.catalogue.%u", i);
      put_input (json, key, path, sha256, NULL);
    }
}

static void
put_inputs (SwJson *json, const SwExperiment *e)
{
  const SwWorkload *w = e->workload;
  sw_json_array (json, "inputs");
  put_input (json, e->scenario->workload.generate ? "workload.generate" : "workload.trace", w->path,
             w->sha256, w->report);
  if (w->order_sha256)
    put_input (json, "workload.order", e->scenario->workload.order, w->order_sha256, NULL);
  if (w->use)
    put_input (json, "workload.memory_use", w->use->path, w->use->sha256, NULL);
  guint listed = 0;
  for (guint i = 0; i < e->scenario->pools->len; i++)
    {
      const SwPoolSpec *pool = &g_array_index (e->scenario->pools, SwPoolSpec, i);
      const char *ranks = e->fleet->rank_hashes->pdata[i];
      if (pool->node_list)
        {
          const SwImportReport *report = e->fleet->reports->pdata[listed++];
          g_autofree char *key = g_strdup_printf ("pool.%s.node_list", pool->name);
          put_input (json, key, pool->node_list, report->sha256, report);
        }
      if (ranks)
        {
          g_autofree char *key = g_strdup_printf ("pool.%s.node_ranks", pool->name);
          put_input (json, key, pool->node_ranks, ranks, NULL);
        }
    }
  if (e->fleet->pairs)
    put_input (json, "contention.pairs", e->fleet->pair_report->path, e->fleet->pair_report->sha256,
               e->fleet->pair_report);
  put_catalogue (json, e->scenario);
  put_plugins (json, e->scenario);
  sw_json_end (json);
}

static void
put_policy (SwJson *json, const char *kind, const SwPolicyUse *use)
{
  sw_json_object (json, kind);
  sw_json_string (json, "name", use->policy->name);
  sw_json_string (json, "use", use->text);
  sw_json_bool (json, "oracle", (sw_policy_use_flags (use) & SW_POLICY_ORACLE) != 0);
  sw_json_end (json);
}

static void
put_policies (SwJson *json, const SwScenario *s)
{
  sw_json_object (json, "policies");
  put_policy (json, "queue", &s->queue);
  put_policy (json, "place", &s->place);
  put_policy (json, "scale", &s->scale);
  sw_json_bool (json, "exact_limits", s->workload.transform.limits == SW_LIMITS_EXACT);
  sw_json_end (json);
}

static void
put_share (SwJson *json, const char *key, double share)
{
  if (share < 0)
    sw_json_null (json, key);
  else
    sw_json_real (json, key, share, 9);
}

static void
put_changes (SwJson *json, const SwTransformReport *c)
{
  sw_json_object (json, "transform");
  sw_json_int (json, "filtered", c->filtered);
  sw_json_int (json, "outside_window", c->outside_window);
  sw_json_int (json, "clipped", c->clipped);
  sw_json_int (json, "copied", c->copied);
  sw_json_int (json, "sampled_out", c->sampled_out);
  put_share (json, "offered_before", c->offered_before);
  put_share (json, "offered_after", c->offered_after);
  if (c->asked >= 0)
    put_share (json, "asked", c->asked);
  sw_json_end (json);
}

static void
put_workload (SwJson *json, const SwWorkload *w)
{
  char text[SW_TIME_TEXT];
  const SwTime origin = w->table->origin_utc;
  sw_json_object (json, "table");
  sw_json_int (json, "jobs", w->table->n);
  sw_json_string (json, "sha256", w->hash);
  sw_json_string (json, "origin", origin == SW_TIME_NONE ? NULL : sw_format_utc (origin, text));
  sw_json_int (json, "rounded_up_to_whole_gpus", w->rounded);
  if (w->transformed)
    put_changes (json, &w->changes);
  sw_json_end (json);
}

static void
put_fleet (SwJson *json, const SwFleet *fleet)
{
  sw_json_object (json, "cluster");
  sw_json_int (json, "nodes", sw_node_table_count (fleet->nodes));
  sw_json_int (json, "nodes_without_gpus", fleet->n_bare);
  sw_json_int (json, "gpus", fleet->gpus);
  sw_json_array (json, "models");
  for (guint m = 0; m < fleet->models->len; m++)
    {
      sw_json_object (json, NULL);
      sw_json_string (json, "name", fleet->models->pdata[m]);
      sw_json_int (json, "gpus", g_array_index (fleet->model_gpus, guint64, m));
      sw_json_real (json, "speed", g_array_index (fleet->speeds, double, m), 9);
      sw_json_end (json);
    }
  sw_json_end (json);
  if (fleet->devices)
    {
      sw_json_array (json, "sharing");
      for (guint i = 0; i < fleet->sharing->len; i++)
        sw_json_string (json, NULL, fleet->sharing->pdata[i]);
      sw_json_end (json);
    }
  sw_json_end (json);
}

static void
put_manifest (SwJson *json, const SwRun *run, const SwExperiment *e)
{
  const SwScenario *s = e->scenario;
  g_autofree char *text = sw_scenario_frozen (s);
  sw_json_object (json, NULL);
  sw_json_string (json, "program", "slicewise");
  sw_json_string (json, "version", sw_version);
  sw_json_string (json, "kind", "run");
  sw_json_string (json, "name", s->name);
  sw_json_int (json, "seed", s->seed);
  put_policies (json, s);
  put_inputs (json, e);
  put_workload (json, e->workload);
  put_fleet (json, e->fleet);
  sw_json_array (json, "warnings");
  for (guint i = 0; i < run->warnings->len; i++)
    sw_json_string (json, NULL, run->warnings->pdata[i]);
  sw_json_end (json);
  sw_json_string (json, "scenario_file", s->source);
  sw_json_string (json, "scenario", text);
  sw_json_end (json);
}

gboolean
sw_manifest_write (const SwRun *run, const SwExperiment *e, SwFolder *folder, GError **error)
{
  g_autofree char *path = sw_folder_file (folder, "manifest.json");
  SwText *text = sw_text_open (path, error);
  if (!text)
    return FALSE;
  SwJson *json = sw_json_new (text);
  put_manifest (json, run, e);
  sw_json_free (json);
  sw_put (text, "\n");
  return sw_text_close (text, error);
}

/* ---- reading ---- */

void
sw_manifest_free (SwManifest *manifest)
{
  if (!manifest)
    return;
  for (guint i = 0; manifest->inputs && i < manifest->inputs->len; i++)
    {
      SwManifestInput *input = &g_array_index (manifest->inputs, SwManifestInput, i);
      g_free (input->key);
      g_free (input->path);
      g_free (input->sha256);
    }
  g_clear_pointer (&manifest->inputs, g_array_unref);
  g_free (manifest->version);
  g_free (manifest->source);
  g_free (manifest->scenario);
  g_free (manifest->table);
  g_free (manifest);
}

/* Copy of a text member, NULL with error if it is not there. */
static char *
get_text (const json_t *object, const char *key, const char *path, GError **error)
{
  const char *text = json_string_value (json_object_get (object, key));
  if (!text)
    sw_error_at (error, path, 0, 0, "has no text \"%s\": not the manifest of a run", key);
  return g_strdup (text);
}

static gboolean
get_inputs (SwManifest *m, const json_t *root, const char *path, GError **error)
{
  size_t i;
  json_t *object;
  m->inputs = g_array_new (FALSE, TRUE, sizeof (SwManifestInput));
  json_array_foreach (json_object_get (root, "inputs"), i, object)
  {
    g_array_set_size (m->inputs, m->inputs->len + 1);
    SwManifestInput *input = &g_array_index (m->inputs, SwManifestInput, m->inputs->len - 1);
    if (!(input->key = get_text (object, "key", path, error))
        || !(input->path = get_text (object, "path", path, error))
        || !(input->sha256 = get_text (object, "sha256", path, error)))
      return FALSE;
  }
  return TRUE;
}

static SwManifest *
manifest_parse (const json_t *root, const char *path, GError **error)
{
  g_autoptr (SwManifest) m = g_new0 (SwManifest, 1);
  g_autofree char *kind = get_text (root, "kind", path, error);
  if (!kind)
    return NULL;
  if (!g_str_equal (kind, "run"))
    {
      sw_error_at (error, path, 0, 0,
                   "holds several runs: name the folder of one of them, inside this one");
      return NULL;
    }
  m->version = get_text (root, "version", path, error);
  if (!m->version || !(m->source = get_text (root, "scenario_file", path, error))
      || !(m->scenario = get_text (root, "scenario", path, error))
      || !(m->table = get_text (json_object_get (root, "table"), "sha256", path, error))
      || !get_inputs (m, root, path, error))
    return NULL;
  return g_steal_pointer (&m);
}

/* The parsed file, NULL with error; *path: its name, transfer full. */
static json_t *
load_manifest (const char *dir, char **path, GError **error)
{
  g_autofree char *text = NULL;
  gsize length;
  g_autoptr (GError) cause = NULL;
  json_error_t fault;
  *path = g_build_filename (dir, "manifest.json", NULL);
  if (!g_file_get_contents (*path, &text, &length, &cause))
    {
      if (g_error_matches (cause, G_FILE_ERROR, G_FILE_ERROR_NOENT))
        sw_error_at (error, dir, 0, 0, "not a folder of results: it has no manifest.json");
      else
        sw_error_at (error, *path, 0, 0, "cannot be read: %s", cause->message);
      return NULL;
    }
  json_t *root = json_loadb (text, length, JSON_REJECT_DUPLICATES, &fault);
  if (!root)
    sw_error_at (error, *path, MAX (fault.line, 0), MAX (fault.column, 0), "%s", fault.text);
  return root;
}

SwManifest *
sw_manifest_read (const char *dir, GError **error)
{
  g_autofree char *path = NULL;
  json_t *root = load_manifest (dir, &path, error);
  SwManifest *m = root ? manifest_parse (root, path, error) : NULL;
  json_decref (root);
  return m;
}

static char **
list_runs (const json_t *root, const char *dir, const char *path, GError **error)
{
  size_t i;
  json_t *column;
  g_autoptr (GStrvBuilder) runs = g_strv_builder_new ();
  g_autofree char *kind = get_text (root, "kind", path, error);
  if (!kind)
    return NULL;
  if (!g_str_equal (kind, "compare"))
    g_strv_builder_add (runs, dir);
  else
    json_array_foreach (json_object_get (root, "columns"), i, column)
    {
      g_autofree char *name = get_text (column, "folder", path, error);
      if (!name)
        return NULL;
      g_autofree char *base = g_path_get_basename (name);
      g_autofree char *folder = g_build_filename (dir, base, NULL);
      g_strv_builder_add (runs, folder);
    }
  return g_strv_builder_end (runs);
}

char **
sw_manifest_runs (const char *dir, GError **error)
{
  g_autofree char *path = NULL;
  json_t *root = load_manifest (dir, &path, error);
  char **runs = root ? list_runs (root, dir, path, error) : NULL;
  json_decref (root);
  return runs;
}
