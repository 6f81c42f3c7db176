/* What the outcome of a run says about each job, in one place: the figures, the breakdowns and the
 * files ask here, so that no two of them define a wait or a miss differently.
 *
 * A job "ended" if it reached a final state; it "ran and ended" if it was on GPUs before that.  The
 * distributions are over jobs that ran and ended; jobs that are unfinished or never ran are counted
 * beside them. */
#ifndef SW_BOOKS_H
#define SW_BOOKS_H

#include "sw-outcome.h"

G_BEGIN_DECLS

/* GPU-nanoseconds of attempts. */
typedef struct
{
  __int128 held, useful, overhead, lost;
} SwWork;

typedef struct
{
  const SwJobTable *table;
  const SwOutcome *outcome; /* borrowed */
  SwTime wait_slo;          /* of jobs that have none; NONE: none */
  gboolean sharing;         /* cards were shared, and the outcome tells of it */
  guint32 *gpus, *tasks;    /* per demand */
  guint64 *milli;           /* per demand: thousandths of GPUs, an instance counts as a GPU */
  SwWork work;              /* of all jobs */
  guint64 ends[SW_N_ENDS];  /* attempts by how they ended */
  guint64 restarts;         /* attempts that are not the first of their job */
  guint32 *kills;           /* per job: its attempts that lack of memory ended; NULL: none at all */
  guint32 *evictions;       /* of them, by eviction; NULL with kills */
} SwBooks;

/* sharing: some pool shares or partitions cards. */
void sw_books_init (SwBooks *books, const SwOutcome *outcome, SwTime wait_slo, gboolean sharing);
void sw_books_clear (SwBooks *books);

gboolean sw_books_ended (const SwBooks *books, SwJob job);
gboolean sw_books_ran_and_ended (const SwBooks *books, SwJob job);
guint32 sw_books_gpus (const SwBooks *books, SwJob job);
/* Thousandths of GPUs that the job holds when it runs; if it never did, that it asks for. */
guint64 sw_books_milli (const SwBooks *books, SwJob job);
guint32 sw_books_tasks (const SwBooks *books, SwJob job);
SwWork sw_books_work (const SwBooks *books, SwJob job);
__int128 sw_books_held (const SwBooks *books, SwJob job); /* only the time held */

/* Eligible to first start; NONE if it never started. */
SwTime sw_books_first_wait (const SwBooks *books, SwJob job);
/* sw_outcome_wait() counted from the submission; NONE if it never was eligible. */
SwTime sw_books_submit_wait (const SwBooks *books, SwJob job);
/* Eligible to end; NONE if it did not end or never was eligible. */
SwTime sw_books_turnaround (const SwBooks *books, SwJob job);
/* Eligible to end or to the stop of the run; 0 if it never was eligible. */
SwTime sw_books_in_system (const SwBooks *books, SwJob job);
/* turnaround / max (time on GPUs, 10 s), at least 1, in billionths like a time; only of jobs that
   ran and ended.  Feitelson et al., JSSPP 1997. */
SwTime sw_books_slowdown (const SwBooks *books, SwJob job);

typedef enum
{
  SW_SLO_NONE, /* the job has no such goal */
  SW_SLO_MET,
  SW_SLO_MISSED,
  SW_SLO_UNDECIDED, /* the run ended before it was clear */
  SW_N_SLO,
} SwSlo;

SwSlo sw_books_deadline (const SwBooks *books, SwJob job);
SwSlo sw_books_wait_verdict (const SwBooks *books, SwJob job);
/* Both goals together: missed if one is, else undecided if one is. */
SwSlo sw_books_slo (SwSlo deadline, SwSlo wait);

G_END_DECLS

#endif
