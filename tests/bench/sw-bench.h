/* Bench kit: CPU time, a reference loop that every figure is set against, and workloads made in
 * memory.  Machines differ, so a figure is worth something only beside the reference of its own
 * run. */
#ifndef SW_BENCH_H
#define SW_BENCH_H

#include "sw-engine.h"
#include "sw-job-table.h"
#include "sw-node-table.h"

G_BEGIN_DECLS

double sw_bench_cpu (void); /* seconds of CPU that the process has used */

/* ns of one pop and push on the event heap with 1,000 pending events, the least of five rounds. */
double sw_bench_hold (void);

/* n jobs with exponential gaps and durations (mean one hour), GPUs 1 to 16 (16 as two tasks of 8),
   offered load `load` on so many GPUs, limits half as long again as the durations. */
SwJobTable *sw_bench_jobs (guint32 n, guint32 gpus, double load, guint64 seed);
/* n jobs of one GPU for a single server. */
SwJobTable *sw_bench_mm1 (guint32 n, double load, guint64 seed);
SwNodeTable *sw_bench_nodes (guint32 nodes, guint32 gpus_per_node);

G_END_DECLS

#endif
