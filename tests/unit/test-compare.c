/* Comparisons: the same bytes for any number of workers and whatever else runs beside, errors and
 * interruptions that leave nothing behind, and the differences that the table shows. */
#include <string.h>

#include "sw-batch.h"
#include "sw-check.h"
#include "sw-compare.h"
#include "sw-page.h"
#include "sw-rng.h"

#define SCENARIOS 12

typedef struct
{
  char *folder;
  SwCatalogue *catalogue;
  GError *error;
} Fixture;

/* A trace of jobs that have to wait, with limits that are too high, and gangs. */
static char *
make_trace (guint jobs)
{
  GString *text
      = g_string_new ("job_id,user,submit_s,duration_s,time_limit_s,tasks,gpus_per_task\n");
  for (guint i = 0; i < jobs; i++)
    {
      const guint64 d = sw_draw (1, 2, 3, i);
      g_string_append_printf (text, "j%u,u%u,%u,%u,%u,%u,%u\n", i, (guint)(d % 5), i * 7,
                              (guint)(50 + d % 1000), 2000, (guint)(1 + d / 7 % 3),
                              (guint)(1 + d / 11 % 4));
    }
  return g_string_free (text, FALSE);
}

static void
fixture_init (Fixture *f, guint jobs)
{
  *f = (Fixture){ .folder = sw_test_folder () };
  f->catalogue = sw_catalogue_new (&f->error);
  g_autofree char *trace = make_trace (jobs);
  g_autofree char *path = sw_test_write (f->folder, "jobs.csv", trace);
  g_autofree char *scenario
      = sw_test_write (f->folder, "s.ini",
                       "[workload]\ntrace = jobs.csv\nprofile = canonical-jobs\n"
                       "[pool p]\ngpu = T4\nnodes = 8\ngpus_per_node = 4\nnodes_per_rack = 2\n"
                       "[policy]\nqueue = easy\n[slo]\nwait = 20min\n");
}

static void
fixture_clear (Fixture *f)
{
  g_clear_error (&f->error);
  sw_catalogue_free (f->catalogue);
  sw_test_remove (f->folder);
}

/* The i-th scenario: random placement under a seed of its own, and a load that differs. */
static void
add_scenario (const Fixture *f, SwBatch *batch, guint i)
{
  g_autofree char *path = g_build_filename (f->folder, "s.ini", NULL);
  g_autofree char *name = g_strdup_printf ("scenario.name=number-%u", i);
  g_autofree char *seed = g_strdup_printf ("scenario.seed=%u", 7 + i);
  g_autofree char *scale = g_strdup_printf ("workload.time_scale=%u%%", 60 + 10 * (i % 4));
  const char *const settings[] = { name, seed, scale, "policy.place=random", NULL };
  const SwScenarioSource source = { .path = path, .settings = settings };
  g_autoptr (GError) error = NULL;
  SwScenario *scenario = sw_scenario_load (&source, f->catalogue, &error);
  CHECK_NO_ERROR (error);
  sw_batch_add (batch, scenario);
}

static SwBatch *
make_batch (Fixture *f, const guint *numbers, guint n)
{
  SwBatch *batch = sw_batch_new (f->catalogue);
  for (guint i = 0; i < n; i++)
    add_scenario (f, batch, numbers[i]);
  sw_batch_prepare (batch, TRUE, &f->error);
  CHECK_NO_ERROR (f->error);
  return batch;
}

/* Runs into FOLDER/name and returns the printed tables. */
static char *
run_batch (Fixture *f, const SwBatch *batch, const char *name, guint workers)
{
  g_autofree char *path = g_build_filename (f->folder, name, NULL);
  g_autoptr (SwFolder) folder = sw_folder_new (path, &f->error);
  CHECK_NO_ERROR (f->error);
  const SwCompareOptions options = { .workers = workers, .check = TRUE, .folder = folder };
  g_autoptr (GPtrArray) columns
      = sw_compare_run (sw_batch_experiments (batch), sw_batch_count (batch), &options, &f->error);
  CHECK_NO_ERROR (f->error);
  SwText *text = sw_text_memory ();
  for (SwFormat format = SW_FORMAT_TABLE; format <= SW_FORMAT_MARKDOWN; format++)
    sw_page_compare (columns, sw_batch_experiments (batch), format, text);
  /* What stands in for the manifest of the whole. */
  g_autofree char *manifest = sw_folder_file (folder, "manifest.json");
  CHECK_TRUE (g_file_set_contents (manifest, "{}", -1, NULL));
  CHECK_TRUE (sw_folder_commit (folder, &f->error));
  CHECK_NO_ERROR (f->error);
  g_steal_pointer (&folder);
  return sw_text_steal (text, NULL);
}

/* The files of a run, one after the other; transfer full. */
static char *
run_bytes (const Fixture *f, const char *name, guint scenario)
{
  static const char *const files[]
      = { "jobs.csv", "attempts.csv", "timeline.csv", "summary.json", "manifest.json" };
  g_autofree char *run = g_strdup_printf ("%s/%s/number-%u", f->folder, name, scenario);
  GString *all = g_string_new (NULL);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *text = sw_test_read (run, files[i]);
      g_string_append (all, text ? text : "");
    }
  return g_string_free (all, FALSE);
}

/* F-13 */
static void
workers_change_nothing (void)
{
  static const guint workers[] = { 1, 2, 8 };
  static const char *const names[] = { "one", "two", "eight" };
  Fixture f;
  fixture_init (&f, 300);
  guint numbers[SCENARIOS];
  for (guint i = 0; i < SCENARIOS; i++)
    numbers[i] = i;
  g_autoptr (SwBatch) batch = make_batch (&f, numbers, SCENARIOS);
  g_autofree char *first = NULL;
  for (guint w = 0; w < G_N_ELEMENTS (workers); w++)
    {
      g_autofree char *table = run_batch (&f, batch, names[w], workers[w]);
      if (!first)
        first = g_steal_pointer (&table);
      else
        CHECK_STR (table, first);
    }
  guint differ = 0;
  for (guint i = 0; i < SCENARIOS; i++)
    {
      g_autofree char *one = run_bytes (&f, "one", i);
      g_autofree char *two = run_bytes (&f, "two", i);
      g_autofree char *eight = run_bytes (&f, "eight", i);
      CHECK_TRUE (strlen (one) > 10000);
      differ += !g_str_equal (one, two) + !g_str_equal (one, eight);
    }
  CHECK_INT (differ, 0);
  fixture_clear (&f);
}

/* F-13 */
static void
company_changes_nothing (void)
{
  static const guint all[] = { 0, 1, 2, 3, 4, 5 }, some[] = { 4, 1 }, alone[] = { 4 };
  Fixture f;
  fixture_init (&f, 200);
  g_autoptr (SwBatch) many = make_batch (&f, all, G_N_ELEMENTS (all));
  g_autoptr (SwBatch) few = make_batch (&f, some, G_N_ELEMENTS (some));
  g_autoptr (SwBatch) one = make_batch (&f, alone, G_N_ELEMENTS (alone));
  g_autofree char *table1 = run_batch (&f, many, "many", 2);
  g_autofree char *table2 = run_batch (&f, few, "few", 2);
  g_autofree char *table3 = run_batch (&f, one, "one", 1);
  g_autofree char *in_many = run_bytes (&f, "many", 4);
  g_autofree char *in_few = run_bytes (&f, "few", 4);
  CHECK_STR (in_few, in_many);
  g_autofree char *other = run_bytes (&f, "few", 1);
  g_autofree char *other_in_many = run_bytes (&f, "many", 1);
  CHECK_STR (other, other_in_many);
  CHECK_FALSE (g_str_equal (other, in_few));
  /* Alone the label needs no name of the scenario. */
  g_autofree char *single = g_build_filename (f.folder, "one", "easy-random", NULL);
  g_autofree char *manifest = sw_test_read (single, "manifest.json");
  CHECK_CONTAINS (in_many, manifest);
  fixture_clear (&f);
}

static void
seeds_matter_only_where_asked (void)
{
  static const guint numbers[] = { 0, 4 }; /* the same load, other seeds */
  Fixture f;
  fixture_init (&f, 200);
  g_autoptr (SwBatch) batch = make_batch (&f, numbers, 2);
  const SwExperiment *e = sw_batch_experiments (batch);
  CHECK_TRUE (e[0].workload == e[1].workload);
  const SwCompareOptions options = { .workers = 1 };
  g_autoptr (GPtrArray) columns = sw_compare_run (e, 2, &options, &f.error);
  CHECK_NO_ERROR (f.error);
  CHECK_INT (columns->len, 2);
  const SwRunColumn *first = columns->pdata[0];
  CHECK_STR (first->label, "number-0");
  CHECK_STR (first->folder, "number-0");
  fixture_clear (&f);
}

/* ---- errors ---- */

static guint
n_files (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;
  while (g_dir_read_name (dir))
    n++;
  return n;
}

static void
an_interruption_leaves_nothing (void)
{
  static const guint numbers[] = { 0, 1, 2 };
  Fixture f;
  fixture_init (&f, 100);
  g_autoptr (SwBatch) batch = make_batch (&f, numbers, 3);
  const guint before = n_files (f.folder);
  g_autofree char *path = g_build_filename (f.folder, "out", NULL);
  SwFolder *folder = sw_folder_new (path, &f.error);
  const volatile gint stop = 1;
  const SwCompareOptions options = { .workers = 2, .stop = &stop, .folder = folder };
  g_autoptr (GPtrArray) columns
      = sw_compare_run (sw_batch_experiments (batch), 3, &options, &f.error);
  CHECK_TRUE (columns == NULL);
  CHECK_ERROR (f.error, SW_ERROR_INTERRUPTED, "");
  sw_folder_discard (folder);
  CHECK_INT (n_files (f.folder), before);
  fixture_clear (&f);
}

/* F-12 */
static void
gaps_cost_nothing (void)
{
  Fixture f;
  fixture_init (&f, 1);
  g_autofree char *jobs = sw_test_write (f.folder, "jobs.csv",
                                         "job_id,submit_s,duration_s,gpus_per_task\n"
                                         "a,0,1,1\nb,0.000001,1,1\nc,1000000000,1,1\n");
  static const guint numbers[] = { 4 };
  g_autoptr (SwBatch) batch = make_batch (&f, numbers, 1);
  const SwRunOptions options = { .check = TRUE, .watch = SW_NO_JOB };
  g_autoptr (SwRun) run = sw_run_new (sw_batch_experiments (batch), &options, &f.error);
  CHECK_NO_ERROR (f.error);
  CHECK_TRUE (run->counts.instants <= 8);
  CHECK_INT (run->outcome->state[2], SW_COMPLETED);
  CHECK_TIME (run->outcome->end[0], SW_SECOND);
  g_autofree char *path = g_build_filename (f.folder, "out", NULL);
  SwFolder *folder = sw_folder_new (path, &f.error);
  CHECK_TRUE (sw_run_write (run, sw_batch_experiments (batch), folder, &f.error));
  CHECK_TRUE (sw_folder_commit (folder, &f.error));
  g_autofree char *timeline = sw_test_read (path, "timeline.csv");
  guint lines = 0;
  for (const char *p = timeline; *p; p++)
    lines += *p == '\n';
  CHECK_TRUE (lines <= 10);
  fixture_clear (&f);
}

static void
output_keys_choose_files (void)
{
  Fixture f;
  fixture_init (&f, 20);
  g_autofree char *path = g_build_filename (f.folder, "s.ini", NULL);
  const char *const settings[] = { "output.jobs=no", "output.timeline=no", NULL };
  const SwScenarioSource source = { .path = path, .settings = settings };
  g_autoptr (SwBatch) batch = sw_batch_new (f.catalogue);
  sw_batch_add (batch, sw_scenario_load (&source, f.catalogue, &f.error));
  CHECK_NO_ERROR (f.error);
  sw_batch_prepare (batch, TRUE, &f.error);
  g_autofree char *table = run_batch (&f, batch, "out", 1);
  g_autofree char *out = g_build_filename (f.folder, "out", "easy-first-fit", NULL);
  CHECK_INT (n_files (out), 2);
  g_autofree char *summary = sw_test_read (out, "summary.json");
  CHECK_CONTAINS (summary, "utilisation");
  fixture_clear (&f);
}

/* ---- what the table says ---- */

static SwFigure
figure (const char *unit, gboolean defined, double value, SwBetter better)
{
  return (
      SwFigure){ .name = "x", .unit = unit, .defined = defined, .value = value, .better = better };
}

static void
deltas_have_the_right_form (void)
{
  const SwFigure ten = figure ("s", TRUE, 10, SW_BETTER_LOW);
  const SwFigure five = figure ("s", TRUE, 5, SW_BETTER_LOW);
  const SwFigure zero = figure ("s", TRUE, 0, SW_BETTER_LOW);
  const SwFigure none = figure ("s", FALSE, 0, SW_BETTER_LOW);
  const SwFigure share = figure ("%", TRUE, 40, SW_BETTER_HIGH);
  const SwFigure more = figure ("%", TRUE, 50, SW_BETTER_HIGH);
  SwDelta d = sw_compare_delta (&ten, &five);
  CHECK_INT (d.kind, SW_DELTA_PERCENT);
  CHECK_REAL (d.value, -50, 0);
  d = sw_compare_delta (&zero, &five);
  CHECK_INT (d.kind, SW_DELTA_ABSOLUTE);
  CHECK_REAL (d.value, 5, 0);
  d = sw_compare_delta (&share, &more);
  CHECK_INT (d.kind, SW_DELTA_POINTS);
  CHECK_REAL (d.value, 10, 0);
  CHECK_INT (sw_compare_delta (&none, &five).kind, SW_DELTA_NONE);
  CHECK_INT (sw_compare_delta (&five, &none).kind, SW_DELTA_NONE);
}

static GPtrArray *
columns_of (const SwFigure *figures, guint n)
{
  GPtrArray *columns = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < n; i++)
    {
      SwRunColumn *column = g_new0 (SwRunColumn, 1);
      column->figures = g_array_new (FALSE, FALSE, sizeof (SwFigure));
      g_array_append_val (column->figures, figures[i]);
      g_ptr_array_add (columns, column);
    }
  return columns;
}

static void
check_best (const SwFigure *figures, guint n, const char *stars)
{
  g_autoptr (GPtrArray) columns = columns_of (figures, n);
  for (guint i = 0; i < n; i++)
    CHECK_INT (sw_compare_is_best (columns, i, 0), stars[i] == '*');
  for (guint i = 0; i < n; i++)
    g_array_unref (((SwRunColumn *)columns->pdata[i])->figures);
}

static void
the_best_has_a_star (void)
{
  const SwFigure low[]
      = { figure ("s", TRUE, 10, SW_BETTER_LOW), figure ("s", TRUE, 5, SW_BETTER_LOW),
          figure ("s", FALSE, 0, SW_BETTER_LOW), figure ("s", TRUE, 5, SW_BETTER_LOW) };
  check_best (low, 4, " * *");
  const SwFigure high[]
      = { figure ("%", TRUE, 10, SW_BETTER_HIGH), figure ("%", TRUE, 5, SW_BETTER_HIGH) };
  check_best (high, 2, "* ");
  const SwFigure equal[]
      = { figure ("s", TRUE, 5, SW_BETTER_LOW), figure ("s", TRUE, 5, SW_BETTER_LOW) };
  check_best (equal, 2, "  ");
  const SwFigure neutral[]
      = { figure ("s", TRUE, 5, SW_BETTER_NONE), figure ("s", TRUE, 6, SW_BETTER_NONE) };
  check_best (neutral, 2, "  ");
}

static void
workers_come_from_the_batch_system (void)
{
  g_setenv ("SLURM_CPUS_PER_TASK", "3", TRUE);
  CHECK_INT (sw_compare_workers (), 3);
  g_setenv ("SLURM_CPUS_PER_TASK", "0", TRUE);
  CHECK_TRUE (sw_compare_workers () >= 1);
  g_unsetenv ("SLURM_CPUS_PER_TASK");
  CHECK_TRUE (sw_compare_workers () >= 1);
}

SW_CHECKS ("compare", { "workers change nothing", workers_change_nothing },
           { "company changes nothing", company_changes_nothing },
           { "seeds matter only where asked", seeds_matter_only_where_asked },
           { "an interruption leaves nothing", an_interruption_leaves_nothing },
           { "gaps cost nothing", gaps_cost_nothing },
           { "output keys choose files", output_keys_choose_files },
           { "deltas have the right form", deltas_have_the_right_form },
           { "the best has a star", the_best_has_a_star },
           { "workers come from the batch system", workers_come_from_the_batch_system })
