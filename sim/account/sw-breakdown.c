/* A cut maps each job to a value (a string number, or the bits of its size), each value to a row,
 * and sums the rows in job order.  Distributions need no sorting per row: jobs are walked in order
 * of their time, so what lands in a row is sorted already. */
#include "sw-breakdown.h"
#include "sw-sort.h"

const char *const sw_cut_names[] = {
  [SW_CUT_SIZE] = "size",     [SW_CUT_USER] = "user", [SW_CUT_QUEUE] = "queue",
  [SW_CUT_TENANT] = "tenant", [SW_CUT_KIND] = "kind", [SW_CUT_SLO_CLASS] = "slo_class",
  [SW_N_CUTS] = NULL,
};

/* Jobs by rising time, and the times. */
typedef struct
{
  guint32 *jobs;
  SwTime *times;
} Ranked;

/* What every cut asks of a job. */
typedef struct
{
  guint8 state, deadline, wait, slo; /* SwState, SwSlo */
} Verdict;

struct SwRanking
{
  const SwBooks *books;
  guint32 n_ended; /* ran and ended */
  Ranked wait, turnaround;
  Verdict *verdicts; /* per job */
};

static Ranked
rank (const guint32 *jobs, const SwTime *times, guint32 n)
{
  Ranked ranked = { g_new (guint32, n), g_new (SwTime, n) };
  sw_sort_order (times, n, ranked.jobs);
  for (guint32 i = 0; i < n; i++)
    {
      guint32 from = ranked.jobs[i];
      ranked.times[i] = times[from];
      ranked.jobs[i] = jobs[from];
    }
  return ranked;
}

static Verdict *
verdicts_new (const SwBooks *books)
{
  Verdict *verdicts = g_new (Verdict, books->outcome->n);
  for (guint32 job = 0; job < books->outcome->n; job++)
    {
      SwSlo deadline = sw_books_deadline (books, job);
      SwSlo wait = sw_books_wait_verdict (books, job);
      verdicts[job]
          = (Verdict){ books->outcome->state[job], deadline, wait, sw_books_slo (deadline, wait) };
    }
  return verdicts;
}

SwRanking *
sw_ranking_new (const SwBooks *books)
{
  SwRanking *ranking = g_new0 (SwRanking, 1);
  guint32 n_jobs = books->outcome->n, n = 0;
  g_autofree guint32 *ended = g_new (guint32, n_jobs);
  g_autofree SwTime *times = g_new (SwTime, n_jobs);
  ranking->books = books;
  ranking->verdicts = verdicts_new (books);
  for (guint32 job = 0; job < n_jobs; job++)
    if (sw_books_ran_and_ended (books, job))
      ended[n++] = job;
  ranking->n_ended = n;
  for (guint32 i = 0; i < n; i++)
    times[i] = sw_outcome_wait (books->outcome, ended[i]);
  ranking->wait = rank (ended, times, n);
  for (guint32 i = 0; i < n; i++)
    times[i] = sw_books_turnaround (books, ended[i]);
  ranking->turnaround = rank (ended, times, n);
  return ranking;
}

void
sw_ranking_free (SwRanking *ranking)
{
  if (ranking == NULL)
    return;
  g_free (ranking->wait.jobs);
  g_free (ranking->wait.times);
  g_free (ranking->turnaround.jobs);
  g_free (ranking->turnaround.times);
  g_free (ranking->verdicts);
  g_free (ranking);
}

/* One cut under way: job -> column[job] is its value -> row_of[value] is its row. */
typedef struct
{
  const guint32 *column;
  guint32 n_values;
  guint32 *row_of; /* G_MAXUINT32: value does not occur */
  GArray *rows;
} Cutter;

static void
clear_row (gpointer row)
{
  g_free (((SwCutRow *)row)->name);
}

static guint32
add_row (Cutter *cutter, char *name)
{
  SwCutRow row = { .name = name };
  g_array_append_val (cutter->rows, row);
  return cutter->rows->len - 1;
}

static void
assign_row (Cutter *cutter, guint32 value, guint32 row)
{
  cutter->row_of[value] = row;
  g_array_index (cutter->rows, SwCutRow, row).names++;
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
rows_by_size (Cutter *cutter, const SwBooks *books)
{
  guint32 row_of_class[33];
  gboolean occurs[33] = { FALSE };
  for (guint32 job = 0; job < books->outcome->n; job++)
    occurs[size_class (sw_books_gpus (books, job))] = TRUE;
  for (guint class = 0; class < G_N_ELEMENTS (occurs); class ++)
    if (occurs[class])
      row_of_class[class] = add_row (cutter, size_name (class));
  for (guint32 demand = 0; demand < cutter->n_values; demand++)
    {
      guint class = size_class (books->gpus[demand]);
      if (occurs[class])
        assign_row (cutter, demand, row_of_class[class]);
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
rank_values (const Cutter *cutter, const SwBooks *books)
{
  g_autofree __int128 *held = g_new (__int128, cutter->n_values);
  for (guint32 value = 0; value < cutter->n_values; value++)
    held[value] = -1;
  for (guint32 job = 0; job < books->outcome->n; job++)
    {
      guint32 value = cutter->column[job];
      held[value] = MAX (held[value], 0) + sw_books_work (books, job).held;
    }
  GArray *ranked = g_array_new (FALSE, FALSE, sizeof (Held));
  for (guint32 value = 0; value < cutter->n_values; value++)
    {
      Held entry = { value, held[value] };
      if (entry.held >= 0)
        g_array_append_val (ranked, entry);
    }
  g_array_sort (ranked, more_held_first);
  return ranked;
}

static void
rows_by_name (Cutter *cutter, const SwBooks *books)
{
  g_autoptr (GArray) ranked = rank_values (cutter, books);
  guint32 rest = G_MAXUINT32;
  for (guint i = 0; i < ranked->len; i++)
    {
      guint32 value = g_array_index (ranked, Held, i).value;
      if (i < SW_CUT_TOP)
        {
          const char *name = sw_strings_get (books->table->strings, value);
          assign_row (cutter, value, add_row (cutter, g_strdup (name)));
          continue;
        }
      if (rest == G_MAXUINT32)
        rest = add_row (cutter, NULL);
      assign_row (cutter, value, rest);
    }
}

static SwCutRow *
row_of_job (const Cutter *cutter, guint32 job)
{
  return &g_array_index (cutter->rows, SwCutRow, cutter->row_of[cutter->column[job]]);
}

static void
count_jobs (Cutter *cutter, const SwRanking *ranking)
{
  for (guint32 job = 0; job < ranking->books->outcome->n; job++)
    {
      SwCutRow *row = row_of_job (cutter, job);
      const Verdict *verdict = &ranking->verdicts[job];
      row->jobs++;
      if (verdict->state == SW_COMPLETED)
        row->completed++;
      else if (verdict->state == SW_UNFINISHED)
        row->unfinished++;
      else
        row->ended_otherwise++;
      row->slo_jobs += verdict->slo != SW_SLO_NONE;
      row->deadline_misses += verdict->deadline == SW_SLO_MISSED;
      row->wait_slo_misses += verdict->wait == SW_SLO_MISSED;
      row->slo_misses += verdict->slo == SW_SLO_MISSED;
      row->slo_undecided += verdict->slo == SW_SLO_UNDECIDED;
      row->held += sw_books_work (ranking->books, job).held;
    }
}

/* Spread per row, written at offset of each row. */
static void
spread_rows (Cutter *cutter, const Ranked *ranked, guint32 n, gsize offset)
{
  guint n_rows = cutter->rows->len;
  g_autofree gsize *fill = g_new0 (gsize, n_rows + 1);
  g_autofree SwTime *times = g_new (SwTime, n);
  for (guint32 i = 0; i < n; i++)
    fill[cutter->row_of[cutter->column[ranked->jobs[i]]] + 1]++;
  for (guint row = 0; row < n_rows; row++)
    fill[row + 1] += fill[row];
  for (guint32 i = 0; i < n; i++)
    times[fill[cutter->row_of[cutter->column[ranked->jobs[i]]]]++] = ranked->times[i];
  gsize from = 0;
  for (guint row = 0; row < n_rows; row++)
    {
      SwSpread *spread = G_STRUCT_MEMBER_P (&g_array_index (cutter->rows, SwCutRow, row), offset);
      *spread = sw_spread (times + from, fill[row] - from);
      from = fill[row];
    }
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
    default:
      g_assert_not_reached ();
    }
}

GArray *
sw_cut (const SwRanking *ranking, SwCut cut)
{
  const SwBooks *books = ranking->books;
  const SwJobTable *table = books->table;
  Cutter cutter = { .column = column_of (table, cut) };
  cutter.n_values = cut == SW_CUT_SIZE ? table->n_demands : sw_strings_count (table->strings);
  cutter.rows = g_array_new (FALSE, FALSE, sizeof (SwCutRow));
  g_array_set_clear_func (cutter.rows, clear_row);
  g_autofree guint32 *row_of = g_new (guint32, cutter.n_values);
  for (guint32 value = 0; value < cutter.n_values; value++)
    row_of[value] = G_MAXUINT32;
  cutter.row_of = row_of;
  if (cut == SW_CUT_SIZE)
    rows_by_size (&cutter, books);
  else
    rows_by_name (&cutter, books);
  count_jobs (&cutter, ranking);
  spread_rows (&cutter, &ranking->wait, ranking->n_ended, G_STRUCT_OFFSET (SwCutRow, wait));
  spread_rows (&cutter, &ranking->turnaround, ranking->n_ended,
               G_STRUCT_OFFSET (SwCutRow, turnaround));
  return cutter.rows;
}
