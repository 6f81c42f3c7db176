/* Reasons in words about demands where pools share or partition their GPUs. */
#ifndef SW_REASON_PARTS_H
#define SW_REASON_PARTS_H

#include "sw-engine.h"

G_BEGIN_DECLS

/* What the group of the job, whose use is a share or a slice, lacks now; transfer full.  NULL if
   all its tasks have room one by one. */
char *sw_reason_lack_of_part (const SwView *v, SwJob job, guint32 group);
/* Why the job cannot ever be placed; it is known that it cannot.  Transfer full. */
char *sw_reason_never (const SwView *v, SwJob job);

G_END_DECLS

#endif
