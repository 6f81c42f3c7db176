/* Cells of a trace into typed values, by unit.  Each function returns NULL or what is wrong, a text
 * that follows the name of the field: "is not a number". */
#ifndef SW_CELL_H
#define SW_CELL_H

#include "sw-profile.h"

G_BEGIN_DECLS

/* A length of time.  SW_TIME_INF and SW_TIME_NONE can come from batch-system limits. */
const char *sw_cell_span (SwUnit unit, const char *text, SwTime *out);

typedef struct
{
  gboolean assumed;   /* a date without offset */
  gboolean ambiguous; /* it occurred twice or never in the zone */
} SwCellZone;
/* A point in time: ns from 1970 for dates, from wherever the numbers count otherwise. */
const char *sw_cell_instant (SwUnit unit, const char *text, GTimeZone *zone, SwTime *out,
                             SwCellZone *how);
/* Seconds of the number in a cell as a double, for messages about size; FALSE if it is none. */
gboolean sw_cell_rough_seconds (SwUnit unit, const char *text, double *out);

/* Thousandths of GPUs, shares or cores, >= 0. */
const char *sw_cell_milli (SwUnit unit, const char *text, gint64 *out);
/* Millionths, >= 0. */
const char *sw_cell_ppm (SwUnit unit, const char *text, gint64 *out);
/* Memory in MiB, rounded up, >= 0; -1: a batch system's way of saying none. */
const char *sw_cell_memory (SwUnit unit, const char *text, gint64 *out);
/* A whole number; "3.0" is one. */
const char *sw_cell_int (const char *text, gint64 min, gint64 max, gint64 *out);
const char *sw_cell_bool (const char *const *yes, const char *text, gboolean *out);

/* TRUE if text is one of words (NULL: none). */
gboolean sw_cell_among (const char *text, const char *const *words);

G_END_DECLS

#endif
