/* The list of nodes.  Rows of one id are chained from newest to oldest, so that adding a node looks
 * at its namesakes only. */
#include "sw-node-table.h"

#include <string.h>

SwNodeTable *
sw_node_table_new (void)
{
  SwNodeTable *table = g_new0 (SwNodeTable, 1);
  table->strings = sw_strings_new ();
  table->rows = g_array_new (FALSE, FALSE, sizeof (SwNodeRow));
  table->newest = g_array_new (FALSE, TRUE, sizeof (guint32));
  table->older = g_array_new (FALSE, FALSE, sizeof (guint32));
  return table;
}

void
sw_node_table_free (SwNodeTable *table)
{
  if (table == NULL)
    return;
  sw_strings_free (table->strings);
  g_array_unref (table->rows);
  g_array_unref (table->newest);
  g_array_unref (table->older);
  g_free (table);
}

gboolean
sw_node_table_add (SwNodeTable *table, const SwNodeRow *row)
{
  if (row->id >= table->newest->len)
    g_array_set_size (table->newest, row->id + 1);
  guint32 *newest = &g_array_index (table->newest, guint32, row->id);

  for (guint32 k = *newest; k != 0; k = g_array_index (table->older, guint32, k - 1))
    {
      const SwNodeRow *other = sw_node_table_row (table, k - 1);
      if (row->from < other->to && other->from < row->to)
        return FALSE;
    }
  g_array_append_val (table->older, *newest);
  g_array_append_val (table->rows, *row);
  *newest = table->rows->len;
  return TRUE;
}

/* Chains all rows of an id anew. */
static void
chain_rows (SwNodeTable *table)
{
  memset (table->newest->data, 0, table->newest->len * sizeof (guint32));
  for (guint32 i = 0; i < table->rows->len; i++)
    {
      guint32 *newest = &g_array_index (table->newest, guint32, sw_node_table_row (table, i)->id);
      g_array_index (table->older, guint32, i) = *newest;
      *newest = i + 1;
    }
}

void
sw_node_table_rank (SwNodeTable *table, guint32 first, const guint32 *ranks)
{
  g_assert (first <= table->rows->len);
  const guint32 n = table->rows->len - first;
  SwNodeRow *rows = (SwNodeRow *)table->rows->data + first;
  g_autofree SwNodeRow *before = g_memdup2 (rows, n * sizeof *rows);

  for (guint32 i = 0; i < n; i++)
    {
      g_assert (ranks[i] < n);
      rows[ranks[i]] = before[i];
    }
  chain_rows (table);
}
