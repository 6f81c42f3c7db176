/* Choosing places for the parts of cards that a task asks for.
 *
 * The devices of a task are placed one after the other, each where the rule's cost is least; ties
 * go to the lowest card and there by start.  The devices of a share lie on different cards,
 * instances may share one. */
#ifndef SW_PARTS_H
#define SW_PARTS_H

#include <slicewise/policy.h>

/* Which of two places on one card, if they cost the same. */
typedef enum
{
  SW_STARTS_PREFERRED, /* that for which less must be destroyed, then created, then of the smaller
                          profile; then high for profiles of one or three slices, which would
                          stand in the way of larger ones, else low */
  SW_STARTS_HIGHEST,   /* the same, but high for all profiles */
  SW_STARTS_LOWEST,    /* the lowest start, whatever must be changed for it */
} SwStarts;

#define SW_NO_WAY G_MAXINT64 /* a cost that refuses the place */

typedef struct
{
  /* How dear a place is; card: as the devices of the task before this one leave it. */
  gint64 (*cost) (gpointer self, const SwNodeView *node, const SwCard *card, const SwSpot *spot);
  gpointer self;
  SwStarts starts;
  gint whole; /* what each free card of a node costs tasks without parts */
} SwPlaceRule;

/* Puts the task's places into spots and returns their costs with a minus.  SW_NEVER
 * where they cannot be placed one by one. */
gint64 sw_parts_score (const SwHost *host, SwView *v, const SwTaskGroup *task,
                       const SwNodeView *node, SwSpot *spots, const SwPlaceRule *rule);
/* The state of the plain fits: a rule with the value of their parameter starts. */
extern const SwParam sw_starts_params[];
gpointer sw_starts_rule (SwPlaceRule rule, const SwValue *values);
/* place() for jobs that use cards whole: by best fit. */
gboolean sw_whole_best_fit (gpointer self, const SwHost *host, SwView *v, SwJob job);
/* Thousandths of a card that nobody has: of its units if it is partitioned, else of the whole. */
guint32 sw_parts_left (const SwNodeView *node, const SwCard *card);
/* Units of its card that an instance takes. */
guint32 sw_parts_units (const SwNodeView *node, const SwSpot *spot);

#endif
