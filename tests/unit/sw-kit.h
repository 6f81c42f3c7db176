/* Test kit: clusters, jobs and runs from a line of text.
 *
 * Nodes: "2x8:A100 4x4:V100" is two nodes of eight A100 and four of four V100; a group may go on
 * with /cCORES, /mMIB, /rRACK, /sSWITCH, /pPOOL, /@FROM-TO (seconds; an empty TO is never). Jobs:
 * "J1 0/3/100/120" has id/submit/gpus/run/limit in seconds (the limit may be left out), and may go
 * on with words key=value: tasks, cpu (cores), mem, models, prio, pre (preemptible), fails, failat,
 * retries, ckpt, ckptcost, restart, dep (ids by +), elig, deadline, topo, gang (joins the job
 * before), user, est, nodemax; of parts of cards: mig (a profile), milli and vram (a share,
 * MiB), peak (MiB used), ramp, type, slow
 * (slowdown limit).  Jobs are separated by ';'. */
#ifndef SW_KIT_H
#define SW_KIT_H

#include "sw-account.h"
#include "sw-engine.h"

G_BEGIN_DECLS

typedef struct
{
  SwNodeTable *nodes;
  SwJobTable *table;
  SwPolicies *policies;
  SwOutcome *outcome;
  SwAccount *account;
  SwRunCounts counts;
  SwRunSpec spec; /* changed by the test before sw_kit_run() */
  GError *error;
} SwKit;

/* A row in which nothing is given but these. */
SwJobRow sw_kit_plain_row (const char *id, guint32 demand);
SwNodeTable *sw_kit_nodes (const char *text);
SwJobTable *sw_kit_jobs (const char *text);
/* Everything ready for a run with check on; policies are loaded from the built-in table. */
void sw_kit_init (SwKit *kit, const char *nodes, const char *jobs, const char *queue,
                  const char *place);
/* Runs with accounts, verifies them; FALSE and kit->error if the run fails. */
gboolean sw_kit_run (SwKit *kit);
void sw_kit_clear (SwKit *kit);
/* "J1 0-100 J2 100-150(timeout)": first start, end and, unless completed, the final state of each
   job in table order; "-" for times that are not there.  Seconds as short as they are exact. */
char *sw_kit_schedule (const SwKit *kit);
/* The three in one. */
char *sw_kit_answer (const char *nodes, const char *jobs, const char *queue, const char *place);
double sw_kit_figure (const SwKit *kit, const char *name); /* asserts that it is defined */

G_END_DECLS

#endif
