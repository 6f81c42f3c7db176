/* Progress in closed form: a call costs the same for a second and for a year. */
#include "sw-pace.h"

#include <math.h>

#define MOST ((SwWorkDone)9200000000000000000)

/* Speeds of a few bits are exact.  Others are quotients that were rounded; they are taken a few
   units of the last place larger, so that what should end at a full ns does not end at the next. */
guint64
sw_pace_rate (double speed)
{
  double whole = MIN (speed, SW_PACE_MAX_SPEED) * 0x1p20;
  double rate = ldexp (whole, SW_PACE_BITS - 20);
  if (whole != rint (whole))
    rate = ceil (rate * (1 + 0x1p-50));
  return rate < 1 ? 1 : (guint64)rate;
}

static SwWorkDone
fixed (SwTime work)
{
  return (SwWorkDone)work << SW_PACE_BITS;
}

/* First ns at which so much is done; both fit into what a time can hold, or the answer is INF. */
static SwTime
time_of (SwWorkDone work, guint64 rate)
{
  SwWorkDone time = (work + rate - 1) / rate;
  return time > MOST ? SW_TIME_INF : (SwTime)time;
}

/* Checkpoints that are written before so much work is done: at full intervals below it. */
static SwTime
checkpoints (const SwPacePlan *plan, SwTime work)
{
  return plan->interval > 0 && work > 0 ? (work - 1) / plan->interval : 0;
}

/* The part of dt that a pause takes; a checkpoint that is written is safe. */
static SwTime
sit_out (SwPace *pace, SwTime dt)
{
  SwTime taken = MIN (pace->pause, dt);
  pace->pause -= taken;
  if (pace->pause == 0 && pace->writing)
    {
      pace->writing = FALSE;
      pace->safe = sw_pace_done (pace);
      pace->worked_safe = pace->worked;
    }
  return dt - taken;
}

/* Work for dt without a checkpoint on the way. */
static void
work_on (SwPace *pace, const SwPacePlan *plan, SwTime dt)
{
  pace->done = MIN (pace->done + (SwWorkDone)pace->rate * (guint64)dt, fixed (plan->left));
  pace->worked += dt;
}

void
sw_pace_advance (SwPace *pace, const SwPacePlan *plan, SwTime now)
{
  SwTime dt = now - pace->since;
  g_assert (dt >= 0);
  pace->since = now;
  dt = sit_out (pace, dt);
  SwTime all = checkpoints (plan, plan->left);
  while (dt > 0)
    {
      SwTime written = plan->interval > 0 ? sw_pace_done (pace) / plan->interval : all;
      if (written >= all)
        {
          work_on (pace, plan, dt);
          return;
        }
      SwWorkDone boundary = fixed ((written + 1) * plan->interval);
      SwTime leg = time_of (boundary - pace->done, pace->rate);
      if (dt < leg)
        {
          work_on (pace, plan, dt);
          return;
        }
      pace->done = boundary;
      pace->worked += leg;
      pace->writing = TRUE;
      pace->pause = plan->cost;
      dt = sit_out (pace, dt - leg);
      /* From here on all legs are alike. */
      SwTime full = time_of (fixed (plan->interval), pace->rate);
      SwTime cycle = sw_time_add (full, plan->cost);
      SwTime cycles = MIN (dt / cycle, all - written - 1);
      if (pace->writing || cycles <= 0)
        continue;
      pace->done += fixed (cycles * plan->interval);
      pace->worked += cycles * full;
      pace->safe = sw_pace_done (pace);
      pace->worked_safe = pace->worked;
      dt -= cycles * cycle;
    }
}

SwTime
sw_pace_until (const SwPace *pace, const SwPacePlan *plan, SwTime work)
{
  SwWorkDone target = fixed (work);
  if (target <= pace->done)
    return 0;
  if (plan->interval == 0)
    return sw_time_add (pace->pause, time_of (target - pace->done, pace->rate));
  SwTime written = sw_pace_done (pace) / plan->interval;
  SwTime legs = checkpoints (plan, work) - written;
  if (legs <= 0)
    return sw_time_add (pace->pause, time_of (target - pace->done, pace->rate));
  SwTime first = time_of (fixed ((written + 1) * plan->interval) - pace->done, pace->rate);
  SwTime full = time_of (fixed (plan->interval), pace->rate);
  SwTime rest = time_of (target - fixed ((written + legs) * plan->interval), pace->rate);
  __int128 time = (__int128)pace->pause + first + plan->cost
                  + (__int128)(legs - 1) * ((__int128)full + plan->cost) + rest;
  return time > (__int128)MOST ? SW_TIME_INF : (SwTime)time;
}
