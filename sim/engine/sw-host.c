/* What policies see and do: the host table.  Every call is counted, so that a policy that loops is
 * caught; every action is checked before it changes anything; the first broken rule is remembered
 * and ends the run after the pass. */
#include "sw-engine-private.h"
#include "sw-rng.h"

/* ---- callbacks ---- */

void
sw_host_broke (SwView *v, SwResult code, const char *rule)
{
  if (v->fault != NULL)
    return;
  v->fault = g_strdup (rule);
  v->fault_code = code;
  v->blamed = v->active != NULL ? v->active : &v->spec->queue;
}

static inline void
count_call (const SwView *view)
{
  SwView *v = (SwView *)view;
  if (G_LIKELY (++v->calls <= v->call_limit))
    return;
  sw_host_broke (v, SW_LOOPS, "it makes calls without end in one pass");
  longjmp (v->escape, 1);
}

void
sw_host_count_call (const SwView *view)
{
  count_call (view);
}

static void
enter (SwView *v, const SwPolicyUse *use)
{
  v->active = use;
}

void
sw_host_begin_instant (SwView *v)
{
  v->calls = 0;
  v->call_limit = 1000000
                  + 1000
                        * ((guint64)sw_queue_count (v->queue) + v->n_running
                           + sw_cluster_n_nodes (v->cluster));
}

void
sw_host_notify (SwView *v, SwNotify notify, SwJob job)
{
  if (notify == NULL)
    return;
  const SwPolicyUse *before = v->active;
  enter (v, &v->spec->queue);
  notify (v->queue_self, &sw_host, v, job);
  enter (v, before);
}

gint64
sw_host_key (SwView *v, SwJob job)
{
  const SwPolicy *policy = v->spec->queue.policy;
  if (policy->key == NULL)
    return 0;
  const SwPolicyUse *before = v->active;
  enter (v, &v->spec->queue);
  gint64 key = policy->key (v->queue_self, &sw_host, v, job);
  enter (v, before);
  return key;
}

void
sw_host_schedule (SwView *v)
{
  v->acting = TRUE;
  if (v->spec->scale.policy->scale != NULL)
    {
      enter (v, &v->spec->scale);
      v->spec->scale.policy->scale (v->scale_self, &sw_host, v);
    }
  enter (v, &v->spec->queue);
  v->spec->queue.policy->schedule (v->queue_self, &sw_host, v);
  if (v->placing != SW_NO_JOB)
    {
      sw_claim_undo (&v->claim, 0);
      v->placing = SW_NO_JOB;
      sw_host_broke (v, SW_BAD_PLACE, "it began a placement and neither started nor gave it up");
    }
  enter (v, NULL);
  v->acting = FALSE;
}

void
sw_host_capacity_freed (SwView *v)
{
  v->freed++;
  v->changed++;
  sw_queue_open_all (v->queue);
}

/* ---- placing ---- */

gboolean
sw_host_place_demand (SwView *v, SwJob job, const SwDemand *demand)
{
  const SwPolicyUse *before = v->active;
  SwJob placing = v->placing;
  sw_claim_begin (&v->claim, demand);
  v->placing = job;
  v->choosing = TRUE;
  enter (v, &v->spec->place);
  const SwPolicy *policy = v->spec->place.policy;
  gboolean by_score = v->scores != NULL && (policy->place == NULL || demand->parts);
  gboolean placed
      = by_score ? sw_scores_place (v) : policy->place (v->place_self, &sw_host, v, job);
  if (placed && !sw_claim_complete (&v->claim))
    {
      sw_host_broke (v, SW_BAD_PLACE,
                     "it says that a job is placed although not all its tasks are");
      placed = FALSE;
    }
  if (!placed)
    sw_claim_undo (&v->claim, 0);
  enter (v, before);
  v->choosing = FALSE;
  v->placing = placing;
  return placed;
}

gboolean
sw_host_place (SwView *v, SwJob job)
{
  guint32 d = v->stays[job].demand;
  if (sw_queue_is_blocked (v->queue, d))
    return FALSE;
  if (sw_host_place_demand (v, job, &v->demands->demands[d]))
    return TRUE;
  sw_queue_block (v->queue, d);
  return FALSE;
}

static gboolean
job_fits (SwView *v, SwJob job)
{
  guint32 d = v->stays[job].demand;
  if (v->classes[d].fits_at == v->changed)
    return TRUE;
  if (!sw_host_place (v, job))
    return FALSE;
  sw_claim_undo (&v->claim, 0);
  v->classes[d].fits_at = v->changed;
  return TRUE;
}

/* A placement may depend on the job by its random draws only, never on whether it fits; so any job
   of the class answers for all. */
gboolean
sw_host_class_fits (SwView *v, guint32 demand)
{
  SwClassState *class = &v->classes[demand];
  if (sw_queue_is_blocked (v->queue, demand))
    return FALSE;
  if (class->fits_at == v->changed)
    return TRUE;
  SwJob job = sw_queue_class_head (v->queue, demand);
  return job != SW_NO_JOB && job_fits (v, job);
}

/* ---- looking ---- */

static SwTime
host_now (const SwView *v)
{
  count_call (v);
  return v->now;
}

static guint32
host_n_waiting (const SwView *v)
{
  count_call (v);
  return sw_queue_count (v->queue);
}

static guint32
host_n_running (const SwView *v)
{
  count_call (v);
  return v->n_running;
}

static SwJob
host_running (const SwView *v, guint32 i)
{
  count_call (v);
  return i < v->n_running ? v->running[i] : SW_NO_JOB;
}

/* A policy knows a job from its arrival on. */
static gboolean
known (const SwView *v, SwJob job)
{
  return job < v->arrivals;
}

static SwResult
host_job (const SwView *v, SwJob job, SwJobInfo *out)
{
  count_call (v);
  if (!known (v, job))
    return SW_BAD_HANDLE;
  const SwJobTable *t = v->table;
  const SwOutcome *o = v->outcome;
  gboolean runs = v->stays[job].running_at != SW_NO_INDEX;
  SwTime started = runs ? v->stays[job].start : SW_TIME_NONE;
  *out = (SwJobInfo){
    .id = t->id[job],
    .user = sw_strings_get (t->strings, t->user[job]),
    .tenant = sw_strings_get (t->strings, t->tenant[job]),
    .queue = sw_strings_get (t->strings, t->queue[job]),
    .kind = sw_strings_get (t->strings, t->kind[job]),
    .user_id = t->user[job],
    .tenant_id = t->tenant[job],
    .queue_id = t->queue[job],
    .demand = v->stays[job].demand,
    .gpus = sw_demand_of (v, job)->gpus,
    .priority = t->priority[job],
    .preemptible = (t->flags[job] & SW_JOB_PREEMPTIBLE) != 0,
    .submit = t->submit[job],
    .eligible = o->eligible[job],
    .limit = t->limit[job],
    .estimate = t->estimate[job],
    .deadline = t->deadline[job],
    .attempts = o->attempts[job],
    .preemptions = o->preemptions[job] + o->reclaims[job],
    .started = started,
    .run = sw_life_run (v, job),
    .must_end = runs ? sw_life_must_end (v, job) : SW_TIME_NONE,
  };
  return SW_OK;
}

static const SwDemand *
host_demand (const SwView *v, guint32 demand)
{
  count_call (v);
  return demand < v->demands->n ? &v->demands->demands[demand] : NULL;
}

static guint32
host_n_nodes (const SwView *v)
{
  count_call (v);
  return sw_cluster_n_nodes (v->cluster);
}

static SwResult
host_node (const SwView *v, SwNode node, SwNodeInfo *out)
{
  count_call (v);
  if (node >= sw_cluster_n_nodes (v->cluster))
    return SW_BAD_HANDLE;
  sw_cluster_node (v->cluster, node, out);
  return SW_OK;
}

static guint32
host_n_models (const SwView *v)
{
  count_call (v);
  return sw_cluster_n_models (v->cluster);
}

static const char *
host_model (const SwView *v, guint32 model)
{
  count_call (v);
  return model < sw_cluster_n_models (v->cluster) ? sw_cluster_model (v->cluster, model) : NULL;
}

static void
host_model_gpus (const SwView *v, guint32 model, guint32 *exist, guint32 *free_now)
{
  count_call (v);
  *exist = *free_now = 0;
  if (model < sw_cluster_n_models (v->cluster))
    sw_cluster_model_gpus (v->cluster, model, exist, free_now);
}

static guint32
host_held (const SwView *v, SwJob job, guint32 model)
{
  count_call (v);
  if (!known (v, job) || v->stays[job].running_at == SW_NO_INDEX)
    return 0;
  const SwAttempt *attempt = sw_attempt_of (v, job);
  guint32 held = 0;
  for (guint32 i = 0; i < attempt->n_pieces; i++)
    {
      const SwPiece *piece = sw_piece (v, attempt->first_piece + i);
      if (sw_cluster_node_model (v->cluster, piece->node) == (gint32)model)
        held += (guint32)__builtin_popcountll (sw_piece_cards (piece));
    }
  return held;
}

static SwTime
host_true_left (SwView *v, SwJob job)
{
  count_call (v);
  if (!known (v, job))
    return SW_TIME_NONE;
  if (v->active == NULL || (sw_policy_use_flags (v->active) & SW_POLICY_ORACLE) == 0)
    {
      sw_host_broke (v, SW_NOT_ORACLE, "it asks for true durations without SW_POLICY_ORACLE");
      return SW_TIME_NONE;
    }
  SwTime left = v->stays[job].left;
  if (v->stays[job].running_at != SW_NO_INDEX)
    left -= sw_life_done (v, job, v->now - v->stays[job].start, NULL);
  return left;
}

static guint64
host_draw (const SwView *v, guint32 purpose, guint64 key)
{
  count_call (v);
  return sw_draw (v->spec->seed, SW_DRAW_POLICY, purpose, key);
}

/* ---- walking ---- */

static SwJob
host_first (SwView *v)
{
  count_call (v);
  return sw_queue_first (v->queue);
}

static void
host_walk (SwView *v)
{
  count_call (v);
  sw_queue_walk (v->queue);
  v->walk_starts = TRUE;
}

/* With many classes waiting, first a look at each signature: if its GPUs are not there, none of its
   classes needs a look of its own. */
static void
test_signatures (SwView *v)
{
  for (guint32 i = 0; i < v->signatures.n; i++)
    {
      SwSignature *signature = &v->signatures.all[i];
      if (sw_queue_signature_count (v->queue, i) == 0 || signature->tested_at == v->changed)
        continue;
      signature->tested_at = v->changed;
      sw_claim_begin (&v->claim, &signature->demand);
      gboolean cut = FALSE;
      if (!sw_fill (&v->claim, SW_FIT_FIRST, 0, &cut) && !cut)
        sw_queue_block_signature (v->queue, i);
      sw_claim_undo (&v->claim, 0);
    }
}

#define MANY_CLASSES 64

static SwJob
host_walk_next (SwView *v, SwTime max_limit)
{
  count_call (v);
  if (v->walk_starts && sw_queue_n_classes (v->queue) > MANY_CLASSES && v->placing == SW_NO_JOB)
    test_signatures (v);
  v->walk_starts = FALSE;
  return sw_queue_walk_next (v->queue, max_limit);
}

static void
host_walk_short (SwView *v, guint32 demand)
{
  count_call (v);
  if (demand < v->demands->n)
    sw_queue_walk_short (v->queue, demand);
}

static SwJob
host_walk_all (SwView *v)
{
  count_call (v);
  return sw_queue_walk_all (v->queue);
}

/* ---- placing, for place policies and for begin() ---- */

/* The group of the job that is being placed, several tasks taken as one. */
static gboolean
group_of (SwView *v, SwJob job, guint32 group, guint32 tasks, SwTaskGroup *out)
{
  count_call (v);
  if (v->placing == SW_NO_JOB || job != v->placing || group >= v->claim.demand->n_groups)
    {
      sw_host_broke (v, SW_BAD_HANDLE, "it asks for room for a job that is not being placed");
      return FALSE;
    }
  *out = v->claim.demand->groups[group];
  out->gpus *= tasks;
  out->cpu_milli *= tasks;
  out->mem_mib *= tasks;
  return tasks > 0;
}

static SwNode
host_next_room (SwView *v, SwJob job, guint32 group, guint32 tasks, SwNode from)
{
  SwTaskGroup wanted;
  return group_of (v, job, group, tasks, &wanted) ? sw_cluster_next_fit (v->cluster, &wanted, from)
                                                  : SW_NO_NODE;
}

static SwNode
host_next_fit (SwView *v, SwJob job, guint32 group, SwNode from)
{
  return host_next_room (v, job, group, 1, from);
}

static SwNode
pick_node (SwView *v, const SwTaskGroup *wanted, SwFit how, guint64 key)
{
  switch (how)
    {
    case SW_FIT_BEST:
    case SW_FIT_PACK:
      return sw_cluster_best_fit (v->cluster, wanted);
    case SW_FIT_WORST:
    case SW_FIT_SPREAD:
      return sw_cluster_worst_fit (v->cluster, wanted);
    case SW_FIT_RANDOM:
      return sw_cluster_random_fit (v->cluster, wanted, key);
    case SW_FIT_FIRST:
    default:
      return sw_cluster_next_fit (v->cluster, wanted, 0);
    }
}

static SwNode
host_pick (SwView *v, SwJob job, guint32 group, SwFit how, guint32 task)
{
  SwTaskGroup wanted;
  if (!group_of (v, job, group, 1, &wanted))
    return SW_NO_NODE;
  return pick_node (v, &wanted, how,
                    sw_draw (v->spec->seed, SW_DRAW_POLICY, job, (guint64)group << 32 | task));
}

static SwNode
host_pick_room (SwView *v, SwJob job, guint32 group, guint32 tasks, SwFit how)
{
  SwTaskGroup wanted;
  if (!group_of (v, job, group, tasks, &wanted))
    return SW_NO_NODE;
  return pick_node (v, &wanted, how, sw_draw (v->spec->seed, SW_DRAW_POLICY, job, group));
}

/* May the place policy claim for the job that is being placed? */
static gboolean
may_claim (SwView *v, SwNode node, guint32 group)
{
  count_call (v);
  if (v->placing != SW_NO_JOB && group < v->claim.demand->n_groups
      && node < sw_cluster_n_nodes (v->cluster))
    return TRUE;
  sw_host_broke (v, SW_BAD_HANDLE, "it claims cards for no job, or of no node or task group");
  return FALSE;
}

static SwResult
host_add (SwView *v, SwNode node, guint32 group, guint32 tasks)
{
  if (!may_claim (v, node, group))
    return SW_BAD_HANDLE;
  return sw_claim_add (&v->claim, node, group, tasks) ? SW_OK : SW_NO_FIT;
}

static SwResult
host_add_at (SwView *v, SwNode node, guint32 group, const SwSpot *spots)
{
  if (!may_claim (v, node, group) || v->claim.demand->groups[group].use < SW_USE_SHARE)
    return SW_BAD_HANDLE;
  return sw_claim_add_at (&v->claim, node, group, spots) ? SW_OK : SW_NO_FIT;
}

static SwResult
host_fill (SwView *v, SwJob job, SwFit how)
{
  count_call (v);
  if (v->placing == SW_NO_JOB || job != v->placing)
    {
      sw_host_broke (v, SW_BAD_HANDLE, "it places a job that is not being placed");
      return SW_BAD_HANDLE;
    }
  gboolean cut = FALSE;
  sw_claim_undo (&v->claim, 0);
  gboolean placed = sw_fill (&v->claim, how, sw_draw (v->spec->seed, SW_DRAW_POLICY, 0, job), &cut);
  v->counts.searches_cut += cut;
  return placed ? SW_OK : SW_NO_FIT;
}

/* ---- acting ---- */

/* May a queue policy act on this job now, which must be waiting? */
static SwResult
check_waiting (SwView *v, SwJob job)
{
  count_call (v);
  if (!known (v, job))
    {
      sw_host_broke (v, SW_BAD_HANDLE, "it names a job that has not arrived");
      return SW_BAD_HANDLE;
    }
  if (!v->acting || v->choosing || v->placing != SW_NO_JOB)
    {
      sw_host_broke (v, SW_NOT_ALLOWED, "it acts outside schedule() or inside a placement");
      return SW_NOT_ALLOWED;
    }
  if (v->outcome->state[job] != SW_QUEUED)
    {
      g_autofree char *rule
          = g_strdup_printf ("it starts or rejects job %s, which is %s, not queued",
                             v->table->id[job], sw_state_names[v->outcome->state[job]]);
      sw_host_broke (v, SW_NOT_WAITING, rule);
      return SW_NOT_WAITING;
    }
  return SW_OK;
}

static SwResult
host_fits (SwView *v, SwJob job)
{
  SwResult result = check_waiting (v, job);
  if (result != SW_OK)
    return result;
  return job_fits (v, job) ? SW_OK : SW_NO_FIT;
}

/* Gives back what running jobs hold, for a question; hold_again undoes it. */
static void
let_go (SwView *v, SwJob job, gboolean again)
{
  const SwAttempt *attempt = sw_attempt_of (v, job);
  const SwDemand *demand = sw_demand_of (v, job);
  for (guint32 i = 0; i < attempt->n_pieces; i++)
    {
      const SwPiece *piece = sw_piece (v, attempt->first_piece + i);
      const SwTaskGroup *group = &demand->groups[piece->group];
      if (!again)
        sw_cluster_drop (v->cluster, group, piece);
      else if (!sw_cluster_hold (v->cluster, group, piece))
        g_assert_not_reached ();
    }
}

static SwResult
check_running (SwView *v, SwJob job)
{
  if (!known (v, job) || v->stays[job].running_at == SW_NO_INDEX)
    {
      sw_host_broke (v, SW_NOT_RUNNING, "it preempts a job that is not running");
      return SW_NOT_RUNNING;
    }
  if ((v->table->flags[job] & SW_JOB_PREEMPTIBLE) == 0)
    {
      g_autofree char *rule
          = g_strdup_printf ("it preempts job %s, which is not preemptible", v->table->id[job]);
      sw_host_broke (v, SW_NOT_ALLOWED, rule);
      return SW_NOT_ALLOWED;
    }
  return SW_OK;
}

static SwResult
host_fits_without (SwView *v, SwJob job, const SwJob *victims, guint32 n)
{
  SwResult result = check_waiting (v, job);
  for (guint32 i = 0; i < n && result == SW_OK; i++)
    result = check_running (v, victims[i]);
  if (result != SW_OK)
    return result;
  for (guint32 i = 0; i < n; i++)
    let_go (v, victims[i], FALSE);
  gboolean fits = sw_host_place_demand (v, job, sw_demand_of (v, job));
  sw_claim_undo (&v->claim, 0);
  for (guint32 i = 0; i < n; i++)
    let_go (v, victims[i], TRUE);
  return fits ? SW_OK : SW_NO_FIT;
}

static SwResult
host_start (SwView *v, SwJob job)
{
  SwResult result = check_waiting (v, job);
  if (result != SW_OK)
    return result;
  if (!sw_host_place (v, job))
    return SW_NO_FIT;
  sw_life_start (v, job);
  return SW_OK;
}

static SwResult
host_start_on (SwView *v, SwJob job, guint64 models)
{
  SwResult result = check_waiting (v, job);
  if (result != SW_OK)
    return result;
  SwDemand demand = *sw_demand_of (v, job);
  g_autofree SwTaskGroup *groups
      = g_memdup2 (demand.groups, demand.n_groups * sizeof *demand.groups);
  for (guint32 g = 0; g < demand.n_groups; g++)
    if (groups[g].gpus > 0)
      groups[g].models &= models;
  demand.groups = groups;
  if (sw_queue_is_blocked (v->queue, v->stays[job].demand)
      || !sw_host_place_demand (v, job, &demand))
    return SW_NO_FIT;
  v->claim.demand = sw_demand_of (v, job);
  sw_life_start (v, job);
  return SW_OK;
}

static SwResult
host_begin (SwView *v, SwJob job)
{
  SwResult result = check_waiting (v, job);
  if (result != SW_OK)
    return result;
  sw_claim_begin (&v->claim, sw_demand_of (v, job));
  v->placing = job;
  return SW_OK;
}

static SwResult
host_start_placed (SwView *v)
{
  count_call (v);
  SwJob job = v->placing;
  if (job == SW_NO_JOB || v->choosing)
    {
      sw_host_broke (v, SW_NOT_ALLOWED, "it starts a placement that it has not begun");
      return SW_NOT_ALLOWED;
    }
  v->placing = SW_NO_JOB;
  if (!sw_claim_complete (&v->claim))
    {
      sw_claim_undo (&v->claim, 0);
      g_autofree char *rule = g_strdup_printf (
          "it starts job %s on cards that are busy, absent or too few", v->table->id[job]);
      sw_host_broke (v, SW_BAD_PLACE, rule);
      return SW_BAD_PLACE;
    }
  sw_life_start (v, job);
  return SW_OK;
}

static SwResult
host_preempt (SwView *v, SwJob job)
{
  count_call (v);
  SwResult result = check_running (v, job);
  if (result != SW_OK)
    return result;
  if (!v->acting || v->choosing || v->stays[job].start == v->now)
    {
      g_autofree char *rule = g_strdup_printf (
          "it preempts job %s in the instant in which it was started", v->table->id[job]);
      sw_host_broke (v, SW_NOT_ALLOWED, rule);
      return SW_NOT_ALLOWED;
    }
  sw_life_stop (v, job, SW_END_PREEMPTED);
  return SW_OK;
}

static SwResult
host_reject (SwView *v, SwJob job, const char *why)
{
  SwResult result = check_waiting (v, job);
  if (result != SW_OK)
    return result;
  sw_life_finish (v, job, SW_KILLED, why != NULL ? why : "rejected by the policy");
  return SW_OK;
}

static SwResult
host_wake_at (SwView *v, SwTime when)
{
  count_call (v);
  if (when <= v->now || when == SW_TIME_INF)
    {
      sw_host_broke (v, SW_BAD_TIME, "it asks to be woken at a time that is not after now");
      return SW_BAD_TIME;
    }
  sw_event_push (v, when, SW_EVENT_WAKE, 0);
  return SW_OK;
}

static SwTime
host_reserve (SwView *v, SwJob job)
{
  SwResult result = check_waiting (v, job);
  return result == SW_OK ? sw_reserve (v, job) : SW_TIME_INF;
}

static SwResult
host_start_beside (SwView *v, SwJob job)
{
  SwResult result = check_waiting (v, job);
  return result == SW_OK ? sw_reserve_start_beside (v, job) : result;
}

const SwHost sw_host = {
  .abi = SW_POLICY_ABI,
  .struct_size = sizeof (SwHost),
  .now = host_now,
  .n_waiting = host_n_waiting,
  .n_running = host_n_running,
  .running = host_running,
  .job = host_job,
  .demand = host_demand,
  .n_nodes = host_n_nodes,
  .node = host_node,
  .n_models = host_n_models,
  .model = host_model,
  .model_gpus = host_model_gpus,
  .held = host_held,
  .true_left = host_true_left,
  .draw = host_draw,
  .first = host_first,
  .walk = host_walk,
  .walk_next = host_walk_next,
  .walk_short = host_walk_short,
  .walk_all = host_walk_all,
  .next_fit = host_next_fit,
  .pick = host_pick,
  .next_room = host_next_room,
  .pick_room = host_pick_room,
  .add = host_add,
  .add_at = host_add_at,
  .fill = host_fill,
  .fits = host_fits,
  .fits_without = host_fits_without,
  .start = host_start,
  .start_on = host_start_on,
  .begin = host_begin,
  .start_placed = host_start_placed,
  .preempt = host_preempt,
  .reject = host_reject,
  .wake_at = host_wake_at,
  .reserve = host_reserve,
  .start_beside = host_start_beside,
  .spots = sw_host_spots,
  .fragmentation = sw_host_fragmentation,
  .n_typical = sw_host_n_typical,
  .typical = sw_host_typical,
  .view = sw_host_view,
  .strain = sw_host_strain,
  .residents = sw_host_residents,
  .slice_speed = sw_host_slice_speed,
  .reslice = sw_host_reslice,
};
