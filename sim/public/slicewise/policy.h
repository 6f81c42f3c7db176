/* The public interface for scheduling policies.
 *
 * A policy is one source file that defines one const table (SwPolicy) and names it with
 * SW_POLICY_DEFINE.  Compiled into the program it is a built-in; compiled alone into a shared
 * object it is a plug-in, loaded by its path.  Either way it links to nothing of slicewise: every
 * service comes through the SwHost table that create() receives.
 *
 * The world as a policy sees it: at each instant the engine applies all events of that time stamp
 * (ends and reclaims, capacity changes, arrivals, timers), tells the policies through the
 * notification callbacks, and then calls schedule() of the queue policy exactly once.  All views
 * are const; all changes go through checked actions.  An action that is refused changes nothing and
 * says why in its result; a result of SW_FAULT or above ends the run and names the policy.
 */
#ifndef SLICEWISE_POLICY_H
#define SLICEWISE_POLICY_H

#include <glib.h>

G_BEGIN_DECLS

#define SW_POLICY_ABI 1

/* Nanoseconds from the trace's origin.  SW_TIME_NONE: unknown or not set.  SW_TIME_INF: never. */
typedef gint64 SwTime;
#define SW_TIME_NONE G_MININT64
#define SW_TIME_INF G_MAXINT64
#define SW_SECOND ((SwTime)1000000000)

typedef guint32 SwJob;  /* index of a job, in order of (submit, row of the trace) */
typedef guint32 SwNode; /* index of a node = its rank: ties between nodes go to the lowest */
#define SW_NO_JOB G_MAXUINT32
#define SW_NO_NODE G_MAXUINT32

#define SW_MAX_MODELS 64 /* GPU models in one cluster */
#define SW_MAX_CARDS 64  /* GPUs in one node */

/* Answers of host calls.  Everything from SW_FAULT on is a broken rule of the policy. */
typedef enum
{
  SW_OK = 0,
  SW_NO_FIT,      /* nothing wrong: it does not fit now */
  SW_FAULT,       /* limit between answers and faults; not returned itself */
  SW_NOT_WAITING, /* start or reject of a job that is not waiting (a second start, say) */
  SW_NOT_RUNNING, /* preempt of a job that is not running */
  SW_NOT_ALLOWED, /* preempt of a job that is not preemptible or was started in this pass */
  SW_BAD_PLACE,   /* placement incomplete, or on busy, absent or unsuitable cards */
  SW_BAD_TIME,    /* wake_at of a time that is not after now */
  SW_NOT_ORACLE,  /* asked for a true duration without saying so in its flags */
  SW_BAD_HANDLE,  /* no such job, node or group */
  SW_LOOPS,       /* too many host calls in one pass */
} SwResult;

typedef enum
{
  SW_TOPOLOGY_ANY = 0, /* tasks may lie on any nodes */
  SW_TOPOLOGY_NODE,    /* all tasks on one node */
  SW_TOPOLOGY_RACK,    /* all tasks in one rack */
  SW_TOPOLOGY_SWITCH,  /* all tasks below one switch */
} SwTopology;

/* One group of equal tasks of a job; amounts are per task. */
typedef struct
{
  guint32 tasks;    /* number of tasks, >= 1 */
  guint32 gpus;     /* whole GPUs per task, 0 = none */
  gint64 cpu_milli; /* thousandths of a CPU core */
  gint64 mem_mib;   /* host memory, MiB */
  guint64 models;   /* bit m set: may use GPU model m of this cluster */
  guint32 node_max; /* tasks of this group per node at most, 0 = no limit */
} SwTaskGroup;

/* What a job asks for.  Jobs with equal demands share one SwDemand (a "demand class"). */
typedef struct
{
  guint32 n_groups;
  const SwTaskGroup *groups;
  guint32 gpus; /* GPUs of all tasks together */
  SwTopology topology;
} SwDemand;

/* What a policy may know of a job that has arrived.  Strings are owned by the host. */
typedef struct
{
  const char *id, *user, *tenant, *queue, *kind;
  guint32 user_id, tenant_id, queue_id; /* small numbers, equal iff the names are */
  guint32 demand;                       /* demand class */
  guint32 gpus;                         /* of all tasks together */
  gint32 priority;                      /* larger is more important */
  gboolean preemptible;
  SwTime submit, eligible;
  SwTime limit;     /* declared run-time limit, SW_TIME_NONE if none */
  SwTime estimate;  /* somebody's estimate of the run time, SW_TIME_NONE if none; may be negative */
  SwTime deadline;  /* absolute, SW_TIME_NONE if none */
  guint32 attempts; /* stays on GPUs so far, the present one included */
  guint32 preemptions; /* of these, ended by a preemption or a reclaim */
  SwTime started;      /* start of the present stay, SW_TIME_NONE while waiting */
  SwTime run;          /* time on GPUs so far, all stays */
  SwTime must_end;     /* started + limit, SW_TIME_INF if unknown; SW_TIME_NONE while waiting */
} SwJobInfo;

typedef struct
{
  const char *id;
  guint32 pool;
  gint32 model; /* GPU model index, -1: no GPUs */
  guint32 gpus, free_gpus;
  guint64 free_mask; /* bit i: card i is free */
  gint64 cpu_milli, free_cpu_milli;
  gint64 mem_mib, free_mem_mib;
  guint32 rack, top_switch;
  gboolean up; /* an absent node offers nothing */
} SwNodeInfo;

/* How pick() and fill() choose among the nodes on which a task fits. */
typedef enum
{
  SW_FIT_FIRST,  /* lowest rank */
  SW_FIT_BEST,   /* fewest free GPUs, then lowest rank */
  SW_FIT_WORST,  /* most free GPUs, then lowest rank */
  SW_FIT_RANDOM, /* uniform, keyed by (job, task) */
  SW_FIT_PACK,   /* fewest nodes for the whole job: one node if any (best fit), else fullest use */
  SW_FIT_SPREAD, /* as many nodes as possible: the node with fewest tasks of this job, most free */
} SwFit;

typedef struct SwView SwView; /* the state of one run, opaque */

/* Services of the engine.  Costs: n nodes, w waiting jobs; "O(1)" where nothing is said. */
typedef struct
{
  guint32 abi, struct_size;

  /* Looking. */
  SwTime (*now) (const SwView *v);
  guint32 (*n_waiting) (const SwView *v);
  guint32 (*n_running) (const SwView *v);
  /* i-th running job, i < n_running, in no particular but reproducible order. */
  SwJob (*running) (const SwView *v, guint32 i);
  SwResult (*job) (const SwView *v, SwJob job, SwJobInfo *out);
  const SwDemand *(*demand) (const SwView *v, guint32 demand);
  guint32 (*n_nodes) (const SwView *v);
  SwResult (*node) (const SwView *v, SwNode node, SwNodeInfo *out);
  guint32 (*n_models) (const SwView *v);
  const char *(*model) (const SwView *v, guint32 model);
  /* GPUs that exist now and that are free now, of one model. */
  void (*model_gpus) (const SwView *v, guint32 model, guint32 *exist, guint32 *free_now);
  /* GPUs of one model that a running job holds. */
  guint32 (*held) (const SwView *v, SwJob job, guint32 model);
  /* The true service time left on a GPU of speed 1; only with SW_POLICY_ORACLE, else SW_TIME_NONE
     and a fault. */
  SwTime (*true_left) (SwView *v, SwJob job);
  /* A number in [0, 2^64) that depends on (seed, purpose, key) only. */
  guint64 (*draw) (const SwView *v, guint32 purpose, guint64 key);

  /* Walking the waiting jobs in the policy's order: (key, arrival).  O(log w) a step. */
  SwJob (*first) (SwView *v);
  void (*walk) (SwView *v); /* start again at the head */
  /* Next job of the walk, SW_NO_JOB at the end.  Leaves out jobs whose demand is known not to fit
     now, since the same demand was tried and nothing became free.  max_limit: of those demands for
     which walk_short() was called, give only jobs whose declared limit is at most this. */
  SwJob (*walk_next) (SwView *v, SwTime max_limit);
  void (*walk_short) (SwView *v, guint32 demand);
  /* Next job of the walk with nothing left out. */
  SwJob (*walk_all) (SwView *v);

  /* Placing; for place policies, inside place().  What add() claims is given back when place()
     returns FALSE, or when the question was only whether the job fits. */
  /* Lowest node >= from on which one task of the group fits, SW_NO_NODE if none. */
  SwNode (*next_fit) (SwView *v, SwJob job, guint32 group, SwNode from);
  SwNode (*pick) (SwView *v, SwJob job, guint32 group, SwFit how, guint32 task);
  /* As next_fit, and as pick for FIRST, BEST and WORST, for a node that takes so many tasks of the
     group together. */
  SwNode (*next_room) (SwView *v, SwJob job, guint32 group, guint32 tasks, SwNode from);
  SwNode (*pick_room) (SwView *v, SwJob job, guint32 group, guint32 tasks, SwFit how);
  /* Claim cards for so many tasks of the group on the node (the lowest free cards). */
  SwResult (*add) (SwView *v, SwNode node, guint32 group, guint32 tasks);
  /* Claim for the whole job, tasks placed one by one as how says; where that fails, a complete
     search over the assignments of tasks to nodes. */
  SwResult (*fill) (SwView *v, SwJob job, SwFit how);

  /* Acting; for queue policies, inside schedule(). */
  SwResult (*fits) (SwView *v, SwJob job); /* SW_OK or SW_NO_FIT: would start() succeed now? */
  /* Would start() succeed if these running jobs (n of them, each once) were preempted before? */
  SwResult (*fits_without) (SwView *v, SwJob job, const SwJob *victims, guint32 n);
  SwResult (*start) (SwView *v, SwJob job); /* on the cards that the place policy chooses */
  /* start(), but with GPUs of these models only (bit m: model m); tasks without GPUs go anywhere.
     Its SW_NO_FIT says nothing about start(), and walk_next does not remember it. */
  SwResult (*start_on) (SwView *v, SwJob job, guint64 models);
  /* Start on cards of the caller's own choice: begin(), add() ..., then start_placed(). */
  SwResult (*begin) (SwView *v, SwJob job);
  SwResult (*start_placed) (SwView *v);
  SwResult (*preempt) (SwView *v, SwJob job); /* back to the queue; keeps what was checkpointed */
  SwResult (*reject) (SwView *v, SwJob job, const char *why); /* ends the job as killed */
  SwResult (*wake_at) (SwView *v, SwTime when); /* a pass at that time even if nothing happens */

  /* Reservation for one job (EASY): the earliest time at which it can be placed if every running
     job runs to its declared limit; SW_TIME_INF if a job without a limit stands in the way.  The
     host remembers the reservation until the next call or the end of the pass. */
  SwTime (*reserve) (SwView *v, SwJob job);
  /* start(), but refused with SW_NO_FIT if the job, running to its declared limit, would push the
     reserved job beyond its time. */
  SwResult (*start_beside) (SwView *v, SwJob job);
} SwHost;

typedef enum
{
  SW_PARAM_INT,
  SW_PARAM_REAL,
  SW_PARAM_BOOL, /* yes or no */
  SW_PARAM_TIME, /* 90s, 5min, 2h, 1d */
  SW_PARAM_CHOICE,
} SwParamType;

/* A parameter of a policy, set in the scenario as `queue = NAME param=value ...`. */
typedef struct
{
  const char *name;
  SwParamType type;
  const char *fallback; /* default, as text */
  double min, max;      /* of INT, REAL and TIME (seconds); min == max: no limit */
  const char *choices;  /* of CHOICE: "a|b|c" */
  const char *doc;
} SwParam;

/* Values in the order of the table; choices as index of the choice, times in ns. */
typedef union
{
  gint64 i;
  double r;
  gboolean b;
  SwTime t;
} SwValue;

typedef enum
{
  SW_KIND_QUEUE,
  SW_KIND_PLACE,
  SW_KIND_SCALE,
} SwPolicyKind;

enum
{
  SW_POLICY_ORACLE = 1 << 0, /* may ask for true durations; every report says so */
};

/* First in every table: what it was compiled for. */
typedef struct
{
  guint32 abi, struct_size;
} SwPolicyHead;

typedef struct SwPolicy
{
  SwPolicyHead head; /* SW_POLICY_HEAD */
  SwPolicyKind kind;
  const char *name;      /* lower-case words joined by '-' */
  const char *summary;   /* one line */
  const SwParam *params; /* ends with a NULL name; may be NULL */

  /* State of one run, NULL with error set if the values do not make sense together.  Policies
     without state leave create and destroy NULL. */
  gpointer (*create) (const SwHost *host, const SwValue *values, GError **error);
  void (*destroy) (gpointer self);
  /* SW_POLICY_* for these values; NULL: 0. */
  guint32 (*flags) (const SwValue *values);

  /* Queue policies. */
  void (*schedule) (gpointer self, const SwHost *host, SwView *v);
  /* Sort key of a job each time it enters the queue, small first; NULL: order of arrival. */
  gint64 (*key) (gpointer self, const SwHost *host, SwView *v, SwJob job);
  /* Notifications, all optional: the job entered the queue / left the cluster or the queue for
     good / went back to the queue. */
  void (*arrived) (gpointer self, const SwHost *host, SwView *v, SwJob job);
  void (*ended) (gpointer self, const SwHost *host, SwView *v, SwJob job);
  void (*requeued) (gpointer self, const SwHost *host, SwView *v, SwJob job);

  /* Place policies: claim cards for the job with add() or fill(); TRUE if all tasks have some. */
  gboolean (*place) (gpointer self, const SwHost *host, SwView *v, SwJob job);

  /* Scale policies: called before schedule() in each pass; NULL holds every pool as it is. */
  void (*scale) (gpointer self, const SwHost *host, SwView *v);
} SwPolicy;

/* One source, two uses.  Built in: the table gets a name of its own; plug-in: the symbol that the
   loader looks for. */
#ifdef SW_POLICY_BUILTIN
#define SW_POLICY_DEFINE(ident)                                                                    \
  extern const SwPolicy sw_policy_##ident;                                                         \
  const SwPolicy sw_policy_##ident
#else
#define SW_POLICY_DEFINE(ident)                                                                    \
  __attribute__ ((visibility ("default"))) extern const SwPolicy sw_policy;                        \
  const SwPolicy sw_policy
#endif

#define SW_POLICY_HEAD                                                                             \
  {                                                                                                \
    SW_POLICY_ABI, (guint32)sizeof (SwPolicy)                                                      \
  }

G_END_DECLS

#endif
