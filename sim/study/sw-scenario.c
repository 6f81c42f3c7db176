#include "sw-scenario-reader.h"

#include <string.h>

#include "builtin.h"
#include "sw-output.h"
#include "sw-resource.h"
#include "sw-scenario-keys.h"

/* ---- [workload] ---- */

static gboolean
parse_bound (const char *text, GTimeZone *zone, SwBound *bound)
{
  *bound = (SwBound){ FALSE, SW_TIME_NONE };
  if (!*text)
    return TRUE;
  if (sw_parse_duration (text, &bound->t))
    return bound->t >= 0;
  bound->absolute = TRUE;
  return sw_parse_civil (text, zone, &bound->t, NULL);
}

static gboolean
parse_window (const char *text, GTimeZone *zone, SwBound *from, SwBound *to)
{
  const char *dots = strstr (text, "..");
  if (!dots)
    return FALSE;
  g_autofree char *left = g_strstrip (g_strndup (text, dots - text));
  g_autofree char *right = g_strstrip (g_strdup (dots + 2));
  return (*left || *right) && parse_bound (left, zone, from) && parse_bound (right, zone, to);
}

static void
read_window (const SwReader *r, GTimeZone *zone)
{
  SwWorkloadSpec *w = &r->s->workload;
  w->from.t = w->to.t = SW_TIME_NONE;
  SwKeyValue value = sw_reader_value (r, "workload", "window");
  if (!value.set || !*value.text)
    return;
  if (!parse_window (value.text, zone, &w->from, &w->to))
    sw_faults_add_value (r->faults, &value,
                         "window: expected FROM..TO with durations (12h..36h) or instants "
                         "(2017-10-09T00:00:00Z..), found '%s'",
                         value.text);
  else if (w->from.t != SW_TIME_NONE && w->to.t != SW_TIME_NONE
           && w->from.absolute == w->to.absolute && w->from.t >= w->to.t)
    sw_faults_add_value (r->faults, &value, "window: '%s' ends before it begins", value.text);
}

/* The zone of civil times, transfer full; NULL: UTC. */
static GTimeZone *
read_zone (const SwReader *r)
{
  SwKeyValue value = sw_reader_value (r, "workload", "zone");
  if (!value.set || !*value.text)
    return NULL;
  r->s->workload.import.zone = value.text;
  GTimeZone *zone = g_time_zone_new_identifier (value.text);
  if (!zone)
    sw_faults_add_value (r->faults, &value, "zone: unknown time zone '%s'", value.text);
  return zone;
}

static void
read_source (const SwReader *r)
{
  SwWorkloadSpec *w = &r->s->workload;
  w->trace = sw_reader_path (r, "workload", "trace");
  w->generate = sw_reader_path (r, "workload", "generate");
  if (!w->trace == !w->generate)
    sw_reader_fault (r, "workload",
                     w->trace ? "has both a trace and generate" : "needs a trace, or generate");
  static const char *const of_traces[]
      = { "profile", "zone", "strict", "clamp", "duplicates", "order", "memory_use" };
  for (guint i = 0; w->generate && !w->trace && i < G_N_ELEMENTS (of_traces); i++)
    {
      SwKeyValue value = sw_reader_value (r, "workload", of_traces[i]);
      if (sw_reader_changed (r, "workload", of_traces[i]))
        sw_faults_add_value (r->faults, &value, "%s is about traces and has no use with generate",
                             of_traces[i]);
    }
}

static void
read_import (const SwReader *r)
{
  SwWorkloadSpec *w = &r->s->workload;
  SwImportOptions *o = &w->import;
  o->path = w->trace;
  o->profile = sw_reader_profile (r, "workload", "profile");
  o->strict = sw_reader_int (r, "workload", "strict", FALSE);
  o->clamp = sw_reader_int (r, "workload", "clamp", FALSE);
  o->duplicates = sw_reader_int (r, "workload", "duplicates", SW_DUPLICATE_ERROR);
  o->fractions = sw_reader_int (r, "workload", "fractions", SW_GPU_FRACTION_WHOLE);
  char **settings = sw_reader_words (r, "workload", "settings");
  if (!settings)
    return;
  o->settings = g_ptr_array_new ();
  for (char **setting = settings; *setting; setting++)
    g_ptr_array_add (o->settings, *setting);
}

static void
read_transform (const SwReader *r)
{
  SwTransform *t = &r->s->workload.transform;
  t->users = sw_reader_words (r, "workload", "users");
  t->tenants = sw_reader_words (r, "workload", "tenants");
  t->queues = sw_reader_words (r, "workload", "queues");
  t->kinds = sw_reader_words (r, "workload", "kinds");
  t->window_from = t->window_to = SW_TIME_NONE;
  t->time_scale_ppm = sw_reader_int (r, "workload", "time_scale", 1000000);
  t->duration_scale_ppm = sw_reader_int (r, "workload", "duration_scale", 1000000);
  t->load_ppm = sw_reader_int (r, "workload", "load", 0);
  t->shuffle = sw_reader_int (r, "workload", "shuffle", FALSE);
  t->limits = sw_reader_int (r, "workload", "limits", SW_LIMITS_DECLARED);
  SwKeyValue factor = sw_reader_value (r, "workload", "limit_factor");
  t->limit_factor_ppm = factor.set ? factor.i : 1000000;
  if (sw_reader_changed (r, "workload", "limit_factor") && t->limits != SW_LIMITS_EXACT)
    sw_faults_add_value (r->faults, &factor, "limit_factor needs limits = exact");
}

/* Keys, with blanks between, that have no effect beside the value of another key. */
static void
fault_useless (const SwReader *r, const char *keys, const char *why)
{
  g_auto (GStrv) words = g_strsplit (keys, " ", -1);
  for (char **key = words; *key; key++)
    {
      SwKeyValue value = sw_reader_value (r, "workload", *key);
      if (sw_reader_changed (r, "workload", *key))
        sw_faults_add_value (r->faults, &value, "%s %s", *key, why);
    }
}

static void
read_arrivals (const SwReader *r)
{
  SwWorkloadSpec *w = &r->s->workload;
  SwTransform *t = &w->transform;
  t->one_by_one = sw_reader_int (r, "workload", "arrivals", 0) == 1;
  t->arrival_gap = sw_reader_int (r, "workload", "arrival_gap", SW_SECOND);
  t->tune_ppm = sw_reader_int (r, "workload", "tune", 0);
  t->no_departures = !sw_reader_int (r, "workload", "departures", TRUE);
  w->order = sw_reader_path (r, "workload", "order");
  w->memory_use = sw_reader_path (r, "workload", "memory_use");
  w->import.keep_lines = w->order != NULL;
  if (t->one_by_one)
    fault_useless (r, "time_scale load", "has no use with arrivals = one-by-one");
  else
    fault_useless (r, "arrival_gap order tune", "needs arrivals = one-by-one");
  if (w->order)
    fault_useless (r, "shuffle tune", "has no use with an order of arrivals");
  if (t->no_departures)
    fault_useless (r, "limits duration_scale load", "has no use with departures = no");
}

/* ---- [policy] ---- */

static gboolean
is_plugin_path (const char *text)
{
  return strchr (text, '/') || g_str_has_suffix (text, ".so");
}

/* A path with a '/' in it, so that it is not taken for a name in the plug-in folder. */
static const char *
resolve_plugin (const SwReader *r, const SwKeyValue *value, const char *text)
{
  const char *path = sw_reader_resolve (r, value, text);
  return strchr (path, '/') ? path : sw_reader_keep (r->s, g_build_filename (".", path, NULL));
}

static gboolean
load_plugins (SwReader *r)
{
  SwKeyValue value = sw_reader_value (r, "policy", "plugins");
  r->s->plugins = sw_reader_words (r, "policy", "plugins");
  gboolean loaded = TRUE;
  for (char **plugin = r->s->plugins; plugin && *plugin; plugin++)
    {
      g_autoptr (GError) error = NULL;
      if (is_plugin_path (*plugin))
        *plugin = (char *)resolve_plugin (r, &value, *plugin);
      if (sw_policies_load (r->s->policies, *plugin, &error))
        continue;
      sw_faults_add_value (r->faults, &value, "%s", error->message);
      r->policy_faults++;
      loaded = FALSE;
    }
  return loaded;
}

static void
read_policy (const SwReader *r, SwPolicyKind kind, SwPolicyUse *use)
{
  const char *key = sw_policy_kind_name (kind);
  SwKeyValue value = sw_reader_value (r, "policy", key);
  g_autoptr (GError) error = NULL;
  if (!value.set || !*value.text)
    sw_reader_fault (r, "policy", "%s needs the name of a policy", key);
  else if (!sw_policy_use_parse (r->s->policies, kind, value.text, use, &error))
    sw_faults_add_value (r->faults, &value, "%s", error->message);
}

static void
read_policies (SwReader *r)
{
  r->s->policies = sw_policies_new (sw_builtin_policies);
  if (!load_plugins (r))
    return;
  read_policy (r, SW_KIND_QUEUE, &r->s->queue);
  read_policy (r, SW_KIND_PLACE, &r->s->place);
  read_policy (r, SW_KIND_SCALE, &r->s->scale);
}

/* ---- the whole ---- */

/* The catalogue with the files that the scenario lays over it.  FALSE with faults if one is bad:
   what it was to give would be missed everywhere. */
static gboolean
read_catalogue (SwReader *r)
{
  SwScenario *s = r->s;
  g_autoptr (GError) error = NULL;
  const guint before = r->faults->texts->len;
  s->catalogue_files = sw_reader_paths (r, "scenario", "catalogue");
  if (!s->catalogue_files)
    return TRUE;
  s->catalogue = sw_catalogue_new (&error);
  if (!s->catalogue)
    sw_faults_add (r->faults, s->source, 0, 0, "%s", error->message);
  for (char **file = s->catalogue_files; r->faults->texts->len == before && *file; file++)
    sw_catalogue_add_file (s->catalogue, *file, r->faults);
  r->catalogue = s->catalogue;
  return r->faults->texts->len == before;
}

static char *
default_name (const char *source)
{
  g_autofree char *base
      = g_path_get_basename (sw_is_builtin (source) ? source + strlen (SW_BUILTIN) : source);
  char *dot = strrchr (base, '.');
  if (dot && dot != base)
    *dot = '\0';
  return g_steal_pointer (&base);
}

static void
read_rest (const SwReader *r)
{
  SwScenario *s = r->s;
  const char *name = sw_reader_text (r, "scenario", "name");
  s->name = name ? g_strdup (name) : default_name (s->source);
  s->seed = sw_reader_int (r, "scenario", "seed", 0);
  s->until = sw_reader_int (r, "scenario", "until", SW_TIME_INF);
  s->preempt_keeps_all = sw_reader_int (r, "policy", "preempt_keeps", 0) == 1;
  s->restart_cost = sw_reader_int (r, "workload", "restart_cost", 0);
  s->wait_slo = sw_reader_int (r, "slo", "wait", SW_TIME_NONE);
  s->across_nodes = sw_reader_share (r, "topology", "across_nodes");
  s->across_racks = sw_reader_share (r, "topology", "across_racks");
  s->across_switches = sw_reader_share (r, "topology", "across_switches");
  s->write_timeline = sw_reader_int (r, "output", "timeline", FALSE);
  s->write_jobs = sw_reader_int (r, "output", "jobs", FALSE);
  s->fragmentation = sw_reader_int (r, "output", "fragmentation", TRUE);
}

static void
read_scenario (SwReader *r)
{
  read_rest (r);
  sw_reader_speeds (r);
  sw_reader_sharing_defaults (r);
  read_source (r);
  g_autoptr (GTimeZone) zone = read_zone (r);
  read_window (r, zone);
  read_import (r);
  read_transform (r);
  read_arrivals (r);
  sw_reader_ref_gpu (r);
  sw_reader_pools (r);
  sw_reader_behaviours (r);
  sw_reader_contention (r);
  read_policies (r);
}

static gboolean
load_layers (SwKeyFile *keys, const SwScenarioSource *source, SwFaults *faults)
{
  gboolean loaded = TRUE;
  if (source->text)
    sw_keyfile_load_text (keys, source->name, source->text, strlen (source->text), faults);
  else
    loaded = sw_keyfile_load (keys, source->path ? source->path : SW_SCENARIO_DEMO, faults);
  for (const char *const *setting = source->settings; loaded && setting && *setting; setting++)
    sw_keyfile_set (keys, *setting, faults);
  return loaded;
}

static SwScenario *
scenario_new (const SwScenarioSource *source)
{
  SwScenario *s = g_new0 (SwScenario, 1);
  s->keys = sw_keyfile_new ();
  s->source = g_strdup (source->text   ? source->name
                        : source->path ? source->path
                                       : SW_SCENARIO_DEMO);
  s->pools = g_array_new (FALSE, FALSE, sizeof (SwPoolSpec));
  s->speeds = g_array_new (FALSE, FALSE, sizeof (SwGpuSpeed));
  s->behaviours = g_array_new (FALSE, FALSE, sizeof (SwNamedLoad));
  s->owned = g_ptr_array_new_with_free_func (g_free);
  return s;
}

static SwScenario *
load_scenario (const SwScenarioSource *source, const SwCatalogue *catalogue, SwFaults *faults,
               GError **error)
{
  g_autoptr (SwScenario) s = scenario_new (source);
  SwReader reader = { s, faults, catalogue, source->text ? source->name : NULL, 0 };
  if (load_layers (s->keys, source, faults))
    {
      sw_schema_check (sw_scenario_schema, s->keys, faults);
      if (read_catalogue (&reader))
        read_scenario (&reader);
    }
  GError *found = NULL;
  if (sw_faults_report (faults, &found))
    return g_steal_pointer (&s);
  if (reader.policy_faults == faults->texts->len)
    found->code = SW_ERROR_POLICY;
  g_propagate_error (error, found);
  return NULL;
}

SwScenario *
sw_scenario_load (const SwScenarioSource *source, const SwCatalogue *catalogue, GError **error)
{
  SwFaults faults;
  sw_faults_init (&faults);
  SwScenario *s = load_scenario (source, catalogue, &faults, error);
  sw_faults_clear (&faults);
  return s;
}

void
sw_scenario_free (SwScenario *s)
{
  if (!s)
    return;
  sw_policy_use_clear (&s->queue);
  sw_policy_use_clear (&s->place);
  sw_policy_use_clear (&s->scale);
  g_clear_pointer (&s->policies, sw_policies_free);
  g_clear_pointer (&s->workload.import.settings, g_ptr_array_unref);
  g_clear_pointer (&s->catalogue, sw_catalogue_free);
  g_array_unref (s->behaviours);
  g_array_unref (s->pools);
  g_array_unref (s->speeds);
  g_ptr_array_unref (s->owned);
  sw_keyfile_free (s->keys);
  g_free (s->source);
  g_free (s->name);
  g_free (s);
}

double
sw_scenario_speed (const SwScenario *s, const char *model)
{
  for (guint i = 0; i < s->speeds->len; i++)
    {
      const SwGpuSpeed *speed = &g_array_index (s->speeds, SwGpuSpeed, i);
      if (g_str_equal (speed->model, model))
        return speed->speed;
    }
  return 0;
}

const char *
sw_scenario_catalogue_file (const SwScenario *s, guint i)
{
  const GPtrArray *files = s->catalogue ? sw_catalogue_files (s->catalogue) : NULL;
  for (guint f = 0; files && f < files->len; f++)
    if (!sw_is_builtin (files->pdata[f]) && i-- == 0)
      return files->pdata[f];
  return NULL;
}

char *
sw_scenario_plugin_sha256 (const SwScenario *s, guint i)
{
  return is_plugin_path (s->plugins[i]) ? sw_file_sha256 (s->plugins[i], NULL) : NULL;
}

char *
sw_scenario_text (const SwScenario *s)
{
  return sw_schema_print (sw_scenario_schema, s->keys, TRUE);
}

static void
set_value (SwKeyFile *keys, const char *group, const char *key, const char *value, SwFaults *faults)
{
  if (!value)
    return;
  g_autofree char *assignment = g_strdup_printf ("%s.%s=%s", group, key, value);
  sw_keyfile_set (keys, assignment, faults);
}

static void
freeze (const SwScenario *s, SwKeyFile *keys, SwFaults *faults)
{
  const SwWorkloadSpec *w = &s->workload;
  g_autofree char *plugins = s->plugins ? g_strjoinv (" ", s->plugins) : NULL;
  g_autofree char *catalogue = s->catalogue_files ? g_strjoinv (" ", s->catalogue_files) : NULL;
  set_value (keys, "scenario", "name", s->name, faults);
  set_value (keys, "scenario", "catalogue", catalogue, faults);
  set_value (keys, "contention", "pairs", s->pairs, faults);
  set_value (keys, "policy", "plugins", plugins, faults);
  set_value (keys, "workload", "trace", w->trace, faults);
  set_value (keys, "workload", "generate", w->generate, faults);
  set_value (keys, "workload", "order", w->order, faults);
  set_value (keys, "workload", "memory_use", w->memory_use, faults);
  set_value (keys, "workload", "profile", w->import.profile, faults);
  for (guint i = 0; i < s->pools->len; i++)
    {
      const SwPoolSpec *pool = &g_array_index (s->pools, SwPoolSpec, i);
      set_value (keys, pool->group, "node_list", pool->node_list, faults);
      set_value (keys, pool->group, "node_ranks", pool->node_ranks, faults);
      set_value (keys, pool->group, "node_profile", pool->node_profile, faults);
    }
}

char *
sw_scenario_frozen (const SwScenario *s)
{
  g_autofree char *text = sw_schema_print (sw_scenario_schema, s->keys, FALSE);
  g_autoptr (SwKeyFile) keys = sw_keyfile_new ();
  SwFaults faults;
  sw_faults_init (&faults);
  sw_keyfile_load_text (keys, s->source, text, strlen (text), &faults);
  freeze (s, keys, &faults);
  g_assert (faults.texts->len == 0);
  sw_faults_clear (&faults);
  return sw_schema_print (sw_scenario_schema, keys, FALSE);
}
