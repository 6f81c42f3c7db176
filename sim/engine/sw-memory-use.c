/* Memory that jobs truly use on their devices, and what is done when it is more than they may.
 *
 * Caps of a job's own (a whole card, an instance, a hard promise, a soft ceiling) depend on its
 * work alone: the work at which one is broken is known from the start of the stay.  Cards whose
 * tenants may use more than they were promised are watched: when a tenant comes, goes, turns or
 * changes its rate, the time is found at which their sum will be more than the card has. */
#include "sw-engine-private.h"
#include "sw-tenants.h"

static inline const SwTaskGroup *
group_of (const SwView *v, SwJob job, const SwPiece *piece)
{
  return &sw_demand_of (v, job)->groups[piece->group];
}

/* MiB that a piece was promised, or would have been. */
static guint32
promise_of (const SwView *v, SwJob job, const SwPiece *piece)
{
  gint64 usable = sw_cluster_usable_mib (v->cluster, piece->node);
  const SwPoolRules *rules = sw_cluster_rules (v->cluster, piece->node);
  if (piece->milli == 0)
    return (guint32)MAX (usable, 0);
  if (piece->part.sliced || rules->promise_memory)
    return piece->part.mem_mib;
  const SwTaskGroup *group = group_of (v, job, piece);
  if (group->card_mib > 0)
    return group->card_mib;
  return usable < 0 ? 0 : (guint32)(usable * group->milli / 1000);
}

/* MiB above which the job dies whatever its neighbours do, -1: no such cap. */
static gint64
cap_of (const SwView *v, SwJob job, const SwPiece *piece, SwKillHow *how)
{
  gint64 usable = sw_cluster_usable_mib (v->cluster, piece->node);
  const SwPoolRules *rules = sw_cluster_rules (v->cluster, piece->node);
  *how = SW_KILL_CAP;
  if (piece->milli == 0)
    return usable;
  if (piece->part.sliced)
    return sw_cluster_mig (v->cluster, piece->node)->profiles[piece->part.profile].usable_mib;
  gint64 promise = promise_of (v, job, piece);
  if (rules->enforcement == SW_ENFORCE_HARD)
    return usable < 0 && promise == 0 ? -1 : promise;
  if (rules->enforcement == SW_ENFORCE_NONE || usable < 0)
    return -1;
  *how = SW_KILL_CEILING;
  double ceiling = (double)promise * rules->ceiling;
  return ceiling < (double)usable ? (gint64)ceiling : usable;
}

void
sw_memory_promise (const SwView *v, SwTenant *tenant)
{
  tenant->promise = promise_of (v, tenant->job, sw_piece (v, tenant->piece));
  tenant->most = sw_usage_most (v->table, tenant->job, tenant->promise);
}

/* Working time of the job at a time not before its pace's. */
static SwTime
worked_at (const SwCourse *course, SwTime when)
{
  SwPace then = course->pace;
  sw_pace_advance (&then, &course->plan, MAX (when, then.since));
  return course->base + sw_pace_done (&then);
}

guint64
sw_memory_used (const SwView *v, const SwTenant *tenant, SwTime when)
{
  const SwCourse *course = sw_course (v->tenants, tenant->job);
  SwTime worked = course->varies ? worked_at (course, when) : course->base;
  return sw_usage_at (v->table, tenant->job, tenant->promise, worked);
}

void
sw_memory_begin (const SwView *v, SwJob job, SwCourse *course)
{
  const SwStay *stay = &v->stays[job];
  const SwJobTable *t = v->table;
  course->breaks = course->next_use = SW_TIME_INF;
  course->varies = t->gpu_mem_curve[job] != 0 || t->gpu_mem_ramp[job] > 0;
  for (guint32 i = stay->n_pieces; i-- > 0;)
    {
      guint32 number = stay->first_piece + i;
      const SwPiece *piece = sw_piece (v, number);
      if (sw_piece_cards (piece) == 0)
        continue;
      course->promise = promise_of (v, job, piece);
      SwKillHow how;
      gint64 cap = cap_of (v, job, piece, &how);
      if (cap < 0)
        continue;
      SwTime at = sw_usage_exceeds (t, job, course->promise, (guint64)cap, course->base);
      if (at == SW_TIME_INF || at - course->base > course->breaks)
        continue;
      course->breaks = at - course->base;
      course->how = (guint8)how;
      course->broken = number;
    }
}

void
sw_memory_turn (SwView *v, SwJob job, SwCourse *course)
{
  SwTenants *self = v->tenants;
  SwTime worked = worked_at (course, v->now);
  SwUsePiece use = sw_usage_piece (v->table, job, course->promise, worked);
  self->used -= (gint64)course->used * course->devices;
  guint64 level = use.rises ? (use.mib + 1) / 2 : use.mib;
  course->used = (guint32)MIN (level, G_MAXUINT32);
  self->used += (gint64)course->used * course->devices;
  if (!course->varies)
    return;
  course->next_use = SW_TIME_INF;
  course->use_serial = SW_NO_INDEX;
  sw_tenants_press_job (v, job);
  if (use.to == SW_TIME_INF || use.to - course->base >= course->plan.left)
    return;
  SwTime after = sw_pace_until (&course->pace, &course->plan, use.to - course->base);
  course->next_use = sw_time_add (course->pace.since, after);
  if (course->next_use != SW_TIME_INF)
    course->use_serial = sw_event_push (v, course->next_use, SW_EVENT_USE, job);
}

/* ---- cards that can run out ---- */

/* Memory of the card if its tenants together may want more, else -1. */
static gint64
scarce (const SwView *v, const SwCardState *card)
{
  if (card->n == 0)
    return -1;
  SwNode node = sw_piece (v, card->tenants[0].piece)->node;
  const SwPoolRules *rules = sw_cluster_rules (v->cluster, node);
  gint64 usable = sw_cluster_usable_mib (v->cluster, node);
  if (usable < 0 || rules->sharing == SW_SHARING_MIG || rules->enforcement == SW_ENFORCE_HARD)
    return -1;
  guint64 most = 0;
  for (guint i = 0; i < card->n; i++)
    most += card->tenants[i].most;
  return most > (guint64)usable ? usable : -1;
}

static guint64
total_at (const SwView *v, const SwCardState *card, SwTime when)
{
  guint64 total = 0;
  for (guint i = 0; i < card->n; i++)
    total += sw_memory_used (v, &card->tenants[i], when);
  return total;
}

/* Does the tenant allocate just now? */
static gboolean
grows (const SwView *v, const SwTenant *tenant)
{
  const SwCourse *course = sw_course (v->tenants, tenant->job);
  if (v->stays[tenant->job].start == v->now)
    return TRUE;
  if (!course->varies)
    return FALSE;
  SwTime worked = worked_at (course, v->now);
  SwUsePiece use = sw_usage_piece (v->table, tenant->job, tenant->promise, worked);
  return use.rises || worked - use.from <= (SwTime)(course->pace.rate >> SW_PACE_BITS) + 1;
}

/* Who is furthest above its promise; of equals the first to come, or the last. */
static guint
furthest (const SwView *v, const SwCardState *card, gboolean last)
{
  guint found = 0;
  gint64 most = G_MININT64;
  for (guint i = 0; i < card->n; i++)
    {
      const SwTenant *tenant = &card->tenants[i];
      gint64 above = (gint64)sw_memory_used (v, tenant, v->now) - tenant->promise;
      if (above < most || (above == most && !last))
        continue;
      most = above;
      found = i;
    }
  return found;
}

/* The newest allocation: of those who allocate just now the last to come. */
static guint
newest (const SwView *v, const SwCardState *card)
{
  for (guint i = card->n; i-- > 0;)
    if (grows (v, &card->tenants[i]))
      return i;
  return card->n - 1u;
}

static void
note_kill (SwView *v, const SwPiece *piece, SwKill kill)
{
  kill.at = v->now;
  kill.node = piece->node;
  kill.card = piece->milli > 0 ? piece->part.card
                               : (guint8)(piece->cards == 0 ? 0 : __builtin_ctzll (piece->cards));
  g_array_append_val (v->outcome->kills, kill);
}

/* A tenant that is above its own ceiling just now, NULL: none. */
static const SwTenant *
above_ceiling (const SwView *v, const SwCardState *card)
{
  for (guint i = 0; i < card->n; i++)
    {
      const SwCourse *course = sw_course (v->tenants, card->tenants[i].job);
      if (course->breaks != SW_TIME_INF
          && worked_at (course, v->now) - course->base >= course->breaks)
        return &card->tenants[i];
    }
  return NULL;
}

/* Has one job the card to itself? */
static gboolean
is_alone (const SwCardState *card)
{
  for (guint i = 1; i < card->n; i++)
    if (card->tenants[i].job != card->tenants[0].job)
      return FALSE;
  return TRUE;
}

gboolean
sw_memory_relieve (SwView *v, guint32 number)
{
  SwCardState *card = &v->tenants->cards[number];
  gint64 usable = scarce (v, card);
  gboolean killed = FALSE;
  for (guint64 total; usable >= 0 && (total = total_at (v, card, v->now)) > (guint64)usable;
       usable = scarce (v, card))
    {
      const SwPiece *piece = sw_piece (v, card->tenants[0].piece);
      const SwTenant *greedy = above_ceiling (v, card);
      killed = TRUE;
      if (greedy != NULL) /* it dies of that, whoever is beside it */
        {
          SwJob job = greedy->job;
          sw_memory_broke (v, job);
          sw_life_stop (v, job, SW_END_OOM);
          continue;
        }
      /* A job that has the card to itself and is too large for it makes no room by leaving. */
      gboolean soft = sw_cluster_rules (v->cluster, piece->node)->enforcement == SW_ENFORCE_SOFT
                      && !is_alone (card);
      const SwTenant *victim = &card->tenants[soft ? furthest (v, card, TRUE) : newest (v, card)];
      guint64 used = sw_memory_used (v, victim, v->now);
      SwJob job = victim->job;
      note_kill (v, piece,
                 (SwKill){ .victim = job,
                           .culprit = card->tenants[furthest (v, card, FALSE)].job,
                           .how = soft ? SW_KILL_EVICTED : SW_KILL_FULL,
                           .wanted = used,
                           .used = total - used });
      sw_life_stop (v, job, soft ? SW_END_EVICTED : SW_END_OOM);
    }
  return killed;
}

/* Until when the use of all tenants is a sum of straight lines that do not all stay level. */
static SwTime
straight_until (const SwView *v, const SwCardState *card)
{
  SwTime until = SW_TIME_INF;
  for (guint i = 0; i < card->n; i++)
    {
      const SwTenant *tenant = &card->tenants[i];
      const SwCourse *course = sw_course (v->tenants, tenant->job);
      if (!course->varies)
        continue;
      SwUsePiece use
          = sw_usage_piece (v->table, tenant->job, tenant->promise, worked_at (course, v->now));
      if (!use.rises)
        continue;
      SwTime to = MIN (use.to - course->base, course->plan.left);
      until = MIN (until, sw_time_add (course->pace.since,
                                       sw_pace_until (&course->pace, &course->plan, to)));
    }
  return until;
}

void
sw_memory_foresee (SwView *v, guint32 number)
{
  SwCardState *card = &v->tenants->cards[number];
  gint64 usable = scarce (v, card);
  card->serial = SW_NO_INDEX;
  SwTime last = usable < 0 ? SW_TIME_INF : straight_until (v, card);
  if (last == SW_TIME_INF || total_at (v, card, last) <= (guint64)usable)
    return;
  SwTime first = v->now; /* there is room at first, and none at last */
  while (last - first > 1)
    {
      SwTime middle = first + (last - first) / 2;
      if (total_at (v, card, middle) > (guint64)usable)
        last = middle;
      else
        first = middle;
    }
  card->serial = sw_event_push (v, last, SW_EVENT_MEMORY, number);
}

void
sw_memory_broke (SwView *v, SwJob job)
{
  const SwCourse *course = sw_course (v->tenants, job);
  const SwPiece *piece = sw_piece (v, course->broken);
  guint64 used = sw_usage_at (v->table, job, course->promise, worked_at (course, v->now));
  guint64 others = 0;
  if (piece->milli > 0 && !piece->part.sliced)
    others = total_at (
        v, &v->tenants->cards[sw_cluster_card_number (v->cluster, piece->node, piece->part.card)],
        v->now);
  note_kill (v, piece,
             (SwKill){ .victim = job,
                       .culprit = job,
                       .how = course->how,
                       .wanted = used,
                       .used = others > used ? others - used : 0 });
}
