/* Turning the rows of a builder into a table: dependencies are resolved and searched for circles,
 * rows sorted stably by submit time and spread over columns.  Chunks of sorted rows are freed as
 * they are spread, so that such input needs hardly more memory than the table itself.  Columns that
 * hold one value throughout share arrays. */
#include "sw-job-builder.h"
#include "sw-sort.h"

#include <stdlib.h>
#include <string.h>

enum
{
  BATCH_ROWS = 256,
  NAMED_JOBS = 8, /* of a circle, in the message */
};

/* Numbers of adding in table order, or NULL if that is the order already. */
static guint32 *
order_of_rows (const SwJobBuilder *builder)
{
  gboolean sorted = TRUE;
  SwTime last = 0;
  for (guint32 i = 0; i < builder->n; i++)
    {
      const SwJobRow *row = sw_job_builder_row (builder, i);
      g_assert (row->submit >= 0 && row->work >= 0 && row->demand < builder->demands->len);
      sorted = sorted && last <= row->submit;
      last = row->submit;
    }
  if (sorted)
    return NULL;

  g_autofree gint64 *keys = g_new (gint64, builder->n);
  for (guint32 i = 0; i < builder->n; i++)
    keys[i] = sw_job_builder_row (builder, i)->submit;
  guint32 *order = g_new (guint32, builder->n);
  sw_sort_order (keys, builder->n, order);
  return order;
}

/* ---- dependencies ---- */

/* Positions in the table by number of adding; NULL stands for the same order. */
static guint32 *
invert (const guint32 *order, guint32 n)
{
  if (order == NULL)
    return NULL;
  guint32 *position = g_new (guint32, n);
  for (guint32 i = 0; i < n; i++)
    position[order[i]] = i;
  return position;
}

/* Pairs job << 32 | dependency in table order, each once; NULL and *bad if an id is unknown. */
static GArray *
resolve_wishes (const SwJobBuilder *builder, const guint32 *order, char **bad)
{
  g_autofree guint32 *position = invert (order, builder->n);
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint i = 0; i < builder->wishes->len; i++)
    {
      const SwJobWish *wish = &g_array_index (builder->wishes, SwJobWish, i);
      const guint32 on = sw_job_builder_find (builder, wish->on_id);
      if (on == G_MAXUINT32)
        {
          *bad = g_strdup_printf ("job '%s' depends on '%s', which is not there",
                                  sw_job_builder_row (builder, wish->job)->id, wish->on_id);
          return NULL;
        }
      const gint64 job = position != NULL ? position[wish->job] : wish->job;
      const gint64 pair = job << 32 | (position != NULL ? position[on] : on);
      g_array_append_val (pairs, pair);
    }
  sw_sort_ints ((gint64 *)pairs->data, pairs->len);
  guint kept = 0;
  for (guint i = 0; i < pairs->len; i++)
    if (i == 0 || g_array_index (pairs, gint64, i) != g_array_index (pairs, gint64, i - 1))
      g_array_index (pairs, gint64, kept++) = g_array_index (pairs, gint64, i);
  g_array_set_size (pairs, kept);
  return g_steal_pointer (&pairs);
}

static void
attach_dependencies (SwJobTable *table, const GArray *pairs)
{
  table->dep_first = sw_job_store_take (table->arena, (gsize)table->n + 1, sizeof (guint32), TRUE);
  table->deps = sw_job_store_take (table->arena, pairs->len, sizeof (guint32), FALSE);
  for (guint i = 0; i < pairs->len; i++)
    {
      const guint64 pair = g_array_index (pairs, guint64, i);
      table->dep_first[(pair >> 32) + 1]++;
      table->deps[i] = (guint32)pair;
    }
  for (guint32 job = 0; job < table->n && pairs->len > 0; job++)
    table->dep_first[job + 1] += table->dep_first[job];
}

/* Walks from job along dependencies that are not settled until one repeats, and names the circle.
 */
static char *
name_circle (const SwJobTable *table, const gboolean *settled, guint32 job)
{
  g_autofree guint32 *step = g_new0 (guint32, table->n); /* when visited, from 1 */
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (guint32));

  while (step[job] == 0)
    {
      g_array_append_val (path, job);
      step[job] = path->len;
      guint32 d = table->dep_first[job];
      while (settled[table->deps[d]])
        d++;
      job = table->deps[d];
    }
  const guint first = step[job] - 1, length = path->len - first;
  if (length == 1)
    return g_strdup_printf ("job '%s' depends on itself", table->id[job]);

  g_autoptr (GString) text = g_string_new ("jobs wait for each other in a circle:");
  for (guint i = first; i < path->len && i < first + NAMED_JOBS; i++)
    g_string_append_printf (text, " '%s' waits for", table->id[g_array_index (path, guint32, i)]);
  if (length > NAMED_JOBS)
    g_string_append_printf (text, " ... (%u jobs in all) waits for", length);
  g_string_append_printf (text, " '%s'", table->id[job]);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* A sentence on a circle of dependencies, or NULL.  Depth first with a stack of our own: a job is
   settled when all that it waits for is. */
static char *
find_circle (const SwJobTable *table)
{
  if (table->n == 0 || table->dep_first[table->n] == 0)
    return NULL;

  g_autofree gboolean *settled = g_new0 (gboolean, table->n);
  g_autofree gboolean *open = g_new0 (gboolean, table->n);
  g_autofree guint32 *next = g_memdup2 (table->dep_first, table->n * sizeof (guint32));
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 root = 0; root < table->n; root++)
    {
      if (settled[root])
        continue;
      g_array_append_val (stack, root);
      while (stack->len > 0)
        {
          const guint32 job = g_array_index (stack, guint32, stack->len - 1);
          open[job] = TRUE;
          while (next[job] < table->dep_first[job + 1] && settled[table->deps[next[job]]])
            next[job]++;
          if (next[job] == table->dep_first[job + 1])
            {
              settled[job] = TRUE;
              g_array_set_size (stack, stack->len - 1);
              continue;
            }
          const guint32 on = table->deps[next[job]];
          if (open[on])
            return name_circle (table, settled, on);
          g_array_append_val (stack, on);
        }
    }
  return NULL;
}

/* ---- columns ---- */

static inline gboolean
same_value (const char *a, const char *b, guint8 size)
{
  switch (size)
    {
    case 8:
      return *(const gint64 *)a == *(const gint64 *)b;
    case 4:
      return *(const guint32 *)a == *(const guint32 *)b;
    default:
      return *a == *b;
    }
}

/* Columns whose values differ somewhere. */
static void
find_varying (const SwJobBuilder *builder, gboolean varies[SW_N_JOB_COLUMNS])
{
  guint constant[SW_N_JOB_COLUMNS], n = SW_N_JOB_COLUMNS;

  for (guint c = 0; c < n; c++)
    {
      constant[c] = c;
      varies[c] = FALSE;
    }
  for (guint32 i = 1; i < builder->n; i++)
    {
      const char *first = (const char *)sw_job_builder_row (builder, 0);
      const char *row = (const char *)sw_job_builder_row (builder, i);
      for (guint k = 0; k < n; k++)
        {
          const SwColumn *column = &sw_job_columns[constant[k]];
          if (same_value (first + column->in_row, row + column->in_row, column->size))
            continue;
          varies[constant[k]] = TRUE;
          constant[k--] = constant[--n];
        }
    }
}

static void
copy_values (const SwColumn *column, const SwJobRow *const *rows, guint n, void *to)
{
  const gsize at = column->in_row;

  if (column->size == 8)
    for (guint i = 0; i < n; i++)
      ((gint64 *)to)[i] = *(const gint64 *)((const char *)rows[i] + at);
  else if (column->size == 4)
    for (guint i = 0; i < n; i++)
      ((guint32 *)to)[i] = *(const guint32 *)((const char *)rows[i] + at);
  else
    for (guint i = 0; i < n; i++)
      ((guint8 *)to)[i] = *(const guint8 *)((const char *)rows[i] + at);
}

/* An array of n times the value of row; one is shared by columns of the same width and value. */
static void *
constant_values (SwJobTable *table, const gboolean *varies, const SwJobRow *row, guint c)
{
  const SwColumn *column = &sw_job_columns[c];
  const char *value = (const char *)row + column->in_row;

  for (guint b = 0; b < c; b++)
    {
      const SwColumn *other = &sw_job_columns[b];
      if (!varies[b] && other->size == column->size
          && memcmp ((const char *)row + other->in_row, value, column->size) == 0)
        return (void *)sw_column_values (table, other);
    }
  char *values = sw_job_store_take (table->arena, table->n, column->size, FALSE);
  for (gsize i = 0; i < table->n; i++)
    memcpy (values + i * column->size, value, column->size);
  return values;
}

static void
take_columns (SwJobTable *table, const gboolean *varies, const SwJobRow *first)
{
  table->id = sw_job_store_take (table->arena, table->n, sizeof *table->id, FALSE);
  for (guint c = 0; c < SW_N_JOB_COLUMNS && table->n > 0; c++)
    {
      const SwColumn *column = &sw_job_columns[c];
      sw_column_attach (table, column,
                        varies[c] ? sw_job_store_take (table->arena, table->n, column->size, FALSE)
                                  : constant_values (table, varies, first, c));
    }
}

static void
spread_rows (SwJobTable *table, SwJobBuilder *builder, const gboolean *varies, const guint32 *order)
{
  const SwJobRow *rows[BATCH_ROWS];
  guint n_spread = 0; /* chunks that are spread and freed */

  for (guint32 start = 0; start < table->n; start += BATCH_ROWS)
    {
      const guint n = MIN (BATCH_ROWS, table->n - start);
      for (guint i = 0; i < n; i++)
        {
          rows[i] = sw_job_builder_row (builder, order != NULL ? order[start + i] : start + i);
          table->id[start + i] = rows[i]->id;
        }
      for (guint c = 0; c < SW_N_JOB_COLUMNS; c++)
        if (varies[c])
          {
            const SwColumn *column = &sw_job_columns[c];
            char *values = (char *)sw_column_values (table, column);
            copy_values (column, rows, n, values + (gsize)start * column->size);
          }
      if (order == NULL)
        for (; n_spread < (start + n) / SW_CHUNK_ROWS; n_spread++)
          g_clear_pointer (&g_ptr_array_index (builder->chunks, n_spread), free);
    }
}

static gpointer
adopt (SwJobStore *store, GArray *array, guint32 *n)
{
  gsize length;
  const gsize size = g_array_get_element_size (array);
  gpointer block = g_array_steal (array, &length);

  g_ptr_array_add (store->blocks, block);
  store->bytes += length * size;
  *n = length;
  return block;
}

static void
count_demands (const SwJobTable *table, guint32 *counts)
{
  memset (counts, 0, table->n_demands * sizeof *counts);
  for (guint32 job = 0; job < table->n; job++)
    counts[table->demand[job]]++;
}

static void
attach_demand_jobs (SwJobTable *table, const GArray *asked)
{
  table->demand_jobs
      = sw_job_store_take (table->arena, MAX (table->n_demands, 1), sizeof (guint32), TRUE);
  if (asked != NULL)
    memcpy (table->demand_jobs, asked->data, asked->len * sizeof (guint32));
  else
    count_demands (table, table->demand_jobs);
}

SwJobTable *
sw_job_builder_finish (SwJobBuilder *builder, char **bad)
{
  g_autoptr (SwJobBuilder) own = builder;
  g_autofree guint32 *order = order_of_rows (builder);
  g_autoptr (GArray) pairs = resolve_wishes (builder, order, bad);
  if (pairs == NULL)
    return NULL;

  gboolean varies[SW_N_JOB_COLUMNS];
  g_autoptr (SwJobTable) table = g_new0 (SwJobTable, 1);
  table->n = builder->n;
  table->origin_utc = builder->origin_utc;
  table->arena = sw_job_store_new (g_steal_pointer (&builder->ids));
  table->strings = g_steal_pointer (&builder->strings);
  table->groups = adopt (table->arena, builder->groups, &table->n_groups);
  table->demands = adopt (table->arena, builder->demands, &table->n_demands);
  guint32 n_points;
  table->curve_first = adopt (table->arena, builder->curve_first, &table->n_curves);
  table->curve_points = adopt (table->arena, builder->curve_points, &n_points);
  table->n_curves--;
  g_clear_pointer (&builder->id_index, sw_job_index_free);
  find_varying (builder, varies);
  take_columns (table, varies, table->n > 0 ? sw_job_builder_row (builder, 0) : NULL);
  spread_rows (table, builder, varies, order);
  attach_dependencies (table, pairs);
  attach_demand_jobs (table, builder->asked);
  *bad = find_circle (table);
  return *bad == NULL ? g_steal_pointer (&table) : NULL;
}
