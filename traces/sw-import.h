/* Reading traces: a delimited file through a profile (profiles/NAME.ini), or a format with code of
 * its own (SWF).  Every import ends with read = kept + dropped by reason, or it is an error. */
#ifndef SW_IMPORT_H
#define SW_IMPORT_H

#include "sw-error.h"
#include "sw-job-table.h"
#include "sw-node-table.h"

G_BEGIN_DECLS

typedef enum
{
  SW_DUPLICATE_ERROR,
  SW_DUPLICATE_KEEP_FIRST,
  SW_DUPLICATE_RENAME, /* id, id#2, id#3 ... */
} SwDuplicates;

typedef enum
{
  SW_GPU_FRACTION_KEEP,  /* as the trace says (SW_GPU_SHARE) */
  SW_GPU_FRACTION_WHOLE, /* a fraction takes a whole GPU; counted */
} SwGpuFractions;

typedef struct
{
  const char *path;    /* file; "*.gz" is read transparently; "builtin:NAME" a built-in resource */
  const char *profile; /* name of a built-in profile, path of a profile file, or NULL: told from the
                          header line, and an error if no profile or more than one matches */
  const char *zone;    /* time zone of civil times without offset, NULL: as the profile says */
  gboolean strict;     /* the first bad row is an error instead of a counted drop */
  gboolean keep_lines; /* row of a job is its line in this file, whatever a column says */
  gboolean clamp;      /* negative durations become 0, counted, instead of dropped */
  SwDuplicates duplicates;
  SwGpuFractions fractions;
  GPtrArray *settings; /* "key=value" overrides of profile keys, may be NULL */
} SwImportOptions;

typedef struct
{
  char *reason; /* "duration is empty" */
  guint64 count;
  guint first_line; /* where it happened first */
  char *example;    /* "line 7, column run: \"nan\"" */
} SwTally;

typedef struct
{
  char *path, *profile, *sha256, *zone;
  guint first_line, last_line; /* that rows begin on; 0: there are none */
  guint64 read, kept, merged;  /* rows; merged: kept as further task groups of a gang's job */
  guint64 dropped;
  GPtrArray *drops;   /* SwTally, in order of first appearance: rows that are not in the table */
  GPtrArray *notes;   /* SwTally: rows that are, but were changed or are odd (rounded up, clamped,
                         never started, end missing, out of order, ties, zone assumed) */
  SwTime first, last; /* span of submit times, from the origin */
  SwTime resolution;  /* largest of 1ns .. 1s .. that all times are multiples of */
  guint64 ties, out_of_order;
  char *licence; /* text of the profile, NULL if none */
} SwImportReport;

void sw_import_report_clear (SwImportReport *report);
/* The summary that a person reads: one fact a line.  transfer full */
char *sw_import_report_text (const SwImportReport *report);

/* Reads jobs into the builder.  FALSE with SW_ERROR_INPUT for a bad file, header or profile, for
   bad rows under strict, for duplicate ids under SW_DUPLICATE_ERROR, and when no row is left
   although some were read. */
gboolean sw_import_jobs (const SwImportOptions *options, SwJobBuilder *builder,
                         SwImportReport *report, GError **error);
/* Reads nodes (canonical nodes.csv, openb node lists, ...); pool: the pool of rows that name none.
 */
gboolean sw_import_nodes (const SwImportOptions *options, const char *pool, SwNodeTable *nodes,
                          SwImportReport *report, GError **error);

/* Built-in profiles by name; what: "jobs" or "nodes"; NULL-terminated, transfer full. */
char **sw_import_profiles (void);
char *sw_import_profile_text (const char *name); /* its file, transfer full; NULL if unknown */

/* Writing the canonical format: PATH and its side file PATH.meta. */
gboolean sw_export_jobs (const SwJobTable *table, const SwImportReport *source, const char *path,
                         GError **error);
gboolean sw_export_nodes (const SwNodeTable *nodes, const SwImportReport *source, const char *path,
                          GError **error);

G_END_DECLS

#endif
