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

static int
by_end (gconstpointer a, gconstpointer b)
{
  const Release *x = a, *y = b;
  if (x->end != y->end)
    return x->end < y->end ? -1 : 1;
  return x->job < y->job ? -1 : x->job > y->job;
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

static void
release_job (SwView *v, SwJob job)
{
  const SwAttempt *attempt = sw_attempt_of (v, job);
  const SwDemand *demand = sw_demand_of (v, job);
  for (guint32 i = 0; i < attempt->n_pieces; i++)
    {
      const SwPiece *piece = sw_piece (v, attempt->first_piece + i);
      sw_cluster_release (v->reservation.cluster, piece->node, &demand->groups[piece->group],
                          piece->tasks, piece->cards);
    }
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
  g_autofree Release *releases = g_new (Release, MAX (v->n_running, 1));
  for (guint32 i = 0; i < v->n_running; i++)
    releases[i] = (Release){ sw_life_must_end (v, v->running[i]), v->running[i] };
  qsort (releases, v->n_running, sizeof *releases, by_end);
  guint32 gpus = sw_demand_of (v, job)->gpus;
  for (guint32 i = 0; i < v->n_running && !r->placed;)
    {
      SwTime end = releases[i].end;
      while (i < v->n_running && releases[i].end == end)
        release_job (v, releases[i++].job);
      if (sw_cluster_free_gpus (r->cluster) >= gpus && place_reserved (v, job))
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
      if (sw_cluster_claim_cards (v->reservation.cluster, piece->node,
                                  &demand->groups[piece->group], piece->tasks, piece->cards))
        continue;
      while (i-- > 0)
        sw_cluster_release (v->reservation.cluster, claim->pieces[i].node,
                            &demand->groups[claim->pieces[i].group], claim->pieces[i].tasks,
                            claim->pieces[i].cards);
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
      sw_cluster_release (v->reservation.cluster, piece->node,
                          &v->claim.demand->groups[piece->group], piece->tasks, piece->cards);
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
  sw_claim_undo (&r->claim, 0);
  r->placed = FALSE;
  gboolean claimed = claim_there (v);
  if (claimed && place_reserved (v, r->job))
    return TRUE;
  if (claimed)
    release_there (v);
  if (!place_reserved (v, r->job))
    g_assert_not_reached ();
  return FALSE;
}

/* Holds the reserved cards that are free now (hold TRUE), or gives them back. */
static void
hold_reserved (SwView *v, guint64 *held, gboolean hold)
{
  const SwClaim *claim = &v->reservation.claim;
  for (guint32 i = 0; i < claim->n; i++)
    {
      const SwPiece *piece = &claim->pieces[i];
      if (hold)
        held[i] = piece->cards & sw_cluster_free_mask (v->cluster, piece->node);
      SwTaskGroup group
          = { .gpus = (guint32)__builtin_popcountll (held[i]), .models = ~(guint64)0 };
      if (held[i] == 0)
        continue;
      if (!hold)
        sw_cluster_release (v->cluster, piece->node, &group, 1, held[i]);
      else if (!sw_cluster_claim_cards (v->cluster, piece->node, &group, 1, held[i]))
        g_assert_not_reached ();
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
  if (v->reservation.cluster == NULL)
    return;
  sw_claim_clear (&v->reservation.claim);
  sw_cluster_free (v->reservation.cluster);
}
