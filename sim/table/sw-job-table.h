/* The job table: what a trace says, as struct of arrays, sorted by (submit, row), read-only once
 * built and shared by all runs.  Columns follow the canonical format (docs beside
 * traces/sw-canonical.c).  Amounts are integers: times in ns from the origin, CPU in thousandths of
 * a core, memory in MiB. */
#ifndef SW_JOB_TABLE_H
#define SW_JOB_TABLE_H

#include "sw-strings.h"
#include "sw-time.h"

G_BEGIN_DECLS

/* How one task of a group uses GPUs. */
typedef enum
{
  SW_GPU_NONE,  /* no GPU */
  SW_GPU_WHOLE, /* gpus whole cards */
  SW_GPU_SHARE, /* gpus devices, gpu_milli thousandths of each, gpu_mem_mib cap on each */
  SW_GPU_MIG,   /* gpus instances of mig_profile */
} SwGpuMode;

/* One group of equal tasks; a job has one or, when rows share a gang_id, several. */
typedef struct
{
  guint32 tasks;                /* >= 1 */
  guint32 min_tasks, max_tasks; /* elastic range, 0 = rigid */
  guint8 mode;                  /* SwGpuMode */
  guint8 pad[3];
  guint32 gpus;              /* per task: cards, devices or instances */
  guint32 gpu_milli;         /* share of each device, 1000 = whole */
  guint32 gpu_mem_mib;       /* memory cap per device, 0 = none given */
  guint32 mig_profile;       /* string number, 0 = none */
  gint64 cpu_milli, mem_mib; /* per task */
  guint32 models;            /* string number of "A|B|C", 0 = any */
  guint32 node_max;          /* tasks per node at most, 0 = no limit */
} SwGroupRow;

/* Demand class: equal demands share one. */
typedef struct
{
  guint32 first_group, n_groups; /* into groups */
  guint8 topology;               /* 0 any, 1 node, 2 rack, 3 switch: as SwTopology */
} SwDemandRow;

typedef enum
{
  SW_OBS_UNKNOWN,
  SW_OBS_COMPLETED,
  SW_OBS_FAILED,
  SW_OBS_CANCELLED,
  SW_OBS_TIMEOUT,
  SW_OBS_OOM,
  SW_OBS_NODE_FAIL,
  SW_OBS_PREEMPTED,
  SW_OBS_RUNNING,
  SW_OBS_PENDING,
} SwObsState;
/* "completed", ...; NULL-terminated, indexed by SwObsState. */
extern const char *const sw_obs_state_names[];

enum /* flags of a job */
{
  SW_JOB_PREEMPTIBLE = 1 << 0,
  SW_JOB_WARM_START = 1 << 1,    /* was running when the window began; submit is clipped */
  SW_JOB_END_MISSING = 1 << 2,   /* recorded end is unknown; work is what was seen of it */
  SW_JOB_NEVER_STARTED = 1 << 3, /* recorded as never started; duration by a rule of the profile */
  SW_JOB_CLAMPED = 1 << 4,       /* a value was moved into range by an option */
  SW_JOB_TZ_ASSUMED = 1 << 5,
  SW_JOB_ROUNDED_UP = 1 << 6, /* a fractional GPU request that takes whole GPUs */
  SW_JOB_COPY = 1 << 7,       /* made by load scaling, not a row of the trace */
};
/* Names of the flags in bit order, NULL-terminated: "preemptible", "warm_start", ... */
extern const char *const sw_job_flag_names[];

/* From this working time on a job uses so much memory, until its next point. */
typedef struct
{
  SwTime at;
  guint64 mib;
} SwUsePoint;

/* One job as a row, for building and for looking at. */
typedef struct
{
  const char *id; /* text, never a number; unique in the table */
  guint32 user, tenant, queue, kind, slo_class, name, group_id; /* string numbers, 0 = "" */
  guint32 demand;
  guint32 row; /* line in the trace file of the (first) row, 0 = none */
  guint32 flags;
  gint32 priority;
  SwTime submit;   /* >= 0 */
  SwTime eligible; /* NONE: at submit */
  SwTime work;     /* service time at speed 1; NONE is not allowed in a finished table */
  SwTime limit, estimate, deadline, wait_slo;    /* NONE: not given */
  SwTime ckpt_interval, ckpt_cost, restart_cost; /* NONE: not given */
  guint32 max_restarts; /* failures of its own that are retried; G_MAXUINT32: not given */
  guint32 fails;        /* attempts that fail on their own before one succeeds; G_MAXUINT32: all */
  SwTime fail_after;    /* service time into the attempt at which it fails; NONE: at its end */
  SwTime obs_start, obs_end; /* recorded outcome, NONE: unknown */
  guint8 obs_state;
  /* What the job truly does on each of its devices; G_MAXUINT32: unknown. */
  guint32 gpu_mem_peak;  /* memory at its most, MiB */
  SwTime gpu_mem_ramp;   /* working time until the peak is reached in a straight line from 0; NONE:
                            at once */
  guint32 gpu_mem_curve; /* number of a curve of the memory over time, which counts then instead of
                            peak and ramp; 0: none */
  guint32 gpu_util, sm_active, dram_active; /* running alone, millionths: of the time that anything
                                               runs, of the SMs, of the memory bandwidth */
  guint32 slowdown_limit; /* most that others on its card may slow it, thousandths >= 1000;
                             G_MAXUINT32: none given */
  guint32 job_type;       /* string number: its name in tables of measured pairs, 0 = "" */
} SwJobRow;

/* A row that says nothing; work is NONE. */
extern const SwJobRow sw_job_row_blank;

/* The finished table.  All arrays have n entries unless said.  Read-only: columns that hold one
   value throughout may be one and the same array. */
typedef struct
{
  guint32 n;
  SwStrings *strings; /* users, queues, models, ... */
  guint32 n_groups, n_demands;
  SwGroupRow *groups;
  SwDemandRow *demands;
  guint32 *demand_jobs; /* n_demands: jobs that ask for it in the workload before it was sampled */
  const char **id;
  guint32 *user, *tenant, *queue, *kind, *slo_class, *name, *group_id;
  guint32 *demand, *row, *flags;
  gint32 *priority;
  SwTime *submit, *eligible, *work, *limit, *estimate, *deadline, *wait_slo;
  SwTime *ckpt_interval, *ckpt_cost, *restart_cost;
  guint32 *max_restarts, *fails;
  SwTime *fail_after, *obs_start, *obs_end;
  guint8 *obs_state;
  guint32 *gpu_mem_peak, *gpu_util, *sm_active, *dram_active, *slowdown_limit, *job_type;
  guint32 *gpu_mem_curve; /* c > 0: points curve_first[c - 1] .. curve_first[c] */
  SwTime *gpu_mem_ramp;
  guint32 n_curves, *curve_first; /* n_curves + 1 */
  SwUsePoint *curve_points;       /* of each curve ascending, at >= 0 */
  guint32 *dep_first, *deps;      /* CSR: job j waits for deps[dep_first[j] .. dep_first[j+1]) */
  SwTime origin_utc; /* ns since 1970 of time 0, NONE if the trace has no absolute time */
  gpointer arena;    /* owner of the id texts */
} SwJobTable;

void sw_job_table_free (SwJobTable *table);
void sw_job_table_row (const SwJobTable *table, guint32 job, SwJobRow *out);
/* GPUs of all tasks of the demand (cards, devices or instances), and tasks of all groups. */
guint32 sw_job_table_gpus (const SwJobTable *table, guint32 demand);
guint32 sw_job_table_tasks (const SwJobTable *table, guint32 demand);
/* Memory that the table holds, bytes. */
gsize sw_job_table_bytes (const SwJobTable *table);
/* SHA-256 over the content in table order; equal tables have equal hashes.  Transfer full. */
char *sw_job_table_hash (const SwJobTable *table);

/* Building: rows in any order. */
typedef struct SwJobBuilder SwJobBuilder;

SwJobBuilder *sw_job_builder_new (void);
void sw_job_builder_free (SwJobBuilder *builder);
SwStrings *sw_job_builder_strings (SwJobBuilder *builder);
/* Number of the demand class of these groups, interned. */
guint32 sw_job_builder_demand (SwJobBuilder *builder, const SwGroupRow *groups, guint32 n_groups,
                               guint8 topology);
/* The groups of a demand class made before; valid until the next sw_job_builder_demand(). */
const SwGroupRow *sw_job_builder_groups (SwJobBuilder *builder, guint32 demand, guint32 *n_groups,
                                         guint8 *topology);
/* A new curve of at least one point, ascending, at >= 0.  Returns its number, for gpu_mem_curve. */
guint32 sw_job_builder_curve (SwJobBuilder *builder, const SwUsePoint *points, guint32 n);
/* Adds a job; row->id is copied.  Returns its number in order of adding.  Ids are not checked here:
   see _find. */
guint32 sw_job_builder_add (SwJobBuilder *builder, const SwJobRow *row);
/* Number of an added job with this id, G_MAXUINT32 if none. */
guint32 sw_job_builder_find (const SwJobBuilder *builder, const char *id);
/* The added job, to look at or change (not its id); valid until the next add. */
SwJobRow *sw_job_builder_get (SwJobBuilder *builder, guint32 number);
/* job waits until the job called on_id has completed; resolved at finish. */
void sw_job_builder_depend (SwJobBuilder *builder, guint32 number, const char *on_id);
/* Says how many jobs of the workload ask for a demand, if that is not what the table will hold
   itself; then it is to be said of every demand, others have none. */
void sw_job_builder_asked (SwJobBuilder *builder, guint32 demand, guint32 jobs);
guint32 sw_job_builder_count (const SwJobBuilder *builder);
void sw_job_builder_origin (SwJobBuilder *builder, SwTime origin_utc);
/* Sorts stably by submit and freezes; frees the builder.  NULL and *bad (transfer full: a sentence
   naming the job) if a dependency is unknown or cyclic. */
SwJobTable *sw_job_builder_finish (SwJobBuilder *builder, char **bad);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SwJobTable, sw_job_table_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SwJobBuilder, sw_job_builder_free)

G_END_DECLS

#endif
