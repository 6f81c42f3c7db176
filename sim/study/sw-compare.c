#include "sw-compare.h"

#include <sched.h>

#include "sw-quantity.h"

typedef struct
{
  const SwExperiment *experiments;
  const SwCompareOptions *options;
  GPtrArray *columns;
} SwComparison;

static void
column_free (gpointer data)
{
  SwRunColumn *column = data;
  g_free (column->label);
  g_free (column->folder);
  g_clear_pointer (&column->figures, g_array_unref);
  g_clear_pointer (&column->warnings, g_ptr_array_unref);
  g_clear_error (&column->error);
  g_free (column);
}

/* ---- names ---- */

static gboolean
has_one_scenario (const SwExperiment *experiments, guint n)
{
  for (guint i = 1; i < n; i++)
    if (!g_str_equal (experiments[i].scenario->name, experiments[0].scenario->name))
      return FALSE;
  return TRUE;
}

static gboolean
have_same_policies (const SwExperiment *experiments, guint n)
{
  g_autofree char *first = sw_experiment_policies (experiments[0].scenario);
  for (guint i = 1; i < n; i++)
    {
      g_autofree char *other = sw_experiment_policies (experiments[i].scenario);
      if (!g_str_equal (first, other))
        return FALSE;
    }
  return TRUE;
}

/* What tells the runs apart: scenarios, policies, or both; transfer full. */
static char *
label_of (const SwScenario *s, gboolean one_scenario, gboolean same_policies)
{
  g_autofree char *policies = sw_experiment_policies (s);
  if (one_scenario)
    return g_steal_pointer (&policies);
  return same_policies ? g_strdup (s->name) : g_strdup_printf ("%s: %s", s->name, policies);
}

/* A label as a file name: letters, digits, '.', '_' and single '-'. */
static char *
make_slug (const char *label)
{
  GString *slug = g_string_new (NULL);
  for (const char *p = label; *p; p++)
    if (g_ascii_isalnum (*p) || *p == '_' || (*p == '.' && slug->len))
      g_string_append_c (slug, *p);
    else if (slug->len && slug->str[slug->len - 1] != '-')
      g_string_append_c (slug, '-');
  if (slug->len && slug->str[slug->len - 1] == '-')
    g_string_truncate (slug, slug->len - 1);
  return g_string_free (slug, FALSE);
}

static gboolean
is_taken (const GPtrArray *columns, const char *folder)
{
  for (guint i = 0; i < columns->len; i++)
    if (g_str_equal (((const SwRunColumn *)columns->pdata[i])->folder, folder))
      return TRUE;
  return FALSE;
}

static char *
unique_slug (const GPtrArray *columns, const char *label)
{
  g_autofree char *slug = make_slug (label);
  char *folder = g_strdup (*slug ? slug : "run");
  for (guint i = 2; is_taken (columns, folder); i++)
    {
      g_free (folder);
      folder = g_strdup_printf ("%s-%u", *slug ? slug : "run", i);
    }
  return folder;
}

static void
add_columns (SwComparison *c, guint n)
{
  const gboolean one = has_one_scenario (c->experiments, n);
  const gboolean same = have_same_policies (c->experiments, n);
  for (guint i = 0; i < n; i++)
    {
      SwRunColumn *column = g_new0 (SwRunColumn, 1);
      column->label = label_of (c->experiments[i].scenario, one, same);
      column->folder = unique_slug (c->columns, column->label);
      g_ptr_array_add (c->columns, column);
    }
}

/* ---- running ---- */

static gboolean
write_run (const SwRun *run, const SwExperiment *e, SwFolder *outer, const char *name,
           GError **error)
{
  g_autofree char *path = sw_folder_file (outer, name);
  g_autoptr (SwFolder) folder = sw_folder_new (path, error);
  if (!folder || !sw_run_write (run, e, folder, error) || !sw_folder_commit (folder, error))
    return FALSE;
  g_steal_pointer (&folder);
  return TRUE;
}

static void
run_column (const SwComparison *c, guint i)
{
  SwRunColumn *column = c->columns->pdata[i];
  const SwCompareOptions *o = c->options;
  const SwRunOptions options
      = { .check = o->check, .watch = SW_NO_JOB, .stop = o->stop, .finished = o->finished };
  g_autoptr (SwRun) run = sw_run_new (&c->experiments[i], &options, &column->error);
  if (!run)
    return;
  if (o->folder && !write_run (run, &c->experiments[i], o->folder, column->folder, &column->error))
    return;
  guint n;
  const SwFigure *figures = sw_account_figures (run->account, &n);
  column->figures = g_array_new (FALSE, FALSE, sizeof (SwFigure));
  g_array_append_vals (column->figures, figures, n);
  column->warnings = g_steal_pointer (&run->warnings);
  run->warnings = g_ptr_array_new ();
}

static void
work (gpointer number, gpointer comparison)
{
  run_column (comparison, GPOINTER_TO_UINT (number) - 1);
}

static gboolean
run_all (const SwComparison *c, guint n, GError **error)
{
  GThreadPool *pool
      = g_thread_pool_new (work, (gpointer)c, MAX (c->options->workers, 1), TRUE, error);
  if (!pool)
    return FALSE;
  for (guint i = 0; i < n; i++)
    g_thread_pool_push (pool, GUINT_TO_POINTER (i + 1), NULL);
  g_thread_pool_free (pool, FALSE, TRUE);
  return TRUE;
}

/* The first error; an interruption, which makes all later ones, before any other. */
static const GError *
first_error (const GPtrArray *columns)
{
  const GError *first = NULL;
  for (guint i = 0; i < columns->len; i++)
    {
      const GError *error = ((const SwRunColumn *)columns->pdata[i])->error;
      if (error && g_error_matches (error, SW_ERROR, SW_ERROR_INTERRUPTED))
        return error;
      if (error && !first)
        first = error;
    }
  return first;
}

GPtrArray *
sw_compare_run (const SwExperiment *experiments, guint n, const SwCompareOptions *options,
                GError **error)
{
  g_autoptr (GPtrArray) columns = g_ptr_array_new_with_free_func (column_free);
  SwComparison c = { experiments, options, columns };
  add_columns (&c, n);
  if (!run_all (&c, n, error))
    return NULL;
  const GError *found = first_error (columns);
  if (found)
    {
      g_propagate_error (error, g_error_copy (found));
      return NULL;
    }
  return g_steal_pointer (&columns);
}

guint
sw_compare_workers (void)
{
  gint64 asked;
  const char *slurm = g_getenv ("SLURM_CPUS_PER_TASK");
  if (slurm && sw_parse_int (slurm, 1, 4096, &asked))
    return asked;
  cpu_set_t set;
  return sched_getaffinity (0, sizeof set, &set) == 0 ? MAX (CPU_COUNT (&set), 1) : 1;
}

/* ---- comparing ---- */

SwDelta
sw_compare_delta (const SwFigure *first, const SwFigure *other)
{
  if (!first->defined || !other->defined)
    return (SwDelta){ SW_DELTA_NONE, 0 };
  const double difference = other->value - first->value;
  if (g_str_equal (first->unit, "%"))
    return (SwDelta){ SW_DELTA_POINTS, difference };
  if (first->value == 0)
    return (SwDelta){ SW_DELTA_ABSOLUTE, difference };
  return (SwDelta){ SW_DELTA_PERCENT, 100 * difference / ABS (first->value) };
}

static const SwFigure *
figure_of (const GPtrArray *columns, guint column, guint figure)
{
  const SwRunColumn *c = columns->pdata[column];
  return &g_array_index (c->figures, SwFigure, figure);
}

gboolean
sw_compare_is_best (const GPtrArray *columns, guint column, guint figure)
{
  const SwFigure *mine = figure_of (columns, column, figure);
  if (!mine->defined || mine->better == SW_BETTER_NONE)
    return FALSE;
  gboolean beats = FALSE;
  for (guint i = 0; i < columns->len; i++)
    {
      const SwFigure *other = figure_of (columns, i, figure);
      if (!other->defined)
        continue;
      const double lead
          = mine->better == SW_BETTER_LOW ? other->value - mine->value : mine->value - other->value;
      if (lead < 0)
        return FALSE;
      beats = beats || lead > 0;
    }
  return beats;
}
