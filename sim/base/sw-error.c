/* Errors and lists of faults.  Every user-facing text is made here, so that "file:line:column:
 * text" looks the same everywhere. */
#include "sw-error.h"

#include <string.h>

/* Not by G_DEFINE_QUARK, which keeps a variable. */
GQuark
sw_error_quark (void)
{
  return g_quark_from_static_string ("sw-error-quark");
}

static char *
place_text (const char *file, guint line, guint column, const char *format, va_list args)
{
  g_autofree char *text = g_strdup_vprintf (format, args);

  if (line == 0)
    return g_strconcat (file, ": ", text, NULL);
  if (column == 0)
    return g_strdup_printf ("%s:%u: %s", file, line, text);
  return g_strdup_printf ("%s:%u:%u: %s", file, line, column, text);
}

gboolean
sw_error_at (GError **error, const char *file, guint line, guint column, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_autofree char *text = place_text (file, line, column, format, args);
  va_end (args);
  g_set_error_literal (error, SW_ERROR, SW_ERROR_INPUT, text);
  return FALSE;
}

int
sw_error_status (const GError *error)
{
  return error->domain == SW_ERROR ? error->code : SW_ERROR_OUTSIDE;
}

void
sw_faults_init (SwFaults *faults)
{
  faults->texts = g_ptr_array_new_with_free_func (g_free);
}

void
sw_faults_clear (SwFaults *faults)
{
  g_clear_pointer (&faults->texts, g_ptr_array_unref);
}

void
sw_faults_add (SwFaults *faults, const char *file, guint line, guint column, const char *format,
               ...)
{
  va_list args;

  va_start (args, format);
  g_ptr_array_add (faults->texts, place_text (file, line, column, format, args));
  va_end (args);
}

gboolean
sw_faults_report (const SwFaults *faults, GError **error)
{
  if (faults->texts->len == 0)
    return TRUE;

  g_autoptr (GString) all = g_string_new (NULL);
  for (guint i = 0; i < faults->texts->len; i++)
    {
      if (i > 0)
        g_string_append_c (all, '\n');
      g_string_append (all, g_ptr_array_index (faults->texts, i));
    }
  g_set_error_literal (error, SW_ERROR, SW_ERROR_INPUT, all->str);
  return FALSE;
}

/* Edit distance with swaps of neighbours (optimal string alignment), cut off above limit.  rows has
   room for 3 * (length of b + 1). */
static gsize
edit_distance (const char *a, const char *b, gsize limit, gsize *rows)
{
  const gsize m = strlen (a), n = strlen (b);

  if ((m > n ? m - n : n - m) > limit)
    return limit + 1;
  gsize *older = rows, *old = rows + n + 1, *now = rows + 2 * (n + 1);
  for (gsize j = 0; j <= n; j++)
    old[j] = j;
  for (gsize i = 1; i <= m; i++)
    {
      now[0] = i;
      for (gsize j = 1; j <= n; j++)
        {
          gsize best = old[j - 1] + (a[i - 1] != b[j - 1]);
          best = MIN (best, MIN (old[j], now[j - 1]) + 1);
          if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
            best = MIN (best, older[j - 2] + 1);
          now[j] = best;
        }
      gsize *spare = older;
      older = old;
      old = now;
      now = spare;
    }
  return old[n];
}

const char *
sw_nearest (const char *text, const char *const *candidates, gsize n)
{
  gsize longest = 0;
  for (gsize i = 0; i < n; i++)
    longest = MAX (longest, strlen (candidates[i]));

  g_autofree gsize *rows = g_new (gsize, 3 * (longest + 1));
  const char *nearest = NULL;
  gsize limit = 1 + strlen (text) / 3;
  for (gsize i = 0; i < n; i++)
    {
      const gsize distance = edit_distance (text, candidates[i], limit, rows);
      if (distance > limit)
        continue;
      nearest = candidates[i];
      if (distance == 0)
        break;
      limit = distance - 1;
    }
  return nearest;
}
