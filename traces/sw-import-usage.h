/* Memory over time: a file of `job,at,mib`, the memory in MiB that a job uses on each of its
 * devices from so many seconds of its working time on, until its next row.  Rows of a job ascend;
 * those of several may be mixed. */
#ifndef SW_IMPORT_USAGE_H
#define SW_IMPORT_USAGE_H

#include "sw-job-table.h"

G_BEGIN_DECLS

typedef struct
{
  char *path, *sha256;
  guint64 rows, jobs;  /* rows read; jobs that got a curve */
  guint64 unknown;     /* rows of jobs that are not there */
  char *first_unknown; /* "line 7, job \"x\""; NULL: none */
} SwUsageReport;

void sw_usage_report_clear (SwUsageReport *report);

/* Gives the builder's jobs curves.  FALSE with SW_ERROR_INPUT: not readable, a column that is
   missing, a bad value, rows of a job that do not ascend, no row of a job that is there. */
gboolean sw_import_usage (const char *path, SwJobBuilder *builder, SwUsageReport *report,
                          GError **error);

G_END_DECLS

#endif
