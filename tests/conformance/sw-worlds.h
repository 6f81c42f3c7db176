/* Small worlds for tests of whole runs: clusters and jobs from a line of text, one run under named
 * policies, and the schedule that came out as text. */
#ifndef SW_WORLDS_H
#define SW_WORLDS_H

#include "sw-engine.h"

G_BEGIN_DECLS

/* Nodes from "2x8 A100, 1x4 V100, 3x0": COUNTxGPUS MODEL, ranked as written; no model is "G".  A
   node may say how many CPUs it has ("2x8 A100 c16") and when it exists ("1x4 @100-500", "@100-").
 */
SwNodeTable *sw_world_nodes (const char *text);

/* Jobs from "A 0/2/100, B 5/4x8/50/60 p3 w": ID SUBMIT/GPUS/RUN[/LIMIT], times in seconds with
   fractions, GPUS as N (N tasks of one GPU), TASKSxGPUS or, of two kinds of tasks,
   TASKSxGPUS+TASKSxGPUS, and behind it, in any order: pN    priority                     w
   preemptible (may be pushed away) eN    estimate in seconds          gNAME only GPU model NAME
   (repeated: any of them) cN    CPUs per task                nN    at most N tasks per node
     t=node|rack|switch  topology       dID   waits for job ID
     fN    fails N times on its own     rN    retries
   A job without GPUs is 0 (one task without) or TASKSx0. */
SwJobTable *sw_world_jobs (const char *text);

typedef struct
{
  SwPolicies *policies;      /* built-in ones when NULL */
  const char *queue, *place; /* "fifo", "first-fit" when NULL */
  guint64 seed;
  const SwObserver *observer;
  gboolean preempt_loses; /* a preemption loses what was not checkpointed */
} SwWorldRun;

/* One run with all checks; NULL with error if it failed. */
SwOutcome *sw_world_run (const SwWorldRun *run, const SwJobTable *jobs, const SwNodeTable *nodes,
                         SwRunCounts *counts, GError **error);

/* "A 0-100, B 100-150": first start to end of each job in order of the table, with the state behind
   it where that is not completed.  transfer full */
char *sw_world_schedule (const SwOutcome *outcome);
/* Everything that the outcome holds, without names, for comparisons.  transfer full */
char *sw_world_dump (const SwOutcome *outcome);

G_END_DECLS

#endif
