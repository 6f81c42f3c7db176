/* Holds runs against the published experiments on fragmentation, number by number.
 *
 *   fgd [DIR]            the rows of DIR/expected_seeds.csv with an order file in DIR/orders
 *   fgd --means [DIR]    DIR/expected_means.csv against ten runs each with orders of our own
 *   fgd --real [DIR]     fgd-real beside fgd, for each order file
 *
 * DIR is oracle/fgd of the shared material where nothing is said; pods and nodes are in
 * ../../traces/openb.  Of the five policies without chance the rows must agree: fragments to every
 * printed digit, allocation within 0.01.  No order file fixes a row of Random: its runs on the
 * orders of a workload, ten or more, must have the published means within the tolerance for means,
 * 3 sd sqrt(2/10), 0.10 at least.  Prints a line per difference; ends with 1 on any, with 77 if
 * there is nothing to compare with.
 *
 * Means with orders of our own are of other samples than the published ones, and sd is known from
 * ten runs only: of right programs, too, one figure in 70 is outside (Student's law for nine
 * degrees of freedom, beyond 3).  So --means ends with 1 if it is twice as many, or if one is
 * outside twice the tolerance. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "sw-check.h"
#include "sw-experiment.h"

#define RUNS 10         /* of which the published means are, and ours */
#define BY_CHANCE 0.015 /* of the figures */

static const struct
{
  const char *name, *policy;
  gboolean chance;
} policies[] = {
  { "Random", "random", TRUE },
  { "DotProd", "dot-product", FALSE },
  { "GpuClustering", "gpu-clustering", FALSE },
  { "GpuPacking", "gpu-packing", FALSE },
  { "BestFit", "tight-fit", FALSE },
  { "FGD", "fgd", FALSE },
};

static gint
find_policy (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (policies); i++)
    if (strcmp (policies[i].name, name) == 0)
      return (gint)i;
  return -1;
}

/* ---- published numbers ---- */

typedef struct
{
  GStrv names;
  GPtrArray *rows; /* GStrv */
} Published;

static void
free_row (gpointer row)
{
  g_strfreev (row);
}

/* FALSE: there is no such file. */
static gboolean
read_published (Published *self, const char *dir, const char *name)
{
  g_autofree char *path = g_build_filename (dir, name, NULL);
  g_autofree char *text = NULL;
  *self = (Published){ NULL, g_ptr_array_new_with_free_func (free_row) };
  if (!g_file_get_contents (path, &text, NULL, NULL))
    return FALSE;
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  for (char **line = lines; *line != NULL; line++)
    {
      if (**line == '\0' || **line == '#')
        continue;
      GStrv cells = g_strsplit (*line, ",", -1);
      if (self->names == NULL)
        self->names = cells;
      else if (g_strv_length (cells) == g_strv_length (self->names))
        g_ptr_array_add (self->rows, cells);
      else
        g_error ("%s: a row of %u cells", path, g_strv_length (cells));
    }
  return self->names != NULL;
}

static void
clear_published (Published *self)
{
  g_strfreev (self->names);
  g_ptr_array_unref (self->rows);
}

static const char *
cell (const Published *self, guint row, const char *name)
{
  for (guint i = 0; self->names[i] != NULL; i++)
    if (strcmp (self->names[i], name) == 0)
      return ((GStrv)self->rows->pdata[row])[i];
  g_error ("no column %s in the published numbers", name);
}

static gint
find_row (const Published *self, const char *workload, const char *policy)
{
  for (guint i = 0; i < self->rows->len; i++)
    if (strcmp (cell (self, i, "workload"), workload) == 0
        && strcmp (cell (self, i, "policy"), policy) == 0)
      return (gint)i;
  return -1;
}

/* ---- runs ---- */

typedef struct
{
  const char *dir;
  char *traces;
  GPtrArray *pods;  /* SwPods, as far as read */
  GPtrArray *paths; /* of order files */
  GArray *runs;     /* SwExperiment */
} Work;

static void
free_pods (gpointer pods)
{
  sw_pods_free (pods);
}

static void
work_init (Work *w, const char *dir)
{
  *w = (Work){ .dir = dir,
               .traces = g_build_filename (dir, "..", "..", "traces", "openb", NULL),
               .pods = g_ptr_array_new_with_free_func (free_pods),
               .paths = g_ptr_array_new_with_free_func (g_free),
               .runs = g_array_new (FALSE, FALSE, sizeof (SwExperiment)) };
}

static void
work_clear (Work *w)
{
  g_free (w->traces);
  g_ptr_array_unref (w->pods);
  g_ptr_array_unref (w->paths);
  g_array_unref (w->runs);
}

static const SwPods *
pods_of (Work *w, const char *name)
{
  for (guint i = 0; i < w->pods->len; i++)
    if (strcmp (sw_pods_name (w->pods->pdata[i]), name) == 0)
      return w->pods->pdata[i];
  g_ptr_array_add (w->pods, sw_pods_read (w->traces, name));
  return w->pods->pdata[w->pods->len - 1];
}

/* Owned by the work; NULL: there is none. */
static const char *
order_of (Work *w, const char *workload, const char *seed)
{
  g_autofree char *path = g_strdup_printf ("%s/orders/%s_%s.txt", w->dir, workload, seed);
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return NULL;
  g_ptr_array_add (w->paths, g_steal_pointer (&path));
  return w->paths->pdata[w->paths->len - 1];
}

static void
add_run (Work *w, const char *workload, const char *order, const char *place, guint64 seed)
{
  SwExperiment run = {
    .pods = pods_of (w, workload), .traces = w->traces, .order = order, .place = place, .seed = seed
  };
  g_array_append_val (w->runs, run);
}

static const SwExperiment *
run_at (const Work *w, guint i)
{
  return &g_array_index (w->runs, SwExperiment, i);
}

static void
do_runs (Work *w)
{
  if (w->runs->len > 0)
    sw_experiments_run (&g_array_index (w->runs, SwExperiment, 0), w->runs->len,
                        g_get_num_processors ());
}

/* ---- rows without chance ---- */

static gboolean
agrees (const char *row, const char *what, double ours, const char *theirs, double tolerance)
{
  const char *dot = strchr (theirs, '.');
  int digits = dot == NULL ? 0 : (int)strlen (dot + 1);
  double step = pow (10, digits), want = g_ascii_strtod (theirs, NULL);
  double got = rint (ours * step) / step;
  if (fabs (got - want) <= tolerance + 1e-9)
    return TRUE;
  printf ("%s: %s is %.*f, published %s\n", row, what, digits, got, theirs);
  return FALSE;
}

static gboolean
row_agrees (const Published *seeds, guint i, const SwExperiment *run)
{
  SwExperimentMean at95 = sw_experiment_mean (run, 95), at100 = sw_experiment_mean (run, 100),
                   at130 = sw_experiment_mean (run, 130);
  const struct
  {
    const char *name;
    double ours, tolerance;
  } figures[] = {
    { "alloc_100", at100.allocated, 0.01 },     { "alloc_130", at130.allocated, 0.01 },
    { "frag_gpu_pct_100", at100.fragments, 0 }, { "frag_gpu_pct_130", at130.fragments, 0 },
    { "frag_ratio_95", at95.ratio, 0 },         { "frag_ratio_130", at130.ratio, 0 },
  };
  g_autofree char *row = g_strdup_printf ("%s %s %s", cell (seeds, i, "workload"),
                                          cell (seeds, i, "policy"), cell (seeds, i, "seed"));
  gboolean same = TRUE;
  for (guint f = 0; f < G_N_ELEMENTS (figures); f++)
    same &= agrees (row, figures[f].name, figures[f].ours, cell (seeds, i, figures[f].name),
                    figures[f].tolerance);
  return same;
}

/* ---- means ---- */

/* All figures whose spread is published. */
static const struct
{
  const char *mean, *sd;
  guint share;
  gsize offset;
} means[] = {
  { "alloc_100_mean", "alloc_100_sd", 100, offsetof (SwExperimentMean, allocated) },
  { "alloc_130_mean", "alloc_130_sd", 130, offsetof (SwExperimentMean, allocated) },
  { "frag_gpu_pct_50_mean", "frag_gpu_pct_50_sd", 50, offsetof (SwExperimentMean, fragments) },
  { "frag_gpu_pct_100_mean", "frag_gpu_pct_100_sd", 100, offsetof (SwExperimentMean, fragments) },
  { "frag_gpu_pct_130_mean", "frag_gpu_pct_130_sd", 130, offsetof (SwExperimentMean, fragments) },
  { "frag_ratio_95_mean", "frag_ratio_95_sd", 95, offsetof (SwExperimentMean, ratio) },
  { "frag_ratio_100_mean", "frag_ratio_100_sd", 100, offsetof (SwExperimentMean, ratio) },
};

/* Number of figures of a row that are outside; numbers: of the runs that are ours; worst: raised to
   the largest distance, in tolerances. */
static guint
means_outside (const Published *all, guint row, const Work *w, const GArray *numbers, double *worst)
{
  guint outside = 0;
  for (guint f = 0; f < G_N_ELEMENTS (means); f++)
    {
      double sum = 0;
      for (guint k = 0; k < numbers->len; k++)
        {
          const SwExperimentMean at
              = sw_experiment_mean (run_at (w, g_array_index (numbers, guint, k)), means[f].share);
          sum += G_STRUCT_MEMBER (double, &at, means[f].offset);
        }
      double ours = sum / numbers->len, sd = g_ascii_strtod (cell (all, row, means[f].sd), NULL);
      double theirs = g_ascii_strtod (cell (all, row, means[f].mean), NULL);
      double tolerance = MAX (0.10, 3 * sd * sqrt (2.0 / RUNS));
      *worst = MAX (*worst, fabs (ours - theirs) / tolerance);
      if (fabs (ours - theirs) <= tolerance)
        continue;
      printf ("%s %s: %s is %.3f, published %.3f: more than %.3f away\n",
              cell (all, row, "workload"), cell (all, row, "policy"), means[f].mean, ours, theirs,
              tolerance);
      outside++;
    }
  return outside;
}

static int
compare_means (Work *w)
{
  Published all;
  guint outside = 0, rows = 0;
  double worst = 0;
  if (!read_published (&all, w->dir, "expected_means.csv"))
    {
      clear_published (&all);
      return 77;
    }
  for (guint i = 0; i < all.rows->len; i++)
    {
      gint policy = find_policy (cell (&all, i, "policy"));
      for (guint64 seed = 42; policy >= 0 && seed < 42 + RUNS; seed++)
        add_run (w, cell (&all, i, "workload"), NULL, policies[policy].policy, seed);
    }
  do_runs (w);
  for (guint i = 0, first = 0; i < all.rows->len; i++)
    {
      if (find_policy (cell (&all, i, "policy")) < 0)
        continue;
      g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (guint));
      for (guint k = 0; k < RUNS; k++, first++)
        g_array_append_val (numbers, first);
      outside += means_outside (&all, i, w, numbers, &worst);
      rows++;
    }
  clear_published (&all);
  const guint n = rows * (guint)G_N_ELEMENTS (means);
  printf (
      "%u means of %u rows, of ten runs with orders of our own: %u outside the tolerance (chance "
      "alone: %.0f), at most by %.2f times\n",
      n, rows, outside, BY_CHANCE * n, worst);
  return outside > 2 * BY_CHANCE * n || worst > 2 ? 1 : 0;
}

/* ---- seeds ---- */

/* What a row of a seed becomes: so many runs from the first on; none: it is left out. */
typedef struct
{
  guint first, n;
  gint policy;
} Row;

/* Rows of Random of a workload that have an order. */
static guint
random_rows (Work *w, const Published *seeds, const char *workload)
{
  guint n = 0;
  for (guint i = 0; i < seeds->rows->len; i++)
    n += strcmp (cell (seeds, i, "workload"), workload) == 0
         && strcmp (cell (seeds, i, "policy"), "Random") == 0
         && order_of (w, workload, cell (seeds, i, "seed")) != NULL;
  return n;
}

static GArray *
plan_rows (Work *w, const Published *seeds)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (Row));
  for (guint i = 0; i < seeds->rows->len; i++)
    {
      const char *workload = cell (seeds, i, "workload");
      const char *order = order_of (w, workload, cell (seeds, i, "seed"));
      Row row = { .first = w->runs->len, .policy = find_policy (cell (seeds, i, "policy")) };
      if (order != NULL && row.policy >= 0)
        row.n = 1;
      if (row.n > 0 && policies[row.policy].chance)
        row.n += (RUNS - 1) / random_rows (w, seeds, workload);
      for (guint k = 0; k < row.n; k++)
        add_run (w, workload, order, policies[row.policy].policy, k + 1);
      g_array_append_val (rows, row);
    }
  return rows;
}

/* Does the mean of all runs of this row's workload agree?  Says so once, for its first row. */
static gboolean
chance_agrees (const Work *w, const Published *seeds, const GArray *rows, guint i,
               const Published *all)
{
  const char *workload = cell (seeds, i, "workload");
  gint row = find_row (all, workload, cell (seeds, i, "policy"));
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint r = 0; r < rows->len; r++)
    {
      const Row *other = &g_array_index (rows, Row, r);
      if (other->policy != g_array_index (rows, Row, i).policy
          || strcmp (cell (seeds, r, "workload"), workload) != 0)
        continue;
      for (guint k = 0; k < other->n; k++)
        g_array_append_vals (numbers, &(guint){ other->first + k }, 1);
    }
  double worst = 0;
  return row >= 0 && means_outside (all, (guint)row, w, numbers, &worst) == 0;
}

static int
compare_seeds (Work *w)
{
  Published seeds, all;
  guint same = 0, by_mean = 0, differ = 0, left_out = 0;
  gboolean there = read_published (&seeds, w->dir, "expected_seeds.csv");
  gboolean with_means = read_published (&all, w->dir, "expected_means.csv");
  g_autoptr (GArray) rows = plan_rows (w, &seeds);
  do_runs (w);
  for (guint i = 0; i < rows->len; i++)
    {
      const Row *row = &g_array_index (rows, Row, i);
      gboolean chance = row->n > 0 && policies[row->policy].chance;
      if (row->n == 0 || (chance && !with_means))
        left_out++;
      else if (chance ? !chance_agrees (w, &seeds, rows, i, &all)
                      : !row_agrees (&seeds, i, run_at (w, row->first)))
        differ++;
      else if (chance)
        by_mean++;
      else
        same++;
    }
  clear_published (&seeds);
  clear_published (&all);
  printf ("%u of %u rows agree: %u number by number, %u of Random by the means of their workload; "
          "%u differ, %u have no order file\n",
          same + by_mean, same + by_mean + differ, same, by_mean, differ, left_out);
  return !there || same + by_mean + differ == 0 ? 77 : differ > 0 ? 1 : 0;
}

/* ---- fgd-real ---- */

static int
show_real (Work *w)
{
  Published seeds;
  GArray *labels = g_array_new (FALSE, FALSE, sizeof (guint));
  if (read_published (&seeds, w->dir, "expected_seeds.csv"))
    for (guint i = 0; i < seeds.rows->len; i++)
      {
        const char *workload = cell (&seeds, i, "workload");
        const char *order = order_of (w, workload, cell (&seeds, i, "seed"));
        if (order == NULL || strcmp (cell (&seeds, i, "policy"), "FGD") != 0)
          continue;
        add_run (w, workload, order, "fgd", 1);
        add_run (w, workload, order, "fgd-real", 1);
        g_array_append_val (labels, i);
      }
  do_runs (w);
  double sum = 0;
  printf ("%-12s %5s %8s %8s %8s   (GPUs allocated at 130 %% asked for)\n", "workload", "seed",
          "fgd", "fgd-real", "gain");
  for (guint k = 0; k < labels->len; k++)
    {
      guint i = g_array_index (labels, guint, k);
      double whole = sw_experiment_mean (run_at (w, 2 * k), 130).allocated;
      double real = sw_experiment_mean (run_at (w, 2 * k + 1), 130).allocated;
      printf ("%-12s %5s %8.2f %8.2f %8.2f\n", cell (&seeds, i, "workload"),
              cell (&seeds, i, "seed"), whole, real, real - whole);
      sum += real - whole;
    }
  if (labels->len > 0)
    printf ("mean gain %.2f\n", sum / labels->len);
  int status = labels->len > 0 ? 0 : 77;
  g_array_unref (labels);
  clear_published (&seeds);
  return status;
}

int
main (int argc, char **argv)
{
  const char *mode = argc > 1 && argv[1][0] == '-' ? argv[1] : "";
  const char *given = argc > (*mode != '\0' ? 2 : 1) ? argv[argc - 1] : NULL;
  if (*mode != '\0' && strcmp (mode, "--means") != 0 && strcmp (mode, "--real") != 0)
    {
      printf ("fgd [--means | --real] [DIR]\n");
      return 2;
    }
  g_autofree char *beside = given != NULL ? NULL : sw_test_shared ();
  g_autofree char *dir = given != NULL    ? g_strdup (given)
                         : beside != NULL ? g_build_filename (beside, "oracle", "fgd", NULL)
                                          : NULL;
  int status = 77;
  if (dir != NULL)
    {
      Work w;
      work_init (&w, dir);
      status = strcmp (mode, "--means") == 0  ? compare_means (&w)
               : strcmp (mode, "--real") == 0 ? show_real (&w)
                                              : compare_seeds (&w);
      work_clear (&w);
    }
  if (status == 77)
    printf ("skipped: nothing published to compare with\n");
  return status;
}
