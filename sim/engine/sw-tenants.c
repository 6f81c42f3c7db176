/* Tenants of cards, and the rates of the jobs that run on them. */
#include "sw-tenants.h"

#include "sw-engine-private.h"
#include "sw-memory.h"

#include <math.h>
#include <string.h>

#define SEATS 12 /* tenants of a card that need no memory of its own */

/* ---- setting up ---- */

static gboolean
knows_memory (const SwJobTable *t)
{
  for (SwJob j = 0; j < t->n; j++)
    if (t->gpu_mem_peak[j] != G_MAXUINT32 || t->gpu_mem_curve[j] != 0)
      return TRUE;
  return FALSE;
}

/* Behaviours of one name are one to who reads about them. */
static void
find_alike (SwTenants *self, const SwBehaviours *behaviours)
{
  g_autoptr (GHashTable) first = g_hash_table_new (g_str_hash, g_str_equal);
  self->alike = g_new (guint32, MAX (behaviours->n, 1));
  for (guint32 i = 0; i < behaviours->n; i++)
    {
      gpointer found;
      self->alike[i] = i;
      const char *name = behaviours->names[i];
      if (name == NULL)
        continue;
      if (g_hash_table_lookup_extended (first, name, NULL, &found))
        self->alike[i] = GPOINTER_TO_UINT (found);
      else
        g_hash_table_insert (first, (gpointer)name, GUINT_TO_POINTER (i));
    }
}

static void
bind_rules (SwView *v, SwTenants *self)
{
  const SwBehaviours *behaviours = v->spec->behaviours;
  const SwDevices *devices = v->spec->devices;
  if (behaviours == NULL || devices == NULL)
    return;
  self->cache = sw_contention_cache_new (behaviours, v->spec->pairs, v->spec->pair_models);
  self->rules = g_new0 (guint, MAX (devices->n_pools, 1));
  for (guint32 i = 0; i < devices->n_pools; i++)
    self->rules[i] = sw_contention_cache_rules (self->cache, &devices->pools[i].contention);
  find_alike (self, behaviours);
}

void
sw_tenants_init (SwView *v)
{
  const SwBehaviours *behaviours = v->spec->behaviours;
  gboolean parts = sw_cluster_has_parts (v->cluster);
  if (!parts && (behaviours == NULL || !behaviours->known))
    return;
  SwTenants *self = v->tenants = g_new0 (SwTenants, 1);
  self->n_cards = parts ? sw_cluster_n_cards (v->cluster) : 0;
  self->cards = g_new0 (SwCardState, MAX (self->n_cards, 1));
  self->seats = sw_memory_new (SwTenant, (gsize)MAX (self->n_cards, 1) * SEATS);
  for (guint32 i = 0; i < self->n_cards; i++)
    {
      self->cards[i].due = SW_TIME_INF;
      self->cards[i].tenants = self->seats + (gsize)i * SEATS;
      self->cards[i].room = SEATS;
    }
  self->course_of = sw_memory_new (guint32, MAX (v->table->n, 1));
  for (SwJob j = 0; j < v->table->n; j++)
    self->course_of[j] = SW_NO_INDEX;
  self->ooms = sw_memory_new0 (guint32, MAX (v->table->n, 1));
  self->evictions = sw_memory_new0 (guint32, MAX (v->table->n, 1));
  self->free = SW_NO_INDEX;
  self->blame.attempt = SW_NO_INDEX;
  self->marked_cards = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->pressed_cards = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->marked_jobs = g_array_new (FALSE, FALSE, sizeof (SwJob));
  self->memory_known = knows_memory (v->table);
  bind_rules (v, self);
  sw_outcome_track_sharing (v->outcome, behaviours == NULL ? 0 : behaviours->n);
  if (v->spec->watch != SW_NO_JOB && self->cache != NULL)
    v->outcome->influences = g_array_new (FALSE, FALSE, sizeof (SwInfluence));
}

void
sw_tenants_free (SwTenants *self)
{
  if (self == NULL)
    return;
  for (guint32 i = 0; i < self->n_cards; i++)
    if (self->cards[i].room > SEATS)
      g_free (self->cards[i].tenants);
  g_free (self->cards);
  free (self->seats);
  free (self->courses);
  free (self->course_of);
  free (self->ooms);
  free (self->evictions);
  g_array_unref (self->marked_cards);
  g_array_unref (self->pressed_cards);
  g_array_unref (self->marked_jobs);
  g_clear_pointer (&self->cache, sw_contention_cache_free);
  g_free (self->rules);
  g_free (self->alike);
  g_free (self);
}

/* ---- what happened on a card ---- */

static inline guint32
card_of (const SwView *v, const SwPiece *piece)
{
  return sw_cluster_card_number (v->cluster, piece->node, piece->part.card);
}

gboolean
sw_tenants_contend (const SwView *v, SwNode node, guint *number)
{
  const SwPoolRules *rules = sw_cluster_rules (v->cluster, node);
  if (rules == NULL || rules->sharing == SW_SHARING_MIG || v->tenants->cache == NULL)
    return FALSE;
  *number = v->tenants->rules[rules - v->spec->devices->pools];
  return TRUE;
}

static SwTime
lost_of (SwTime time, const SwTenant *tenant)
{
  return (SwTime)((double)time * (1 - tenant->alone / tenant->slowdown));
}

/* Two tenants that had the card to themselves. */
static void
book_pair (SwView *v, const SwCardState *card, SwTime time)
{
  const guint32 *alike = v->tenants->alike;
  const SwTenant *a = &card->tenants[0], *b = &card->tenants[1];
  if (alike[a->behaviour] > alike[b->behaviour])
    {
      const SwTenant *swap = a;
      a = b;
      b = swap;
    }
  SwCompany *company = sw_outcome_company (v->outcome, alike[a->behaviour], alike[b->behaviour]);
  company->together += time;
  company->lost[0] += lost_of (time, a);
  company->lost[1] += lost_of (time, b);
}

static guint
card_tenants (const SwCardState *card, SwCardTenant *out)
{
  for (guint i = 0; i < card->n; i++)
    out[i] = (SwCardTenant){ card->tenants[i].behaviour, card->tenants[i].cap };
  return card->n;
}

/* The tenants of a card are about to change, or the run ends. */
static void
book_card (SwView *v, SwCardState *card)
{
  SwTime time = v->now - card->since;
  card->since = v->now;
  if (time <= 0 || card->n < 1)
    return;
  SwNode node = sw_piece (v, card->tenants[0].piece)->node;
  guint rules;
  if (!sw_tenants_contend (v, node, &rules))
    return;
  if (card->n == 2)
    book_pair (v, card, time);
  if (v->outcome->influences != NULL)
    sw_blame_book (v, card, time);
}

static void
mark_card (SwView *v, guint32 number)
{
  SwCardState *card = &v->tenants->cards[number];
  if (card->marked)
    return;
  book_card (v, card);
  card->marked = TRUE;
  g_array_append_val (v->tenants->marked_cards, number);
}

static void
mark_job (SwTenants *self, SwJob job)
{
  SwCourse *course = sw_course (self, job);
  if (course->marked)
    return;
  course->marked = TRUE;
  g_array_append_val (self->marked_jobs, job);
}

void
sw_tenants_press (SwView *v, guint32 number)
{
  SwCardState *card = &v->tenants->cards[number];
  if (card->pressed)
    return;
  card->pressed = TRUE;
  g_array_append_val (v->tenants->pressed_cards, number);
}

void
sw_tenants_press_job (SwView *v, SwJob job)
{
  const SwStay *stay = &v->stays[job];
  for (guint32 i = 0; i < stay->n_pieces; i++)
    {
      const SwPiece *piece = sw_piece (v, stay->first_piece + i);
      if (piece->milli > 0)
        sw_tenants_press (v, card_of (v, piece));
    }
}

/* ---- speeds ---- */

static double
isolated (const SwMigGeometry *mig, guint profile, const SwLoad *load)
{
  const SwMigProfile *p = &mig->profiles[profile];
  return 1
         / sw_contention_isolated (load, (double)p->sms / mig->sms, (double)p->units / mig->units);
}

static const SwLoad *
load_of (const SwView *v, SwJob job, guint32 model)
{
  const SwBehaviours *behaviours = v->spec->behaviours;
  return &behaviours->loads[(gsize)behaviours->of_job[job] * behaviours->n_models + model];
}

double
sw_tenants_instance (const SwView *v, SwJob job, SwNode node, guint profile)
{
  gint32 model = sw_cluster_node_model (v->cluster, node);
  if (v->spec->behaviours == NULL || model < 0)
    return 1;
  return isolated (sw_cluster_mig (v->cluster, node), profile, load_of (v, job, (guint32)model));
}

/* On an instance a job is slower than where its duration was measured, which is the profile that it
   names, else a whole card. */
double
sw_tenants_speed (const SwView *v, SwJob job, const SwPiece *piece, double *whole)
{
  const SwBehaviours *behaviours = v->spec->behaviours;
  gint32 model = sw_cluster_node_model (v->cluster, piece->node);
  *whole = 1;
  if (model < 0 || sw_piece_cards (piece) == 0)
    return 1;
  if (behaviours == NULL)
    return v->spec->speeds.model == NULL ? 1 : v->spec->speeds.model[model];
  double speed
      = behaviours->speeds[(gsize)behaviours->of_job[job] * behaviours->n_models + (guint32)model];
  if (piece->milli == 0 || !piece->part.sliced)
    return speed;
  *whole = sw_tenants_instance (v, job, piece->node, piece->part.profile);
  const SwTaskGroup *group = &sw_demand_of (v, job)->groups[piece->group];
  if (group->use != SW_USE_SLICE)
    return speed * *whole;
  gint asked = sw_cluster_profile (v->cluster, piece->node, group);
  return speed * (*whole / sw_tenants_instance (v, job, piece->node, (guint)asked));
}

/* ---- coming and going ---- */

guint16
sw_tenants_cap (const SwPoolRules *rules, guint16 milli)
{
  if (rules->sharing == SW_SHARING_MIG || rules->cap == SW_CAP_NONE)
    return 1000;
  return rules->cap == SW_CAP_SHARE ? milli : (guint16)MAX (1000 / rules->max_tenants, 1);
}

static void
add_tenant (SwView *v, SwJob job, guint32 number)
{
  const SwPiece *piece = sw_piece (v, number);
  const SwPoolRules *rules = sw_cluster_rules (v->cluster, piece->node);
  const SwBehaviours *behaviours = v->spec->behaviours;
  guint32 at = card_of (v, piece);
  mark_card (v, at);
  SwCardState *card = &v->tenants->cards[at];
  if (card->n == card->room)
    {
      SwTenant *seats = card->room > SEATS ? card->tenants : NULL;
      card->room *= 2;
      SwTenant *tenants = g_renew (SwTenant, seats, card->room);
      if (seats == NULL)
        memcpy (tenants, card->tenants, card->n * sizeof *tenants);
      card->tenants = tenants;
    }
  SwTenant *tenant = &card->tenants[card->n++];
  *tenant = (SwTenant){ .job = job,
                        .piece = number,
                        .course = v->tenants->course_of[job],
                        .behaviour = behaviours == NULL ? 0 : behaviours->of_job[job],
                        .cap = sw_tenants_cap (rules, piece->milli),
                        .slowdown = 1,
                        .alone = 1,
                        .end = SW_TIME_INF };
  tenant->speed = sw_tenants_speed (v, job, piece, &tenant->whole);
  sw_memory_promise (v, tenant);
}

static void
remove_tenant (SwView *v, guint32 number)
{
  guint32 at = card_of (v, sw_piece (v, number));
  mark_card (v, at);
  SwCardState *card = &v->tenants->cards[at];
  guint i = 0;
  while (card->tenants[i].piece != number)
    i++;
  card->n--;
  memmove (&card->tenants[i], &card->tenants[i + 1], (card->n - i) * sizeof (SwTenant));
}

static guint32
new_course (SwTenants *self)
{
  guint32 number = self->free;
  if (number != SW_NO_INDEX)
    {
      self->free = self->courses[number].next_free;
      return number;
    }
  if (self->n_courses == self->room)
    {
      self->room = MAX (64, 2 * self->room);
      SwCourse *courses = sw_memory_new (SwCourse, self->room);
      if (self->n_courses > 0)
        memcpy (courses, self->courses, self->n_courses * sizeof (SwCourse));
      free (self->courses);
      self->courses = courses;
    }
  return self->n_courses++;
}

static guint32
devices_of (const SwView *v, const SwStay *stay)
{
  guint32 devices = 0;
  for (guint32 i = 0; i < stay->n_pieces; i++)
    devices += (guint32)__builtin_popcountll (sw_piece_cards (sw_piece (v, stay->first_piece + i)));
  return devices;
}

/* What ends the stay, if nothing else does. */
static void
set_target (const SwView *v, SwJob job, SwCourse *course)
{
  const SwStay *stay = &v->stays[job];
  SwEnd end;
  course->target = sw_life_target (v, job, &end);
  if (course->breaks < course->target)
    {
      course->target = course->breaks;
      end = SW_END_OOM;
    }
  course->aim = (guint8)end;
  SwTime limit = v->table->limit[job];
  course->last = limit == SW_TIME_NONE ? SW_TIME_INF : sw_time_add (stay->start, limit);
}

void
sw_tenants_join (SwView *v, SwJob job, double spread, SwTime pause)
{
  SwTenants *self = v->tenants;
  const SwStay *stay = &v->stays[job];
  self->course_of[job] = new_course (self);
  SwCourse *course = sw_course (self, job);
  gboolean saves = v->has.checkpoints && v->table->ckpt_interval[job] > 0;
  *course = (SwCourse){
    .pace = { .since = v->now, .pause = pause },
    .plan = { .left = stay->left,
              .interval = saves ? v->table->ckpt_interval[job] : 0,
              .cost = saves ? MAX (v->table->ckpt_cost[job], 0) : 0 },
    .spread = spread,
    .base = v->table->work[job] - stay->left,
    .devices = devices_of (v, stay),
    .single = stay->n_pieces == 1 && sw_piece (v, stay->first_piece)->milli > 0,
    .fresh = TRUE,
  };
  for (guint32 i = 0; i < stay->n_pieces; i++)
    if (sw_piece (v, stay->first_piece + i)->milli > 0)
      add_tenant (v, job, stay->first_piece + i);
  sw_memory_begin (v, job, course);
  set_target (v, job, course);
  if (!course->single)
    mark_job (self, job);
}

void
sw_tenants_leave (SwView *v, SwJob job)
{
  SwTenants *self = v->tenants;
  const SwStay *stay = &v->stays[job];
  SwCourse *course = sw_course (self, job);
  for (guint32 i = 0; i < stay->n_pieces; i++)
    if (sw_piece (v, stay->first_piece + i)->milli > 0)
      remove_tenant (v, stay->first_piece + i);
  self->compute -= course->compute;
  self->bandwidth -= course->bandwidth;
  self->used -= (gint64)course->used * course->devices;
  course->next_free = self->free;
  self->free = self->course_of[job];
  self->course_of[job] = SW_NO_INDEX;
}

/* ---- rates ---- */

static const SwTenant *
tenant_of (const SwView *v, guint32 number)
{
  const SwTenant *tenant = v->tenants->cards[card_of (v, sw_piece (v, number))].tenants;
  while (tenant->piece != number)
    tenant++;
  return tenant;
}

/* The slowest piece sets the pace of all. */
static void
find_speeds (const SwView *v, SwJob job, double *speed, double *alone)
{
  const SwStay *stay = &v->stays[job];
  gboolean first = TRUE;
  *speed = *alone = 1;
  for (guint32 i = 0; i < stay->n_pieces; i++)
    {
      guint32 number = stay->first_piece + i;
      const SwPiece *piece = sw_piece (v, number);
      if (sw_piece_cards (piece) == 0)
        continue;
      double with, without;
      if (piece->milli > 0)
        {
          const SwTenant *tenant = tenant_of (v, number);
          with = tenant->speed / tenant->slowdown;
          without = tenant->speed / tenant->alone;
        }
      else
        {
          double whole;
          with = without = sw_tenants_speed (v, job, piece, &whole);
        }
      *speed = first ? with : MIN (*speed, with);
      *alone = first ? without : MIN (*alone, without);
      first = FALSE;
    }
}

/* What so many devices draw: the parts of an iteration by how many there are, per those on a whole
   card of its own. */
static void
add_draw (const SwView *v, guint32 behaviour, gint32 model, double iterations, double *compute,
          double *bandwidth)
{
  const SwBehaviours *behaviours = v->spec->behaviours;
  const SwLoad *load = &behaviours->loads[(gsize)behaviour * behaviours->n_models + (guint32)model];
  *compute += load->compute * iterations;
  *bandwidth += load->bandwidth * iterations;
}

static void
set_draw (SwTenants *self, SwCourse *course, double compute, double bandwidth)
{
  self->compute -= course->compute;
  self->bandwidth -= course->bandwidth;
  course->compute = (gint64)rint (compute * 1e6);
  course->bandwidth = (gint64)rint (bandwidth * 1e6);
  self->compute += course->compute;
  self->bandwidth += course->bandwidth;
}

static gboolean
knows_loads (const SwView *v)
{
  return v->spec->behaviours != NULL && v->spec->behaviours->known;
}

/* speed: of the job, which has several pieces or whole cards. */
static void
find_draw (SwView *v, SwJob job, SwCourse *course, double speed)
{
  const SwStay *stay = &v->stays[job];
  double compute = 0, bandwidth = 0;
  for (guint32 i = 0; i < stay->n_pieces; i++)
    {
      const SwPiece *piece = sw_piece (v, stay->first_piece + i);
      guint32 devices = (guint32)__builtin_popcountll (sw_piece_cards (piece));
      gint32 model = sw_cluster_node_model (v->cluster, piece->node);
      if (devices == 0 || model < 0)
        continue;
      double whole, own = sw_tenants_speed (v, job, piece, &whole);
      add_draw (v, v->spec->behaviours->of_job[job], model, devices * whole * MIN (speed / own, 1),
                &compute, &bandwidth);
    }
  set_draw (v->tenants, course, compute, bandwidth);
}

/* Time at which the stay will end; sets what will end it. */
static SwTime
find_end (SwCourse *course)
{
  SwTime until = sw_pace_until (&course->pace, &course->plan, course->target);
  SwTime end = sw_time_add (course->pace.since, until);
  course->ending = end > course->last ? (guint8)SW_END_TIMEOUT : course->aim;
  return MIN (end, course->last);
}

/* FALSE if the rate is as before. */
static gboolean
set_rate (SwView *v, SwJob job, SwCourse *course, double speed, double alone)
{
  guint64 rate = sw_pace_rate (speed * course->spread);
  course->alone = sw_pace_rate (alone * course->spread);
  if (rate == course->pace.rate && !course->fresh)
    return FALSE;
  sw_pace_advance (&course->pace, &course->plan, v->now);
  course->pace.rate = rate;
  if (course->fresh || course->varies)
    sw_memory_turn (v, job, course);
  course->fresh = FALSE;
  return TRUE;
}

/* A job of several pieces, or of whole cards. */
static void
set_rate_of_job (SwView *v, SwJob job)
{
  SwCourse *course = sw_course (v->tenants, job);
  double speed, alone;
  course->marked = FALSE;
  find_speeds (v, job, &speed, &alone);
  if (!set_rate (v, job, course, speed, alone))
    return;
  if (knows_loads (v))
    find_draw (v, job, course, speed * course->spread);
  v->stays[job].end_serial = sw_event_push (v, find_end (course), SW_EVENT_END, job);
}

static void
set_rate_of_tenant (SwView *v, SwTenant *tenant, SwCourse *course, gint32 model)
{
  double speed = tenant->speed / tenant->slowdown;
  if (!set_rate (v, tenant->job, course, speed, tenant->speed / tenant->alone))
    return;
  double compute = 0, bandwidth = 0;
  if (knows_loads (v))
    {
      add_draw (v, tenant->behaviour, model, tenant->whole * course->spread / tenant->slowdown,
                &compute, &bandwidth);
      set_draw (v->tenants, course, compute, bandwidth);
    }
  tenant->end = find_end (course);
}

/* Slowdowns of all tenants of the card as they now are, into slowdown; 1 where none are slowed. */
static const double *
find_slowdowns (SwView *v, SwCardState *card, SwNode node)
{
  SwTenants *self = v->tenants;
  guint rules;
  if (!sw_tenants_contend (v, node, &rules))
    return NULL;
  guint32 model = (guint32)sw_cluster_node_model (v->cluster, node);
  SwCardTenant mix[SW_MAX_TENANTS];
  guint n = card_tenants (card, mix);
  for (guint i = 0; i < n; i++)
    if (card->tenants[i].cap < 1000)
      card->tenants[i].alone
          = sw_contention_cache_get (self->cache, rules, model, &mix[i], 1).slowdown[0];
  return sw_contention_cache_get (self->cache, rules, model, mix, n).slowdown;
}

static void
slow_tenants (SwView *v, SwCardState *card)
{
  SwTenants *self = v->tenants;
  for (guint i = 0; i < card->n; i++)
    for (guint line = 0; line < 3; line++)
      __builtin_prefetch ((const char *)&self->courses[card->tenants[i].course] + 64 * line, 1);
  SwNode node = sw_piece (v, card->tenants[0].piece)->node;
  gint32 model = sw_cluster_node_model (v->cluster, node);
  const double *slowdown = find_slowdowns (v, card, node);
  card->end = SW_TIME_INF;
  for (guint i = 0; i < card->n; i++)
    {
      SwTenant *tenant = &card->tenants[i];
      SwCourse *course = &self->courses[tenant->course];
      gboolean changed = slowdown != NULL && tenant->slowdown != slowdown[i];
      if (changed)
        tenant->slowdown = slowdown[i];
      if (course->single && (changed || course->fresh))
        set_rate_of_tenant (v, tenant, course, model);
      else if (changed)
        mark_job (self, tenant->job);
      card->end = MIN (card->end, tenant->end);
    }
}

/* One event for all ends of a card.  One that is too early stays: it is put off when its time comes
   (see put_off() of the loop), so only ends that come nearer cost anything. */
static void
plan_ends (SwView *v, SwCardState *card, guint32 number)
{
  if (card->n == 0 || card->end == SW_TIME_INF)
    {
      card->due = SW_TIME_INF;
      card->end_serial = SW_NO_INDEX;
      return;
    }
  if (card->due <= card->end)
    return;
  card->due = card->end;
  card->end_serial = sw_event_push (v, card->due, SW_EVENT_CARD, number);
}

void
sw_tenants_end (SwView *v, guint32 number)
{
  SwCardState *card = &v->tenants->cards[number];
  card->due = SW_TIME_INF;
  card->end_serial = SW_NO_INDEX;
  for (guint i = 0; i < card->n;)
    if (card->tenants[i].end <= v->now)
      sw_life_end (v, card->tenants[i].job);
    else
      i++;
}

/* ---- the end of the instant ---- */

static void
settle_cards (SwView *v)
{
  SwTenants *self = v->tenants;
  for (guint i = 0; i < self->marked_cards->len; i++)
    {
      guint32 number = g_array_index (self->marked_cards, guint32, i);
      SwCardState *card = &self->cards[number];
      card->marked = FALSE;
      if (card->n > 0)
        slow_tenants (v, card);
      plan_ends (v, card, number);
      sw_tenants_press (v, number);
    }
  g_array_set_size (self->marked_cards, 0);
  for (guint i = 0; i < self->marked_jobs->len; i++)
    {
      SwJob job = g_array_index (self->marked_jobs, SwJob, i);
      if (self->course_of[job] != SW_NO_INDEX && sw_course (self, job)->marked)
        set_rate_of_job (v, job);
    }
  g_array_set_size (self->marked_jobs, 0);
}

void
sw_tenants_relieve (SwView *v)
{
  for (guint i = 0; i < v->tenants->pressed_cards->len; i++)
    sw_memory_relieve (v, g_array_index (v->tenants->pressed_cards, guint32, i));
}

void
sw_tenants_settle (SwView *v)
{
  SwTenants *self = v->tenants;
  gboolean killed = FALSE;
  while (self->marked_cards->len + self->marked_jobs->len + self->pressed_cards->len > 0)
    {
      settle_cards (v);
      for (guint i = 0; i < self->pressed_cards->len; i++)
        {
          guint32 number = g_array_index (self->pressed_cards, guint32, i);
          self->cards[number].pressed = FALSE;
          if (sw_memory_relieve (v, number))
            killed = TRUE;
          else
            sw_memory_foresee (v, number);
        }
      g_array_set_size (self->pressed_cards, 0);
    }
  if (killed) /* what they had may be of use to others now */
    sw_event_push (v, v->now, SW_EVENT_WAKE, 0);
  sw_events_compact (v);
}

void
sw_tenants_close (SwView *v)
{
  for (guint32 i = 0; i < v->tenants->n_cards; i++)
    book_card (v, &v->tenants->cards[i]);
  sw_outcome_sort_company (v->outcome);
}

/* ---- --check ---- */

static char *
verify_totals (const SwView *v)
{
  const SwTenants *self = v->tenants;
  gint64 compute = 0, bandwidth = 0, used = 0;
  for (guint32 i = 0; i < v->n_running; i++)
    {
      if (self->course_of[v->running[i]] == SW_NO_INDEX)
        return g_strdup_printf ("job %s runs and has no course", v->table->id[v->running[i]]);
      const SwCourse *course = sw_course (self, v->running[i]);
      compute += course->compute;
      bandwidth += course->bandwidth;
      used += (gint64)course->used * course->devices;
      if (course->fresh || course->marked || sw_pace_done (&course->pace) > course->plan.left)
        return g_strdup_printf ("the course of job %s is not settled", v->table->id[v->running[i]]);
    }
  return compute == self->compute && bandwidth == self->bandwidth && used == self->used
             ? NULL
             : g_strdup ("what jobs draw of the GPUs does not add up");
}

static gboolean
takes_turns (const SwView *v, const SwTenant *tenant, SwNode node)
{
  return v->spec->behaviours != NULL
         && load_of (v, tenant->job, (guint32)sw_cluster_node_model (v->cluster, node))->host < 1;
}

/* Enforcement: whoever keeps to his promise is safe, and no card holds more than it has. */
static char *
verify_card (const SwView *v, const SwCardState *card)
{
  SwNode node = sw_piece (v, card->tenants[0].piece)->node;
  gint64 usable = sw_cluster_usable_mib (v->cluster, node);
  guint64 used = 0;
  double draw = 0;
  const SwPoolRules *rules = sw_cluster_rules (v->cluster, node);
  for (guint i = 0; i < card->n; i++)
    {
      const SwTenant *tenant = &card->tenants[i];
      used += sw_memory_used (v, tenant, v->now);
      draw += takes_turns (v, tenant, node) ? 1 / tenant->slowdown : 0;
      if (tenant->slowdown < 1 || tenant->slowdown < tenant->alone * (1 - 1e-9))
        return g_strdup_printf ("job %s is sped up by others", v->table->id[tenant->job]);
    }
  if (rules->sharing == SW_SHARING_TIMESLICE && rules->contention.model == SW_CONTENTION_EVEN_TURNS
      && v->spec->pairs == NULL && draw > 1 + 1e-9)
    return g_strdup ("tenants of a time-sliced card have more than its time");
  if (usable >= 0 && rules->enforcement != SW_ENFORCE_HARD && used > (guint64)usable)
    return g_strdup_printf ("a card of node %s holds more memory than it has",
                            sw_cluster_node_id (v->cluster, node));
  return NULL;
}

char *
sw_tenants_verify (const SwView *v)
{
  const SwTenants *self = v->tenants;
  char *text = verify_totals (v);
  for (guint32 i = 0; text == NULL && i < self->n_cards; i++)
    if (self->cards[i].n > 0)
      text = verify_card (v, &self->cards[i]);
  return text;
}
