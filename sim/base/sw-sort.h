/* Sorting of numbers by their bits (least significant digit first): linear time, stable, the same
 * everywhere. */
#ifndef SW_SORT_H
#define SW_SORT_H

#include <glib.h>

G_BEGIN_DECLS

void sw_sort_ints (gint64 *values, gsize n);
void sw_sort_reals (double *values, gsize n); /* no nan; -0 comes before 0 */
/* order[k] becomes the index of the k-th smallest key; equal keys stay in index order. */
void sw_sort_order (const gint64 *keys, guint32 n, guint32 *order);

G_END_DECLS

#endif
