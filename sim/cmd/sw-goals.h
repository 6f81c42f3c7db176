/* Conditions on figures: --fail-if 'wait_p95 > 1h'. */
#ifndef SW_GOALS_H
#define SW_GOALS_H

#include "sw-account.h"

G_BEGIN_DECLS

typedef enum
{
  SW_GOAL_LESS,
  SW_GOAL_LESS_EQUAL,
  SW_GOAL_GREATER,
  SW_GOAL_GREATER_EQUAL,
  SW_GOAL_EQUAL,
  SW_GOAL_NOT_EQUAL,
} SwGoalOperator;

typedef struct
{
  const char *text; /* as written; borrowed */
  guint figure;     /* index */
  SwGoalOperator op;
  double limit; /* in the unit of the figure */
} SwGoal;

/* The figures that every run has (SwFigure), without values; transfer full. */
GArray *sw_goals_figures (void);

/* Array of SwGoal from the texts (NULL: none) against these figures; NULL with SW_ERROR_USAGE that
   names the nearest figure. */
GArray *sw_goals_parse (char **texts, const GArray *figures, GError **error);

/* Adds a text to faults for every condition that holds for the figures of a run, or cannot be told
   because its figure is undefined.  label: of the run in messages, NULL: none. */
void sw_goals_check (const GArray *goals, const SwFigure *figures, const char *label,
                     GPtrArray *faults);

G_END_DECLS

#endif
