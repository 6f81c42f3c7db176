/* The proof of the books: everything that was counted in two ways must agree to the nanosecond. */
#ifndef SW_AUDIT_H
#define SW_AUDIT_H

#include "sw-books.h"
#include "sw-ledger.h"

G_BEGIN_DECLS

/* What the accounts were told while the run went on. */
typedef struct
{
  guint64 attempts;              /* ended, without those that the stop of the run cut */
  __int128 held;                 /* GPU-ns of them */
  guint64 finished[SW_N_STATES]; /* jobs by final state, SW_UNFINISHED left out */
} SwHeard;

/* Text of the first disagreement (transfer full), or NULL. */
char *sw_audit (const SwBooks *books, const SwLedger *ledger, const SwHeard *heard);
/* The part of it about cards: nobody holds what another holds, at any time; and kills, moves and
   times without co-tenants agree with the attempts. */
char *sw_audit_cards (const SwBooks *books, const SwLedger *ledger);

G_END_DECLS

#endif
