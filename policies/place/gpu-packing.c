/* gpu-packing: first cards that are in use already, the fullest; then nodes in use, with few free
 * cards; then free nodes.  Tasks without GPUs go to the first node.  As in the published
 * experiments of Weng et al., ATC 2023. */
#include <slicewise/policy.h>

/* Adds up what the least sufficient cards have left, and counts the free ones among them. */
static guint32
assign (const SwTaskGroup *task, const SwNodeView *node, gint64 *percent)
{
  guint64 taken = 0;
  guint32 whole = 0;
  *percent = 0;
  for (guint32 k = 0; k < task->gpus; k++)
    {
      gint best = -1;
      for (guint32 i = 0; i < node->n_cards; i++)
        if ((taken >> i & 1) == 0 && node->cards[i].left >= task->milli
            && (best < 0 || node->cards[i].left < node->cards[best].left))
          best = (gint)i;
      if (best < 0)
        break;
      taken |= (guint64)1 << best;
      *percent += node->cards[best].left * 100 / 1000;
      whole += node->cards[best].left == 1000;
    }
  return whole;
}

static gint64
score (gpointer self, const SwHost *host, SwView *v, const SwTaskGroup *task,
       const SwNodeView *node, SwSpot *spots)
{
  if (task->gpus == 0)
    return 0;
  gint64 whole = 0, percent;
  for (guint32 i = 0; i < node->n_cards; i++)
    whole += node->cards[i].left == 1000;
  if (whole == node->n_cards)
    return MAX (33 - whole, whole);
  gint64 opened = assign (task, node, &percent);
  return opened > 0 ? MAX (50 - opened, 33) : MAX (100 - percent / 10, 50);
}

SW_POLICY_DEFINE (gpu_packing) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_PLACE,
  .name = "gpu-packing",
  .summary = "cards in use first, then nodes in use, then free nodes",
  .score = score,
};
