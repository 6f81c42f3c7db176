/* The result files that only runs with shared or partitioned cards have. */
#include "sw-results.h"
#include "sw-sharing.h"

#define SLOWDOWN_DIGITS 9

static void
csv_job (SwCsv *csv, const SwBooks *books, SwJob job)
{
  if (job == SW_NO_JOB)
    sw_csv_empty (csv);
  else
    sw_csv_string (csv, books->table->id[job]);
}

void
sw_results_kills (SwText *text, const SwBooks *books, const SwNodeNames *names)
{
  const GArray *kills = books->outcome->kills;
  SwCsv csv = { .text = text };
  sw_put (text, "time_s,victim,culprit,node,card,how,wanted_mib,used_mib\n");
  for (guint i = 0; i < kills->len; i++)
    {
      const SwKill *kill = &g_array_index (kills, SwKill, i);
      sw_csv_seconds (&csv, kill->at);
      csv_job (&csv, books, kill->victim);
      csv_job (&csv, books, kill->culprit);
      sw_csv_string (&csv, names->node_id (names->data, kill->node));
      sw_csv_int (&csv, kill->card);
      sw_csv_string (&csv, sw_kill_names[kill->how]);
      sw_csv_int (&csv, kill->wanted);
      sw_csv_int (&csv, kill->used);
      sw_csv_end (&csv);
    }
}

void
sw_results_repartitions (SwText *text, const SwBooks *books, const SwNodeNames *names)
{
  const GArray *changes = books->outcome->repartitions;
  SwCsv csv = { .text = text };
  sw_put (text, "time_s,seconds,node,card,destroyed,created,mode,disturbed\n");
  for (guint i = 0; i < changes->len; i++)
    {
      const SwRepartition *change = &g_array_index (changes, SwRepartition, i);
      sw_csv_seconds (&csv, change->at);
      sw_csv_seconds (&csv, change->takes);
      sw_csv_string (&csv, names->node_id (names->data, change->node));
      sw_csv_int (&csv, change->card);
      sw_csv_int (&csv, change->destroyed);
      sw_csv_int (&csv, change->created);
      sw_csv_string (&csv, change->mode ? "yes" : "no");
      sw_csv_int (&csv, change->disturbed);
      sw_csv_end (&csv);
    }
}

static void
csv_company (SwCsv *csv, const SwCompany *company)
{
  double slowdown[2];
  sw_sharing_company (company, slowdown);
  sw_csv_seconds (csv, company->together);
  for (guint i = 0; i < 2; i++)
    sw_csv_seconds (csv, company->lost[i]);
  for (guint i = 0; i < 2; i++)
    if (slowdown[i] > 0)
      sw_csv_real (csv, slowdown[i], SLOWDOWN_DIGITS);
    else
      sw_csv_empty (csv);
}

void
sw_results_company (SwText *text, const SwBooks *books, const char *const *behaviours)
{
  const GArray *all = books->outcome->company;
  SwCsv csv = { .text = text };
  sw_put (text, "behaviour_a,behaviour_b,together_s,lost_a_s,lost_b_s,slowdown_a,slowdown_b\n");
  for (guint i = 0; all && i < all->len; i++)
    {
      const SwCompany *company = &g_array_index (all, SwCompany, i);
      if (company->together == 0)
        continue;
      sw_csv_string (&csv, behaviours[company->a]);
      sw_csv_string (&csv, behaviours[company->b]);
      csv_company (&csv, company);
      sw_csv_end (&csv);
    }
}
