/* What a job asks for: its task groups, from the GPU, CPU and memory cells of a row. */
#ifndef SW_JOBS_DEMAND_H
#define SW_JOBS_DEMAND_H

#include "sw-jobs.h"

G_BEGIN_DECLS

/* FALSE: the row is dropped. */
gboolean sw_jobs_take_demand (SwJobs *jobs, SwJobDraft *draft);

G_END_DECLS

#endif
