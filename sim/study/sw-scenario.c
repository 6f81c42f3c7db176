#include "sw-scenario.h"

#include <gio/gio.h>
#include <string.h>

#include "builtin.h"
#include "sw-output.h"
#include "sw-scenario-keys.h"

/* What reading needs beside the scenario that it fills. */
typedef struct
{
  SwScenario *s;
  SwFaults *faults;
  const SwCatalogue *catalogue;
  const char *memory;  /* name of a text in memory, whose paths have no folder; NULL: a file */
  guint policy_faults; /* of the faults, those that a plug-in file caused */
} SwReader;

/* ---- values ---- */

static SwKeyValue
read_value (const SwReader *r, const char *group, const char *key)
{
  return sw_schema_get (sw_scenario_schema, r->s->keys, group, key);
}

static gint64
read_int (const SwReader *r, const char *group, const char *key, gint64 unset)
{
  SwKeyValue value = read_value (r, group, key);
  return value.set ? value.i : unset;
}

static double
read_share (const SwReader *r, const char *group, const char *key)
{
  return (double)read_int (r, group, key, 1000000) / 1e6;
}

static const char *
read_text (const SwReader *r, const char *group, const char *key)
{
  SwKeyValue value = read_value (r, group, key);
  return value.set && *value.text ? value.text : NULL;
}

/* A fault that no value has: at the group. */
static void G_GNUC_PRINTF (3, 4)
    fault_in_group (const SwReader *r, const char *group, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (format, args);
  va_end (args);
  guint line;
  const char *file = sw_keyfile_group_place (r->s->keys, group, &line);
  sw_faults_add (r->faults, file, line, line > 0, "[%s] %s", group, text);
}

/* A value is there, if only a bad one that was reported already. */
static gboolean
is_given (const SwReader *r, const char *group, const char *key)
{
  SwKeyValue value = read_value (r, group, key);
  return value.set || value.entry;
}

/* A value other than the default is there: frozen scenarios spell the defaults out. */
static gboolean
is_changed (const SwReader *r, const char *group, const char *key)
{
  SwKeyValue value = read_value (r, group, key);
  if (!value.set || !value.entry)
    return FALSE;
  for (const SwKeySpec *spec = sw_scenario_schema; spec->group; spec++)
    if (g_str_equal (spec->key, key) && g_str_equal (spec->group, group))
      return g_strcmp0 (spec->fallback, value.text) != 0;
  return TRUE;
}

static const char *
keep (SwScenario *s, char *text)
{
  g_ptr_array_add (s->owned, text);
  return text;
}

/* The words of a list, NULL-terminated and owned by the scenario; NULL if there is none. */
static char **
read_words (const SwReader *r, const char *group, const char *key)
{
  const char *text = read_text (r, group, key);
  if (!text)
    return NULL;
  g_auto (GStrv) parts = g_strsplit_set (text, " \t,", -1);
  GPtrArray *words = g_ptr_array_new ();
  for (char **part = parts; *part; part++)
    if (**part)
      g_ptr_array_add (words, (char *)keep (r->s, g_strdup (*part)));
  g_ptr_array_add (words, NULL);
  char **list = (char **)g_ptr_array_free (words, FALSE);
  keep (r->s, (char *)list);
  return list;
}

/* ---- paths ---- */

static gboolean
is_builtin (const char *path)
{
  return g_str_has_prefix (path, "builtin:");
}

/* A path as it is to be opened: relative to the file that names it, or to the working folder where
   the command line or a text in memory does. */
static const char *
resolve (const SwReader *r, const SwKeyValue *value, const char *path)
{
  if (is_builtin (path) || g_path_is_absolute (path) || !value->entry
      || g_strcmp0 (value->entry->file, r->memory) == 0)
    return keep (r->s, g_strdup (path));
  const GPtrArray *files = sw_keyfile_files (r->s->keys);
  for (guint i = 0; i < files->len; i++)
    if (g_str_equal (files->pdata[i], value->entry->file))
      {
        g_autofree char *folder = g_path_get_dirname (value->entry->file);
        if (g_str_equal (folder, "."))
          break;
        return keep (r->s, g_build_filename (folder, path, NULL));
      }
  return keep (r->s, g_strdup (path));
}

static gboolean
is_path (const char *text)
{
  return strchr (text, '/') || g_str_has_suffix (text, ".ini");
}

/* Value of a key that names an input file; NULL if unset. */
static const char *
read_path (const SwReader *r, const char *group, const char *key)
{
  SwKeyValue value = read_value (r, group, key);
  if (!value.set || !*value.text)
    return NULL;
  const char *path = resolve (r, &value, value.text);
  if (!is_builtin (path) && !g_file_test (path, G_FILE_TEST_IS_REGULAR))
    sw_faults_add_value (r->faults, &value, "%s: there is no file '%s'", key, path);
  return path;
}

/* Name of a built-in profile or path of a profile file; NULL if unset. */
static const char *
read_profile (const SwReader *r, const char *group, const char *key)
{
  SwKeyValue value = read_value (r, group, key);
  if (!value.set || !*value.text)
    return NULL;
  if (is_path (value.text))
    return read_path (r, group, key);
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
  SwKeyValue value = read_value (r, "workload", "window");
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
  SwKeyValue value = read_value (r, "workload", "zone");
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
  w->trace = read_path (r, "workload", "trace");
  w->generate = read_path (r, "workload", "generate");
  if (!w->trace == !w->generate)
    fault_in_group (r, "workload",
                    w->trace ? "has both a trace and generate" : "needs a trace, or generate");
  static const char *const of_traces[]
      = { "profile", "zone", "strict", "clamp", "duplicates", "fractions", "order", "memory_use" };
  for (guint i = 0; w->generate && !w->trace && i < G_N_ELEMENTS (of_traces); i++)
    {
      SwKeyValue value = read_value (r, "workload", of_traces[i]);
      if (is_changed (r, "workload", of_traces[i]))
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
  o->profile = read_profile (r, "workload", "profile");
  o->strict = read_int (r, "workload", "strict", FALSE);
  o->clamp = read_int (r, "workload", "clamp", FALSE);
  o->duplicates = read_int (r, "workload", "duplicates", SW_DUPLICATE_ERROR);
  o->fractions = read_int (r, "workload", "fractions", SW_GPU_FRACTION_KEEP);
  char **settings = read_words (r, "workload", "settings");
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
  t->users = read_words (r, "workload", "users");
  t->tenants = read_words (r, "workload", "tenants");
  t->queues = read_words (r, "workload", "queues");
  t->kinds = read_words (r, "workload", "kinds");
  t->window_from = t->window_to = SW_TIME_NONE;
  t->time_scale_ppm = read_int (r, "workload", "time_scale", 1000000);
  t->duration_scale_ppm = read_int (r, "workload", "duration_scale", 1000000);
  t->load_ppm = read_int (r, "workload", "load", 0);
  t->shuffle = read_int (r, "workload", "shuffle", FALSE);
  t->limits = read_int (r, "workload", "limits", SW_LIMITS_DECLARED);
  SwKeyValue factor = read_value (r, "workload", "limit_factor");
  t->limit_factor_ppm = factor.set ? factor.i : 1000000;
  if (is_changed (r, "workload", "limit_factor") && t->limits != SW_LIMITS_EXACT)
    sw_faults_add_value (r->faults, &factor, "limit_factor needs limits = exact");
}

/* Keys, with blanks between, that have no effect beside the value of another key. */
static void
fault_useless (const SwReader *r, const char *keys, const char *why)
{
  g_auto (GStrv) words = g_strsplit (keys, " ", -1);
  for (char **key = words; *key; key++)
    {
      SwKeyValue value = read_value (r, "workload", *key);
      if (is_changed (r, "workload", *key))
        sw_faults_add_value (r->faults, &value, "%s %s", *key, why);
    }
}

static void
read_arrivals (const SwReader *r)
{
  SwWorkloadSpec *w = &r->s->workload;
  SwTransform *t = &w->transform;
  t->one_by_one = read_int (r, "workload", "arrivals", 0) == 1;
  t->arrival_gap = read_int (r, "workload", "arrival_gap", SW_SECOND);
  t->tune_ppm = read_int (r, "workload", "tune", 0);
  t->no_departures = !read_int (r, "workload", "departures", TRUE);
  w->order = read_path (r, "workload", "order");
  w->memory_use = read_path (r, "workload", "memory_use");
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

/* ---- GPU models ---- */

static gboolean
knows_model (const SwReader *r, const char *model)
{
  return sw_scenario_speed (r->s, model) > 0 || sw_catalogue_speed (r->catalogue, model) > 0;
}

static void
fault_model (const SwReader *r, const SwKeyValue *value, const char *key)
{
  const char *near = sw_catalogue_nearest (r->catalogue, value->text);
  if (near && !g_str_equal (near, value->text))
    sw_faults_add_value (r->faults, value,
                         "%s: the speed of GPU model '%s' is not known; did you mean '%s'? "
                         "[gpu %s] speed = ... gives one",
                         key, value->text, near, value->text);
  else
    sw_faults_add_value (r->faults, value,
                         "%s: the speed of GPU model '%s' is not known; [gpu %s] speed = ... "
                         "gives one",
                         key, value->text, value->text);
}

static void
read_ref_gpu (const SwReader *r)
{
  SwKeyValue value = read_value (r, "workload", "ref_gpu");
  if (!value.set || !*value.text)
    return;
  r->s->workload.ref_gpu = value.text;
  if (!knows_model (r, value.text))
    fault_model (r, &value, "ref_gpu");
}

static void
read_speed (const SwReader *r, const char *group)
{
  SwKeyValue value = read_value (r, group, "speed");
  if (value.set)
    {
      SwGpuSpeed speed = { group + strlen ("gpu "), value.r };
      g_array_append_val (r->s->speeds, speed);
    }
}

/* ---- [pool NAME] ---- */

static void
check_listed_pool (const SwReader *r, const SwPoolSpec *pool)
{
  static const char *const of_counts[]
      = { "gpu", "nodes", "gpus_per_node", "cpus", "memory", "nodes_per_rack", "racks_per_switch" };
  for (guint i = 0; i < G_N_ELEMENTS (of_counts); i++)
    {
      SwKeyValue value = read_value (r, pool->group, of_counts[i]);
      if (value.set && value.entry)
        sw_faults_add_value (r->faults, &value, "%s comes from the node list", of_counts[i]);
    }
}

static void
check_counted_pool (const SwReader *r, const SwPoolSpec *pool)
{
  if (!is_given (r, pool->group, "nodes"))
    fault_in_group (r, pool->group, "needs nodes = COUNT, or a node_list");
  if (pool->gpu && !is_given (r, pool->group, "gpus_per_node"))
    fault_in_group (r, pool->group, "needs gpus_per_node");
  if (!pool->gpu && pool->gpus_per_node > 0)
    fault_in_group (r, pool->group, "has GPUs of no model: it needs gpu = MODEL");
  if (pool->racks_per_switch && !pool->nodes_per_rack)
    fault_in_group (r, pool->group, "has racks_per_switch without nodes_per_rack");
  SwKeyValue profile = read_value (r, pool->group, "node_profile");
  if (profile.set && *profile.text)
    sw_faults_add_value (r->faults, &profile, "node_profile needs a node_list");
  SwKeyValue gpu = read_value (r, pool->group, "gpu");
  if (pool->gpu && r->s->workload.ref_gpu && !knows_model (r, pool->gpu))
    fault_model (r, &gpu, "gpu");
}

static void
check_pool (const SwReader *r, const SwPoolSpec *pool)
{
  SwKeyValue sharing = read_value (r, pool->group, "sharing");
  if (sharing.set && sharing.i != SW_SHARING_WHOLE)
    sw_faults_add_value (r->faults, &sharing,
                         "sharing: '%s' is not available: this version gives each GPU to one job; "
                         "use whole",
                         sharing.text);
  SwKeyValue to = read_value (r, pool->group, "to");
  if (to.set && pool->from >= pool->to)
    sw_faults_add_value (r->faults, &to, "to: '%s' is not after from", to.text);
  if (pool->node_list)
    check_listed_pool (r, pool);
  else
    check_counted_pool (r, pool);
}

static void
read_pool (const SwReader *r, const char *group)
{
  SwKeyValue cpus = read_value (r, group, "cpus");
  gint64 bytes = read_int (r, group, "memory", -1);
  SwPoolSpec pool = {
    .name = group + strlen ("pool "),
    .group = group,
    .gpu = read_text (r, group, "gpu"),
    .node_list = read_path (r, group, "node_list"),
    .node_ranks = read_path (r, group, "node_ranks"),
    .nodes = read_int (r, group, "nodes", 0),
    .gpus_per_node = read_int (r, group, "gpus_per_node", 0),
    .cpu_milli = cpus.set ? (gint64)(cpus.r * 1000 + 0.5) : -1,
    .mem_mib = bytes < 0 ? -1 : bytes >> 20,
    .nodes_per_rack = read_int (r, group, "nodes_per_rack", 0),
    .racks_per_switch = read_int (r, group, "racks_per_switch", 0),
    .from = read_int (r, group, "from", 0),
    .to = read_int (r, group, "to", SW_TIME_INF),
  };
  if (pool.node_list)
    pool.node_profile = read_profile (r, group, "node_profile");
  check_pool (r, &pool);
  g_array_append_val (r->s->pools, pool);
}

static void
read_groups (const SwReader *r, const char *prefix,
             void (*read) (const SwReader *r, const char *group))
{
  const SwKeyFile *keys = r->s->keys;
  for (guint i = 0; i < sw_keyfile_n_groups (keys); i++)
    {
      const char *group = sw_keyfile_group (keys, i);
      if (g_str_has_prefix (group, prefix) && group[strlen (prefix)])
        read (r, group);
    }
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
  const char *path = resolve (r, value, text);
  return strchr (path, '/') ? path : keep (r->s, g_build_filename (".", path, NULL));
}

static gboolean
load_plugins (SwReader *r)
{
  SwKeyValue value = read_value (r, "policy", "plugins");
  r->s->plugins = read_words (r, "policy", "plugins");
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
  SwKeyValue value = read_value (r, "policy", key);
  g_autoptr (GError) error = NULL;
  if (!value.set || !*value.text)
    fault_in_group (r, "policy", "%s needs the name of a policy", key);
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

static char *
default_name (const char *source)
{
  g_autofree char *base
      = g_path_get_basename (is_builtin (source) ? source + strlen ("builtin:") : source);
  char *dot = strrchr (base, '.');
  if (dot && dot != base)
    *dot = '\0';
  return g_steal_pointer (&base);
}

static void
read_rest (const SwReader *r)
{
  SwScenario *s = r->s;
  const char *name = read_text (r, "scenario", "name");
  s->name = name ? g_strdup (name) : default_name (s->source);
  s->seed = read_int (r, "scenario", "seed", 0);
  s->until = read_int (r, "scenario", "until", SW_TIME_INF);
  s->preempt_keeps_all = read_int (r, "policy", "preempt_keeps", 0) == 1;
  s->restart_cost = read_int (r, "workload", "restart_cost", 0);
  s->wait_slo = read_int (r, "slo", "wait", SW_TIME_NONE);
  s->across_nodes = read_share (r, "topology", "across_nodes");
  s->across_racks = read_share (r, "topology", "across_racks");
  s->across_switches = read_share (r, "topology", "across_switches");
  s->write_timeline = read_int (r, "output", "timeline", FALSE);
  s->write_jobs = read_int (r, "output", "jobs", FALSE);
}

static void
read_scenario (SwReader *r)
{
  read_rest (r);
  read_groups (r, "gpu ", read_speed);
  read_source (r);
  g_autoptr (GTimeZone) zone = read_zone (r);
  read_window (r, zone);
  read_import (r);
  read_transform (r);
  read_arrivals (r);
  read_ref_gpu (r);
  read_groups (r, "pool ", read_pool);
  if (r->s->pools->len == 0)
    sw_faults_add (r->faults, r->s->source, 0, 0, "there is no [pool NAME]: no nodes to run on");
  read_policies (r);
}

static gboolean
load_demo (SwKeyFile *keys, SwFaults *faults)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes
      = g_resources_lookup_data ("/slicewise/demo.ini", G_RESOURCE_LOOKUP_FLAGS_NONE, &error);
  if (!bytes)
    {
      sw_faults_add (faults, SW_SCENARIO_DEMO, 0, 0, "%s", error->message);
      return FALSE;
    }
  gsize length;
  const char *text = g_bytes_get_data (bytes, &length);
  sw_keyfile_load_text (keys, SW_SCENARIO_DEMO, text, length, faults);
  return TRUE;
}

static gboolean
load_layers (SwKeyFile *keys, const SwScenarioSource *source, SwFaults *faults)
{
  gboolean loaded = TRUE;
  if (source->text)
    sw_keyfile_load_text (keys, source->name, source->text, strlen (source->text), faults);
  else if (!source->path || g_str_equal (source->path, SW_SCENARIO_DEMO))
    loaded = load_demo (keys, faults);
  else
    loaded = sw_keyfile_load (keys, source->path, faults);
  if (!loaded && faults->texts->len == 0)
    sw_faults_add (faults, source->path, 0, 0, "cannot be read");
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
  set_value (keys, "scenario", "name", s->name, faults);
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
