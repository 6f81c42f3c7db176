/* Time integrals.  The cluster's levels are booked at every instant: few, and most of them change.
 * A pool is booked only when its own levels change, so that many pools cost one comparison each;
 * and so is the use of cards, which a run on whole cards mostly knows nothing of. */
#include "sw-ledger.h"

#include <string.h>

void
sw_ledger_init (SwLedger *ledger, guint32 n_pools, gboolean timeline, gboolean sharing)
{
  *ledger = (SwLedger){ .first = SW_TIME_NONE,
                        .since = SW_TIME_NONE,
                        .overdrawn = SW_TIME_NONE,
                        .overfilled = SW_TIME_NONE };
  ledger->n_pools = n_pools;
  ledger->pools = g_new0 (SwPoolAreas, n_pools);
  ledger->sharing = ledger->use.on = sharing;
  for (guint i = 0; i < SW_N_USE_LEVELS; i++)
    ledger->use.now[i] = -1;
  if (!timeline)
    return;
  guint32 n = n_pools + (sharing ? SW_N_USE_LEVELS : 0);
  ledger->timeline = sw_timeline_new (n);
  ledger->row = g_new (guint64, n);
}

void
sw_ledger_clear (SwLedger *ledger)
{
  g_clear_pointer (&ledger->pools, g_free);
  g_clear_pointer (&ledger->row, g_free);
  g_clear_pointer (&ledger->timeline, sw_timeline_free);
}

static inline __int128
area (guint64 level, guint64 span)
{
  return (__int128)((unsigned __int128)level * span);
}

static inline void
raise_to (guint64 *peak, guint64 level)
{
  if (*peak < level)
    *peak = level;
}

/* Books the levels that held until now.  Levels that held no time count nowhere, peaks included. */
static inline void
book (SwLedger *ledger, SwTime now)
{
  if (now == ledger->since)
    return;
  guint64 span = (guint64)now - (guint64)ledger->since;
  const SwLevels *levels = &ledger->levels;
  SwLevels *peak = &ledger->peak;
  SwAreas *areas = &ledger->areas;
  areas->gpus += area (levels->gpus, span);
  areas->allocated += area (levels->allocated, span);
  areas->fragmented += area (levels->fragmented, span);
  areas->waiting += area (levels->waiting, span);
  areas->running += area (levels->running, span);
  areas->waiting_gpus += area (levels->waiting_gpus, span);
  areas->cpu += area ((guint64)ledger->cpu, span);
  areas->cpu_used += area ((guint64)ledger->cpu_used, span);
  raise_to (&peak->gpus, levels->gpus);
  raise_to (&peak->allocated, levels->allocated);
  raise_to (&peak->fragmented, levels->fragmented);
  raise_to (&peak->waiting, levels->waiting);
  raise_to (&peak->running, levels->running);
  raise_to (&peak->waiting_gpus, levels->waiting_gpus);
  ledger->since = now;
}

static inline void
book_pool (SwPoolAreas *pool, SwTime now)
{
  guint64 span = (guint64)now - (guint64)pool->since;
  pool->gpus += area (pool->now_gpus, span);
  pool->allocated += area (pool->now_allocated, span);
  pool->since = now;
}

static void
book_use (SwUseAreas *use, SwTime now)
{
  guint64 span = (guint64)now - (guint64)use->since;
  if (span == 0)
    return;
  for (guint i = 0; i < SW_N_USE_LEVELS; i++)
    if (use->now[i] < 0)
      use->unknown |= 1u << i;
    else
      use->areas[i] += area ((guint64)use->now[i], span);
  use->since = now;
}

static gboolean
is_overfilled (const SwInstant *instant)
{
  return instant->busy > instant->gpus || instant->allocated > (guint64)1000 * instant->busy
         || (guint64)instant->slices_held + instant->slices_stranded > instant->slices;
}

/* Without sharing, busy cards are the allocated ones. */
static void
take_use (SwLedger *ledger, const SwInstant *instant)
{
  SwUseAreas *use = &ledger->use;
  const gint64 levels[SW_N_USE_LEVELS] = {
    [SW_LEVEL_BUSY] = ledger->sharing ? (gint64)instant->busy : -1,
    [SW_LEVEL_COMPUTE] = instant->compute_used,
    [SW_LEVEL_BANDWIDTH] = instant->bandwidth_used,
    [SW_LEVEL_MEMORY] = instant->mem_exist,
    [SW_LEVEL_PROMISED] = instant->mem_promised,
    [SW_LEVEL_FILLED] = instant->mem_used,
    [SW_LEVEL_SLICES] = instant->slices,
    [SW_LEVEL_SLICES_HELD] = instant->slices_held,
    [SW_LEVEL_STRANDED] = instant->slices_stranded,
    [SW_LEVEL_UNUSABLE] = instant->unusable,
  };
  if (instant->typical_tasks > 0)
    use->typical_tasks = instant->typical_tasks;
  if (ledger->sharing && ledger->overfilled == SW_TIME_NONE && is_overfilled (instant))
    ledger->overfilled = instant->now;
  if (memcmp (levels, use->now, sizeof levels) == 0)
    return;
  book_use (use, instant->now);
  memcpy (use->now, levels, sizeof levels);
}

static void
put_row (SwLedger *ledger, const SwInstant *instant)
{
  for (guint32 pool = 0; pool < ledger->n_pools; pool++)
    ledger->row[pool] = instant->pool_allocated[pool];
  if (ledger->sharing)
    memcpy (ledger->row + ledger->n_pools, ledger->use.now, sizeof ledger->use.now);
  sw_timeline_put (ledger->timeline, instant->now, &ledger->levels, ledger->row);
}

static void
start (SwLedger *ledger, SwTime now)
{
  ledger->first = ledger->since = ledger->use.since = now;
  for (guint32 i = 0; i < ledger->n_pools; i++)
    ledger->pools[i].since = now;
}

void
sw_ledger_instant (SwLedger *ledger, const SwInstant *instant)
{
  SwTime now = instant->now;
  if (G_UNLIKELY (ledger->since == SW_TIME_NONE))
    start (ledger, now);
  g_assert (now >= ledger->since);
  book (ledger, now);
  ledger->levels = (SwLevels){ .gpus = (guint64)1000 * instant->gpus,
                               .allocated = instant->allocated,
                               .fragmented = instant->fragmented,
                               .waiting = instant->waiting,
                               .running = instant->running,
                               .waiting_gpus = instant->waiting_gpus };
  ledger->cpu = MAX (instant->cpu_milli, 0);
  ledger->cpu_used = MAX (instant->cpu_used, 0);
  if (G_UNLIKELY ((guint64)instant->allocated + instant->fragmented > (guint64)1000 * instant->gpus)
      && ledger->overdrawn == SW_TIME_NONE)
    ledger->overdrawn = now;
  for (guint32 i = 0; i < ledger->n_pools; i++)
    {
      SwPoolAreas *pool = &ledger->pools[i];
      if (pool->now_gpus == (guint64)1000 * instant->pool_gpus[i]
          && pool->now_allocated == instant->pool_allocated[i])
        continue;
      book_pool (pool, now);
      pool->now_gpus = (guint64)1000 * instant->pool_gpus[i];
      pool->now_allocated = instant->pool_allocated[i];
    }
  if (instant->unusable >= 0 || instant->compute_used >= 0 || instant->bandwidth_used >= 0)
    ledger->use.on = TRUE;
  if (ledger->use.on)
    take_use (ledger, instant);
  if (ledger->timeline)
    put_row (ledger, instant);
}

void
sw_ledger_close (SwLedger *ledger, SwTime stop)
{
  if (ledger->since == SW_TIME_NONE)
    start (ledger, stop);
  g_assert (stop >= ledger->since);
  book (ledger, stop);
  for (guint32 i = 0; i < ledger->n_pools; i++)
    book_pool (&ledger->pools[i], stop);
  book_use (&ledger->use, stop);
  if (ledger->timeline)
    sw_timeline_close (ledger->timeline);
}
