/* Looking for the card of a node on which a task makes fragmentation grow least. */
#include "fragments.h"

gint64
sw_fragments_score (const SwHost *host, SwView *v, const SwTaskGroup *task, const SwNodeView *node,
                    SwSpot *spots, SwGrowthScore score)
{
  gint64 growth[SW_MAX_CARDS];
  gboolean by_card = task->use == SW_USE_SHARE && task->gpus == 1 && node->mig == NULL;
  gint64 typical = host->fragmentation (v, task, node, spots, growth);
  if (typical == 0)
    return 0;
  if (!by_card)
    return score (host, v, task, node, 0, growth[0], typical);
  gint64 best = SW_NEVER, of_best = 0;
  for (guint32 i = 0; i < node->n_cards; i++)
    {
      /* Scores fall with growth: a card with more of it cannot be better. */
      if (growth[i] == G_MAXINT64 || (best != SW_NEVER && growth[i] > of_best))
        continue;
      gint64 of_card = score (host, v, task, node, i, growth[i], typical);
      if (of_card <= best)
        continue;
      best = of_card;
      of_best = growth[i];
      spots[0].card = (guint8)i;
    }
  return best == SW_NEVER ? 0 : best;
}
