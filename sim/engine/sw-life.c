/* The life of a job: arrival, eligibility, stays on GPUs and what comes of each, the final state.
 * A stay begins with its restart time, then works; with checkpoints, after every interval of work
 * comes the cost of writing one.  What a stay did is booked when it ends. */
#include "sw-engine-private.h"
#include "sw-reason-parts.h"
#include "sw-tenants.h"

#include <math.h>

/* ---- progress ---- */

/* Restart time at the head of the present stay. */
static SwTime
restart_time (const SwView *v, SwJob job)
{
  if (!v->stays[job].restarts)
    return 0;
  SwTime cost = v->has.restart_cost ? v->table->restart_cost[job] : SW_TIME_NONE;
  return cost == SW_TIME_NONE ? v->spec->restart_cost : cost;
}

/* ns of a stay that so much work takes, checkpoints left out. */
static SwTime
time_of_work (SwTime work, double speed)
{
  if (speed == 1.0 || work == SW_TIME_INF)
    return work;
  const double time = ceil ((double)work / speed);
  return time < 9.2e18 ? (SwTime)time : SW_TIME_INF;
}

static SwTime
work_of_time (SwTime time, double speed)
{
  return speed == 1.0 ? time : (SwTime)floor ((double)time * speed);
}

static SwTime
checkpoint_cost (const SwView *v, SwJob job)
{
  SwTime cost = v->table->ckpt_cost[job];
  return cost == SW_TIME_NONE ? 0 : cost;
}

static gboolean
checkpoints (const SwView *v, SwJob job)
{
  return v->has.checkpoints && v->table->ckpt_interval[job] > 0; /* SW_TIME_NONE is below 0 */
}

/* Checkpoints written on the way through so much work: one after each full interval but the end. */
static SwTime
checkpoint_count (const SwView *v, SwJob job, SwTime work)
{
  return work > 0 ? (work - 1) / v->table->ckpt_interval[job] : 0;
}

static SwTime
stay_length (const SwView *v, SwJob job, SwTime work)
{
  const SwStay *stay = &v->stays[job];
  SwTime length = sw_time_add (restart_time (v, job), time_of_work (work, stay->speed));
  if (!checkpoints (v, job))
    return length;
  return sw_time_add (length, checkpoint_count (v, job, work) * checkpoint_cost (v, job));
}

SwTime
sw_life_done (const SwView *v, SwJob job, SwTime elapsed, SwTime *safe)
{
  const SwStay *stay = &v->stays[job];
  SwTime time = MAX (elapsed - restart_time (v, job), 0);
  SwTime done, saved = 0;
  if (v->tenants != NULL)
    {
      const SwCourse *course = sw_course (v->tenants, job);
      SwPace then = course->pace;
      sw_pace_advance (&then, &course->plan, stay->start + elapsed);
      saved = then.safe;
      done = sw_pace_done (&then);
    }
  else if (!checkpoints (v, job))
    done = MIN (work_of_time (time, stay->speed), stay->left);
  else
    {
      SwTime interval = v->table->ckpt_interval[job];
      SwTime leg = time_of_work (interval, stay->speed);
      SwTime cycle = leg + checkpoint_cost (v, job);
      SwTime cycles = MIN (time / cycle, checkpoint_count (v, job, stay->left));
      SwTime rest = time - cycles * cycle;
      saved = cycles * interval;
      gboolean writing = rest > leg && cycles < checkpoint_count (v, job, stay->left);
      done = saved
             + (writing ? interval : MIN (work_of_time (rest, stay->speed), stay->left - saved));
    }
  if (safe != NULL)
    *safe = saved;
  return done;
}

SwTime
sw_life_must_end (const SwView *v, SwJob job)
{
  SwTime limit = v->table->limit[job];
  if (limit == SW_TIME_NONE || limit == SW_TIME_INF)
    return SW_TIME_INF;
  return sw_time_add (v->stays[job].start, limit);
}

SwTime
sw_life_run (const SwView *v, SwJob job)
{
  const SwStay *stay = &v->stays[job];
  return stay->ran + (stay->running_at == SW_NO_INDEX ? 0 : v->now - stay->start);
}

/* Least speed of the pieces' models. */
static double
speed_of_claim (const SwView *v)
{
  const SwSpeeds *speeds = &v->spec->speeds;
  const SwClaim *claim = &v->claim;
  double speed = 1.0;
  gboolean first = TRUE;
  for (guint32 i = 0; speeds->model != NULL && i < claim->n; i++)
    {
      const SwPiece *piece = &claim->pieces[i];
      gint32 model = sw_cluster_node_model (v->cluster, piece->node);
      if (model < 0 || sw_piece_cards (piece) == 0)
        continue;
      speed = first ? speeds->model[model] : MIN (speed, speeds->model[model]);
      first = FALSE;
    }
  return speed;
}

/* The factor on speed for the spread of the gang. */
static double
spread_of_claim (const SwView *v)
{
  const SwSpeeds *speeds = &v->spec->speeds;
  const SwClaim *claim = &v->claim;
  gboolean nodes = FALSE, racks = FALSE, switches = FALSE;
  guint32 rack0 = 0, switch0 = 0;
  for (guint32 i = 0; i < claim->n; i++)
    {
      const SwPiece *piece = &claim->pieces[i];
      guint32 rack, top;
      sw_cluster_domain (v->cluster, piece->node, &rack, &top);
      if (i == 0)
        {
          rack0 = rack;
          switch0 = top;
        }
      nodes |= piece->node != claim->pieces[0].node;
      racks |= rack != rack0 || top != switch0;
      switches |= top != switch0;
    }
  return switches ? speeds->across_switches
         : racks  ? speeds->across_racks
         : nodes  ? speeds->across_nodes
                  : 1.0;
}

/* ---- placements ---- */

static void
link_piece (SwView *v, guint32 number)
{
  SwPiece *piece = sw_piece (v, number);
  piece->previous = SW_NO_INDEX;
  piece->next = v->on_node[piece->node];
  if (piece->next != SW_NO_INDEX)
    sw_piece (v, piece->next)->previous = number;
  v->on_node[piece->node] = number;
}

static void
unlink_piece (SwView *v, const SwPiece *piece)
{
  if (piece->previous == SW_NO_INDEX)
    v->on_node[piece->node] = piece->next;
  else
    sw_piece (v, piece->previous)->next = piece->next;
  if (piece->next != SW_NO_INDEX)
    sw_piece (v, piece->next)->previous = piece->previous;
}

static void
give_back (SwView *v, SwJob job)
{
  const SwStay *stay = &v->stays[job];
  const SwDemand *demand = sw_demand_of (v, job);
  for (guint32 i = 0; i < stay->n_pieces; i++)
    {
      const SwPiece *piece = sw_piece (v, stay->first_piece + i);
      if (v->has.departures)
        unlink_piece (v, piece);
      sw_cluster_drop (v->cluster, &demand->groups[piece->group], piece);
    }
  sw_host_capacity_freed (v);
}

/* ---- the way in ---- */

static gboolean
possible (SwView *v, guint32 demand)
{
  SwClassState *class = &v->classes[demand];
  if (class->possible == 0)
    {
      sw_claim_begin (&v->trial, &v->demands->demands[demand]);
      gboolean cut = FALSE;
      class->possible = sw_fill (&v->trial, SW_FIT_FIRST, 0, &cut) || cut ? 1 : 2;
      sw_claim_undo (&v->trial, 0);
    }
  return class->possible == 1;
}

static void
enqueue (SwView *v, SwJob job)
{
  v->outcome->state[job] = SW_QUEUED;
  v->waiting_gpus += sw_demand_of (v, job)->milli;
  sw_queue_insert (v->queue, job, sw_host_key (v, job));
}

static void
dequeue (SwView *v, SwJob job)
{
  v->waiting_gpus -= sw_demand_of (v, job)->milli;
  sw_queue_remove (v->queue, job);
}

static void
requeue (SwView *v, SwJob job)
{
  enqueue (v, job);
  sw_host_notify (v, v->spec->queue.policy->requeued, job);
}

static void
become_eligible (SwView *v, SwJob job)
{
  if (v->outcome->attempts[job] > 0) /* it was set aside for a while */
    {
      v->aside--;
      v->aside_gpus -= sw_demand_of (v, job)->milli;
      requeue (v, job);
      return;
    }
  v->outcome->eligible[job] = v->now;
  enqueue (v, job);
  sw_host_notify (v, v->spec->queue.policy->arrived, job);
}

void
sw_life_eligible (SwView *v, SwJob job)
{
  if (v->outcome->state[job] != SW_SUBMITTED || (v->deps_left != NULL && v->deps_left[job] > 0))
    return;
  SwTime own = v->has.eligible ? v->table->eligible[job] : SW_TIME_NONE;
  if (own != SW_TIME_NONE && own > v->now)
    sw_event_push (v, own, SW_EVENT_ELIGIBLE, job);
  else
    become_eligible (v, job);
}

/* Jobs of one class ask for the same, so one answer does for all. */
static void
refuse (SwView *v, SwJob job)
{
  SwClassState *class = &v->classes[v->stays[job].demand];
  g_autofree char *why = NULL;
  if (class->possible == 2)
    {
      why = sw_reason_never (v, job);
      class->refused = job;
      class->possible = 3;
    }
  sw_life_finish (v, job, SW_UNSATISFIABLE,
                  why != NULL ? why : sw_outcome_get_why (v->outcome, class->refused));
}

void
sw_life_arrive (SwView *v, SwJob job)
{
  if (v->outcome->state[job] != SW_SUBMITTED)
    return; /* killed already: a job it depends on did not complete */
  if (!possible (v, v->stays[job].demand))
    {
      v->outcome->eligible[job] = v->now;
      refuse (v, job);
    }
  else
    sw_life_eligible (v, job);
}

/* ---- stays ---- */

SwTime
sw_life_target (const SwView *v, SwJob job, SwEnd *end)
{
  SwTime work = v->stays[job].left;
  *end = SW_END_COMPLETED;
  guint32 fails = v->has.fails ? v->table->fails[job] : 0;
  if (fails <= v->outcome->failures[job])
    return work;
  *end = SW_END_FAILED;
  SwTime after = v->table->fail_after[job];
  return after != SW_TIME_NONE ? MIN (after, work) : work;
}

static void
plan_end (SwView *v, SwJob job)
{
  SwStay *stay = &v->stays[job];
  SwEnd end;
  SwTime work = sw_life_target (v, job, &end);
  SwTime length = stay_length (v, job, work);
  SwTime limit = v->table->limit[job];
  if (limit != SW_TIME_NONE && length > limit)
    {
      length = limit;
      end = SW_END_TIMEOUT;
    }
  stay->end = end;
  stay->end_serial = sw_event_push (v, sw_time_add (v->now, length), SW_EVENT_END, job);
}

static guint32
milli_of_claim (const SwClaim *claim)
{
  if (!claim->demand->parts)
    return (guint32)claim->demand->milli;
  guint32 milli = 0;
  for (guint32 i = 0; i < claim->n; i++)
    milli += sw_piece_milli (&claim->pieces[i]);
  return milli;
}

/* What the claim did to partitioned cards. */
static void
note_repartitions (SwView *v)
{
  const SwClaim *claim = &v->claim;
  for (guint32 i = 0; claim->parts && i < claim->n; i++)
    {
      const SwPieceSetup *setup = &claim->setups[i];
      const SwPiece *piece = &claim->pieces[i];
      if (!setup->mode && setup->destroyed + setup->created == 0)
        continue;
      SwRepartition change = { .at = v->now,
                               .takes = setup->setup,
                               .node = piece->node,
                               .destroyed = setup->destroyed,
                               .created = setup->created,
                               .mode = setup->mode };
      for (guint64 cards = sw_piece_cards (piece); cards != 0; cards &= cards - 1)
        {
          change.card = (guint8)__builtin_ctzll (cards);
          g_array_append_val (v->outcome->repartitions, change);
        }
    }
}

/* The job gets the pieces of v->claim; when the stay ends is not settled yet. */
static void
begin_stay (SwView *v, SwJob job)
{
  SwOutcome *o = v->outcome;
  const SwClaim *claim = &v->claim;
  SwStay *stay = &v->stays[job];
  dequeue (v, job);
  SwAttempt attempt = {
    .job = job,
    .first_piece = o->pieces->len,
    .n_pieces = claim->n,
    .milli = milli_of_claim (claim),
    .end = SW_END_NONE,
    .previous = stay->attempt,
    .start = v->now,
    .stop = SW_TIME_NONE,
  };
  g_array_append_vals (o->pieces, claim->pieces, claim->n);
  for (guint32 i = 0; i < claim->n; i++)
    {
      sw_piece (v, attempt.first_piece + i)->job = job;
      if (v->has.departures)
        link_piece (v, attempt.first_piece + i);
    }
  stay->first_piece = attempt.first_piece;
  stay->n_pieces = claim->n;
  stay->start = v->now;
  stay->restarts = o->attempts[job] > 0;
  stay->running_at = v->n_running;
  v->running[v->n_running++] = job;
  stay->attempt = o->last_attempt[job] = o->attempts_log->len;
  g_array_append_val (o->attempts_log, attempt);
  o->attempts[job]++;
  if (o->first_start[job] == SW_TIME_NONE)
    o->first_start[job] = v->now;
  o->state[job] = SW_RUNNING;
  v->starts++;
  v->changed++;
}

void
sw_life_start (SwView *v, SwJob job)
{
  begin_stay (v, job);
  if (v->tenants != NULL)
    {
      note_repartitions (v);
      SwTime pause = sw_time_add (restart_time (v, job), sw_claim_setup (&v->claim));
      sw_tenants_join (v, job, spread_of_claim (v), pause);
      return; /* how fast it is, and so when it ends, is known when the instant is over */
    }
  v->stays[job].speed = speed_of_claim (v) * spread_of_claim (v);
  plan_end (v, job);
}

void
sw_life_go_on (SwView *v, SwJob job, SwTime pause)
{
  begin_stay (v, job);
  sw_tenants_join (v, job, 1, pause);
}

/* What a stay of some length did: work, of it what is checkpointed, and the time spent on each. */
typedef struct
{
  SwTime done, safe, working, checkpointed;
} Deeds;

static Deeds
deeds_of (SwView *v, SwJob job, SwTime length)
{
  const SwStay *stay = &v->stays[job];
  Deeds deeds;
  if (v->tenants == NULL)
    {
      deeds.done = sw_life_done (v, job, length, &deeds.safe);
      deeds.working = MIN (time_of_work (deeds.done, stay->speed), length);
      deeds.checkpointed = MIN (time_of_work (deeds.safe, stay->speed), deeds.working);
      return deeds;
    }
  SwCourse *course = sw_course (v->tenants, job);
  SwPace *pace = &course->pace;
  sw_pace_advance (pace, &course->plan, v->now);
  v->outcome->alone[job] += sw_course_alone (course, pace);
  return (Deeds){ sw_pace_done (pace), pace->safe, pace->worked, pace->worked_safe };
}

/* Splits the stay into what it gave and what it cost. */
static void
book_stay (SwView *v, SwJob job, SwEnd end)
{
  SwAttempt *attempt = sw_attempt_of (v, job);
  SwStay *stay = &v->stays[job];
  SwTime length = v->now - stay->start;
  Deeds deeds = deeds_of (v, job, length);
  if (end == SW_END_COMPLETED)
    deeds.done = stay->left;
  gboolean keeps_all = end == SW_END_COMPLETED || end == SW_END_NONE || end == SW_END_MOVED
                       || (end == SW_END_PREEMPTED && v->spec->preempt_keeps_all);
  attempt->stop = v->now;
  attempt->end = end;
  attempt->useful = keeps_all ? deeds.working : deeds.checkpointed;
  attempt->lost = deeds.working - attempt->useful;
  attempt->overhead = length - deeds.working;
  stay->left -= keeps_all ? deeds.done : deeds.safe;
  stay->ran += length;
}

/* A job that did not deliver: what counted as useful is lost. */
static void
write_off (SwView *v, SwJob job)
{
  GArray *log = v->outcome->attempts_log;
  for (guint32 i = v->outcome->last_attempt[job]; i != G_MAXUINT32;
       i = g_array_index (log, SwAttempt, i).previous)
    {
      SwAttempt *attempt = &g_array_index (log, SwAttempt, i);
      attempt->lost += attempt->useful;
      attempt->useful = 0;
    }
}

static void
kill_dependants (SwView *v, SwJob job)
{
  for (guint32 i = v->dependants_first[job]; i < v->dependants_first[job + 1]; i++)
    if (v->outcome->state[v->dependants[i]] == SW_SUBMITTED)
      sw_life_finish (v, v->dependants[i], SW_KILLED, "a job that it depends on did not complete");
}

static void
wake_dependants (SwView *v, SwJob job)
{
  for (guint32 i = v->dependants_first[job]; i < v->dependants_first[job + 1]; i++)
    {
      SwJob other = v->dependants[i];
      v->deps_left[other]--;
      if (other < v->arrivals)
        sw_life_eligible (v, other);
    }
}

void
sw_life_finish (SwView *v, SwJob job, SwState state, const char *why)
{
  SwOutcome *o = v->outcome;
  if (o->state[job] == SW_QUEUED)
    dequeue (v, job);
  o->state[job] = (guint8)state;
  o->end[job] = v->now;
  v->last_ended = job;
  v->finished++;
  if (why != NULL)
    sw_outcome_why (o, job, why);
  if (state != SW_COMPLETED)
    write_off (v, job);
  if (v->spec->observer != NULL && v->spec->observer->finished != NULL)
    v->spec->observer->finished (v->spec->observer->self, o, job);
  if (v->spec->queue.policy->ended != NULL && state != SW_UNSATISFIABLE
      && o->eligible[job] != SW_TIME_NONE)
    sw_host_notify (v, v->spec->queue.policy->ended, job);
  if (v->deps_left != NULL)
    {
      if (state == SW_COMPLETED)
        wake_dependants (v, job);
      else
        kill_dependants (v, job);
    }
}

/* A job whose memory ran out waits before it tries again, each time longer: else it would start and
   die without end where nothing else changes. */
#define ASIDE_FIRST (10 * SW_SECOND)
#define ASIDE_MOST (300 * SW_SECOND)

SwTime
sw_life_aside (const SwView *v, SwJob job)
{
  guint32 times = v->tenants->ooms[job] - 1;
  return times > 5 ? ASIDE_MOST : MIN (ASIDE_FIRST << times, ASIDE_MOST);
}

static void
set_aside (SwView *v, SwJob job)
{
  SwOutcome *o = v->outcome;
  o->state[job] = SW_SUBMITTED;
  v->aside++;
  v->aside_gpus += sw_demand_of (v, job)->milli;
  sw_event_push (v, sw_time_add (v->now, sw_life_aside (v, job)), SW_EVENT_ELIGIBLE, job);
}

static void
run_out_of_memory (SwView *v, SwJob job)
{
  SwOutcome *o = v->outcome;
  guint32 retries = v->table->max_restarts[job];
  guint32 died = ++v->tenants->ooms[job] - v->tenants->evictions[job] + o->failures[job];
  if (died > (retries == G_MAXUINT32 ? 0 : retries))
    sw_life_finish (v, job, SW_OOM, "ran out of GPU memory");
  else
    set_aside (v, job);
}

static void
fail (SwView *v, SwJob job)
{
  SwOutcome *o = v->outcome;
  guint32 retries = v->table->max_restarts[job];
  o->failures[job]++;
  if (o->failures[job] > (retries == G_MAXUINT32 ? 0 : retries))
    sw_life_finish (v, job, SW_FAILED, "failed on its own");
  else
    requeue (v, job);
}

void
sw_life_stop (SwView *v, SwJob job, SwEnd end)
{
  SwOutcome *o = v->outcome;
  SwStay *stay = &v->stays[job];
  book_stay (v, job, end);
  if (v->tenants != NULL)
    sw_tenants_leave (v, job);
  give_back (v, job);
  SwJob moved = v->running[--v->n_running];
  v->running[stay->running_at] = moved;
  v->stays[moved].running_at = stay->running_at;
  stay->running_at = SW_NO_INDEX;
  stay->end_serial = SW_NO_INDEX;
  if (v->spec->observer != NULL && v->spec->observer->attempt_ended != NULL)
    v->spec->observer->attempt_ended (v->spec->observer->self, o, sw_attempt_of (v, job));
  switch (end)
    {
    case SW_END_COMPLETED:
      sw_life_finish (v, job, SW_COMPLETED, NULL);
      break;
    case SW_END_TIMEOUT:
      sw_life_finish (v, job, SW_TIMEOUT, "reached its declared limit");
      break;
    case SW_END_FAILED:
      fail (v, job);
      break;
    case SW_END_OOM:
      run_out_of_memory (v, job);
      break;
    case SW_END_EVICTED:
      v->tenants->ooms[job]++;
      v->tenants->evictions[job]++;
      set_aside (v, job);
      break;
    case SW_END_PREEMPTED:
      o->preemptions[job]++;
      requeue (v, job);
      break;
    case SW_END_MOVED: /* and goes on at once */
      enqueue (v, job);
      break;
    case SW_END_RECLAIMED:
      o->reclaims[job]++;
      requeue (v, job);
      break;
    default:
      g_assert_not_reached ();
    }
}

void
sw_life_end (SwView *v, SwJob job)
{
  SwEnd end = (SwEnd)(v->tenants == NULL ? v->stays[job].end : sw_course (v->tenants, job)->ending);
  if (end == SW_END_OOM)
    sw_memory_broke (v, job);
  sw_life_stop (v, job, end);
}

void
sw_life_node_goes (SwView *v, SwNode node)
{
  while (v->on_node[node] != SW_NO_INDEX)
    sw_life_stop (v, sw_piece (v, v->on_node[node])->job, SW_END_RECLAIMED);
  sw_cluster_set_up (v->cluster, node, FALSE);
  v->changed++;
}

void
sw_life_close (SwView *v)
{
  SwOutcome *o = v->outcome;
  for (guint32 i = 0; i < v->n_running; i++)
    {
      book_stay (v, v->running[i], SW_END_NONE);
      if (v->spec->observer != NULL && v->spec->observer->attempt_ended != NULL)
        v->spec->observer->attempt_ended (v->spec->observer->self, o,
                                          sw_attempt_of (v, v->running[i]));
    }
  for (SwJob job = 0; job < o->n; job++)
    o->run[job] = v->stays[job].ran;
  for (SwJob job = 0; job < o->n; job++)
    if (o->state[job] < SW_COMPLETED)
      {
        o->state[job] = SW_UNFINISHED;
        if (v->spec->observer != NULL && v->spec->observer->finished != NULL)
          v->spec->observer->finished (v->spec->observer->self, o, job);
      }
}
