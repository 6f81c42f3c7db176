/* What pages say of runs that share cards, and which figures stand together. */
#include "sw-check.h"
#include "sw-drive.h"
#include "sw-page-groups.h"
#include "sw-page-sharing.h"

static void
longest_prefix_decides (void)
{
  static const struct
  {
    const char *figure;
    SwPageGroup group;
  } cases[] = { { "oom", SW_GROUP_JOBS },
                { "oom_kills", SW_GROUP_SHARING },
                { "oom_kills_cap", SW_GROUP_SHARING },
                { "memory_used", SW_GROUP_SHARING },
                { "fragmented_share", SW_GROUP_GPU_TIME },
                { "fragmentation_mean", SW_GROUP_SHARING },
                { "completed", SW_GROUP_JOBS },
                { "co_slowdown_p95", SW_GROUP_SHARING },
                { "slowdown_p95", SW_GROUP_TIMES },
                { "slo_jobs", SW_GROUP_SLO },
                { "wait_slo_misses", SW_GROUP_SLO },
                { "wait_p95", SW_GROUP_TIMES },
                { "preemptions", SW_GROUP_OTHERS } };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    if (!CHECK_INT (sw_page_group (cases[i].figure), cases[i].group))
      g_printerr ("%s\n", cases[i].figure);
}

/* Two tenants of one card, one of them slowed, and a job that never ran. */
static void
make (SwDrive *drive, gboolean sharing)
{
  static const char *const behaviours[] = { "train", "serve", NULL };
  sw_drive_init (drive);
  for (guint i = 0; i < 3; i++)
    {
      SwJobRow row = sw_drive_row (drive, i == 0 ? "a" : i == 1 ? "b" : "c", 0, 1);
      row.job_type = i < 2 ? sw_drive_name (drive, behaviours[i]) : 0;
      sw_drive_add (drive, &row);
    }
  sw_drive_ready (drive, SECONDS (7200));
  sw_drive_capacity (drive, 0, 1, 0);
  if (sharing)
    sw_drive_share (drive, behaviours);
  sw_drive_complete (drive, 0, 0, SECONDS (7200));
  sw_drive_part (drive, 0, 0, 0, 500);
  sw_drive_complete (drive, 1, 0, SECONDS (3600));
  sw_drive_part (drive, 1, 0, 0, 250);
  if (sharing)
    {
      drive->outcome->alone[0] = SECONDS (6400);
      drive->outcome->alone[1] = SECONDS (3600);
      *sw_outcome_company (drive->outcome, 0, 1)
          = (SwCompany){ 0, 1, SECONDS (3600), { SECONDS (800), 0 } };
    }
  sw_drive_play (drive);
}

static char *
page_of (const SwDrive *drive)
{
  SwText *text = sw_text_memory ();
  sw_page_sharing (drive->account, SW_FORMAT_TABLE, text);
  return sw_text_steal (text, NULL);
}

static void
types_and_pairs (void)
{
  SwDrive drive;
  make (&drive, TRUE);
  g_autofree char *page = page_of (&drive);
  CHECK_STR (page,
             "co-location slowdown by job type  jobs  OOM kills  tenants   mean    p50    p95    "
             "p99    max\n"
             "train                                1          0        1  1.125  1.125  1.125  "
             "1.125  1.125\n"
             "serve                                1          0        1  1.000  1.000  1.000  "
             "1.000  1.000\n"
             "(none)                               1          0        0    n/a    n/a    n/a    "
             "n/a    n/a\n"
             "\n"
             "pairs of tenants         together  slowdown  of the other\n"
             "                                h\n"
             "train             serve       1.0     1.286         1.000\n"
             "\n");
  sw_drive_clear (&drive);
}

static void
nothing_of_whole_cards (void)
{
  SwDrive drive;
  make (&drive, FALSE);
  g_autofree char *page = page_of (&drive);
  CHECK_STR (page, "");
  sw_drive_clear (&drive);
}

SW_CHECKS ("page", { "longest prefix decides", longest_prefix_decides },
           { "types and pairs", types_and_pairs },
           { "nothing of whole cards", nothing_of_whole_cards })
