/* The figures of runs with known answers, and the integrals behind them. */
#include "sw-check.h"
#include "sw-drive.h"

#define FIGURE(drive, name, value) CHECK_REAL (sw_drive_figure (&drive, name), value, 1e-9)

static void
finish (SwDrive *drive)
{
  g_autofree char *fault = sw_account_verify (drive->account, drive->outcome);
  CHECK_STR (fault, NULL);
  sw_drive_clear (drive);
}

/* F-01 */
static void
end_and_start_at_one_instant (void)
{
  SwDrive drive;
  sw_drive_init (&drive);
  SwJob a = sw_drive_job (&drive, "A", 0, 2);
  SwJob b = sw_drive_job (&drive, "B", SECONDS (100), 2);
  SwJob c = sw_drive_job (&drive, "C", SECONDS (100), 1);
  sw_drive_ready (&drive, SECONDS (180));
  sw_drive_capacity (&drive, 0, 2, 0);
  sw_drive_complete (&drive, a, 0, SECONDS (100));
  sw_drive_complete (&drive, b, SECONDS (100), SECONDS (50));
  sw_drive_complete (&drive, c, SECONDS (150), SECONDS (30));
  sw_drive_play (&drive);
  FIGURE (drive, "gpus_used_max", 2);
  FIGURE (drive, "running_max", 1);
  FIGURE (drive, "makespan", 180);
  FIGURE (drive, "completed", 3);
  FIGURE (drive, "utilisation", 100.0 * 330 / 360);
  FIGURE (drive, "wait_p50", 0);
  FIGURE (drive, "wait_max", 50);
  FIGURE (drive, "wait_mean", 50.0 / 3);
  FIGURE (drive, "queue_length_max", 1);
  FIGURE (drive, "queue_length_mean", 50.0 / 180);
  FIGURE (drive, "waiting_gpus_mean", 50.0 / 180);
  finish (&drive);
}

/* F-02 */
static void
nothing_can_run (void)
{
  SwDrive drive;
  sw_drive_init (&drive);
  SwTime submits[] = { 0, SECONDS (5), SECONDS (9) };
  static const char *const ids[] = { "a", "b", "c" };
  for (guint i = 0; i < 3; i++)
    sw_drive_job (&drive, ids[i], submits[i], 2);
  sw_drive_ready (&drive, SECONDS (9));
  sw_drive_capacity (&drive, 0, 1, 0);
  for (SwJob job = 0; job < 3; job++)
    sw_drive_end (&drive, job, SW_UNSATISFIABLE, submits[job]);
  sw_drive_play (&drive);
  FIGURE (drive, "unsatisfiable", 3);
  FIGURE (drive, "completed", 0);
  FIGURE (drive, "utilisation", 0);
  FIGURE (drive, "idle_share", 100);
  FIGURE (drive, "makespan", 9);
  CHECK_FALSE (sw_drive_defined (&drive, "wait_mean"));
  CHECK_FALSE (sw_drive_defined (&drive, "turnaround_max"));
  CHECK_FALSE (sw_drive_defined (&drive, "slowdown_p95"));
  CHECK_FALSE (sw_drive_defined (&drive, "jain_users"));
  finish (&drive);
}

static void
no_job_no_time (void)
{
  SwDrive drive;
  sw_drive_init (&drive);
  sw_drive_ready (&drive, 0);
  sw_drive_capacity (&drive, 0, 4, 0);
  sw_drive_play (&drive);
  FIGURE (drive, "jobs", 0);
  FIGURE (drive, "span", 0);
  FIGURE (drive, "gpu_capacity_hours", 0);
  FIGURE (drive, "gpus_used_max", 0);
  static const char *const undefined[]
      = { "makespan",       "utilisation",         "useful_share",        "cpu_allocation",
          "wait_mean",      "first_wait_max",      "submit_wait_p99",     "slowdown_max",
          "slo_miss_share", "deadline_miss_share", "wait_slo_miss_share", "queue_length_mean",
          "running_mean",   "jain_users" };
  for (guint i = 0; i < G_N_ELEMENTS (undefined); i++)
    CHECK_FALSE (sw_drive_defined (&drive, undefined[i]));
  finish (&drive);
}

/* F-07 */
static void
fractions_of_a_second (void)
{
  SwDrive drive;
  sw_drive_init (&drive);
  SwJob a = sw_drive_job (&drive, "a", 0, 1);
  SwJob b = sw_drive_job (&drive, "b", 0, 1);
  sw_drive_ready (&drive, SECONDS (1.2));
  sw_drive_capacity (&drive, 0, 1, 0);
  sw_drive_complete (&drive, a, 0, SECONDS (0.6));
  sw_drive_complete (&drive, b, SECONDS (0.6), SECONDS (0.6));
  sw_drive_play (&drive);
  FIGURE (drive, "turnaround_mean", 0.9);
  FIGURE (drive, "turnaround_p50", 0.6);
  FIGURE (drive, "turnaround_max", 1.2);
  FIGURE (drive, "utilisation", 100);
  FIGURE (drive, "slowdown_max", 1);
  finish (&drive);
}

/* F-08 */
static void
zero_length_job (void)
{
  SwDrive drive;
  sw_drive_init (&drive);
  SwJob z = sw_drive_job (&drive, "Z", SECONDS (10), 1);
  SwJob a = sw_drive_job (&drive, "A", SECONDS (10), 1);
  sw_drive_ready (&drive, SECONDS (15));
  sw_drive_capacity (&drive, 0, 1, 0);
  sw_drive_complete (&drive, z, SECONDS (10), 0);
  sw_drive_complete (&drive, a, SECONDS (10), SECONDS (5));
  sw_drive_play (&drive);
  FIGURE (drive, "completed", 2);
  FIGURE (drive, "gpu_useful_hours", 5.0 / 3600);
  FIGURE (drive, "slowdown_mean", 1);
  FIGURE (drive, "wait_max", 0);
  FIGURE (drive, "makespan", 5);
  FIGURE (drive, "span", 15);
  finish (&drive);
}

/* F-12 */
static void
long_gaps_cost_nothing (void)
{
  SwDrive drive;
  sw_drive_init (&drive);
  drive.timeline = TRUE;
  SwJob a = sw_drive_job (&drive, "a", 0, 1);
  SwJob b = sw_drive_job (&drive, "b", 1000, 1);
  SwJob c = sw_drive_job (&drive, "c", SECONDS (1e9), 1);
  sw_drive_ready (&drive, SECONDS (1e9 + 1));
  sw_drive_capacity (&drive, 0, 1, 0);
  sw_drive_complete (&drive, a, 0, SECONDS (1));
  sw_drive_complete (&drive, b, SECONDS (1), SECONDS (1));
  sw_drive_complete (&drive, c, SECONDS (1e9), SECONDS (1));
  sw_drive_play (&drive);
  FIGURE (drive, "gpu_capacity_hours", (1e9 + 1) / 3600);
  FIGURE (drive, "gpu_allocated_hours", 3.0 / 3600);
  FIGURE (drive, "wait_max", 1 - 1e-6);
  finish (&drive);
}

/* G-02: the greedy schedule. */
static void
starvation_shows (void)
{
  SwDrive drive;
  sw_drive_init (&drive);
  SwJob small[40], big = 0;
  for (guint i = 0; i < 40; i++)
    {
      g_autofree char *id = g_strdup_printf ("s%u", i);
      small[i] = sw_drive_job (&drive, id, SECONDS (25 * i), 1);
      if (i == 0)
        big = sw_drive_job (&drive, "big", SECONDS (10), 4);
    }
  sw_drive_ready (&drive, SECONDS (1175));
  sw_drive_capacity (&drive, 0, 4, 0);
  for (guint i = 0; i < 40; i++)
    sw_drive_complete (&drive, small[i], SECONDS (25 * i), SECONDS (100));
  sw_drive_complete (&drive, big, SECONDS (1075), SECONDS (100));
  sw_drive_play (&drive);
  FIGURE (drive, "wait_mean", 1065.0 / 41);
  FIGURE (drive, "wait_p95", 0);
  FIGURE (drive, "wait_max", 1065);
  g_autoptr (GArray) sizes = sw_account_cut (drive.account, SW_CUT_SIZE);
  CHECK_INT (sizes->len, 2);
  const SwCutRow *ones = &g_array_index (sizes, SwCutRow, 0);
  const SwCutRow *fours = &g_array_index (sizes, SwCutRow, 1);
  CHECK_STR (ones->name, "1");
  CHECK_INT (ones->jobs, 40);
  CHECK_INT (ones->wait.max, 0);
  CHECK_STR (fours->name, "4-7");
  CHECK_INT (fours->completed, 1);
  CHECK_INT (fours->wait.max, SECONDS (1065));
  CHECK_INT (fours->turnaround.max, SECONDS (1165));
  finish (&drive);
}

/* K-01: n jobs whose waits are first, first + 1, ... seconds. */
static void
play_waits (SwDrive *drive, guint n, guint first)
{
  sw_drive_init (drive);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *id = g_strdup_printf ("%u", i);
      sw_drive_job (drive, id, 0, 1);
    }
  sw_drive_ready (drive, SECONDS (first + n + 9));
  sw_drive_capacity (drive, 0, n, 0);
  for (guint i = 0; i < n; i++)
    sw_drive_complete (drive, i, SECONDS (first + i), SECONDS (10));
  sw_drive_play (drive);
}

static void
nearest_ranks (void)
{
  SwDrive drive;
  play_waits (&drive, 100, 1);
  FIGURE (drive, "wait_p50", 50);
  FIGURE (drive, "wait_p95", 95);
  FIGURE (drive, "wait_p99", 99);
  FIGURE (drive, "wait_max", 100);
  FIGURE (drive, "wait_mean", 50.5);
  FIGURE (drive, "slowdown_p50", 6);
  FIGURE (drive, "slowdown_max", 11);
  finish (&drive);
  play_waits (&drive, 20, 0);
  FIGURE (drive, "wait_p95", 18);
  finish (&drive);
  play_waits (&drive, 1, 7);
  FIGURE (drive, "wait_p50", 7);
  FIGURE (drive, "wait_p99", 7);
  finish (&drive);
}

/* K-02, J-05: what crosses the stop is cut there. */
static void
cut_at_the_stop (void)
{
  SwDrive drive;
  sw_drive_init (&drive);
  SwJob x = sw_drive_job (&drive, "X", 0, 1);
  SwJob z = sw_drive_job (&drive, "Z", SECONDS (80), 1);
  SwJob w = sw_drive_job (&drive, "W", SECONDS (95), 1);
  sw_drive_ready (&drive, SECONDS (100));
  sw_drive_capacity (&drive, 0, 2, 0);
  sw_drive_complete (&drive, x, 0, SECONDS (100));
  sw_drive_attempt (&drive, z, SECONDS (90), SECONDS (100), SW_END_NONE, SECONDS (1), 0);
  sw_drive_play (&drive);
  FIGURE (drive, "utilisation", 55);
  FIGURE (drive, "gpu_useful_hours", 109.0 / 3600);
  FIGURE (drive, "gpu_overhead_hours", 1.0 / 3600);
  FIGURE (drive, "unfinished", 2);
  FIGURE (drive, "makespan", 100);
  FIGURE (drive, "turnaround_mean", 100);
  FIGURE (drive, "wait_max", 0);
  FIGURE (drive, "queue_length_mean", 0.15);
  CHECK_INT (sw_outcome_wait (drive.outcome, z), SECONDS (10));
  CHECK_INT (sw_outcome_wait (drive.outcome, w), SECONDS (5));
  finish (&drive);
}

/* K-03 */
static void
capacity_that_existed (void)
{
  SwDrive drive;
  sw_drive_init (&drive);
  SwJob a = sw_drive_job (&drive, "a", 0, 4);
  sw_drive_ready (&drive, SECONDS (200));
  sw_drive_capacity (&drive, 0, 4, 0);
  sw_drive_capacity (&drive, SECONDS (100), 8, 0);
  sw_drive_complete (&drive, a, 0, SECONDS (200));
  sw_drive_play (&drive);
  FIGURE (drive, "utilisation", 100.0 * 800 / 1200);
  FIGURE (drive, "gpu_capacity_hours", 1200.0 / 3600);
  FIGURE (drive, "gpu_idle_hours", 400.0 / 3600);
  finish (&drive);
}

/* K-04, I-03 without a checkpoint. */
static void
preempted_time_stays (void)
{
  SwDrive drive;
  sw_drive_init (&drive);
  SwJob a = sw_drive_job (&drive, "a", 0, 2);
  sw_drive_ready (&drive, SECONDS (1800));
  sw_drive_capacity (&drive, 0, 2, 0);
  sw_drive_capacity (&drive, SECONDS (500), 0, 0);
  sw_drive_capacity (&drive, SECONDS (800), 2, 0);
  sw_drive_attempt (&drive, a, 0, SECONDS (500), SW_END_RECLAIMED, 0, SECONDS (500));
  sw_drive_complete (&drive, a, SECONDS (800), SECONDS (1000));
  sw_drive_play (&drive);
  FIGURE (drive, "wait_mean", 300);
  FIGURE (drive, "first_wait_mean", 0);
  FIGURE (drive, "turnaround_mean", 1800);
  FIGURE (drive, "slowdown_mean", 1.2);
  FIGURE (drive, "gpu_useful_hours", 2000.0 / 3600);
  FIGURE (drive, "gpu_lost_hours", 1000.0 / 3600);
  FIGURE (drive, "gpu_blocked_hours", 0);
  FIGURE (drive, "utilisation", 100);
  FIGURE (drive, "useful_share", 100.0 * 2000 / 3000);
  FIGURE (drive, "reclaims", 1);
  FIGURE (drive, "preemptions", 0);
  FIGURE (drive, "restarts", 1);
  CHECK_INT (drive.outcome->run[a], SECONDS (1500));
  finish (&drive);
}

static void
six_categories (void)
{
  SwDrive drive;
  sw_drive_init (&drive);
  SwJob a = sw_drive_job (&drive, "a", 0, 3);
  SwJob b = sw_drive_job (&drive, "b", 0, 8);
  sw_drive_ready (&drive, SECONDS (100));
  sw_drive_capacity (&drive, 0, 10, 7);
  sw_drive_capacity (&drive, SECONDS (60), 10, 4);
  sw_drive_attempt (&drive, a, 0, SECONDS (100), SW_END_COMPLETED, SECONDS (10), SECONDS (20));
  g_array_index (drive.outcome->attempts_log, SwAttempt, 0).useful = SECONDS (65);
  sw_drive_end (&drive, a, SW_COMPLETED, SECONDS (100));
  sw_drive_play (&drive);
  FIGURE (drive, "useful_share", 19.5);
  FIGURE (drive, "overhead_share", 3);
  FIGURE (drive, "lost_share", 6);
  FIGURE (drive, "blocked_share", 1.5);
  FIGURE (drive, "fragmented_share", 58);
  FIGURE (drive, "idle_share", 12);
  FIGURE (drive, "utilisation", 30);
  FIGURE (drive, "waiting_gpus_max", 8);
  CHECK_INT (sw_outcome_wait (drive.outcome, b), SECONDS (100));
  finish (&drive);
}

static void
waits_from_eligible_and_from_submit (void)
{
  SwDrive drive;
  sw_drive_init (&drive);
  SwJob a = sw_drive_job (&drive, "a", SECONDS (10), 1);
  sw_drive_ready (&drive, SECONDS (100));
  sw_drive_capacity (&drive, 0, 1, 0);
  drive.outcome->eligible[a] = SECONDS (40);
  sw_drive_complete (&drive, a, SECONDS (60), SECONDS (40));
  sw_drive_play (&drive);
  FIGURE (drive, "wait_mean", 20);
  FIGURE (drive, "submit_wait_mean", 50);
  FIGURE (drive, "turnaround_mean", 60);
  FIGURE (drive, "slowdown_mean", 1.5);
  FIGURE (drive, "makespan", 90);
  finish (&drive);
}

/* One user gets all it asks for at once, the other waits as long as it runs: rates 1 and 1/2. */
static void
jain_over_users (void)
{
  SwDrive drive;
  sw_drive_init (&drive);
  SwJobRow row = sw_drive_row (&drive, "a", 0, 2);
  row.user = sw_drive_name (&drive, "ann");
  sw_drive_add (&drive, &row);
  row = sw_drive_row (&drive, "b", 0, 2);
  row.user = sw_drive_name (&drive, "bob");
  sw_drive_add (&drive, &row);
  row = sw_drive_row (&drive, "c", 0, 0);
  row.user = sw_drive_name (&drive, "cpu only");
  sw_drive_add (&drive, &row);
  sw_drive_ready (&drive, SECONDS (20));
  sw_drive_capacity (&drive, 0, 2, 0);
  sw_drive_complete (&drive, 0, 0, SECONDS (10));
  sw_drive_complete (&drive, 2, 0, SECONDS (10));
  sw_drive_complete (&drive, 1, SECONDS (10), SECONDS (10));
  sw_drive_play (&drive);
  FIGURE (drive, "jain_users", 1.5 * 1.5 / (2 * 1.25));
  finish (&drive);
}

/* Levels told by hand, no jobs. */
static SwAccount *
bare_account (const SwJobTable *table)
{
  SwAccountOptions options = { .default_wait_slo = SW_TIME_NONE };
  return sw_account_new (table, &options);
}

static void
tell (SwAccount *account, SwInstant instant)
{
  const SwObserver *observer = sw_account_observer (account);
  observer->instant (observer->self, &instant);
}

static void
last_state_of_a_time_stamp_counts (void)
{
  SwDrive drive;
  sw_drive_init (&drive);
  sw_drive_ready (&drive, SECONDS (30));
  g_autoptr (SwAccount) account = bare_account (drive.table);
  tell (account, (SwInstant){ .now = SECONDS (10), .gpus = 4, .cpu_milli = 8000 });
  tell (account, (SwInstant){ .now = SECONDS (20), .gpus = 4, .allocated = 4000, .waiting = 9 });
  tell (account, (SwInstant){ .now = SECONDS (20),
                              .gpus = 2,
                              .allocated = 1000,
                              .waiting = 3,
                              .cpu_milli = 8000,
                              .cpu_used = 4000 });
  tell (account,
        (SwInstant){ .now = SECONDS (30), .gpus = 100, .allocated = 100000, .running = 7 });
  sw_account_close (account, drive.outcome);
  CHECK_REAL (sw_account_figure (account, "gpu_capacity_hours")->value, 60.0 / 3600, 1e-12);
  CHECK_REAL (sw_account_figure (account, "gpu_allocated_hours")->value, 10.0 / 3600, 1e-12);
  CHECK_REAL (sw_account_figure (account, "gpus_used_max")->value, 1, 0);
  CHECK_REAL (sw_account_figure (account, "queue_length_max")->value, 3, 0);
  CHECK_REAL (sw_account_figure (account, "running_max")->value, 0, 0);
  CHECK_REAL (sw_account_figure (account, "cpu_allocation")->value, 25, 1e-12);
  sw_drive_clear (&drive);
}

static void
wide_integrals (void)
{
  SwDrive drive;
  sw_drive_init (&drive);
  sw_drive_ready (&drive, G_MAXINT64 - 1);
  g_autoptr (SwAccount) account = bare_account (drive.table);
  tell (account, (SwInstant){ .now = 0, .gpus = G_MAXUINT32, .cpu_milli = G_MAXINT64 });
  sw_account_close (account, drive.outcome);
  CHECK_REAL (sw_account_figure (account, "gpu_capacity_hours")->value,
              4294967295.0 * 9223372036.854775807 / 3600, 1e3);
  CHECK_REAL (sw_account_figure (account, "cpu_allocation")->value, 0, 0);
  g_autofree char *fault = sw_account_verify (account, drive.outcome);
  CHECK_STR (fault, NULL);
  sw_drive_clear (&drive);
}

static void
figures_are_described (void)
{
  SwDrive drive;
  sw_drive_init (&drive);
  sw_drive_ready (&drive, 0);
  g_autoptr (SwAccount) account = bare_account (drive.table);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  guint n;
  const SwFigure *figures = sw_account_figures (account, &n);
  CHECK_TRUE (n > 60);
  for (guint i = 0; i < n; i++)
    {
      CHECK_TRUE (figures[i].name != NULL && figures[i].unit != NULL);
      CHECK_TRUE (figures[i].label != NULL && g_str_has_suffix (figures[i].doc, "."));
      CHECK_TRUE (g_hash_table_add (seen, (gpointer)figures[i].name));
      CHECK_TRUE (sw_account_figure (account, figures[i].name) == &figures[i]);
    }
  CHECK_TRUE (sw_account_figure (account, "no such figure") == NULL);
  sw_drive_clear (&drive);
}

/* The page of results says what the code says. */
static void
figures_are_documented (void)
{
  g_autofree char *here = g_path_get_dirname (__FILE__);
  g_autofree char *path = g_build_filename (here, "../../sim/account/RESULTS.md", NULL);
  g_autofree char *page = NULL;
  if (!g_file_get_contents (path, &page, NULL, NULL))
    SKIP ("run outside the build folder: no RESULTS.md");
  SwDrive drive;
  sw_drive_init (&drive);
  sw_drive_ready (&drive, 0);
  g_autoptr (SwAccount) account = bare_account (drive.table);
  guint n;
  const SwFigure *figures = sw_account_figures (account, &n);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *row = g_strdup_printf ("| `%s` | %s | %s |\n", figures[i].name,
                                              figures[i].unit, figures[i].doc);
      CHECK_CONTAINS (page, row);
    }
  sw_drive_clear (&drive);
}

SW_CHECKS ("account", { "F-01 end and start at one instant", end_and_start_at_one_instant },
           { "F-02 nothing can run", nothing_can_run }, { "no job and no time", no_job_no_time },
           { "F-07 fractions of a second", fractions_of_a_second },
           { "F-08 zero-length job", zero_length_job },
           { "F-12 long gaps", long_gaps_cost_nothing },
           { "G-02 starvation shows", starvation_shows }, { "K-01 nearest ranks", nearest_ranks },
           { "K-02 J-05 cut at the stop", cut_at_the_stop },
           { "K-03 capacity that existed", capacity_that_existed },
           { "K-04 preempted time stays", preempted_time_stays },
           { "six categories", six_categories },
           { "waits from eligible and from submit", waits_from_eligible_and_from_submit },
           { "Jain over users", jain_over_users },
           { "last state of a time stamp counts", last_state_of_a_time_stamp_counts },
           { "integrals of 128 bits", wide_integrals },
           { "figures are described", figures_are_described },
           { "figures are documented", figures_are_documented })
