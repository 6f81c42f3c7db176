/* Setting the values of figures; shared by the files that compute them. */
#ifndef SW_FIGURES_PRIVATE_H
#define SW_FIGURES_PRIVATE_H

#include "sw-figures.h"

G_BEGIN_DECLS

static inline void
sw_figure_set (SwFigure *figures, SwFigureIndex i, double value)
{
  figures[i].defined = TRUE;
  figures[i].value = value;
}

/* In percent; undefined where there is no whole. */
static inline void
sw_figure_set_share (SwFigure *figures, SwFigureIndex i, __int128 part, __int128 whole)
{
  if (whole > 0)
    sw_figure_set (figures, i, 100.0 * (double)part / (double)whole);
}

/* A time of a job that ran and ended, NONE to leave it out. */
typedef SwTime (*SwMeasure) (const SwBooks *books, SwJob job);
/* The five figures of a distribution from first on.  times: room for all jobs; used again for the
   next distribution. */
void sw_figures_spread (SwFigure *figures, SwFigureIndex first, const SwBooks *books,
                        SwMeasure measure, SwTime *times);

/* Figures of what is done with cards and of sharing them (sw-figures-sharing.c). */
void sw_figures_sharing (SwFigure *figures, const SwBooks *books, const SwLedger *ledger);

G_END_DECLS

#endif
