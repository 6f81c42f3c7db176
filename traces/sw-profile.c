/* Profiles from text to struct.  The schema layer finds unknown keys and bad values; what remains
 * is the sense of the whole: fields that exist, units that suit them, columns that a rule needs. */
#include "sw-profile.h"

#include <string.h>

#include "sw-profiles-data.h"

typedef enum
{
  TYPE_TEXT,
  TYPE_INSTANT,
  TYPE_SPAN,
  TYPE_INT,
  TYPE_MILLI, /* thousandths: GPUs, shares, CPUs, factors */
  TYPE_RATIO, /* millionths */
  TYPE_MEMORY,
  TYPE_BOOL,
  N_TYPES
} FieldType;

#define BIT(unit) (1u << SW_UNIT_##unit)
#define TIME_UNITS (BIT (S) | BIT (MS) | BIT (US) | BIT (NS) | BIT (MIN) | BIT (H) | BIT (D))

static const struct
{
  guint units; /* bit set; 0: the field has no unit */
  SwUnit usual;
} field_types[N_TYPES] = {
  [TYPE_TEXT] = { 0, SW_UNIT_TEXT },
  [TYPE_INSTANT] = { TIME_UNITS | BIT (CIVIL), SW_UNIT_S },
  [TYPE_SPAN] = { TIME_UNITS | BIT (ELAPSED) | BIT (LIMIT) | BIT (DURATION), SW_UNIT_S },
  [TYPE_INT] = { BIT (COUNT), SW_UNIT_COUNT },
  [TYPE_MILLI] = { BIT (COUNT) | BIT (MILLI) | BIT (PERCENT) | BIT (K8S), SW_UNIT_COUNT },
  [TYPE_RATIO] = { BIT (COUNT) | BIT (MILLI) | BIT (PERCENT), SW_UNIT_COUNT },
  [TYPE_MEMORY] = { BIT (K8S) | BIT (BYTES) | BIT (KIB) | BIT (MIB) | BIT (GIB) | BIT (KB)
                        | BIT (MB) | BIT (GB) | BIT (SLURM) | BIT (TEXT),
                    SW_UNIT_MIB },
  [TYPE_BOOL] = { 0, SW_UNIT_TEXT },
};

const char *const sw_field_names[SW_N_FIELDS] = {
  [SW_FIELD_ID] = "id",
  [SW_FIELD_GPUS] = "gpus",
  [SW_FIELD_GPU_MODELS] = "gpu_models",
  [SW_FIELD_CPUS] = "cpus",
  [SW_FIELD_MEM] = "mem",
  [SW_FIELD_GROUP_ID] = "group_id",
  [SW_FIELD_GANG] = "gang",
  [SW_FIELD_NAME] = "name",
  [SW_FIELD_USER] = "user",
  [SW_FIELD_TENANT] = "tenant",
  [SW_FIELD_QUEUE] = "queue",
  [SW_FIELD_KIND] = "kind",
  [SW_FIELD_SLO_CLASS] = "slo_class",
  [SW_FIELD_SUBMIT] = "submit",
  [SW_FIELD_ELIGIBLE] = "eligible",
  [SW_FIELD_START] = "start",
  [SW_FIELD_END] = "end",
  [SW_FIELD_DURATION] = "duration",
  [SW_FIELD_LIMIT] = "limit",
  [SW_FIELD_ESTIMATE] = "estimate",
  [SW_FIELD_DEADLINE] = "deadline",
  [SW_FIELD_WAIT_SLO] = "wait_slo",
  [SW_FIELD_CKPT_INTERVAL] = "ckpt_interval",
  [SW_FIELD_CKPT_COST] = "ckpt_cost",
  [SW_FIELD_RESTART_COST] = "restart_cost",
  [SW_FIELD_MAX_RESTARTS] = "max_restarts",
  [SW_FIELD_FAILS] = "fails",
  [SW_FIELD_FAIL_AFTER] = "fail_after",
  [SW_FIELD_TASKS] = "tasks",
  [SW_FIELD_MIN_TASKS] = "min_tasks",
  [SW_FIELD_MAX_TASKS] = "max_tasks",
  [SW_FIELD_TASKS_PER_NODE] = "tasks_per_node",
  [SW_FIELD_GPU_MODE] = "gpu_mode",
  [SW_FIELD_GPU_SHARE] = "gpu_share",
  [SW_FIELD_GPU_MEM] = "gpu_mem",
  [SW_FIELD_MIG_PROFILE] = "mig_profile",
  [SW_FIELD_GPU_MEM_PEAK] = "gpu_mem_peak",
  [SW_FIELD_GPU_MEM_RAMP] = "gpu_mem_ramp",
  [SW_FIELD_GPU_UTIL] = "gpu_util",
  [SW_FIELD_SM_ACTIVE] = "sm_active",
  [SW_FIELD_DRAM_ACTIVE] = "dram_active",
  [SW_FIELD_SLOWDOWN_LIMIT] = "slowdown_limit",
  [SW_FIELD_JOB_TYPE] = "job_type",
  [SW_FIELD_TOPOLOGY] = "topology",
  [SW_FIELD_PRIORITY] = "priority",
  [SW_FIELD_PREEMPTIBLE] = "preemptible",
  [SW_FIELD_DEPENDS_ON] = "depends_on",
  [SW_FIELD_STATE] = "state",
  [SW_FIELD_FLAGS] = "flags",
  [SW_FIELD_ROW] = "row",
  [SW_FIELD_PREFIX] = "prefix",
  [SW_FIELD_COUNT] = "count",
  [SW_FIELD_POOL] = "pool",
  [SW_FIELD_SWITCH_PATH] = "switch_path",
  [SW_FIELD_FROM] = "from",
  [SW_FIELD_TO] = "to",
};

static FieldType
field_type (SwField field)
{
  switch (field)
    {
    case SW_FIELD_SUBMIT:
    case SW_FIELD_ELIGIBLE:
    case SW_FIELD_START:
    case SW_FIELD_END:
    case SW_FIELD_DEADLINE:
    case SW_FIELD_FROM:
    case SW_FIELD_TO:
      return TYPE_INSTANT;
    case SW_FIELD_DURATION:
    case SW_FIELD_LIMIT:
    case SW_FIELD_ESTIMATE:
    case SW_FIELD_WAIT_SLO:
    case SW_FIELD_CKPT_INTERVAL:
    case SW_FIELD_CKPT_COST:
    case SW_FIELD_RESTART_COST:
    case SW_FIELD_FAIL_AFTER:
    case SW_FIELD_GPU_MEM_RAMP:
      return TYPE_SPAN;
    case SW_FIELD_MAX_RESTARTS:
    case SW_FIELD_FAILS:
    case SW_FIELD_TASKS:
    case SW_FIELD_MIN_TASKS:
    case SW_FIELD_MAX_TASKS:
    case SW_FIELD_TASKS_PER_NODE:
    case SW_FIELD_PRIORITY:
    case SW_FIELD_COUNT:
    case SW_FIELD_ROW:
      return TYPE_INT;
    case SW_FIELD_GPUS:
    case SW_FIELD_GPU_SHARE:
    case SW_FIELD_CPUS:
    case SW_FIELD_SLOWDOWN_LIMIT:
      return TYPE_MILLI;
    case SW_FIELD_GPU_UTIL:
    case SW_FIELD_SM_ACTIVE:
    case SW_FIELD_DRAM_ACTIVE:
      return TYPE_RATIO;
    case SW_FIELD_MEM:
    case SW_FIELD_GPU_MEM:
    case SW_FIELD_GPU_MEM_PEAK:
      return TYPE_MEMORY;
    case SW_FIELD_PREEMPTIBLE:
      return TYPE_BOOL;
    default:
      return TYPE_TEXT;
    }
}

static gboolean
field_suits (SwField field, gboolean nodes)
{
  return field <= SW_FIELD_MEM || nodes == (field >= SW_FIELD_PREFIX);
}

/* Members of a text, trimmed, none empty; NULL if there are none.  transfer full */
static char **
split (const char *text, const char *separators)
{
  if (text == NULL)
    return NULL;
  g_auto (GStrv) parts = g_strsplit_set (text, separators, -1);
  g_autoptr (GPtrArray) kept = g_ptr_array_new ();
  for (char **part = parts; *part != NULL; part++)
    if (*g_strstrip (*part) != '\0')
      g_ptr_array_add (kept, g_strdup (*part));
  if (kept->len == 0)
    return NULL;
  g_ptr_array_add (kept, NULL);
  return (char **)g_ptr_array_steal (kept, NULL);
}

typedef struct
{
  const SwKeyFile *kf;
  SwProfile *profile;
  SwFaults *faults;
} Loader;

/* A fault of a whole group, or of the file if the group is not there. */
static void G_GNUC_PRINTF (3, 4)
    group_fault (const Loader *l, const char *group, const char *format, ...)
{
  va_list args;
  guint line;
  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (format, args);
  va_end (args);
  const char *file = sw_keyfile_group_place (l->kf, group, &line);
  sw_faults_add (l->faults, file, line, 0, "%s", text);
}

static SwKeyValue
get (const Loader *l, const char *group, const char *key)
{
  return sw_schema_get (sw_profile_schema, l->kf, group, key);
}

static char **
get_words (const Loader *l, const char *group, const char *key)
{
  return split (get (l, group, key).text, ", \t");
}

static char **
get_columns (const Loader *l, const char *group, const char *key)
{
  return split (get (l, group, key).text, ",");
}

static void
load_file (const Loader *l)
{
  static const char delimiters[] = { ',', '\t', ';', '|', ':' };
  static const char comments[] = { 0, '#', ';', '%' };
  SwProfile *p = l->profile;
  p->nodes = get (l, "profile", "rows").i == 1;
  p->summary = g_strdup (get (l, "profile", "summary").text);
  p->licence = g_strdup (get (l, "profile", "licence").text);
  p->signature = get_columns (l, "profile", "signature");
  p->unlike = get_columns (l, "profile", "unlike");
  p->swf = get (l, "file", "format").i == 1;
  p->format.delimiter = delimiters[get (l, "file", "delimiter").i];
  p->format.quote = get (l, "file", "quote").i != 0;
  p->format.comment = comments[get (l, "file", "comment").i];
  p->format.skip = (guint)get (l, "file", "skip").i;
  p->header = get (l, "file", "header").i != 0 && !p->swf;
  p->columns = get_columns (l, "file", "columns");
  p->extra_fields = get (l, "file", "extra_fields").i != 0;
  p->empty = get_words (l, "file", "empty");
  p->side_file = get (l, "file", "side_file").i != 0;
  if (!p->header && p->columns == NULL)
    group_fault (l, "file", "a file without header needs [file] columns");
}

static void
load_origin (const Loader *l)
{
  SwKeyValue value = get (l, "times", "origin");
  SwProfile *p = l->profile;
  if (g_str_equal (value.text, "zero"))
    p->origin = SW_ORIGIN_ZERO;
  else if (g_str_equal (value.text, "first"))
    p->origin = SW_ORIGIN_FIRST;
  else if (sw_parse_civil (value.text, NULL, &p->origin_utc, NULL))
    p->origin = SW_ORIGIN_DATE;
  else
    sw_faults_add_value (l->faults, &value, "\"%s\" is not zero, first or a date", value.text);
}

static void
load_times (const Loader *l)
{
  SwProfile *p = l->profile;
  load_origin (l);
  p->unix_epoch = get (l, "times", "epoch").i == 1;
  p->zone = g_strdup (get (l, "times", "zone").text);
  p->arrival_index = get (l, "times", "arrival").i == 1;
  p->arrival_gap = get (l, "times", "gap").i;
  p->duration = (SwDurationRule)get (l, "times", "duration").i;
  p->keep_never_started = get (l, "times", "never_started").i == 1;
  p->drop_end_missing = get (l, "times", "end_missing").i == 1;
  p->cut_at_last_end = get (l, "times", "cut_at_last_end").i != 0;
  p->split = (SwSplitRule)get (l, "gpus", "split").i;
  p->chunk = (guint32)get (l, "gpus", "chunk").i;
  p->drop_cpu_only = get (l, "gpus", "cpu_only").i == 1;
}

static void
load_unit (const Loader *l, const char *group, SwField field)
{
  SwKeyValue value = get (l, group, "unit");
  FieldType type = field_type (field);
  SwFieldRule *rule = &l->profile->fields[field];
  rule->unit = value.set ? (SwUnit)value.i : field_types[type].usual;
  if (value.set && (field_types[type].units & (1u << value.i)) == 0)
    sw_faults_add_value (l->faults, &value, "field %s has no unit %s", sw_field_names[field],
                         value.text);
}

static void
load_when (const Loader *l, const char *group, SwFieldRule *rule)
{
  SwKeyValue value = get (l, group, "when");
  if (!value.set)
    return;
  const char *colon = strchr (value.text, ':');
  if (colon != NULL)
    {
      rule->when_column = g_strstrip (g_strndup (value.text, colon - value.text));
      rule->when_words = split (colon + 1, ", \t");
    }
  if (rule->when_words == NULL || *rule->when_column == '\0')
    sw_faults_add_value (l->faults, &value, "\"%s\" is not COLUMN: WORD ...", value.text);
}

static char *
load_cut (const Loader *l, const char *group)
{
  g_auto (GStrv) words = get_words (l, group, "cut");
  if (words == NULL)
    return NULL;
  GString *cut = g_string_new (NULL);
  for (char **word = words; *word != NULL; word++)
    if (g_str_equal (*word, "blank"))
      g_string_append (cut, " \t");
    else
      g_string_append (cut, *word);
  return g_string_free (cut, FALSE);
}

static void
load_field (const Loader *l, const char *group, SwField field)
{
  SwFieldRule *rule = &l->profile->fields[field];
  rule->from = split (get (l, group, "from").text, "|");
  rule->required = get (l, group, "required").i != 0;
  load_unit (l, group, field);
  rule->total = get (l, group, "counts").i == 1;
  rule->divide = get (l, group, "divide").i;
  rule->fallback = g_strdup (get (l, group, "default").text);
  rule->empty = get_words (l, group, "empty");
  rule->yes = get_words (l, group, "yes");
  rule->separator = g_strdup (get (l, group, "separator").text);
  rule->cut = load_cut (l, group);
  load_when (l, group, rule);
  rule->relative = get (l, group, "relative").i != 0;
  rule->generate = get (l, group, "generate").i != 0;
  if (rule->from == NULL && rule->fallback == NULL && !rule->generate)
    group_fault (l, group, "[%s] has neither from nor default", group);
  if (rule->separator != NULL && *rule->separator == '\0')
    g_clear_pointer (&rule->separator, g_free);
}

static void
load_named_field (const Loader *l, const char *group)
{
  const char *name = group + strlen ("field ");
  for (SwField field = 0; field < SW_N_FIELDS; field++)
    if (g_str_equal (name, sw_field_names[field]) && field_suits (field, l->profile->nodes))
      {
        load_field (l, group, field);
        return;
      }
  const char *near = sw_nearest (name, sw_field_names, SW_N_FIELDS);
  group_fault (l, group, "there is no field \"%s\" of %s%s%s%s", name,
               l->profile->nodes ? "nodes" : "jobs", near ? ", did you mean \"" : "",
               near ? near : "", near ? "\"?" : "");
}

static void
load_drop (const Loader *l, const char *group)
{
  SwDropRule rule = { 0 };
  const char *reason = get (l, group, "reason").text;
  rule.column = g_strdup (get (l, group, "column").text);
  rule.reason = g_strdup (reason != NULL ? reason : group + strlen ("drop "));
  rule.equals = get_words (l, group, "equals");
  rule.contains = g_strdup (get (l, group, "contains").text);
  rule.empty = get (l, group, "empty").i != 0;
  g_array_append_val (l->profile->drops, rule);
  if (rule.column == NULL)
    group_fault (l, group, "[%s] names no column", group);
  if (rule.equals == NULL && rule.contains == NULL && !rule.empty)
    group_fault (l, group, "[%s] needs equals, contains or empty", group);
}

static gboolean
has (const SwProfile *p, SwField field)
{
  const SwFieldRule *rule = &p->fields[field];
  return rule->from != NULL || rule->fallback != NULL || rule->generate;
}

static void
need (const Loader *l, SwField field, const char *why)
{
  if (!has (l->profile, field))
    group_fault (l, "profile", "[field %s] is missing%s%s", sw_field_names[field], *why ? ": " : "",
                 why);
}

/* Whether the values of an instant count from 1970. */
static gboolean
is_absolute (const SwProfile *p, SwField field)
{
  return p->unix_epoch || p->fields[field].unit == SW_UNIT_CIVIL;
}

/* Instants can only be compared if all count from the same time. */
static void
check_instants (const Loader *l)
{
  const SwProfile *p = l->profile;
  const SwFieldRule *submit = &p->fields[SW_FIELD_SUBMIT];
  for (SwField f = 0; f < SW_N_FIELDS; f++)
    if (field_type (f) == TYPE_INSTANT && p->fields[f].from != NULL && !p->fields[f].relative
        && submit->from != NULL && is_absolute (p, f) != is_absolute (p, SW_FIELD_SUBMIT))
      group_fault (l, "times", "[field %s] counts from another time than [field submit]",
                   sw_field_names[f]);
  if (submit->relative)
    group_fault (l, "field submit", "[field submit] cannot be relative to itself");
}

/* What the rules of the whole profile ask of its fields. */
static void
check_sense (const Loader *l)
{
  const SwProfile *p = l->profile;
  if (p->nodes)
    {
      if (!has (p, SW_FIELD_PREFIX))
        need (l, SW_FIELD_ID, "");
      need (l, SW_FIELD_GPUS, "");
      if (p->origin != SW_ORIGIN_DATE
          && (is_absolute (p, SW_FIELD_FROM) || is_absolute (p, SW_FIELD_TO)))
        group_fault (l, "times", "dates of nodes need a date as [times] origin");
      return;
    }
  check_instants (l);
  need (l, SW_FIELD_ID, "");
  need (l, SW_FIELD_GPUS, "");
  if (!p->arrival_index)
    need (l, SW_FIELD_SUBMIT, "");
  if (p->duration != SW_DURATION_TIMES)
    need (l, SW_FIELD_DURATION, "[times] duration asks for it");
  if (p->duration != SW_DURATION_COLUMN)
    {
      need (l, SW_FIELD_START, "[times] duration asks for it");
      need (l, SW_FIELD_END, "[times] duration asks for it");
    }
}

static void
load_all (const Loader *l)
{
  load_file (l);
  load_times (l);
  for (guint i = 0; i < sw_keyfile_n_groups (l->kf); i++)
    {
      const char *group = sw_keyfile_group (l->kf, i);
      if (g_str_has_prefix (group, "field "))
        load_named_field (l, group);
      else if (g_str_has_prefix (group, "drop "))
        load_drop (l, group);
    }
  for (guint i = 0; i <= SW_OBS_PENDING; i++)
    l->profile->states[i] = get_words (l, "states", sw_obs_state_names[i]);
  check_sense (l);
}

SwProfile *
sw_profile_parse (const char *name, const char *text, gsize length, const GPtrArray *settings,
                  GError **error)
{
  SwFaults faults;
  sw_faults_init (&faults);
  g_autoptr (SwKeyFile) kf = sw_keyfile_new ();
  sw_keyfile_load_text (kf, name, text, length, &faults);
  for (guint i = 0; settings != NULL && i < settings->len; i++)
    sw_keyfile_set (kf, settings->pdata[i], &faults);
  sw_schema_check (sw_profile_schema, kf, &faults);
  g_autoptr (SwProfile) profile = g_new0 (SwProfile, 1);
  profile->name = g_strdup (name);
  profile->drops = g_array_new (FALSE, FALSE, sizeof (SwDropRule));
  if (faults.texts->len == 0)
    load_all (&(Loader){ kf, profile, &faults });
  gboolean ok = sw_faults_report (&faults, error);
  sw_faults_clear (&faults);
  return ok ? g_steal_pointer (&profile) : NULL;
}

static SwProfile *
unknown_profile (const char *name, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  for (guint i = 0; i < sw_profile_n_builtin (); i++)
    g_ptr_array_add (names, (gpointer)sw_profile_builtin_name (i));
  const char *near = sw_nearest (name, (const char *const *)names->pdata, names->len);
  g_set_error (error, SW_ERROR, SW_ERROR_INPUT, "there is no profile \"%s\"%s%s%s", name,
               near ? ", did you mean \"" : "", near ? near : "", near ? "\"?" : "");
  return NULL;
}

SwProfile *
sw_profile_find (const char *name, const GPtrArray *settings, GError **error)
{
  if (strchr (name, '/') != NULL || g_str_has_suffix (name, ".ini"))
    {
      g_autofree char *text = NULL;
      gsize length;
      g_autoptr (GError) fault = NULL;
      if (g_file_get_contents (name, &text, &length, &fault))
        return sw_profile_parse (name, text, length, settings, error);
      sw_error_at (error, name, 0, 0, "cannot be read: %s", fault->message);
      return NULL;
    }
  for (guint i = 0; i < sw_profile_n_builtin (); i++)
    if (g_str_equal (name, sw_profile_builtin_name (i)))
      {
        const char *text = sw_profile_builtin_text (i);
        return sw_profile_parse (name, text, strlen (text), settings, error);
      }
  return unknown_profile (name, error);
}

static void
clear_rule (SwFieldRule *rule)
{
  g_strfreev (rule->from);
  g_free (rule->fallback);
  g_strfreev (rule->empty);
  g_strfreev (rule->yes);
  g_free (rule->separator);
  g_free (rule->cut);
  g_free (rule->when_column);
  g_strfreev (rule->when_words);
}

void
sw_profile_free (SwProfile *p)
{
  if (p == NULL)
    return;
  for (guint i = 0; i < p->drops->len; i++)
    {
      SwDropRule *drop = &g_array_index (p->drops, SwDropRule, i);
      g_free (drop->reason);
      g_free (drop->column);
      g_strfreev (drop->equals);
      g_free (drop->contains);
    }
  g_array_free (p->drops, TRUE);
  for (guint i = 0; i < SW_N_FIELDS; i++)
    clear_rule (&p->fields[i]);
  for (guint i = 0; i < G_N_ELEMENTS (p->states); i++)
    g_strfreev (p->states[i]);
  g_free (p->name);
  g_free (p->summary);
  g_free (p->licence);
  g_strfreev (p->columns);
  g_strfreev (p->signature);
  g_strfreev (p->unlike);
  g_strfreev (p->empty);
  g_free (p->zone);
  g_free (p);
}

guint
sw_profile_n_builtin (void)
{
  guint n = 0;
  while (sw_profiles_data[n].name != NULL)
    n++;
  return n;
}

const char *
sw_profile_builtin_name (guint i)
{
  return sw_profiles_data[i].name;
}

const char *
sw_profile_builtin_text (guint i)
{
  return sw_profiles_data[i].text;
}
