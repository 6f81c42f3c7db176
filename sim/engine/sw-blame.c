/* Who took how much of the watched job's time.  Whenever a card of the job gets other tenants, what
 * the job lost since the last time is shared out among those who were with it on the card that set
 * its pace.  What is shared out is counted, not worked out: working time less what the same work
 * would have taken without others, so that all of it adds up to the ns. */
#include "sw-engine-private.h"
#include "sw-tenants.h"

#include <math.h>

static SwInfluence *
influence_of (SwOutcome *outcome, SwJob other)
{
  for (guint i = 0; i < outcome->influences->len; i++)
    {
      SwInfluence *influence = &g_array_index (outcome->influences, SwInfluence, i);
      if (influence->other == other)
        return influence;
    }
  SwInfluence fresh = { .other = other };
  g_array_append_val (outcome->influences, fresh);
  return &g_array_index (outcome->influences, SwInfluence, outcome->influences->len - 1);
}

/* Each job once, however many of its tasks are there; the watched one if it has two. */
static void
note_company (SwView *v, const SwCardState *card, SwTime time)
{
  for (guint k = 0; k < card->n; k++)
    {
      SwJob job = card->tenants[k].job;
      guint before = 0;
      for (guint i = 0; i < k; i++)
        before += card->tenants[i].job == job;
      if (before == (job == v->spec->watch))
        influence_of (v->outcome, job)->together += time;
    }
}

/* The tenant that sets the pace of the job, its card in *card; NULL if a whole card does. uncapped:
   speed of the job without others and without caps. */
static const SwTenant *
find_pacer (const SwView *v, SwJob job, const SwCardState **card, double *uncapped)
{
  const SwStay *stay = &v->stays[job];
  const SwTenant *pacer = NULL;
  double slowest = INFINITY;
  *uncapped = INFINITY;
  for (guint32 i = 0; i < stay->n_pieces; i++)
    {
      guint32 number = stay->first_piece + i;
      const SwPiece *piece = sw_piece (v, number);
      if (sw_piece_cards (piece) == 0)
        continue;
      double whole, own = sw_tenants_speed (v, job, piece, &whole), speed = own;
      const SwTenant *tenant = NULL;
      const SwCardState *at = NULL;
      if (piece->milli > 0)
        {
          at = &v->tenants
                    ->cards[sw_cluster_card_number (v->cluster, piece->node, piece->part.card)];
          tenant = at->tenants;
          while (tenant->piece != number)
            tenant++;
          speed = own / tenant->slowdown;
        }
      *uncapped = MIN (*uncapped, own);
      if (speed >= slowest)
        continue;
      slowest = speed;
      pacer = tenant;
      *card = at;
    }
  return pacer;
}

/* Shares out the time among the others on the card of the tenant; FALSE if there is nobody. */
static gboolean
share_out (SwView *v, const SwCardState *card, guint i, SwTime lost)
{
  SwCardTenant mix[SW_MAX_TENANTS];
  double share[SW_MAX_TENANTS], sum = 0;
  SwNode node = sw_piece (v, card->tenants[i].piece)->node;
  guint rules, most = i;
  if (card->n < 2 || !sw_tenants_contend (v, node, &rules))
    return FALSE;
  for (guint k = 0; k < card->n; k++)
    mix[k] = (SwCardTenant){ card->tenants[k].behaviour, card->tenants[k].cap };
  sw_contention_cache_blame (v->tenants->cache, rules,
                             (guint32)sw_cluster_node_model (v->cluster, node), mix, card->n, i,
                             share);
  share[i] = 0;
  for (guint k = 0; k < card->n; k++)
    {
      sum += share[k];
      most = share[k] > share[most] ? k : most;
    }
  if (!(sum > 0))
    return FALSE;
  SwTime rest = lost;
  for (guint k = 0; k < card->n; k++)
    if (k != i && k != most)
      {
        SwTime part = MIN ((SwTime)((double)lost * (share[k] / sum)), rest);
        influence_of (v->outcome, card->tenants[k].job)->lost += part;
        rest -= part;
      }
  influence_of (v->outcome, card->tenants[most].job)->lost += rest;
  return TRUE;
}

/* The job as a whole, whichever of its cards has changed. */
static void
book_job (SwView *v, SwJob job)
{
  SwBlame *blame = &v->tenants->blame;
  const SwCourse *course = sw_course (v->tenants, job);
  const SwStay *stay = &v->stays[job];
  if (blame->attempt != stay->attempt)
    *blame = (SwBlame){ .attempt = stay->attempt, .until = stay->start };
  if (v->now == blame->until || course->alone == 0)
    return;
  blame->until = v->now;
  const SwCardState *card = NULL;
  double uncapped;
  const SwTenant *pacer = find_pacer (v, job, &card, &uncapped);
  SwPace then = course->pace;
  sw_pace_advance (&then, &course->plan, v->now);
  SwTime alone = sw_course_alone (course, &then);
  double cap = (double)course->alone / (double)sw_pace_rate (uncapped * course->spread);
  SwTime capped = (SwTime)((double)alone * MAX (1 - cap, 0));
  v->outcome->capped += capped - blame->capped;
  blame->capped = capped;
  SwTime lost = then.worked - alone - blame->lost;
  if (pacer != NULL && lost > 0 && share_out (v, card, (guint)(pacer - card->tenants), lost))
    blame->lost += lost;
}

void
sw_blame_book (SwView *v, const SwCardState *card, SwTime time)
{
  gboolean watched = FALSE;
  for (guint i = 0; i < card->n && !watched; i++)
    watched = card->tenants[i].job == v->spec->watch;
  if (!watched)
    return;
  note_company (v, card, time);
  book_job (v, v->spec->watch);
}
