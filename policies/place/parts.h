/* Choosing places for the parts of cards that a task asks for.
 *
 * The devices of a task are placed one after the other, each where the rule's cost is least; ties
 * go to the lowest card and there to the place that is ready first, then by start.  The devices of
 * a share lie on different cards, instances may share one. */
#ifndef SW_PARTS_H
#define SW_PARTS_H

#include <slicewise/policy.h>

/* Which of two starts on one card, if nothing else tells them apart. */
typedef enum
{
  SW_STARTS_PREFERRED, /* high for profiles of one or three slices, which would stand in the way of
                          larger ones, else low */
  SW_STARTS_LOWEST,
  SW_STARTS_HIGHEST,
} SwStarts;

typedef struct
{
  /* How dear a place is; card: as the devices of the task before this one leave it. */
  gint64 (*cost) (gpointer self, const SwNodeView *node, const SwCard *card, const SwSpot *spot);
  gpointer self;
  SwStarts starts;
} SwPlaceRule;

/* Puts the task's places into spots and returns their costs with a minus.  Where one by one is no
 * way to place all of them, the host's choice stays.  Tasks without parts: the fewer free cards
 * the better. */
gint64 sw_parts_score (const SwHost *host, SwView *v, const SwTaskGroup *task,
                       const SwNodeView *node, SwSpot *spots, const SwPlaceRule *rule);
/* Thousandths of a card that nobody has: of its units if it is partitioned, else of the whole. */
guint32 sw_parts_left (const SwNodeView *node, const SwCard *card);
/* Units of its card that an instance takes. */
guint32 sw_parts_units (const SwNodeView *node, const SwSpot *spot);

#endif
