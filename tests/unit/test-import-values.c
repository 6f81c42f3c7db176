/* What cells mean: times, zones, units, durations, amounts, states (cases A, C, E, F-10). */
#include "sw-trial.h"

#include <string.h>

#define H SW_TRIAL_HEADER
#define S SW_SECOND

/* A profile of start and end times as dates. */
#define DATES                                                                                      \
  "[file]\nempty = Unknown None\n"                                                                 \
  "[times]\norigin = first\nduration = %s\n%s"                                                     \
  "[field id]\nfrom = id\n[field gpus]\ndefault = 1\n[field duration]\nfrom = elapsed\n"           \
  "unit = elapsed\n[field submit]\nfrom = start\nunit = civil\n[field start]\nfrom = start\n"      \
  "unit = civil\n[field end]\nfrom = end\nunit = civil\n"

static void
read_dates (SwTrial *t, const char *rule, const char *more, const char *rows)
{
  g_autofree char *profile = g_strdup_printf (DATES, rule, more);
  g_autofree char *text = g_strconcat ("id,start,end,elapsed\n", rows, NULL);
  sw_trial_profile (t, profile, text);
}

static void
clock_changes (void)
{
  const char *rows = "R1,2025-10-26T01:30:00,2025-10-26T03:30:00,\n"
                     "R2,2025-03-30T01:30:00,2025-03-30T03:30:00,\n"
                     "R3,2025-10-26T01:30:00,2025-10-26T03:30:00,03:00:00\n"
                     "R4,2025-10-26T02:30:00,2025-10-26T03:30:00,\n";
  SwTrial t = { .options.zone = "Europe/Berlin" };
  read_dates (&t, "times", "", rows);
  CHECK_TIME (sw_trial_work (&t, "R1"), 10800 * S);
  CHECK_TIME (sw_trial_work (&t, "R2"), 3600 * S);
  CHECK_TIME (sw_trial_work (&t, "R3"), 10800 * S);
  CHECK_INT (sw_trial_noted (&t, "duration and end - start disagree"), 0);
  CHECK_INT (sw_trial_noted (&t, "submit lies in an hour that the clock change made ambiguous"), 1);
  CHECK_STR (t.report.zone, "Europe/Berlin");

  t.options.zone = NULL;
  read_dates (&t, "column-then-times", "", rows);
  CHECK_TIME (sw_trial_work (&t, "R1"), 7200 * S);
  CHECK_TIME (sw_trial_work (&t, "R3"), 10800 * S);
  CHECK_INT (sw_trial_noted (&t, "duration and end - start disagree"), 1);
  CHECK_INT (sw_trial_noted (&t, "submit has no zone: read as UTC"), 4);
  CHECK_TRUE ((t.table->flags[0] & SW_JOB_TZ_ASSUMED) != 0);
  CHECK_STR (t.report.zone, "UTC");

  t.options.zone = "Europe/Nowhere";
  read_dates (&t, "times", "", rows);
  CHECK_ERROR (t.error, SW_ERROR_INPUT, "time zone \"Europe/Nowhere\"");
  sw_trial_clear (&t);
}

static void
offsets_need_no_zone (void)
{
  SwTrial t = { 0 };
  read_dates (&t, "times", "",
              "a,2025-01-01T00:00:00+08:00,2025-01-01T00:00:10+08:00,\n"
              "b,2024-12-31T16:00:05Z,2024-12-31T16:00:07Z,\n");
  CHECK_TIME (t.table->submit[1], 5 * S);
  CHECK_INT (sw_trial_noted (&t, "submit has no zone: read as UTC"), 0);
  CHECK_TIME (t.table->origin_utc, 1735660800 * S);
  sw_trial_clear (&t);
}

static void
fractions_of_seconds_stay (void)
{
  SwTrial t = { 0 };
  read_dates (&t, "times", "",
              "a,2023-11-16 18:15:46.0010000,2023-11-16 18:15:47,\n"
              "b,2023-11-16 18:15:46.0020000,2023-11-16 18:15:47,\n"
              "c,2023-11-16 18:15:46.0090000,2023-11-16 18:15:47,\n"
              "d,2023-11-16 18:15:46.0110000,2023-11-16 18:15:47,\n"
              "e,2023-11-16 18:15:46.9999999,2023-11-16 18:15:47,\n"
              "f,2023-11-16 18:15:47.0000000,2023-11-16 18:15:47,\n");
  const SwTime right[] = { 0, 1000000, 8000000, 10000000, 998999900, 999000000 };
  for (guint i = 0; i < 6; i++)
    CHECK_TIME (t.table->submit[i], right[i]);
  CHECK_TIME (t.report.resolution, 100);
  sw_trial_clear (&t);
}

static void
ties_are_counted (void)
{
  SwTrial t = { 0 };
  sw_trial_text (&t, H "a,862919,1,10\nb,862919,1,10\nc,862919,1,10\nd,862919,1,10\n");
  CHECK_INT (t.report.ties, 3);
  CHECK_TIME (t.report.resolution, S);
  g_autofree char *text = sw_import_report_text (&t.report);
  CHECK_CONTAINS (text, "time resolution 1 s, 3 ties");
  for (guint i = 0; i < 4; i++)
    CHECK_INT (t.table->id[i][0], 'a' + (int)i);
  sw_trial_clear (&t);
}

static void
units_are_said_not_guessed (void)
{
  const char *rows = H "a,0,1,1\nb,27482,1,1\nc,30535,1,1\n";
  SwTrial t = { 0 };
  sw_trial_text (&t, rows);
  CHECK_TIME (t.report.last, 30535 * S);
  sw_trial_set (&t, "field.submit.unit=ms");
  sw_trial_text (&t, rows);
  CHECK_TIME (t.report.last, 30535 * S / 1000);
  g_autofree char *text = sw_import_report_text (&t.report);
  CHECK_CONTAINS (text, "span 30.535 s, first 0 s, last 30.535 s");
  sw_trial_clear (&t);
}

static void
two_units_in_one_column (void)
{
  SwTrial t = { 0 };
  sw_trial_text (&t, H "a,1700000000,1,1\nb,1700000060000,1,1\n");
  CHECK_ERROR (t.error, SW_ERROR_INPUT, "trace.csv:3:2: column submit_s: \"1700000060000\"");
  CHECK_CONTAINS (t.error->message, "two units in one column");
  sw_trial_set (&t, "field.submit.unit=ms");
  sw_trial_text (&t, H "a,1700000060000,1,1\nb,1700000000,1,1\n");
  CHECK_ERROR (t.error, SW_ERROR_INPUT, "trace.csv:3:2:");
  /* Neither a late job of a relative trace nor a far one is a second unit. */
  sw_trial_text (&t, H "a,0,1,1\nb,1700000060000,1,1\nc,5,1,1\n");
  CHECK_NO_ERROR (t.error);
  sw_trial_clear (&t);
}

static void
rows_from_before_the_window (void)
{
  SwTrial t = { .options.profile = "canonical-jobs" };
  sw_trial_text (&t, "job_id,submit_s,gpus_per_task,duration_s,obs_start_s,obs_end_s\n"
                     "A,-618364800,1,,-618364800,43200\nB,21600,1,21600,,\nC,-10,1,5,,\n"
                     "D,-10,1,50,20,70\nE,-100,1,,-100,\n");
  CHECK_TIME (sw_trial_work (&t, "A"), 43200 * S);
  CHECK_TIME (t.table->submit[sw_trial_job (&t, "A")], 0);
  CHECK_TRUE ((t.table->flags[sw_trial_job (&t, "A")] & SW_JOB_WARM_START) != 0);
  CHECK_TIME (sw_trial_work (&t, "B"), 21600 * S);
  CHECK_INT (sw_trial_dropped (&t, "ended before time 0"), 1);
  CHECK_TIME (sw_trial_work (&t, "D"), 50 * S);
  CHECK_TIME (sw_trial_work (&t, "E"), 43200 * S);
  CHECK_INT (sw_trial_noted (&t, "began before time 0 and is clipped there"), 3);
  sw_trial_clear (&t);
}

static void
end_before_start (void)
{
  const char *profile = "[times]\nduration = times\n[field id]\nfrom = id\n[field gpus]\n"
                        "default = 1\n[field submit]\nfrom = start\n[field start]\nfrom = start\n"
                        "[field end]\nfrom = end\n";
  const char *rows = "id,start,end\na,100,98\nb,100,100\nc,100,\nd,50,150\n";
  SwTrial t = { 0 };
  sw_trial_profile (&t, profile, rows);
  CHECK_INT (sw_trial_dropped (&t, "end is before the start"), 1);
  CHECK_TIME (sw_trial_work (&t, "b"), 0);
  CHECK_TIME (sw_trial_work (&t, "c"), 50 * S);
  CHECK_TRUE ((t.table->flags[sw_trial_job (&t, "c")] & SW_JOB_END_MISSING) != 0);

  t.options.clamp = TRUE;
  sw_trial_profile (&t, profile, rows);
  CHECK_TIME (sw_trial_work (&t, "a"), 0);
  CHECK_INT (sw_trial_noted (&t, "duration was negative, taken as 0"), 1);
  CHECK_TRUE ((t.table->flags[sw_trial_job (&t, "a")] & SW_JOB_CLAMPED) != 0);
  sw_trial_set (&t, "times.end_missing=drop");
  sw_trial_profile (&t, profile, rows);
  CHECK_INT (sw_trial_dropped (&t, "end is missing"), 1);
  sw_trial_clear (&t);
}

static void
never_started_and_still_running (void)
{
  SwTrial t = { 0 };
  read_dates (&t, "times-then-column", "",
              "a,Unknown,Unknown,\nb,2025-01-01 09:00:00,Unknown,01:00:00\n");
  CHECK_INT (sw_trial_dropped (&t, "submit is empty"), 1);
  CHECK_TIME (sw_trial_work (&t, "b"), 3600 * S);

  const char *profile = "[file]\nempty = Unknown None\n[times]\nduration = times\n"
                        "[field id]\nfrom = id\n[field gpus]\ndefault = 1\n[field submit]\n"
                        "from = submit\n[field start]\nfrom = start\n[field end]\nfrom = end\n"
                        "[field state]\nfrom = state\ncut = blank +\n"
                        "[states]\ncancelled = CANCELLED\nrunning = RUNNING\npending = PENDING\n";
  const char *rows = "id,submit,start,end,state\na,0,Unknown,Unknown,PENDING\n"
                     "b,0,None,20,CANCELLED by 42\nc,0,9,Unknown,RUNNING\nd,5,10,40,CANCELLED+\n"
                     "e,5,10,40,LOST\n";
  sw_trial_profile (&t, profile, rows);
  CHECK_INT (sw_trial_dropped (&t, "never started"), 2);
  CHECK_TIME (sw_trial_work (&t, "c"), 31 * S);
  CHECK_INT (t.table->obs_state[sw_trial_job (&t, "c")], SW_OBS_RUNNING);
  CHECK_INT (t.table->obs_state[sw_trial_job (&t, "d")], SW_OBS_CANCELLED);
  CHECK_INT (sw_trial_dropped (&t, "state is a word that the profile does not know"), 1);

  sw_trial_set (&t, "times.never_started=keep");
  sw_trial_profile (&t, profile, rows);
  CHECK_INT (sw_trial_dropped (&t, "never started"), 1);
  CHECK_TIME (sw_trial_work (&t, "b"), 20 * S);
  CHECK_TRUE ((t.table->flags[sw_trial_job (&t, "b")] & SW_JOB_NEVER_STARTED) != 0);
  CHECK_TIME (t.table->obs_end[sw_trial_job (&t, "b")], SW_TIME_NONE);
  sw_trial_clear (&t);
}

static void
read_limit (SwTrial *t, const char *unit, const char *cells)
{
  g_autofree char *profile = g_strdup_printf (
      "[field id]\ngenerate = yes\n[field submit]\ndefault = 0\n[field gpus]\ndefault = 1\n"
      "[field duration]\ndefault = 1\n[field limit]\nfrom = limit\nunit = %s\n",
      unit);
  g_autofree char *text = g_strconcat ("limit,x\n", cells, NULL);
  sw_trial_profile (t, profile, text);
}

static void
limits_of_batch_systems (void)
{
  const SwTime right[] = { 1200, 5400, 1209600, 129600, 174600 };
  SwTrial t = { 0 };
  read_limit (&t, "limit",
              "20:00,\n90,\n14-0,\n1-12,\n2-00:30,\nUNLIMITED,\nPartition_Limit,\n,\n");
  for (guint i = 0; i < G_N_ELEMENTS (right); i++)
    CHECK_TIME (t.table->limit[i], right[i] * S);
  for (guint i = G_N_ELEMENTS (right); i < t.table->n; i++)
    CHECK_TIME (t.table->limit[i], SW_TIME_NONE);
  read_limit (&t, "limit", "00:61:00,\n1-,\n-1:00,\n1,\n");
  CHECK_INT (sw_trial_dropped (&t, "limit is not a time limit"), 3);

  read_limit (&t, "h", "0.5,\n0.1,\n1.75,\n0,\n-1,\n");
  CHECK_TIME (t.table->limit[0], 1800 * S);
  CHECK_TIME (t.table->limit[1], 360 * S);
  CHECK_TIME (t.table->limit[2], 6300 * S);
  CHECK_TIME (t.table->limit[3], SW_TIME_NONE);
  CHECK_INT (sw_trial_noted (&t, "limit is 0, taken as no limit"), 1);
  CHECK_INT (sw_trial_dropped (&t, "limit is negative"), 1);
  sw_trial_clear (&t);
}

static void
elapsed_times (void)
{
  SwTrial t = { 0 };
  read_dates (&t, "column", "",
              "a,2025-01-01 00:00:00,,1-04:18:35\nb,2025-01-01 00:00:00,,12:25:02\n"
              "c,2025-01-01 00:00:00,,00:36.857\nd,2025-01-01 00:00:00,,2:43\n"
              "e,2025-01-01 00:00:00,,00:61:00\n");
  const SwTime right[] = { 101915 * S, 44702 * S, 36857000000, 163 * S };
  for (guint i = 0; i < 4; i++)
    CHECK_TIME (t.table->work[i], right[i]);
  CHECK_INT (sw_trial_dropped (&t, "duration is not of the form [[D-]HH:]MM:SS"), 1);
  sw_trial_clear (&t);
}

static void
read_amounts (SwTrial *t, const char *cells)
{
  const char *profile
      = "[field id]\ngenerate = yes\n[field submit]\ndefault = 0\n[field duration]\ndefault = 1\n"
        "[field gpus]\nfrom = gpus\n[field cpus]\nfrom = cpus\n[field mem]\nfrom = mem\n";
  g_autofree char *text = g_strconcat ("gpus,cpus,mem\n", cells, NULL);
  sw_trial_profile (t, profile, text);
}

static const SwGroupRow *
group (const SwTrial *t, guint32 job)
{
  return &t->table->groups[t->table->demands[t->table->demand[job]].first_group];
}

static void
quantities_of_kubernetes (void)
{
  SwTrial t = { 0 };
  sw_trial_set (&t, "field.cpus.unit=k8s");
  sw_trial_set (&t, "field.mem.unit=k8s");
  read_amounts (&t, "1,500m,1Gi\n1,0.25,1G\n1,2,1024Mi\n1,1,129e6\n"
                    "1,1,1825361100800m\n1,1,128m\n1,1,6GiB\n1,1,1K\n1,1,-1Gi\n1,1,1 Gi\n");
  CHECK_INT (t.table->n, 6);
  CHECK_INT (sw_trial_noted (&t, "mem is given in thousandths of a byte; was M meant?"), 1);
  CHECK_INT (group (&t, 0)->cpu_milli, 500);
  CHECK_INT (group (&t, 0)->mem_mib, 1024);
  CHECK_INT (group (&t, 1)->cpu_milli, 250);
  CHECK_INT (group (&t, 1)->mem_mib, 954);
  CHECK_INT (group (&t, 2)->mem_mib, 1024);
  CHECK_INT (group (&t, 3)->mem_mib, 124);
  CHECK_INT (group (&t, 4)->mem_mib, 1741);
  CHECK_INT (sw_trial_dropped (&t, "mem is not a quantity"), 4);
  sw_trial_clear (&t);
}

static void
amounts_and_their_units (void)
{
  SwTrial t = { 0 };
  read_amounts (&t, "2,1.5,100\n0,0.001,0.5\n,1,1\n1,-1,1\n1,1,x\n0.5,1,1\n1.5,1,1\n");
  CHECK_INT (group (&t, 0)->gpus, 2);
  CHECK_INT (group (&t, 0)->mode, SW_GPU_WHOLE);
  CHECK_INT (group (&t, 0)->cpu_milli, 1500);
  CHECK_INT (group (&t, 0)->mem_mib, 100);
  CHECK_INT (group (&t, 1)->mode, SW_GPU_NONE);
  CHECK_INT (group (&t, 1)->cpu_milli, 1);
  CHECK_INT (group (&t, 1)->mem_mib, 1);
  CHECK_INT (group (&t, 2)->mode, SW_GPU_SHARE);
  CHECK_INT (group (&t, 2)->gpus, 1);
  CHECK_INT (group (&t, 2)->gpu_milli, 500);
  CHECK_INT (sw_trial_dropped (&t, "gpus is empty"), 1);
  CHECK_INT (sw_trial_dropped (&t, "cpus is negative"), 1);
  CHECK_INT (sw_trial_dropped (&t, "mem is not a number"), 1);
  CHECK_INT (sw_trial_dropped (&t, "gpus is above 1 and no whole number"), 1);
  sw_trial_clear (&t);
}

static void
states_may_be_unknown (void)
{
  SwTrial t = { 0 };
  g_autoptr (GString) text = g_string_new ("job_id,submit_s,gpus_per_task,duration_s,obs_state\n");
  for (guint i = 0; i < 10; i++)
    g_string_append_printf (text, "%u,0,1,1,%s\n", i,
                            i == 0   ? "running"
                            : i == 1 ? "failed"
                                     : "unknown");
  sw_trial_text (&t, text->str);
  CHECK_INT (t.table->n, 10);
  CHECK_INT (sw_trial_noted (&t, "recorded state is unknown"), 8);
  g_autofree char *report = sw_import_report_text (&t.report);
  CHECK_CONTAINS (report, "known 2 of 10");
  CHECK_TRUE ((t.table->flags[0] & SW_JOB_END_MISSING) != 0);
  sw_trial_clear (&t);
}

static void
wrong_at_first_sight (void)
{
  SwTrial t = { 0 };
  sw_trial_text (&t, "job_id,submit_s,gpus_per_task,duration_s,deadline_s,obs_start_s,obs_end_s,"
                     "preemptible,priority,tasks\n"
                     "a,10,1,5,9,,,,,\nb,10,1,5,,20,15,,,\nc,10,1,5,,,,maybe,,\n"
                     "d,10,1,5,,,,,1.5,\ne,10,1,5,,,,,99999999999,\nf,10,1,5,,,,,,0\n"
                     "g,10,1,5,10,5,10,yes,-3,2.0\n");
  CHECK_INT (sw_trial_dropped (&t, "deadline is before the submit time"), 1);
  CHECK_INT (sw_trial_dropped (&t, "end is before the start"), 1);
  CHECK_INT (sw_trial_dropped (&t, "preemptible is neither yes nor no"), 1);
  CHECK_INT (sw_trial_dropped (&t, "priority is not a whole number"), 1);
  CHECK_INT (sw_trial_dropped (&t, "priority is out of range"), 1);
  CHECK_INT (sw_trial_dropped (&t, "tasks is out of range"), 1);
  CHECK_INT (t.table->n, 1);
  CHECK_INT (t.table->priority[0], -3);
  CHECK_INT (group (&t, 0)->tasks, 2);
  CHECK_INT (sw_trial_noted (&t, "start is before the submit time"), 1);
  sw_trial_clear (&t);
}

static void
hours_above_a_day_come_back (void)
{
  SwTrial t = { 0 };
  sw_trial_text (&t, "job_id,submit_s,gpus_per_task,duration_s,time_limit_s\n"
                     "a,0,1,108000,108000\nb,0,1,86400,86400\n");
  char *folder = sw_test_folder ();
  g_autofree char *path = g_build_filename (folder, "out.csv", NULL);
  CHECK_TRUE (sw_export_jobs (t.table, &t.report, path, NULL));
  sw_trial_path (&t, path);
  CHECK_TIME (t.table->limit[0], 108000 * S);
  CHECK_TIME (t.table->limit[1], 86400 * S);
  sw_test_remove (folder);
  sw_trial_clear (&t);
}

SW_CHECKS ("import-values", { "clock changes", clock_changes },
           { "offsets need no zone", offsets_need_no_zone },
           { "fractions of seconds stay", fractions_of_seconds_stay },
           { "ties are counted", ties_are_counted },
           { "units are said, not guessed", units_are_said_not_guessed },
           { "two units in one column", two_units_in_one_column },
           { "rows from before the window", rows_from_before_the_window },
           { "end before start", end_before_start },
           { "never started and still running", never_started_and_still_running },
           { "limits of batch systems", limits_of_batch_systems },
           { "elapsed times", elapsed_times },
           { "C-01 quantities of Kubernetes", quantities_of_kubernetes },
           { "amounts and their units", amounts_and_their_units },
           { "states may be unknown", states_may_be_unknown },
           { "wrong at first sight", wrong_at_first_sight },
           { "hours above a day come back", hours_above_a_day_come_back })
