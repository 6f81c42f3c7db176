/* The rules that every schedule must keep, checked from its record alone, with nothing of the
 * engine: so a fault of the engine's own checks shows too. */
#ifndef SW_VERDICT_H
#define SW_VERDICT_H

#include "sw-devices.h"
#include "sw-node-table.h"
#include "sw-outcome.h"

G_BEGIN_DECLS

/* Text of the first rule that is broken, or NULL (transfer full).  Each card has one job at a time
   and exists; gangs are whole, on suitable cards, within their limits and topology; jobs run after
   they may and never twice at once; only preemptible ones are preempted; nobody is lost.  all_end:
   nobody may be unfinished. */
char *sw_verdict (const SwOutcome *outcome, const SwNodeTable *nodes, const SwDevices *devices,
                  gboolean all_end);

G_END_DECLS

#endif
