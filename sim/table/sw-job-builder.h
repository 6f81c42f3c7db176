/* Private to the table room: the insides of a builder, shared by collecting rows and by finishing.
 */
#ifndef SW_JOB_BUILDER_H
#define SW_JOB_BUILDER_H

#include "sw-job-columns.h"
#include "sw-memory.h"

G_BEGIN_DECLS

/* As many rows as fit into an array that large pages are asked for. */
#define SW_CHUNK_ROWS (SW_MEMORY_LARGE / sizeof (SwJobRow))

typedef struct SwJobIndex SwJobIndex;
void sw_job_index_free (SwJobIndex *index);

/* The job waits for the one called on_id. */
typedef struct
{
  guint32 job;
  const char *on_id; /* in ids */
} SwJobWish;

struct SwJobBuilder
{
  SwStrings *strings;
  SwArena *ids;
  GPtrArray *chunks;        /* SwJobRow[SW_CHUNK_ROWS]; the first may be smaller */
  guint32 n, room;          /* rows; rows for which there are chunks */
  GArray *groups, *demands; /* SwGroupRow, SwDemandRow */
  GArray *spare;            /* SwGroupRow: a demand that is being looked up */
  SwJobIndex *demand_index, *id_index;
  GArray *wishes;                     /* SwJobWish */
  GArray *curve_first, *curve_points; /* guint32 with a first 0, SwUsePoint */
  GArray *asked;                      /* guint32 per demand; NULL: as many as there are rows */
  SwTime origin_utc;
};

static inline SwJobRow *
sw_job_builder_row (const SwJobBuilder *builder, guint32 number)
{
  SwJobRow *chunk = g_ptr_array_index (builder->chunks, number / SW_CHUNK_ROWS);
  return &chunk[number % SW_CHUNK_ROWS];
}

G_END_DECLS

#endif
