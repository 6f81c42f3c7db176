#include "sw-layouts.h"

/* The balanced layout of a card, NULL if there is none. */
static const char *
balanced (const SwMigGeometry *mig)
{
  return mig->uniform       ? NULL
         : mig->slices == 7 ? "2x1g 1x2g 1x3g"
         : mig->slices == 4 ? "2x1g 1x2g"
                            : NULL;
}

/* Why the text is no layout, transfer full; NULL: *out is it. */
static char *
parse_one (const SwMigGeometry *mig, const char *text, SwMigLayout *out)
{
  char *why = NULL;
  if (!*text)
    return g_strdup ("expected instances such as 3g.20gb 2x2g.10gb, found nothing");
  if (!g_str_equal (text, "balanced"))
    {
      sw_mig_layout_parse (mig, text, out, &why);
      return why;
    }
  text = balanced (mig);
  if (!text)
    return g_strdup_printf ("balanced is for cards of 7 or 4 slices, %s has %u%s", mig->name,
                            mig->slices, mig->uniform ? " of one size" : "");
  sw_mig_layout_parse (mig, text, out, &why);
  return why;
}

GArray *
sw_layouts_parse (const SwKeyValue *value, const SwMigGeometry *mig, SwFaults *faults)
{
  g_autoptr (GArray) layouts = g_array_new (FALSE, TRUE, sizeof (SwMigLayout));
  g_auto (GStrv) parts = g_strsplit_set (value->text, ";|", -1);
  guint column = value->column;
  for (char **part = parts; *part; part++)
    {
      SwMigLayout layout;
      const char *text = *part;
      while (g_ascii_isspace (*text))
        text++;
      g_autofree char *trimmed = g_strchomp (g_strdup (text));
      g_autofree char *why = parse_one (mig, trimmed, &layout);
      if (why)
        {
          SwKeyValue place = *value;
          place.column = value->column ? column + (guint)(text - *part) : 0;
          sw_faults_add_value (faults, &place, "mig_layout: %s", why);
          return NULL;
        }
      g_array_append_val (layouts, layout);
      column += (guint)g_utf8_strlen (*part, -1) + 1;
    }
  return g_steal_pointer (&layouts);
}
