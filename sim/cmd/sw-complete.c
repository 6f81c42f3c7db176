#include "sw-complete.h"

#include <string.h>

#include "builtin.h"
#include "sw-goals.h"
#include "sw-import.h"
#include "sw-resource.h"
#include "sw-scenario-keys.h"
#include "sw-shipped.h"

/* The words of a shell line, quotes removed; the last one is what is being written, maybe "". */
static GPtrArray *
split_line (const char *line)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) word = g_string_new (NULL);
  char quote = 0;
  gboolean open = FALSE; /* a word has begun */
  for (const char *p = line; *p; p++)
    if (quote ? *p == quote : (*p == '\'' || *p == '"'))
      {
        quote = quote ? 0 : *p;
        open = TRUE;
      }
    else if (!quote && (*p == ' ' || *p == '\t'))
      {
        if (open)
          g_ptr_array_add (words, g_strdup (word->str));
        g_string_truncate (word, 0);
        open = FALSE;
      }
    else
      {
        if (*p == '\\' && !quote && p[1])
          p++;
        g_string_append_c (word, *p);
        open = TRUE;
      }
  g_ptr_array_add (words, g_strdup (word->str));
  return words;
}

/* What is being collected: words that begin with prefix. */
typedef struct
{
  GPtrArray *words;
  const char *prefix;
} Answer;

static void
offer (const Answer *answer, const char *word, const char *suffix)
{
  g_autofree char *whole = g_strconcat (word, suffix, NULL);
  if (g_str_has_prefix (whole, answer->prefix))
    g_ptr_array_add (answer->words, g_steal_pointer (&whole));
}

/* ---- the kinds of words ---- */

static void
offer_commands (const Answer *answer)
{
  for (const SwCommand *command = sw_commands; command->name; command++)
    offer (answer, command->name, "");
}

static void
offer_keys (const Answer *answer)
{
  for (const SwKeySpec *spec = sw_scenario_schema; spec->group; spec++)
    if (!strchr (spec->group, ' '))
      {
        g_autofree char *name = g_strdup_printf ("%s.%s", spec->group, spec->key);
        offer (answer, name, "=");
      }
}

static void
offer_profiles (const Answer *answer)
{
  g_auto (GStrv) names = sw_import_profiles ();
  for (char **name = names; *name; name++)
    offer (answer, *name, "");
}

static void
offer_figures (const Answer *answer)
{
  g_autoptr (GArray) figures = sw_goals_figures ();
  for (guint i = 0; i < figures->len; i++)
    offer (answer, g_array_index (figures, SwFigure, i).name, "");
}

static void
offer_policies (const Answer *answer)
{
  for (const SwPolicy *const *p = sw_builtin_policies; *p; p++)
    offer (answer, (*p)->name, "");
}

static void
offer_groups (const Answer *answer)
{
  const char *before = "";
  for (const SwKeySpec *spec = sw_scenario_schema; spec->group; spec++)
    {
      if (g_str_equal (spec->group, before))
        continue;
      g_autofree char *name = g_strndup (spec->group, strcspn (spec->group, " "));
      offer (answer, name, "");
      before = spec->group;
    }
  offer (answer, "generate", "");
  offer (answer, "catalogue", "");
}

/* Models of the built-in catalogue: all, or those that can be partitioned. */
static void
offer_models (const Answer *answer, gboolean partitioned)
{
  g_autoptr (SwCatalogue) catalogue = sw_catalogue_new (NULL);
  for (guint i = 0; catalogue && i < sw_catalogue_count (catalogue); i++)
    {
      const char *name = sw_catalogue_name (catalogue, i);
      if (!partitioned || sw_catalogue_mig (catalogue, name))
        offer (answer, name, "");
    }
}

static void
offer_gpus (const Answer *answer)
{
  offer_models (answer, FALSE);
}

static void
offer_migs (const Answer *answer)
{
  offer_models (answer, TRUE);
}

/* Names of sets, and of the scenarios in them. */
static void
offer_shipped (const Answer *answer, gboolean sets)
{
  for (const SwShippedSet *set = sw_shipped_sets; set->name; set++)
    {
      if (sets)
        offer (answer, SW_BUILTIN, set->name);
      for (const char *const *path = set->scenarios; *path; path++)
        offer (answer, *path, "");
    }
}

static void
offer_scenarios (const Answer *answer)
{
  if (*answer->prefix)
    offer_shipped (answer, FALSE);
}

static void
offer_sets (const Answer *answer)
{
  if (*answer->prefix)
    offer_shipped (answer, TRUE);
}

static void
offer_files (const Answer *answer)
{
  for (const SwShippedSet *set = sw_shipped_sets; set->name; set++)
    {
      offer (answer, set->name, "");
      for (const char *const *path = set->scenarios; *path; path++)
        offer (answer, *path + strlen (SW_BUILTIN), "");
      for (const char *const *path = set->parts; path && *path; path++)
        offer (answer, *path + strlen (SW_BUILTIN), "");
    }
}

/* QUEUE/ or QUEUE/PLACE; what stands before the last comma stays. */
static void
offer_pairs (const Answer *answer)
{
  const char *comma = strrchr (answer->prefix, ',');
  const char *begin = comma ? comma + 1 : answer->prefix;
  begin += strspn (begin, " ");
  const char *slash = strchr (begin, '/');
  const gsize kept = (slash ? slash + 1 : begin) - answer->prefix;
  g_autofree char *head = g_strndup (answer->prefix, kept);
  for (const SwPolicy *const *p = sw_builtin_policies; *p; p++)
    if ((*p)->kind == (slash ? SW_KIND_PLACE : SW_KIND_QUEUE))
      {
        g_autofree char *pair = g_strconcat (head, (*p)->name, NULL);
        offer (answer, pair, slash ? "" : "/");
      }
}

static const struct
{
  const char *name;
  void (*offer) (const Answer *answer);
} kinds[] = {
  { "@commands", offer_commands }, { "@keys", offer_keys },   { "@profiles", offer_profiles },
  { "@figures", offer_figures },   { "@pairs", offer_pairs }, { "@scenarios", offer_scenarios },
  { "@sets", offer_sets },
};

/* What can follow WHAT of `list`. */
static const struct
{
  const char *what;
  void (*offer) (const Answer *answer);
} listed[] = {
  { "policies", offer_policies }, { "gpus", offer_gpus },         { "mig", offer_migs },
  { "scenarios", offer_files },   { "profiles", offer_profiles }, { "keys", offer_groups },
};

/* complete: as in SwOption. */
static void
offer_kind (const Answer *answer, const char *complete)
{
  if (!complete)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (kinds[i].name, complete))
      {
        kinds[i].offer (answer);
        return;
      }
  g_auto (GStrv) words = g_strsplit (complete, " ", -1);
  for (char **word = words; *word; word++)
    if (**word)
      offer (answer, *word, "");
}

/* ---- the place in the line ---- */

static void
offer_options (const Answer *answer, const SwCommand *command)
{
  for (const guint8 *id = command->options; *id != SW_OPT_END; id++)
    {
      g_autofree char *name = g_strconcat ("--", sw_options[*id].name, NULL);
      offer (answer, name, "");
    }
}

/* The option that this word is and that wants a value in the next, or NULL. */
static const SwOption *
wanting_option (const SwCommand *command, const char *word)
{
  for (const guint8 *id = command->options; *id != SW_OPT_END; id++)
    {
      const SwOption *option = &sw_options[*id];
      const gboolean is_long
          = g_str_has_prefix (word, "--") && g_str_equal (word + 2, option->name);
      const gboolean is_short
          = option->letter && word[0] == '-' && word[1] == option->letter && !word[2];
      if (option->value && (is_long || is_short))
        return option;
    }
  return NULL;
}

/* The name that `list WHAT` is about to get. */
static void
offer_name (const Answer *answer, const char *what)
{
  for (guint i = 0; i < G_N_ELEMENTS (listed); i++)
    if (g_str_equal (listed[i].what, what))
      listed[i].offer (answer);
}

static void
offer_next (const Answer *answer, const GPtrArray *words)
{
  const SwCommand *command = sw_command_find (words->pdata[1]);
  if (!command)
    return;
  const SwOption *option
      = words->len > 3 ? wanting_option (command, words->pdata[words->len - 2]) : NULL;
  if (option)
    offer_kind (answer, option->complete);
  else if (answer->prefix[0] == '-')
    offer_options (answer, command);
  else if (g_str_equal (command->name, "list") && words->len == 4)
    offer_name (answer, words->pdata[2]);
  else
    offer_kind (answer, command->complete);
}

GPtrArray *
sw_complete_line (const char *line)
{
  g_autoptr (GPtrArray) words = split_line (line);
  const Answer answer = { g_ptr_array_new_with_free_func (g_free), words->pdata[words->len - 1] };
  if (words->len == 2)
    {
      offer_commands (&answer);
      offer (&answer, "--help", "");
      offer (&answer, "--version", "");
    }
  else if (words->len > 2)
    offer_next (&answer, words);
  return answer.words;
}
