/* How long a job will run, as far as a queue policy may know: the declared limit, somebody's
 * estimate, or the truth (an oracle).  Jobs without the value count as infinitely long. */
#ifndef SW_LENGTHS_H
#define SW_LENGTHS_H

#include <slicewise/policy.h>

typedef enum
{
  SW_LENGTH_LIMIT,
  SW_LENGTH_ESTIMATE,
  SW_LENGTH_DURATION,
} SwLength;

#define SW_LENGTH_CHOICES "limit|estimate|duration"

/* Of the whole job while it has not run, of the rest later; an estimate may be negative. */
SwTime sw_length_left (SwLength by, const SwHost *host, SwView *v, SwJob job);

#endif
