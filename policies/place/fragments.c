/* Looking for the card of a node on which a task makes fragmentation grow least. */
#include "fragments.h"

gint64
sw_fragments_score (const SwHost *host, SwView *v, const SwTaskGroup *task, const SwNodeView *node,
                    SwSpot *spots, SwGrowthScore score)
{
  gint64 growth[SW_MAX_CARDS];
  gboolean by_card = task->use == SW_USE_SHARE && task->gpus == 1 && node->mig == NULL;
  for (guint32 i = 0; by_card && i < node->n_cards; i++)
    growth[i] = G_MAXINT64;
  gint64 typical = host->fragmentation (v, task, node, spots, growth);
  if (typical == 0)
    return 0;
  if (!by_card)
    return score (growth[0], typical);
  gint64 least = G_MAXINT64;
  for (guint32 i = 0; i < node->n_cards; i++)
    if (node->cards[i].use != SW_CARD_WHOLE && growth[i] < least)
      {
        least = growth[i];
        spots[0].card = (guint8)i;
      }
  /* A lower card whose score is no worse, although more is lost there. */
  gint64 best = score (least, typical);
  for (guint32 i = 0; i < spots[0].card; i++)
    if (growth[i] != G_MAXINT64 && node->cards[i].use != SW_CARD_WHOLE
        && score (growth[i], typical) == best)
      {
        spots[0].card = (guint8)i;
        break;
      }
  return best;
}
