/* Order files of any bytes, both parts: numbers that are read have their places, and nodes take
 * ranks only if each comes once. */
#include "sw-error.h"
#include "sw-fuzz.h"
#include "sw-order.h"

#include <sys/mman.h>
#include <unistd.h>

/* As many nodes as there are numbers, up to a few. */
static void
rank_nodes (const SwOrder *order)
{
  enum
  {
    MOST = 64
  };
  g_autoptr (SwNodeTable) nodes = sw_node_table_new ();
  g_autoptr (GError) error = NULL;
  gboolean seen[MOST] = { FALSE }, each_once = order->numbers->len <= MOST;
  const guint n = MIN (order->numbers->len, MOST);
  for (guint i = 0; i < n; i++)
    {
      const guint32 rank = g_array_index (order->numbers, guint32, i);
      g_autofree char *id = g_strdup_printf ("%u", i);
      const SwNodeRow row = { .id = sw_strings_add (nodes->strings, id, -1),
                              .cpu_milli = -1,
                              .mem_mib = -1,
                              .to = SW_TIME_INF };
      g_assert (sw_node_table_add (nodes, &row));
      each_once = each_once && rank < n && !seen[rank];
      if (rank < n)
        seen[rank] = TRUE;
    }
  g_assert (sw_order_rank_nodes (order, nodes, 0, &error) == each_once);
  g_assert (each_once || error->domain == SW_ERROR);
  for (guint i = 0; each_once && i < n; i++)
    {
      g_autofree char *id = g_strdup_printf ("%u", i);
      const guint32 rank = g_array_index (order->numbers, guint32, i);
      g_assert_cmpstr (sw_strings_get (nodes->strings, sw_node_table_row (nodes, rank)->id), ==,
                       id);
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  int file = memfd_create ("fuzz", MFD_CLOEXEC);
  g_assert (file >= 0 && write (file, data, size) == (gssize)size);
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", file);
  for (guint part = SW_ORDER_ARRIVALS; part <= SW_ORDER_RANKS; part++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SwOrder) order = sw_order_read (path, (SwOrderPart)part, &error);
      g_assert ((order == NULL) == (error != NULL));
      if (order == NULL)
        {
          g_assert (error->domain == SW_ERROR && g_utf8_validate (error->message, -1, NULL));
          continue;
        }
      g_assert (order->numbers->len > 0 && order->numbers->len == order->columns->len);
      rank_nodes (order);
    }
  close (file);
  return 0;
}
