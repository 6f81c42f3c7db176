/* What is read from a timeline is what was put, less repeated rows, whatever the sizes of the
 * steps. */
#include <string.h>

#include "sw-check.h"
#include "sw-timeline.h"

#define ROWS 30000 /* more than one chunk */
#define POOLS 5

typedef struct
{
  SwTime time;
  SwLevels levels;
  guint64 pools[POOLS];
} Row;

/* Mostly small steps, now and then from end to end. */
static guint64
step (GRand *rand, guint64 level)
{
  guint32 kind = g_rand_int (rand) % 100;
  if (kind < 60)
    return level;
  if (kind < 98)
    return level + g_rand_int (rand) % 7 - 3;
  return kind == 98 ? 0 : (guint64)1 << 42;
}

static GArray *
random_rows (void)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (Row));
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  Row row = { .time = -5 };
  for (guint i = 0; i < ROWS; i++)
    {
      row.time += g_rand_int (rand) % 1000 == 0 ? (SwTime)1 << 47 : 1 + g_rand_int (rand) % 300;
      row.levels.gpus = step (rand, row.levels.gpus);
      row.levels.allocated = step (rand, row.levels.allocated);
      row.levels.fragmented = step (rand, row.levels.fragmented);
      row.levels.waiting = step (rand, row.levels.waiting);
      row.levels.running = step (rand, row.levels.running);
      row.levels.waiting_gpus++;
      for (guint pool = 0; pool < POOLS; pool++)
        row.pools[pool] = step (rand, row.pools[pool]);
      g_array_append_val (rows, row);
    }
  return rows;
}

static gboolean
equal (const SwTimelineReader *reader, const Row *row)
{
  return reader->time == row->time
         && memcmp (&reader->levels, &row->levels, sizeof row->levels) == 0
         && memcmp (reader->more, row->pools, sizeof row->pools) == 0;
}

static void
reads_what_was_put (void)
{
  g_autoptr (GArray) rows = random_rows ();
  g_autoptr (SwTimeline) timeline = sw_timeline_new (POOLS);
  SwLevels other = { .gpus = 99 };
  for (guint i = 0; i < ROWS; i++)
    {
      const Row *row = &g_array_index (rows, Row, i);
      if (i % 3 == 0)
        sw_timeline_put (timeline, row->time, &other, row->pools);
      sw_timeline_put (timeline, row->time, &row->levels, row->pools);
      if (i % 5 == 0)
        sw_timeline_put (timeline, row->time + 1, &row->levels, row->pools);
    }
  sw_timeline_close (timeline);
  for (guint pass = 0; pass < 2; pass++)
    {
      SwTimelineReader reader;
      sw_timeline_reader_init (&reader, timeline);
      guint same = 0;
      while (sw_timeline_next (&reader) && same < ROWS
             && equal (&reader, &g_array_index (rows, Row, same)))
        same++;
      CHECK_INT (same, ROWS);
      CHECK_FALSE (sw_timeline_next (&reader));
      sw_timeline_reader_clear (&reader);
    }
}

/* The first row is kept though it says nothing; without pools. */
static void
row_of_zeros (void)
{
  g_autoptr (SwTimeline) timeline = sw_timeline_new (0);
  SwLevels none = { 0 };
  sw_timeline_put (timeline, 9 * SW_SECOND, &none, NULL);
  sw_timeline_put (timeline, 9 * SW_SECOND + 1, &none, NULL);
  sw_timeline_close (timeline);
  SwTimelineReader reader;
  sw_timeline_reader_init (&reader, timeline);
  CHECK_TRUE (sw_timeline_next (&reader));
  CHECK_TIME (reader.time, 9 * SW_SECOND);
  CHECK_INT (reader.levels.gpus, 0);
  CHECK_FALSE (sw_timeline_next (&reader));
  sw_timeline_reader_clear (&reader);
}

static void
nothing_put (void)
{
  g_autoptr (SwTimeline) timeline = sw_timeline_new (2);
  sw_timeline_close (timeline);
  SwTimelineReader reader;
  sw_timeline_reader_init (&reader, timeline);
  CHECK_FALSE (sw_timeline_next (&reader));
  sw_timeline_reader_clear (&reader);
}

SW_CHECKS ("timeline", { "reads what was put", reads_what_was_put },
           { "row of zeros", row_of_zeros }, { "nothing put", nothing_put })
