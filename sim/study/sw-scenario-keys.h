/* Every key that a scenario file may hold, with type, range, unit and default.  `slicewise list
 * keys` prints this table, the checker reads it, and nothing else knows the names of keys. */
#ifndef SW_SCENARIO_KEYS_H
#define SW_SCENARIO_KEYS_H

#include "sw-keyfile.h"

G_BEGIN_DECLS

extern const SwKeySpec sw_scenario_schema[]; /* ends with a NULL group */

G_END_DECLS

#endif
