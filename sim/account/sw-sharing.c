/* Sums over the chain of a job's attempts, in integers up to the last division. */
#include "sw-sharing.h"

typedef struct
{
  gboolean tenant;
  SwTime worked;     /* time of useful and of lost work */
  __int128 gpu_time; /* the same times thousandths of GPUs */
} Stays;

static gboolean
has_part (const SwOutcome *outcome, const SwAttempt *attempt)
{
  const SwPiece *pieces = (const SwPiece *)(gpointer)outcome->pieces->data;
  for (guint32 i = 0; i < attempt->n_pieces; i++)
    if (pieces[attempt->first_piece + i].milli > 0)
      return TRUE;
  return FALSE;
}

static Stays
sum_stays (const SwOutcome *outcome, SwJob job)
{
  Stays stays = { FALSE };
  for (guint32 i = outcome->last_attempt[job]; i != G_MAXUINT32;)
    {
      const SwAttempt *attempt = &g_array_index (outcome->attempts_log, SwAttempt, i);
      SwTime worked = attempt->useful + attempt->lost;
      stays.tenant = stays.tenant || has_part (outcome, attempt);
      stays.worked += worked;
      stays.gpu_time += (__int128)attempt->milli * worked;
      i = attempt->previous;
    }
  return stays;
}

SwTime
sw_sharing_slowdown (const SwBooks *books, SwJob job)
{
  const SwOutcome *outcome = books->outcome;
  if (!books->sharing || outcome->alone[job] <= 0 || !sw_books_ran_and_ended (books, job))
    return SW_TIME_NONE;
  Stays stays = sum_stays (outcome, job);
  if (!stays.tenant)
    return SW_TIME_NONE;
  __int128 alone = outcome->alone[job];
  return (SwTime)(((__int128)stays.worked * SW_SECOND + alone / 2) / alone);
}

/* gpu_time x (worked - alone) / worked, rounded down; the quotient is taken apart for its first
   product could be wider than 128 bits. */
static __int128
lost_by_company (const SwOutcome *outcome, SwJob job)
{
  Stays stays = sum_stays (outcome, job);
  SwTime slower = stays.worked - outcome->alone[job];
  if (!stays.tenant || stays.worked == 0 || slower == 0)
    return 0;
  __int128 whole = stays.gpu_time / stays.worked, rest = stays.gpu_time % stays.worked;
  return whole * slower + rest * slower / stays.worked;
}

SwSharingTotals
sw_sharing_totals (const SwBooks *books)
{
  const SwOutcome *outcome = books->outcome;
  SwSharingTotals totals = { 0 };
  for (guint i = 0; outcome->kills != NULL && i < outcome->kills->len; i++)
    {
      const SwKill *kill = &g_array_index (outcome->kills, SwKill, i);
      totals.kills[kill->how][kill->culprit != kill->victim]++;
    }
  for (guint i = 0; outcome->repartitions != NULL && i < outcome->repartitions->len; i++)
    {
      const SwRepartition *change = &g_array_index (outcome->repartitions, SwRepartition, i);
      totals.repartition_time += change->takes;
      totals.moves += change->disturbed;
    }
  for (guint32 job = 0; outcome->alone != NULL && job < outcome->n; job++)
    totals.lost += lost_by_company (outcome, job);
  return totals;
}

/* Time over work done in it. */
static double
slower (SwTime together, SwTime lost)
{
  return lost < together ? (double)together / (double)(together - lost) : 0;
}

void
sw_sharing_company (const SwCompany *company, double slowdown[2])
{
  SwTime together = company->together;
  if (company->a == company->b)
    slowdown[0] = slowdown[1] = slower (2 * together, company->lost[0] + company->lost[1]);
  else
    for (guint i = 0; i < 2; i++)
      slowdown[i] = slower (together, company->lost[i]);
}
