/* The accounts as the other rooms see them: an observer that feeds the ledger while the run goes
 * on, and the closed books, figures and files after it. */
#include "sw-account.h"

#include "sw-audit.h"
#include "sw-books.h"
#include "sw-figures.h"
#include "sw-ledger.h"
#include "sw-results.h"
#include "sw-sharing.h"
#include "sw-summary.h"

struct SwAccount
{
  const SwJobTable *table;
  SwTime wait_slo;
  char **pools, **behaviours; /* NULL-terminated */
  SwLedger ledger;
  SwHeard heard;
  SwObserver observer;
  gboolean closed;
  SwBooks books;
  SwFigure figures[SW_N_FIGURES];
};

static void
on_instant (gpointer self, const SwInstant *instant)
{
  SwAccount *account = self;
  sw_ledger_instant (&account->ledger, instant);
}

static void
on_attempt_ended (gpointer self, const SwOutcome *outcome, const SwAttempt *attempt)
{
  SwAccount *account = self;
  if (attempt->end == SW_END_NONE)
    return;
  account->heard.attempts++;
  account->heard.held += (__int128)attempt->milli * (attempt->stop - attempt->start);
}

static void
on_finished (gpointer self, const SwOutcome *outcome, SwJob job)
{
  SwAccount *account = self;
  account->heard.finished[outcome->state[job]]++;
}

static char **
copy_names (const char *const *names, guint32 n)
{
  char **copy = g_new0 (char *, n + 1);
  for (guint32 i = 0; i < n; i++)
    copy[i] = g_strdup (names[i]);
  return copy;
}

SwAccount *
sw_account_new (const SwJobTable *table, const SwAccountOptions *options)
{
  SwAccount *account = g_new0 (SwAccount, 1);
  account->table = table;
  account->wait_slo = options->default_wait_slo;
  account->pools = copy_names (options->pools, options->n_pools);
  account->behaviours = copy_names (options->behaviours, options->n_behaviours);
  sw_ledger_init (&account->ledger, options->n_pools, options->timeline, options->sharing);
  account->observer = (SwObserver){ account, on_instant, on_attempt_ended, on_finished };
  sw_figures_init (account->figures);
  return account;
}

void
sw_account_free (SwAccount *account)
{
  if (account == NULL)
    return;
  sw_ledger_clear (&account->ledger);
  sw_books_clear (&account->books);
  g_strfreev (account->pools);
  g_strfreev (account->behaviours);
  g_free (account);
}

const SwObserver *
sw_account_observer (SwAccount *account)
{
  return &account->observer;
}

/* Behaviours of the outcome that have no name are called by their numbers. */
static void
name_behaviours (SwAccount *account, guint32 n)
{
  guint32 named = g_strv_length (account->behaviours);
  if (named >= n)
    return;
  account->behaviours = g_renew (char *, account->behaviours, n + 1);
  for (guint32 i = named; i < n; i++)
    account->behaviours[i] = g_strdup_printf ("%u", i);
  account->behaviours[n] = NULL;
}

void
sw_account_close (SwAccount *account, const SwOutcome *outcome)
{
  g_assert (!account->closed && outcome->table == account->table);
  sw_ledger_close (&account->ledger, outcome->stop);
  sw_books_init (&account->books, outcome, account->wait_slo, account->ledger.sharing);
  sw_figures_compute (account->figures, &account->books, &account->ledger);
  name_behaviours (account, outcome->n_behaviours);
  account->closed = TRUE;
}

const SwFigure *
sw_account_figures (const SwAccount *account, guint *n)
{
  *n = SW_N_FIGURES;
  return account->figures;
}

const SwFigure *
sw_account_figure (const SwAccount *account, const char *name)
{
  for (guint i = 0; i < SW_N_FIGURES; i++)
    if (g_str_equal (account->figures[i].name, name))
      return &account->figures[i];
  return NULL;
}

GArray *
sw_account_cut (const SwAccount *account, SwCut cut)
{
  g_assert (account->closed);
  g_autoptr (SwCutter) cutter = sw_cutter_new (&account->books);
  return sw_cut (cutter, cut);
}

static int
longest_together (gconstpointer pa, gconstpointer pb)
{
  const SwPair *a = pa, *b = pb;
  return (a->together < b->together) - (a->together > b->together);
}

GArray *
sw_account_pairs (const SwAccount *account)
{
  g_assert (account->closed);
  const GArray *all = account->books.outcome->company;
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (SwPair));
  for (guint i = 0; all && i < all->len; i++)
    {
      const SwCompany *company = &g_array_index (all, SwCompany, i);
      SwPair pair = { { account->behaviours[company->a], account->behaviours[company->b] },
                      company->together };
      sw_sharing_company (company, pair.slowdown);
      if (company->together > 0)
        g_array_append_val (pairs, pair);
    }
  g_array_sort (pairs, longest_together);
  return pairs;
}

static void
assert_closed_with (const SwAccount *account, const SwOutcome *outcome)
{
  g_assert (account->closed && account->books.outcome == outcome);
}

char *
sw_account_verify (const SwAccount *account, const SwOutcome *outcome)
{
  assert_closed_with (account, outcome);
  return sw_audit (&account->books, &account->ledger, &account->heard);
}

void
sw_account_summary (const SwAccount *account, const SwOutcome *outcome, SwText *text)
{
  assert_closed_with (account, outcome);
  sw_summary_write (text, account->figures, &account->books, &account->ledger,
                    (const char *const *)account->pools);
}

typedef struct
{
  const SwAccount *account;
  const SwNodeNames *names;
} Source;

static void
write_jobs (const Source *source, SwText *text)
{
  sw_results_jobs (text, &source->account->books, source->names);
}

static void
write_attempts (const Source *source, SwText *text)
{
  sw_results_attempts (text, &source->account->books, source->names);
}

static void
write_timeline (const Source *source, SwText *text)
{
  sw_results_timeline (text, &source->account->ledger, (const char *const *)source->account->pools);
}

static void
write_kills (const Source *source, SwText *text)
{
  sw_results_kills (text, &source->account->books, source->names);
}

static void
write_repartitions (const Source *source, SwText *text)
{
  sw_results_repartitions (text, &source->account->books, source->names);
}

static void
write_company (const Source *source, SwText *text)
{
  sw_results_company (text, &source->account->books,
                      (const char *const *)source->account->behaviours);
}

static void
write_summary (const Source *source, SwText *text)
{
  sw_account_summary (source->account, source->account->books.outcome, text);
}

static gboolean
write_file (const Source *source, SwFolder *folder, const char *name,
            void (*write) (const Source *source, SwText *text), GError **error)
{
  g_autofree char *path = sw_folder_file (folder, name);
  SwText *text = sw_text_open (path, error);
  if (text == NULL)
    return FALSE;
  write (source, text);
  return sw_text_close (text, error);
}

static gboolean
write_sharing (const Source *source, SwFolder *folder, GError **error)
{
  return write_file (source, folder, "kills.csv", write_kills, error)
         && write_file (source, folder, "repartitions.csv", write_repartitions, error)
         && write_file (source, folder, "company.csv", write_company, error);
}

gboolean
sw_account_write (const SwAccount *account, const SwOutcome *outcome, const SwNodeNames *names,
                  SwFolder *folder, GError **error)
{
  assert_closed_with (account, outcome);
  Source source = { account, names };
  return write_file (&source, folder, "jobs.csv", write_jobs, error)
         && write_file (&source, folder, "attempts.csv", write_attempts, error)
         && (account->ledger.timeline == NULL
             || write_file (&source, folder, "timeline.csv", write_timeline, error))
         && (!account->books.sharing || write_sharing (&source, folder, error))
         && write_file (&source, folder, "summary.json", write_summary, error);
}
