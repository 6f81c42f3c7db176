/* A result folder as the report reads it: manifest.json and summary.json as JSON, and of jobs.csv
 * and timeline.csv the columns that pictures need. */
#ifndef SW_RESULT_H
#define SW_RESULT_H

#include <jansson.h>

#include "sw-error.h"

G_BEGIN_DECLS

/* What is done with the cards, of runs that share them. */
typedef enum
{
  SW_COLUMN_COMPUTE, /* GPUs */
  SW_COLUMN_BANDWIDTH,
  SW_COLUMN_MEMORY, /* MiB that exist */
  SW_COLUMN_MEMORY_ALLOCATED,
  SW_COLUMN_MEMORY_USED,
  SW_COLUMN_UNUSABLE, /* F, in GPUs */
  SW_N_USES,
} SwUseColumn;

/* Levels that hold from a time on, in seconds, GPUs and jobs. */
typedef struct
{
  double time, gpus, allocated, fragmented, waiting;
  float use[SW_N_USES]; /* 0 where not known; of pictures only, so floats do */
} SwLevelRow;

typedef struct
{
  char *folder; /* as given */
  char *name;   /* of the run: scenario and policies; unique in the report */
  json_t *manifest, *summary;
  double begin, stop;    /* of the run, seconds */
  gboolean has_timeline; /* timeline.csv is there */
  gboolean has_jobs;     /* jobs.csv is there */
  GArray *levels;        /* SwLevelRow, in order of time */
  guint32 uses;          /* bit of an SwUseColumn: known in every row */
  GArray *waits;         /* double, rising: wait of jobs that ran and ended */
  guint64 jobs;          /* rows of jobs.csv */
} SwResult;

/* NULL with SW_ERROR_INPUT. */
SwResult *sw_result_read (const char *folder, GError **error);
void sw_result_free (SwResult *result);

/* Member of nested objects, by names separated by '/'; NULL if there is none. */
const json_t *sw_result_member (const json_t *root, const char *path);
/* Its text; "" if there is none. */
const char *sw_result_text (const json_t *root, const char *path);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SwResult, sw_result_free)

G_END_DECLS

#endif
