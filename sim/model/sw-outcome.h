/* What happened to the jobs of one run: the record that the engine writes and the accounts read.
 * Per job a few numbers, per stay on GPUs one attempt, per attempt the pieces of its placement. */
#ifndef SW_OUTCOME_H
#define SW_OUTCOME_H

#include <slicewise/policy.h>
#include "sw-job-table.h"

G_BEGIN_DECLS

/* A job is in exactly one state.  Those from SW_COMPLETED on are final. */
typedef enum
{
  SW_SUBMITTED, /* known, not arrived or not yet eligible */
  SW_QUEUED,
  SW_STARTING, /* on GPUs, not yet working (restart cost) */
  SW_RUNNING,
  SW_COMPLETED,
  SW_FAILED,
  SW_TIMEOUT, /* killed at its declared limit */
  SW_OOM,
  SW_KILLED,        /* rejected by a policy, or a job it depends on did not complete */
  SW_UNSATISFIABLE, /* more than all capacity that ever exists */
  SW_UNFINISHED,    /* the run ended first */
  SW_N_STATES,
} SwState;
extern const char *const sw_state_names[]; /* "submitted", ...; NULL-terminated */

/* Why an attempt ended. */
typedef enum
{
  SW_END_NONE, /* still going when the run ended */
  SW_END_COMPLETED,
  SW_END_FAILED, /* on its own */
  SW_END_TIMEOUT,
  SW_END_OOM,
  SW_END_PREEMPTED, /* by a policy */
  SW_END_RECLAIMED, /* the node went away */
  SW_END_KILLED,
  SW_N_ENDS,
} SwEnd;
extern const char *const sw_end_names[]; /* "running", "completed", ... */

/* Cards of one node held by an attempt. */
typedef struct
{
  SwNode node;
  guint32 tasks;
  guint32 group; /* task group of the job */
  SwJob job;
  guint64 cards;          /* bit i: card i */
  guint32 previous, next; /* the engine's list of the pieces held on the node */
} SwPiece;

typedef struct
{
  SwJob job;
  guint32 first_piece, n_pieces; /* into pieces */
  guint32 gpus;
  guint8 end;         /* SwEnd */
  guint32 previous;   /* attempt of the same job before this, G_MAXUINT32 if none */
  SwTime start, stop; /* [start, stop); stop is the end of the run for SW_END_NONE */
  SwTime overhead;    /* of it, restart and checkpoint time */
  SwTime useful;      /* of it, time whose work counted in the end */
  SwTime lost;        /* of it, time whose work was lost: the rest to stop - start */
} SwAttempt;

typedef struct
{
  const SwJobTable *table;
  guint32 n;           /* jobs */
  guint8 *state;       /* SwState */
  SwTime *eligible;    /* when it became eligible, NONE if never */
  SwTime *first_start; /* NONE if never */
  SwTime *end;         /* of the final state; NONE for unfinished */
  SwTime *run;         /* time on GPUs, all attempts */
  guint32 *attempts, *preemptions, *reclaims, *failures;
  guint32 *last_attempt; /* into attempts_log, G_MAXUINT32 if none */
  GArray *attempts_log;  /* SwAttempt, in order of start */
  GArray *pieces;        /* SwPiece */
  GPtrArray *why;        /* texts for jobs that ended as killed or unsatisfiable, by why_of */
  guint32 *why_of;       /* per job index into why + 1, 0 = none; NULL until the first */
  SwTime begin, stop;    /* span of the run: [begin, stop) */
} SwOutcome;

SwOutcome *sw_outcome_new (const SwJobTable *table);
void sw_outcome_free (SwOutcome *outcome);
void sw_outcome_why (SwOutcome *outcome, SwJob job, const char *text);
const char *sw_outcome_get_why (const SwOutcome *outcome, SwJob job); /* "" if none */
/* Waiting time on the whole, eligible to end less time on GPUs; until the end of the run for jobs
   that are unfinished, NONE for those never eligible. */
SwTime sw_outcome_wait (const SwOutcome *outcome, SwJob job);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SwOutcome, sw_outcome_free)

/* The state of the cluster after an instant, for whoever keeps the accounts.  It holds from `now`
   until the next instant. */
typedef struct
{
  SwTime now;
  guint32 waiting, running;                  /* jobs */
  guint32 gpus, allocated;                   /* that exist, and of them held by jobs */
  guint32 fragmented;                        /* free ones that no waiting job can use */
  guint32 waiting_gpus;                      /* asked for by waiting jobs */
  gint64 cpu_milli, cpu_used;                /* -1 where nodes give none */
  const guint32 *pool_gpus, *pool_allocated; /* per pool */
} SwInstant;

/* Ears of the accounts.  All calls come in order of time; job_* before the instant they belong to.
 */
typedef struct
{
  gpointer self;
  void (*instant) (gpointer self, const SwInstant *instant);
  void (*attempt_ended) (gpointer self, const SwOutcome *outcome, const SwAttempt *attempt);
  void (*finished) (gpointer self, const SwOutcome *outcome, SwJob job);
} SwObserver;

G_END_DECLS

#endif
