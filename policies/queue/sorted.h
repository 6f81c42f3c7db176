/* One pass over the queue in its order, for policies that differ only in the order. */
#ifndef SW_SORTED_H
#define SW_SORTED_H

#include <slicewise/policy.h>

/* What happens at a job that does not fit. */
typedef enum
{
  SW_BLOCKED_STOP,
  SW_BLOCKED_SKIP,
} SwBlocked;

#define SW_BLOCKED_CHOICES "stop|skip"

void sw_sorted_pass (SwBlocked blocked, const SwHost *host, SwView *v);

#endif
