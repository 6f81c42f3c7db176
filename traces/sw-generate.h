/* The workload generator: a table of synthetic jobs as a pure function of its settings and a seed.
 */
#ifndef SW_GENERATE_H
#define SW_GENERATE_H

#include "sw-keyfile.h"
#include "sw-job-table.h"

G_BEGIN_DECLS

/* Groups [generate], [class NAME] and [type NAME]; see `slicewise list keys generate`. */
extern const SwKeySpec sw_generate_schema[];

/* kf: checked against the schema.  NULL with faults if values do not make sense together. */
SwJobTable *sw_generate (const SwKeyFile *kf, guint64 seed, SwFaults *faults);

G_END_DECLS

#endif
