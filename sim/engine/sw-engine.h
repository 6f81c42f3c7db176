/* The engine: one run of one job table on one cluster under three policies.  A run is a pure
 * function of its inputs; it writes nothing but its outcome and what it tells the observer. */
#ifndef SW_ENGINE_H
#define SW_ENGINE_H

#include "sw-cluster.h"
#include "sw-outcome.h"
#include "sw-pair-table.h"
#include "sw-policies.h"
#include "sw-typical.h"

G_BEGIN_DECLS

/* Speed of work by GPU model and by how far a gang is spread; 1 everywhere by default. */
typedef struct
{
  const double *model;                                /* per model of the cluster; NULL: all 1 */
  double across_nodes, across_racks, across_switches; /* factors on speed, in (0, 1] */
} SwSpeeds;

typedef struct
{
  const SwJobTable *table;
  const SwNodeTable *nodes;
  const SwDevices *devices;       /* how pools use their cards; NULL: whole */
  const SwBehaviours *behaviours; /* how jobs load GPUs; NULL: not known, speeds.model holds */
  const SwPairTable *pairs; /* measured pairs that override the contention model; may be NULL */
  const char *const *pair_models;  /* per model of the cluster: its name in the pairs, NULL: none */
  const SwTypical *typical;        /* tasks with which fragmentation is measured; NULL: it is not */
  SwPolicyUse queue, place, scale; /* policy with its values */
  SwSpeeds speeds;
  guint64 seed;
  gboolean
      preempt_keeps_all; /* a preemption by a policy loses no work; else what was checkpointed */
  SwTime restart_cost;   /* of jobs that name none */
  SwTime until;          /* the run stops here, SW_TIME_INF: when nothing is left to happen */
  gboolean check;        /* assert the invariants after every instant */
  const SwObserver *observer; /* may be NULL */
  SwJob watch;                /* job whose waiting is explained, SW_NO_JOB: none */
  const volatile gint *stop;  /* becomes non-zero when the run shall end early; may be NULL */
} SwRunSpec;

/* Counts over a run that are not about single jobs. */
typedef struct
{
  guint64 events, instants, passes;
  guint64 searches_cut; /* complete searches that gave up at their bound */
  gsize bytes;          /* memory of the run beside table and outcome, at its largest */
} SwRunCounts;

/* A reason why the watched job waited, from `from` until the next. */
typedef struct
{
  SwTime from;
  guint32 ahead; /* jobs before it in the queue's order */
  char *text;    /* "needs 4 GPUs on one node; most free on a node: 2" */
} SwReason;

/* NULL with SW_ERROR_POLICY (a rule broken: policy, rule and time are named), SW_ERROR_INPUT or
   SW_ERROR_INTERRUPTED.  reasons: GArray of SwReason, filled if watch is set; may be NULL. */
SwOutcome *sw_engine_run (const SwRunSpec *spec, SwRunCounts *counts, GArray *reasons,
                          GError **error);

G_END_DECLS

#endif
