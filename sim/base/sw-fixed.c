/* Exact decimal text to integers.  The whole part is multiplied with an overflow check; the
 * fraction is folded from its last digit to its first, q = (digit * unit + q) / 10, which is exact
 * for any number of digits and keeps the digit that decides the rounding. */
#include "sw-fixed.h"

#include <string.h>

enum
{
  SHIFT_LIMIT = 64 /* more zeros than any digit of a 64-bit result can survive */
};

#define EXPONENT_LIMIT (G_GINT64_CONSTANT (1) << 40)

static gsize
count_digits (const char *text)
{
  gsize n = 0;
  while (g_ascii_isdigit (text[n]))
    n++;
  return n;
}

static const char *
scan_exponent (const char *p, SwDecimal *out)
{
  if (*p != 'e' && *p != 'E')
    return p;
  const char *q = p + 1;
  const gboolean negative = *q == '-';
  if (*q == '+' || *q == '-')
    q++;
  const gsize n = count_digits (q);
  if (n == 0)
    return p;
  gint64 exponent = 0;
  for (gsize i = 0; i < n; i++)
    exponent = MIN (10 * exponent + (q[i] - '0'), EXPONENT_LIMIT);
  out->exponent = negative ? -exponent : exponent;
  out->has_exponent = TRUE;
  return q + n;
}

gboolean
sw_decimal_scan (const char *text, SwDecimal *out)
{
  *out = (SwDecimal){ .negative = *text == '-', .is_signed = *text == '-' || *text == '+' };
  const char *p = text + out->is_signed;

  out->digits = p;
  out->n_whole = count_digits (p);
  if (out->n_whole == 0)
    return FALSE;
  p += out->n_whole;
  if (*p == '.')
    {
      out->n_fraction = count_digits (p + 1);
      if (out->n_fraction == 0)
        return FALSE;
      p += 1 + out->n_fraction;
    }
  out->end = scan_exponent (p, out);
  return TRUE;
}

/* Digit i of all digits, the point left out. */
static inline guint
digit_at (const SwDecimal *decimal, gsize i)
{
  return decimal->digits[i < decimal->n_whole ? i : i + 1] - '0';
}

static gboolean
is_zero (const SwDecimal *decimal)
{
  for (gsize i = 0; i < decimal->n_whole + decimal->n_fraction; i++)
    if (digit_at (decimal, i) != 0)
      return FALSE;
  return TRUE;
}

/* The first n digits, zeros behind the last one, as an integer. */
static gboolean
whole_part (const SwDecimal *decimal, gint64 n, guint64 *out)
{
  const gint64 n_digits = decimal->n_whole + decimal->n_fraction;

  *out = 0;
  for (gint64 i = 0; i < n; i++)
    {
      const guint64 digit = i < n_digits ? digit_at (decimal, i) : 0;
      if (__builtin_mul_overflow (*out, 10, out) || __builtin_add_overflow (*out, digit, out))
        return FALSE;
    }
  return TRUE;
}

/* 0.ddd * unit for the digits from n on, n < 0 standing for zeros in front of them.  Sets the first
   decimal behind the result and whether anything is left at all. */
static guint64
fraction_part (const SwDecimal *decimal, gint64 n, guint64 unit, guint *next_digit,
               gboolean *remainder)
{
  unsigned __int128 q = 0;

  *next_digit = 0;
  *remainder = FALSE;
  for (gint64 i = (gint64)(decimal->n_whole + decimal->n_fraction) - 1; i >= n; i--)
    {
      if (i < 0 && i < -SHIFT_LIMIT)
        {
          *remainder = *remainder || *next_digit != 0 || q != 0;
          *next_digit = 0;
          return 0;
        }
      const unsigned __int128 sum
          = (i < 0 ? 0 : digit_at (decimal, i) * (unsigned __int128)unit) + q;
      *remainder = *remainder || *next_digit != 0;
      if (sum >> 64 == 0)
        {
          *next_digit = (guint64)sum % 10;
          q = (guint64)sum / 10;
        }
      else
        {
          *next_digit = sum % 10;
          q = sum / 10;
        }
    }
  *remainder = *remainder || *next_digit != 0;
  return q;
}

gboolean
sw_decimal_scale (const SwDecimal *decimal, gint64 unit, SwRounding rounding, gint64 *out)
{
  g_assert (unit > 0);
  guint64 whole;
  guint next_digit;
  gboolean remainder;

  if (is_zero (decimal))
    {
      *out = 0;
      return TRUE;
    }
  const gint64 n = (gint64)decimal->n_whole + decimal->exponent;
  if (!whole_part (decimal, n, &whole))
    return FALSE;
  unsigned __int128 sum = (unsigned __int128)whole * (guint64)unit
                          + fraction_part (decimal, n, unit, &next_digit, &remainder);
  if (rounding == SW_ROUND_NONE && remainder)
    return FALSE;
  if (rounding == SW_ROUND_UP ? remainder : next_digit >= 5)
    sum++;
  if (sum > (unsigned __int128)G_MAXINT64)
    return FALSE;
  *out = decimal->negative ? -(gint64)sum : (gint64)sum;
  return TRUE;
}
