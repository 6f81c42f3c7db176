/* The result files, byte for byte, and the breakdowns of the summary. */
#include <glib/gstdio.h>

#include "sw-check.h"
#include "sw-drive.h"

static const char *
node_id (gconstpointer data, SwNode node)
{
  const char *const *ids = data;
  return ids[node];
}

static char *
read_and_remove (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  char *text = NULL;
  g_file_get_contents (path, &text, NULL, NULL);
  g_unlink (path);
  return text;
}

typedef struct
{
  char *jobs, *attempts, *timeline, *summary; /* NULL: there is no such file */
} Files;

static Files
write_files (const SwDrive *drive)
{
  static const char *const ids[] = { "n0", "rack 1, left", "n2" };
  SwNodeNames names = { node_id, ids };
  g_autofree char *parent = g_dir_make_tmp ("slicewise-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (parent, "out", NULL);
  g_autoptr (SwFolder) folder = sw_folder_new (path, NULL);
  CHECK_TRUE (folder != NULL);
  CHECK_TRUE (sw_account_write (drive->account, drive->outcome, &names, folder, NULL));
  CHECK_TRUE (sw_folder_commit (g_steal_pointer (&folder), NULL));
  Files files = { read_and_remove (path, "jobs.csv"), read_and_remove (path, "attempts.csv"),
                  read_and_remove (path, "timeline.csv"), read_and_remove (path, "summary.json") };
  g_rmdir (path);
  g_rmdir (parent);
  return files;
}

static void
files_clear (Files *files)
{
  g_free (files->jobs);
  g_free (files->attempts);
  g_free (files->timeline);
  g_free (files->summary);
}

/* A job that is preempted and completes, one that cannot run, one that is cut. */
static void
make (SwDrive *drive)
{
  sw_drive_init (drive);
  drive->timeline = TRUE;
  SwJobRow row = sw_drive_row (drive, "a,1", 0, 4);
  row.user = sw_drive_name (drive, "ann \"x\"");
  row.tenant = sw_drive_name (drive, "lab");
  row.queue = sw_drive_name (drive, "gold");
  row.kind = sw_drive_name (drive, "train");
  row.slo_class = sw_drive_name (drive, "strict");
  row.limit = SECONDS (3600);
  row.deadline = SECONDS (40);
  row.wait_slo = SECONDS (5);
  row.obs_start = SECONDS (1.5);
  row.obs_end = SECONDS (9);
  row.obs_state = SW_OBS_FAILED;
  SwJob a = sw_drive_add (drive, &row);
  SwJob b = sw_drive_job (drive, "b", SECONDS (0.25), 64);
  row = sw_drive_row (drive, "c", SECONDS (0.25), 1);
  row.wait_slo = SECONDS (100);
  SwJob c = sw_drive_add (drive, &row);
  sw_drive_ready (drive, SECONDS (50));
  sw_drive_capacity (drive, 0, 5, 0);
  sw_drive_attempt (drive, a, 0, SECONDS (10), SW_END_PREEMPTED, SECONDS (1), SECONDS (2.5));
  sw_drive_piece (drive, a, 1, 0x8f);
  sw_drive_piece (drive, a, 1, 0x40);
  sw_drive_piece (drive, a, 0, G_GUINT64_CONSTANT (1) << 63 | 1);
  sw_drive_attempt (drive, c, SECONDS (12), SECONDS (50), SW_END_NONE, 0, 0);
  sw_drive_piece (drive, c, 2, 0);
  sw_drive_complete (drive, a, SECONDS (20), SECONDS (25));
  sw_drive_piece (drive, a, 0, 0x20f);
  sw_drive_end (drive, b, SW_UNSATISFIABLE, SECONDS (0.25));
  sw_outcome_why (drive->outcome, b, "asks for 64 GPUs, of 5");
}

static void
rows_of_jobs (void)
{
  SwDrive drive;
  make (&drive);
  sw_drive_play (&drive);
  Files files = write_files (&drive);
  CHECK_STR (files.jobs,
             "job_id,user,tenant,queue,kind,slo_class,submit_s,eligible_s,start_s,end_s,state,"
             "reason,tasks,gpus,attempts,preemptions,reclaims,failures,wait_s,first_wait_s,run_s,"
             "turnaround_s,bounded_slowdown,useful_gpu_s,overhead_gpu_s,lost_gpu_s,limit_s,"
             "deadline_s,deadline_missed,wait_missed,placement,obs_start_s,obs_end_s,obs_state\n"
             "\"a,1\",\"ann \"\"x\"\"\",lab,gold,train,strict,0,0,0,45,completed,,4,4,2,1,0,0,10,0,"
             "35,45,1.285714286,126,4,10,3600,40,yes,yes,\"n0:0-3,9\",1.5,9,failed\n"
             "b,,,,,,0.25,0.25,,0.25,unsatisfiable,\"asks for 64 GPUs, of 5\",64,64,0,0,0,0,0,,0,0,"
             ",0,0,0,,,,,,,,unknown\n"
             "c,,,,,,0.25,0.25,12,,unfinished,,1,1,1,0,0,0,11.75,11.75,38,,,38,0,0,,,,undecided,"
             "n2,,,unknown\n");
  CHECK_STR (files.attempts,
             "job_id,attempt,start_s,end_s,end,gpus,useful_s,overhead_s,lost_s,placement\n"
             "\"a,1\",1,0,10,preempted,4,6.5,1,2.5,\"rack 1, left:0-3,6-7;n0:0,63\"\n"
             "c,1,12,50,running,1,38,0,0,n2\n"
             "\"a,1\",2,20,45,completed,4,25,0,0,\"n0:0-3,9\"\n");
  files_clear (&files);
  g_autofree char *fault = sw_account_verify (drive.account, drive.outcome);
  CHECK_STR (fault, NULL);
  sw_drive_clear (&drive);
}

static const char timeline_rows[]
    = "time_s,gpus,allocated,fragmented,idle,waiting,running,waiting_gpus,allocated:main\n"
      "0,5,4,0,1,0,1,0,4\n"
      "0.25,5,4,0,1,1,1,1,4\n"
      "10,5,0,0,5,2,0,5,0\n"
      "12,5,1,0,4,1,1,4,1\n"
      "20,5,5,0,0,0,2,0,5\n"
      "45,5,1,0,4,0,1,0,1\n"
      "50,5,0,0,5,1,0,1,0\n";

static void
rows_of_the_timeline (void)
{
  SwDrive drive;
  make (&drive);
  sw_drive_play (&drive);
  Files files = write_files (&drive);
  CHECK_STR (files.timeline, timeline_rows);
  files_clear (&files);
  sw_drive_clear (&drive);
}

static void
no_timeline_if_not_wanted (void)
{
  SwDrive drive;
  make (&drive);
  drive.timeline = FALSE;
  sw_drive_play (&drive);
  Files files = write_files (&drive);
  CHECK_TRUE (files.timeline == NULL);
  CHECK_TRUE (files.jobs != NULL && files.attempts != NULL && files.summary != NULL);
  files_clear (&files);
  sw_drive_clear (&drive);
}

/* F-03 */
static void
looking_more_often_changes_nothing (void)
{
  SwDrive drive;
  make (&drive);
  sw_drive_play (&drive);
  Files once = write_files (&drive);
  sw_drive_clear (&drive);
  static const double intervals[] = { 5, 1, 0.01 };
  for (guint i = 0; i < G_N_ELEMENTS (intervals); i++)
    {
      make (&drive);
      sw_drive_play_every (&drive, SECONDS (intervals[i]));
      Files often = write_files (&drive);
      CHECK_STR (often.jobs, once.jobs);
      CHECK_STR (often.attempts, once.attempts);
      CHECK_STR (often.timeline, once.timeline);
      CHECK_STR (often.summary, once.summary);
      files_clear (&often);
      sw_drive_clear (&drive);
    }
  files_clear (&once);
}

#define TOLD 5000 /* rows: more than one chunk */

static void
long_timeline (void)
{
  SwDrive drive;
  sw_drive_init (&drive);
  sw_drive_ready (&drive, TOLD);
  static const char *const pools[] = { "a", "b,c" };
  SwAccountOptions options
      = { .timeline = TRUE, .default_wait_slo = SW_TIME_NONE, .pools = pools, .n_pools = 2 };
  drive.account = sw_account_new (drive.table, &options);
  const SwObserver *observer = sw_account_observer (drive.account);
  for (guint i = 0; i < TOLD; i++)
    {
      guint32 gpus[] = { 1, 1 };
      guint64 allocated[] = { 1000 * (i / 2 % 2), 1000 * (1 - i / 2 % 2) };
      SwInstant instant = { .now = i, .gpus = 2, .allocated = 1000 };
      instant.pool_gpus = gpus;
      instant.pool_allocated = allocated;
      observer->instant (observer->self, &instant);
    }
  sw_account_close (drive.account, drive.outcome);
  Files files = write_files (&drive);
  g_auto (GStrv) lines = g_strsplit (files.timeline, "\n", -1);
  CHECK_INT (g_strv_length (lines), 1 + TOLD / 2 + 1);
  CHECK_STR (lines[0], "time_s,gpus,allocated,fragmented,idle,waiting,running,waiting_gpus,"
                       "allocated:a,\"allocated:b,c\"");
  CHECK_STR (lines[2], "0.000000002,2,1,0,1,0,0,0,1,0");
  CHECK_STR (lines[TOLD / 2], "0.000004998,2,1,0,1,0,0,0,1,0");
  CHECK_STR (lines[TOLD / 2 + 1], "");
  CHECK_CONTAINS (files.summary, "\"name\": \"b,c\",\n"
                                 "      \"existing_gpu_seconds\": 0.000005,\n"
                                 "      \"allocated_gpu_seconds\": 0.0000025,\n"
                                 "      \"utilisation\": 50\n");
  files_clear (&files);
  sw_drive_clear (&drive);
}

static void
summary_members (void)
{
  SwDrive drive;
  make (&drive);
  sw_drive_play (&drive);
  SwText *text = sw_text_memory ();
  sw_account_summary (drive.account, drive.outcome, text);
  g_autofree char *summary = sw_text_steal (text, NULL);
  CHECK_TRUE (g_str_has_prefix (summary, "{\n  \"begin_s\": 0,\n  \"stop_s\": 50,\n"));
  CHECK_CONTAINS (summary, "    \"wait_mean\": {\n      \"value\": 10,\n      \"unit\": \"s\",\n");
  CHECK_CONTAINS (summary, "    \"cpu_allocation\": {\n      \"value\": null,\n"
                           "      \"unit\": \"%\",\n");
  CHECK_CONTAINS (summary, "  \"gpu_seconds\": {\n"
                           "    \"existing\": 250,\n"
                           "    \"allocated\": 178,\n"
                           "    \"useful\": 164,\n"
                           "    \"overhead\": 4,\n"
                           "    \"lost\": 10,\n"
                           "    \"blocked\": 0,\n"
                           "    \"fragmented\": 0,\n"
                           "    \"idle\": 72\n");
  CHECK_CONTAINS (summary, "  \"recorded\": {\n"
                           "    \"jobs\": 3,\n"
                           "    \"known\": 1,\n"
                           "    \"failed\": 1,\n");
  CHECK_CONTAINS (summary, "\"name\": \"64-127\"");
  CHECK_CONTAINS (summary, "\"name\": \"ann \\\"x\\\"\"");
  sw_drive_clear (&drive);
}

/* E-03 */
static void
coverage_of_the_record (void)
{
  SwDrive drive;
  sw_drive_init (&drive);
  static const guint8 states[10] = { [3] = SW_OBS_RUNNING, [7] = SW_OBS_FAILED };
  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    {
      g_autofree char *id = g_strdup_printf ("%u", i);
      SwJobRow row = sw_drive_row (&drive, id, 0, 1);
      row.obs_state = states[i];
      sw_drive_add (&drive, &row);
    }
  sw_drive_ready (&drive, SECONDS (1));
  sw_drive_play (&drive);
  SwText *text = sw_text_memory ();
  sw_account_summary (drive.account, drive.outcome, text);
  g_autofree char *summary = sw_text_steal (text, NULL);
  CHECK_CONTAINS (summary, "    \"jobs\": 10,\n    \"known\": 2,\n    \"failed\": 1,\n");
  CHECK_CONTAINS (summary, "      \"unknown\": 8,\n");
  sw_drive_clear (&drive);
}

/* ---- breakdowns ---- */

#define USERS 60

/* User i runs i + 1 seconds on one GPU; the last two are called as the rest might be. */
static void
play_users (SwDrive *drive)
{
  sw_drive_init (drive);
  for (guint i = 0; i < USERS; i++)
    {
      g_autofree char *name = i == 0   ? g_strdup ("rest")
                              : i == 1 ? g_strdup ("null")
                                       : g_strdup_printf ("user %u", i);
      SwJobRow row = sw_drive_row (drive, name, 0, 1);
      row.user = sw_drive_name (drive, name);
      row.queue = sw_drive_name (drive, i % 2 ? "odd" : "even");
      row.deadline = SECONDS (USERS / 2);
      sw_drive_add (drive, &row);
    }
  sw_drive_ready (drive, SECONDS (USERS - 1));
  sw_drive_capacity (drive, 0, USERS, 0);
  for (guint i = 0; i + 1 < USERS; i++)
    sw_drive_complete (drive, i, 0, SECONDS (i + 1));
  sw_drive_attempt (drive, USERS - 1, 0, SECONDS (USERS - 1), SW_END_NONE, 0, 0);
  sw_drive_play (drive);
}

static void
top_users_and_the_rest (void)
{
  SwDrive drive;
  play_users (&drive);
  g_autoptr (GArray) rows = sw_account_cut (drive.account, SW_CUT_USER);
  CHECK_INT (rows->len, SW_CUT_TOP + 1);
  const SwCutRow *first = &g_array_index (rows, SwCutRow, 0);
  CHECK_STR (first->name, "user 58");
  CHECK_INT (first->completed, 1);
  CHECK_INT (first->deadline_misses, 1);
  const SwCutRow *cut = &g_array_index (rows, SwCutRow, 1);
  CHECK_STR (cut->name, "user 59");
  CHECK_INT (cut->unfinished, 1);
  CHECK_INT (cut->wait.count, 0);
  CHECK_INT (cut->wait.max, SW_TIME_NONE);
  const SwCutRow *rest = &g_array_index (rows, SwCutRow, SW_CUT_TOP);
  CHECK_STR (rest->name, NULL);
  CHECK_INT (rest->names, USERS - SW_CUT_TOP);
  CHECK_INT (rest->jobs, 10);
  CHECK_INT (rest->deadline_misses, 0);
  CHECK_INT (rest->turnaround.count, 10);
  CHECK_INT (rest->turnaround.max, SECONDS (10));
  CHECK_INT ((gint64)(rest->held / SW_SECOND / 1000), 55);
  __int128 held = 0;
  guint32 jobs = 0;
  for (guint i = 0; i < rows->len; i++)
    {
      held += g_array_index (rows, SwCutRow, i).held;
      jobs += g_array_index (rows, SwCutRow, i).jobs;
    }
  CHECK_INT (jobs, USERS);
  CHECK_INT ((gint64)(held / SW_SECOND / 1000), USERS * (USERS + 1) / 2 - 1);
  SwText *text = sw_text_memory ();
  sw_account_summary (drive.account, drive.outcome, text);
  g_autofree char *summary = sw_text_steal (text, NULL);
  CHECK_CONTAINS (summary, "\"name\": null,\n        \"rest\": true,\n        \"names\": 10,\n");
  sw_drive_clear (&drive);
}

static void
rows_by_queue (void)
{
  SwDrive drive;
  play_users (&drive);
  g_autoptr (GArray) rows = sw_account_cut (drive.account, SW_CUT_QUEUE);
  CHECK_INT (rows->len, 2);
  const SwCutRow *odd = &g_array_index (rows, SwCutRow, 0);
  const SwCutRow *even = &g_array_index (rows, SwCutRow, 1);
  CHECK_STR (odd->name, "odd");
  CHECK_INT (odd->jobs, 30);
  CHECK_INT (odd->completed, 29);
  CHECK_INT (odd->unfinished, 1);
  CHECK_INT (odd->turnaround.p50, SECONDS (30));
  CHECK_INT (odd->turnaround.max, SECONDS (58));
  CHECK_INT (odd->slo_jobs, 30);
  CHECK_INT (odd->slo_misses, 15);
  CHECK_STR (even->name, "even");
  CHECK_INT (even->jobs, 30);
  CHECK_INT (even->deadline_misses, 15);
  CHECK_INT (even->turnaround.p50, SECONDS (29));
  CHECK_INT (even->turnaround.min, SECONDS (1));
  sw_drive_clear (&drive);
}

/* What nobody named is one row, called "". */
static void
rows_without_names (void)
{
  SwDrive drive;
  play_users (&drive);
  static const SwCut cuts[] = { SW_CUT_TENANT, SW_CUT_KIND, SW_CUT_SLO_CLASS };
  for (guint i = 0; i < G_N_ELEMENTS (cuts); i++)
    {
      g_autoptr (GArray) rows = sw_account_cut (drive.account, cuts[i]);
      CHECK_INT (rows->len, 1);
      CHECK_STR (g_array_index (rows, SwCutRow, 0).name, "");
      CHECK_INT (g_array_index (rows, SwCutRow, 0).jobs, USERS);
    }
  sw_drive_clear (&drive);
}

static void
size_classes (void)
{
  static const guint32 sizes[] = { 7, 0, 1, 2, 3, 4, 8, 15, 16, 1024, 0 };
  static const struct
  {
    const char *name;
    guint32 jobs;
  } expected[] = { { "0", 2 },    { "1", 1 },     { "2-3", 2 },      { "4-7", 2 },
                   { "8-15", 2 }, { "16-31", 1 }, { "1024-2047", 1 } };
  SwDrive drive;
  sw_drive_init (&drive);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autofree char *id = g_strdup_printf ("%u", i);
      sw_drive_job (&drive, id, 0, sizes[i]);
    }
  sw_drive_ready (&drive, SECONDS (1));
  sw_drive_play (&drive);
  g_autoptr (GArray) rows = sw_account_cut (drive.account, SW_CUT_SIZE);
  CHECK_INT (rows->len, G_N_ELEMENTS (expected));
  for (guint i = 0; i < MIN (rows->len, G_N_ELEMENTS (expected)); i++)
    {
      CHECK_STR (g_array_index (rows, SwCutRow, i).name, expected[i].name);
      CHECK_INT (g_array_index (rows, SwCutRow, i).jobs, expected[i].jobs);
    }
  sw_drive_clear (&drive);
}

SW_CHECKS ("account-files", { "rows of jobs", rows_of_jobs },
           { "rows of the timeline", rows_of_the_timeline },
           { "no timeline if not wanted", no_timeline_if_not_wanted },
           { "F-03 looking more often changes nothing", looking_more_often_changes_nothing },
           { "long timeline", long_timeline }, { "summary members", summary_members },
           { "E-03 coverage of the record", coverage_of_the_record },
           { "top users and the rest", top_users_and_the_rest }, { "rows by queue", rows_by_queue },
           { "rows without names", rows_without_names }, { "size classes", size_classes })
