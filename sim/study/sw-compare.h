/* Several experiments side by side: run on worker threads, each into a column of its own, and what
 * the columns come to.  No result depends on the number of workers or on which other experiments
 * ran. */
#ifndef SW_COMPARE_H
#define SW_COMPARE_H

#include "sw-run.h"

G_BEGIN_DECLS

/* What stays of a run when it is over. */
typedef struct
{
  char *label;         /* what tells it apart: "easy/pack", "name", or "name: easy/pack" */
  char *folder;        /* name of its folder below that of the comparison; unique */
  GArray *figures;     /* SwFigure */
  GPtrArray *warnings; /* owned texts */
  GError *error;       /* why it has no figures */
} SwRunColumn;

typedef struct
{
  guint workers;             /* threads, at least 1 */
  gboolean check;            /* as SwRunOptions */
  const volatile gint *stop; /* as SwRunOptions */
  gint *finished;            /* as SwRunOptions, summed over all runs */
  SwFolder *folder;          /* every run writes its results into a folder below; NULL: no files */
} SwCompareOptions;

/* Columns (SwRunColumn) in the order of the n experiments, whatever ended first.  If some fail the
   others still run to their end; then NULL with the error of the first. */
GPtrArray *sw_compare_run (const SwExperiment *experiments, guint n,
                           const SwCompareOptions *options, GError **error);

/* Default number of workers: SLURM_CPUS_PER_TASK, else the processors this process may use. */
guint sw_compare_workers (void);

/* Difference of a figure to the first column. */
typedef enum
{
  SW_DELTA_NONE,     /* a side is undefined */
  SW_DELTA_ABSOLUTE, /* in the unit of the figure */
  SW_DELTA_POINTS,   /* percentage points */
  SW_DELTA_PERCENT,  /* of the first */
} SwDeltaKind;
typedef struct
{
  SwDeltaKind kind;
  double value;
} SwDelta;
SwDelta sw_compare_delta (const SwFigure *first, const SwFigure *other);
/* Is the value of this column the best of all (ties: each of them), and not that of all? */
gboolean sw_compare_is_best (const GPtrArray *columns, guint column, guint figure);

G_END_DECLS

#endif
