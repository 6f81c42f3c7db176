/* The value of [pool NAME] mig_layout: layouts of partitioned cards with ';' between, each as
 * sw_mig_layout_parse() reads it, or the word balanced for the mix that common tools set up:
 * 2x1g 1x2g 1x3g on cards of seven slices, 2x1g 1x2g on those of four. */
#ifndef SW_LAYOUTS_H
#define SW_LAYOUTS_H

#include "sw-keyfile.h"
#include "sw-mig.h"

G_BEGIN_DECLS

/* Array of SwMigLayout; NULL with a fault at the place of the first layout that cannot be. */
GArray *sw_layouts_parse (const SwKeyValue *value, const SwMigGeometry *mig, SwFaults *faults);

G_END_DECLS

#endif
