/* Time: int64 nanoseconds from the trace's origin, never a double.  Parsing and printing of the
 * forms that traces and scenarios use.  Nothing here depends on the locale. */
#ifndef SW_TIME_H
#define SW_TIME_H

#include <glib.h>

G_BEGIN_DECLS

/* The same definitions as in <slicewise/policy.h>. */
typedef gint64 SwTime;
#define SW_TIME_NONE G_MININT64
#define SW_TIME_INF G_MAXINT64
#define SW_SECOND ((SwTime)1000000000)

#define SW_TIME_TEXT 32 /* bytes that any printed time needs */

/* Fixed point: text of the form [+-]digits[.digits][e[+-]digits] times unit, as an exact integer,
   rounded half away from zero below one.  unit is the integer value of "1" (SW_SECOND for seconds,
   1000 for thousandths).  FALSE for anything else: empty, nan, inf, hex, trailing text, blanks,
   overflow.  Blanks around the text are the caller's business. */
gboolean sw_parse_fixed (const char *text, gint64 unit, gint64 *out);

/* Durations with a unit, "1.5h", "90s", "15min", "2d", "250ms", "10us", "5ns", also sums such as
   "1h30min", from the longest unit to the shortest, each once; a bare number is refused except 0.
   FALSE if not of this form. */
gboolean sw_parse_duration (const char *text, SwTime *out);

/* Durations as batch systems print them.  Elapsed: [[D-]HH:]MM:SS[.fraction].
   Limit: minutes | MM:SS | HH:MM:SS | D-HH | D-HH:MM | D-HH:MM:SS | UNLIMITED (SW_TIME_INF)
   | Partition_Limit, INVALID or empty (SW_TIME_NONE).  Minutes and seconds above 59, hours above 23
   behind days, and signs are refused. */
gboolean sw_parse_elapsed (const char *text, SwTime *out);
gboolean sw_parse_limit (const char *text, SwTime *out);

/* Civil time: "2023-11-16 18:15:46.0010000", "2025-03-01T10:00:00", "2023/7/15 02:19", RFC 3339
   with Z or an offset.  Without one the zone applies (NULL: UTC).  *out is ns since 1970-01-01 UTC.
   *ambiguous (may be NULL) becomes TRUE if the local time occurred twice or never; the first
   occurrence is taken. */
gboolean sw_parse_civil (const char *text, GTimeZone *zone, SwTime *out, gboolean *ambiguous);

/* Decimal seconds, as many digits behind the point as needed, at most 9; "" for SW_TIME_NONE,
   "inf" never: SW_TIME_INF prints as "". */
char *sw_format_seconds (SwTime t, char buffer[SW_TIME_TEXT]);
/* D-HH:MM:SS[.fraction] or HH:MM:SS; for people; "n/a" for NONE, "never" for INF. */
char *sw_format_elapsed (SwTime t, char buffer[SW_TIME_TEXT]);
/* RFC 3339 UTC with as many fraction digits as needed; t is ns since 1970; "n/a" for NONE, "never"
   for INF. */
char *sw_format_utc (SwTime t, char buffer[SW_TIME_TEXT]);

/* Saturating sums: SW_TIME_INF stays, overflow becomes SW_TIME_INF (below zero, the least time that
   is not SW_TIME_NONE).  SW_TIME_NONE must not be added. */
SwTime sw_time_add (SwTime a, SwTime b);

G_END_DECLS

#endif
