/* What sharing did to one job of a run, as tables: what it held of each GPU, what it lost to
 * others, and to whom. */
#ifndef SW_STORY_SHARE_H
#define SW_STORY_SHARE_H

#include "sw-grid.h"
#include "sw-run.h"

G_BEGIN_DECLS

/* What follows has rows only if the job held parts of GPUs.  run: with the job watched. */

/* One row for each part of a GPU and attempt. */
SwGrid *sw_story_parts (const SwRun *run, const SwExperiment *experiment, SwJob job);
/* One row: working time and what it would have been alone. */
SwGrid *sw_story_slowdown (const SwRun *run, SwJob job);
/* The co-tenants that took most of its time, most first, and a row for the rest of them. */
SwGrid *sw_story_tenants (const SwRun *run, const SwExperiment *experiment, SwJob job);

/* How the attempt ended, and whose doing it was; how long its instances took to make.  Text that
   begins with "; ", or nothing. */
void sw_story_append_end (GString *out, const SwRun *run, const SwExperiment *experiment,
                          const SwAttempt *attempt);

G_END_DECLS

#endif
