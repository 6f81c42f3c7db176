/* From a scenario to its job table: import or generate, then transform.  Runs share tables: a store
 * reads a trace once however many scenarios name it with the same options, and makes each
 * transformed table once. */
#ifndef SW_WORKLOAD_H
#define SW_WORKLOAD_H

#include "sw-import-usage.h"
#include "sw-scenario.h"
#include "sw-typical.h"

G_BEGIN_DECLS

/* A table ready to run, owned by its store. */
typedef struct
{
  const SwJobTable *table;
  const char *hash;             /* of the table's content, NULL before sw_workloads_hash() */
  const SwImportReport *report; /* of the trace; NULL if generated */
  const SwUsageReport *use;     /* of memory over time; NULL: there is no file */
  const char *path, *sha256;    /* of the trace or the generator's settings */
  const char *order_sha256;     /* of the order file; NULL: none */
  const SwTypical *typical;     /* tasks of the trace, before any transform */
  gboolean transformed;
  SwTransformReport changes; /* if transformed */
  guint32 rounded;           /* jobs whose part of a GPU became a whole one */
} SwWorkload;

typedef struct SwWorkloads SwWorkloads;

SwWorkloads *sw_workloads_new (void);
void sw_workloads_free (SwWorkloads *store);
/* The workload of a scenario for a cluster of so many GPUs; NULL with error. */
const SwWorkload *sw_workloads_get (SwWorkloads *store, const SwScenario *scenario, guint64 gpus,
                                    GError **error);
/* Computes the hashes of all tables, which result folders record. */
void sw_workloads_hash (SwWorkloads *store);
/* Lets go of tables that only served to make others.  No get after it. */
void sw_workloads_trim (SwWorkloads *store);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SwWorkloads, sw_workloads_free)

G_END_DECLS

#endif
