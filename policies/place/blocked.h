/* How much free room of a partitioned card stands in nobody's way and yet is of no use.
 *
 *   F (busy) = sum of free units of b over the plain profiles p that are no larger than what is
 *              free, and over the places b of p that are partly free and partly busy
 *
 * A place adds F (busy | its units) - F (busy).  Inspired by MFI (arXiv 2511.18906), whose exact
 * formula we have not read: this one is our own.  All profiles weigh the same. */
#ifndef SW_BLOCKED_H
#define SW_BLOCKED_H

#include <slicewise/policy.h>

typedef struct SwBlocked SwBlocked;

SwBlocked *sw_blocked_new (void); /* borrows the geometries it is asked about */
void sw_blocked_free (gpointer blocked);
/* By how much F of a card grows if these free units become busy; it may fall. */
gint32 sw_blocked_growth (SwBlocked *blocked, const SwMigGeometry *mig, guint32 busy,
                          guint32 units);

#endif
