/* Written by hand, number by number: a million rows pass here. */
#include "sw-placement.h"

static void
append_number (GString *out, guint number)
{
  if (number >= 10)
    append_number (out, number / 10);
  g_string_append_c (out, (char)('0' + number % 10));
}

/* ":" before the first card of an entry, "," before others. */
static void
separate (GString *out, gboolean *first)
{
  g_string_append_c (out, *first ? ':' : ',');
  *first = FALSE;
}

/* "0-3,7" */
static void
append_cards (GString *out, guint64 cards, gboolean *first)
{
  for (guint card = 0; card < SW_MAX_CARDS;)
    {
      if (!(cards >> card & 1))
        {
          card++;
          continue;
        }
      guint last = card;
      while (last + 1 < SW_MAX_CARDS && cards >> (last + 1) & 1)
        last++;
      separate (out, first);
      append_number (out, card);
      if (last > card)
        {
          g_string_append_c (out, '-');
          append_number (out, last);
        }
      card = last + 1;
    }
}

/* "3[250m]", "3[1g.10gb@4]" */
static void
append_part (GString *out, const SwPiece *piece, const SwNodeNames *names, gboolean *first)
{
  separate (out, first);
  append_number (out, piece->part.card);
  g_string_append_c (out, '[');
  if (!piece->part.sliced)
    {
      append_number (out, piece->milli);
      g_string_append (out, "m]");
      return;
    }
  g_string_append (out, names->profile (names->data, piece->node, piece->part.profile));
  g_string_append_c (out, '@');
  append_number (out, piece->part.start);
  g_string_append_c (out, ']');
}

static void
append_entry (GString *out, const SwPiece *pieces, guint32 n, const SwNodeNames *names)
{
  gboolean first = TRUE;
  guint64 whole = 0;
  if (out->len > 0)
    g_string_append_c (out, ';');
  g_string_append (out, names->node_id (names->data, pieces->node));
  for (guint32 i = 0; i < n; i++)
    whole |= pieces[i].milli > 0 ? 0 : pieces[i].cards;
  append_cards (out, whole, &first);
  for (guint32 i = 0; i < n; i++)
    if (pieces[i].milli > 0)
      append_part (out, &pieces[i], names, &first);
}

const char *
sw_placement (GString *out, const SwOutcome *outcome, const SwAttempt *attempt,
              const SwNodeNames *names)
{
  const SwPiece *pieces = (const SwPiece *)(gpointer)outcome->pieces->data + attempt->first_piece;
  g_string_truncate (out, 0);
  for (guint32 i = 0, n; i < attempt->n_pieces; i += n)
    {
      for (n = 1; i + n < attempt->n_pieces && pieces[i + n].node == pieces[i].node;)
        n++;
      append_entry (out, &pieces[i], n, names);
    }
  return out->str;
}
