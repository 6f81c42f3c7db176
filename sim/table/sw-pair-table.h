/* How fast two jobs run that share one card, as somebody measured it: for a GPU model and two named
 * behaviours the speed of each beside the other, as a share of its speed on a card of its own.  A
 * pair is either not listed, or known not to fit on one card, or measured.  The order in which the
 * two are named does not matter. */
#ifndef SW_PAIR_TABLE_H
#define SW_PAIR_TABLE_H

#include "sw-strings.h"

G_BEGIN_DECLS

#define SW_PAIR_NO_NAME G_MAXUINT32
/* Beside another, nobody is twice as fast as alone: such a number is a mistake of units. */
#define SW_PAIR_MAX_RATE 2.0

typedef enum
{
  SW_PAIR_UNKNOWN,
  SW_PAIR_UNFIT, /* both rates are 0 */
  SW_PAIR_MEASURED,
} SwPairState;

typedef enum
{
  SW_PAIR_ADDED,
  SW_PAIR_AGAIN,    /* it was there with these rates */
  SW_PAIR_CONFLICT, /* it was there with others, which stay */
} SwPairAdded;

typedef struct SwPairTable SwPairTable;

SwPairTable *sw_pair_table_new (void);
void sw_pair_table_free (SwPairTable *table);
/* Either both rates are above 0 and at most SW_PAIR_MAX_RATE, or both are 0: does not fit.  Two of
   one behaviour cannot be told apart, so both get the mean.  Names are not empty. */
SwPairAdded sw_pair_table_add (SwPairTable *table, const char *model, const char *a, const char *b,
                               double rate_a, double rate_b);
guint32 sw_pair_table_count (const SwPairTable *table);

/* Number of a model or behaviour; SW_PAIR_NO_NAME if the table does not know it (or for NULL). */
guint32 sw_pair_table_name (const SwPairTable *table, const char *name);
/* Is some pair about this model? */
gboolean sw_pair_table_has_model (const SwPairTable *table, const char *model);
/* What is known of a pair, by such numbers.  rates (may be NULL) become those of a and of b; they
   stay as they are if the pair is not listed. */
SwPairState sw_pair_table_find (const SwPairTable *table, guint32 model, guint32 a, guint32 b,
                                double rates[2]);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SwPairTable, sw_pair_table_free)

G_END_DECLS

#endif
