/* The workload generator: a table of synthetic jobs as a pure function of its settings and a seed.
 */
#ifndef SW_GENERATE_H
#define SW_GENERATE_H

#include "sw-import.h"
#include "sw-job-table.h"
#include "sw-keyfile.h"

G_BEGIN_DECLS

/* Groups [generate], [class NAME] and [type NAME]; see `slicewise list keys generate`. */
extern const SwKeySpec sw_generate_schema[];

/* kf: checked against the schema.  NULL with faults if values do not make sense together.  Jobs are
   the same in all else whether parts of GPUs are kept or rounded up. */
SwJobTable *sw_generate (const SwKeyFile *kf, guint64 seed, SwGpuFractions fractions,
                         SwFaults *faults);

G_END_DECLS

#endif
