#include "sw-report-runs.h"

#include <string.h>

#include "sw-visible.h"

static void
put_element (GString *html, const char *tag, const char *text)
{
  g_string_append_printf (html, "<%s>", tag);
  sw_visible_html (html, text);
  g_string_append_printf (html, "</%s>", tag);
}

/* A cell whose text may be long. */
static void
put_name (GString *html, const char *tag, const char *text)
{
  g_string_append_printf (html, "<%s class=\"name\">", tag);
  sw_visible_html (html, text);
  g_string_append_printf (html, "</%s>", tag);
}

/* A leaf of JSON as a person reads it; transfer full. */
static char *
leaf_text (const json_t *leaf)
{
  if (json_is_string (leaf))
    return g_strdup (json_string_value (leaf));
  char *dumped = json_dumps (leaf, JSON_ENCODE_ANY | JSON_COMPACT);
  char *text = g_strdup (dumped ? dumped : "");
  free (dumped);
  return text;
}

/* ---- runs ---- */

/* Marks that every reader must see: a policy that knew the truth. */
static void
put_marks (GString *html, const json_t *manifest)
{
  static const char *const kinds[] = { "queue", "place", "scale" };
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *path = g_strdup_printf ("policies/%s/oracle", kinds[i]);
      if (json_is_true (sw_result_member (manifest, path)))
        g_string_append_printf (html,
                                "<span class=\"warn\">oracle: the %s policy knows true "
                                "durations</span> ",
                                kinds[i]);
    }
  if (json_is_true (sw_result_member (manifest, "policies/exact_limits")))
    g_string_append (html, "<span class=\"warn\">limits are the true durations</span>");
}

void
sw_report_runs (GString *html, const GPtrArray *results)
{
  static const char *const texts[]
      = { "policies/queue/use", "policies/place/use", "policies/scale/use", "seed",
          "table/jobs",         "cluster/gpus" };
  g_string_append (html, "<h2>Runs</h2>\n<div class=\"wide\"><table><tr><th>run</th><th>folder</th>"
                         "<th>queue</th><th>place</th><th>scale</th><th>seed</th><th>jobs</th>"
                         "<th>GPUs</th><th></th></tr>\n");
  for (guint i = 0; i < results->len; i++)
    {
      const SwResult *r = results->pdata[i];
      g_string_append (html, "<tr>");
      put_name (html, "th", r->name);
      put_name (html, "td", r->folder);
      for (guint k = 0; k < G_N_ELEMENTS (texts); k++)
        {
          const json_t *leaf = sw_result_member (r->manifest, texts[k]);
          g_autofree char *text = leaf ? leaf_text (leaf) : g_strdup ("n/a");
          put_element (html, "td", text);
        }
      g_string_append (html, "<td>");
      put_marks (html, r->manifest);
      g_string_append (html, "</td></tr>\n");
    }
  g_string_append (html, "</table></div>\n");
  for (guint i = 0; i < results->len; i++)
    {
      const SwResult *r = results->pdata[i];
      const json_t *warnings = sw_result_member (r->manifest, "warnings");
      for (gsize k = 0; k < json_array_size (warnings); k++)
        {
          g_string_append (html, "<p class=\"warn\">");
          sw_visible_html (html, r->name);
          g_string_append (html, ": ");
          sw_visible_html (html, json_string_value (json_array_get (warnings, k)));
          g_string_append (html, "</p>\n");
        }
    }
}

/* ---- differences ---- */

/* One run's settings by name, and the names of all runs in order of first appearance. */
typedef struct
{
  GHashTable *values; /* name -> text, both owned */
  GPtrArray *order;   /* borrowed from the tables of values */
  GHashTable *known;
} SwFlat;

static void
add_value (SwFlat *flat, char *name, char *value)
{
  g_hash_table_replace (flat->values, name, value);
  if (g_hash_table_add (flat->known, name))
    g_ptr_array_add (flat->order, name);
}

static void
flatten (SwFlat *flat, const char *name, const json_t *json)
{
  const gsize n = json_is_array (json) ? json_array_size (json) : 0;
  if (json_is_object (json))
    {
      const char *key;
      json_t *member;
      json_object_foreach ((json_t *)json, key, member)
      {
        g_autofree char *inner = *name ? g_strconcat (name, ".", key, NULL) : g_strdup (key);
        flatten (flat, inner, member);
      }
    }
  else if (n > 0)
    for (gsize i = 0; i < n; i++)
      {
        g_autofree char *inner = g_strdup_printf ("%s[%" G_GSIZE_FORMAT "]", name, i);
        flatten (flat, inner, json_array_get (json, i));
      }
  else
    add_value (flat, g_strdup (name), leaf_text (json));
}

/* The lines "key = value" of a scenario below their groups, as "group.key". */
static void
flatten_scenario (SwFlat *flat, const char *text)
{
  g_autofree char *group = g_strdup ("");
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  for (char **line = lines; *line; line++)
    {
      char *equals = strchr (*line, '=');
      if (**line == '[' && strchr (*line, ']'))
        {
          g_free (group);
          group = g_strndup (*line + 1, strchr (*line, ']') - *line - 1);
        }
      else if (**line != '#' && equals)
        {
          *equals = '\0';
          add_value (flat, g_strconcat (group, ".", g_strchomp (*line), NULL),
                     g_strdup (g_strchug (equals + 1)));
        }
    }
}

static GHashTable *
settings_of (const SwResult *r, GPtrArray *order, GHashTable *known)
{
  /* Said elsewhere on the page, or again in the scenario. */
  static const char *const apart[] = { "name", "warnings", "policies", "scenario", NULL };
  SwFlat flat = { g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free), order, known };
  const char *key;
  json_t *member;
  flatten_scenario (&flat, sw_result_text (r->manifest, "scenario"));
  json_object_foreach (r->manifest, key, member) if (!g_strv_contains (apart, key))
      flatten (&flat, key, member);
  return flat.values;
}

static gboolean
all_equal (const GPtrArray *settings, const char *name)
{
  const char *first = g_hash_table_lookup (settings->pdata[0], name);
  for (guint i = 1; i < settings->len; i++)
    if (g_strcmp0 (first, g_hash_table_lookup (settings->pdata[i], name)) != 0)
      return FALSE;
  return TRUE;
}

void
sw_report_differences (GString *html, const GPtrArray *results)
{
  if (results->len < 2)
    return;
  g_autoptr (GPtrArray) order = g_ptr_array_new ();
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) settings
      = g_ptr_array_new_with_free_func ((GDestroyNotify)g_hash_table_unref);
  for (guint i = 0; i < results->len; i++)
    g_ptr_array_add (settings, settings_of (results->pdata[i], order, known));
  g_string_append (html, "<h2>What differs</h2>\n<div class=\"wide\"><table><tr><th></th>");
  for (guint i = 0; i < results->len; i++)
    put_name (html, "th", ((const SwResult *)results->pdata[i])->name);
  g_string_append (html, "</tr>\n");
  for (guint k = 0; k < order->len; k++)
    {
      if (all_equal (settings, order->pdata[k]))
        continue;
      g_string_append (html, "<tr>");
      put_element (html, "th", order->pdata[k]);
      for (guint i = 0; i < settings->len; i++)
        {
          const char *value = g_hash_table_lookup (settings->pdata[i], order->pdata[k]);
          put_name (html, "td", value ? value : "not set");
        }
      g_string_append (html, "</tr>\n");
    }
  g_string_append (html, "</table></div>\n");
}

/* ---- details ---- */

static void
put_tallies (GString *html, const json_t *input, const char *key)
{
  const json_t *tallies = json_object_get (input, key);
  for (gsize i = 0; i < json_array_size (tallies); i++)
    {
      const json_t *tally = json_array_get (tallies, i);
      g_string_append_printf (html, "<li>%" JSON_INTEGER_FORMAT " %s",
                              json_integer_value (json_object_get (tally, "count")),
                              g_str_equal (key, "drops") ? "dropped: " : "");
      sw_visible_html (html, sw_result_text (tally, "reason"));
      if (*sw_result_text (tally, "example"))
        {
          g_string_append (html, " <span class=\"soft\">(first: ");
          sw_visible_html (html, sw_result_text (tally, "example"));
          g_string_append (html, ")</span>");
        }
      g_string_append (html, "</li>\n");
    }
}

static void
put_input (GString *html, const json_t *input)
{
  g_string_append (html, "<li>");
  sw_visible_html (html, sw_result_text (input, "key"));
  g_string_append (html, ": ");
  sw_visible_html (html, sw_result_text (input, "path"));
  g_string_append (html, "<br><code>sha256 ");
  sw_visible_html (html, sw_result_text (input, "sha256"));
  g_string_append (html, "</code>");
  if (json_is_integer (json_object_get (input, "read")))
    {
      g_string_append_printf (html,
                              "<br>%" JSON_INTEGER_FORMAT " rows read, %" JSON_INTEGER_FORMAT
                              " kept, %" JSON_INTEGER_FORMAT " merged, %" JSON_INTEGER_FORMAT
                              " dropped<ul>\n",
                              json_integer_value (json_object_get (input, "read")),
                              json_integer_value (json_object_get (input, "kept")),
                              json_integer_value (json_object_get (input, "merged")),
                              json_integer_value (json_object_get (input, "dropped")));
      put_tallies (html, input, "drops");
      put_tallies (html, input, "notes");
      g_string_append (html, "</ul>");
    }
  g_string_append (html, "</li>\n");
}

/* Line by line, as line ends are to be kept here. */
static void
put_scenario (GString *html, const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_string_append (html, "<details><summary>Effective scenario</summary>\n<pre>");
  for (char **line = lines; *line; line++)
    {
      sw_visible_html (html, *line);
      g_string_append_c (html, '\n');
    }
  g_string_append (html, "</pre></details>\n");
}

void
sw_report_details (GString *html, const GPtrArray *results)
{
  g_string_append (html, "<h2>Inputs and scenarios</h2>\n");
  for (guint i = 0; i < results->len; i++)
    {
      const SwResult *r = results->pdata[i];
      put_element (html, "h3", r->name);
      g_string_append (html, "\n<p class=\"soft\">");
      sw_visible_html (html, sw_result_text (r->manifest, "program"));
      g_string_append_c (html, ' ');
      sw_visible_html (html, sw_result_text (r->manifest, "version"));
      g_string_append (html, ", ");
      sw_visible_html (html, sw_result_text (r->manifest, "scenario_file"));
      g_string_append (html, "; job table <code>");
      sw_visible_html (html, sw_result_text (r->manifest, "table/sha256"));
      g_string_append (html, "</code></p>\n<ul>\n");
      const json_t *inputs = sw_result_member (r->manifest, "inputs");
      for (gsize k = 0; k < json_array_size (inputs); k++)
        put_input (html, json_array_get (inputs, k));
      g_string_append (html, "</ul>\n");
      put_scenario (html, sw_result_text (r->manifest, "scenario"));
    }
}
