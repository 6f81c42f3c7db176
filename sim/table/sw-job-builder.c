/* Collecting the rows of a job table.  Rows wait in chunks until finish turns
 * them into columns.  Demands and ids are found through open-addressing tables; the one over ids is
 * filled when somebody first asks for an id. */
#include "sw-job-builder.h"
#include "sw-hash.h"

#include <stdlib.h>
#include <string.h>

typedef struct
{
  guint32 number; /* + 1; 0: free */
  guint32 hash;
} Slot;

/* Slots for numbers that are known by the hash of what they stand for. */
struct SwJobIndex
{
  Slot *slots;
  guint32 n_slots, used; /* n_slots is a power of two */
  guint32 n_seen;        /* ids only: numbers below were looked at, doubles among them */
};

static SwJobIndex *
index_new (void)
{
  SwJobIndex *index = g_new0 (SwJobIndex, 1);
  index->n_slots = 64;
  index->slots = g_new0 (Slot, index->n_slots);
  return index;
}

void
sw_job_index_free (SwJobIndex *index)
{
  if (index == NULL)
    return;
  g_free (index->slots);
  g_free (index);
}

static void
index_put (SwJobIndex *index, Slot slot)
{
  guint32 i = slot.hash & (index->n_slots - 1);
  while (index->slots[i].number != 0)
    i = (i + 1) & (index->n_slots - 1);
  index->slots[i] = slot;
}

static void
index_grow (SwJobIndex *index)
{
  Slot *old = index->slots;
  const guint32 n_old = index->n_slots;

  index->n_slots *= 2;
  index->slots = g_new0 (Slot, index->n_slots);
  sw_memory_advise (index->slots, index->n_slots * sizeof (Slot));
  for (guint32 i = 0; i < n_old; i++)
    if (old[i].number != 0)
      index_put (index, old[i]);
  g_free (old);
}

static void
index_add (SwJobIndex *index, guint32 hash, guint32 number)
{
  if (++index->used > index->n_slots / 2)
    index_grow (index);
  index_put (index, (Slot){ number + 1, hash });
}

SwJobBuilder *
sw_job_builder_new (void)
{
  SwJobBuilder *builder = g_new0 (SwJobBuilder, 1);
  builder->strings = sw_strings_new ();
  builder->ids = sw_arena_new ();
  builder->chunks = g_ptr_array_new_with_free_func (free);
  builder->groups = g_array_new (FALSE, FALSE, sizeof (SwGroupRow));
  builder->demands = g_array_new (FALSE, TRUE, sizeof (SwDemandRow));
  builder->spare = g_array_new (FALSE, FALSE, sizeof (SwGroupRow));
  builder->demand_index = index_new ();
  builder->id_index = index_new ();
  builder->wishes = g_array_new (FALSE, FALSE, sizeof (SwJobWish));
  builder->curve_first = g_array_new (FALSE, FALSE, sizeof (guint32));
  builder->curve_points = g_array_new (FALSE, FALSE, sizeof (SwUsePoint));
  g_array_append_vals (builder->curve_first, &(guint32){ 0 }, 1);
  builder->origin_utc = SW_TIME_NONE;
  return builder;
}

void
sw_job_builder_free (SwJobBuilder *builder)
{
  if (builder == NULL)
    return;
  sw_strings_free (builder->strings);
  sw_arena_free (builder->ids);
  g_ptr_array_unref (builder->chunks);
  g_array_unref (builder->groups);
  g_array_unref (builder->demands);
  g_array_unref (builder->spare);
  g_array_unref (builder->wishes);
  g_clear_pointer (&builder->curve_first, g_array_unref);
  g_clear_pointer (&builder->curve_points, g_array_unref);
  g_clear_pointer (&builder->asked, g_array_unref);
  sw_job_index_free (builder->demand_index);
  sw_job_index_free (builder->id_index);
  g_free (builder);
}

SwStrings *
sw_job_builder_strings (SwJobBuilder *builder)
{
  return builder->strings;
}

/* ---- demands ---- */

static gboolean
demand_equals (const SwJobBuilder *builder, guint32 demand, const SwGroupRow *groups,
               guint32 n_groups, guint8 topology)
{
  const SwDemandRow *row = &g_array_index (builder->demands, SwDemandRow, demand);
  return row->n_groups == n_groups && row->topology == topology
         && memcmp (&g_array_index (builder->groups, SwGroupRow, row->first_group), groups,
                    n_groups * sizeof *groups)
                == 0;
}

/* A copy with the padding zeroed, so that bytes can be compared; apart from the array it may point
   into. */
static const SwGroupRow *
clean_groups (SwJobBuilder *builder, const SwGroupRow *groups, guint32 n_groups)
{
  g_array_set_size (builder->spare, n_groups);
  SwGroupRow *copy = (SwGroupRow *)builder->spare->data;
  memcpy (copy, groups, n_groups * sizeof *copy);
  for (guint32 g = 0; g < n_groups; g++)
    {
      g_assert (copy[g].tasks > 0);
      memset (copy[g].pad, 0, sizeof copy[g].pad);
    }
  return copy;
}

guint32
sw_job_builder_demand (SwJobBuilder *builder, const SwGroupRow *groups, guint32 n_groups,
                       guint8 topology)
{
  G_STATIC_ASSERT (sizeof (SwGroupRow) == 56);
  g_assert (n_groups > 0);
  const SwGroupRow *clean = clean_groups (builder, groups, n_groups);
  const guint32 hash = sw_hash_bytes (clean, n_groups * sizeof *clean) + topology;
  const SwJobIndex *index = builder->demand_index;

  for (guint32 i = hash & (index->n_slots - 1); index->slots[i].number != 0;
       i = (i + 1) & (index->n_slots - 1))
    if (index->slots[i].hash == hash
        && demand_equals (builder, index->slots[i].number - 1, clean, n_groups, topology))
      return index->slots[i].number - 1;

  const SwDemandRow row = { builder->groups->len, n_groups, topology };
  const guint32 demand = builder->demands->len;
  g_array_append_vals (builder->groups, clean, n_groups);
  g_array_append_val (builder->demands, row);
  index_add (builder->demand_index, hash, demand);
  return demand;
}

const SwGroupRow *
sw_job_builder_groups (SwJobBuilder *builder, guint32 demand, guint32 *n_groups, guint8 *topology)
{
  g_assert (demand < builder->demands->len);
  const SwDemandRow *row = &g_array_index (builder->demands, SwDemandRow, demand);
  if (n_groups != NULL)
    *n_groups = row->n_groups;
  if (topology != NULL)
    *topology = row->topology;
  return &g_array_index (builder->groups, SwGroupRow, row->first_group);
}

guint32
sw_job_builder_curve (SwJobBuilder *builder, const SwUsePoint *points, guint32 n)
{
  g_assert (n > 0 && points[0].at >= 0);
  for (guint32 i = 1; i < n; i++)
    g_assert (points[i - 1].at < points[i].at);
  g_array_append_vals (builder->curve_points, points, n);
  const guint32 end = builder->curve_points->len;
  g_array_append_val (builder->curve_first, end);
  return builder->curve_first->len - 1;
}

/* ---- rows ---- */

static gpointer
new_chunk (void)
{
  gpointer chunk = aligned_alloc (SW_MEMORY_LARGE, SW_MEMORY_LARGE);
  if (chunk == NULL)
    g_error ("out of memory for jobs");
  sw_memory_advise (chunk, SW_MEMORY_LARGE);
  return chunk;
}

#define FIRST_ROWS 64

/* Room for one more row.  Small tables live in a first chunk that grows; a chunk that is full for
   good is followed by whole ones. */
static void
make_room (SwJobBuilder *builder)
{
  if (builder->n < builder->room)
    return;
  if (builder->n >= SW_CHUNK_ROWS)
    {
      g_ptr_array_add (builder->chunks, new_chunk ());
      builder->room += SW_CHUNK_ROWS;
      return;
    }
  gboolean first = builder->n == 0;
  builder->room = first ? FIRST_ROWS : MIN (2 * builder->room, (guint32)SW_CHUNK_ROWS);
  gpointer grown = g_realloc (first ? NULL : g_ptr_array_index (builder->chunks, 0),
                              builder->room * sizeof (SwJobRow));
  if (first)
    g_ptr_array_add (builder->chunks, grown);
  else
    g_ptr_array_index (builder->chunks, 0) = grown;
}

guint32
sw_job_builder_add (SwJobBuilder *builder, const SwJobRow *row)
{
  g_assert (builder->n < G_MAXUINT32 - 1);
  make_room (builder);
  SwJobRow *copy = sw_job_builder_row (builder, builder->n);
  *copy = *row;
  copy->id = sw_arena_text (builder->ids, row->id, strlen (row->id));
  return builder->n++;
}

SwJobRow *
sw_job_builder_get (SwJobBuilder *builder, guint32 number)
{
  g_assert (number < builder->n);
  return sw_job_builder_row (builder, number);
}

guint32
sw_job_builder_count (const SwJobBuilder *builder)
{
  return builder->n;
}

void
sw_job_builder_origin (SwJobBuilder *builder, SwTime origin_utc)
{
  builder->origin_utc = origin_utc;
}

void
sw_job_builder_asked (SwJobBuilder *builder, guint32 demand, guint32 jobs)
{
  g_assert (demand < builder->demands->len);
  if (builder->asked == NULL)
    builder->asked = g_array_new (FALSE, TRUE, sizeof (guint32));
  if (builder->asked->len <= demand)
    g_array_set_size (builder->asked, demand + 1);
  g_array_index (builder->asked, guint32, demand) = jobs;
}

static guint32
find_id (const SwJobBuilder *builder, const char *id, guint32 hash)
{
  const SwJobIndex *index = builder->id_index;

  for (guint32 i = hash & (index->n_slots - 1); index->slots[i].number != 0;
       i = (i + 1) & (index->n_slots - 1))
    if (index->slots[i].hash == hash
        && strcmp (sw_job_builder_row (builder, index->slots[i].number - 1)->id, id) == 0)
      return index->slots[i].number - 1;
  return G_MAXUINT32;
}

guint32
sw_job_builder_find (const SwJobBuilder *builder, const char *id)
{
  SwJobIndex *index = builder->id_index;

  for (; index->n_seen < builder->n; index->n_seen++)
    {
      const char *known = sw_job_builder_row (builder, index->n_seen)->id;
      const guint32 hash = sw_hash_bytes (known, strlen (known));
      if (find_id (builder, known, hash) == G_MAXUINT32)
        index_add (index, hash, index->n_seen);
    }
  return find_id (builder, id, sw_hash_bytes (id, strlen (id)));
}

void
sw_job_builder_depend (SwJobBuilder *builder, guint32 number, const char *on_id)
{
  g_assert (number < builder->n);
  const SwJobWish wish = { number, sw_arena_text (builder->ids, on_id, strlen (on_id)) };
  g_array_append_val (builder->wishes, wish);
}
