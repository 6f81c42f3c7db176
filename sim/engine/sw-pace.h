/* Progress of one stay on GPUs under a rate that changes while it goes on.
 *
 * Work is counted in 2^-52 ns of service time at speed 1, rates in 2^-52, time in ns: the work done
 * is the exact sum of rate x time, whatever the number of changes, and nothing is lost by rounding.
 * A stay begins with a pause (restart, an instance that is made); with checkpoints, after every
 * interval of work but the last comes the time of writing one, in which no work is done and which
 * no rate changes.  A leg of work ends with the first ns in which it is complete. */
#ifndef SW_PACE_H
#define SW_PACE_H

#include "sw-time.h"

G_BEGIN_DECLS

#define SW_PACE_BITS 52
#define SW_PACE_MAX_SPEED 4000.0

typedef unsigned __int128 SwWorkDone; /* 2^-52 ns */

/* What does not change during the stay. */
typedef struct
{
  SwTime left;           /* work of the stay, > SW_TIME_INF / 2: without end */
  SwTime interval, cost; /* of checkpoints; interval 0: none */
} SwPacePlan;

typedef struct
{
  SwWorkDone done;
  SwTime since;               /* the state is that of this time */
  SwTime pause;               /* from then on until work goes on */
  SwTime worked, worked_safe; /* time spent on work; of it, on work that is checkpointed */
  SwTime safe;                /* work that is checkpointed */
  guint64 rate;               /* of work while no pause */
  gboolean writing;           /* the pause is that of a checkpoint */
} SwPace;

/* speed > 0, cut to what can be counted. */
guint64 sw_pace_rate (double speed);
/* Goes on to now, which is not before since. */
void sw_pace_advance (SwPace *pace, const SwPacePlan *plan, SwTime now);
/* Time from since on until so much work of the stay is done at the present rate; SW_TIME_INF if it
   is beyond all times.  work: from what is done up to what is left. */
SwTime sw_pace_until (const SwPace *pace, const SwPacePlan *plan, SwTime work);

/* Whole ns of work. */
static inline SwTime
sw_pace_done (const SwPace *pace)
{
  return (SwTime)(pace->done >> SW_PACE_BITS);
}

G_END_DECLS

#endif
