/* A batch: experiments that belong together, with everything that they borrow.  Equal workloads are
 * made once. */
#ifndef SW_BATCH_H
#define SW_BATCH_H

#include "sw-run.h"

G_BEGIN_DECLS

typedef struct SwBatch SwBatch;

/* catalogue is borrowed. */
SwBatch *sw_batch_new (const SwCatalogue *catalogue);
void sw_batch_free (SwBatch *batch);

/* Takes a scenario in. */
void sw_batch_add (SwBatch *batch, SwScenario *scenario);
/* Reads traces and node lists of all scenarios.  hash: result folders will be written. */
gboolean sw_batch_prepare (SwBatch *batch, gboolean hash, GError **error);

guint sw_batch_count (const SwBatch *batch);
const SwScenario *sw_batch_scenario (const SwBatch *batch, guint i);
/* Array of all experiments, in order of adding; after prepare. */
const SwExperiment *sw_batch_experiments (const SwBatch *batch);
/* Jobs of all experiments together. */
guint64 sw_batch_jobs (const SwBatch *batch);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SwBatch, sw_batch_free)

G_END_DECLS

#endif
