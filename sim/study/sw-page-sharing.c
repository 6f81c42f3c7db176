#include "sw-page-sharing.h"

#define PAIRS 12 /* at most, those that were together for longest; all are in company.csv */
#define DIGITS 3

static void
put_slowdown (SwGrid *grid, SwTime slowdown)
{
  if (slowdown == SW_TIME_NONE)
    sw_grid_undefined (grid);
  else
    sw_grid_real (grid, (double)slowdown / (double)SW_SECOND, DIGITS);
}

static void
put_type (SwGrid *grid, const SwCutRow *row)
{
  const SwSpread *spread = &row->co_slowdown;
  sw_grid_row (grid);
  sw_grid_text (grid, !row->name ? "others" : *row->name ? row->name : "(none)");
  sw_grid_int (grid, row->jobs);
  sw_grid_int (grid, row->oom_kills);
  sw_grid_int (grid, (gint64)spread->count);
  if (spread->count > 0)
    sw_grid_real (grid, spread->mean, DIGITS);
  else
    sw_grid_undefined (grid);
  put_slowdown (grid, spread->p50);
  put_slowdown (grid, spread->p95);
  put_slowdown (grid, spread->p99);
  put_slowdown (grid, spread->max);
}

static void
print_types (const SwAccount *account, SwFormat format, SwText *text)
{
  static const char *const parts[] = { "mean", "p50", "p95", "p99", "max" };
  g_autoptr (SwGrid) grid = sw_grid_new ();
  g_autoptr (GArray) rows = sw_account_cut (account, SW_CUT_JOB_TYPE);
  sw_grid_column (grid, "co-location slowdown by job type", "", "job_type", FALSE);
  sw_grid_column (grid, "jobs", "", "jobs", TRUE);
  sw_grid_column (grid, "OOM kills", "", "oom_kills", TRUE);
  sw_grid_column (grid, "tenants", "", "tenants", TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    sw_grid_column (grid, parts[i], "", parts[i], TRUE);
  for (guint i = 0; i < rows->len; i++)
    put_type (grid, &g_array_index (rows, SwCutRow, i));
  sw_grid_print (grid, format, text);
  sw_put (text, "\n");
}

static void
print_pairs (const SwAccount *account, SwFormat format, SwText *text)
{
  g_autoptr (GArray) pairs = sw_account_pairs (account);
  if (pairs->len == 0)
    return;
  g_autoptr (SwGrid) grid = sw_grid_new ();
  sw_grid_column (grid, "pairs of tenants", "", "behaviour_a", FALSE);
  sw_grid_column (grid, "", "", "behaviour_b", FALSE);
  sw_grid_column (grid, "together", "h", "together_h", TRUE);
  sw_grid_column (grid, "slowdown", "", "slowdown_a", TRUE);
  sw_grid_column (grid, "of the other", "", "slowdown_b", TRUE);
  for (guint i = 0; i < MIN (pairs->len, PAIRS); i++)
    {
      const SwPair *pair = &g_array_index (pairs, SwPair, i);
      sw_grid_row (grid);
      for (guint k = 0; k < 2; k++)
        sw_grid_text (grid, pair->names[k]);
      sw_grid_real (grid, (double)pair->together / (double)(3600 * SW_SECOND), 1);
      for (guint k = 0; k < 2; k++)
        if (pair->slowdown[k] > 0)
          sw_grid_real (grid, pair->slowdown[k], DIGITS);
        else
          sw_grid_undefined (grid);
    }
  sw_grid_print (grid, format, text);
  sw_put (text, "\n");
}

void
sw_page_sharing (const SwAccount *account, SwFormat format, SwText *text)
{
  if (!sw_account_figure (account, "oom_kills")->defined)
    return;
  print_types (account, format, text);
  print_pairs (account, format, text);
}
