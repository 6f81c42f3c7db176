/* A sweep over the pieces of all attempts, card by card in order of time; and counts of what is
 * special to shared cards against the ends of attempts. */
#include "sw-audit.h"

#include "sw-output.h"

/* A card gets fuller, or emptier: thousandths. */
typedef struct
{
  guint64 card; /* node << 6 | card */
  SwTime at;
  gint32 milli;
  SwJob job;
} Step;
G_STATIC_ASSERT (SW_MAX_CARDS <= 64);

/* At one time stamp cards are given back before they are taken. */
static int
by_card_and_time (gconstpointer pa, gconstpointer pb)
{
  const Step *a = pa, *b = pb;
  if (a->card != b->card)
    return a->card < b->card ? -1 : 1;
  if (a->at != b->at)
    return a->at < b->at ? -1 : 1;
  return (a->milli > b->milli) - (a->milli < b->milli);
}

static void
add_piece (GArray *steps, const SwAttempt *attempt, const SwPiece *piece)
{
  gint32 milli = piece->milli > 0 ? piece->milli : 1000;
  for (guint64 cards = sw_piece_cards (piece); cards != 0; cards &= cards - 1)
    {
      guint64 card = (guint64)piece->node << 6 | (guint64)__builtin_ctzll (cards);
      const Step both[] = { { card, attempt->start, milli, attempt->job },
                            { card, attempt->stop, -milli, attempt->job } };
      g_array_append_vals (steps, both, G_N_ELEMENTS (both));
    }
}

/* What is held for no time is left out: it is held by nobody at any time. */
static GArray *
list_steps (const SwOutcome *outcome)
{
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (Step));
  for (guint i = 0; i < outcome->attempts_log->len; i++)
    {
      const SwAttempt *attempt = &g_array_index (outcome->attempts_log, SwAttempt, i);
      if (attempt->stop > attempt->start)
        for (guint32 k = 0; k < attempt->n_pieces; k++)
          add_piece (steps, attempt,
                     &g_array_index (outcome->pieces, SwPiece, attempt->first_piece + k));
    }
  g_array_sort (steps, by_card_and_time);
  return steps;
}

static char *
check_shares (const SwBooks *books)
{
  g_autoptr (GArray) steps = list_steps (books->outcome);
  gint64 held = 0;
  for (guint i = 0; i < steps->len; i++)
    {
      const Step *step = &g_array_index (steps, Step, i);
      held += step->milli;
      if (held <= 1000)
        continue;
      char when[SW_TIME_TEXT];
      return g_strdup_printf ("at %s the shares of card %u of node %u add up to %" G_GINT64_FORMAT
                              " thousandths with that of job %s",
                              sw_format_seconds (step->at, when), (guint)(step->card & 63),
                              (guint)(step->card >> 6), held, books->table->id[step->job]);
    }
  return NULL;
}

/* Is there an attempt of the job that ended so at that time? */
static gboolean
has_end (const SwOutcome *outcome, SwJob job, SwTime at, SwEnd end)
{
  for (guint32 i = outcome->last_attempt[job]; i != G_MAXUINT32;)
    {
      const SwAttempt *attempt = &g_array_index (outcome->attempts_log, SwAttempt, i);
      if (attempt->stop == at && attempt->end == end)
        return TRUE;
      i = attempt->previous;
    }
  return FALSE;
}

static char *
differ (const char *what, guint64 a, const char *other, guint64 b)
{
  return a == b ? NULL
                : g_strdup_printf ("%s are %" G_GUINT64_FORMAT ", but %s are %" G_GUINT64_FORMAT,
                                   what, a, other, b);
}

static char *
check_kills (const SwBooks *books)
{
  const SwOutcome *outcome = books->outcome;
  guint64 evicted = 0;
  for (guint i = 0; i < outcome->kills->len; i++)
    {
      const SwKill *kill = &g_array_index (outcome->kills, SwKill, i);
      SwEnd end = kill->how == SW_KILL_EVICTED ? SW_END_EVICTED : SW_END_OOM;
      evicted += end == SW_END_EVICTED;
      if (!has_end (outcome, kill->victim, kill->at, end))
        return g_strdup_printf ("job %s was killed (%s), but no attempt of it ended so then",
                                books->table->id[kill->victim], sw_kill_names[kill->how]);
    }
  char *fault
      = differ ("evictions", evicted, "attempts that ended so", books->ends[SW_END_EVICTED]);
  if (fault == NULL)
    fault = differ ("other kills for lack of memory", outcome->kills->len - evicted,
                    "attempts that ended so", books->ends[SW_END_OOM]);
  return fault;
}

static char *
check_repartitions (const SwBooks *books)
{
  const SwOutcome *outcome = books->outcome;
  guint64 moved = 0;
  for (guint i = 0; i < outcome->repartitions->len; i++)
    {
      const SwRepartition *change = &g_array_index (outcome->repartitions, SwRepartition, i);
      if (change->takes < 0 || change->at < outcome->begin || change->at > outcome->stop)
        return g_strdup ("a repartition lies outside the run, or takes less than no time");
      moved += change->disturbed;
    }
  return differ ("jobs that repartitions moved", moved, "attempts that ended so",
                 books->ends[SW_END_MOVED]);
}

static char *
check_alone (const SwBooks *books)
{
  const SwOutcome *outcome = books->outcome;
  for (guint32 job = 0; job < outcome->n; job++)
    if (outcome->alone[job] < 0 || (outcome->alone[job] > 0 && outcome->run[job] == 0))
      return g_strdup_printf ("job %s worked without running, or for less than no time",
                              books->table->id[job]);
  return NULL;
}

char *
sw_audit_cards (const SwBooks *books, const SwLedger *ledger)
{
  char *fault = check_shares (books);
  if (fault == NULL && ledger->overfilled != SW_TIME_NONE)
    {
      char when[SW_TIME_TEXT];
      fault = g_strdup_printf ("at %s more cards or slices are held than there are",
                               sw_format_seconds (ledger->overfilled, when));
    }
  if (fault != NULL || books->outcome->alone == NULL)
    return fault;
  fault = check_kills (books);
  if (fault == NULL)
    fault = check_repartitions (books);
  if (fault == NULL)
    fault = check_alone (books);
  return fault;
}
