/* See the header.  Everything here is arithmetic on arrays, so that it can be checked by hand. */
#include "sw-series.h"

static void
put (GArray *out, double x, double y)
{
  const SwPoint point = { x, y };
  g_array_append_val (out, point);
}

static void
all_corners (const SwPoint *levels, gsize n, double end, GArray *out)
{
  for (gsize i = 0; i < n; i++)
    {
      put (out, levels[i].x, levels[i].y);
      put (out, i + 1 < n ? levels[i + 1].x : end, levels[i].y);
    }
}

void
sw_series_steps (const SwPoint *levels, gsize n, double end, guint columns, GArray *out)
{
  if (n <= 2 * (gsize)columns)
    {
      all_corners (levels, n, end, out);
      return;
    }
  const double begin = levels[0].x;
  gsize i = 0;
  for (guint column = 0; column < columns; column++)
    {
      const double left = begin + (end - begin) * column / columns;
      const double right = begin + (end - begin) * (column + 1) / columns;
      const double first = levels[i].y;
      double low = first, high = first;
      for (; i + 1 < n && (levels[i + 1].x < right || column + 1 == columns); i++)
        {
          low = MIN (low, levels[i + 1].y);
          high = MAX (high, levels[i + 1].y);
        }
      put (out, left, first);
      if (low < high)
        {
          put (out, (left + right) / 2, low);
          put (out, (left + right) / 2, high);
        }
      put (out, right, levels[i].y);
    }
}

void
sw_series_distribution (const double *values, gsize n, double floor, double end, guint steps,
                        GArray *out)
{
  if (n == 0)
    return;
  const gsize m = MIN (n, (gsize)steps);
  double share = 0;
  put (out, floor, share);
  for (gsize k = 1; k <= m; k++)
    {
      const gsize rank = (k * n + m - 1) / m;
      const double x = MAX (values[rank - 1], floor);
      put (out, x, share);
      share = (double)rank / n;
      put (out, x, share);
    }
  put (out, end, share);
}

const char *
sw_series_time_unit (double seconds, double *length)
{
  static const struct
  {
    const char *name;
    double length, up_to;
  } units[] = { { "s", 1, 300 }, { "min", 60, 5 * 3600 }, { "h", 3600, 4 * 86400 } };
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (seconds <= units[i].up_to)
      {
        *length = units[i].length;
        return units[i].name;
      }
  *length = 86400;
  return "d";
}
