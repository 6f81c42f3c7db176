/* The schema of key files: types, ranges and units of values, the nearest known name for what is
 * unknown, and the effective file as text. */
#include "sw-fixed.h"
#include "sw-keyfile.h"
#include "sw-quantity.h"

#include <string.h>

/* ---- names ---- */

static gboolean
has_own_name (const SwKeySpec *spec)
{
  return g_str_has_suffix (spec->group, " *");
}

/* TRUE if the spec is for this group: "pool *" is for "pool core". */
static gboolean
matches_group (const SwKeySpec *spec, const char *group)
{
  if (!has_own_name (spec))
    return strcmp (spec->group, group) == 0;
  const gsize n = strlen (spec->group) - 1;
  return strncmp (spec->group, group, n) == 0 && group[n] != '\0';
}

static const SwKeySpec *
find_spec (const SwKeySpec *schema, const char *group, const char *key)
{
  for (; schema->group != NULL; schema++)
    if (strcmp (schema->key, key) == 0 && matches_group (schema, group))
      return schema;
  return NULL;
}

static gboolean
knows_group (const SwKeySpec *schema, const char *group)
{
  for (; schema->group != NULL; schema++)
    if (matches_group (schema, group))
      return TRUE;
  return FALSE;
}

static char *
first_word (const char *text)
{
  return g_strndup (text, strcspn (text, " "));
}

/* What to write instead of an unknown group: "; did you mean [pool core]?" or "". */
static char *
suggest_group (const SwKeySpec *schema, const char *group)
{
  g_autofree char *kind = first_word (group);
  const char *name = strchr (group, ' ');
  g_autoptr (GPtrArray) kinds = g_ptr_array_new_with_free_func (g_free);

  for (const SwKeySpec *spec = schema; spec->group != NULL; spec++)
    g_ptr_array_add (kinds, first_word (spec->group));
  const char *nearest = sw_nearest (kind, (const char *const *)kinds->pdata, kinds->len);
  if (nearest == NULL)
    return g_strdup ("");

  guint i = 0;
  while (strcmp (g_ptr_array_index (kinds, i), nearest) != 0)
    i++;
  if (!has_own_name (&schema[i]))
    return g_strdup_printf ("; did you mean [%s]?", nearest);
  return g_strdup_printf ("; did you mean [%s%s]?", nearest, name != NULL ? name : " NAME");
}

/* "; did you mean 'nodes'?", "; it belongs to [policy]" or "". */
static char *
suggest_key (const SwKeySpec *schema, const char *group, const char *key)
{
  g_autoptr (GPtrArray) keys = g_ptr_array_new ();

  for (const SwKeySpec *spec = schema; spec->group != NULL; spec++)
    if (matches_group (spec, group))
      g_ptr_array_add (keys, (gpointer)spec->key);
  for (const SwKeySpec *spec = schema; spec->group != NULL; spec++)
    if (strcmp (spec->key, key) == 0)
      return g_strdup_printf ("; it belongs to [%s]", spec->group);
  const char *nearest = sw_nearest (key, (const char *const *)keys->pdata, keys->len);
  return nearest != NULL ? g_strdup_printf ("; did you mean '%s'?", nearest) : g_strdup ("");
}

/* ---- values ---- */

/* "4.50USD/h", exact to the millionth. */
static gboolean
parse_money (const char *text, gint64 *micro, char unit[8])
{
  SwDecimal decimal;

  if (!sw_decimal_scan (text, &decimal) || decimal.is_signed || decimal.has_exponent)
    return FALSE;
  for (guint i = 0; i < 3; i++)
    if (!g_ascii_isupper (decimal.end[i]))
      return FALSE;
  memcpy (unit, decimal.end, 3);
  unit[3] = '\0';
  return strcmp (decimal.end + 3, "/h") == 0
         && sw_decimal_scale (&decimal, 1000000, SW_ROUND_NONE, micro);
}

/* Index of the text among "a|b|c", -1 if it is none of them. */
static gint64
choice_index (const char *choices, const char *text)
{
  g_auto (GStrv) names = g_strsplit (choices, "|", -1);
  for (gint64 i = 0; names[i] != NULL; i++)
    if (strcmp (names[i], text) == 0)
      return i;
  return -1;
}

/* The first word of a list that is not among the choices, or NULL; transfer full. */
static char *
bad_word (const char *choices, const char *text)
{
  if (choices == NULL)
    return NULL;
  g_auto (GStrv) words = g_strsplit_set (text, " \t,", -1);
  for (guint i = 0; words[i] != NULL; i++)
    if (*words[i] != '\0' && choice_index (choices, words[i]) < 0)
      return g_strdup (words[i]);
  return NULL;
}

static gboolean
parse_value (const SwKeySpec *spec, const char *text, SwKeyValue *value)
{
  gboolean flag;

  value->text = text;
  switch (spec->type)
    {
    case SW_KEY_TEXT:
      return TRUE;
    case SW_KEY_LIST:
      {
        g_autofree char *bad = bad_word (spec->choices, text);
        return bad == NULL;
      }
    case SW_KEY_INT:
      return sw_parse_int (text, G_MININT64, G_MAXINT64, &value->i);
    case SW_KEY_REAL:
      return sw_parse_real (text, &value->r);
    case SW_KEY_BOOL:
      if (!sw_parse_bool (text, &flag))
        return FALSE;
      value->i = flag;
      return TRUE;
    case SW_KEY_DURATION:
      return sw_parse_duration (text, &value->i);
    case SW_KEY_BYTES:
      return sw_parse_bytes (text, &value->i);
    case SW_KEY_RATIO:
      return sw_parse_ratio (text, &value->i);
    case SW_KEY_CHOICE:
      value->i = choice_index (spec->choices, text);
      return value->i >= 0;
    case SW_KEY_MONEY_PER_HOUR:
      return parse_money (text, &value->i, value->unit);
    }
  g_assert_not_reached ();
}

static gboolean
in_range (const SwKeySpec *spec, const SwKeyValue *value)
{
  double x;

  if (spec->min == spec->max)
    return TRUE;
  switch (spec->type)
    {
    case SW_KEY_INT:
    case SW_KEY_BYTES:
      x = (double)value->i;
      break;
    case SW_KEY_REAL:
      x = value->r;
      break;
    case SW_KEY_DURATION:
      x = (double)value->i / (double)SW_SECOND;
      break;
    case SW_KEY_RATIO:
    case SW_KEY_MONEY_PER_HOUR:
      x = (double)value->i / 1e6;
      break;
    default:
      return TRUE;
    }
  return x >= spec->min && x <= spec->max;
}

static const char *
expected_form (SwKeyType type)
{
  switch (type)
    {
    case SW_KEY_INT:
      return "a whole number";
    case SW_KEY_REAL:
      return "a number";
    case SW_KEY_BOOL:
      return "yes or no";
    case SW_KEY_DURATION:
      return "a time with a unit, such as 30s, 15min or 4h";
    case SW_KEY_BYTES:
      return "an amount of memory with a unit, such as 80GiB or 512MiB";
    case SW_KEY_RATIO:
      return "a ratio, such as 130% or 1.3";
    case SW_KEY_MONEY_PER_HOUR:
      return "a price per hour with at most six decimals, such as 4.50USD/h";
    default:
      return "text";
    }
}

/* ---- checking ---- */

static void
fault_at (SwFaults *faults, const SwKeyEntry *entry, gboolean at_key, const char *text)
{
  sw_faults_add (faults, entry->file, entry->line, at_key ? entry->key_column : entry->value_column,
                 "%s", text);
}

static void
fault_choice (SwFaults *faults, const SwKeySpec *spec, const SwKeyEntry *entry, const char *word)
{
  g_auto (GStrv) names = g_strsplit (spec->choices, "|", -1);
  g_autofree char *all = g_strjoinv (", ", names);
  const char *nearest = sw_nearest (word, (const char *const *)names, g_strv_length (names));
  g_autofree char *text
      = g_strdup_printf ("%s: '%s' is not one of %s%s%s%s", spec->key, word, all,
                         nearest != NULL ? "; did you mean '" : "", nearest != NULL ? nearest : "",
                         nearest != NULL ? "'?" : "");
  fault_at (faults, entry, FALSE, text);
}

static void
fault_range (SwFaults *faults, const SwKeySpec *spec, const SwKeyEntry *entry)
{
  char min[G_ASCII_DTOSTR_BUF_SIZE], max[G_ASCII_DTOSTR_BUF_SIZE];
  const char *unit = spec->type == SW_KEY_DURATION ? " s"
                     : spec->type == SW_KEY_BYTES  ? " bytes"
                                                   : "";
  g_ascii_formatd (min, sizeof min, "%.15g", spec->min);
  g_ascii_formatd (max, sizeof max, "%.15g", spec->max);
  g_autofree char *text = g_strdup_printf ("%s: %s is out of range, %s to %s%s", spec->key,
                                           entry->value, min, max, unit);
  fault_at (faults, entry, FALSE, text);
}

static void
check_value (const SwKeySpec *spec, const SwKeyEntry *entry, SwFaults *faults)
{
  SwKeyValue value = { 0 };

  if (parse_value (spec, entry->value, &value))
    {
      if (!in_range (spec, &value))
        fault_range (faults, spec, entry);
      return;
    }
  if (spec->type == SW_KEY_CHOICE)
    {
      fault_choice (faults, spec, entry, entry->value);
      return;
    }
  if (spec->type == SW_KEY_LIST)
    {
      g_autofree char *bad = bad_word (spec->choices, entry->value);
      fault_choice (faults, spec, entry, bad);
      return;
    }
  g_autofree char *text = g_strdup_printf ("%s: expected %s, found '%s'", spec->key,
                                           expected_form (spec->type), entry->value);
  fault_at (faults, entry, FALSE, text);
}

static void
check_entry (const SwKeySpec *schema, const SwKeyEntry *entry, SwFaults *faults)
{
  if (!knows_group (schema, entry->group))
    return;
  const SwKeySpec *spec = find_spec (schema, entry->group, entry->key);
  if (spec == NULL)
    {
      g_autofree char *hint = suggest_key (schema, entry->group, entry->key);
      g_autofree char *text
          = g_strdup_printf ("unknown key '%s' in [%s]%s", entry->key, entry->group, hint);
      fault_at (faults, entry, TRUE, text);
    }
  else if (entry->value != NULL)
    check_value (spec, entry, faults);
}

void
sw_schema_check (const SwKeySpec *schema, const SwKeyFile *kf, SwFaults *faults)
{
  for (guint i = 0; i < sw_keyfile_n_groups (kf); i++)
    {
      const char *group = sw_keyfile_group (kf, i);
      guint line;
      if (knows_group (schema, group))
        continue;
      const char *file = sw_keyfile_group_place (kf, group, &line);
      g_autofree char *hint = suggest_group (schema, group);
      sw_faults_add (faults, file, line, line > 0, "unknown group [%s]%s", group, hint);
    }
  for (guint i = 0; i < sw_keyfile_n_entries (kf); i++)
    check_entry (schema, sw_keyfile_entry (kf, i), faults);
}

/* ---- getting ---- */

SwKeyValue
sw_schema_get (const SwKeySpec *schema, const SwKeyFile *kf, const char *group, const char *key)
{
  const SwKeySpec *spec = find_spec (schema, group, key);
  const SwKeyEntry *entry = sw_keyfile_get (kf, group, key);
  SwKeyValue value = { 0 };

  g_assert (spec != NULL);
  if (entry != NULL && entry->value == NULL)
    entry = NULL;
  if (entry != NULL)
    {
      value.entry = entry;
      value.file = entry->file;
      value.line = entry->line;
      value.column = entry->value_column;
      value.set = parse_value (spec, entry->value, &value);
      return value;
    }
  value.file = sw_keyfile_group_place (kf, group, &value.line);
  value.column = value.line > 0;
  if (spec->fallback != NULL)
    {
      value.set = parse_value (spec, spec->fallback, &value);
      g_assert (value.set);
    }
  return value;
}

void
sw_faults_add_value (SwFaults *faults, const SwKeyValue *value, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (format, args);
  va_end (args);
  sw_faults_add (faults, value->file, value->line, value->column, "%s", text);
}

/* ---- printing ---- */

static void
print_value (GString *out, const SwKeySpec *spec, const SwKeyFile *kf, const char *group,
             gboolean origins)
{
  const SwKeyEntry *entry = sw_keyfile_get (kf, group, spec->key);
  const gboolean given = entry != NULL && entry->value != NULL;
  const char *text = given ? entry->value : spec->fallback;

  if (text == NULL && (entry == NULL || !origins))
    return;
  const gsize start = out->len;
  g_string_append_printf (out, "%s = %s", spec->key, text != NULL ? text : "");
  if (origins)
    {
      const gsize width = g_utf8_strlen (out->str + start, -1);
      g_string_append_printf (out, "%*s# ", width < 40 ? (int)(40 - width) : 2, "");
      if (entry == NULL)
        g_string_append (out, "default");
      else if (!given)
        g_string_append_printf (out, "%s by ", text != NULL ? "default, reset" : "unset");
      if (entry != NULL && entry->line > 0)
        g_string_append_printf (out, "%s:%u", entry->file, entry->line);
      else if (entry != NULL)
        g_string_append (out, entry->file);
    }
  g_string_append_c (out, '\n');
}

static void
print_group (GString *out, const SwKeySpec *schema, const SwKeyFile *kf, const char *group,
             gboolean origins)
{
  if (out->len > 0)
    g_string_append_c (out, '\n');
  g_string_append_printf (out, "[%s]\n", group);
  for (const SwKeySpec *spec = schema; spec->group != NULL; spec++)
    if (matches_group (spec, group))
      print_value (out, spec, kf, group, origins);
}

char *
sw_schema_print (const SwKeySpec *schema, const SwKeyFile *kf, gboolean origins)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (GHashTable) done = g_hash_table_new (g_str_hash, g_str_equal);

  for (const SwKeySpec *spec = schema; spec->group != NULL; spec++)
    {
      if (!g_hash_table_add (done, (gpointer)spec->group))
        continue;
      if (!has_own_name (spec))
        print_group (out, schema, kf, spec->group, origins);
      else
        for (guint i = 0; i < sw_keyfile_n_groups (kf); i++)
          if (matches_group (spec, sw_keyfile_group (kf, i)))
            print_group (out, schema, kf, sw_keyfile_group (kf, i), origins);
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}
