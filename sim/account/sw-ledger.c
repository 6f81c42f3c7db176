/* Time integrals.  The cluster's levels are booked at every instant: few, and most of them change.
 * A pool is booked only when its own levels change, so that many pools cost one comparison each. */
#include "sw-ledger.h"

void
sw_ledger_init (SwLedger *ledger, guint32 n_pools, gboolean timeline)
{
  *ledger = (SwLedger){ .first = SW_TIME_NONE, .since = SW_TIME_NONE, .overdrawn = SW_TIME_NONE };
  ledger->n_pools = n_pools;
  ledger->pools = g_new0 (SwPoolAreas, n_pools);
  if (timeline)
    ledger->timeline = sw_timeline_new (n_pools);
}

void
sw_ledger_clear (SwLedger *ledger)
{
  g_clear_pointer (&ledger->pools, g_free);
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
start (SwLedger *ledger, SwTime now)
{
  ledger->first = ledger->since = now;
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
  if (ledger->timeline)
    sw_timeline_put (ledger->timeline, now, &ledger->levels, instant->pool_allocated);
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
  if (ledger->timeline)
    sw_timeline_close (ledger->timeline);
}
