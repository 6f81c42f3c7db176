/* What policies see and do of the tenants of single cards: who they are, what one more would do to
 * them, how fast jobs run on instances, and new instances for those who are there. */
#include "sw-engine-private.h"
#include "sw-tenants.h"

static const SwCardState *
card_at (const SwView *v, SwNode node, guint32 card)
{
  return &v->tenants->cards[sw_cluster_card_number (v->cluster, node, card)];
}

static const SwTaskGroup *
group_of (const SwView *v, const SwTenant *tenant)
{
  return &sw_demand_of (v, tenant->job)->groups[sw_piece (v, tenant->piece)->group];
}

/* ---- looking ---- */

static gint64
close_to (double slowdown, guint32 limit, guint32 fallback)
{
  double bears = limit > 0 ? limit : MAX (fallback, 1000);
  return (gint64)(slowdown * 1e6 / bears);
}

/* Tasks of the job that is being placed that have a place on the card already. */
static guint
claimed_on (const SwView *v, SwNode node, guint32 card)
{
  guint n = 0;
  for (guint32 i = 0; i < v->claim.n; i++)
    {
      const SwPiece *piece = &v->claim.pieces[i];
      n += piece->node == node && piece->milli > 0 && piece->part.card == card;
    }
  return n;
}

/* Of a tenant without the others; those who came in this pass have no number of their own yet. */
static double
alone_on (const SwView *v, guint rules, guint32 model, const SwCardTenant *tenant)
{
  return tenant->cap >= 1000
             ? 1
             : sw_contention_cache_get (v->tenants->cache, rules, model, tenant, 1).slowdown[0];
}

gint64
sw_host_strain (SwView *v, const SwTaskGroup *task, const SwNodeView *node, const SwSpot *spot,
                guint32 fallback)
{
  sw_host_count_call (v);
  guint rules;
  if (node->node >= sw_cluster_n_nodes (v->cluster) || spot->card >= node->n_cards
      || (task->use == SW_USE_SHARE && (task->milli < 1 || task->milli > 1000))
      || (v->spec->behaviours != NULL && task->behaviour >= v->spec->behaviours->n))
    {
      sw_host_broke (v, SW_BAD_HANDLE,
                     "it asks for the strain on a card that is none, or of a "
                     "task that is none");
      return G_MAXINT64;
    }
  if (task->use != SW_USE_SHARE || v->tenants == NULL
      || !sw_tenants_contend (v, node->node, &rules))
    return 0;
  const SwCardState *card = card_at (v, node->node, spot->card);
  const SwPoolRules *pool = sw_cluster_rules (v->cluster, node->node);
  SwCardTenant mix[SW_MAX_TENANTS];
  double alone[SW_MAX_TENANTS];
  for (guint i = 0; i < card->n; i++)
    {
      mix[i] = (SwCardTenant){ card->tenants[i].behaviour, card->tenants[i].cap };
      alone[i] = alone_on (v, rules, (guint32)node->model, &mix[i]);
    }
  guint n = card->n, more = 1 + claimed_on (v, node->node, spot->card);
  SwCardTenant own = { task->behaviour, sw_tenants_cap (pool, (guint16)task->milli) };
  if (n + more > SW_MAX_TENANTS)
    return G_MAXINT64;
  while (more-- > 0)
    mix[n++] = own;
  const guint32 model = (guint32)node->model;
  const double own_alone = alone_on (v, rules, model, &own);
  const double *slowdown
      = sw_contention_cache_get (v->tenants->cache, rules, model, mix, n).slowdown;
  gint64 most = close_to (slowdown[n - 1] / own_alone, task->slowdown_limit, fallback);
  for (guint i = 0; i < card->n; i++)
    most = MAX (most, close_to (slowdown[i] / alone[i],
                                group_of (v, &card->tenants[i])->slowdown_limit, fallback));
  return most;
}

static guint32
need_of (const SwView *v, const SwTenant *tenant)
{
  const SwTaskGroup *group = group_of (v, tenant);
  return group->card_mib > 0 ? group->card_mib : tenant->promise;
}

guint32
sw_host_residents (SwView *v, SwNode node, guint32 number, SwResident *out, guint32 room)
{
  sw_host_count_call (v);
  if (v->tenants == NULL || v->tenants->n_cards == 0 || node >= sw_cluster_n_nodes (v->cluster))
    return 0;
  SwNodeView view;
  sw_cluster_view (v->cluster, node, 0, &view);
  if (number >= view.n_cards)
    return 0;
  const SwCardState *card = card_at (v, node, number);
  for (guint32 i = 0; i < card->n && i < room; i++)
    {
      const SwTenant *tenant = &card->tenants[i];
      const SwPiece *piece = sw_piece (v, tenant->piece);
      out[i] = (SwResident){ .job = tenant->job,
                             .behaviour = tenant->behaviour,
                             .milli = piece->milli,
                             .start = piece->part.start,
                             .profile = piece->part.profile,
                             .need_mib = need_of (v, tenant),
                             .movable = sw_course (v->tenants, tenant->job)->single };
    }
  return card->n;
}

/* May the job be on an instance of the profile: is it at least what it asks for? */
static gboolean
serves (const SwView *v, SwJob job, SwNode node, guint32 profile)
{
  const SwMigGeometry *mig = sw_cluster_mig (v->cluster, node);
  const SwDemand *demand = sw_demand_of (v, job);
  if (mig == NULL || profile >= mig->n_profiles || demand->n_groups != 1)
    return FALSE;
  gint asked = sw_cluster_profile (v->cluster, node, &demand->groups[0]);
  return asked >= 0 && sw_mig_serves (mig, profile, (guint)asked);
}

guint32
sw_host_slice_speed (SwView *v, SwJob job, SwNode node, guint32 profile)
{
  sw_host_count_call (v);
  if (v->tenants == NULL || job >= v->arrivals || node >= sw_cluster_n_nodes (v->cluster)
      || !serves (v, job, node, profile))
    return 0;
  return (guint32)(1e6 * sw_tenants_instance (v, job, node, profile) + 0.5);
}

/* ---- new instances ---- */

/* Are the places legal together, each for its resident?  Fills who has to move. */
static gboolean
may_reslice (const SwView *v, SwNode node, const SwCardState *card, const SwSpot *spots,
             gboolean *moves)
{
  const SwMigGeometry *mig = sw_cluster_mig (v->cluster, node);
  guint8 profiles[SW_MAX_UNITS];
  guint32 busy = 0;
  for (guint i = 0; i < card->n; i++)
    {
      const SwTenant *tenant = &card->tenants[i];
      const SwPiece *piece = sw_piece (v, tenant->piece);
      guint profile = spots[i].profile;
      if (profile >= mig->n_profiles || spots[i].start >= mig->units
          || (sw_mig_starts (mig, profile, busy) >> spots[i].start & 1) == 0)
        return FALSE;
      busy |= sw_mig_bits (mig, profile, spots[i].start);
      profiles[i] = (guint8)profile;
      moves[i] = piece->part.start != spots[i].start || piece->part.profile != profile;
      if (moves[i]
          && (!sw_course (v->tenants, tenant->job)->single || v->stays[tenant->job].start == v->now
              || !serves (v, tenant->job, node, profile)))
        return FALSE;
    }
  return sw_mig_counts_hold (mig, profiles, card->n);
}

/* Puts a job that was stopped on its new place. */
static void
settle_in (SwView *v, SwJob job, SwNode node, const SwSpot *place, SwRepartition *change)
{
  SwSpot spot;
  sw_claim_begin (&v->claim, sw_demand_of (v, job));
  if (!sw_cluster_instance_spot (v->cluster, node, place->card, place->profile, place->start, &spot)
      || !sw_claim_add_instance (&v->claim, node, 0, &spot))
    g_assert_not_reached ();
  change->destroyed += spot.destroys;
  change->created += spot.creates;
  change->takes += sw_claim_setup (&v->claim);
  sw_life_go_on (v, job, 0);
}

static void
reslice (SwView *v, SwNode node, guint32 number, const SwSpot *spots, const gboolean *moves,
         guint32 n)
{
  const SwCardState *card = card_at (v, node, number);
  SwJob jobs[SW_MAX_UNITS];
  SwRepartition change = { .at = v->now, .node = node, .card = (guint8)number };
  for (guint32 i = 0; i < n; i++)
    jobs[i] = card->tenants[i].job;
  for (guint32 i = 0; i < n; i++)
    if (moves[i])
      sw_life_stop (v, jobs[i], SW_END_MOVED);
  for (guint32 i = 0; i < n; i++)
    if (moves[i])
      {
        SwSpot place = spots[i];
        place.card = (guint8)number;
        settle_in (v, jobs[i], node, &place, &change);
        change.disturbed++;
      }
  SwTime pause = sw_time_add (change.takes, sw_cluster_rules (v->cluster, node)->move);
  for (guint32 i = 0; i < n; i++)
    if (moves[i])
      sw_course (v->tenants, jobs[i])->pace.pause = pause;
  g_array_append_val (v->outcome->repartitions, change);
  sw_event_push (v, v->now, SW_EVENT_WAKE, 0);
}

SwResult
sw_host_reslice (SwView *v, SwNode node, guint32 number, const SwSpot *spots, guint32 n)
{
  sw_host_count_call (v);
  if (!v->rearranging)
    {
      sw_host_broke (v, SW_NOT_ALLOWED, "it gives a card new instances outside rearrange()");
      return SW_NOT_ALLOWED;
    }
  const SwPoolRules *rules
      = node < sw_cluster_n_nodes (v->cluster) ? sw_cluster_rules (v->cluster, node) : NULL;
  SwNodeView view;
  if (rules != NULL)
    sw_cluster_view (v->cluster, node, 0, &view);
  if (rules == NULL || !rules->repartition || view.mig == NULL || number >= view.n_cards
      || n != card_at (v, node, number)->n || n > SW_MAX_UNITS)
    {
      sw_host_broke (v, SW_BAD_HANDLE, "it gives new instances to other than a card's tenants");
      return SW_BAD_HANDLE;
    }
  gboolean moves[SW_MAX_UNITS] = { FALSE }, any = FALSE;
  if (!may_reslice (v, node, card_at (v, node, number), spots, moves))
    return SW_NO_FIT;
  for (guint32 i = 0; i < n; i++)
    any |= moves[i];
  if (any)
    reslice (v, node, number, spots, moves, n);
  return SW_OK;
}

/* ---- when ---- */

static void
offer_card (SwView *v, guint32 number, SwJob waits)
{
  const SwCardState *card = &v->tenants->cards[number];
  if (card->n == 0)
    return;
  SwNode node = sw_piece (v, card->tenants[0].piece)->node;
  const SwPoolRules *rules = sw_cluster_rules (v->cluster, node);
  if (rules->sharing != SW_SHARING_MIG || !rules->repartition)
    return;
  v->spec->place.policy->rearrange (v->place_self, &sw_host, v, node,
                                    number - sw_cluster_card_number (v->cluster, node, 0), waits);
}

static gint
by_tenants (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint32 *x = a, *y = b;
  const SwTenants *tenants = data;
  guint n_x = tenants->cards[*x].n, n_y = tenants->cards[*y].n;
  return n_x != n_y ? (n_x < n_y ? -1 : 1) : (*x < *y ? -1 : *x > *y);
}

/* Numbers of the cards that are offered, in order. */
static GArray *
cards_to_offer (const SwTenants *tenants, gboolean all)
{
  GArray *cards = g_array_new (FALSE, FALSE, sizeof (guint32));
  if (!all)
    {
      g_array_append_vals (cards, tenants->marked_cards->data, tenants->marked_cards->len);
      return cards;
    }
  for (guint32 i = 0; i < tenants->n_cards; i++)
    if (tenants->cards[i].n > 0)
      g_array_append_val (cards, i);
  g_array_sort_with_data (cards, by_tenants, (gpointer)tenants);
  return cards;
}

void
sw_host_rearrange (SwView *v)
{
  const SwTenants *tenants = v->tenants;
  if (v->spec->place.policy->rearrange == NULL || tenants->n_cards == 0)
    return;
  SwJob waits = sw_queue_count (v->queue) > 0 ? sw_queue_first (v->queue) : SW_NO_JOB;
  if (waits != SW_NO_JOB && sw_host_class_fits (v, v->stays[waits].demand))
    waits = SW_NO_JOB; /* held back by the queue policy, not by the cards */
  g_autoptr (GArray) cards = cards_to_offer (tenants, waits != SW_NO_JOB);
  guint changes = v->outcome->repartitions->len;
  v->active = &v->spec->place;
  v->rearranging = TRUE;
  for (guint32 i = 0; i < cards->len && v->fault == NULL; i++)
    {
      offer_card (v, g_array_index (cards, guint32, i), waits);
      if (waits != SW_NO_JOB && v->outcome->repartitions->len != changes)
        break; /* there may be room for it now */
    }
  v->rearranging = FALSE;
  v->active = NULL;
}
