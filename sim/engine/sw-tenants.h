/* Jobs that may be slowed while they run, and the tenants of cards.  Kept only where some pool
 * shares or partitions cards, or where it is known how jobs load them; elsewhere the speed of a
 * stay never changes and the life of jobs (sw-life.c) does without.
 *
 * Who comes or goes marks his cards; when the instant is over the marked cards are looked at once:
 * slowdowns of all their tenants (sw-contention-cache.h), new rates of the jobs whose slowdown
 * changed, and their ends.  Jobs whose rate is as before are not touched. */
#ifndef SW_TENANTS_H
#define SW_TENANTS_H

#include "sw-contention-cache.h"
#include "sw-engine.h"
#include "sw-pace.h"
#include "sw-usage-table.h"

G_BEGIN_DECLS

/* One device of a job on a card of which it has a part. */
typedef struct
{
  SwJob job;
  guint32 piece; /* of the outcome */
  guint32 course, behaviour;
  guint16 cap;     /* thousandths of the SMs that it may use */
  guint32 promise; /* MiB */
  guint64 most;    /* MiB that it will ever use on it */
  double speed;    /* of the job here without any of the others, uncapped */
  double whole;    /* iterations at that speed, per those on a whole card */
  double slowdown; /* by all of them together, itself included; alone: by its own cap only */
  double alone;
  SwTime end; /* of its stay, if this is all that the job holds; else INF */
} SwTenant;

typedef struct
{
  SwTenant *tenants; /* in order of arrival */
  guint16 n, room;
  gboolean marked, pressed;
  SwTime since;       /* the tenants are these from then on */
  guint32 serial;     /* of the event at which its memory runs out; older ones are void */
  guint32 end_serial; /* of the event for its first end */
  SwTime end, due;    /* first end of its tenants; time of that event, INF: there is none */
} SwCardState;

/* A job on GPUs.  What a change of the rate touches comes first, in three lines of memory. */
typedef struct
{
  SwPace pace;
  SwPacePlan plan;
  SwTime target, last;       /* work at which the stay ends; time at which it ends at the latest */
  guint64 alone;             /* rate without others on its cards */
  double spread;             /* factor on its speed by how far the gang is spread */
  gint64 compute, bandwidth; /* millionths of a GPU's that it draws */
  guint8 how;                /* SwKillHow of breaks */
  guint8 aim, ending;        /* SwEnd that comes with the target; that will come */
  guint8 single;             /* the job holds a part of one card and nothing else */
  guint8 fresh;              /* has no rate yet */
  guint8 marked, varies;     /* on the list of jobs to look at; memory is not the same throughout */
  SwTime base;               /* work done before the stay */
  SwTime breaks;             /* work of the stay at which its own cap is broken, INF: never */
  SwTime next_use;           /* time at which its use of memory turns, INF: never */
  guint32 use_serial;        /* of that event; older ones are void */
  guint32 promise;           /* MiB on the first device: its use, if nothing is known of it */
  guint32 used;              /* MiB on each device, a straight rise by its mean */
  guint32 broken;            /* piece on which breaks comes */
  guint32 devices, next_free;
} SwCourse;

/* What the watched job lost to others in its present stay, as far as it is booked. */
typedef struct
{
  guint32 attempt;
  SwTime until, lost, capped;
} SwBlame;

typedef struct SwTenants
{
  SwCardState *cards; /* by sw_cluster_card_number(); none where all are used whole */
  guint32 n_cards;
  SwTenant *seats; /* for the first few tenants of each card */
  SwCourse *courses;
  guint32 n_courses, room, free; /* free: first of the list of those not in use */
  guint32 *course_of;            /* per job, SW_NO_INDEX: not running */
  guint32 *ooms;                 /* per job: stays that ended because memory ran out; */
  guint32 *evictions;            /* of these, to make room for others */
  GArray *marked_cards, *pressed_cards, *marked_jobs;
  SwContentionCache *cache; /* NULL: nobody is slowed */
  guint *rules;             /* per pool of the devices: number in the cache */
  guint32 *alike;           /* per behaviour: the first of its name */
  gboolean memory_known;    /* of some job */
  gint64 compute, bandwidth, used;
  SwBlame blame;
} SwTenants;

/* ---- sw-tenants.c ---- */
void sw_tenants_init (SwView *v);
void sw_tenants_free (SwTenants *tenants);
/* The job was started on the pieces of its attempt; pause: until it works on. */
void sw_tenants_join (SwView *v, SwJob job, double spread, SwTime pause);
/* Its stay ends now; the pieces are still there. */
void sw_tenants_leave (SwView *v, SwJob job);
/* Ends the stays that end now on a card. */
void sw_tenants_end (SwView *v, guint32 card);
/* Before arrivals: kills where memory ran out just now. */
void sw_tenants_relieve (SwView *v);
/* The end of the instant: rates and ends as the tenants now are. */
void sw_tenants_settle (SwView *v);
void sw_tenants_press (SwView *v, guint32 card);
/* The job's cards are looked at for memory when the instant is over. */
void sw_tenants_press_job (SwView *v, SwJob job);
/* Iterations of the job on an instance of the node's cards per those on a whole card. */
double sw_tenants_instance (const SwView *v, SwJob job, SwNode node, guint profile);
/* Speed of the job on a piece, alone on the card and uncapped.  whole: its iterations there per
   those on a whole card. */
double sw_tenants_speed (const SwView *v, SwJob job, const SwPiece *piece, double *whole);
/* Do tenants of cards of this node slow each other?  If so, number of the rules in the cache. */
gboolean sw_tenants_contend (const SwView *v, SwNode node, guint *number);
/* Thousandths of the SMs that a tenant with so many thousandths of a card may use. */
guint16 sw_tenants_cap (const SwPoolRules *rules, guint16 milli);
/* The run is over: what is still going on is booked. */
void sw_tenants_close (SwView *v);
char *sw_tenants_verify (const SwView *v); /* transfer full; NULL: all is as a recount says */

static inline SwCourse *
sw_course (const SwTenants *tenants, SwJob job)
{
  return &tenants->courses[tenants->course_of[job]];
}

/* Time that the work of the stay would have taken without others: the first ns in which it is done,
   so that it is the working time itself if the rate never was another. */
static inline SwTime
sw_course_alone (const SwCourse *course, const SwPace *pace)
{
  if (course->alone == 0)
    return 0;
  SwWorkDone time = pace->done / course->alone + (pace->done % course->alone > 0);
  return time < (SwWorkDone)pace->worked ? (SwTime)time : pace->worked;
}

/* Has the lines of the next event's card on their way, and those that lead to them of another. */
static inline void
sw_tenants_prefetch (const SwTenants *tenants, guint32 next, guint32 later)
{
  if (next >= tenants->n_cards || later >= tenants->n_cards)
    return;
  __builtin_prefetch (&tenants->cards[later], 1);
  const SwCardState *card = &tenants->cards[next];
  for (guint i = 0; i < card->n; i++)
    __builtin_prefetch (&card->tenants[i], 1);
}

/* ---- sw-blame.c ---- */
/* The card's tenants are about to change, after so long a time: is the watched job one of them?
   Needs outcome->influences. */
void sw_blame_book (SwView *v, const SwCardState *card, SwTime time);

/* ---- sw-memory-use.c ---- */
/* Fills promise and most. */
void sw_memory_promise (const SwView *v, SwTenant *tenant);
/* MiB that the tenant uses at a time, not before that of its job's pace. */
guint64 sw_memory_used (const SwView *v, const SwTenant *tenant, SwTime when);
/* Sets what the course knows of its memory: caps, turns, use. */
void sw_memory_begin (const SwView *v, SwJob job, SwCourse *course);
/* The rate changed, or its use turned: level now and time of the next turn. */
void sw_memory_turn (SwView *v, SwJob job, SwCourse *course);
/* Kills until the card's memory holds its tenants; TRUE if it killed. */
gboolean sw_memory_relieve (SwView *v, guint32 card);
/* Foresees the time at which it will not. */
void sw_memory_foresee (SwView *v, guint32 card);
/* Notes that a job broke its own cap. */
void sw_memory_broke (SwView *v, SwJob job);

G_END_DECLS

#endif
