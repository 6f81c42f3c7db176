/* A group [mig NAME] is a table on its side: each list is a row of it, with an entry for every
 * profile or one for all.  Rows are read into columns, checked, sorted and put together. */
#include "sw-catalogue-mig.h"

#include <string.h>

#include "sw-catalogue-keys.h"
#include "sw-quantity.h"

#define GROUP "mig "
#define MAX_PROFILES 64

const char *const sw_engine_keys[SW_N_ENGINES]
    = { "decoders", "encoders", "jpegs", "ofas", "copies" };

/* One profile as it is being read. */
typedef struct
{
  SwMigProfile profile;
  SwMigDetail detail;
  guint place; /* in the file */
} Column;

typedef struct
{
  const SwKeyFile *keys;
  const char *group;
  SwFaults *faults;
  gboolean sound;
  guint8 card_units, card_slices;
  guint16 card_sms;
  guint n;
  Column columns[MAX_PROFILES];
} Reader;

static void fault (Reader *r, const char *key, const char *format, ...) G_GNUC_PRINTF (3, 4);

/* A fault at the value of the key, or at the group if it has none. */
static void
fault (Reader *r, const char *key, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (format, args);
  va_end (args);
  const SwKeyValue value = sw_schema_get (sw_catalogue_schema, r->keys, r->group, key);
  sw_faults_add_value (r->faults, &value, "%s: %s", key, text);
  r->sound = FALSE;
}

/* ---- rows ---- */

static char **
words_of (const char *text)
{
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
  g_auto (GStrv) parts = g_strsplit_set (text, " \t,", -1);
  for (char **part = parts; *part != NULL; part++)
    if (**part != '\0')
      g_strv_builder_add (words, *part);
  return g_strv_builder_end (words);
}

/* The entries of a row, one for each profile; NULL if there is none, or a wrong number of them. */
static char **
row_of (Reader *r, const char *key, gboolean needed)
{
  const SwKeyValue value = sw_schema_get (sw_catalogue_schema, r->keys, r->group, key);
  if (!value.set)
    {
      if (needed)
        fault (r, key, "[%s] needs it", r->group);
      return NULL;
    }
  char **words = words_of (value.text);
  const guint n = g_strv_length (words);
  if (n == r->n)
    return words;
  if (n == 1)
    {
      g_autoptr (GStrvBuilder) all = g_strv_builder_new ();
      for (guint i = 0; i < r->n; i++)
        g_strv_builder_add (all, words[0]);
      g_strfreev (words);
      return g_strv_builder_end (all);
    }
  fault (r, key, "%u entries for %u profiles", n, r->n);
  g_strfreev (words);
  return NULL;
}

/* Numbers of a row into out; - is -1 where unknown is allowed, which is where low is -1. */
static void
read_numbers (Reader *r, const char *key, gint64 low, gint64 high, gint64 *out)
{
  const gboolean unknown = low < 0;
  g_auto (GStrv) words = row_of (r, key, !unknown);
  for (guint i = 0; i < r->n; i++)
    {
      out[i] = low;
      if (words == NULL || (unknown && strcmp (words[i], "-") == 0)
          || sw_parse_int (words[i], MAX (low, 0), high, &out[i]))
        continue;
      fault (r, key,
             "expected a whole number from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT
             " for %s, found '%s'",
             MAX (low, 0), high, r->columns[i].profile.name, words[i]);
    }
}

/* "0;2;4", "0-6" or both: bits of units; FALSE if it is neither, or beyond the card. */
static gboolean
parse_starts (const char *text, guint units, guint32 *starts)
{
  g_auto (GStrv) parts = g_strsplit (text, ";", -1);
  *starts = 0;
  for (char **part = parts; *part != NULL; part++)
    {
      gint64 first, last;
      char *dash = strchr (*part, '-');
      if (dash != NULL)
        *dash = '\0';
      if (!sw_parse_int (*part, 0, units - 1, &first)
          || !sw_parse_int (dash != NULL ? dash + 1 : *part, first, units - 1, &last))
        return FALSE;
      for (gint64 unit = first; unit <= last; unit++)
        *starts |= 1u << unit;
    }
  return *starts != 0;
}

static void
read_starts (Reader *r)
{
  g_auto (GStrv) words = row_of (r, "starts", TRUE);
  for (guint i = 0; words != NULL && i < r->n; i++)
    {
      SwMigProfile *profile = &r->columns[i].profile;
      const char *name = profile->name;
      if (!parse_starts (words[i], r->card_units, &profile->starts))
        {
          fault (r, "starts", "expected units from 0 to %u as 0-6 or 0;2;4 for %s, found '%s'",
                 r->card_units - 1u, name, words[i]);
          continue;
        }
      const guint last = 31u - (guint)__builtin_clz (profile->starts);
      if (last + profile->units > r->card_units)
        fault (r, "starts", "%s of %u units does not fit on the card at unit %u", name,
               profile->units, last);
    }
}

static gboolean
has_suffix (const char *name)
{
  return strchr (name, '+') != NULL || g_str_has_suffix (name, "-me");
}

static void
read_plain (Reader *r)
{
  g_auto (GStrv) words = row_of (r, "plain", FALSE);
  for (guint i = 0; i < r->n; i++)
    {
      SwMigProfile *profile = &r->columns[i].profile;
      profile->plain = !has_suffix (profile->name);
      if (words != NULL)
        profile->plain = strcmp (words[i], "yes") == 0;
    }
}

/* The words are taken from the schema, which lives as long as the program. */
static const char *
known_status (const char *word)
{
  static const char *const known[] = { "measured", "documented", "reported", "alike", "estimated" };
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (strcmp (known[i], word) == 0)
      return known[i];
  return "estimated";
}

static void
read_status (Reader *r, const char *key, gsize field)
{
  g_auto (GStrv) words = row_of (r, key, TRUE);
  for (guint i = 0; words != NULL && i < r->n; i++)
    G_STRUCT_MEMBER (const char *, &r->columns[i].detail, field) = known_status (words[i]);
}

gboolean
sw_mig_is_estimate (const char *status)
{
  return strcmp (status, "estimated") == 0 || strcmp (status, "alike") == 0;
}

/* ---- the card ---- */

static gint64
card_number (Reader *r, const char *key)
{
  const SwKeyValue value = sw_schema_get (sw_catalogue_schema, r->keys, r->group, key);
  if (!value.set)
    fault (r, key, "[%s] needs it", r->group);
  return value.set ? value.i : 1;
}

/* Could a layout `2x1g.5gb 3g.20gb@4` not be told from names? */
static gboolean
is_bad_name (const char *name)
{
  const char *p = name;
  while (g_ascii_isdigit (*p))
    p++;
  return strchr (name, '@') != NULL || (p > name && *p == 'x');
}

static void
read_names (Reader *r)
{
  const SwKeyValue value = sw_schema_get (sw_catalogue_schema, r->keys, r->group, "profiles");
  g_auto (GStrv) words = words_of (value.set ? value.text : "");
  if (words[0] == NULL)
    fault (r, "profiles", "[%s] needs it", r->group);
  for (char **word = words; *word != NULL; word++)
    {
      for (guint i = 0; i < r->n; i++)
        if (strcmp (r->columns[i].profile.name, *word) == 0)
          fault (r, "profiles", "'%s' comes twice", *word);
      if (is_bad_name (*word))
        fault (r, "profiles", "'%s' is no name: without '@', and not beginning as 2x", *word);
      if (r->n == MAX_PROFILES)
        {
          fault (r, "profiles", "more than %d", MAX_PROFILES);
          return;
        }
      r->columns[r->n].place = r->n;
      r->columns[r->n++].profile.name = g_strdup (*word);
    }
}

static void
read_rows (Reader *r)
{
  gint64 slices[MAX_PROFILES], units[MAX_PROFILES], max[MAX_PROFILES], sms[MAX_PROFILES],
      mib[MAX_PROFILES], id[MAX_PROFILES], engines[SW_N_ENGINES][MAX_PROFILES];
  read_numbers (r, "slices", 1, r->card_slices, slices);
  read_numbers (r, "units", 1, r->card_units, units);
  read_numbers (r, "max", 1, r->card_units, max);
  read_numbers (r, "sms", 1, r->card_sms, sms);
  read_numbers (r, "usable_mib", 1, 1000000000, mib);
  read_numbers (r, "id", -1, 1000000, id);
  for (guint k = 0; k < SW_N_ENGINES; k++)
    read_numbers (r, sw_engine_keys[k], -1, 1000000, engines[k]);
  for (guint i = 0; i < r->n; i++)
    {
      SwMigProfile *profile = &r->columns[i].profile;
      profile->slices = (guint8)slices[i];
      profile->units = (guint8)units[i];
      profile->max = (guint8)max[i];
      profile->sms = (guint16)sms[i];
      profile->usable_mib = (gint32)mib[i];
      r->columns[i].detail.id = (gint32)id[i];
      for (guint k = 0; k < SW_N_ENGINES; k++)
        r->columns[i].detail.engines[k] = (gint32)engines[k][i];
    }
  read_starts (r);
  read_plain (r);
  read_status (r, "sms_status", G_STRUCT_OFFSET (SwMigDetail, sms));
  read_status (r, "memory_status", G_STRUCT_OFFSET (SwMigDetail, memory));
  read_status (r, "place_status", G_STRUCT_OFFSET (SwMigDetail, places));
}

/* By slices, then units, plain ones first, then as in the file. */
static int
compare_columns (gconstpointer a, gconstpointer b)
{
  const Column *x = a, *y = b;
  if (x->profile.slices != y->profile.slices)
    return x->profile.slices < y->profile.slices ? -1 : 1;
  if (x->profile.units != y->profile.units)
    return x->profile.units < y->profile.units ? -1 : 1;
  if (x->profile.plain != y->profile.plain)
    return x->profile.plain ? -1 : 1;
  return x->place < y->place ? -1 : 1;
}

static SwMigTable *
make_table (Reader *r)
{
  SwMigTable *table = g_new0 (SwMigTable, 1);
  SwMigProfile *profiles = g_new0 (SwMigProfile, r->n);
  SwMigDetail *details = g_new0 (SwMigDetail, r->n);
  qsort (r->columns, r->n, sizeof r->columns[0], compare_columns);
  for (guint i = 0; i < r->n; i++)
    {
      profiles[i] = r->columns[i].profile;
      details[i] = r->columns[i].detail;
    }
  table->geometry = (SwMigGeometry){
    .name = r->group + strlen (GROUP),
    .units = r->card_units,
    .slices = r->card_slices,
    .sms = r->card_sms,
    .uniform = sw_schema_get (sw_catalogue_schema, r->keys, r->group, "uniform").i != 0,
    .n_profiles = r->n,
    .profiles = profiles,
  };
  table->details = details;
  table->source = sw_schema_get (sw_catalogue_schema, r->keys, r->group, "source").text;
  table->note = sw_schema_get (sw_catalogue_schema, r->keys, r->group, "note").text;
  return table;
}

SwMigTable *
sw_mig_table_read (const SwKeyFile *keys, const char *group, SwFaults *faults)
{
  Reader r = { .keys = keys, .group = group, .faults = faults, .sound = TRUE };
  r.card_units = (guint8)card_number (&r, "card_units");
  r.card_slices = (guint8)card_number (&r, "card_slices");
  r.card_sms = (guint16)card_number (&r, "card_sms");
  read_names (&r);
  if (r.sound)
    read_rows (&r);
  if (r.sound)
    return make_table (&r);
  for (guint i = 0; i < r.n; i++)
    g_free ((char *)r.columns[i].profile.name);
  return NULL;
}

void
sw_mig_table_free (gpointer data)
{
  SwMigTable *table = data;
  for (guint32 i = 0; i < table->geometry.n_profiles; i++)
    g_free ((char *)table->geometry.profiles[i].name);
  g_free ((SwMigProfile *)table->geometry.profiles);
  g_free ((SwMigDetail *)table->details);
  g_free (table);
}
