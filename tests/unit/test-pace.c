/* Progress under changing rates: nothing is lost, whatever the number of changes, and what is
 * foreseen is what comes. */
#include "sw-check.h"
#include "sw-pace.h"
#include "sw-rng.h"

#include <math.h>

#define NO_CHECKPOINTS(work) ((SwPacePlan){ .left = (work) })

static void
one_rate (void)
{
  SwPacePlan plan = NO_CHECKPOINTS (100 * SW_SECOND);
  SwPace pace = { .rate = sw_pace_rate (1) };
  CHECK_TIME (sw_pace_until (&pace, &plan, plan.left), 100 * SW_SECOND);
  sw_pace_advance (&pace, &plan, 40 * SW_SECOND);
  CHECK_TIME (sw_pace_done (&pace), 40 * SW_SECOND);
  pace.rate = sw_pace_rate (0.5);
  CHECK_TIME (sw_pace_until (&pace, &plan, plan.left), 120 * SW_SECOND);
  sw_pace_advance (&pace, &plan, 160 * SW_SECOND);
  CHECK_TIME (sw_pace_done (&pace), 100 * SW_SECOND);
  CHECK_TIME (pace.worked, 160 * SW_SECOND);
}

static void
pauses_do_not_work (void)
{
  SwPacePlan plan = NO_CHECKPOINTS (10);
  SwPace pace = { .rate = sw_pace_rate (0.25), .pause = 7 };
  CHECK_TIME (sw_pace_until (&pace, &plan, 10), 47);
  sw_pace_advance (&pace, &plan, 5);
  CHECK_TIME (sw_pace_done (&pace), 0);
  CHECK_TIME (pace.pause, 2);
  sw_pace_advance (&pace, &plan, 11);
  CHECK_TIME (sw_pace_done (&pace), 1);
  CHECK_TIME (pace.worked, 4);
}

/* Three legs of 10 with a checkpoint of 3 after each but the last. */
static void
checkpoints_take_their_time (void)
{
  SwPacePlan plan = { .left = 30, .interval = 10, .cost = 3 };
  SwPace pace = { .rate = sw_pace_rate (0.5) };
  CHECK_TIME (sw_pace_until (&pace, &plan, 30), 66);
  CHECK_TIME (sw_pace_until (&pace, &plan, 10), 20);
  CHECK_TIME (sw_pace_until (&pace, &plan, 11), 25);
  sw_pace_advance (&pace, &plan, 22); /* writing the first */
  CHECK_TIME (sw_pace_done (&pace), 10);
  CHECK_TIME (pace.safe, 0);
  CHECK_TIME (pace.worked_safe, 0);
  pace.rate = sw_pace_rate (2); /* writing is not faster for it */
  CHECK_TIME (sw_pace_until (&pace, &plan, 30), 1 + 5 + 3 + 5);
  sw_pace_advance (&pace, &plan, 23);
  CHECK_TIME (pace.safe, 10);
  CHECK_TIME (pace.worked_safe, 20);
  sw_pace_advance (&pace, &plan, 36);
  CHECK_TIME (sw_pace_done (&pace), 30);
  CHECK_TIME (pace.safe, 20);
  CHECK_TIME (pace.worked, 30);
}

/* A rate of many digits, changed ten thousand times at odd moments. */
static void
nothing_is_lost_by_changes (void)
{
  SwStream s = sw_stream (5, 0, 0, 0);
  SwPacePlan plan = NO_CHECKPOINTS (SW_TIME_INF / 4);
  SwPace pace = { .rate = sw_pace_rate (1. / 3) };
  long double sum = 0;
  SwTime now = 0;
  for (guint i = 0; i < 10000; i++)
    {
      SwTime step = (SwTime)sw_below (sw_stream_next (&s), 3); /* 0, 1 or 2 ns: all fractions */
      now += step;
      sum += (long double)step * ldexpl ((long double)pace.rate, -SW_PACE_BITS);
      sw_pace_advance (&pace, &plan, now);
      pace.rate = sw_pace_rate (sw_unit (sw_stream_next (&s)));
    }
  CHECK_REAL ((double)(ldexpl ((long double)pace.done, -SW_PACE_BITS) - sum), 0, 1e-6);
  CHECK_TIME (pace.worked, now);
}

/* Small steps and one large one come to the same, and the forecast is the first ns at which so much
   is done. */
static void
foreseen_is_what_comes (void)
{
  SwStream s = sw_stream (6, 0, 0, 0);
  guint wrong = 0;
  for (guint i = 0; i < 3000; i++)
    {
      SwPacePlan plan = { .left = 1 + (SwTime)sw_below (sw_stream_next (&s), 400),
                          .interval = (SwTime)sw_below (sw_stream_next (&s), 40),
                          .cost = (SwTime)sw_below (sw_stream_next (&s), 9) };
      SwPace whole = { .rate = sw_pace_rate (0.05 + 3 * sw_unit (sw_stream_next (&s))),
                       .pause = (SwTime)sw_below (sw_stream_next (&s), 20) };
      SwPace steps = whole;
      SwTime work = 1 + (SwTime)sw_below (sw_stream_next (&s), (guint64)plan.left);
      SwTime end = sw_pace_until (&whole, &plan, work);
      SwTime half = (SwTime)sw_below (sw_stream_next (&s), (guint64)end);
      sw_pace_advance (&steps, &plan, half);
      SwTime rest = sw_pace_until (&steps, &plan, work);
      for (SwTime t = half; t < end - 1; t++)
        sw_pace_advance (&steps, &plan, t);
      sw_pace_advance (&steps, &plan, end - 1);
      wrong += end > 0 && sw_pace_done (&steps) >= work && half < end - 1;
      sw_pace_advance (&steps, &plan, end);
      sw_pace_advance (&whole, &plan, end);
      wrong += sw_pace_done (&steps) < work || steps.done != whole.done || steps.safe != whole.safe
               || steps.worked != whole.worked || steps.worked_safe != whole.worked_safe
               || half + rest != end;
    }
  CHECK_INT (wrong, 0);
}

static void
years_cost_nothing (void)
{
  SwPacePlan plan = { .left = SW_TIME_INF / 8, .interval = 1000, .cost = 1 };
  SwPace pace = { .rate = sw_pace_rate (0.999) };
  sw_pace_advance (&pace, &plan, SW_TIME_INF / 16);
  CHECK_TRUE (pace.worked > SW_TIME_INF / 17);
  CHECK_TIME (sw_pace_until (&(SwPace){ .rate = 1 }, &NO_CHECKPOINTS (SW_TIME_INF), SW_TIME_INF),
              SW_TIME_INF);
}

SW_CHECKS ("pace", { "one rate", one_rate }, { "pauses do not work", pauses_do_not_work },
           { "checkpoints take their time", checkpoints_take_their_time },
           { "nothing is lost by changes", nothing_is_lost_by_changes },
           { "foreseen is what comes", foreseen_is_what_comes },
           { "years cost nothing", years_cost_nothing })
