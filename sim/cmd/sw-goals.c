#include "sw-goals.h"

#include <string.h>

#include "sw-command.h"
#include "sw-grid.h"
#include "sw-quantity.h"

static const struct
{
  const char *text;
  SwGoalOperator op;
} operators[]
    = { { "<=", SW_GOAL_LESS_EQUAL }, { ">=", SW_GOAL_GREATER_EQUAL }, { "==", SW_GOAL_EQUAL },
        { "!=", SW_GOAL_NOT_EQUAL },  { "<", SW_GOAL_LESS },           { ">", SW_GOAL_GREATER },
        { "=", SW_GOAL_EQUAL } };

GArray *
sw_goals_figures (void)
{
  g_autofree char *bad = NULL;
  g_autoptr (SwJobTable) table = sw_job_builder_finish (sw_job_builder_new (), &bad);
  const SwAccountOptions options = { .default_wait_slo = SW_TIME_NONE };
  g_autoptr (SwAccount) account = sw_account_new (table, &options);
  guint n;
  const SwFigure *figures = sw_account_figures (account, &n);
  GArray *copy = g_array_new (FALSE, FALSE, sizeof (SwFigure));
  g_array_append_vals (copy, figures, n);
  return copy;
}

static gboolean
find_figure (const GArray *figures, const char *name, guint *index, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  for (*index = 0; *index < figures->len; (*index)++)
    {
      const char *known = g_array_index (figures, SwFigure, *index).name;
      if (g_str_equal (known, name))
        return TRUE;
      g_ptr_array_add (names, (char *)known);
    }
  const char *near = sw_nearest (name, (const char *const *)names->pdata, names->len);
  g_autofree char *hint = sw_call_suggest (near, "; `slicewise list figures` shows them");
  g_set_error (error, SW_ERROR, SW_ERROR_USAGE, "--fail-if: there is no figure '%s'%s", name, hint);
  return FALSE;
}

/* A plain number, or with the unit that the figure has: a duration, a percentage. */
static gboolean
parse_limit (const char *text, const char *unit, double *limit)
{
  SwTime duration;
  if (sw_parse_real (text, limit))
    return TRUE;
  if (g_str_equal (unit, "s") && sw_parse_duration (text, &duration))
    {
      *limit = (double)duration / SW_SECOND;
      return TRUE;
    }
  const gsize length = strlen (text);
  if (!g_str_equal (unit, "%") || length < 2 || text[length - 1] != '%')
    return FALSE;
  g_autofree char *number = g_strchomp (g_strndup (text, length - 1));
  return sw_parse_real (number, limit);
}

/* The operator in text, NULL if there is none; the first place wins, there the longest. */
static const char *
find_operator (const char *text, guint *which)
{
  const char *at = strpbrk (text, "<>=!");
  for (*which = 0; at && *which < G_N_ELEMENTS (operators); (*which)++)
    if (g_str_has_prefix (at, operators[*which].text))
      return at;
  return NULL;
}

static gboolean
parse_goal (const char *text, const GArray *figures, SwGoal *goal, GError **error)
{
  guint which;
  const char *at = find_operator (text, &which);
  if (!at)
    {
      g_set_error (error, SW_ERROR, SW_ERROR_USAGE,
                   "--fail-if '%s': not of the form 'figure > value'", text);
      return FALSE;
    }
  g_autofree char *name = g_strstrip (g_strndup (text, at - text));
  g_autofree char *value = g_strstrip (g_strdup (at + strlen (operators[which].text)));
  *goal = (SwGoal){ .text = text, .op = operators[which].op };
  if (!find_figure (figures, name, &goal->figure, error))
    return FALSE;
  const char *unit = g_array_index (figures, SwFigure, goal->figure).unit;
  if (parse_limit (value, unit, &goal->limit))
    return TRUE;
  g_set_error (error, SW_ERROR, SW_ERROR_USAGE, "--fail-if '%s': '%s' is not a number%s%s", text,
               value, *unit ? " in " : "", unit);
  return FALSE;
}

GArray *
sw_goals_parse (char **texts, const GArray *figures, GError **error)
{
  g_autoptr (GArray) goals = g_array_new (FALSE, FALSE, sizeof (SwGoal));
  for (; texts && *texts; texts++)
    {
      SwGoal goal;
      if (!parse_goal (*texts, figures, &goal, error))
        return NULL;
      g_array_append_val (goals, goal);
    }
  return g_steal_pointer (&goals);
}

static gboolean
holds (const SwGoal *goal, double value)
{
  switch (goal->op)
    {
    case SW_GOAL_LESS:
      return value < goal->limit;
    case SW_GOAL_LESS_EQUAL:
      return value <= goal->limit;
    case SW_GOAL_GREATER:
      return value > goal->limit;
    case SW_GOAL_GREATER_EQUAL:
      return value >= goal->limit;
    case SW_GOAL_EQUAL:
      return value == goal->limit;
    case SW_GOAL_NOT_EQUAL:
      return value != goal->limit;
    }
  return FALSE;
}

void
sw_goals_check (const GArray *goals, const SwFigure *figures, const char *label, GPtrArray *faults)
{
  for (guint i = 0; i < goals->len; i++)
    {
      const SwGoal *goal = &g_array_index (goals, SwGoal, i);
      const SwFigure *figure = &figures[goal->figure];
      if (figure->defined && !holds (goal, figure->value))
        continue;
      g_autofree char *value
          = figure->defined ? sw_grid_number (figure->value, figure->digits) : g_strdup ("n/a");
      g_ptr_array_add (faults,
                       g_strdup_printf ("%s%sfail-if '%s': %s is %s%s%s", label ? label : "",
                                        label ? ": " : "", goal->text, figure->name, value,
                                        *figure->unit ? " " : "", figure->unit));
    }
}
