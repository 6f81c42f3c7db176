/* The loop of one run.  At each instant: every event of its time stamp in the order of the event
 * classes, arrivals merged from the table by a cursor; then one scheduling pass; then word to the
 * observer.  Cost grows with events, never with simulated time. */
#include "sw-engine-private.h"
#include "sw-error.h"
#include "sw-memory.h"
#include "sw-tenants.h"

#define COMPACT_LEAST 4096 /* events in the heap from which on void ones are thrown out */

/* ---- setting up ---- */

static gboolean
make_policies (SwView *v, GError **error)
{
  const SwPolicyUse *uses[] = { &v->spec->queue, &v->spec->place, &v->spec->scale };
  gpointer *selves[] = { &v->queue_self, &v->place_self, &v->scale_self };
  for (guint i = 0; i < G_N_ELEMENTS (uses); i++)
    if (uses[i]->policy->create != NULL)
      {
        g_autoptr (GError) cause = NULL;
        *selves[i] = uses[i]->policy->create (&sw_host, uses[i]->values, &cause);
        if (*selves[i] == NULL)
          {
            g_set_error (error, SW_ERROR, cause == NULL ? SW_ERROR_POLICY : SW_ERROR_INPUT,
                         "%s policy %s: %s", sw_policy_kind_name (uses[i]->policy->kind),
                         uses[i]->text, cause == NULL ? "it cannot be set up" : cause->message);
            return FALSE;
          }
      }
  return TRUE;
}

static void
free_policies (SwView *v)
{
  const SwPolicyUse *uses[] = { &v->spec->queue, &v->spec->place, &v->spec->scale };
  gpointer selves[] = { v->queue_self, v->place_self, v->scale_self };
  for (guint i = 0; i < G_N_ELEMENTS (uses); i++)
    if (selves[i] != NULL && uses[i]->policy->destroy != NULL)
      uses[i]->policy->destroy (selves[i]);
}

/* Turns "job waits for deps" into "job is awaited by dependants". */
static void
make_dependants (SwView *v)
{
  const SwJobTable *t = v->table;
  if (t->dep_first == NULL || t->dep_first[t->n] == 0)
    return;
  v->deps_left = g_new0 (guint32, t->n);
  v->dependants_first = g_new0 (guint32, t->n + 2);
  v->dependants = g_new (guint32, t->dep_first[t->n]);
  for (guint32 i = 0; i < t->dep_first[t->n]; i++)
    v->dependants_first[t->deps[i] + 2]++;
  for (guint32 j = 0; j < t->n; j++)
    v->dependants_first[j + 2] += v->dependants_first[j + 1];
  for (guint32 j = 0; j < t->n; j++)
    {
      v->deps_left[j] = t->dep_first[j + 1] - t->dep_first[j];
      for (guint32 i = t->dep_first[j]; i < t->dep_first[j + 1]; i++)
        v->dependants[v->dependants_first[t->deps[i] + 1]++] = j;
    }
}

static void
find_columns (SwView *v)
{
  const SwJobTable *t = v->table;
  for (guint32 j = 0; j < t->n; j++)
    {
      v->has.eligible |= t->eligible[j] != SW_TIME_NONE;
      v->has.checkpoints |= t->ckpt_interval[j] > 0;
      v->has.fails |= t->fails[j] > 0;
      v->has.restart_cost |= t->restart_cost[j] != SW_TIME_NONE;
    }
}

static void
bring_nodes (SwView *v)
{
  for (SwNode i = 0; i < sw_cluster_n_nodes (v->cluster); i++)
    {
      const SwNodeRow *row = sw_node_table_row (v->spec->nodes, i);
      if (row->from > 0)
        sw_event_push (v, row->from, SW_EVENT_COME, i);
      else if (row->to > 0)
        sw_cluster_set_up (v->cluster, i, TRUE);
      if (row->to == SW_TIME_INF || row->to <= MAX (row->from, 0))
        continue;
      v->has.departures = TRUE;
      sw_event_push (v, row->to, SW_EVENT_RECLAIM, i);
    }
}

/* Policies that can do without scores have them only where some demand has parts. */
static gboolean
needs_scores (const SwView *v)
{
  const SwPolicy *policy = v->spec->place.policy;
  gboolean needs = policy->place == NULL;
  for (guint32 d = 0; d < v->demands->n && !needs; d++)
    needs = v->demands->demands[d].parts;
  return policy->score != NULL && needs;
}

static gboolean
view_init (SwView *v, const SwRunSpec *spec, GError **error)
{
  const SwJobTable *t = spec->table;
  v->spec = spec;
  v->table = t;
  v->cluster = sw_cluster_new (spec->nodes, spec->devices, error);
  if (v->cluster == NULL)
    return FALSE;
  v->demands = sw_demands_new (v->cluster, t, spec->behaviours);
  if (needs_scores (v))
    v->scores = sw_scores_new (v->cluster, v->demands, spec->place.policy->sees);
  if (spec->typical != NULL)
    {
      g_autofree SwTypicalTask *tasks = sw_typical_bind (spec->typical, v->cluster);
      v->fragments = sw_fragments_new (tasks, spec->typical->n, sw_cluster_n_models (v->cluster));
      sw_unusable_init (v);
    }
  v->whole = sw_cluster_copy (v->cluster);
  sw_cluster_fill_up (v->whole);
  v->outcome = sw_outcome_new (t);
  sw_claim_init (&v->claim, v->cluster);
  sw_claim_init (&v->trial, v->whole);
  sw_signatures_init (&v->signatures, v->demands);
  v->queue = sw_queue_new (&(SwQueueSpec){ .n_jobs = t->n,
                                           .n_demands = v->demands->n,
                                           .n_signatures = v->signatures.n,
                                           .demand = v->demands->of,
                                           .limit = t->limit,
                                           .signature = v->signatures.of });
  sw_heap_init (&v->heap, 1024);
  v->stays = sw_memory_lines (MAX (t->n, 1) * sizeof (SwStay));
  for (guint32 j = 0; j < t->n; j++)
    v->stays[j] = (SwStay){ .left = t->work[j],
                            .speed = 1.0,
                            .end_serial = SW_NO_INDEX,
                            .running_at = SW_NO_INDEX,
                            .attempt = G_MAXUINT32,
                            .demand = v->demands->of[j] };
  guint32 n = sw_cluster_n_nodes (v->cluster);
  v->on_node = g_new (guint32, MAX (n, 1));
  for (guint32 i = 0; i < n; i++)
    v->on_node[i] = SW_NO_INDEX;
  v->running = sw_memory_new (SwJob, MAX (t->n, 1));
  v->classes = g_new0 (SwClassState, MAX (v->demands->n, 1));
  v->freed = v->changed = 1;
  v->fitting = v->placing = v->last_ended = SW_NO_INDEX;
  v->reservation.job = SW_NO_JOB;
  v->compact_at = COMPACT_LEAST;
  find_columns (v);
  make_dependants (v);
  sw_tenants_init (v);
  bring_nodes (v);
  return make_policies (v, error);
}

static void
view_clear (SwView *v)
{
  free_policies (v);
  sw_reserve_free (v);
  sw_claim_clear (&v->claim);
  sw_claim_clear (&v->trial);
  sw_demands_free (v->demands);
  sw_scores_free (v->scores);
  sw_fragments_free (v->fragments);
  sw_tenants_free (v->tenants);
  g_free (v->unusable_of);
  sw_signatures_clear (&v->signatures);
  sw_queue_free (v->queue);
  sw_heap_fini (&v->heap);
  free (v->stays);
  g_free (v->on_node);
  g_free (v->running);
  g_free (v->classes);
  g_free (v->deps_left);
  g_free (v->dependants_first);
  g_free (v->dependants);
  g_free (v->fault);
  sw_cluster_free (v->cluster);
  sw_cluster_free (v->whole);
  sw_outcome_free (v->outcome);
}

/* ---- events ---- */

guint32
sw_event_push (SwView *v, SwTime when, guint event, guint32 payload)
{
  sw_heap_push (&v->heap, sw_heap_key (when, (guint8)event, v->serial), payload);
  return v->serial++;
}

/* Ends of stays that were cut short or took another pace are void, and so are forecasts that were
   made anew: they must not even make an instant. */
static inline gboolean
is_void (const SwView *v, SwHeapKey key, guint32 payload)
{
  guint32 serial = (guint32)sw_heap_key_sequence (key);
  switch (sw_heap_key_class (key))
    {
    case SW_EVENT_END:
      return v->stays[payload].end_serial != serial;
    case SW_EVENT_CARD:
      return v->tenants->cards[payload].end_serial != serial;
    case SW_EVENT_USE:
      return v->tenants->course_of[payload] == SW_NO_INDEX
             || sw_course (v->tenants, payload)->use_serial != serial;
    case SW_EVENT_MEMORY:
      return v->tenants->cards[payload].serial != serial;
    default:
      return FALSE;
    }
}

/* The first end on a card came to be later since the event was made: it goes to its right time. */
static gboolean
put_off (SwView *v, SwHeapKey key, guint32 number)
{
  if (sw_heap_key_class (key) != SW_EVENT_CARD)
    return FALSE;
  SwCardState *card = &v->tenants->cards[number];
  if (card->end <= card->due)
    return FALSE;
  card->due = card->end;
  card->end_serial = v->serial++;
  sw_heap_replace (&v->heap, sw_heap_key (card->due, SW_EVENT_CARD, card->end_serial), number);
  return TRUE;
}

static void
drop_void_events (SwView *v)
{
  while (!sw_heap_is_empty (&v->heap))
    {
      SwHeapKey key = sw_heap_peek (&v->heap);
      guint32 payload = sw_heap_peek_payload (&v->heap);
      if (is_void (v, key, payload))
        sw_heap_pop (&v->heap);
      else if (!put_off (v, key, payload))
        return;
    }
}

void
sw_events_compact (SwView *v)
{
  SwHeap *heap = &v->heap;
  if (heap->n < v->compact_at)
    return;
  guint32 n = 0;
  for (guint32 i = 0; i < heap->n; i++)
    if (!is_void (v, heap->keys[i], heap->payloads[i]))
      {
        heap->keys[n] = heap->keys[i];
        heap->payloads[n++] = heap->payloads[i];
      }
  heap->n = n;
  sw_heap_order (heap);
  v->compact_at = MAX (COMPACT_LEAST, 2 * n);
}

static SwTime
next_time (SwView *v)
{
  drop_void_events (v);
  SwTime next = SW_TIME_INF;
  if (v->arrivals < v->table->n)
    next = v->table->submit[v->arrivals];
  if (!sw_heap_is_empty (&v->heap))
    next = MIN (next, sw_heap_key_time (sw_heap_peek (&v->heap)));
  return next;
}

/* The next event is known one event ahead, and it is among four two events ahead: have the lines of
   their jobs on their way. */
static inline void
prefetch (const SwView *v)
{
  const guint32 *payloads = v->heap.payloads;
  for (guint32 i = 1; i <= 4 && i < v->heap.n; i++)
    __builtin_prefetch (&v->stays[MIN (payloads[i], v->table->n - 1)], 1);
  if (v->heap.n == 0)
    return;
  if (v->tenants != NULL)
    {
      sw_tenants_prefetch (v->tenants, payloads[0], payloads[MIN (1, v->heap.n - 1)]);
      return;
    }
  if (payloads[0] >= v->table->n)
    return;
  guint32 attempt = v->stays[payloads[0]].attempt;
  if (attempt != G_MAXUINT32)
    __builtin_prefetch (&g_array_index (v->outcome->attempts_log, SwAttempt, attempt), 1);
  __builtin_prefetch (
      &g_array_index (v->outcome->pieces, SwPiece, v->stays[payloads[0]].first_piece));
}

static void
apply_from_heap (SwView *v)
{
  SwHeapKey key = sw_heap_peek (&v->heap);
  guint32 payload = sw_heap_peek_payload (&v->heap);
  gboolean is_of_old = is_void (v, key, payload);
  if (!is_of_old && put_off (v, key, payload))
    return;
  sw_heap_pop (&v->heap);
  if (is_of_old)
    return;
  v->counts.events++;
  prefetch (v);
  switch (sw_heap_key_class (key))
    {
    case SW_EVENT_END:
      sw_life_end (v, payload);
      break;
    case SW_EVENT_CARD:
      sw_tenants_end (v, payload);
      break;
    case SW_EVENT_USE:
      sw_memory_turn (v, payload, sw_course (v->tenants, payload));
      break;
    case SW_EVENT_MEMORY:
      sw_tenants_press (v, payload);
      break;
    case SW_EVENT_RECLAIM:
      sw_life_node_goes (v, payload);
      break;
    case SW_EVENT_COME:
      sw_cluster_set_up (v->cluster, payload, TRUE);
      sw_host_capacity_freed (v);
      break;
    case SW_EVENT_ELIGIBLE:
      sw_life_eligible (v, payload);
      break;
    case SW_EVENT_WAKE:
    default:
      break;
    }
}

static gboolean
heap_has (const SwView *v, SwTime time, guint below)
{
  if (sw_heap_is_empty (&v->heap))
    return FALSE;
  SwHeapKey key = sw_heap_peek (&v->heap);
  return sw_heap_key_time (key) == time && sw_heap_key_class (key) < below;
}

static void
apply_events (SwView *v)
{
  while (heap_has (v, v->now, SW_EVENT_ARRIVAL))
    apply_from_heap (v);
  if (v->tenants != NULL)
    sw_tenants_relieve (v);
  while (v->arrivals < v->table->n && v->table->submit[v->arrivals] == v->now)
    {
      v->counts.events++;
      sw_life_arrive (v, v->arrivals++);
    }
  while (heap_has (v, v->now, SW_EVENT_WAKE + 1))
    apply_from_heap (v);
}

/* ---- the instant ---- */

/* Thousandths of GPUs that are free and that no waiting job can use: all that are free if jobs that
   want GPUs wait and none of them fits, else none. */
static guint64
fragmented (SwView *v)
{
  guint64 free_milli
      = (guint64)1000 * sw_cluster_gpus (v->cluster) - sw_cluster_allocated (v->cluster);
  if (free_milli == 0 || v->waiting_gpus == 0)
    return 0;
  if (v->fitting != SW_NO_INDEX && sw_queue_class_count (v->queue, v->fitting) > 0
      && sw_host_class_fits (v, v->fitting))
    return 0;
  /* A class that turns out not to fit is closed, and another open one comes to its place. */
  for (guint32 i = 0; i < sw_queue_n_open (v->queue);)
    {
      guint32 d = sw_queue_class (v->queue, i);
      if (v->demands->demands[d].gpus > 0 && sw_host_class_fits (v, d))
        {
          v->fitting = d;
          return 0;
        }
      i += i < sw_queue_n_open (v->queue) && sw_queue_class (v->queue, i) == d;
    }
  return free_milli;
}

static void
tell_observer (SwView *v)
{
  const SwObserver *observer = v->spec->observer;
  if (observer == NULL || observer->instant == NULL)
    return;
  SwInstant instant = {
    .now = v->now,
    .waiting = sw_queue_count (v->queue) + v->aside,
    .running = v->n_running,
    .gpus = sw_cluster_gpus (v->cluster),
    .busy = sw_cluster_busy (v->cluster),
    .allocated = sw_cluster_allocated (v->cluster),
    .fragmented = fragmented (v),
    .waiting_gpus = v->waiting_gpus + v->aside_gpus,
    .pool_gpus = sw_cluster_pool_gpus (v->cluster),
    .pool_allocated = sw_cluster_pool_allocated (v->cluster),
    .compute_used = -1,
    .bandwidth_used = -1,
    .mem_used = -1,
    .unusable = v->fragments != NULL ? sw_unusable (v) : -1,
    .typical_tasks = v->fragments != NULL ? sw_fragments_count (v->fragments) : 0,
  };
  sw_cluster_cpu (v->cluster, &instant.cpu_milli, &instant.cpu_used);
  sw_cluster_slices (v->cluster, &instant.slices, &instant.slices_held, &instant.slices_stranded);
  sw_cluster_memory (v->cluster, &instant.mem_exist, &instant.mem_promised);
  const SwTenants *tenants = v->tenants;
  if (tenants != NULL && tenants->memory_known)
    instant.mem_used = tenants->used;
  if (tenants != NULL && v->spec->behaviours != NULL && v->spec->behaviours->known)
    {
      instant.compute_used = tenants->compute;
      instant.bandwidth_used = tenants->bandwidth;
    }
  observer->instant (observer->self, &instant);
}

static gboolean
policy_fault (SwView *v, GError **error)
{
  if (v->fault == NULL)
    return FALSE;
  char when[SW_TIME_TEXT];
  const SwPolicyUse *use = v->blamed;
  g_set_error (error, SW_ERROR, SW_ERROR_POLICY, "policy %s (%s) at %s s: %s", use->policy->name,
               sw_policy_kind_name (use->policy->kind), sw_format_seconds (v->now, when), v->fault);
  return TRUE;
}

static gboolean
instant (SwView *v, GError **error)
{
  v->counts.instants++;
  sw_host_begin_instant (v);
  apply_events (v);
  v->counts.passes++;
  sw_host_schedule (v);
  if (policy_fault (v, error))
    return FALSE;
  if (v->tenants != NULL)
    {
      sw_host_rearrange (v);
      if (policy_fault (v, error))
        return FALSE;
      sw_tenants_settle (v);
    }
  tell_observer (v);
  if (v->spec->watch != SW_NO_JOB && v->reasons != NULL)
    sw_reason_note (v);
  if (policy_fault (v, error))
    return FALSE;
  if (v->spec->check)
    {
      g_autofree char *broken = sw_invariants (v);
      if (broken == NULL && v->tenants != NULL)
        broken = sw_tenants_verify (v);
      if (broken == NULL && v->fragments != NULL)
        broken = sw_unusable_verify (v);
      if (broken != NULL)
        g_error ("invariant broken: %s", broken); /* a fault of ours, never of the input */
    }
  return TRUE;
}

/* No job runs, none will come, and only policies' own wake-ups are ahead. */
static gboolean
only_waking (const SwView *v)
{
  if (v->arrivals < v->table->n || v->n_running > 0)
    return FALSE;
  for (guint32 i = 0; i < v->heap.n; i++)
    if (sw_heap_key_class (v->heap.keys[i]) != SW_EVENT_WAKE)
      return FALSE;
  return TRUE;
}

#define WAKES_IN_VAIN 1000

static gboolean
livelock (SwView *v, GError **error, const char *what)
{
  char when[SW_TIME_TEXT];
  g_set_error (error, SW_ERROR, SW_ERROR_POLICY,
               "livelock at %s s under policies %s and %s: %s; last job that ended: %s",
               sw_format_seconds (v->now, when), v->spec->queue.policy->name,
               v->spec->place.policy->name, what,
               v->last_ended == SW_NO_JOB ? "none" : v->table->id[v->last_ended]);
  return FALSE;
}

static gboolean
run_loop (SwView *v, GError **error)
{
  SwTime before = SW_TIME_NONE;
  guint64 same = 0, in_vain = 0, starts = 0;
  v->now = 0;
  for (SwTime next = 0; next != SW_TIME_INF; next = next_time (v))
    {
      if (next >= v->spec->until)
        {
          v->now = v->spec->until;
          return TRUE;
        }
      if (v->finished == v->table->n && v->spec->until == SW_TIME_INF && next > 0)
        return TRUE;
      v->now = next;
      same = next == before ? same + 1 : 0;
      before = next;
      if (same > (guint64)v->table->n + 1000)
        return livelock (v, error, "jobs start and end without time passing");
      in_vain = v->starts == starts && only_waking (v) ? in_vain + 1 : 0;
      starts = v->starts;
      if (in_vain > WAKES_IN_VAIN)
        return TRUE; /* the policy wakes itself and starts nothing: the rest stays unfinished */
      if (!instant (v, error))
        return FALSE;
      if (v->spec->stop != NULL && g_atomic_int_get (v->spec->stop) != 0)
        {
          g_set_error (error, SW_ERROR, SW_ERROR_INTERRUPTED, "interrupted");
          return FALSE;
        }
    }
  if (v->spec->until != SW_TIME_INF)
    v->now = v->spec->until;
  return TRUE;
}

/* Memory of the run: its own arrays and the outcome's, the table's left out. */
static gsize
bytes_of (const SwView *v)
{
  const SwOutcome *o = v->outcome;
  gsize per_job = sizeof (SwStay) + sizeof (SwJob) + 4 * sizeof (SwTime) + 5 * sizeof (guint32) + 1;
  return v->table->n * per_job + sw_queue_bytes (v->queue)
         + v->heap.capacity * (sizeof (SwHeapKey) + sizeof (guint32))
         + o->attempts_log->len * sizeof (SwAttempt) + o->pieces->len * sizeof (SwPiece);
}

/* Runs, with a way out for a policy that never returns. */
static gboolean
run_guarded (SwView *v, GError **error)
{
  if (setjmp (v->escape) != 0)
    {
      policy_fault (v, error);
      return FALSE;
    }
  return run_loop (v, error);
}

SwOutcome *
sw_engine_run (const SwRunSpec *spec, SwRunCounts *counts, GArray *reasons, GError **error)
{
  SwView *v = g_new0 (SwView, 1);
  SwOutcome *outcome = NULL;
  v->reasons = reasons;
  if (view_init (v, spec, error) && run_guarded (v, error))
    {
      v->outcome->begin = 0;
      v->outcome->stop = v->now;
      if (v->tenants != NULL)
        sw_tenants_close (v);
      sw_life_close (v);
      v->counts.bytes = bytes_of (v);
      if (counts != NULL)
        *counts = v->counts;
      outcome = g_steal_pointer (&v->outcome);
    }
  view_clear (v);
  g_free (v);
  return outcome;
}
