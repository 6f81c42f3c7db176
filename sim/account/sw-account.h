/* The accounts of one run: integrals over time while it runs, distributions and totals when it is
 * over, and the result files.
 *
 * Every GPU-second that exists is booked exactly once: useful, overhead, lost, blocked (held by a
 * job that does not work), fragmented (free, jobs wait, and none of them fits) or idle.  Sums are
 * exact integers (GPU-nanoseconds, 128 bits). */
#ifndef SW_ACCOUNT_H
#define SW_ACCOUNT_H

#include "sw-breakdown.h"
#include "sw-outcome.h"
#include "sw-output.h"
#include "sw-stats.h"

G_BEGIN_DECLS

typedef struct SwAccount SwAccount;

typedef struct
{
  gboolean timeline;        /* keep change points for timeline.csv */
  SwTime default_wait_slo;  /* for jobs that have none; NONE: no wait SLO */
  const char *const *pools; /* names of the pools */
  guint32 n_pools;
  gboolean sharing; /* pools share or partition cards: it is kept what is done with them */
  const char *const
      *behaviours; /* names of those of the outcome; without, numbers stand for them */
  guint32 n_behaviours;
} SwAccountOptions;

SwAccount *sw_account_new (const SwJobTable *table, const SwAccountOptions *options);
void sw_account_free (SwAccount *account);
const SwObserver *sw_account_observer (SwAccount *account);

/* What a figure is better at. */
typedef enum
{
  SW_BETTER_NONE,
  SW_BETTER_LOW,
  SW_BETTER_HIGH,
} SwBetter;

/* A number of summary.json with a name that goals, tables and reports use. */
typedef struct
{
  const char *name;  /* "wait_p95" */
  const char *unit;  /* "s", "%", "GPU-h", "" */
  const char *label; /* "p95 wait" */
  const char *doc;   /* exact definition in one sentence */
  gboolean defined;  /* else n/a */
  double value;
  guint digits; /* behind the point, in tables */
  SwBetter better;
} SwFigure;

/* Closes the books; outcome must be the run's, and must live as long as cuts or files are asked
   for. After it figures and files are there. */
void sw_account_close (SwAccount *account, const SwOutcome *outcome);
/* Array of n figures in a fixed order that is the same for every run. */
const SwFigure *sw_account_figures (const SwAccount *account, guint *n);
const SwFigure *sw_account_figure (const SwAccount *account, const char *name); /* NULL: unknown */

/* The jobs cut by size, user, ...: array of SwCutRow, transfer full. */
GArray *sw_account_cut (const SwAccount *account, SwCut cut);

/* Two behaviours whose jobs were the only tenants of a card for some time. */
typedef struct
{
  const char *names[2]; /* of the account */
  SwTime together;
  double slowdown[2]; /* of each; 0: no work was done */
} SwPair;
/* All of them (SwPair), the longest together first; transfer full. */
GArray *sw_account_pairs (const SwAccount *account);

/* --check: books agree with attempts, states and integrals; text of the first disagreement
   (transfer full) or NULL. */
char *sw_account_verify (const SwAccount *account, const SwOutcome *outcome);

/* Names for placements: of nodes, and of a profile of the node's cards, which only runs with
   partitioned cards ask for. */
typedef struct
{
  const char *(*node_id) (gconstpointer data, SwNode node);
  gconstpointer data;
  const char *(*profile) (gconstpointer data, SwNode node, guint profile);
} SwNodeNames;
/* jobs.csv, attempts.csv, timeline.csv, summary.json and, if cards are shared, kills.csv,
   repartitions.csv and company.csv into the folder. */
gboolean sw_account_write (const SwAccount *account, const SwOutcome *outcome,
                           const SwNodeNames *names, SwFolder *folder, GError **error);
/* Only the text of summary.json, into text. */
void sw_account_summary (const SwAccount *account, const SwOutcome *outcome, SwText *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SwAccount, sw_account_free)

G_END_DECLS

#endif
