/* How the jobs of a table load the GPUs of a fleet.
 *
 * Jobs of one type and one measured activity behave alike; where there are thousands of different
 * ones, the activity is rounded to whole percents.  The load on a whole reference GPU is,
 * first found first taken: that of [behaviour TYPE]; that of the trace's activity (sw_load_from_
 * activity()); that of a built-in type; else as much of the compute busy as the share that the job
 * asks for, all of it where it asks for no share.  On another model compute scales
 * with the dense FP16 rate and bandwidth with the memory bandwidth (sw_load_on()), where both are
 * known of it and of ref_gpu; else it stays as it is.
 *
 * The speed of work on a model is what [gpu NAME] says; else what that scaling gives, if the load
 * tells compute and bandwidth apart; else the fleet's, one for all jobs. */
#ifndef SW_BEHAVIOURS_H
#define SW_BEHAVIOURS_H

#include "sw-devices.h"
#include "sw-fleet.h"

G_BEGIN_DECLS

/* NULL if no load is known and every pool uses GPUs whole: nobody needs them then.  Names are
   borrowed from the table, speeds and models from the fleet. */
SwBehaviours *sw_behaviours_new (const SwScenario *scenario, const SwFleet *fleet,
                                 const SwCatalogue *catalogue, const SwJobTable *table);
void sw_behaviours_free (SwBehaviours *behaviours);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SwBehaviours, sw_behaviours_free)

G_END_DECLS

#endif
