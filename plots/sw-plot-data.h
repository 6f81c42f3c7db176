/* What the plot scripts read: data files and parameters, written into a scratch folder.  Which of
 * the runs have something to draw is told back. */
#ifndef SW_PLOT_DATA_H
#define SW_PLOT_DATA_H

#include "sw-result.h"

G_BEGIN_DECLS

/* Each bit field has bit i set if run i (from 0) has something to draw; runs beyond the 64th are
   only in the tables. */
#define SW_PLOT_RUNS 64
typedef struct
{
  guint64 use, queue, waits, sizes;
  guint64 shares, fragmentation; /* of runs that share cards */
  guint32 curves[SW_PLOT_RUNS];  /* bit of an SwShareCurve: it is in the run's shares */
} SwPlotData;

/* Curves of shares-N.tsv, in its order. */
typedef enum
{
  SW_SHARE_ALLOCATED,
  SW_SHARE_COMPUTE,
  SW_SHARE_BANDWIDTH,
  SW_SHARE_MEMORY_ALLOCATED,
  SW_SHARE_MEMORY_USED,
  SW_N_SHARES,
} SwShareCurve;

/* Writes params.gp, use-N.tsv, queue-N.tsv, waits-N.tsv, sizes-N.tsv, shares-N.tsv and
   fragmentation-N.tsv (N from 1) into folder. */
gboolean sw_plot_data_write (const GPtrArray *results, const char *folder, SwPlotData *data,
                             GError **error);

G_END_DECLS

#endif
