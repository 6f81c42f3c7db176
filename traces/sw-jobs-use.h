/* What a job truly does on its GPUs: memory used, activity, and what it bears from others. */
#ifndef SW_JOBS_USE_H
#define SW_JOBS_USE_H

#include "sw-jobs.h"

G_BEGIN_DECLS

/* Behind the demand of the row.  FALSE: the row is dropped. */
gboolean sw_jobs_take_use (SwJobs *jobs, SwJobDraft *draft);

/* Takes over what a further row of a gang says; FALSE if it contradicts the rows before. */
gboolean sw_jobs_join_use (SwJobRow *first, const SwJobRow *row);

G_END_DECLS

#endif
