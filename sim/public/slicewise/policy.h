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

#define SW_POLICY_ABI 3

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

/* How a task uses its GPUs. */
typedef enum
{
  SW_USE_NONE,  /* it has none */
  SW_USE_WHOLE, /* whole cards */
  SW_USE_SHARE, /* a part of each of so many cards; on partitioned cards the smallest instance that
                   has the part */
  SW_USE_SLICE, /* so many instances of partitioned cards, which may lie on one card */
} SwUse;

/* One group of equal tasks of a job; amounts are per task. */
typedef struct
{
  guint32 tasks;    /* number of tasks, >= 1 */
  guint32 gpus;     /* whole GPUs, devices or instances per task, 0 = none */
  gint64 cpu_milli; /* thousandths of a CPU core */
  gint64 mem_mib;   /* host memory, MiB */
  guint64 models;   /* bit m set: may use GPU model m of this cluster */
  guint32 node_max; /* tasks of this group per node at most, 0 = no limit */
  SwUse use;
  guint32 milli;          /* thousandths of each device: SHARE 1 .. 1000, WHOLE 1000, SLICE those of
                             the smallest instance that serves, of the models it may use */
  guint32 card_mib;       /* SHARE: memory promised on each device, MiB; 0: all of the card's */
  guint32 wish;           /* number of this wish for an instance, for the host; 0: never one */
  guint32 behaviour;      /* how the job loads a GPU: number, for the host */
  guint32 slowdown_limit; /* thousandths: most that co-tenants may slow it; 0: none given */
} SwTaskGroup;

/* What a job asks for.  Jobs with equal demands share one SwDemand (a "demand class"). */
typedef struct
{
  guint32 n_groups;
  const SwTaskGroup *groups;
  guint32 gpus;   /* GPUs, devices or instances of all tasks together */
  guint64 milli;  /* thousandths of GPUs of all tasks together */
  gboolean parts; /* some group shares or slices */
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

/* How a card is used now. */
typedef enum
{
  SW_CARD_FREE,
  SW_CARD_WHOLE,  /* one job has it */
  SW_CARD_SHARED, /* tenants have parts of it */
  SW_CARD_SLICED, /* it is in partitioned mode, with instances or without */
} SwCardUse;

#define SW_MAX_UNITS 16 /* placement units of a card that can be partitioned */

/* A kind of GPU instance. */
typedef struct
{
  const char *name;  /* 1g.10gb */
  guint8 slices;     /* compute slices */
  guint8 units;      /* placement units from its start on */
  guint8 max;        /* instances of it on one card */
  gboolean plain;    /* without media engines or graphics of its own: what sizes are chosen from */
  guint16 sms;       /* streaming multiprocessors or compute units */
  guint32 starts;    /* bit s: may start at unit s */
  gint32 usable_mib; /* memory that a process sees, MiB */
} SwMigProfile;

/* How cards of a model can be partitioned: an instance takes an interval of placement units. */
typedef struct
{
  const char *name;
  guint8 units, slices; /* of the card */
  guint16 sms;          /* that partitioned mode can use */
  gboolean uniform;     /* all instances of a card are of one profile */
  guint32 n_profiles;
  const SwMigProfile *profiles; /* small to large: by slices, then units, plain ones first */
} SwMigGeometry;

typedef struct
{
  guint16 left;            /* thousandths that nobody holds */
  guint16 tenants;         /* jobs' tasks on it */
  guint32 mem_left;        /* MiB promised to nobody */
  guint16 busy;            /* bit u: placement unit u belongs to an instance in use */
  guint16 made;            /* bit u: placement unit u belongs to an instance, in use or not */
  guint8 use;              /* SwCardUse */
  guint8 at[SW_MAX_UNITS]; /* profile + 1 of the instance that starts at the unit, 0: none */
} SwCard;

/* One place for one device of a task on a node. */
typedef struct
{
  guint8 card;
  guint8 start, profile; /* of the instance, on a partitioned card */
  guint8 destroys;       /* idle instances that must go before */
  guint8 creates;        /* 1: the instance does not exist yet */
} SwSpot;

/* What score() sees of a node. */
typedef struct
{
  SwNode node;
  gint32 model; /* -1: no GPUs */
  guint32 pool;
  guint32 n_cards;
  const SwCard *cards;
  gint64 cpu_milli, free_cpu_milli;
  gint64 mem_mib, free_mem_mib; /* host memory; 0 unless the policy sees SW_SEES_HOST_MEMORY */
  guint64 hosts; /* with SW_SEES_HOSTS: bit 0: it hosts tasks with parts of GPUs, bit k: tasks with
                    k whole GPUs (63: or more) */
  const SwMigGeometry *mig; /* of its model in a pool that partitions cards, else NULL */
  gboolean repartition;     /* there, idle instances may be destroyed and others created */
} SwNodeView;

/* What score() looks at beside cards and CPUs of the node: equal nodes are scored once. */
enum
{
  SW_SEES_HOST_MEMORY = 1 << 0,
  SW_SEES_HOSTS = 1 << 1,
  SW_SEES_TENANTS = 1 << 2, /* who is on the cards, by strain(): no two nodes are equal then */
};
#define SW_NEVER G_MININT64 /* a score that refuses the node */

/* One device of a job on a card of which it has a part. */
typedef struct
{
  SwJob job;
  guint32 behaviour;
  guint16 milli;         /* thousandths of the card */
  guint8 start, profile; /* of its instance, on a partitioned card */
  guint32 need_mib;      /* memory that it asked for, else that it was promised */
  gboolean movable;      /* it is all that its job holds */
} SwResident;

/* A task that the workload has most of: with these fragmentation is measured. */
typedef struct
{
  gint64 cpu_milli;
  guint32 milli, gpus; /* thousandths of each of so many devices, 0: none */
  guint64 models;
  guint32 count; /* of tasks in the workload */
  double share;  /* of the typical tasks */
} SwTypicalTask;

/* How pick() and fill() choose among the nodes on which a task fits. */
typedef enum
{
  SW_FIT_FIRST,  /* lowest rank */
  SW_FIT_BEST,   /* fewest free GPUs, then lowest rank */
  SW_FIT_WORST,  /* most free GPUs, then lowest rank */
  SW_FIT_RANDOM, /* uniform, keyed by (job, task); fill() draws cards for parts, too */
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
  /* Claim these places, one per device, for one task of a group with parts. */
  SwResult (*add_at) (SwView *v, SwNode node, guint32 group, const SwSpot *spots);
  /* Claim for the whole job, tasks placed one by one as how says; where that fails, a complete
     search over the assignments of tasks to nodes. */
  SwResult (*fill) (SwView *v, SwJob job, SwFit how);

  /* Parts of cards; for score() and before add_at().  All places for one device of the task on the
     node, in order of card and start; returns their number, at most room of them in out. */
  guint32 (*spots) (SwView *v, const SwTaskGroup *task, const SwNodeView *node, SwSpot *out,
                    guint32 room);
  /* By how much the fragmentation F of the node (Weng et al., ATC 2023) grows if the task goes
     there: in thousandths of GPUs that a task drawn from the typical ones cannot use, times the
     number of typical tasks, which is returned (0: none known).  For a share of one device per card
     of the node, G_MAXINT64 where it does not fit, else one number, with shares and instances where
     spots says and whole cards the lowest. */
  gint64 (*fragmentation) (SwView *v, const SwTaskGroup *task, const SwNodeView *node,
                           const SwSpot *spots, gint64 *increase);
  guint32 (*n_typical) (const SwView *v);
  const SwTypicalTask *(*typical) (const SwView *v);
  /* The view that score() would get. */
  SwResult (*view) (SwView *v, SwNode node, SwNodeView *out);
  /* How close the task would bring anyone on the card of the spot, itself included, to what he
     bears: the largest predicted slowdown by co-tenants per slowdown limit, in thousandths.
     fallback: thousandths, limit of those who have none.  0 where nobody slows anybody. */
  gint64 (*strain) (SwView *v, const SwTaskGroup *task, const SwNodeView *node, const SwSpot *spot,
                    guint32 fallback);
  /* Tenants of a card in order of arrival; returns their number, at most room of them in out. */
  guint32 (*residents) (SwView *v, SwNode node, guint32 card, SwResident *out, guint32 room);
  /* Speed of a job on an instance of the node's model, per its speed on a whole card of its own
     there, in millionths; profile: of the node's geometry.  0: it does not fit there. */
  guint32 (*slice_speed) (SwView *v, SwJob job, SwNode node, guint32 profile);
  /* In rearrange(): gives the residents of the card, all n of them in the order of residents(), new
     instances (card, start and profile of each spot; destroys and creates are the host's business);
     idle instances in the way are destroyed.  Who keeps his start and profile runs on; the others
     stand still until the change is made and they have moved, and keep their work.  SW_NO_FIT and
     nothing changed if the instances are not legal together or one of them has to stay. */
  SwResult (*reslice) (SwView *v, SwNode node, guint32 card, const SwSpot *spots, guint32 n);
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
     good / went back to the queue.  A job whose memory ran out leaves without one of these, and
     is told of as one that went back when it may try again. */
  void (*arrived) (gpointer self, const SwHost *host, SwView *v, SwJob job);
  void (*ended) (gpointer self, const SwHost *host, SwView *v, SwJob job);
  void (*requeued) (gpointer self, const SwHost *host, SwView *v, SwJob job);

  /* Place policies have place() or score(), or place() for whole cards and score() for demands with
     parts.  place(): claim cards for the job with add() or fill();
     TRUE if all tasks have some. */
  gboolean (*place) (gpointer self, const SwHost *host, SwView *v, SwJob job);
  /* score(): how good is it to put one task on the node, on which it fits; the largest wins, ties
     go to the lowest node, SW_NEVER refuses.  spots: one per device for tasks with parts, filled
     with the host's choice (the tightest card, then the lowest), which may be changed, also to a
     larger instance that does for the task where the pool repartitions.  The answer
     must depend on self's parameters, the task and the node only, and a node with less left must
     not fit better: it is remembered until the node changes. */
  gint64 (*score) (gpointer self, const SwHost *host, SwView *v, const SwTaskGroup *task,
                   const SwNodeView *node, SwSpot *spots);
  guint32 sees; /* SW_SEES_* of score() */
  /* Of place policies, optional: called after each pass for cards of pools that repartition, and
     may reslice() the card: for those whose tenants changed, or, while the first job in the queue
     waits because it does not fit, for all that have tenants, fewest first, until one is changed.
     waits: that job, SW_NO_JOB: none.  After a change there is another pass. */
  void (*rearrange) (gpointer self, const SwHost *host, SwView *v, SwNode node, guint32 card,
                     SwJob waits);
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
