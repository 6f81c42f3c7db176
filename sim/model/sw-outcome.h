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
  SW_END_EVICTED,   /* from a card whose memory ran out, by soft enforcement */
  SW_END_MOVED,     /* to another instance of its card by a repartition; keeps its work */
  SW_END_KILLED,
  SW_N_ENDS,
} SwEnd;
extern const char *const sw_end_names[]; /* "running", "completed", ... */

/* Whole cards of one node held by an attempt, or a part of one card. */
typedef struct
{
  SwNode node;
  guint32 tasks; /* 0 for all parts of a task but its first */
  SwJob job;
  guint16 group; /* task group of the job */
  guint16 milli; /* thousandths of a card; 0: whole cards, or none */
  union
  {
    guint64 cards; /* bit i: card i */
    struct
    {
      guint8 card;
      guint8 sliced, start, profile; /* an instance and its place, or a share */
      guint32 mem_mib;               /* promised to it */
    } part;
  };
  guint32 previous, next; /* the engine's list of the pieces held on the node */
} SwPiece;
G_STATIC_ASSERT (sizeof (SwPiece) == 32);

/* GPUs' thousandths that a piece holds. */
static inline guint32
sw_piece_milli (const SwPiece *piece)
{
  return piece->milli > 0 ? piece->milli : 1000 * (guint32)__builtin_popcountll (piece->cards);
}

/* Cards that a piece holds in whole or in part. */
static inline guint64
sw_piece_cards (const SwPiece *piece)
{
  return piece->milli > 0 ? (guint64)1 << piece->part.card : piece->cards;
}

typedef struct
{
  SwJob job;
  guint32 first_piece, n_pieces; /* into pieces */
  guint32 milli;                 /* thousandths of GPUs held */
  guint8 end;                    /* SwEnd */
  guint32 previous;              /* attempt of the same job before this, G_MAXUINT32 if none */
  SwTime start, stop;            /* [start, stop); stop is the end of the run for SW_END_NONE */
  SwTime overhead;               /* of it, restart and checkpoint time */
  SwTime useful;                 /* of it, time whose work counted in the end */
  SwTime lost;                   /* of it, time whose work was lost: the rest to stop - start */
} SwAttempt;

/* A stay that ended because memory ran out. */
typedef enum
{
  SW_KILL_CAP,     /* its own allocation went above its cap: hard enforcement */
  SW_KILL_CEILING, /* above its ceiling: soft enforcement */
  SW_KILL_EVICTED, /* to make room for others: it was furthest above its guarantee */
  SW_KILL_FULL,    /* its allocation met a full card, whoever filled it: no enforcement */
  SW_N_KILLS,
} SwKillHow;
extern const char *const sw_kill_names[]; /* "cap", "ceiling", "evicted", "full" */
typedef struct
{
  SwTime at;
  SwJob victim, culprit; /* who has most above what it was promised; maybe the victim itself */
  SwNode node;
  guint8 card, how;     /* SwKillHow */
  guint64 wanted, used; /* MiB: that the victim came to; that the other tenants of the card have */
} SwKill;

/* A change of the instances of a card. */
typedef struct
{
  SwTime at, takes; /* takes: until the new instances work */
  SwNode node;
  guint8 card;
  guint8 destroyed, created; /* instances */
  gboolean mode;             /* the card went into or out of partitioned mode */
  guint32 disturbed;         /* running jobs that had to move */
} SwRepartition;

/* How long jobs of two behaviours shared a card as its only tenants, and what it cost them. */
typedef struct
{
  guint32 a, b;    /* behaviours, a <= b */
  SwTime together; /* summed over cards */
  SwTime lost[2];  /* work time lost by the one of the lower number and by the other */
} SwCompany;

/* What another job did to the watched one, on cards that they shared. */
typedef struct
{
  SwJob other;     /* the watched job itself: tasks of its own on one card */
  SwTime together; /* summed over cards */
  SwTime lost;     /* of the watched job's working time.  Of several cards the slowest counts.  All
                      these add up to working time less alone */
} SwInfluence;

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

  /* Sharing; NULL or empty where no pool shares cards. */
  SwTime *alone;        /* per job: what its working time would have been without co-tenants */
  GArray *kills;        /* SwKill, in order of time */
  GArray *repartitions; /* SwRepartition, in order of time */
  guint32 n_behaviours;
  GArray *company;        /* SwCompany, by a and then b once the run is over */
  GHashTable *company_of; /* index of a pair there */
  GArray *influences; /* SwInfluence, on the watched job; NULL: none is watched, or nobody slowed */
  SwTime capped;      /* what its thread cap cost it, were it alone: a part of alone */
} SwOutcome;

SwOutcome *sw_outcome_new (const SwJobTable *table);
/* Makes room for what is kept where cards are shared. */
void sw_outcome_track_sharing (SwOutcome *outcome, guint32 n_behaviours);
/* The entry of two behaviours, made if there is none; valid until the next call. */
SwCompany *sw_outcome_company (SwOutcome *outcome, guint32 a, guint32 b);
void sw_outcome_sort_company (SwOutcome *outcome); /* no entry is asked for after it */
void sw_outcome_free (SwOutcome *outcome);
void sw_outcome_why (SwOutcome *outcome, SwJob job, const char *text);
const char *sw_outcome_get_why (const SwOutcome *outcome, SwJob job); /* "" if none */
/* Waiting time on the whole, eligible to end less time on GPUs; until the end of the run for jobs
   that are unfinished, NONE for those never eligible. */
SwTime sw_outcome_wait (const SwOutcome *outcome, SwJob job);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SwOutcome, sw_outcome_free)

/* The state of the cluster after an instant, for whoever keeps the accounts.  It holds from `now`
   until the next instant.  "milli": thousandths of GPUs. */
typedef struct
{
  SwTime now;
  guint32 waiting, running;      /* jobs */
  guint32 gpus;                  /* cards that exist */
  guint32 busy;                  /* of them, held by jobs in whole or in part */
  guint64 allocated;             /* milli held by jobs */
  guint64 fragmented;            /* milli that are free and that no waiting job can use */
  guint64 waiting_gpus;          /* milli asked for by waiting jobs */
  gint64 cpu_milli, cpu_used;    /* -1 where nodes give none */
  const guint32 *pool_gpus;      /* cards per pool */
  const guint64 *pool_allocated; /* milli per pool */

  /* What is done with the cards: millionths of a GPU's compute and bandwidth that running jobs
     draw, -1: not known; memory in MiB, of cards whose memory is known. */
  gint64 compute_used, bandwidth_used;
  gint64 mem_exist, mem_promised, mem_used;
  /* Compute slices of partitioned cards: that exist, that belong to instances in use, that are free
     but of no use to any wish of the workload. */
  guint32 slices, slices_held, slices_stranded;
  /* F: milli that a typical task cannot use, times typical_tasks; -1: not known. */
  gint64 unusable, typical_tasks;
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
