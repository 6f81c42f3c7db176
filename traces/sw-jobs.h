/* Jobs of a trace under way: what its rows have shown so far, and the job that the present row
 * says. */
#ifndef SW_JOBS_H
#define SW_JOBS_H

#include "sw-row.h"

G_BEGIN_DECLS

/* Smallest and largest value of a column of instants, to find two units in one column. */
typedef struct
{
  SwTime min, max; /* min > max: none yet */
} SwExtent;

typedef struct
{
  SwReading reading;
  SwJobBuilder *builder;
  guint32 first;      /* number of the first job of this trace in the builder */
  SwTime last_submit; /* of the row before, NONE at first */
  SwTime last_end;    /* latest recorded end of all rows, NONE at first */
  SwTime last_seen;   /* latest instant of all rows */
  SwTime resolution;  /* of the submit times */
  guint64 out_of_order;
  SwExtent extents[SW_N_FIELDS];
  gboolean ascending;    /* every id so far comes behind the one before it */
  GHashTable *gangs;     /* id -> SwGang, owned */
  GPtrArray *gang_order; /* the same by first row */
  GHashTable *members;   /* ids of the rows of gangs */
  GHashTable *renamed;   /* id -> how often it was given a suffix */
  GArray *submits;       /* SwTime of each job, as added */
  gboolean open_ends;    /* some jobs end when the trace does */
  GArray *rows;          /* guint32: what the file says was a job's row; empty if it does not */
} SwJobs;

/* The job of one row. */
typedef struct
{
  SwJobRow row;
  SwGroupRow groups[2]; /* strings as numbers of the builder's pool */
  guint32 n_groups;
  guint8 topology;
  guint32 source_row; /* what the file says itself */
} SwJobDraft;

G_END_DECLS

#endif
