/* Order files, by which the experiments of others are replayed: one or two lines of whole numbers
 * with blanks between.
 *
 * The first line is the order of arrivals as numbers of rows of a trace, from 0; a number that
 * comes again is a copy of its job, a row that does not come is left out.  The last line is the
 * rank of each node in the order of their list, 0 for the one that wins ties.  A file of one line
 * holds either. */
#ifndef SW_ORDER_H
#define SW_ORDER_H

#include "sw-node-table.h"

G_BEGIN_DECLS

typedef struct
{
  char *path, *sha256;
  guint line;                /* that the numbers are from */
  GArray *numbers, *columns; /* guint32: values, and where they begin */
} SwOrder;

typedef enum
{
  SW_ORDER_ARRIVALS,
  SW_ORDER_RANKS,
} SwOrderPart;

/* NULL with SW_ERROR_INPUT: not readable, not numbers, no line or more than two. */
SwOrder *sw_order_read (const char *path, SwOrderPart part, GError **error);
void sw_order_free (SwOrder *order);

/* Sets error at the place of a number; FALSE. */
gboolean sw_order_fault (const SwOrder *order, guint nth, GError **error, const char *format, ...)
    G_GNUC_PRINTF (4, 5);

/* Puts the nodes from number first on in the order of their ranks.  FALSE with SW_ERROR_INPUT if
   the ranks are not as many, or not each of 0, 1, 2, ... once. */
gboolean sw_order_rank_nodes (const SwOrder *ranks, SwNodeTable *nodes, guint32 first,
                              GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SwOrder, sw_order_free)

G_END_DECLS

#endif
