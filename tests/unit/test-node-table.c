/* The list of nodes: order, namesakes, times of existence. */
#include "sw-check.h"
#include "sw-node-table.h"

static gboolean
add (SwNodeTable *table, const char *id, SwTime from, SwTime to)
{
  const SwNodeRow row = { .id = sw_strings_add (table->strings, id, -1),
                          .gpus = 8,
                          .from = from,
                          .to = to,
                          .row = sw_node_table_count (table) + 2 };
  return sw_node_table_add (table, &row);
}

static void
order_is_rank (void)
{
  g_autoptr (SwNodeTable) table = sw_node_table_new ();
  CHECK_TRUE (add (table, "n2", 0, SW_TIME_INF));
  CHECK_TRUE (add (table, "n1", 0, SW_TIME_INF));
  CHECK_TRUE (add (table, "", 0, SW_TIME_INF));
  CHECK_INT (sw_node_table_count (table), 3);
  CHECK_STR (sw_strings_get (table->strings, sw_node_table_row (table, 0)->id), "n2");
  CHECK_STR (sw_strings_get (table->strings, sw_node_table_row (table, 1)->id), "n1");
  CHECK_INT (sw_node_table_row (table, 1)->gpus, 8);
  CHECK_INT (sw_node_table_row (table, 1)->row, 3);
}

static void
namesakes_must_not_overlap (void)
{
  g_autoptr (SwNodeTable) table = sw_node_table_new ();
  CHECK_TRUE (add (table, "a", 10, 20));
  CHECK_TRUE (add (table, "b", 0, SW_TIME_INF));
  CHECK_FALSE (add (table, "a", 10, 20));
  CHECK_FALSE (add (table, "a", 19, 30));
  CHECK_FALSE (add (table, "a", 0, 11));
  CHECK_FALSE (add (table, "a", 12, 13));
  CHECK_FALSE (add (table, "a", 0, SW_TIME_INF));
  CHECK_TRUE (add (table, "a", 20, 30));
  CHECK_TRUE (add (table, "a", 0, 10));
  CHECK_FALSE (add (table, "a", 5, 6));
  CHECK_FALSE (add (table, "a", 29, SW_TIME_INF));
  CHECK_TRUE (add (table, "a", 30, SW_TIME_INF));
  CHECK_FALSE (add (table, "b", 1000, 2000));
  CHECK_INT (sw_node_table_count (table), 5);
}

static void
many_nodes_are_quick (void)
{
  g_autoptr (SwNodeTable) table = sw_node_table_new ();
  guint refused = 0;
  for (guint i = 0; i < 200000; i++)
    {
      char id[16];
      g_snprintf (id, sizeof id, "node-%u", i);
      refused += !add (table, id, 0, SW_TIME_INF);
    }
  CHECK_INT (refused, 0);
  CHECK_FALSE (add (table, "node-123456", 5, 6));
  CHECK_INT (sw_node_table_count (table), 200000);
  sw_node_table_free (NULL);
}

/* Nodes of one pool are reordered, those before stay; namesakes are still found. */
static void
ranks_order_nodes (void)
{
  g_autoptr (SwNodeTable) table = sw_node_table_new ();
  CHECK_TRUE (add (table, "first", 0, SW_TIME_INF));
  CHECK_TRUE (add (table, "a", 0, 10));
  CHECK_TRUE (add (table, "b", 0, SW_TIME_INF));
  CHECK_TRUE (add (table, "a", 10, 20));
  static const guint32 ranks[] = { 2, 0, 1 };
  sw_node_table_rank (table, 1, ranks);
  g_autoptr (GString) order = g_string_new (NULL);
  for (guint32 i = 0; i < sw_node_table_count (table); i++)
    {
      const SwNodeRow *row = sw_node_table_row (table, i);
      g_string_append_printf (order, "%s@%" G_GINT64_FORMAT " ",
                              sw_strings_get (table->strings, row->id), row->from);
    }
  CHECK_STR (order->str, "first@0 b@0 a@10 a@0 ");
  CHECK_FALSE (add (table, "a", 5, 6));
  CHECK_FALSE (add (table, "a", 15, 16));
  CHECK_FALSE (add (table, "b", 15, 16));
  CHECK_TRUE (add (table, "a", 20, 30));
  sw_node_table_rank (table, sw_node_table_count (table), NULL);
}

SW_CHECKS ("node-table", { "order is rank", order_is_rank },
           { "namesakes must not overlap", namesakes_must_not_overlap },
           { "ranks order nodes", ranks_order_nodes },
           { "many nodes are quick", many_nodes_are_quick })
