/* Quantities with units.  A number is scanned exactly, the rest of the text must be one of the
 * units of its grammar. */
#include "sw-quantity.h"
#include "sw-fixed.h"

#include <math.h>
#include <string.h>

typedef struct
{
  const char *name;
  gint64 size;
} Unit;

static const Unit byte_units[] = {
  { "B", 1 },
  { "KiB", G_GINT64_CONSTANT (1) << 10 },
  { "MiB", G_GINT64_CONSTANT (1) << 20 },
  { "GiB", G_GINT64_CONSTANT (1) << 30 },
  { "TiB", G_GINT64_CONSTANT (1) << 40 },
  { "PiB", G_GINT64_CONSTANT (1) << 50 },
  { "kB", 1000 },
  { "KB", 1000 },
  { "MB", 1000000 },
  { "GB", 1000000000 },
  { "TB", G_GINT64_CONSTANT (1000000000000) },
  { "PB", G_GINT64_CONSTANT (1000000000000000) },
  { NULL },
};

static const Unit k8s_units[] = {
  { "", 1 },
  { "k", 1000 },
  { "M", 1000000 },
  { "G", 1000000000 },
  { "T", G_GINT64_CONSTANT (1000000000000) },
  { "P", G_GINT64_CONSTANT (1000000000000000) },
  { "E", G_GINT64_CONSTANT (1000000000000000000) },
  { "Ki", G_GINT64_CONSTANT (1) << 10 },
  { "Mi", G_GINT64_CONSTANT (1) << 20 },
  { "Gi", G_GINT64_CONSTANT (1) << 30 },
  { "Ti", G_GINT64_CONSTANT (1) << 40 },
  { "Pi", G_GINT64_CONSTANT (1) << 50 },
  { "Ei", G_GINT64_CONSTANT (1) << 60 },
  { NULL },
};

/* Size of the unit, 0 if there is none of this name. */
static gint64
unit_size (const Unit *units, const char *name)
{
  for (; units->name != NULL; units++)
    if (strcmp (units->name, name) == 0)
      return units->size;
  return 0;
}

gboolean
sw_parse_bytes (const char *text, gint64 *bytes)
{
  SwDecimal decimal;

  if (strcmp (text, "0") == 0)
    {
      *bytes = 0;
      return TRUE;
    }
  if (!sw_decimal_scan (text, &decimal) || decimal.is_signed || decimal.has_exponent)
    return FALSE;
  const gint64 size = unit_size (byte_units, decimal.end);
  return size > 0 && sw_decimal_scale (&decimal, size, SW_ROUND_HALF_AWAY, bytes);
}

/* value / 1000, rounded up. */
static gint64
thousandths_up (gint64 value)
{
  return value / 1000 + (value % 1000 != 0);
}

gboolean
sw_parse_k8s_bytes (const char *text, gint64 *bytes)
{
  SwDecimal decimal;

  if (!sw_decimal_scan (text, &decimal) || decimal.is_signed)
    return FALSE;
  if (!decimal.has_exponent && strcmp (decimal.end, "m") == 0)
    {
      if (!sw_decimal_scale (&decimal, 1, SW_ROUND_UP, bytes))
        return FALSE;
      *bytes = thousandths_up (*bytes);
      return TRUE;
    }
  const gint64 size = unit_size (k8s_units, decimal.end);
  return size > 0 && (size == 1 || !decimal.has_exponent)
         && sw_decimal_scale (&decimal, size, SW_ROUND_UP, bytes);
}

gboolean
sw_parse_k8s_cpu (const char *text, gint64 *milli)
{
  SwDecimal decimal;

  if (!sw_decimal_scan (text, &decimal) || decimal.is_signed)
    return FALSE;
  if (*decimal.end == '\0')
    return sw_decimal_scale (&decimal, 1000, SW_ROUND_UP, milli);
  return strcmp (decimal.end, "m") == 0 && !decimal.has_exponent
         && sw_decimal_scale (&decimal, 1, SW_ROUND_UP, milli);
}

gboolean
sw_parse_slurm_mem (const char *text, gint64 *mib, char *per)
{
  SwDecimal decimal;
  const char *letters = "KMGT";
  gint64 kib_per_unit = 1024;

  *mib = -1;
  *per = 0;
  if (*text == '\0')
    return TRUE;
  if (!sw_decimal_scan (text, &decimal) || decimal.is_signed || decimal.has_exponent)
    return FALSE;
  const char *p = decimal.end;
  const char *letter = *p != '\0' ? strchr (letters, *p) : NULL;
  if (letter != NULL)
    {
      kib_per_unit = G_GINT64_CONSTANT (1) << (10 * (letter - letters));
      p++;
    }
  if (*p == 'n' || *p == 'c')
    *per = *p++;
  gint64 kib;
  if (*p != '\0' || !sw_decimal_scale (&decimal, kib_per_unit, SW_ROUND_UP, &kib))
    return FALSE;
  if (kib > 0)
    *mib = kib / 1024 + (kib % 1024 != 0);
  return TRUE;
}

gboolean
sw_parse_ratio (const char *text, gint64 *ppm)
{
  SwDecimal decimal;

  if (!sw_decimal_scan (text, &decimal))
    return FALSE;
  const gboolean percent = *decimal.end == '%';
  return decimal.end[percent] == '\0'
         && sw_decimal_scale (&decimal, percent ? 10000 : 1000000, SW_ROUND_HALF_AWAY, ppm);
}

gboolean
sw_parse_real (const char *text, double *out)
{
  SwDecimal decimal;

  if (!sw_decimal_scan (text, &decimal) || *decimal.end != '\0')
    return FALSE;
  const double value = g_ascii_strtod (text, NULL);
  if (!isfinite (value))
    return FALSE;
  *out = value;
  return TRUE;
}

gboolean
sw_parse_int (const char *text, gint64 min, gint64 max, gint64 *out)
{
  SwDecimal decimal;
  gint64 value;

  if (!sw_decimal_scan (text, &decimal) || *decimal.end != '\0' || decimal.has_exponent
      || decimal.n_fraction > 0 || !sw_decimal_scale (&decimal, 1, SW_ROUND_NONE, &value)
      || value < min || value > max)
    return FALSE;
  *out = value;
  return TRUE;
}

gboolean
sw_parse_bool (const char *text, gboolean *out)
{
  static const char *const words[] = { "no", "yes", "false", "true", "off", "on", "0", "1" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_ascii_strcasecmp (text, words[i]) == 0)
      {
        *out = i % 2;
        return TRUE;
      }
  return FALSE;
}
