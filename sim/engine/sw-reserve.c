/* A reservation for one waiting job, on real cards: the cluster as it will be when enough running
 * jobs have reached their declared limits, with the reserved job placed on it by the run's own
 * place policy.  Running jobs without a limit are taken to end last, at SW_TIME_INF.  The
 * reservation is kept from pass to pass as long as nothing was freed and nothing started but beside
 * it. */
#include "sw-engine-private.h"

typedef struct
{
  SwTime end;
  SwJob job;
} Release;

static inline gboolean
ends_before (const Release *a, const Release *b)
{
  return a->end < b->end || (a->end == b->end && a->job < b->job);
}

/* The releases as a binary heap, the earliest on top: most reservations need only the first few. */
static void
sink (Release *heap, guint32 n, guint32 at)
{
  Release moved = heap[at];
  for (guint32 child = 2 * at + 1; child < n; child = 2 * at + 1)
    {
      child += child + 1 < n && ends_before (&heap[child + 1], &heap[child]);
      if (!ends_before (&heap[child], &moved))
        break;
      heap[at] = heap[child];
      at = child;
    }
  heap[at] = moved;
}

static SwJob
pop (Release *heap, guint32 *n)
{
  SwJob job = heap[0].job;
  heap[0] = heap[--*n];
  if (*n > 0)
    sink (heap, *n, 0);
  return job;
}

static void
swap_worlds (SwView *v)
{
  SwReservation *r = &v->reservation;
  SwCluster *cluster = v->cluster;
  v->cluster = r->cluster;
  r->cluster = cluster;
  SwClaim claim = v->claim;
  v->claim = r->claim;
  r->claim = claim;
}

/* Places the reserved job in the world of the reservation. */
static gboolean
place_reserved (SwView *v, SwJob job)
{
  swap_worlds (v);
  gboolean placed = sw_host_place_demand (v, job, sw_demand_of (v, job));
  swap_worlds (v);
  v->reservation.placed = placed;
  return placed;
}

/* Gives back what the job holds; TRUE if a node that it leaves has room for a task of the demand. A
   demand that could not be placed before needs such a node. */
static gboolean
release_job (SwView *v, SwJob job, const SwDemand *wanted)
{
  const SwAttempt *attempt = sw_attempt_of (v, job);
  const SwDemand *demand = sw_demand_of (v, job);
  SwCluster *cluster = v->reservation.cluster;
  gboolean room = FALSE;
  for (guint32 i = 0; i < attempt->n_pieces; i++)
    {
      const SwPiece *piece = sw_piece (v, attempt->first_piece + i);
      sw_cluster_drop (cluster, &demand->groups[piece->group], piece);
      for (guint32 g = 0; g < wanted->n_groups && !room; g++)
        room = sw_cluster_room (cluster, piece->node, &wanted->groups[g]) > 0;
    }
  return room;
}

static void
prepare (SwView *v)
{
  SwReservation *r = &v->reservation;
  if (r->cluster == NULL)
    {
      r->cluster = sw_cluster_copy (v->cluster);
      sw_claim_init (&r->claim, r->cluster);
      return;
    }
  if (r->placed)
    sw_claim_undo (&r->claim, 0);
  sw_cluster_assign (r->cluster, v->cluster);
}

/* Whole cards are counted; where there are parts only trying tells. */
static gboolean
enough_free (const SwCluster *cluster, const SwDemand *wanted)
{
  return wanted->parts || sw_cluster_free_gpus (cluster) >= wanted->gpus;
}

SwTime
sw_reserve (SwView *v, SwJob job)
{
  SwReservation *r = &v->reservation;
  if (r->placed && r->job == job && r->freed == v->freed && r->starts == v->starts)
    return r->when;
  prepare (v);
  r->job = job;
  r->placed = FALSE;
  r->freed = v->freed;
  r->starts = v->starts;
  r->when = SW_TIME_INF;
  guint32 n = v->n_running;
  if (v->releases_room < n)
    {
      v->releases_room = 2 * n;
      v->releases = g_realloc_n (v->releases, v->releases_room, sizeof (Release));
    }
  Release *heap = v->releases;
  for (guint32 i = 0; i < n; i++)
    heap[i] = (Release){ sw_life_must_end (v, v->running[i]), v->running[i] };
  for (guint32 i = n / 2; i > 0; i--)
    sink (heap, n, i - 1);
  const SwDemand *wanted = sw_demand_of (v, job);
  if (!sw_queue_is_blocked (v->queue, v->stays[job].demand) && place_reserved (v, job))
    r->when = v->now;
  while (n > 0 && !r->placed)
    {
      SwTime end = heap[0].end;
      gboolean room = FALSE;
      while (n > 0 && heap[0].end == end)
        room |= release_job (v, pop (heap, &n), wanted);
      if (room && enough_free (r->cluster, wanted) && place_reserved (v, job))
        r->when = end;
    }
  return r->when;
}

/* Claims the pieces of v->claim in the reservation's world too; all or none. */
static gboolean
claim_there (SwView *v)
{
  const SwClaim *claim = &v->claim;
  for (guint32 i = 0; i < claim->n; i++)
    {
      const SwPiece *piece = &claim->pieces[i];
      const SwDemand *demand = claim->demand;
      if (sw_cluster_hold (v->reservation.cluster, &demand->groups[piece->group], piece))
        continue;
      while (i-- > 0)
        sw_cluster_drop (v->reservation.cluster, &demand->groups[claim->pieces[i].group],
                         &claim->pieces[i]);
      return FALSE;
    }
  return TRUE;
}

static void
release_there (SwView *v)
{
  for (guint32 i = 0; i < v->claim.n; i++)
    {
      const SwPiece *piece = &v->claim.pieces[i];
      sw_cluster_drop (v->reservation.cluster, &v->claim.demand->groups[piece->group], piece);
    }
}

/* Does the reserved job still find room at its time with the pieces of v->claim in place?  If so
   they stay claimed there. */
static gboolean
room_beside (SwView *v)
{
  SwReservation *r = &v->reservation;
  if (claim_there (v))
    return TRUE;
  guint32 n = r->claim.n;
  g_autofree SwPiece *pieces = g_memdup2 (r->claim.pieces, n * sizeof *pieces);
  sw_claim_undo (&r->claim, 0);
  r->placed = FALSE;
  gboolean claimed = claim_there (v);
  if (claimed && place_reserved (v, r->job))
    return TRUE;
  if (claimed)
    release_there (v);
  /* Back to the old cards, whatever the place policy would say if asked again. */
  sw_claim_again (&r->claim, pieces, n);
  r->placed = TRUE;
  return FALSE;
}

/* Holds what of a reserved piece is free now; FALSE if nothing is. */
static gboolean
hold_piece (SwView *v, const SwPiece *piece, const SwTaskGroup *group, guint64 *held)
{
  if (piece->milli > 0)
    {
      SwTaskGroup card = *group;
      card.cpu_milli = card.mem_mib = 0;
      *held = sw_cluster_hold (v->cluster, &card, piece);
      return *held != 0;
    }
  *held = piece->cards & sw_cluster_free_mask (v->cluster, piece->node);
  SwTaskGroup cards = { .gpus = (guint32)__builtin_popcountll (*held),
                        .models = ~(guint64)0,
                        .use = SW_USE_WHOLE };
  return *held != 0 && sw_cluster_claim_cards (v->cluster, piece->node, &cards, 1, *held);
}

static void
give_piece (SwView *v, const SwPiece *piece, const SwTaskGroup *group, guint64 held)
{
  SwTaskGroup cards = *group;
  cards.cpu_milli = cards.mem_mib = 0;
  if (piece->milli > 0)
    {
      sw_cluster_drop (v->cluster, &cards, piece);
      return;
    }
  cards.gpus = (guint32)__builtin_popcountll (held);
  sw_cluster_release (v->cluster, piece->node, &cards, 1, held);
}

/* Holds the reserved cards that are free now (hold TRUE), or gives them back. */
static void
hold_reserved (SwView *v, guint64 *held, gboolean hold)
{
  const SwClaim *claim = &v->reservation.claim;
  for (guint32 i = 0; i < claim->n; i++)
    {
      const SwPiece *piece = &claim->pieces[i];
      const SwTaskGroup *group = &claim->demand->groups[piece->group];
      if (hold && !hold_piece (v, piece, group, &held[i]))
        held[i] = 0;
      else if (!hold && held[i] != 0)
        give_piece (v, piece, group, held[i]);
    }
}

/* Another choice of cards for the job, with the reserved ones out of the way. */
static gboolean
place_aside (SwView *v, SwJob job)
{
  g_autofree guint64 *held = g_new0 (guint64, MAX (v->reservation.claim.n, 1));
  hold_reserved (v, held, TRUE);
  gboolean placed = sw_host_place_demand (v, job, sw_demand_of (v, job));
  hold_reserved (v, held, FALSE);
  return placed;
}

SwResult
sw_reserve_start_beside (SwView *v, SwJob job)
{
  SwReservation *r = &v->reservation;
  if (!sw_host_place (v, job))
    return SW_NO_FIT;
  SwTime limit = v->table->limit[job];
  SwTime end = limit == SW_TIME_NONE ? SW_TIME_INF : sw_time_add (v->now, limit);
  gboolean holds = r->placed && r->freed == v->freed && r->starts == v->starts;
  if (holds && (end > r->when || end == SW_TIME_INF) && !room_beside (v))
    {
      sw_claim_undo (&v->claim, 0);
      if (!place_aside (v, job))
        return SW_NO_FIT;
      if (!room_beside (v))
        {
          sw_claim_undo (&v->claim, 0);
          return SW_NO_FIT;
        }
    }
  sw_life_start (v, job);
  if (holds)
    r->starts = v->starts;
  return SW_OK;
}

void
sw_reserve_free (SwView *v)
{
  g_free (v->releases);
  if (v->reservation.cluster == NULL)
    return;
  sw_claim_clear (&v->reservation.claim);
  sw_cluster_free (v->reservation.cluster);
}
