/* Times and durations as text.  Everything is integer arithmetic on nanoseconds; civil dates use
 * the proleptic Gregorian calendar counted from March, so that the leap day comes last. */
#include "sw-time.h"
#include "sw-fixed.h"

#include <string.h>

#define DAY (86400 * SW_SECOND)
#define HOUR (3600 * SW_SECOND)
#define MINUTE (60 * SW_SECOND)

gboolean
sw_parse_fixed (const char *text, gint64 unit, gint64 *out)
{
  SwDecimal decimal;
  return sw_decimal_scan (text, &decimal) && *decimal.end == '\0'
         && sw_decimal_scale (&decimal, unit, SW_ROUND_HALF_AWAY, out);
}

/* ---- durations with units ---- */

typedef struct
{
  const char *name;
  SwTime unit;
} Unit;

/* From long to short; a sum must follow this order. */
static const Unit duration_units[] = {
  { "d", DAY },   { "h", HOUR }, { "min", MINUTE }, { "s", SW_SECOND }, { "ms", SW_SECOND / 1000 },
  { "us", 1000 }, { "ns", 1 },
};

/* Index of the unit that the letters at *p spell, behind unit number after; -1 if none. */
static int
scan_unit (const char **p, int after)
{
  gsize n = 0;
  while (g_ascii_isalpha ((*p)[n]))
    n++;
  for (int i = after + 1; i < (int)G_N_ELEMENTS (duration_units); i++)
    if (strlen (duration_units[i].name) == n && strncmp (*p, duration_units[i].name, n) == 0)
      {
        *p += n;
        return i;
      }
  return -1;
}

gboolean
sw_parse_duration (const char *text, SwTime *out)
{
  SwTime sum = 0;
  int unit = -1;

  if (strcmp (text, "0") == 0)
    {
      *out = 0;
      return TRUE;
    }
  do
    {
      SwDecimal decimal;
      SwTime part;
      if (!sw_decimal_scan (text, &decimal) || decimal.is_signed || decimal.has_exponent)
        return FALSE;
      text = decimal.end;
      unit = scan_unit (&text, unit);
      if (unit < 0
          || !sw_decimal_scale (&decimal, duration_units[unit].unit, SW_ROUND_HALF_AWAY, &part)
          || __builtin_add_overflow (sum, part, &sum) || sum == SW_TIME_INF)
        return FALSE;
    }
  while (*text != '\0');
  *out = sum;
  return TRUE;
}

/* ---- durations of batch systems ---- */

/* Digits at *p as a number of at most max. */
static gboolean
scan_number (const char **p, gint64 max, gint64 *out)
{
  const char *start = *p;

  *out = 0;
  for (; g_ascii_isdigit (**p); (*p)++)
    {
      *out = 10 * *out + (**p - '0');
      if (*out > max)
        return FALSE;
    }
  return *p > start;
}

/* Digits behind a point at *p as nanoseconds, rounded; 0 if there is no point. */
static gboolean
scan_fraction (const char **p, gint64 *ns)
{
  *ns = 0;
  if (**p != '.')
    return TRUE;
  (*p)++;
  const char *start = *p;
  for (gint64 unit = 100000000; g_ascii_isdigit (**p); (*p)++, unit /= 10)
    *ns += (**p - '0') * unit;
  if (*p - start > 9 && start[9] >= '5')
    (*ns)++;
  return *p > start;
}

#define MAX_DAYS (G_MAXINT64 / DAY - 1)
#define MAX_HOURS (G_MAXINT64 / HOUR - 1)

/* MM:SS or HH:MM:SS at *p, hours up to hours_max. */
static gboolean
scan_clock (const char **p, gint64 hours_max, SwTime *out)
{
  gint64 first, second, third;

  if (!scan_number (p, MAX_HOURS, &first) || *(*p)++ != ':' || !scan_number (p, 59, &second))
    return FALSE;
  if (**p != ':')
    {
      *out = first * MINUTE + second * SW_SECOND;
      return first <= 59;
    }
  (*p)++;
  *out = first * HOUR + second * MINUTE;
  if (first > hours_max || !scan_number (p, 59, &third))
    return FALSE;
  *out += third * SW_SECOND;
  return TRUE;
}

gboolean
sw_parse_elapsed (const char *text, SwTime *out)
{
  const char *dash = strchr (text, '-');
  gint64 days = 0, ns;
  SwTime clock;

  if (dash != NULL && (!scan_number (&text, MAX_DAYS, &days) || *text++ != '-'))
    return FALSE;
  const char *clock_text = text;
  if (!scan_clock (&text, dash != NULL ? 23 : MAX_HOURS, &clock))
    return FALSE;
  if (dash != NULL && strchr (clock_text, ':') == strrchr (clock_text, ':'))
    return FALSE;
  if (!scan_fraction (&text, &ns) || *text != '\0')
    return FALSE;
  *out = days * DAY + clock + ns;
  return TRUE;
}

/* D-HH, D-HH:MM or D-HH:MM:SS, behind the dash. */
static gboolean
scan_hours_of_day (const char *p, SwTime *out)
{
  static const SwTime units[] = { HOUR, MINUTE, SW_SECOND };
  gint64 part;

  *out = 0;
  for (guint n = 0; n < 3; n++)
    {
      if (!scan_number (&p, n == 0 ? 23 : 59, &part))
        return FALSE;
      *out += part * units[n];
      if (*p == '\0')
        return TRUE;
      if (*p++ != ':')
        return FALSE;
    }
  return FALSE;
}

gboolean
sw_parse_limit (const char *text, SwTime *out)
{
  gint64 number;

  *out = SW_TIME_NONE;
  if (*text == '\0' || g_ascii_strcasecmp (text, "Partition_Limit") == 0
      || g_ascii_strcasecmp (text, "INVALID") == 0)
    return TRUE;
  if (g_ascii_strcasecmp (text, "UNLIMITED") == 0)
    {
      *out = SW_TIME_INF;
      return TRUE;
    }
  const char *p = text;
  if (!scan_number (&p, MAX_HOURS, &number))
    return FALSE;
  if (*p == '\0')
    {
      *out = number * MINUTE;
      return TRUE;
    }
  if (*p == '-')
    {
      SwTime clock;
      if (number > MAX_DAYS || !scan_hours_of_day (p + 1, &clock))
        return FALSE;
      *out = number * DAY + clock;
      return TRUE;
    }
  p = text;
  return scan_clock (&p, MAX_HOURS, out) && *p == '\0';
}

/* ---- civil time ---- */

typedef struct
{
  gint64 year, month, day, seconds, ns; /* seconds of the day */
  gboolean has_offset;
  gint64 offset; /* seconds east of UTC */
} Civil;

static gint64
days_from_civil (gint64 year, gint64 month, gint64 day)
{
  year -= month <= 2;
  const gint64 era = (year >= 0 ? year : year - 399) / 400;
  const gint64 year_of_era = year - era * 400;
  const gint64 day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  const gint64 day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * 146097 + day_of_era - 719468;
}

static void
civil_from_days (gint64 days, Civil *out)
{
  days += 719468;
  const gint64 era = (days >= 0 ? days : days - 146096) / 146097;
  const gint64 day_of_era = days - era * 146097;
  const gint64 year_of_era
      = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const gint64 day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const gint64 month = (5 * day_of_year + 2) / 153;
  out->day = day_of_year - (153 * month + 2) / 5 + 1;
  out->month = month < 10 ? month + 3 : month - 9;
  out->year = year_of_era + era * 400 + (out->month <= 2);
}

/* least to most digits at *p, as a number in [min, max]. */
static gboolean
scan_field (const char **p, guint least, guint most, gint64 min, gint64 max, gint64 *out)
{
  const char *start = *p;
  return scan_number (p, max, out) && *out >= min && *p - start >= least && *p - start <= most;
}

static gboolean
scan_date (const char **p, guint *least, Civil *out)
{
  if (!scan_field (p, 4, 4, 1, 9999, &out->year) || (**p != '-' && **p != '/'))
    return FALSE;
  const char separator = *(*p)++;
  *least = separator == '/' ? 1 : 2;
  if (!scan_field (p, *least, 2, 1, 12, &out->month) || *(*p)++ != separator
      || !scan_field (p, *least, 2, 1, 31, &out->day))
    return FALSE;
  return g_date_valid_dmy (out->day, out->month, out->year);
}

static gboolean
scan_time_of_day (const char **p, guint least, Civil *out)
{
  gint64 hour, minute, second = 0;

  if (!scan_field (p, least, 2, 0, 23, &hour) || *(*p)++ != ':'
      || !scan_field (p, 2, 2, 0, 59, &minute))
    return FALSE;
  if (**p == ':')
    {
      (*p)++;
      if (!scan_field (p, 2, 2, 0, 59, &second) || !scan_fraction (p, &out->ns))
        return FALSE;
    }
  out->seconds = hour * 3600 + minute * 60 + second;
  return TRUE;
}

static gboolean
scan_offset (const char **p, Civil *out)
{
  if (**p == '\0')
    return TRUE;
  out->has_offset = TRUE;
  if (**p == 'Z' || **p == 'z')
    {
      (*p)++;
      return TRUE;
    }
  gint64 hours, minutes;
  const char sign = *(*p)++;
  if ((sign != '+' && sign != '-') || strspn (*p, "0123456789:") != strlen (*p))
    return FALSE;
  const gboolean colon = strchr (*p, ':') != NULL;
  if (strlen (*p) != (colon ? 5 : 4))
    return FALSE;
  hours = g_ascii_digit_value ((*p)[0]) * 10 + g_ascii_digit_value ((*p)[1]);
  const char *m = *p + 2 + colon;
  minutes = g_ascii_digit_value (m[0]) * 10 + g_ascii_digit_value (m[1]);
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59 || (colon && (*p)[2] != ':'))
    return FALSE;
  out->offset = (sign == '-' ? -1 : 1) * (hours * 3600 + minutes * 60);
  *p += strlen (*p);
  return TRUE;
}

static gint64
offset_at (GTimeZone *zone, gint64 utc)
{
  return g_time_zone_get_offset (zone,
                                 g_time_zone_find_interval (zone, G_TIME_TYPE_UNIVERSAL, utc));
}

/* UTC seconds of a local time.  The offsets of the day before and the day after are tried: a time
   that fits both occurred twice, one that fits neither never. */
static gint64
local_to_utc (gint64 local, GTimeZone *zone, gboolean *ambiguous)
{
  const gint64 before = offset_at (zone, local - 86400), after = offset_at (zone, local + 86400);
  const gboolean fits_before = offset_at (zone, local - before) == before;
  const gboolean fits_after = offset_at (zone, local - after) == after;

  *ambiguous = before != after && fits_before == fits_after;
  if (fits_before && fits_after)
    return MIN (local - before, local - after);
  return local - (fits_after ? after : before);
}

gboolean
sw_parse_civil (const char *text, GTimeZone *zone, SwTime *out, gboolean *ambiguous)
{
  Civil civil = { 0 };
  guint least;
  gboolean twice = FALSE;

  if (!scan_date (&text, &least, &civil) || (*text != ' ' && *text != 'T' && *text != 't'))
    return FALSE;
  text++;
  if (!scan_time_of_day (&text, least, &civil) || !scan_offset (&text, &civil) || *text != '\0')
    return FALSE;
  gint64 seconds = days_from_civil (civil.year, civil.month, civil.day) * 86400 + civil.seconds;
  if (civil.has_offset)
    seconds -= civil.offset;
  else if (zone != NULL)
    seconds = local_to_utc (seconds, zone, &twice);
  SwTime time;
  if (__builtin_mul_overflow (seconds, SW_SECOND, &time)
      || __builtin_add_overflow (time, civil.ns, &time) || time == SW_TIME_INF
      || time == SW_TIME_NONE)
    return FALSE;
  *out = time;
  if (ambiguous != NULL)
    *ambiguous = twice;
  return TRUE;
}

/* ---- printing ---- */

/* value with at least width digits, at p; returns the end. */
static char *
put_number (char *p, guint64 value, guint width)
{
  char digits[20];
  guint n = 0;

  do
    digits[n++] = '0' + value % 10;
  while ((value /= 10) != 0);
  for (; width > n; width--)
    *p++ = '0';
  while (n > 0)
    *p++ = digits[--n];
  return p;
}

/* A point and ns without trailing zeros; nothing if ns is 0. */
static char *
put_fraction (char *p, guint ns)
{
  if (ns == 0)
    return p;
  *p++ = '.';
  p = put_number (p, ns, 9);
  while (p[-1] == '0')
    p--;
  return p;
}

char *
sw_format_seconds (SwTime t, char buffer[SW_TIME_TEXT])
{
  char *p = buffer;

  if (t != SW_TIME_NONE && t != SW_TIME_INF)
    {
      if (t < 0)
        *p++ = '-';
      const guint64 ns = t < 0 ? -(guint64)t : (guint64)t;
      p = put_number (p, ns / SW_SECOND, 1);
      p = put_fraction (p, ns % SW_SECOND);
    }
  *p = '\0';
  return buffer;
}

char *
sw_format_elapsed (SwTime t, char buffer[SW_TIME_TEXT])
{
  if (t == SW_TIME_NONE || t == SW_TIME_INF)
    return strcpy (buffer, t == SW_TIME_NONE ? "n/a" : "never");

  char *p = buffer;
  if (t < 0)
    *p++ = '-';
  const guint64 ns = t < 0 ? -(guint64)t : (guint64)t, seconds = ns / SW_SECOND;
  if (seconds >= 86400)
    {
      p = put_number (p, seconds / 86400, 1);
      *p++ = '-';
    }
  p = put_number (p, seconds / 3600 % 24, 2);
  *p++ = ':';
  p = put_number (p, seconds / 60 % 60, 2);
  *p++ = ':';
  p = put_number (p, seconds % 60, 2);
  p = put_fraction (p, ns % SW_SECOND);
  *p = '\0';
  return buffer;
}

char *
sw_format_utc (SwTime t, char buffer[SW_TIME_TEXT])
{
  if (t == SW_TIME_NONE || t == SW_TIME_INF)
    return strcpy (buffer, t == SW_TIME_NONE ? "n/a" : "never");

  Civil civil = { 0 };
  const gboolean before = t % DAY < 0;
  const SwTime day = t / DAY - before, rest = t % DAY + (before ? DAY : 0);
  civil_from_days (day, &civil);
  char *p = put_number (buffer, civil.year, 4);
  *p++ = '-';
  p = put_number (p, civil.month, 2);
  *p++ = '-';
  p = put_number (p, civil.day, 2);
  *p++ = 'T';
  p = put_number (p, rest / HOUR, 2);
  *p++ = ':';
  p = put_number (p, rest / MINUTE % 60, 2);
  *p++ = ':';
  p = put_number (p, rest / SW_SECOND % 60, 2);
  p = put_fraction (p, rest % SW_SECOND);
  *p++ = 'Z';
  *p = '\0';
  return buffer;
}

SwTime
sw_time_add (SwTime a, SwTime b)
{
  SwTime sum;

  if (a == SW_TIME_INF || b == SW_TIME_INF)
    return SW_TIME_INF;
  if (__builtin_add_overflow (a, b, &sum))
    return a < 0 ? SW_TIME_NONE + 1 : SW_TIME_INF;
  return sum;
}
