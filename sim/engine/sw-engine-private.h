/* The state of one run, shared by the engine's files: the loop (sw-engine.c), the life of jobs
 * (sw-life.c), what policies see and do (sw-host.c), reservations (sw-reserve.c), the reasons of
 * waiting (sw-reason.c) and the invariants (sw-invariants.c). */
#ifndef SW_ENGINE_PRIVATE_H
#define SW_ENGINE_PRIVATE_H

#include <setjmp.h>

#include "sw-engine.h"
#include "sw-fragments.h"
#include "sw-heap.h"
#include "sw-queue.h"

G_BEGIN_DECLS

/* Classes of events of one time stamp, in the order in which they are applied. */
enum
{
  SW_EVENT_END,      /* a stay on GPUs ends; payload: job */
  SW_EVENT_CARD,     /* stays of tenants of a card end; payload: card */
  SW_EVENT_USE,      /* a job's use of memory turns; payload: job */
  SW_EVENT_MEMORY,   /* memory of a card runs out; payload: card */
  SW_EVENT_RECLAIM,  /* a node goes; payload: node */
  SW_EVENT_COME,     /* a node comes; payload: node */
  SW_EVENT_ARRIVAL,  /* merged from the table, never in the heap */
  SW_EVENT_ELIGIBLE, /* a job that arrived before may start from now on; payload: job */
  SW_EVENT_WAKE,     /* a policy asked for a pass */
};

#define SW_NO_INDEX G_MAXUINT32

/* What the run keeps of a job beside its outcome.  All that the end of a stay needs is here, in one
   line of memory: ends come in no order, and every further line is a wait. */
typedef struct
{
  SwTime left;        /* service time at speed 1 still to do at the start of the stay, or now */
  SwTime ran;         /* on GPUs in earlier stays */
  SwTime start;       /* of the present or last stay */
  double speed;       /* of the present stay, where it cannot change (sw-tenants.h) */
  guint32 end_serial; /* serial of the event that ends the stay; older events are void */
  guint32 running_at; /* index among the running, SW_NO_INDEX if not running */
  guint32 attempt;    /* number of the last attempt, as in the outcome */
  guint32 demand;     /* class, as in the table */
  guint32 first_piece, n_pieces; /* as in the attempt */
  guint32 end;                   /* SwEnd that the event will bring */
  guint32 restarts;              /* the stay begins with the restart time */
} SwStay;
G_STATIC_ASSERT (sizeof (SwStay) == 64);

/* What is known of a demand class, beside what the queue knows: that it does not fit. */
typedef struct
{
  guint64 fits_at; /* changed when it was found to fit */
  guint8 possible; /* on the whole cluster, empty: 0 unknown, 1 yes, 2 no, 3 no, and told why */
  SwJob refused;   /* a job that was told why it is not possible */
} SwClassState;

typedef struct
{
  SwJob job; /* reserved for, SW_NO_JOB: none */
  SwTime when;
  gboolean placed;       /* claim holds the reserved job's pieces */
  guint64 freed, starts; /* counters for which it holds */
  SwCluster *cluster;    /* as it will be then, without the reserved job */
  SwClaim claim;         /* on it */
} SwReservation;

/* Demands that ask for the same GPUs, whatever CPU and memory go with them. */
typedef struct
{
  SwDemand demand;   /* GPUs only */
  guint64 tested_at; /* changed when it was tried last */
} SwSignature;

typedef struct
{
  guint32 n;
  SwSignature *all;
  guint32 *of;       /* per demand class */
  GPtrArray *groups; /* owners of the demands' groups */
} SwSignatures;

typedef struct SwScores SwScores;

/* Which columns of the tables say anything at all; the others are never looked at. */
typedef struct
{
  gboolean eligible, checkpoints, fails, restart_cost;
  gboolean departures; /* of nodes: only then who is on which node is kept */
} SwColumns;

struct SwView
{
  const SwRunSpec *spec;
  const SwJobTable *table;
  SwOutcome *outcome;
  SwCluster *cluster, *whole; /* now; all nodes there and empty */
  SwDemands *demands;
  SwClaim claim, trial; /* placements on cluster and on whole */
  SwQueue *queue;
  SwHeap heap;
  guint32 serial;   /* of events in the heap */
  guint32 arrivals; /* cursor in the table */
  SwTime now;

  SwColumns has;
  SwStay *stays;
  guint32 *on_node; /* first piece held on each node */
  SwJob *running;
  guint32 n_running;
  guint32 *deps_left; /* per job; NULL if the table has no dependencies */
  guint32 *dependants_first, *dependants;
  SwClassState *classes;
  SwSignatures signatures;
  gboolean walk_starts; /* a walk was begun and nothing asked of it yet */
  guint64 freed;        /* capacity only shrinks while it stays the same */
  guint64 changed;      /* nothing changes while it stays the same */
  guint64 starts;
  guint32 finished;     /* jobs in a final state */
  guint32 fitting;      /* class that was found to fit last, SW_NO_INDEX */
  guint64 waiting_gpus; /* thousandths */
  guint32 aside;        /* jobs that wait before they may try again, */
  guint64 aside_gpus;   /* and the thousandths that they ask for */
  SwReservation reservation;
  struct SwTenants *tenants;     /* NULL: no speed changes during a stay */
  guint32 compact_at;            /* events in the heap at which void ones are thrown out */
  SwScores *scores;              /* of a place policy with score(), else NULL */
  SwFragments *fragments;        /* NULL: typical tasks are not known */
  gint64 *unusable_of, unusable; /* fragmentation per node and of all, */
  guint64 unusable_seen;         /* with so many changes of nodes in it */
  gpointer releases;             /* scratch of sw-reserve.c */
  guint32 releases_room;

  gpointer queue_self, place_self, scale_self;
  const SwPolicyUse *active; /* policy in whose callback we are */
  const SwPolicyUse *blamed; /* policy that broke the rule */
  gboolean acting, choosing; /* inside schedule(); inside a placement */
  gboolean rearranging;      /* inside rearrange() */
  SwJob placing;             /* job that is being placed, SW_NO_JOB */
  guint64 calls, call_limit;
  jmp_buf escape;
  char *fault; /* the rule that was broken */
  SwResult fault_code;

  SwRunCounts counts;
  SwJob last_ended; /* for the livelock guard's message */
  GArray *reasons;
  guint32 reason_attempts; /* of the watched job when its last reason was noted */
};

/* ---- sw-life.c ---- */
void sw_life_arrive (SwView *v, SwJob job);
void sw_life_eligible (SwView *v, SwJob job); /* not before its own time and its dependencies' */
/* Starts the job on the pieces of v->claim. */
void sw_life_start (SwView *v, SwJob job);
/* A job that was just moved goes on on the pieces of v->claim, after so long a pause. */
void sw_life_go_on (SwView *v, SwJob job, SwTime pause);
/* The present stay ends at v->now; the job goes to its final state or back to the queue. */
void sw_life_stop (SwView *v, SwJob job, SwEnd end);
void sw_life_finish (SwView *v, SwJob job, SwState state, const char *why);
void sw_life_close (SwView *v); /* end of the run: whoever is not final becomes unfinished */
/* Work done and work safe (checkpointed) after so long a stay, at speed 1. */
SwTime sw_life_done (const SwView *v, SwJob job, SwTime elapsed, SwTime *safe);
void sw_life_node_goes (SwView *v, SwNode node);
SwTime sw_life_must_end (const SwView *v, SwJob job);
/* Work of the stay after which it ends by itself, and how. */
SwTime sw_life_target (const SwView *v, SwJob job, SwEnd *end);
/* The stay ends now as was foreseen. */
void sw_life_end (SwView *v, SwJob job);
/* How long the job is set aside since its memory ran out last. */
SwTime sw_life_aside (const SwView *v, SwJob job);
/* Time on GPUs so far, all stays. */
SwTime sw_life_run (const SwView *v, SwJob job);

/* ---- sw-signatures.c ---- */
void sw_signatures_init (SwSignatures *signatures, const SwDemands *demands);
void sw_signatures_clear (SwSignatures *signatures);

/* ---- sw-host.c ---- */
extern const SwHost sw_host;
/* Runs the placement policy for the job; TRUE if the pieces of v->claim are complete. */
gboolean sw_host_place (SwView *v, SwJob job);
/* The same for a demand of the caller's, and without remembering the answer. */
gboolean sw_host_place_demand (SwView *v, SwJob job, const SwDemand *demand);
/* Would the class fit now?  Cached. */
gboolean sw_host_class_fits (SwView *v, guint32 demand);
void sw_host_begin_instant (SwView *v); /* calls are counted from here */
void sw_host_schedule (SwView *v);      /* the pass of one instant */
gint64 sw_host_key (SwView *v, SwJob job);
typedef void (*SwNotify) (gpointer self, const SwHost *host, SwView *v, SwJob job);
void sw_host_notify (SwView *v, SwNotify notify, SwJob job);
void sw_host_capacity_freed (SwView *v);

/* Remembers that the policy broke the rule; the run ends after the pass. */
void sw_host_broke (SwView *v, SwResult code, const char *rule);
/* Counts a call of the host; leaves the policy for good when it makes too many in one pass. */
void sw_host_count_call (const SwView *view);

/* ---- sw-host-parts.c ---- */
guint32 sw_host_spots (SwView *v, const SwTaskGroup *task, const SwNodeView *node, SwSpot *out,
                       guint32 room);
gint64 sw_host_fragmentation (SwView *v, const SwTaskGroup *task, const SwNodeView *node,
                              const SwSpot *spots, gint64 *increase);
guint32 sw_host_n_typical (const SwView *v);
const SwTypicalTask *sw_host_typical (const SwView *v);
SwResult sw_host_view (SwView *v, SwNode node, SwNodeView *out);

/* ---- sw-host-cards.c ---- */
gint64 sw_host_strain (SwView *v, const SwTaskGroup *task, const SwNodeView *node,
                       const SwSpot *spot, guint32 fallback);
guint32 sw_host_residents (SwView *v, SwNode node, guint32 card, SwResident *out, guint32 room);
guint32 sw_host_slice_speed (SwView *v, SwJob job, SwNode node, guint32 profile);
SwResult sw_host_reslice (SwView *v, SwNode node, guint32 card, const SwSpot *spots, guint32 n);
/* The place policy may rearrange partitioned cards. */
void sw_host_rearrange (SwView *v);

/* ---- sw-score.c ---- */
/* sees: SW_SEES_* of the policy; the cluster must be empty and is watched from now on. */
SwScores *sw_scores_new (SwCluster *cluster, const SwDemands *demands, guint32 sees);
void sw_scores_free (SwScores *scores);
/* Places v->claim's demand, which was begun, on nodes by score. */
gboolean sw_scores_place (SwView *v);

/* ---- sw-unusable.c ---- */
void sw_unusable_init (SwView *v);
/* Fragmentation F of all nodes, times the number of typical tasks; needs v->fragments. */
gint64 sw_unusable (SwView *v);
char *sw_unusable_verify (SwView *v); /* transfer full; NULL: as a recount says */

/* ---- sw-reserve.c ---- */
SwTime sw_reserve (SwView *v, SwJob job);
SwResult sw_reserve_start_beside (SwView *v, SwJob job);
void sw_reserve_free (SwView *v);

/* ---- sw-reason.c ---- */
void sw_reason_note (SwView *v);

/* ---- sw-invariants.c ---- */
/* Text of the first broken invariant (transfer full), or NULL. */
char *sw_invariants (const SwView *v);

static inline SwAttempt *
sw_attempt_of (const SwView *v, SwJob job)
{
  return &g_array_index (v->outcome->attempts_log, SwAttempt, v->stays[job].attempt);
}

static inline SwPiece *
sw_piece (const SwView *v, guint32 i)
{
  return &g_array_index (v->outcome->pieces, SwPiece, i);
}

static inline const SwDemand *
sw_demand_of (const SwView *v, SwJob job)
{
  return &v->demands->demands[v->stays[job].demand];
}

/* Returns the serial of the event. */
guint32 sw_event_push (SwView *v, SwTime when, guint event, guint32 payload);
/* Throws out void events when they are many. */
void sw_events_compact (SwView *v);

G_END_DECLS

#endif
