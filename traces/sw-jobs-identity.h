/* Which job a row is about: ids that were seen before, and gangs whose rows are task groups of one
 * job. */
#ifndef SW_JOBS_IDENTITY_H
#define SW_JOBS_IDENTITY_H

#include "sw-jobs.h"

G_BEGIN_DECLS

void sw_jobs_begin_identity (SwJobs *jobs);
void sw_jobs_clear_identity (SwJobs *jobs);

/* The id of the present row (r->gang is set if it belongs to one), valid during the row; NULL: the
   row is dropped. */
const char *sw_jobs_take_id (SwJobs *jobs, char buffer[32]);

/* Adds the draft as a job of its own or to its gang. */
void sw_jobs_add (SwJobs *jobs, SwJobDraft *draft, const char *id);

/* When all rows are read: the demands of gangs, and row numbers that the file says itself. */
void sw_jobs_finish_identity (SwJobs *jobs);

G_END_DECLS

#endif
