/* A profile says what the columns of a trace mean: which file column feeds which field, in which
 * unit, what stands for "unknown", how durations and GPUs are to be read.  The grammar is described
 * in profiles/README.md; a new delimited trace is a new profile and no code. */
#ifndef SW_PROFILE_H
#define SW_PROFILE_H

#include "sw-delimited.h"
#include "sw-job-table.h"
#include "sw-keyfile.h"

G_BEGIN_DECLS

/* What a row may say; the names are in sw_field_names[]. */
typedef enum
{
  /* of jobs and nodes */
  SW_FIELD_ID,
  SW_FIELD_GPUS,
  SW_FIELD_GPU_MODELS,
  SW_FIELD_CPUS,
  SW_FIELD_MEM,
  /* of jobs */
  SW_FIELD_GROUP_ID,
  SW_FIELD_GANG,
  SW_FIELD_NAME,
  SW_FIELD_USER,
  SW_FIELD_TENANT,
  SW_FIELD_QUEUE,
  SW_FIELD_KIND,
  SW_FIELD_SLO_CLASS,
  SW_FIELD_SUBMIT,
  SW_FIELD_ELIGIBLE,
  SW_FIELD_START,
  SW_FIELD_END,
  SW_FIELD_DURATION,
  SW_FIELD_LIMIT,
  SW_FIELD_ESTIMATE,
  SW_FIELD_DEADLINE,
  SW_FIELD_WAIT_SLO,
  SW_FIELD_CKPT_INTERVAL,
  SW_FIELD_CKPT_COST,
  SW_FIELD_RESTART_COST,
  SW_FIELD_MAX_RESTARTS,
  SW_FIELD_FAILS,
  SW_FIELD_FAIL_AFTER,
  SW_FIELD_TASKS,
  SW_FIELD_MIN_TASKS,
  SW_FIELD_MAX_TASKS,
  SW_FIELD_TASKS_PER_NODE,
  SW_FIELD_GPU_MODE,
  SW_FIELD_GPU_SHARE,
  SW_FIELD_GPU_MEM,
  SW_FIELD_MIG_PROFILE,
  SW_FIELD_GPU_MEM_PEAK,
  SW_FIELD_GPU_MEM_RAMP,
  SW_FIELD_GPU_UTIL,
  SW_FIELD_SM_ACTIVE,
  SW_FIELD_DRAM_ACTIVE,
  SW_FIELD_SLOWDOWN_LIMIT,
  SW_FIELD_JOB_TYPE,
  SW_FIELD_TOPOLOGY,
  SW_FIELD_PRIORITY,
  SW_FIELD_PREEMPTIBLE,
  SW_FIELD_DEPENDS_ON,
  SW_FIELD_STATE,
  SW_FIELD_FLAGS,
  SW_FIELD_ROW,
  /* of nodes */
  SW_FIELD_PREFIX,
  SW_FIELD_COUNT,
  SW_FIELD_POOL,
  SW_FIELD_SWITCH_PATH,
  SW_FIELD_FROM,
  SW_FIELD_TO,
  SW_N_FIELDS
} SwField;
extern const char *const sw_field_names[SW_N_FIELDS];

typedef enum
{
  SW_UNIT_S,
  SW_UNIT_MS,
  SW_UNIT_US,
  SW_UNIT_NS,
  SW_UNIT_MIN,
  SW_UNIT_H,
  SW_UNIT_D,
  SW_UNIT_CIVIL,    /* instants: date and time, RFC 3339 */
  SW_UNIT_ELAPSED,  /* spans: [[D-]HH:]MM:SS */
  SW_UNIT_LIMIT,    /* spans: minutes, D-HH:MM, UNLIMITED, ... */
  SW_UNIT_DURATION, /* spans: "1h30min" */
  SW_UNIT_COUNT,
  SW_UNIT_MILLI,
  SW_UNIT_PERCENT,
  SW_UNIT_K8S, /* quantities of Kubernetes */
  SW_UNIT_BYTES,
  SW_UNIT_KIB,
  SW_UNIT_MIB,
  SW_UNIT_GIB,
  SW_UNIT_KB,
  SW_UNIT_MB,
  SW_UNIT_GB,
  SW_UNIT_SLURM, /* "4000M", per node or per core taken as it is */
  SW_UNIT_TEXT,  /* "80GiB" */
  SW_N_UNITS
} SwUnit;

typedef struct
{
  char **from;       /* names of file columns, the first that says something counts; NULL: none */
  gboolean required; /* a file without the column is refused */
  SwUnit unit;
  gboolean total;    /* of the whole job, not of each task; use: not of each GPU */
  gint64 divide;     /* GPUs: the number in the file / divide, rounded up */
  char *fallback;    /* value of an empty cell or an absent column; NULL: none */
  char **empty;      /* further words that stand for an empty cell */
  char **yes;        /* of a yes-or-no field: words that mean yes, all else means no */
  char *separator;   /* of a list */
  char *cut;         /* the value ends before the first of these characters */
  char *when_column; /* the cell counts only if this column holds one of when_words */
  char **when_words;
  gboolean relative; /* instants: counted from the submit time */
  gboolean generate; /* ids: the number of the row */
} SwFieldRule;

typedef struct
{
  char *reason, *column;
  char **equals;  /* drop if the cell is one of these */
  char *contains; /* drop if the cell holds this text */
  gboolean empty; /* drop if the cell is empty */
} SwDropRule;

typedef enum
{
  SW_ORIGIN_ZERO,
  SW_ORIGIN_FIRST,
  SW_ORIGIN_DATE,
} SwOriginRule;

typedef enum
{
  SW_DURATION_COLUMN,
  SW_DURATION_TIMES, /* end - start */
  SW_DURATION_COLUMN_THEN_TIMES,
  SW_DURATION_TIMES_THEN_COLUMN,
} SwDurationRule;

typedef enum
{
  SW_SPLIT_TASKS,  /* a job's GPUs over its tasks */
  SW_SPLIT_GPUS,   /* a task for each GPU */
  SW_SPLIT_CHUNKS, /* tasks of `chunk` GPUs and one of the rest */
} SwSplitRule;

typedef struct
{
  char *name, *summary, *licence;
  gboolean nodes; /* rows are nodes, not jobs */
  gboolean swf;   /* blank-separated with ';' comments */
  SwDelimited format;
  gboolean header, extra_fields;
  char **columns;             /* names, if there is no header */
  char **signature, **unlike; /* columns that are, and are not, there */
  char **empty;               /* words for "unknown" in any column */
  gboolean side_file;         /* PATH.meta is read */
  SwOriginRule origin;
  SwTime origin_utc; /* of SW_ORIGIN_DATE */
  gboolean unix_epoch;
  char *zone; /* NULL: not said */
  gboolean arrival_index;
  SwTime arrival_gap;
  SwDurationRule duration;
  gboolean keep_never_started;
  gboolean drop_end_missing;
  gboolean cut_at_last_end;
  SwSplitRule split;
  guint32 chunk;
  gboolean drop_cpu_only;
  SwFieldRule fields[SW_N_FIELDS];
  char **states[SW_OBS_PENDING + 1];
  GArray *drops; /* SwDropRule */
} SwProfile;

extern const SwKeySpec sw_profile_schema[];

/* A profile from its text; settings: "group.key=value" overrides, may be NULL.  NULL with
   SW_ERROR_INPUT that lists every fault. */
SwProfile *sw_profile_parse (const char *name, const char *text, gsize length,
                             const GPtrArray *settings, GError **error);
/* A built-in profile by its name, or a file if the name holds a '/' or ends in ".ini". */
SwProfile *sw_profile_find (const char *name, const GPtrArray *settings, GError **error);
void sw_profile_free (SwProfile *profile);

/* Built-in profiles, in order of their names. */
guint sw_profile_n_builtin (void);
const char *sw_profile_builtin_name (guint i);
const char *sw_profile_builtin_text (guint i);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SwProfile, sw_profile_free)

G_END_DECLS

#endif
