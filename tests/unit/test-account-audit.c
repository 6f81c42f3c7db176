/* Goals met, missed and undecided; and the audit: it passes over good books and names what is wrong
 * with bad ones. */
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

static SwJob
job_with_goals (SwDrive *drive, const char *id, SwTime submit, SwTime deadline, SwTime wait_slo)
{
  SwJobRow row = sw_drive_row (drive, id, submit, 1);
  row.deadline = deadline;
  row.wait_slo = wait_slo;
  return sw_drive_add (drive, &row);
}

/* F-09: killed before its deadline, and a miss all the same. */
static void
killed_at_the_limit (void)
{
  SwDrive drive;
  sw_drive_init (&drive);
  SwJob j = job_with_goals (&drive, "J", 0, SECONDS (6000), SW_TIME_NONE);
  sw_drive_ready (&drive, SECONDS (3600));
  sw_drive_capacity (&drive, 0, 2, 0);
  sw_drive_attempt (&drive, j, 0, SECONDS (3600), SW_END_TIMEOUT, 0, SECONDS (3600));
  sw_drive_end (&drive, j, SW_TIMEOUT, SECONDS (3600));
  sw_drive_play (&drive);
  FIGURE (drive, "timeout", 1);
  FIGURE (drive, "completed", 0);
  FIGURE (drive, "deadline_misses", 1);
  FIGURE (drive, "deadline_miss_share", 100);
  FIGURE (drive, "gpu_lost_hours", 1);
  FIGURE (drive, "turnaround_mean", 3600);
  finish (&drive);
}

/* G-06 */
static void
unsatisfiable_is_a_miss (void)
{
  SwDrive drive;
  sw_drive_init (&drive);
  SwJob j1 = job_with_goals (&drive, "J1", 0, SECONDS (100), SECONDS (10));
  SwJob j2 = job_with_goals (&drive, "J2", 0, SECONDS (100), SW_TIME_NONE);
  sw_drive_ready (&drive, SECONDS (60));
  sw_drive_capacity (&drive, 0, 4, 0);
  sw_drive_end (&drive, j1, SW_UNSATISFIABLE, 0);
  sw_drive_complete (&drive, j2, 0, SECONDS (60));
  sw_drive_play (&drive);
  FIGURE (drive, "deadline_jobs", 2);
  FIGURE (drive, "deadline_misses", 1);
  FIGURE (drive, "wait_slo_misses", 1);
  FIGURE (drive, "slo_misses", 1);
  FIGURE (drive, "slo_miss_share", 50);
  finish (&drive);
}

static void
deadline_edges (void)
{
  SwDrive drive;
  sw_drive_init (&drive);
  SwTime end = SECONDS (10), stop = SECONDS (100);
  SwJob met = job_with_goals (&drive, "met", 0, end, SW_TIME_NONE);
  SwJob late = job_with_goals (&drive, "late", 0, end - 1, SW_TIME_NONE);
  SwJob failed = job_with_goals (&drive, "failed", 0, SECONDS (99), SW_TIME_NONE);
  job_with_goals (&drive, "at the stop", 0, stop, SW_TIME_NONE);
  job_with_goals (&drive, "before the stop", 0, stop - 1, SW_TIME_NONE);
  job_with_goals (&drive, "no goal", 0, SW_TIME_NONE, SW_TIME_NONE);
  sw_drive_ready (&drive, stop);
  sw_drive_capacity (&drive, 0, 3, 0);
  sw_drive_complete (&drive, met, 0, end);
  sw_drive_complete (&drive, late, 0, end);
  sw_drive_attempt (&drive, failed, 0, end, SW_END_FAILED, 0, end);
  sw_drive_end (&drive, failed, SW_FAILED, end);
  sw_drive_play (&drive);
  FIGURE (drive, "deadline_jobs", 5);
  FIGURE (drive, "deadline_misses", 3);
  FIGURE (drive, "deadline_undecided", 1);
  FIGURE (drive, "deadline_miss_share", 75);
  FIGURE (drive, "wait_slo_jobs", 0);
  CHECK_FALSE (sw_drive_defined (&drive, "wait_slo_miss_share"));
  FIGURE (drive, "failures", 1);
  finish (&drive);
}

static void
wait_goal_edges (void)
{
  SwDrive drive;
  sw_drive_init (&drive);
  drive.wait_slo = SECONDS (10);
  SwJob met = job_with_goals (&drive, "met", 0, SW_TIME_NONE, SW_TIME_NONE);
  SwJob late = job_with_goals (&drive, "late", 0, SW_TIME_NONE, SECONDS (10) - 1);
  SwJob patient = job_with_goals (&drive, "patient", 0, SW_TIME_NONE, SECONDS (50));
  SwJob again = job_with_goals (&drive, "again", 0, SECONDS (1000), SW_TIME_NONE);
  SwJob rejected = job_with_goals (&drive, "rejected", 0, SW_TIME_NONE, SW_TIME_NONE);
  job_with_goals (&drive, "still waits, missed", SECONDS (89), SW_TIME_NONE, SW_TIME_NONE);
  job_with_goals (&drive, "still waits", SECONDS (90), SW_TIME_NONE, SW_TIME_NONE);
  SwJob never = job_with_goals (&drive, "never eligible", SECONDS (95), SW_TIME_NONE, SECONDS (0));
  sw_drive_ready (&drive, SECONDS (100));
  sw_drive_capacity (&drive, 0, 4, 0);
  drive.outcome->eligible[never] = SW_TIME_NONE;
  sw_drive_attempt (&drive, again, SECONDS (1), SECONDS (5), SW_END_PREEMPTED, 0, SECONDS (4));
  sw_drive_complete (&drive, met, SECONDS (10), SECONDS (5));
  sw_drive_complete (&drive, late, SECONDS (10), SECONDS (5));
  sw_drive_attempt (&drive, again, SECONDS (15), SECONDS (100), SW_END_NONE, 0, 0);
  sw_drive_complete (&drive, patient, SECONDS (50), SECONDS (5));
  sw_drive_end (&drive, rejected, SW_KILLED, SECONDS (3));
  sw_drive_play (&drive);
  FIGURE (drive, "wait_slo_jobs", 8);
  FIGURE (drive, "wait_slo_misses", 4);
  FIGURE (drive, "wait_slo_undecided", 2);
  FIGURE (drive, "wait_slo_miss_share", 100.0 * 4 / 6);
  FIGURE (drive, "slo_jobs", 8);
  FIGURE (drive, "slo_misses", 4);
  FIGURE (drive, "slo_undecided", 2);
  FIGURE (drive, "deadline_undecided", 1);
  FIGURE (drive, "preemptions", 1);
  FIGURE (drive, "killed", 1);
  finish (&drive);
}

/* ---- the audit ---- */

/* Two jobs on two GPUs: one is preempted once, one runs through; a third is never reached. */
static void
make (SwDrive *drive)
{
  sw_drive_init (drive);
  SwJob a = sw_drive_job (drive, "a", 0, 1);
  SwJob b = sw_drive_job (drive, "b", SECONDS (5), 1);
  sw_drive_job (drive, "c", SECONDS (6), 4);
  sw_drive_ready (drive, SECONDS (100));
  sw_drive_capacity (drive, 0, 2, 0);
  sw_drive_attempt (drive, a, 0, SECONDS (10), SW_END_PREEMPTED, 0, SECONDS (10));
  sw_drive_complete (drive, b, SECONDS (5), SECONDS (20));
  sw_drive_complete (drive, a, SECONDS (30), SECONDS (40));
}

static SwAttempt *
attempt (SwDrive *drive, guint i)
{
  return &g_array_index (drive->outcome->attempts_log, SwAttempt, i);
}

static void
no_final_state (SwDrive *drive)
{
  drive->outcome->state[1] = SW_RUNNING;
}

static void
unfinished_with_end (SwDrive *drive)
{
  drive->outcome->end[2] = SECONDS (50);
}

static void
early_start (SwDrive *drive)
{
  drive->outcome->eligible[1] = SECONDS (6);
}

static void
early_eligible (SwDrive *drive)
{
  drive->outcome->eligible[1] = SECONDS (4);
}

static void
wrong_run (SwDrive *drive)
{
  drive->outcome->run[0] -= 1;
}

static void
longer_run_than_stay (SwDrive *drive)
{
  drive->outcome->run[1] += SECONDS (1);
}

static void
overlap (SwDrive *drive)
{
  attempt (drive, 0)->stop = SECONDS (31);
}

static void
missing_attempt (SwDrive *drive)
{
  drive->outcome->attempts[0] = 3;
}

static void
broken_chain (SwDrive *drive)
{
  attempt (drive, 2)->previous = 1;
}

static void
parts_too_long (SwDrive *drive)
{
  attempt (drive, 1)->overhead = 1;
}

static void
negative_part (SwDrive *drive)
{
  attempt (drive, 1)->overhead = -1;
}

static void
beyond_the_stop (SwDrive *drive)
{
  attempt (drive, 2)->stop = SECONDS (101);
}

static void
still_going (SwDrive *drive)
{
  attempt (drive, 1)->end = SW_END_NONE;
}

static void
miscounted_preemption (SwDrive *drive)
{
  drive->outcome->preemptions[0] = 0;
}

static void
completed_twice (SwDrive *drive)
{
  attempt (drive, 0)->end = SW_END_COMPLETED;
  drive->outcome->preemptions[0] = 0;
}

/* Agrees in itself, but not with what was told. */
static void
other_gpus (SwDrive *drive)
{
  attempt (drive, 1)->milli = 2000;
}

static void
other_state (SwDrive *drive)
{
  drive->outcome->state[0] = SW_OOM;
  attempt (drive, 2)->end = SW_END_OOM;
}

static void
other_waiting (SwDrive *drive)
{
  drive->outcome->eligible[2] += 1;
}

/* Each fault is made before the books are closed and behind the back of the observer. */
static const struct
{
  void (*spoil) (SwDrive *drive);
  const char *text; /* part of the complaint */
} faults[] = {
  { no_final_state, "job b (running): it is in no final state" },
  { unfinished_with_end, "end does not go with its state" },
  { early_start, "started before it was eligible" },
  { early_eligible, "eligible before it was submitted" },
  { wrong_run, "time on GPUs" },
  { longer_run_than_stay, "longer than it was in the system" },
  { overlap, "overlap" },
  { missing_attempt, "number of attempts" },
  { broken_chain, "chain" },
  { parts_too_long, "more than its length" },
  { negative_part, "negative" },
  { beyond_the_stop, "outside the run" },
  { still_going, "still going" },
  { miscounted_preemption, "preemptions" },
  { completed_twice, "ends of its attempts" },
  { other_gpus, "attempts is 90, but the integral" },
  { other_state, "jobs are completed" },
  { other_waiting, "sum of waits" },
};

static void
audit_finds_faults (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      SwDrive drive;
      make (&drive);
      sw_drive_tell (&drive);
      faults[i].spoil (&drive);
      sw_account_close (drive.account, drive.outcome);
      g_autofree char *fault = sw_account_verify (drive.account, drive.outcome);
      CHECK_CONTAINS (fault, faults[i].text);
      sw_drive_clear (&drive);
    }
}

static void
audit_passes_good_books (void)
{
  SwDrive drive;
  make (&drive);
  sw_drive_play (&drive);
  finish (&drive);
}

static void
audit_finds_missing_reports (void)
{
  SwDrive drive;
  make (&drive);
  sw_drive_tell (&drive);
  const SwObserver *observer = sw_account_observer (drive.account);
  observer->attempt_ended (observer->self, drive.outcome, attempt (&drive, 0));
  sw_account_close (drive.account, drive.outcome);
  g_autofree char *fault = sw_account_verify (drive.account, drive.outcome);
  CHECK_STR (fault, "3 attempts ended, but 4 were reported");
  sw_drive_clear (&drive);
}

static void
audit_finds_more_held_than_there_is (void)
{
  SwDrive drive;
  sw_drive_init (&drive);
  SwJob a = sw_drive_job (&drive, "a", SECONDS (0.5), 3);
  sw_drive_ready (&drive, SECONDS (10));
  sw_drive_capacity (&drive, 0, 2, 0);
  sw_drive_complete (&drive, a, SECONDS (0.5), SECONDS (9));
  sw_drive_play (&drive);
  g_autofree char *fault = sw_account_verify (drive.account, drive.outcome);
  CHECK_STR (fault, "at 0.5 more GPUs are held or fragmented than exist");
  sw_drive_clear (&drive);
}

SW_CHECKS ("account-audit", { "F-09 killed at the limit", killed_at_the_limit },
           { "G-06 unsatisfiable is a miss", unsatisfiable_is_a_miss },
           { "deadline edges", deadline_edges }, { "wait goal edges", wait_goal_edges },
           { "audit finds faults", audit_finds_faults },
           { "audit passes good books", audit_passes_good_books },
           { "audit finds missing reports", audit_finds_missing_reports },
           { "audit finds more held than there is", audit_finds_more_held_than_there_is })
