/* What is done with cards, beyond who holds them: four figures that are never one (held, compute,
 * bandwidth, memory), slices, fragmentation, and what sharing cost. */
#include "sw-figures-private.h"
#include "sw-sharing.h"

#define MILLIONTHS_PER_MILLI 1000

/* Undefined if a level was not known for some time. */
static void
set_level_share (SwFigure *figures, SwFigureIndex i, const SwUseAreas *use, SwUseLevel level,
                 __int128 whole)
{
  if (!(use->unknown >> level & 1))
    sw_figure_set_share (figures, i, use->areas[level], whole);
}

static void
compute_use (SwFigure *figures, const SwLedger *ledger)
{
  const SwUseAreas *use = &ledger->use;
  const __int128 gpus = ledger->areas.gpus, memory = use->areas[SW_LEVEL_MEMORY];
  const __int128 slices = use->areas[SW_LEVEL_SLICES];
  set_level_share (figures, SW_FIG_BUSY_SHARE, use, SW_LEVEL_BUSY, gpus / 1000);
  set_level_share (figures, SW_FIG_COMPUTE_USED, use, SW_LEVEL_COMPUTE,
                   gpus * MILLIONTHS_PER_MILLI);
  set_level_share (figures, SW_FIG_BANDWIDTH_USED, use, SW_LEVEL_BANDWIDTH,
                   gpus * MILLIONTHS_PER_MILLI);
  set_level_share (figures, SW_FIG_MEMORY_ALLOCATED, use, SW_LEVEL_PROMISED, memory);
  set_level_share (figures, SW_FIG_MEMORY_USED, use, SW_LEVEL_FILLED, memory);
  set_level_share (figures, SW_FIG_SLICES_HELD, use, SW_LEVEL_SLICES_HELD, slices);
  set_level_share (figures, SW_FIG_SLICES_STRANDED, use, SW_LEVEL_STRANDED, slices);
  set_level_share (figures, SW_FIG_FRAGMENTATION_MEAN, use, SW_LEVEL_UNUSABLE,
                   gpus * use->typical_tasks);
  set_level_share (figures, SW_FIG_FRAGMENTATION_RATIO, use, SW_LEVEL_UNUSABLE,
                   (gpus - ledger->areas.allocated) * use->typical_tasks);
}

static void
compute_kills (SwFigure *figures, const SwSharingTotals *totals)
{
  guint64 all = 0, by_others = 0;
  for (guint how = 0; how < SW_N_KILLS; how++)
    {
      const guint64 *kills = totals->kills[how];
      sw_figure_set (figures, SW_FIG_OOM_KILLS_CAP + how, (double)(kills[0] + kills[1]));
      all += kills[0] + kills[1];
      by_others += kills[1];
    }
  sw_figure_set (figures, SW_FIG_OOM_KILLS, (double)all);
  sw_figure_set (figures, SW_FIG_OOM_KILLS_BY_OTHERS, (double)by_others);
}

void
sw_figures_sharing (SwFigure *figures, const SwBooks *books, const SwLedger *ledger)
{
  const SwOutcome *outcome = books->outcome;
  if (ledger->use.on)
    compute_use (figures, ledger);
  if (!books->sharing)
    return;
  SwSharingTotals totals = sw_sharing_totals (books);
  g_autofree SwTime *times = g_new (SwTime, outcome->n);
  sw_figures_spread (figures, SW_FIG_CO_SLOWDOWN_MEAN, books, sw_sharing_slowdown, times);
  sw_figure_set (figures, SW_FIG_CO_LOST_HOURS, sw_gpu_hours (totals.lost));
  compute_kills (figures, &totals);
  sw_figure_set (figures, SW_FIG_REPARTITIONS, outcome->repartitions->len);
  sw_figure_set (figures, SW_FIG_REPARTITION_TIME,
                 (double)totals.repartition_time / (double)SW_SECOND);
  sw_figure_set (figures, SW_FIG_REPARTITION_MOVES, (double)totals.moves);
}
