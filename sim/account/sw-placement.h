/* The text of a placement, as result files have it:
 *
 *   placement = entry { ";" entry }       in the order in which the nodes were taken
 *   entry     = NODE [ ":" card { "," card } ]
 *   card      = FIRST [ "-" LAST ]        whole cards
 *             | CARD "[" MILLI "m]"       a share, in thousandths
 *             | CARD "[" PROFILE "@" START "]"   an instance, from a placement unit on
 *
 * Pieces that follow each other on one node are one entry, whole cards first. */
#ifndef SW_PLACEMENT_H
#define SW_PLACEMENT_H

#include "sw-account.h"

G_BEGIN_DECLS

/* Into out, whose text is returned. */
const char *sw_placement (GString *out, const SwOutcome *outcome, const SwAttempt *attempt,
                          const SwNodeNames *names);

G_END_DECLS

#endif
