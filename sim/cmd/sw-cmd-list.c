/* slicewise list: what the program knows. */
#include <string.h>

#include "builtin.h"
#include "sw-catalogue-keys.h"
#include "sw-generate.h"
#include "sw-goals.h"
#include "sw-import.h"
#include "sw-list.h"
#include "sw-scenario-keys.h"

gboolean
sw_list_print (const SwCall *call, const SwGrid *grid, GError **error)
{
  SwText *text = sw_text_memory ();
  sw_grid_print (grid, call->format, text);
  return sw_call_print (text, error);
}

/* A row of n texts; NULL: nothing. */
static void
put_texts (SwGrid *grid, const char *const *texts, guint n)
{
  sw_grid_row (grid);
  for (guint i = 0; i < n; i++)
    if (texts[i])
      sw_grid_text (grid, texts[i]);
    else
      sw_grid_empty (grid);
}

gboolean
sw_list_unknown (const char *what, const char *name, const GPtrArray *known, GError **error)
{
  const char *near = sw_nearest (name, (const char *const *)known->pdata, known->len);
  g_autofree char *hint = sw_call_suggest (near, "");
  g_set_error (error, SW_ERROR, SW_ERROR_USAGE, "there is no %s '%s'%s", what, name, hint);
  return FALSE;
}

gboolean
sw_list_for_people (const SwCall *call)
{
  return call->format == SW_FORMAT_TABLE || call->format == SW_FORMAT_MARKDOWN;
}

/* ---- policies ---- */

static SwPolicies *
load_policies (const SwCall *call, GError **error)
{
  g_autoptr (SwPolicies) policies = sw_policies_new (sw_builtin_policies);
  for (char **plugin = call->options.plugins; plugin && *plugin; plugin++)
    if (!sw_policies_load (policies, *plugin, error))
      return NULL;
  return g_steal_pointer (&policies);
}

static gboolean
list_all_policies (const SwCall *call, const SwPolicies *policies, GError **error)
{
  g_autoptr (SwGrid) grid = sw_grid_new ();
  sw_grid_column (grid, "kind", "", "kind", FALSE);
  sw_grid_column (grid, "name", "", "name", FALSE);
  sw_grid_column (grid, "what it does", "", "summary", FALSE);
  for (guint i = 0; i < sw_policies_count (policies); i++)
    {
      const SwPolicy *p = sw_policies_get (policies, i);
      put_texts (grid, (const char *const[]){ sw_policy_kind_name (p->kind), p->name, p->summary },
                 3);
    }
  return sw_list_print (call, grid, error);
}

static char *
param_range (const SwParam *param)
{
  if (param->type == SW_PARAM_CHOICE)
    return g_strdup (param->choices);
  if (param->type == SW_PARAM_BOOL)
    return g_strdup ("yes|no");
  if (param->min == param->max)
    return g_strdup ("");
  char low[G_ASCII_DTOSTR_BUF_SIZE], high[G_ASCII_DTOSTR_BUF_SIZE];
  return g_strdup_printf ("%s..%s%s", g_ascii_formatd (low, sizeof low, "%.15g", param->min),
                          g_ascii_formatd (high, sizeof high, "%.15g", param->max),
                          param->type == SW_PARAM_TIME ? " s" : "");
}

static gboolean
list_policy (const SwCall *call, const SwPolicy *policy, GError **error)
{
  static const char *const types[] = { [SW_PARAM_INT] = "integer",
                                       [SW_PARAM_REAL] = "number",
                                       [SW_PARAM_BOOL] = "yes/no",
                                       [SW_PARAM_TIME] = "duration",
                                       [SW_PARAM_CHOICE] = "choice" };
  g_autoptr (SwGrid) grid = sw_grid_new ();
  sw_grid_column (grid, "parameter", "", "parameter", FALSE);
  sw_grid_column (grid, "type", "", "type", FALSE);
  sw_grid_column (grid, "default", "", "default", FALSE);
  sw_grid_column (grid, "range", "", "range", FALSE);
  sw_grid_column (grid, "meaning", "", "doc", FALSE);
  for (const SwParam *param = policy->params; param && param->name; param++)
    {
      g_autofree char *range = param_range (param);
      put_texts (grid,
                 (const char *const[]){ param->name, types[param->type], param->fallback, range,
                                        param->doc },
                 5);
    }
  SwText *text = sw_text_memory ();
  if (call->format == SW_FORMAT_TABLE)
    sw_printf (text, "%s (%s): %s\n\n", policy->name, sw_policy_kind_name (policy->kind),
               policy->summary);
  sw_grid_print (grid, call->format, text);
  return sw_call_print (text, error);
}

static gboolean
list_policies (const SwCall *call, const char *name, GError **error)
{
  g_autoptr (SwPolicies) policies = load_policies (call, error);
  if (!policies)
    return FALSE;
  if (!name)
    return list_all_policies (call, policies, error);
  g_autoptr (GPtrArray) known = g_ptr_array_new ();
  for (guint i = 0; i < sw_policies_count (policies); i++)
    {
      const SwPolicy *p = sw_policies_get (policies, i);
      if (g_str_equal (p->name, name))
        return list_policy (call, p, error);
      g_ptr_array_add (known, (char *)p->name);
    }
  return sw_list_unknown ("policy", name, known, error);
}

/* ---- profiles ---- */

static gboolean
print_profile (const char *name, GError **error)
{
  g_autofree char *profile = sw_import_profile_text (name);
  if (!profile)
    {
      g_auto (GStrv) names = sw_import_profiles ();
      g_autoptr (GPtrArray) known = g_ptr_array_new ();
      for (char **p = names; *p; p++)
        g_ptr_array_add (known, *p);
      return sw_list_unknown ("profile", name, known, error);
    }
  SwText *text = sw_text_memory ();
  sw_put (text, profile);
  return sw_call_print (text, error);
}

static const char *
profile_text (const SwKeyFile *keys, const char *key)
{
  const SwKeyEntry *entry = sw_keyfile_get (keys, "profile", key);
  return entry ? entry->value : NULL;
}

static void
put_profile (SwGrid *grid, const char *name)
{
  g_autofree char *text = sw_import_profile_text (name);
  g_autoptr (SwKeyFile) keys = sw_keyfile_new ();
  SwFaults faults;
  sw_faults_init (&faults);
  sw_keyfile_load_text (keys, name, text, strlen (text), &faults);
  sw_faults_clear (&faults);
  put_texts (
      grid,
      (const char *const[]){ name, profile_text (keys, "rows"), profile_text (keys, "summary") },
      3);
}

static gboolean
list_profiles (const SwCall *call, const char *name, GError **error)
{
  if (name)
    return print_profile (name, error);
  g_autoptr (SwGrid) grid = sw_grid_new ();
  g_auto (GStrv) names = sw_import_profiles ();
  sw_grid_column (grid, "profile", "", "name", FALSE);
  sw_grid_column (grid, "rows", "", "rows", FALSE);
  sw_grid_column (grid, "what it reads", "", "summary", FALSE);
  for (char **p = names; *p; p++)
    put_profile (grid, *p);
  return sw_list_print (call, grid, error);
}

/* ---- keys ---- */

static char *
key_range (const SwKeySpec *spec)
{
  if (spec->type == SW_KEY_CHOICE)
    return g_strdup (spec->choices);
  if (spec->type == SW_KEY_BOOL)
    return g_strdup ("yes|no");
  if (spec->min == spec->max)
    return g_strdup ("");
  char low[G_ASCII_DTOSTR_BUF_SIZE], high[G_ASCII_DTOSTR_BUF_SIZE];
  return g_strdup_printf ("%s..%s", g_ascii_formatd (low, sizeof low, "%.15g", spec->min),
                          g_ascii_formatd (high, sizeof high, "%.15g", spec->max));
}

/* "pool" for the groups [pool NAME]. */
static gboolean
is_group (const SwKeySpec *spec, const char *name)
{
  const gsize length = strlen (name);
  return g_str_has_prefix (spec->group, name)
         && (spec->group[length] == '\0' || g_str_equal (spec->group + length, " *"));
}

static void
put_keys (SwGrid *grid, const SwKeySpec *schema, const char *group)
{
  static const char *const types[] = {
    [SW_KEY_TEXT] = "text",   [SW_KEY_INT] = "integer",       [SW_KEY_REAL] = "number",
    [SW_KEY_BOOL] = "yes/no", [SW_KEY_DURATION] = "duration", [SW_KEY_BYTES] = "bytes",
    [SW_KEY_RATIO] = "ratio", [SW_KEY_CHOICE] = "choice",     [SW_KEY_MONEY_PER_HOUR] = "money/h",
    [SW_KEY_LIST] = "list"
  };
  for (const SwKeySpec *spec = schema; spec->group; spec++)
    {
      if (group && !is_group (spec, group))
        continue;
      g_autofree char *range = key_range (spec);
      put_texts (grid,
                 (const char *const[]){ spec->group, spec->key, types[spec->type], spec->fallback,
                                        range, spec->doc },
                 6);
    }
}

static gboolean
check_group (const char *name, GError **error)
{
  g_autoptr (GPtrArray) known = g_ptr_array_new_with_free_func (g_free);
  for (const SwKeySpec *spec = sw_scenario_schema; spec->group; spec++)
    {
      if (is_group (spec, name))
        return TRUE;
      g_ptr_array_add (known, g_strndup (spec->group, strcspn (spec->group, " ")));
    }
  return sw_list_unknown ("group", name, known, error);
}

/* Keys of other files than scenarios, by the name of the list; NULL: none of them. */
static const SwKeySpec *
other_schema (const char *name)
{
  if (!name)
    return NULL;
  if (g_str_equal (name, "generate"))
    return sw_generate_schema;
  return g_str_equal (name, "catalogue") ? sw_catalogue_schema : NULL;
}

static gboolean
list_keys (const SwCall *call, const char *name, GError **error)
{
  const SwKeySpec *other = other_schema (name);
  if (name && !other && !check_group (name, error))
    return FALSE;
  g_autoptr (SwGrid) grid = sw_grid_new ();
  sw_grid_column (grid, "group", "", "group", FALSE);
  sw_grid_column (grid, "key", "", "key", FALSE);
  sw_grid_column (grid, "type", "", "type", FALSE);
  sw_grid_column (grid, "default", "", "default", FALSE);
  sw_grid_column (grid, "range", "", "range", FALSE);
  sw_grid_column (grid, "meaning", "", "doc", FALSE);
  put_keys (grid, other ? other : sw_scenario_schema, other ? NULL : name);
  return sw_list_print (call, grid, error);
}

/* ---- figures ---- */

static gboolean
list_figures (const SwCall *call, const char *name, GError **error)
{
  static const char *const better[] = { "", "low", "high" };
  g_autoptr (GArray) figures = sw_goals_figures ();
  g_autoptr (SwGrid) grid = sw_grid_new ();
  sw_grid_column (grid, "figure", "", "name", FALSE);
  sw_grid_column (grid, "unit", "", "unit", FALSE);
  sw_grid_column (grid, "better", "", "better", FALSE);
  sw_grid_column (grid, "definition", "", "doc", FALSE);
  for (guint i = 0; i < figures->len; i++)
    {
      const SwFigure *f = &g_array_index (figures, SwFigure, i);
      put_texts (grid, (const char *const[]){ f->name, f->unit, better[f->better], f->doc }, 4);
    }
  return sw_list_print (call, grid, error);
}

/* Lays the files of --catalogue over the built-in catalogue. */
static gboolean
add_catalogues (SwCall *call, GError **error)
{
  SwFaults faults;
  sw_faults_init (&faults);
  for (char **path = call->options.catalogues; path && *path; path++)
    if (!sw_catalogue_add_file (call->catalogue, *path, &faults))
      break;
  const gboolean sound = sw_faults_report (&faults, error);
  sw_faults_clear (&faults);
  return sound;
}

gboolean
sw_command_list (SwCall *call, GError **error)
{
  static gboolean (*const lists[]) (const SwCall *call, const char *name, GError **error)
      = { list_policies, sw_list_gpus, sw_list_mig, sw_list_scenarios,
          list_profiles, list_keys,    list_figures };
  static const gboolean named[] = { TRUE, TRUE, TRUE, TRUE, TRUE, TRUE, FALSE };
  int which;
  const char *what = sw_call_argument (call, 0), *name = sw_call_argument (call, 1);
  if (!sw_call_choice ("list", what, call->command->complete, &which, error)
      || !add_catalogues (call, error))
    return FALSE;
  if (!name || named[which])
    return lists[which](call, name, error);
  g_set_error (error, SW_ERROR, SW_ERROR_USAGE, "list %s takes no name", what);
  return FALSE;
}
