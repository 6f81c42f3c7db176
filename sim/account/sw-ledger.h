/* Integrals over time of the levels of a cluster, exact: milli-GPU-nanoseconds, job-nanoseconds and
 * milli-CPU-nanoseconds in 128 bits.  A level holds from its instant until the next one; of several
 * instants at one time stamp the last one counts, the others last no time.  Nothing is integrated
 * before the first instant or beyond the stop. */
#ifndef SW_LEDGER_H
#define SW_LEDGER_H

#include "sw-outcome.h"
#include "sw-timeline.h"

G_BEGIN_DECLS

typedef struct
{
  __int128 gpus, allocated, fragmented;
  __int128 waiting, running, waiting_gpus;
  __int128 cpu, cpu_used; /* 0 as long as nodes give no CPUs */
} SwAreas;

typedef struct
{
  __int128 gpus, allocated;
  SwTime since; /* the two levels hold since then */
  guint64 now_gpus, now_allocated;
} SwPoolAreas;

typedef struct
{
  SwTime first, since; /* NONE before the first instant */
  SwTime overdrawn;    /* first instant that had more held or fragmented than there is, or NONE */
  SwLevels levels, peak;
  gint64 cpu, cpu_used;
  SwAreas areas;
  guint32 n_pools;
  SwPoolAreas *pools;
  SwTimeline *timeline; /* NULL: not kept */
} SwLedger;

void sw_ledger_init (SwLedger *ledger, guint32 n_pools, gboolean timeline);
void sw_ledger_clear (SwLedger *ledger);
void sw_ledger_instant (SwLedger *ledger, const SwInstant *instant);
/* stop: not before the last instant. */
void sw_ledger_close (SwLedger *ledger, SwTime stop);

G_END_DECLS

#endif
