/* One checked run of clusters and jobs from the test kit under policies by name, built in or from a
 * plug-in, and its record as text for comparisons. */
#ifndef SW_WORLDS_H
#define SW_WORLDS_H

#include "sw-engine.h"

G_BEGIN_DECLS

typedef struct
{
  const SwPolicies *policies;
  const char *queue, *place;  /* "name param=value ..." */
  const SwObserver *observer; /* may be NULL */
  const SwDevices *devices;   /* NULL: cards are used whole */
  const SwTypical *typical;   /* NULL: not known */
} SwWorldRun;

/* With all checks on; preempted work is kept.  NULL with error if the run failed. */
SwOutcome *sw_world_run (const SwWorldRun *run, const SwJobTable *jobs, const SwNodeTable *nodes,
                         GError **error);
/* Everything that the outcome holds but names.  transfer full */
char *sw_world_dump (const SwOutcome *outcome);
/* Adds the policy with its defaults, and with each other value of each choice and switch. */
void sw_world_variants (const SwPolicy *policy, GPtrArray *texts);

G_END_DECLS

#endif
