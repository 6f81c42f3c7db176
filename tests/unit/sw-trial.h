/* An import made for a test: a text, bytes or a file read with some options, and what came of it.
 */
#ifndef SW_TRIAL_H
#define SW_TRIAL_H

#include "sw-check.h"
#include "sw-import.h"

G_BEGIN_DECLS

typedef struct
{
  SwImportOptions options; /* set before reading */
  gboolean ok;
  GError *error;
  SwImportReport report;
  SwJobTable *table; /* of jobs */
  SwNodeTable *nodes;
} SwTrial;

/* The columns that most cases use. */
#define SW_TRIAL_HEADER "job_id,submit_s,gpus_per_task,duration_s\n"

/* Another "group.key=value" for the profile. */
void sw_trial_set (SwTrial *trial, const char *setting);
void sw_trial_path (SwTrial *trial, const char *path);
void sw_trial_bytes (SwTrial *trial, const char *bytes, gsize length);
void sw_trial_text (SwTrial *trial, const char *text);
void sw_trial_nodes_text (SwTrial *trial, const char *text);
void sw_trial_nodes_path (SwTrial *trial, const char *path);
void sw_trial_clear (SwTrial *trial);

/* Index of the job; a failed check and 0 if there is none. */
guint32 sw_trial_job (const SwTrial *trial, const char *id);
SwTime sw_trial_work (const SwTrial *trial, const char *id);
/* The first group of a job. */
const SwGroupRow *sw_trial_group (const SwTrial *trial, const char *id);
/* Count of the tally with this reason, 0 if there is none. */
guint64 sw_trial_dropped (const SwTrial *trial, const char *reason);
guint64 sw_trial_noted (const SwTrial *trial, const char *reason);

/* The whole file of a text read with a profile that is a text, too. */
void sw_trial_profile (SwTrial *trial, const char *profile, const char *text);

/* A file of the shared material; NULL if it is not there.  transfer full */
char *sw_trial_shared (const char *name);

G_END_DECLS

#endif
