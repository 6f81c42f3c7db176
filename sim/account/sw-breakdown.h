/* The jobs of a run cut by size, user, queue, tenant, kind, SLO class or job type: counts, waits,
 * turnarounds and slowdowns by co-location as distributions, GPU time, misses.  A mean over all
 * jobs hides who starves; these rows, each with its maximum, do not. */
#ifndef SW_BREAKDOWN_H
#define SW_BREAKDOWN_H

#include "sw-books.h"
#include "sw-stats.h"

G_BEGIN_DECLS

typedef enum
{
  SW_CUT_SIZE, /* GPUs asked for: 0, 1, 2-3, 4-7, ... */
  SW_CUT_USER,
  SW_CUT_QUEUE,
  SW_CUT_TENANT,
  SW_CUT_KIND,
  SW_CUT_SLO_CLASS,
  SW_CUT_JOB_TYPE, /* name of its behaviour */
  SW_N_CUTS,
} SwCut;
extern const char *const sw_cut_names[]; /* "size", "user", ...; NULL-terminated */

#define SW_CUT_TOP 50 /* rows of a cut by name; the other names share one row more */

typedef struct
{
  char *name;    /* NULL: the row of the rest, which no name can collide with */
  guint32 names; /* that the row sums */
  guint32 jobs, completed, ended_otherwise, unfinished;
  guint32 slo_jobs, deadline_misses, wait_slo_misses, slo_misses, slo_undecided;
  __int128 held; /* GPU-ns */
  SwSpread wait, turnaround;
  guint32 oom_kills;    /* attempts that lack of memory ended, evictions included */
  SwSpread co_slowdown; /* sw_sharing_slowdown() */
} SwCutRow;

/* What all cuts of one run share. */
typedef struct SwCutter SwCutter;
SwCutter *sw_cutter_new (const SwBooks *books);
void sw_cutter_free (SwCutter *cutter);

/* Array of SwCutRow: sizes ascending; names by falling GPU time (ties: by first appearance in the
   trace), the rest last.  Transfer full. */
GArray *sw_cut (SwCutter *cutter, SwCut cut);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SwCutter, sw_cutter_free)

G_END_DECLS

#endif
