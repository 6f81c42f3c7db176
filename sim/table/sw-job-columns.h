/* Private to the table room: the columns of a job table as data, so that building, looking at a row
 * and hashing walk one list, and the owner of all memory of a table. */
#ifndef SW_JOB_COLUMNS_H
#define SW_JOB_COLUMNS_H

#include "sw-arena.h"
#include "sw-job-table.h"

G_BEGIN_DECLS

typedef enum
{
  SW_COLUMN_PLAIN,
  SW_COLUMN_STRING, /* numbers of the string pool */
  SW_COLUMN_DEMAND, /* numbers of demand classes */
  SW_COLUMN_CURVE,  /* numbers of curves, from 1 */
} SwColumnKind;

typedef struct
{
  const char *name;
  guint16 in_row, in_table; /* offsets of the field in SwJobRow and of the pointer in SwJobTable */
  guint8 size;              /* of one value: 1, 4 or 8 bytes */
  guint8 kind;
  gboolean optional; /* came later: hashed only if a job says something in it */
} SwColumn;

/* Every column but id; ended by a NULL name. */
extern const SwColumn sw_job_columns[];
enum
{
  SW_N_JOB_COLUMNS = 35
};

/* Values of a column of a table, and the place that points to them. */
const void *sw_column_values (const SwJobTable *table, const SwColumn *column);
void sw_column_attach (SwJobTable *table, const SwColumn *column, void *values);

/* What SwJobTable.arena points to. */
typedef struct
{
  SwArena *ids;
  GPtrArray *blocks; /* every array of the table; columns of one constant may share an array */
  gsize bytes;
} SwJobStore;

SwJobStore *sw_job_store_new (SwArena *ids); /* takes ids */
/* An array of n elements, owned by the store; NULL if n is 0. */
gpointer sw_job_store_take (SwJobStore *store, gsize n, gsize size, gboolean zeroed);

G_END_DECLS

#endif
