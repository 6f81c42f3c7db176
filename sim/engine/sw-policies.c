/* Policies by name: the registry, the plug-in loader, and the text form "name param=value ...".
 *
 * A plug-in is opened by its full path, so that no search path of the dynamic linker matters, with
 * its symbols kept to itself and all of them bound at once, so that a missing one is an error here
 * and not in the middle of a run.  It is never unloaded: tables and code stay valid for ever. */
#include "sw-policies.h"

#include <gmodule.h>
#include <string.h>

#include "sw-error.h"
#include "sw-quantity.h"
#include "sw-time.h"

#define SYMBOL "sw_policy"
#define PATH_VARIABLE "SLICEWISE_POLICY_PATH"

typedef struct
{
  const SwPolicy *policy;
  char *origin; /* path of the plug-in, NULL: built in */
} Entry;

struct SwPolicies
{
  GArray *entries; /* Entry */
};

static const char *const kind_names[] = { "queue", "place", "scale" };

const char *
sw_policy_kind_name (SwPolicyKind kind)
{
  return kind_names[kind];
}

/* ---- the registry ---- */

static void
entry_clear (gpointer data)
{
  Entry *entry = data;
  g_free (entry->origin);
}

SwPolicies *
sw_policies_new (const SwPolicy *const *builtin)
{
  SwPolicies *policies = g_new0 (SwPolicies, 1);
  policies->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  g_array_set_clear_func (policies->entries, entry_clear);
  for (; *builtin != NULL; builtin++)
    {
      Entry entry = { *builtin, NULL };
      g_array_append_val (policies->entries, entry);
    }
  return policies;
}

void
sw_policies_free (SwPolicies *policies)
{
  if (policies == NULL)
    return;
  g_array_unref (policies->entries);
  g_free (policies);
}

guint
sw_policies_count (const SwPolicies *policies)
{
  return policies->entries->len;
}

static const Entry *
entry_at (const SwPolicies *policies, guint i)
{
  return &g_array_index (policies->entries, Entry, i);
}

const SwPolicy *
sw_policies_get (const SwPolicies *policies, guint i)
{
  return entry_at (policies, i)->policy;
}

static const Entry *
find_entry (const SwPolicies *policies, SwPolicyKind kind, const char *name)
{
  for (guint i = 0; i < policies->entries->len; i++)
    {
      const Entry *entry = entry_at (policies, i);
      if (entry->policy->kind == kind && strcmp (entry->policy->name, name) == 0)
        return entry;
    }
  return NULL;
}

const SwPolicy *
sw_policies_find (const SwPolicies *policies, SwPolicyKind kind, const char *name)
{
  const Entry *entry = find_entry (policies, kind, name);
  return entry == NULL ? NULL : entry->policy;
}

/* ---- checks of a table ---- */

static gboolean
is_name (const char *name, char joint)
{
  if (name == NULL || !g_ascii_islower (*name))
    return FALSE;
  for (const char *c = name; *c != '\0'; c++)
    if (!g_ascii_islower (*c) && !g_ascii_isdigit (*c) && (*c != joint || !g_ascii_isalnum (c[1])))
      return FALSE;
  return TRUE;
}

static gboolean
in_range (const SwParam *param, double value)
{
  return param->min == param->max || (value >= param->min && value <= param->max);
}

static gint64
choice_index (const char *choices, const char *text)
{
  g_auto (GStrv) each = g_strsplit (choices, "|", -1);
  for (gint64 i = 0; each[i] != NULL; i++)
    if (strcmp (each[i], text) == 0)
      return i;
  return -1;
}

/* A value of the parameter from its text; NULL, or why not (transfer full). */
static char *
parse_value (const SwParam *param, const char *text, SwValue *value)
{
  *value = (SwValue){ 0 };
  switch (param->type)
    {
    case SW_PARAM_INT:
      if (!sw_parse_int (text, G_MININT64, G_MAXINT64, &value->i))
        return g_strdup ("is not a whole number");
      return in_range (param, (double)value->i)
                 ? NULL
                 : g_strdup_printf ("is outside %.0f .. %.0f", param->min, param->max);
    case SW_PARAM_REAL:
      if (!sw_parse_real (text, &value->r))
        return g_strdup ("is not a number");
      break;
    case SW_PARAM_BOOL:
      return sw_parse_bool (text, &value->b) ? NULL : g_strdup ("is neither yes nor no");
    case SW_PARAM_TIME:
      if (!sw_parse_duration (text, &value->t))
        return g_strdup ("is not a duration such as 90s, 5min or 2h");
      break;
    case SW_PARAM_CHOICE:
      value->i = choice_index (param->choices, text);
      return value->i >= 0 ? NULL : g_strdup_printf ("is none of %s", param->choices);
    }
  double number = param->type == SW_PARAM_REAL ? value->r : (double)value->t / SW_SECOND;
  if (in_range (param, number))
    return NULL;
  char low[G_ASCII_DTOSTR_BUF_SIZE], high[G_ASCII_DTOSTR_BUF_SIZE];
  const char *unit = param->type == SW_PARAM_TIME ? "s" : "";
  return g_strdup_printf ("is outside %s%s .. %s%s",
                          g_ascii_formatd (low, sizeof low, "%.15g", param->min), unit,
                          g_ascii_formatd (high, sizeof high, "%.15g", param->max), unit);
}

static guint
param_count (const SwPolicy *policy)
{
  guint n = 0;
  while (policy->params != NULL && policy->params[n].name != NULL)
    n++;
  return n;
}

static char *
param_fault (const SwPolicy *policy, guint i)
{
  const SwParam *param = &policy->params[i];
  if (!is_name (param->name, '_'))
    return g_strdup_printf ("parameter %u: its name is not lower-case words joined by '_'", i + 1);
  for (guint j = 0; j < i; j++)
    if (strcmp (policy->params[j].name, param->name) == 0)
      return g_strdup_printf ("parameter %s: it is there twice", param->name);
  if ((guint)param->type > SW_PARAM_CHOICE)
    return g_strdup_printf ("parameter %s: unknown type %u", param->name, (guint)param->type);
  if (param->type == SW_PARAM_CHOICE && (param->choices == NULL || *param->choices == '\0'))
    return g_strdup_printf ("parameter %s: no choices", param->name);
  if (param->fallback == NULL)
    return g_strdup_printf ("parameter %s: no default", param->name);
  SwValue value;
  g_autofree char *why = parse_value (param, param->fallback, &value);
  return why == NULL ? NULL
                     : g_strdup_printf ("parameter %s: its default %s %s", param->name,
                                        param->fallback, why);
}

char *
sw_policy_fault (const SwPolicy *policy)
{
  if (policy->head.abi != SW_POLICY_ABI)
    return g_strdup_printf (
        "made for version %u of the policy interface, this program has version %u",
        policy->head.abi, SW_POLICY_ABI);
  if (policy->head.struct_size != sizeof (SwPolicy))
    return g_strdup_printf ("its table has %u bytes, this program's has %u: build it again",
                            policy->head.struct_size, (guint)sizeof (SwPolicy));
  if ((guint)policy->kind > SW_KIND_SCALE)
    return g_strdup_printf ("unknown kind %u of policy", (guint)policy->kind);
  if (!is_name (policy->name, '-'))
    return g_strdup ("its name is not lower-case words joined by '-'");
  if (policy->summary == NULL || *policy->summary == '\0' || strchr (policy->summary, '\n') != NULL)
    return g_strdup ("its summary is not one line of text");
  for (guint i = 0; i < param_count (policy); i++)
    {
      char *fault = param_fault (policy, i);
      if (fault != NULL)
        return fault;
    }
  if (policy->kind == SW_KIND_QUEUE && policy->schedule == NULL)
    return g_strdup ("a queue policy needs schedule()");
  if (policy->kind == SW_KIND_PLACE && policy->place == NULL && policy->score == NULL)
    return g_strdup ("a place policy needs place() or score()");
  if (policy->destroy != NULL && policy->create == NULL)
    return g_strdup ("destroy() without create()");
  return NULL;
}

/* ---- plug-ins ---- */

/* Full path of the plug-in; NULL with error if there is no such file. */
static char *
find_file (const char *path, GError **error)
{
  if (strchr (path, G_DIR_SEPARATOR) != NULL)
    {
      if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
        return g_canonicalize_filename (path, NULL);
      g_set_error (error, SW_ERROR, SW_ERROR_POLICY, "%s: no such file", path);
      return NULL;
    }
  const char *extra = g_getenv (PATH_VARIABLE);
  g_autofree char *all
      = g_strconcat (extra == NULL ? "" : extra, G_SEARCHPATH_SEPARATOR_S, SW_POLICY_DIR, NULL);
  g_auto (GStrv) folders = g_strsplit (all, G_SEARCHPATH_SEPARATOR_S, -1);
  g_autofree char *name
      = g_str_has_suffix (path, ".so") ? g_strdup (path) : g_strconcat (path, ".so", NULL);
  for (char **folder = folders; *folder != NULL; folder++)
    {
      g_autofree char *file = g_build_filename (*folder, name, NULL);
      if (**folder != '\0' && g_file_test (file, G_FILE_TEST_IS_REGULAR))
        return g_canonicalize_filename (file, NULL);
    }
  g_set_error (error, SW_ERROR, SW_ERROR_POLICY, "no plug-in %s in %s%s%s", name,
               extra == NULL ? "" : extra, extra == NULL ? "" : " or ", SW_POLICY_DIR);
  return NULL;
}

static gboolean
check_plugin (const SwPolicies *policies, const SwPolicy *policy, const char *file, GError **error)
{
  g_autofree char *fault = sw_policy_fault (policy);
  if (fault != NULL)
    {
      g_set_error (error, SW_ERROR, SW_ERROR_POLICY, "%s: %s", file, fault);
      return FALSE;
    }
  const Entry *same = find_entry (policies, policy->kind, policy->name);
  if (same == NULL)
    return TRUE;
  g_set_error (error, SW_ERROR, SW_ERROR_POLICY, "%s: the name of %s policy %s is taken by %s",
               file, sw_policy_kind_name (policy->kind), policy->name,
               same->origin == NULL ? "a built-in one" : same->origin);
  return FALSE;
}

gboolean
sw_policies_load (SwPolicies *policies, const char *path, GError **error)
{
  g_autofree char *file = find_file (path, error);
  if (file == NULL)
    return FALSE;
  g_autoptr (GError) cause = NULL;
  GModule *module = g_module_open_full (file, G_MODULE_BIND_LOCAL, &cause);
  if (module == NULL)
    {
      gboolean named = g_str_has_prefix (cause->message, file);
      g_set_error (error, SW_ERROR, SW_ERROR_POLICY, "%s%s%s", named ? "" : file, named ? "" : ": ",
                   cause->message);
      return FALSE;
    }
  gpointer symbol;
  if (!g_module_symbol (module, SYMBOL, &symbol) || symbol == NULL)
    {
      g_module_close (module);
      g_set_error (error, SW_ERROR, SW_ERROR_POLICY,
                   "%s: not a policy: it has no symbol " SYMBOL " (SW_POLICY_DEFINE makes it)",
                   file);
      return FALSE;
    }
  if (!check_plugin (policies, symbol, file, error))
    {
      g_module_close (module);
      return FALSE;
    }
  g_module_make_resident (module);
  Entry entry = { symbol, g_steal_pointer (&file) };
  g_array_append_val (policies->entries, entry);
  return TRUE;
}

/* ---- the text form ---- */

static gboolean
unknown_policy (const SwPolicies *policies, SwPolicyKind kind, const char *name, GError **error)
{
  for (guint k = 0; k < G_N_ELEMENTS (kind_names); k++)
    if (sw_policies_find (policies, (SwPolicyKind)k, name) != NULL)
      {
        g_set_error (error, SW_ERROR, SW_ERROR_INPUT, "%s: a %s policy, not a %s policy", name,
                     kind_names[k], kind_names[kind]);
        return FALSE;
      }
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  for (guint i = 0; i < policies->entries->len; i++)
    if (entry_at (policies, i)->policy->kind == kind)
      g_ptr_array_add (names, (gpointer)entry_at (policies, i)->policy->name);
  const char *near = sw_nearest (name, (const char *const *)names->pdata, names->len);
  if (near != NULL)
    g_set_error (error, SW_ERROR, SW_ERROR_INPUT, "%s: unknown %s policy; did you mean %s?", name,
                 kind_names[kind], near);
  else
    g_set_error (error, SW_ERROR, SW_ERROR_INPUT,
                 "%s: unknown %s policy; `slicewise list policies` shows them", name,
                 kind_names[kind]);
  return FALSE;
}

static gboolean
unknown_param (const SwPolicy *policy, const char *name, GError **error)
{
  guint n = param_count (policy);
  g_autofree const char **names = g_new (const char *, n + 1);
  for (guint i = 0; i < n; i++)
    names[i] = policy->params[i].name;
  names[n] = NULL;
  const char *near = sw_nearest (name, names, n);
  g_autofree char *all = g_strjoinv (", ", (char **)names);
  if (near != NULL)
    g_set_error (error, SW_ERROR, SW_ERROR_INPUT, "%s: unknown parameter %s; did you mean %s?",
                 policy->name, name, near);
  else if (n > 0)
    g_set_error (error, SW_ERROR, SW_ERROR_INPUT, "%s: unknown parameter %s; it has %s",
                 policy->name, name, all);
  else
    g_set_error (error, SW_ERROR, SW_ERROR_INPUT, "%s: unknown parameter %s; it has none",
                 policy->name, name);
  return FALSE;
}

/* One word "param=value". */
static gboolean
parse_setting (const SwPolicy *policy, const char *word, SwValue *values, gboolean *given,
               GError **error)
{
  const char *equals = strchr (word, '=');
  if (equals == NULL || equals == word)
    {
      g_set_error (error, SW_ERROR, SW_ERROR_INPUT, "%s: '%s' is not of the form parameter=value",
                   policy->name, word);
      return FALSE;
    }
  g_autofree char *name = g_strndup (word, (gsize)(equals - word));
  guint n = param_count (policy), i = 0;
  while (i < n && strcmp (policy->params[i].name, name) != 0)
    i++;
  if (i == n)
    return unknown_param (policy, name, error);
  if (given[i])
    {
      g_set_error (error, SW_ERROR, SW_ERROR_INPUT, "%s: %s is given twice", policy->name, name);
      return FALSE;
    }
  given[i] = TRUE;
  g_autofree char *why = parse_value (&policy->params[i], equals + 1, &values[i]);
  if (why != NULL)
    g_set_error (error, SW_ERROR, SW_ERROR_INPUT, "%s: %s=%s %s", policy->name, name, equals + 1,
                 why);
  return why == NULL;
}

static gboolean
same_value (const SwParam *param, SwValue a, SwValue b)
{
  switch (param->type)
    {
    case SW_PARAM_REAL:
      return a.r == b.r;
    case SW_PARAM_BOOL:
      return a.b == b.b;
    case SW_PARAM_TIME:
      return a.t == b.t;
    default:
      return a.i == b.i;
    }
}

static void
append_value (GString *text, const SwParam *param, SwValue value)
{
  char buffer[MAX (G_ASCII_DTOSTR_BUF_SIZE, SW_TIME_TEXT)];
  g_string_append_printf (text, " %s=", param->name);
  switch (param->type)
    {
    case SW_PARAM_INT:
      g_string_append_printf (text, "%" G_GINT64_FORMAT, value.i);
      break;
    case SW_PARAM_REAL:
      g_ascii_formatd (buffer, sizeof buffer, "%.15g", value.r);
      if (g_ascii_strtod (buffer, NULL) != value.r)
        g_ascii_dtostr (buffer, sizeof buffer, value.r);
      g_string_append (text, buffer);
      break;
    case SW_PARAM_BOOL:
      g_string_append (text, value.b ? "yes" : "no");
      break;
    case SW_PARAM_TIME:
      g_string_append_printf (text, "%ss", sw_format_seconds (value.t, buffer));
      break;
    case SW_PARAM_CHOICE:
      {
        g_auto (GStrv) each = g_strsplit (param->choices, "|", -1);
        g_string_append (text, each[value.i]);
        break;
      }
    }
}

static SwValue
default_value (const SwParam *param)
{
  SwValue value;
  g_autofree char *why = parse_value (param, param->fallback, &value);
  g_assert (why == NULL);
  return value;
}

static char *
normal_text (const SwPolicy *policy, const SwValue *values)
{
  GString *text = g_string_new (policy->name);
  for (guint i = 0; i < param_count (policy); i++)
    if (!same_value (&policy->params[i], values[i], default_value (&policy->params[i])))
      append_value (text, &policy->params[i], values[i]);
  return g_string_free (text, FALSE);
}

gboolean
sw_policy_use_parse (const SwPolicies *policies, SwPolicyKind kind, const char *text,
                     SwPolicyUse *out, GError **error)
{
  *out = (SwPolicyUse){ 0 };
  g_auto (GStrv) words = g_strsplit_set (text, " \t", -1);
  char **word = words;
  while (*word != NULL && **word == '\0')
    word++;
  if (*word == NULL)
    {
      g_set_error (error, SW_ERROR, SW_ERROR_INPUT, "no %s policy is named", kind_names[kind]);
      return FALSE;
    }
  const SwPolicy *policy = sw_policies_find (policies, kind, *word);
  if (policy == NULL)
    return unknown_policy (policies, kind, *word, error);
  guint n = param_count (policy);
  g_autofree SwValue *values = g_new0 (SwValue, n + 1);
  g_autofree gboolean *given = g_new0 (gboolean, n + 1);
  for (guint i = 0; i < n; i++)
    values[i] = default_value (&policy->params[i]);
  for (word++; *word != NULL; word++)
    if (**word != '\0' && !parse_setting (policy, *word, values, given, error))
      return FALSE;
  out->policy = policy;
  out->text = normal_text (policy, values);
  out->values = g_steal_pointer (&values);
  return TRUE;
}

void
sw_policy_use_clear (SwPolicyUse *use)
{
  g_free (use->values);
  g_free (use->text);
  *use = (SwPolicyUse){ 0 };
}

guint32
sw_policy_use_flags (const SwPolicyUse *use)
{
  return use->policy == NULL || use->policy->flags == NULL ? 0 : use->policy->flags (use->values);
}
