/* Private to the base room: exact decimal text to integers.  One scanner for every number that the
 * program reads. */
#ifndef SW_FIXED_H
#define SW_FIXED_H

#include <glib.h>

G_BEGIN_DECLS

/* A decimal number found in text: [+-]digits[.digits][e[+-]digits]. */
typedef struct
{
  const char *digits; /* first digit; a point may lie between them */
  gsize n_whole, n_fraction;
  gint64 exponent; /* cut to +-2^40 */
  gboolean negative, is_signed, has_exponent;
  const char *end; /* first byte behind */
} SwDecimal;

/* Scans the longest number at the start of text; FALSE if there is none.  An 'e' that no digits
   follow is not part of it. */
gboolean sw_decimal_scan (const char *text, SwDecimal *out);

typedef enum
{
  SW_ROUND_HALF_AWAY,
  SW_ROUND_UP,   /* away from zero */
  SW_ROUND_NONE, /* a remainder is a failure */
} SwRounding;

/* The number times unit (> 0) as an integer.  FALSE if it does not fit: |result| <= G_MAXINT64. */
gboolean sw_decimal_scale (const SwDecimal *decimal, gint64 unit, SwRounding rounding, gint64 *out);

G_END_DECLS

#endif
