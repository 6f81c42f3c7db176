/* Integrals over time of the levels of a cluster, exact: milli-GPU-nanoseconds, job-nanoseconds,
 * milli-CPU-nanoseconds and so on in 128 bits.  A level holds from its instant until the next one;
 * of several instants at one time stamp the last one counts, the others last no time.  Nothing is
 * integrated before the first instant or beyond the stop. */
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

/* What is done with cards, beyond who holds them. */
typedef enum
{
  SW_LEVEL_BUSY,      /* cards held in whole or in part */
  SW_LEVEL_COMPUTE,   /* millionths of GPUs */
  SW_LEVEL_BANDWIDTH, /* millionths of GPUs */
  SW_LEVEL_MEMORY,    /* MiB that exist, of cards whose memory is known */
  SW_LEVEL_PROMISED,  /* MiB */
  SW_LEVEL_FILLED,    /* MiB */
  SW_LEVEL_SLICES,    /* of partitioned cards: that exist */
  SW_LEVEL_SLICES_HELD,
  SW_LEVEL_STRANDED,
  SW_LEVEL_UNUSABLE, /* thousandths of GPUs that a typical task cannot use, times typical tasks */
  SW_N_USE_LEVELS,
} SwUseLevel;

typedef struct
{
  gboolean on; /* something of it is known */
  SwTime since;
  gint64 now[SW_N_USE_LEVELS]; /* -1: not known */
  __int128 areas[SW_N_USE_LEVELS];
  guint32 unknown;      /* bit of a level: it was not known for some time */
  gint64 typical_tasks; /* 0: not known */
} SwUseAreas;

typedef struct
{
  SwTime first, since; /* NONE before the first instant */
  SwTime overdrawn;    /* first instant that had more held or fragmented than there is, or NONE */
  SwTime overfilled;   /* first that had more cards or slices held than there are, or NONE */
  SwLevels levels, peak;
  gint64 cpu, cpu_used;
  SwAreas areas;
  guint32 n_pools;
  SwPoolAreas *pools;
  gboolean sharing; /* pools share or partition cards */
  SwUseAreas use;
  SwTimeline *timeline; /* NULL: not kept */
  guint64
      *row; /* for a row of the timeline: allocated per pool, then, if sharing, the use levels */
} SwLedger;

void sw_ledger_init (SwLedger *ledger, guint32 n_pools, gboolean timeline, gboolean sharing);
void sw_ledger_clear (SwLedger *ledger);
void sw_ledger_instant (SwLedger *ledger, const SwInstant *instant);
/* stop: not before the last instant. */
void sw_ledger_close (SwLedger *ledger, SwTime stop);

G_END_DECLS

#endif
