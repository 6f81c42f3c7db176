/* A cut maps each job to a value (a demand class for sizes, else a string number), each value to a
 * row, and sums the rows in job order.  A row's times are gathered side by side in one buffer that
 * all cuts use again.  Columns in which all jobs say the same are common in traces: the row of all
 * jobs is computed once for them. */
#include "sw-breakdown.h"

#include "sw-sharing.h"

const char *const sw_cut_names[] = {
  [SW_CUT_SIZE] = "size",         [SW_CUT_USER] = "user", [SW_CUT_QUEUE] = "queue",
  [SW_CUT_TENANT] = "tenant",     [SW_CUT_KIND] = "kind", [SW_CUT_SLO_CLASS] = "slo_class",
  [SW_CUT_JOB_TYPE] = "job_type", [SW_N_CUTS] = NULL,
};

/* What every cut asks of a job. */
typedef struct
{
  guint8 deadline : 2, wait : 2, slo : 2; /* SwSlo */
} Verdict;

struct SwCutter
{
  const SwBooks *books;
  Verdict *verdicts; /* per job */
  SwTime *times;     /* room for all jobs */
  gboolean has_all;
  SwCutRow all; /* the row of all jobs, without name */
};

/* One cut under way: job -> column[job] is its value -> row_of[value] is its row. */
typedef struct
{
  const guint32 *column;
  guint32 n_values;
  guint32 *row_of; /* of values that occur */
  GArray *rows;
} Plan;

SwCutter *
sw_cutter_new (const SwBooks *books)
{
  SwCutter *cutter = g_new0 (SwCutter, 1);
  guint32 n = books->outcome->n;
  cutter->books = books;
  cutter->times = g_new (SwTime, n);
  cutter->verdicts = g_new (Verdict, n);
  for (guint32 job = 0; job < n; job++)
    {
      SwSlo deadline = sw_books_deadline (books, job);
      SwSlo wait = sw_books_wait_verdict (books, job);
      cutter->verdicts[job] = (Verdict){ deadline, wait, sw_books_slo (deadline, wait) };
    }
  return cutter;
}

void
sw_cutter_free (SwCutter *cutter)
{
  if (cutter == NULL)
    return;
  g_free (cutter->verdicts);
  g_free (cutter->times);
  g_free (cutter);
}

/* ---- rows ---- */

static void
clear_row (gpointer row)
{
  g_free (((SwCutRow *)row)->name);
}

static guint32
add_row (Plan *plan, char *name)
{
  SwCutRow row = { .name = name };
  g_array_append_val (plan->rows, row);
  return plan->rows->len - 1;
}

static void
assign_row (Plan *plan, guint32 value, guint32 row)
{
  plan->row_of[value] = row;
  g_array_index (plan->rows, SwCutRow, row).names++;
}

static char *
size_name (guint bits)
{
  if (bits < 2)
    return g_strdup (bits == 0 ? "0" : "1");
  guint64 low = G_GUINT64_CONSTANT (1) << (bits - 1);
  return g_strdup_printf ("%" G_GUINT64_FORMAT "-%" G_GUINT64_FORMAT, low, 2 * low - 1);
}

/* Class 0: no GPU; class b: 2^(b-1) to 2^b - 1 GPUs. */
static guint
size_class (guint32 gpus)
{
  return gpus == 0 ? 0 : g_bit_storage (gpus);
}

static void
rows_by_size (Plan *plan, const SwBooks *books)
{
  guint32 row_of_class[33];
  gboolean occurs[33] = { FALSE };
  for (guint32 job = 0; job < books->outcome->n; job++)
    occurs[size_class (sw_books_gpus (books, job))] = TRUE;
  for (guint class = 0; class < G_N_ELEMENTS (occurs); class ++)
    if (occurs[class])
      row_of_class[class] = add_row (plan, size_name (class));
  for (guint32 demand = 0; demand < plan->n_values; demand++)
    {
      guint class = size_class (books->gpus[demand]);
      if (occurs[class])
        assign_row (plan, demand, row_of_class[class]);
    }
}

typedef struct
{
  guint32 value;
  __int128 held;
} Held;

static int
more_held_first (gconstpointer pa, gconstpointer pb)
{
  const Held *a = pa, *b = pb;
  if (a->held != b->held)
    return a->held > b->held ? -1 : 1;
  return a->value < b->value ? -1 : a->value > b->value;
}

/* Values that occur, by falling GPU time. */
static GArray *
rank_values (const Plan *plan, const SwBooks *books)
{
  g_autofree __int128 *held = g_new (__int128, plan->n_values);
  for (guint32 value = 0; value < plan->n_values; value++)
    held[value] = -1;
  for (guint32 job = 0; job < books->outcome->n; job++)
    {
      guint32 value = plan->column[job];
      held[value] = MAX (held[value], 0) + sw_books_held (books, job);
    }
  GArray *ranked = g_array_new (FALSE, FALSE, sizeof (Held));
  for (guint32 value = 0; value < plan->n_values; value++)
    {
      Held entry = { value, held[value] };
      if (entry.held >= 0)
        g_array_append_val (ranked, entry);
    }
  g_array_sort (ranked, more_held_first);
  return ranked;
}

static void
rows_by_name (Plan *plan, const SwBooks *books)
{
  g_autoptr (GArray) ranked = rank_values (plan, books);
  guint32 rest = G_MAXUINT32;
  for (guint i = 0; i < ranked->len; i++)
    {
      guint32 value = g_array_index (ranked, Held, i).value;
      if (i < SW_CUT_TOP)
        {
          const char *name = sw_strings_get (books->table->strings, value);
          assign_row (plan, value, add_row (plan, g_strdup (name)));
          continue;
        }
      if (rest == G_MAXUINT32)
        rest = add_row (plan, NULL);
      assign_row (plan, value, rest);
    }
}

static gboolean
all_equal (const guint32 *column, guint32 n)
{
  for (guint32 i = 1; i < n; i++)
    if (column[i] != column[0])
      return FALSE;
  return n > 0;
}

static void
plan_rows (Plan *plan, const SwBooks *books, SwCut cut)
{
  const SwStrings *strings = books->table->strings;
  if (cut == SW_CUT_SIZE)
    rows_by_size (plan, books);
  else if (all_equal (plan->column, books->outcome->n))
    assign_row (plan, plan->column[0],
                add_row (plan, g_strdup (sw_strings_get (strings, plan->column[0]))));
  else
    rows_by_name (plan, books);
}

/* ---- sums ---- */

static void
count_job (SwCutRow *row, const SwCutter *cutter, SwJob job)
{
  const Verdict *verdict = &cutter->verdicts[job];
  guint8 state = cutter->books->outcome->state[job];
  row->jobs++;
  if (state == SW_COMPLETED)
    row->completed++;
  else if (state == SW_UNFINISHED)
    row->unfinished++;
  else
    row->ended_otherwise++;
  row->slo_jobs += verdict->slo != SW_SLO_NONE;
  row->deadline_misses += verdict->deadline == SW_SLO_MISSED;
  row->wait_slo_misses += verdict->wait == SW_SLO_MISSED;
  row->slo_misses += verdict->slo == SW_SLO_MISSED;
  row->slo_undecided += verdict->slo == SW_SLO_UNDECIDED;
  row->held += sw_books_held (cutter->books, job);
  row->oom_kills += cutter->books->kills == NULL ? 0 : cutter->books->kills[job];
}

/* The distributions of a row: a time of each job, or NONE, and where it goes. */
static SwTime
whole_wait (const SwBooks *books, SwJob job)
{
  return sw_outcome_wait (books->outcome, job);
}

static const struct
{
  SwTime (*measure) (const SwBooks *books, SwJob job);
  gsize spread; /* offset in SwCutRow */
} distributions[] = {
  { whole_wait, G_STRUCT_OFFSET (SwCutRow, wait) },
  { sw_books_turnaround, G_STRUCT_OFFSET (SwCutRow, turnaround) },
  { sw_sharing_slowdown, G_STRUCT_OFFSET (SwCutRow, co_slowdown) },
};

static guint
n_distributions (const SwBooks *books)
{
  return G_N_ELEMENTS (distributions) - !books->sharing;
}

static void
set_spread (SwCutRow *row, guint which, const SwTime *times, gsize n)
{
  G_STRUCT_MEMBER (SwSpread, row, distributions[which].spread) = sw_spread (times, n);
}

static void
sum_all (SwCutter *cutter)
{
  const SwBooks *books = cutter->books;
  for (guint32 job = 0; job < books->outcome->n; job++)
    count_job (&cutter->all, cutter, job);
  for (guint which = 0; which < n_distributions (books); which++)
    {
      gsize n = 0;
      for (guint32 job = 0; job < books->outcome->n; job++)
        if (sw_books_ran_and_ended (books, job))
          {
            cutter->times[n] = distributions[which].measure (books, job);
            n += cutter->times[n] != SW_TIME_NONE;
          }
      set_spread (&cutter->all, which, cutter->times, n);
    }
  cutter->has_all = TRUE;
}

static void
take_all (SwCutter *cutter, SwCutRow *row)
{
  if (!cutter->has_all)
    sum_all (cutter);
  char *name = row->name;
  guint32 names = row->names;
  *row = cutter->all;
  row->name = name;
  row->names = names;
}

static guint32
row_index (const Plan *plan, SwJob job)
{
  return plan->row_of[plan->column[job]];
}

/* Jobs that ran and ended before each row, rows + 1 sums; counts all jobs on the way. */
static gsize *
count_rows (SwCutter *cutter, const Plan *plan)
{
  guint n_rows = plan->rows->len;
  gsize *before = g_new0 (gsize, n_rows + 1);
  for (guint32 job = 0; job < cutter->books->outcome->n; job++)
    {
      guint32 row = row_index (plan, job);
      count_job (&g_array_index (plan->rows, SwCutRow, row), cutter, job);
      before[row + 1] += sw_books_ran_and_ended (cutter->books, job);
    }
  for (guint row = 0; row < n_rows; row++)
    before[row + 1] += before[row];
  return before;
}

static void
spread_rows (SwCutter *cutter, const Plan *plan, const gsize *before, guint which)
{
  const SwBooks *books = cutter->books;
  guint n_rows = plan->rows->len;
  g_autofree gsize *fill = g_memdup2 (before, n_rows * sizeof *before);
  for (guint32 job = 0; job < books->outcome->n; job++)
    if (sw_books_ran_and_ended (books, job))
      {
        SwTime time = distributions[which].measure (books, job);
        if (time != SW_TIME_NONE)
          cutter->times[fill[row_index (plan, job)]++] = time;
      }
  for (guint i = 0; i < n_rows; i++)
    set_spread (&g_array_index (plan->rows, SwCutRow, i), which, cutter->times + before[i],
                fill[i] - before[i]);
}

static void
sum_rows (SwCutter *cutter, const Plan *plan)
{
  if (plan->rows->len == 1)
    {
      take_all (cutter, &g_array_index (plan->rows, SwCutRow, 0));
      return;
    }
  g_autofree gsize *before = count_rows (cutter, plan);
  for (guint which = 0; which < n_distributions (cutter->books); which++)
    spread_rows (cutter, plan, before, which);
}

static const guint32 *
column_of (const SwJobTable *table, SwCut cut)
{
  switch (cut)
    {
    case SW_CUT_SIZE:
      return table->demand;
    case SW_CUT_USER:
      return table->user;
    case SW_CUT_QUEUE:
      return table->queue;
    case SW_CUT_TENANT:
      return table->tenant;
    case SW_CUT_KIND:
      return table->kind;
    case SW_CUT_SLO_CLASS:
      return table->slo_class;
    case SW_CUT_JOB_TYPE:
      return table->job_type;
    default:
      g_assert_not_reached ();
    }
}

GArray *
sw_cut (SwCutter *cutter, SwCut cut)
{
  const SwJobTable *table = cutter->books->table;
  guint32 n_values = cut == SW_CUT_SIZE ? table->n_demands : sw_strings_count (table->strings);
  g_autofree guint32 *row_of = g_new0 (guint32, n_values);
  Plan plan = { .column = column_of (table, cut), .n_values = n_values, .row_of = row_of };
  plan.rows = g_array_new (FALSE, FALSE, sizeof (SwCutRow));
  g_array_set_clear_func (plan.rows, clear_row);
  plan_rows (&plan, cutter->books, cut);
  if (plan.rows->len > 0)
    sum_rows (cutter, &plan);
  return plan.rows;
}
