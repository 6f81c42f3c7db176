/* The times of a job: from cells to ns, durations by the rule of the profile, and what must wait
 * for the end of the file. */
#ifndef SW_JOBS_TIMES_H
#define SW_JOBS_TIMES_H

#include "sw-jobs.h"

G_BEGIN_DECLS

/* FALSE: the row is dropped or the reading has failed. */
gboolean sw_jobs_take_times (SwJobs *jobs, SwJobDraft *draft);

/* When all rows are read: ends that are missing, the origin, the report's figures. */
void sw_jobs_finish_times (SwJobs *jobs);

G_END_DECLS

#endif
