/* The finished job table: looking at rows, sizes and the content hash. */
#include "sw-job-table.h"
#include "sw-job-columns.h"
#include "sw-memory.h"

#include <string.h>

const char *const sw_obs_state_names[]
    = { "unknown",   "completed", "failed",  "cancelled", "timeout", "oom",
        "node_fail", "preempted", "running", "pending",   NULL };

const char *const sw_job_flag_names[]
    = { "preemptible", "warm_start", "end_missing", "never_started", "clamped", "tz_assumed",
        "rounded_up",  "copy",       NULL };

const SwJobRow sw_job_row_blank = {
  .eligible = SW_TIME_NONE,
  .work = SW_TIME_NONE,
  .limit = SW_TIME_NONE,
  .estimate = SW_TIME_NONE,
  .deadline = SW_TIME_NONE,
  .wait_slo = SW_TIME_NONE,
  .ckpt_interval = SW_TIME_NONE,
  .ckpt_cost = SW_TIME_NONE,
  .restart_cost = SW_TIME_NONE,
  .max_restarts = G_MAXUINT32,
  .fail_after = SW_TIME_NONE,
  .obs_start = SW_TIME_NONE,
  .obs_end = SW_TIME_NONE,
  .gpu_mem_peak = G_MAXUINT32,
  .gpu_mem_ramp = SW_TIME_NONE,
  .gpu_util = G_MAXUINT32,
  .sm_active = G_MAXUINT32,
  .dram_active = G_MAXUINT32,
  .slowdown_limit = G_MAXUINT32,
};

#define COLUMN_OF(field, kind, optional)                                                           \
  {                                                                                                \
#field, offsetof(SwJobRow, field), offsetof(SwJobTable, field), sizeof((SwJobRow){ 0 }.field), \
        kind, optional                                                                             \
  }
#define COLUMN(field, kind) COLUMN_OF (field, kind, FALSE)
#define LATER(field, kind) COLUMN_OF (field, kind, TRUE)

const SwColumn sw_job_columns[] = {
  COLUMN (user, SW_COLUMN_STRING),         COLUMN (tenant, SW_COLUMN_STRING),
  COLUMN (queue, SW_COLUMN_STRING),        COLUMN (kind, SW_COLUMN_STRING),
  COLUMN (slo_class, SW_COLUMN_STRING),    COLUMN (name, SW_COLUMN_STRING),
  COLUMN (group_id, SW_COLUMN_STRING),     COLUMN (demand, SW_COLUMN_DEMAND),
  COLUMN (row, SW_COLUMN_PLAIN),           COLUMN (flags, SW_COLUMN_PLAIN),
  COLUMN (priority, SW_COLUMN_PLAIN),      COLUMN (submit, SW_COLUMN_PLAIN),
  COLUMN (eligible, SW_COLUMN_PLAIN),      COLUMN (work, SW_COLUMN_PLAIN),
  COLUMN (limit, SW_COLUMN_PLAIN),         COLUMN (estimate, SW_COLUMN_PLAIN),
  COLUMN (deadline, SW_COLUMN_PLAIN),      COLUMN (wait_slo, SW_COLUMN_PLAIN),
  COLUMN (ckpt_interval, SW_COLUMN_PLAIN), COLUMN (ckpt_cost, SW_COLUMN_PLAIN),
  COLUMN (restart_cost, SW_COLUMN_PLAIN),  COLUMN (max_restarts, SW_COLUMN_PLAIN),
  COLUMN (fails, SW_COLUMN_PLAIN),         COLUMN (fail_after, SW_COLUMN_PLAIN),
  COLUMN (obs_start, SW_COLUMN_PLAIN),     COLUMN (obs_end, SW_COLUMN_PLAIN),
  COLUMN (obs_state, SW_COLUMN_PLAIN),     LATER (gpu_mem_peak, SW_COLUMN_PLAIN),
  LATER (gpu_mem_ramp, SW_COLUMN_PLAIN),   LATER (gpu_mem_curve, SW_COLUMN_CURVE),
  LATER (gpu_util, SW_COLUMN_PLAIN),       LATER (sm_active, SW_COLUMN_PLAIN),
  LATER (dram_active, SW_COLUMN_PLAIN),    LATER (slowdown_limit, SW_COLUMN_PLAIN),
  LATER (job_type, SW_COLUMN_STRING),      { 0 },
};

G_STATIC_ASSERT (G_N_ELEMENTS (sw_job_columns) == SW_N_JOB_COLUMNS + 1);

const void *
sw_column_values (const SwJobTable *table, const SwColumn *column)
{
  const void *values;
  memcpy (&values, (const char *)table + column->in_table, sizeof values);
  return values;
}

void
sw_column_attach (SwJobTable *table, const SwColumn *column, void *values)
{
  memcpy ((char *)table + column->in_table, &values, sizeof values);
}

SwJobStore *
sw_job_store_new (SwArena *ids)
{
  SwJobStore *store = g_new0 (SwJobStore, 1);
  store->ids = ids;
  store->blocks = g_ptr_array_new_with_free_func (g_free);
  return store;
}

static void
store_free (SwJobStore *store)
{
  sw_arena_free (store->ids);
  g_ptr_array_unref (store->blocks);
  g_free (store);
}

gpointer
sw_job_store_take (SwJobStore *store, gsize n, gsize size, gboolean zeroed)
{
  if (n == 0)
    return NULL;
  gpointer block = zeroed ? g_malloc0_n (n, size) : g_malloc_n (n, size);
  sw_memory_advise (block, n * size);
  g_ptr_array_add (store->blocks, block);
  store->bytes += n * size;
  return block;
}

void
sw_job_table_free (SwJobTable *table)
{
  if (table == NULL)
    return;
  store_free (table->arena);
  sw_strings_free (table->strings);
  g_free (table);
}

void
sw_job_table_row (const SwJobTable *table, guint32 job, SwJobRow *out)
{
  g_assert (job < table->n);
  *out = (SwJobRow){ .id = table->id[job] };
  for (const SwColumn *column = sw_job_columns; column->name != NULL; column++)
    memcpy ((char *)out + column->in_row,
            (const char *)sw_column_values (table, column) + (gsize)job * column->size,
            column->size);
}

static guint32
sum_of_groups (const SwJobTable *table, guint32 demand, gboolean gpus)
{
  const SwDemandRow *row = &table->demands[demand];
  guint64 sum = 0;

  for (guint32 g = row->first_group; g < row->first_group + row->n_groups; g++)
    {
      const SwGroupRow *group = &table->groups[g];
      sum += (guint64)group->tasks * (gpus ? group->gpus : 1);
      sum = MIN (sum, G_MAXUINT32);
    }
  return sum;
}

guint32
sw_job_table_gpus (const SwJobTable *table, guint32 demand)
{
  return sum_of_groups (table, demand, TRUE);
}

guint32
sw_job_table_tasks (const SwJobTable *table, guint32 demand)
{
  return sum_of_groups (table, demand, FALSE);
}

gsize
sw_job_table_bytes (const SwJobTable *table)
{
  const SwJobStore *store = table->arena;
  return sizeof *table + store->bytes + sw_arena_bytes (store->ids)
         + sw_strings_bytes (table->strings);
}

/* ---- content hash ---- */

/* Numbers are fed as differences to the one before, in as few bytes as they need, runs of equal
   values as a count: the hash is then bound by the content, not by the width of the columns. */
typedef struct
{
  GChecksum *sum;
  gsize n;
  gint64 last;
  guint64 run; /* differences of zero that were not fed yet */
  guint8 bytes[1 << 14];
} Feed;

static void
feed_flush (Feed *feed)
{
  g_checksum_update (feed->sum, feed->bytes, feed->n);
  feed->n = 0;
}

static void
feed_raw (Feed *feed, guint64 value)
{
  if (feed->n + 10 > sizeof feed->bytes)
    feed_flush (feed);
  for (; value >= 0x80; value >>= 7)
    feed->bytes[feed->n++] = (value & 0x7f) | 0x80;
  feed->bytes[feed->n++] = value;
}

static void
feed_end_run (Feed *feed)
{
  if (feed->run == 0)
    return;
  feed_raw (feed, 0);
  feed_raw (feed, feed->run);
  feed->run = 0;
}

static void
feed_number (Feed *feed, gint64 value)
{
  const guint64 difference = (guint64)value - (guint64)feed->last;

  if (difference == 0)
    {
      feed->run++;
      return;
    }
  feed_end_run (feed);
  feed_raw (feed, difference << 1 ^ (guint64)((gint64)difference >> 63));
  feed->last = value;
}

static void
feed_text (Feed *feed, const char *text)
{
  const gsize length = strlen (text);

  feed_end_run (feed);
  feed_raw (feed, length);
  if (feed->n + length > sizeof feed->bytes)
    feed_flush (feed);
  if (length > sizeof feed->bytes)
    {
      g_checksum_update (feed->sum, (const guchar *)text, length);
      return;
    }
  memcpy (feed->bytes + feed->n, text, length);
  feed->n += length;
}

/* Numbers by first appearance in the walk, so that the order in which texts or demands were added
   does not matter. */
typedef struct
{
  guint32 *new_of_old; /* + 1; 0: not met */
  GArray *old;         /* by new number */
} Renumber;

static void
renumber_init (Renumber *map, guint32 n)
{
  map->new_of_old = g_new0 (guint32, MAX (n, 1));
  map->old = g_array_new (FALSE, FALSE, sizeof (guint32));
}

static void
renumber_clear (Renumber *map)
{
  g_free (map->new_of_old);
  g_array_unref (map->old);
}

static guint32
renumber (Renumber *map, guint32 old)
{
  if (map->new_of_old[old] == 0)
    {
      g_array_append_val (map->old, old);
      map->new_of_old[old] = map->old->len;
    }
  return map->new_of_old[old] - 1;
}

static void
feed_group (Feed *feed, const SwGroupRow *group, Renumber *texts)
{
  const gint64 values[] = { group->tasks,
                            group->min_tasks,
                            group->max_tasks,
                            group->mode,
                            group->gpus,
                            group->gpu_milli,
                            group->gpu_mem_mib,
                            renumber (texts, group->mig_profile),
                            group->cpu_milli,
                            group->mem_mib,
                            renumber (texts, group->models),
                            group->node_max };
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    feed_number (feed, values[i]);
}

static void
feed_demands (Feed *feed, const SwJobTable *table, const Renumber *demands, Renumber *texts)
{
  for (guint i = 0; i < demands->old->len; i++)
    {
      const SwDemandRow *row = &table->demands[g_array_index (demands->old, guint32, i)];
      feed_number (feed, row->topology);
      feed_number (feed, row->n_groups);
      for (guint32 g = 0; g < row->n_groups; g++)
        feed_group (feed, &table->groups[row->first_group + g], texts);
    }
}

/* One value, widened; as a signed number if it is of 8 bytes. */
static gint64
column_value (const void *values, guint8 size, gsize i)
{
  switch (size)
    {
    case 1:
      return ((const guint8 *)values)[i];
    case 4:
      return ((const guint32 *)values)[i];
    default:
      return ((const gint64 *)values)[i];
    }
}

/* Whether all jobs leave the column as a blank row has it. */
static gboolean
is_blank (const SwJobTable *table, const SwColumn *column)
{
  const char *values = sw_column_values (table, column);
  const char *blank = (const char *)&sw_job_row_blank + column->in_row;

  for (guint32 i = 0; i < table->n; i++)
    if (memcmp (values + (gsize)i * column->size, blank, column->size) != 0)
      return FALSE;
  return TRUE;
}

/* Numbers of the pools that columns point to. */
typedef struct
{
  Renumber texts, demands, curves;
} Renumbers;

static Renumber *
renumber_of_column (Renumbers *maps, const SwColumn *column)
{
  switch (column->kind)
    {
    case SW_COLUMN_STRING:
      return &maps->texts;
    case SW_COLUMN_DEMAND:
      return &maps->demands;
    case SW_COLUMN_CURVE:
      return &maps->curves;
    default:
      return NULL;
    }
}

static void
feed_column (Feed *feed, const SwJobTable *table, const SwColumn *column, Renumbers *maps)
{
  Renumber *map = renumber_of_column (maps, column);
  const void *values = sw_column_values (table, column);

  feed_text (feed, column->name);
  feed->last = 0;
  if (map == NULL)
    {
      for (guint32 i = 0; i < table->n; i++)
        feed_number (feed, column_value (values, column->size, i));
      return;
    }
  for (guint32 i = 0; i < table->n; i++)
    feed_number (feed, renumber (map, ((const guint32 *)values)[i]));
}

static void
feed_dependencies (Feed *feed, const SwJobTable *table)
{
  feed_text (feed, "deps");
  feed->last = 0;
  for (guint32 job = 0; job < table->n; job++)
    feed_number (feed, table->dep_first[job + 1]);
  for (guint32 i = 0; i < table->dep_first[table->n]; i++)
    feed_number (feed, table->deps[i]);
}

/* Number 0 is no curve. */
static void
feed_curves (Feed *feed, const SwJobTable *table, const Renumber *curves)
{
  for (guint i = 0; i < curves->old->len; i++)
    {
      const guint32 c = g_array_index (curves->old, guint32, i);
      const guint32 first = c > 0 ? table->curve_first[c - 1] : 0;
      const guint32 end = c > 0 ? table->curve_first[c] : 0;
      feed_number (feed, end - first);
      for (guint32 p = first; p < end; p++)
        {
          feed_number (feed, table->curve_points[p].at);
          feed_number (feed, (gint64)table->curve_points[p].mib);
        }
    }
}

/* What the workload asked for, if it is not what the jobs of the table do. */
static void
feed_asked (Feed *feed, const SwJobTable *table, const Renumber *demands)
{
  g_autofree gint64 *more = g_new0 (gint64, MAX (table->n_demands, 1));
  gboolean differs = FALSE;

  for (guint32 d = 0; d < table->n_demands; d++)
    more[d] = table->demand_jobs[d];
  for (guint32 job = 0; job < table->n; job++)
    more[table->demand[job]]--;
  for (guint32 d = 0; d < table->n_demands && !differs; d++)
    differs = more[d] != 0;
  if (!differs)
    return;
  feed_text (feed, "asked");
  for (guint i = 0; i < demands->old->len; i++)
    feed_number (feed, more[g_array_index (demands->old, guint32, i)]);
}

char *
sw_job_table_hash (const SwJobTable *table)
{
  g_autofree Feed *feed = g_new0 (Feed, 1);
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  Renumbers maps;

  feed->sum = sum;
  renumber_init (&maps.texts, sw_strings_count (table->strings));
  renumber_init (&maps.demands, table->n_demands);
  renumber_init (&maps.curves, table->n_curves + 1);
  feed_number (feed, table->n);
  feed_number (feed, table->origin_utc);
  for (guint32 i = 0; i < table->n; i++)
    feed_text (feed, table->id[i]);
  for (const SwColumn *column = sw_job_columns; column->name != NULL; column++)
    if (!column->optional || !is_blank (table, column))
      feed_column (feed, table, column, &maps);
  for (guint32 d = 0; d < table->n_demands; d++)
    if (table->demand_jobs[d] > 0)
      renumber (&maps.demands, d);
  feed_demands (feed, table, &maps.demands, &maps.texts);
  feed_asked (feed, table, &maps.demands);
  feed_curves (feed, table, &maps.curves);
  for (guint i = 0; i < maps.texts.old->len; i++)
    feed_text (feed, sw_strings_get (table->strings, g_array_index (maps.texts.old, guint32, i)));
  feed_dependencies (feed, table);
  feed_end_run (feed);
  feed_flush (feed);
  renumber_clear (&maps.texts);
  renumber_clear (&maps.demands);
  renumber_clear (&maps.curves);
  return g_strdup (g_checksum_get_string (sum));
}
