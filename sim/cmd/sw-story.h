/* The life of one job as tables: its stations in order of time, and who held GPUs while it waited.
 */
#ifndef SW_STORY_H
#define SW_STORY_H

#include "sw-grid.h"
#include "sw-run.h"

G_BEGIN_DECLS

/* Stations: submitted, eligible, why it waited, each stay on GPUs, the end.  brief: neighbouring
   reasons of one cause become one row.  run: with the job watched. */
SwGrid *sw_story_stations (const SwRun *run, const SwExperiment *experiment, SwJob job,
                           gboolean brief);
/* The jobs that held the most GPU time while this one waited, most first. */
SwGrid *sw_story_holders (const SwRun *run, const SwExperiment *experiment, SwJob job);

G_END_DECLS

#endif
