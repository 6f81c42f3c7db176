#include "sw-page.h"

#include <string.h>

#include "sw-page-groups.h"
#include "sw-page-sharing.h"
#include "sw-version.h"

/* ---- the experiment in words ---- */

char *
sw_page_rows (const SwImportReport *r)
{
  GString *text = g_string_new (NULL);
  g_string_append_printf (text, "%" G_GUINT64_FORMAT " rows read = %" G_GUINT64_FORMAT " kept",
                          r->read, r->kept);
  if (r->merged)
    g_string_append_printf (text, " + %" G_GUINT64_FORMAT " further task groups", r->merged);
  g_string_append_printf (text, " + %" G_GUINT64_FORMAT " dropped", r->dropped);
  for (guint i = 0; r->drops && i < r->drops->len; i++)
    {
      const SwTally *tally = r->drops->pdata[i];
      g_string_append_printf (text, "%s%" G_GUINT64_FORMAT " %s", i ? ", " : " (", tally->count,
                              tally->reason);
    }
  if (r->drops && r->drops->len)
    g_string_append_c (text, ')');
  return g_string_free (text, FALSE);
}

static void
put_line (SwGrid *grid, const char *name, const char *text)
{
  sw_grid_row (grid);
  sw_grid_text (grid, name);
  sw_grid_text (grid, text);
}

static void G_GNUC_PRINTF (3, 4) put_fact (SwGrid *grid, const char *name, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (format, args);
  va_end (args);
  put_line (grid, name, text);
}

static void
append_change (GString *text, guint64 n, const char *what)
{
  if (n)
    g_string_append_printf (text, "%s%" G_GUINT64_FORMAT " %s", text->len ? ", " : "", n, what);
}

static void
put_changes (SwGrid *grid, const SwTransformReport *c)
{
  g_autoptr (GString) text = g_string_new (NULL);
  append_change (text, c->filtered, "filtered out");
  append_change (text, c->outside_window, "outside the window");
  append_change (text, c->clipped, "running when the window opens");
  append_change (text, c->sampled_out, "sampled out");
  append_change (text, c->copied, "copies added");
  if (text->len)
    put_line (grid, "", text->str);
  if (c->offered_before >= 0 && c->offered_after >= 0)
    {
      g_autofree char *before = sw_grid_number (100 * c->offered_before, 1);
      g_autofree char *after = sw_grid_number (100 * c->offered_after, 1);
      put_fact (grid, "", "load %s %% of the cluster, %s %% after sampling", before, after);
    }
  if (c->asked >= 0)
    {
      g_autofree char *asked = sw_grid_number (100 * c->asked, 1);
      put_fact (grid, "", "one by one; all together ask for %s %% of the GPUs", asked);
    }
}

static void
put_workload (SwGrid *grid, const SwWorkload *w)
{
  if (w->report)
    {
      g_autofree char *rows = sw_page_rows (w->report);
      put_fact (grid, "workload", "%s: %s", w->path, rows);
    }
  else
    put_fact (grid, "workload", "generated from %s", w->path);
  if (w->use)
    put_fact (grid, "", "memory over time of %" G_GUINT64_FORMAT " job%s from %s", w->use->jobs,
              w->use->jobs == 1 ? "" : "s", w->use->path);
  if (w->use && w->use->unknown)
    put_fact (grid, "", "%" G_GUINT64_FORMAT " of its rows are of no job of the trace (first: %s)",
              w->use->unknown, w->use->first_unknown);
  if (w->transformed)
    put_changes (grid, &w->changes);
  put_fact (grid, "", "%u jobs", w->table->n);
  if (w->rounded)
    put_fact (grid, "", "%u fractional request%s a whole GPU", w->rounded,
              w->rounded == 1 ? " takes" : "s take");
}

static void
append_models (GString *text, const SwFleet *fleet)
{
  for (guint m = 0; m < fleet->models->len; m++)
    {
      const double speed = g_array_index (fleet->speeds, double, m);
      g_string_append_printf (text, "%s%" G_GUINT64_FORMAT " %s", m ? ", " : ": ",
                              g_array_index (fleet->model_gpus, guint64, m),
                              (const char *)fleet->models->pdata[m]);
      if (speed == 1)
        continue;
      g_autofree char *shown = sw_grid_number (speed, 2);
      g_string_append_printf (text, " (speed %s)", shown);
    }
}

static void
put_cluster (SwGrid *grid, const SwFleet *fleet)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const guint32 nodes = sw_node_table_count (fleet->nodes);
  g_string_append_printf (text, "%" G_GUINT64_FORMAT " GPUs on %u nodes", fleet->gpus, nodes);
  append_models (text, fleet);
  put_line (grid, "cluster", text->str);
  if (fleet->n_bare)
    put_fact (grid, "", "%u of the nodes have no GPU", fleet->n_bare);
  for (guint i = 0; i < fleet->sharing->len; i++)
    put_line (grid, "", fleet->sharing->pdata[i]);
}

/* What makes a policy know more than a real scheduler could; "" if nothing does. */
static const char *
foresight (const SwScenario *s)
{
  const gboolean oracle = ((sw_policy_use_flags (&s->queue) | sw_policy_use_flags (&s->place)
                            | sw_policy_use_flags (&s->scale))
                           & SW_POLICY_ORACLE)
                          != 0;
  const gboolean exact = s->workload.transform.limits == SW_LIMITS_EXACT;
  return oracle && exact ? " (oracle: sees true durations; limits are exact)"
         : oracle        ? " (oracle: sees true durations)"
         : exact         ? " (limits are exact: perfect knowledge)"
                         : "";
}

static SwGrid *
words_new (void)
{
  SwGrid *grid = sw_grid_new ();
  sw_grid_column (grid, "", "", "name", FALSE);
  sw_grid_column (grid, "", "", "text", FALSE);
  return grid;
}

static void
put_warnings (SwGrid *grid, const GPtrArray *warnings)
{
  for (guint i = 0; warnings && i < warnings->len; i++)
    put_line (grid, i ? "" : "warnings", warnings->pdata[i]);
}

static void
print_words (const SwRun *run, const SwExperiment *e, SwFormat format, SwText *text)
{
  g_autoptr (SwGrid) grid = words_new ();
  const SwScenario *s = e->scenario;
  put_fact (grid, "scenario", "%s, seed %" G_GUINT64_FORMAT, s->name, s->seed);
  put_fact (grid, "policies", "queue %s, place %s, scale %s%s", s->queue.text, s->place.text,
            s->scale.text, foresight (s));
  put_cluster (grid, e->fleet);
  put_workload (grid, e->workload);
  put_warnings (grid, run->warnings);
  sw_grid_print (grid, format, text);
}

/* ---- figures ---- */

typedef struct
{
  const char *label;
  const char *name;  /* of a figure */
  const char *share; /* of a second figure, or NULL */
} NamedFigure;

static const char *const job_figures[]
    = { "jobs", "completed", "failed", "timeout", "oom", "killed", "unsatisfiable", "unfinished" };

static const NamedFigure gpu_figures[] = {
  { "capacity", "gpu_capacity_hours", NULL },
  { "allocated", "gpu_allocated_hours", "utilisation" },
  { "useful", "gpu_useful_hours", "useful_share" },
  { "overhead", "gpu_overhead_hours", "overhead_share" },
  { "lost", "gpu_lost_hours", "lost_share" },
  { "blocked", "gpu_blocked_hours", "blocked_share" },
  { "fragmented", "gpu_fragmented_hours", "fragmented_share" },
  { "idle", "gpu_idle_hours", "idle_share" },
};

static const NamedFigure time_figures[] = {
  { "wait", "wait", NULL },
  { "wait to first start", "first_wait", NULL },
  { "wait since submit", "submit_wait", NULL },
  { "turnaround", "turnaround", NULL },
  { "bounded slowdown", "slowdown", NULL },
  { "co-location slowdown", "co_slowdown", NULL },
};
static const char *const parts[] = { "mean", "p50", "p95", "p99", "max" };

static const NamedFigure slo_figures[] = {
  { "deadline", "deadline", NULL },
  { "wait", "wait_slo", NULL },
  { "any", "slo", NULL },
};
static const char *const slo_parts[] = { "jobs", "misses", "undecided", "miss_share" };

static void
put_figure (SwGrid *grid, const SwFigure *figure)
{
  if (!figure || !figure->defined)
    sw_grid_undefined (grid);
  else
    sw_grid_real (grid, figure->value, figure->digits);
}

static void
put_named (SwGrid *grid, const SwRun *run, const char *name)
{
  put_figure (grid, sw_account_figure (run->account, name));
}

static void
print_jobs (const SwRun *run, SwFormat format, SwText *text)
{
  g_autoptr (SwGrid) grid = sw_grid_new ();
  for (guint i = 0; i < G_N_ELEMENTS (job_figures); i++)
    sw_grid_column (grid, sw_account_figure (run->account, job_figures[i])->label, "",
                    job_figures[i], TRUE);
  sw_grid_row (grid);
  for (guint i = 0; i < G_N_ELEMENTS (job_figures); i++)
    put_named (grid, run, job_figures[i]);
  sw_grid_print (grid, format, text);
}

static void
print_gpu_time (const SwRun *run, SwFormat format, SwText *text)
{
  g_autoptr (SwGrid) grid = sw_grid_new ();
  sw_grid_column (grid, "GPU time", "", "part", FALSE);
  sw_grid_column (grid, "", "GPU-h", "gpu_hours", TRUE);
  sw_grid_column (grid, "", "%", "share", TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (gpu_figures); i++)
    {
      sw_grid_row (grid);
      sw_grid_text (grid, gpu_figures[i].label);
      put_named (grid, run, gpu_figures[i].name);
      if (gpu_figures[i].share)
        put_named (grid, run, gpu_figures[i].share);
    }
  sw_grid_print (grid, format, text);
}

static void
put_parts (SwGrid *grid, const SwRun *run, const char *stem, const char *const *names, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s_%s", stem, names[i]);
      put_named (grid, run, name);
    }
}

static void
print_times (const SwRun *run, SwFormat format, SwText *text)
{
  g_autoptr (SwGrid) grid = sw_grid_new ();
  sw_grid_column (grid, "times", "", "time", FALSE);
  sw_grid_column (grid, "unit", "", "unit", FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    sw_grid_column (grid, parts[i], "", parts[i], TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (time_figures); i++)
    {
      g_autofree char *name = g_strconcat (time_figures[i].name, "_mean", NULL);
      const SwFigure *mean = sw_account_figure (run->account, name);
      if (!mean->defined && g_str_has_prefix (name, "co_"))
        continue;
      sw_grid_row (grid);
      sw_grid_text (grid, time_figures[i].label);
      sw_grid_text (grid, mean->unit);
      put_parts (grid, run, time_figures[i].name, parts, G_N_ELEMENTS (parts));
    }
  sw_grid_print (grid, format, text);
}

static void
print_slos (const SwRun *run, SwFormat format, SwText *text)
{
  if (sw_account_figure (run->account, "slo_jobs")->value == 0)
    return;
  g_autoptr (SwGrid) grid = sw_grid_new ();
  sw_grid_column (grid, "SLO", "", "slo", FALSE);
  for (guint i = 0; i + 1 < G_N_ELEMENTS (slo_parts); i++)
    sw_grid_column (grid, slo_parts[i], "", slo_parts[i], TRUE);
  sw_grid_column (grid, "missed", "%", "miss_share", TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (slo_figures); i++)
    {
      sw_grid_row (grid);
      sw_grid_text (grid, slo_figures[i].label);
      put_parts (grid, run, slo_figures[i].name, slo_parts, G_N_ELEMENTS (slo_parts));
    }
  sw_grid_print (grid, format, text);
  sw_put (text, "\n");
}

static gboolean
is_other (const SwFigure *figure)
{
  const char *name = figure->name;
  return sw_page_group (name) == SW_GROUP_OTHERS || g_str_equal (name, "span")
         || g_str_equal (name, "makespan") || g_str_equal (name, "cpu_allocation");
}

/* Those that are known; distributions stand with the times. */
static gboolean
is_of_sharing (const SwFigure *figure)
{
  return figure->defined && sw_page_group (figure->name) == SW_GROUP_SHARING
         && !g_str_has_prefix (figure->name, "co_slowdown_");
}

/* The figures that match, one below the other; FALSE, and no table, if there is none. */
static gboolean
print_list (const SwRun *run, const char *title, gboolean (*match) (const SwFigure *figure),
            SwFormat format, SwText *text)
{
  g_autoptr (SwGrid) grid = sw_grid_new ();
  sw_grid_column (grid, title, "", "figure", FALSE);
  sw_grid_column (grid, "", "", "value", TRUE);
  sw_grid_column (grid, "", "", "unit", FALSE);
  guint n, shown = 0;
  const SwFigure *figures = sw_account_figures (run->account, &n);
  for (guint i = 0; i < n; i++)
    {
      if (!match (&figures[i]))
        continue;
      shown++;
      sw_grid_row (grid);
      sw_grid_text (grid, figures[i].label);
      put_figure (grid, &figures[i]);
      sw_grid_text (grid, figures[i].unit);
    }
  if (shown > 0)
    sw_grid_print (grid, format, text);
  return shown > 0;
}

static void
put_size (SwGrid *grid, const SwCutRow *row)
{
  sw_grid_row (grid);
  sw_grid_text (grid, row->name ? row->name : "others");
  sw_grid_int (grid, row->jobs);
  sw_grid_int (grid, row->unfinished);
  if (row->wait.count)
    sw_grid_real (grid, row->wait.mean, 1);
  else
    sw_grid_undefined (grid);
  sw_grid_seconds (grid, row->wait.p50, 1);
  sw_grid_seconds (grid, row->wait.p95, 1);
  sw_grid_seconds (grid, row->wait.p99, 1);
  sw_grid_seconds (grid, row->wait.max, 1);
}

static void
print_sizes (const SwRun *run, SwFormat format, SwText *text)
{
  g_autoptr (SwGrid) grid = sw_grid_new ();
  g_autoptr (GArray) rows = sw_account_cut (run->account, SW_CUT_SIZE);
  sw_grid_column (grid, "wait by size", "GPUs", "gpus", FALSE);
  sw_grid_column (grid, "jobs", "", "jobs", TRUE);
  sw_grid_column (grid, "unfinished", "", "unfinished", TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    sw_grid_column (grid, parts[i], "s", parts[i], TRUE);
  for (guint i = 0; i < rows->len; i++)
    put_size (grid, &g_array_index (rows, SwCutRow, i));
  sw_grid_print (grid, format, text);
}

static void
print_figures (const SwRun *run, SwFormat format, SwText *text)
{
  g_autoptr (SwGrid) grid = sw_grid_new ();
  sw_grid_column (grid, "figure", "", "figure", FALSE);
  sw_grid_column (grid, "unit", "", "unit", FALSE);
  sw_grid_column (grid, "value", "", "value", TRUE);
  guint n;
  const SwFigure *figures = sw_account_figures (run->account, &n);
  for (guint i = 0; i < n; i++)
    {
      sw_grid_row (grid);
      sw_grid_text (grid, figures[i].name);
      sw_grid_text (grid, figures[i].unit);
      put_figure (grid, &figures[i]);
    }
  sw_grid_print (grid, format, text);
}

void
sw_page_run (const SwRun *run, const SwExperiment *e, SwFormat format, SwText *text)
{
  if (format == SW_FORMAT_JSON)
    {
      sw_account_summary (run->account, run->outcome, text);
      return;
    }
  if (format == SW_FORMAT_CSV)
    {
      print_figures (run, format, text);
      return;
    }
  print_words (run, e, format, text);
  sw_put (text, "\n");
  print_jobs (run, format, text);
  sw_put (text, "\n");
  print_gpu_time (run, format, text);
  sw_put (text, "\n");
  print_times (run, format, text);
  sw_put (text, "\n");
  print_slos (run, format, text);
  print_sizes (run, format, text);
  sw_put (text, "\n");
  if (print_list (run, "sharing", is_of_sharing, format, text))
    sw_put (text, "\n");
  sw_page_sharing (run->account, format, text);
  print_list (run, "others", is_other, format, text);
}

/* ---- comparison ---- */

static const SwRunColumn *
column_at (const GPtrArray *columns, guint i)
{
  return columns->pdata[i];
}

static const SwFigure *
figure_at (const GPtrArray *columns, guint column, guint figure)
{
  return &g_array_index (column_at (columns, column)->figures, SwFigure, figure);
}

static guint
n_figures (const GPtrArray *columns)
{
  return column_at (columns, 0)->figures->len;
}

static const SwFigure *
figure_named (const GPtrArray *columns, guint column, const char *name)
{
  for (guint f = 0; f < n_figures (columns); f++)
    if (g_str_equal (figure_at (columns, column, f)->name, name))
      return figure_at (columns, column, f);
  return NULL;
}

/* Is the figure the same as its plainer twin in every column: the wait since submission where all
   jobs are eligible at once, or all SLOs where there are only wait SLOs? */
static gboolean
repeats_twin (const GPtrArray *columns, guint figure)
{
  static const char *const twins[][2]
      = { { "first_wait_", "wait_" }, { "submit_wait_", "wait_" }, { "slo_", "wait_slo_" } };
  const char *name = figure_at (columns, 0, figure)->name;
  for (guint i = 0; i < G_N_ELEMENTS (twins); i++)
    {
      if (!g_str_has_prefix (name, twins[i][0]))
        continue;
      g_autofree char *twin = g_strconcat (twins[i][1], name + strlen (twins[i][0]), NULL);
      gboolean same = TRUE;
      for (guint c = 0; c < columns->len; c++)
        {
          const SwFigure *mine = figure_at (columns, c, figure);
          const SwFigure *other = figure_named (columns, c, twin);
          same = same && other && mine->defined == other->defined && mine->value == other->value;
        }
      return same;
    }
  return FALSE;
}

static gboolean
shows_zero (const SwFigure *f)
{
  g_autofree char *shown = sw_grid_number (f->value, f->digits);
  return strspn (shown, "-0.") == strlen (shown);
}

/* Figures that people need not see. */
static gboolean
says_nothing (const GPtrArray *columns, guint figure)
{
  for (guint c = 0; c < columns->len; c++)
    {
      const SwFigure *f = figure_at (columns, c, figure);
      if (f->defined && !shows_zero (f))
        return repeats_twin (columns, figure);
    }
  return TRUE;
}

static void
put_delta (SwGrid *grid, const SwFigure *first, const SwFigure *other)
{
  const SwDelta delta = sw_compare_delta (first, other);
  if (delta.kind == SW_DELTA_NONE)
    {
      sw_grid_empty (grid);
      return;
    }
  g_autofree char *number
      = sw_grid_number (delta.value, delta.kind == SW_DELTA_PERCENT ? 1 : other->digits);
  const gboolean zero = strspn (number, "0.") == strlen (number);
  const char *unit = delta.kind == SW_DELTA_PERCENT  ? "%"
                     : delta.kind == SW_DELTA_POINTS ? " pp"
                                                     : "";
  g_autofree char *shown
      = zero ? g_strdup ("=")
             : g_strdup_printf ("%s%s%s", delta.value > 0 ? "+" : "", number, unit);
  sw_grid_value (grid, other->value - first->value, shown);
}

static void
put_comparison_row (SwGrid *grid, const GPtrArray *columns, guint figure, gboolean marks)
{
  const SwFigure *first = figure_at (columns, 0, figure);
  sw_grid_row (grid);
  if (marks)
    sw_grid_text (grid, first->label);
  else
    sw_grid_text (grid, first->name);
  sw_grid_text (grid, first->unit);
  for (guint c = 0; c < columns->len; c++)
    {
      const SwFigure *f = figure_at (columns, c, figure);
      put_figure (grid, f);
      if (marks && sw_compare_is_best (columns, c, figure))
        sw_grid_mark (grid, "*");
      if (c > 0)
        put_delta (grid, first, f);
    }
}

static SwGrid *
comparison_new (const GPtrArray *columns)
{
  SwGrid *grid = sw_grid_new ();
  sw_grid_column (grid, "", "", "figure", FALSE);
  sw_grid_column (grid, "", "", "unit", FALSE);
  for (guint c = 0; c < columns->len; c++)
    {
      const char *label = column_at (columns, c)->label;
      g_autofree char *minus
          = g_strdup_printf ("%s minus %s", label, column_at (columns, 0)->label);
      sw_grid_column (grid, label, "", label, TRUE);
      if (c > 0)
        sw_grid_column (grid, "", "", minus, TRUE);
    }
  return grid;
}

/* All figures in their order, for programs. */
static void
print_comparison_csv (const GPtrArray *columns, SwText *text)
{
  g_autoptr (SwGrid) grid = comparison_new (columns);
  for (guint f = 0; f < n_figures (columns); f++)
    put_comparison_row (grid, columns, f, FALSE);
  sw_grid_print (grid, SW_FORMAT_CSV, text);
}

/* Figures by group, without the rows that say nothing, for people. */
static void
print_comparison (const GPtrArray *columns, SwFormat format, SwText *text)
{
  g_autoptr (SwGrid) grid = comparison_new (columns);
  for (guint g = 0; g < SW_N_GROUPS; g++)
    {
      gboolean titled = FALSE;
      for (guint f = 0; f < n_figures (columns); f++)
        {
          if (sw_page_group (figure_at (columns, 0, f)->name) != g || says_nothing (columns, f))
            continue;
          if (!titled)
            sw_grid_title (grid, sw_page_group_title (g));
          titled = TRUE;
          put_comparison_row (grid, columns, f, TRUE);
        }
    }
  sw_grid_print (grid, format, text);
}

static gboolean
is_first_with (const SwExperiment *e, guint i, gboolean workload)
{
  for (guint j = 0; j < i; j++)
    if (workload ? e[j].workload == e[i].workload
                 : g_str_equal (e[j].scenario->name, e[i].scenario->name))
      return FALSE;
  return TRUE;
}

static gboolean
is_known (const GPtrArray *texts, const char *text)
{
  for (guint i = 0; i < texts->len; i++)
    if (g_str_equal (texts->pdata[i], text))
      return TRUE;
  return FALSE;
}

static void
put_all_warnings (SwGrid *grid, const GPtrArray *columns)
{
  g_autoptr (GPtrArray) distinct = g_ptr_array_new ();
  for (guint c = 0; c < columns->len; c++)
    {
      const GPtrArray *warnings = column_at (columns, c)->warnings;
      for (guint i = 0; i < warnings->len; i++)
        if (!is_known (distinct, warnings->pdata[i]))
          g_ptr_array_add (distinct, warnings->pdata[i]);
    }
  put_warnings (grid, distinct);
}

static void
print_comparison_words (const GPtrArray *columns, const SwExperiment *e, SwFormat format,
                        SwText *text)
{
  g_autoptr (SwGrid) grid = words_new ();
  if (g_str_equal (column_at (columns, 0)->label, e[0].scenario->name))
    {
      g_autofree char *policies = sw_experiment_policies (e[0].scenario);
      put_fact (grid, "policies", "%s in all runs", policies);
    }
  for (guint i = 0; i < columns->len; i++)
    {
      const SwScenario *s = e[i].scenario;
      if (is_first_with (e, i, FALSE))
        {
          put_fact (grid, "scenario", "%s, seed %" G_GUINT64_FORMAT, s->name, s->seed);
          put_cluster (grid, e[i].fleet);
        }
      if (is_first_with (e, i, TRUE))
        put_workload (grid, e[i].workload);
    }
  for (guint i = 0; i < columns->len; i++)
    if (*foresight (e[i].scenario))
      put_fact (grid, "knowledge", "%s%s", column_at (columns, i)->label,
                foresight (e[i].scenario));
  put_all_warnings (grid, columns);
  sw_grid_print (grid, format, text);
}

static void
put_json_policies (SwJson *json, const SwScenario *s)
{
  sw_json_string (json, "scenario", s->name);
  sw_json_int (json, "seed", s->seed);
  sw_json_string (json, "queue", s->queue.text);
  sw_json_string (json, "place", s->place.text);
  sw_json_string (json, "scale", s->scale.text);
  sw_json_bool (json, "foresight", *foresight (s) != '\0');
}

static void
put_json_columns (SwJson *json, const GPtrArray *columns, const SwExperiment *e)
{
  sw_json_array (json, "columns");
  for (guint c = 0; c < columns->len; c++)
    {
      const SwRunColumn *column = column_at (columns, c);
      sw_json_object (json, NULL);
      sw_json_string (json, "label", column->label);
      sw_json_string (json, "folder", column->folder);
      put_json_policies (json, e[c].scenario);
      sw_json_array (json, "warnings");
      for (guint i = 0; i < column->warnings->len; i++)
        sw_json_string (json, NULL, column->warnings->pdata[i]);
      sw_json_end (json);
      sw_json_end (json);
    }
  sw_json_end (json);
}

static void
put_json_value (SwJson *json, gboolean defined, double value)
{
  if (defined)
    sw_json_real (json, NULL, value, 9);
  else
    sw_json_null (json, NULL);
}

static void
put_json_figure (SwJson *json, const GPtrArray *columns, guint figure)
{
  static const char *const better[] = { "none", "low", "high" };
  const SwFigure *first = figure_at (columns, 0, figure);
  sw_json_object (json, NULL);
  sw_json_string (json, "name", first->name);
  sw_json_string (json, "label", first->label);
  sw_json_string (json, "unit", first->unit);
  sw_json_string (json, "better", better[first->better]);
  sw_json_array (json, "values");
  for (guint c = 0; c < columns->len; c++)
    put_json_value (json, figure_at (columns, c, figure)->defined,
                    figure_at (columns, c, figure)->value);
  sw_json_end (json);
  sw_json_array (json, "minus_first");
  for (guint c = 0; c < columns->len; c++)
    {
      const SwFigure *other = figure_at (columns, c, figure);
      put_json_value (json, first->defined && other->defined, other->value - first->value);
    }
  sw_json_end (json);
  sw_json_end (json);
}

static void
print_comparison_json (const GPtrArray *columns, const SwExperiment *e, SwText *text)
{
  SwJson *json = sw_json_new (text);
  sw_json_object (json, NULL);
  sw_json_string (json, "program", "slicewise");
  sw_json_string (json, "version", sw_version);
  sw_json_string (json, "kind", "compare");
  put_json_columns (json, columns, e);
  sw_json_array (json, "figures");
  for (guint f = 0; f < n_figures (columns); f++)
    put_json_figure (json, columns, f);
  sw_json_end (json);
  sw_json_end (json);
  sw_json_free (json);
  sw_put (text, "\n");
}

void
sw_page_compare (const GPtrArray *columns, const SwExperiment *experiments, SwFormat format,
                 SwText *text)
{
  if (format == SW_FORMAT_JSON)
    {
      print_comparison_json (columns, experiments, text);
      return;
    }
  if (format == SW_FORMAT_CSV)
    {
      print_comparison_csv (columns, text);
      return;
    }
  print_comparison_words (columns, experiments, format, text);
  sw_put (text, "\n");
  print_comparison (columns, format, text);
}
