/* Units of cells.  All arithmetic is in integers; nothing depends on the locale. */
#include "sw-cell.h"

#include <string.h>

#include "sw-quantity.h"

#define MIB ((gint64)1 << 20)

static const char not_number[] = "is not a number";
static const char out_of_range[] = "is out of range";
static const char negative[] = "is negative";

/* Value of "1" in ns; 0: not a number times a unit. */
static gint64
time_unit (SwUnit unit)
{
  switch (unit)
    {
    case SW_UNIT_S:
      return SW_SECOND;
    case SW_UNIT_MS:
      return SW_SECOND / 1000;
    case SW_UNIT_US:
      return 1000;
    case SW_UNIT_NS:
      return 1;
    case SW_UNIT_MIN:
      return 60 * SW_SECOND;
    case SW_UNIT_H:
      return 3600 * SW_SECOND;
    case SW_UNIT_D:
      return 86400 * SW_SECOND;
    default:
      return 0;
    }
}

/* Whether the text is of the form [+-]digits[.digits][e[+-]digits]. */
static gboolean
has_number_form (const char *p)
{
  static const char digits[] = "0123456789";
  p += *p == '-' || *p == '+';
  gsize whole = strspn (p, digits);
  p += whole;
  if (*p == '.')
    {
      gsize fraction = strspn (p + 1, digits);
      if (fraction == 0)
        return FALSE;
      p += 1 + fraction;
    }
  if (*p == 'e' || *p == 'E')
    {
      p += 1 + (p[1] == '-' || p[1] == '+');
      if (!g_ascii_isdigit (*p))
        return FALSE;
      p += strspn (p, digits);
    }
  return whole > 0 && *p == '\0';
}

/* Why a number was refused. */
static const char *
refused (const char *text)
{
  return has_number_form (text) ? out_of_range : not_number;
}

static const char *
fixed (const char *text, gint64 unit, gint64 *out)
{
  return sw_parse_fixed (text, unit, out) ? NULL : refused (text);
}

const char *
sw_cell_span (SwUnit unit, const char *text, SwTime *out)
{
  switch (unit)
    {
    case SW_UNIT_ELAPSED:
      return sw_parse_elapsed (text, out) ? NULL : "is not of the form [[D-]HH:]MM:SS";
    case SW_UNIT_LIMIT:
      return sw_parse_limit (text, out) ? NULL : "is not a time limit";
    case SW_UNIT_DURATION:
      return sw_parse_duration (text, out) ? NULL : "is not a duration with a unit";
    default:
      return fixed (text, time_unit (unit), out);
    }
}

/* Whether a date ends in Z or an offset. */
static gboolean
has_offset (const char *text)
{
  gsize length = strlen (text);
  if (length < 11)
    return FALSE;
  return text[length - 1] == 'Z' || text[length - 1] == 'z' || strpbrk (text + 10, "+-") != NULL;
}

const char *
sw_cell_instant (SwUnit unit, const char *text, GTimeZone *zone, SwTime *out, SwCellZone *how)
{
  *how = (SwCellZone){ FALSE, FALSE };
  if (unit != SW_UNIT_CIVIL)
    return fixed (text, time_unit (unit), out);
  if (!sw_parse_civil (text, zone, out, &how->ambiguous))
    return "is not a date and time";
  how->assumed = !has_offset (text);
  return NULL;
}

gboolean
sw_cell_rough_seconds (SwUnit unit, const char *text, double *out)
{
  if (time_unit (unit) == 0 || !sw_parse_real (text, out))
    return FALSE;
  *out *= (double)time_unit (unit) / (double)SW_SECOND;
  return TRUE;
}

const char *
sw_cell_milli (SwUnit unit, const char *text, gint64 *out)
{
  if (unit == SW_UNIT_K8S)
    return sw_parse_k8s_cpu (text, out) ? NULL : "is not a quantity";
  gint64 one = unit == SW_UNIT_MILLI ? 1 : unit == SW_UNIT_PERCENT ? 10 : 1000;
  const char *fault = fixed (text, one, out);
  return fault == NULL && *out < 0 ? negative : fault;
}

const char *
sw_cell_ppm (SwUnit unit, const char *text, gint64 *out)
{
  gint64 one = unit == SW_UNIT_MILLI ? 1000 : unit == SW_UNIT_PERCENT ? 10000 : 1000000;
  const char *fault = fixed (text, one, out);
  return fault == NULL && *out < 0 ? negative : fault;
}

static gint64
memory_unit (SwUnit unit)
{
  switch (unit)
    {
    case SW_UNIT_BYTES:
      return 1;
    case SW_UNIT_KIB:
      return 1 << 10;
    case SW_UNIT_MIB:
      return MIB;
    case SW_UNIT_GIB:
      return MIB << 10;
    case SW_UNIT_KB:
      return 1000;
    case SW_UNIT_MB:
      return 1000000;
    case SW_UNIT_GB:
      return 1000000000;
    default:
      g_assert_not_reached ();
    }
}

const char *
sw_cell_memory (SwUnit unit, const char *text, gint64 *out)
{
  gint64 bytes;
  char per;
  switch (unit)
    {
    case SW_UNIT_SLURM:
      return sw_parse_slurm_mem (text, out, &per) ? NULL : "is not an amount of memory";
    case SW_UNIT_K8S:
      if (!sw_parse_k8s_bytes (text, &bytes))
        return "is not a quantity";
      break;
    case SW_UNIT_TEXT:
      if (!sw_parse_bytes (text, &bytes))
        return "is not an amount of memory with a unit";
      break;
    default:
      {
        const char *fault = fixed (text, memory_unit (unit), &bytes);
        if (fault != NULL)
          return fault;
      }
    }
  if (bytes < 0)
    return negative;
  *out = bytes / MIB + (bytes % MIB != 0);
  return NULL;
}

const char *
sw_cell_int (const char *text, gint64 min, gint64 max, gint64 *out)
{
  gint64 milli;
  if (!sw_parse_fixed (text, 1000, &milli))
    return refused (text);
  if (milli % 1000 != 0)
    return "is not a whole number";
  *out = milli / 1000;
  return *out < min || *out > max ? out_of_range : NULL;
}

gboolean
sw_cell_among (const char *text, const char *const *words)
{
  for (; words != NULL && *words != NULL; words++)
    if (g_str_equal (*words, text))
      return TRUE;
  return FALSE;
}

const char *
sw_cell_bool (const char *const *yes, const char *text, gboolean *out)
{
  if (yes == NULL)
    return sw_parse_bool (text, out) ? NULL : "is neither yes nor no";
  *out = sw_cell_among (text, yes);
  return NULL;
}
