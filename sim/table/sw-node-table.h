/* The node table: a list of nodes as a file or a pool description says, before a cluster is built
 * from it.  Order is rank: ties between nodes go to the lowest. */
#ifndef SW_NODE_TABLE_H
#define SW_NODE_TABLE_H

#include "sw-strings.h"
#include "sw-time.h"

G_BEGIN_DECLS

typedef struct
{
  guint32 id;                /* string number; unique in the table */
  guint32 pool;              /* string number of the pool's name */
  guint32 model;             /* string number of the GPU model, 0 if gpus is 0 */
  guint32 gpus;              /* 0 .. SW_MAX_CARDS */
  gint64 cpu_milli, mem_mib; /* -1: not given, taken as unlimited */
  guint32 rack, top_switch;  /* string numbers of the names on the switch path, 0 = none */
  SwTime from, to;           /* exists in [from, to); from may be 0 and to SW_TIME_INF */
  guint32 row;               /* line of the node file, 0 = none */
} SwNodeRow;

typedef struct
{
  SwStrings *strings;
  GArray *rows; /* SwNodeRow */
  /* Private: row number + 1 of the newest node of an id, and of the one before it; 0: none. */
  GArray *newest, *older;
} SwNodeTable;

SwNodeTable *sw_node_table_new (void);
void sw_node_table_free (SwNodeTable *table);
static inline guint32
sw_node_table_count (const SwNodeTable *table)
{
  return table->rows->len;
}
static inline SwNodeRow *
sw_node_table_row (const SwNodeTable *table, guint32 i)
{
  return &g_array_index (table->rows, SwNodeRow, i);
}
/* Adds a copy; FALSE if a node of this id exists at an overlapping time. */
gboolean sw_node_table_add (SwNodeTable *table, const SwNodeRow *row);
/* Puts the nodes from number first on into another order: of these, the i-th becomes the
   ranks[i]-th, from 0.  ranks: each of 0, 1, 2, ... once. */
void sw_node_table_rank (SwNodeTable *table, guint32 first, const guint32 *ranks);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SwNodeTable, sw_node_table_free)

G_END_DECLS

#endif
