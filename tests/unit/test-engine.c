/* The life of jobs in the engine: order at one instant, stays, limits, failures, checkpoints,
 * dependencies, capacity that comes and goes, guards. */
#include "sw-check.h"
#include "sw-kit.h"

#include <string.h>

typedef struct
{
  const char *nodes, *jobs, *queue, *answer;
} Case;

static void
check_cases (const Case *cases, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *answer
          = sw_kit_answer (cases[i].nodes, cases[i].jobs, cases[i].queue, "first-fit");
      CHECK_STR (answer, cases[i].answer);
    }
}

static void
one_instant (void)
{
  static const Case cases[] = {
    /* F-01: an end and two starts at one time */
    { "1x2", "A 0/2/100; B 100/2/50; C 100/1/30", "fifo", "A 0-100 B 100-150 C 150-180" },
    /* F-08: no length */
    { "1x1", "Z 10/1/0; A 10/1/5", "fifo", "Z 10-10 A 10-15" },
    { "1x1", "A 0/1/0; B 0/1/0; C 0/1/0; D 0/1/1", "fifo", "A 0-0 B 0-0 C 0-0 D 0-1" },
    /* F-07: below a second */
    { "1x1", "A 0/1/0.6; B 0/1/0.6", "fifo", "A 0-0.6 B 0.6-1.2" },
    { "1x1", "A 0/1/0.000000001; B 0/1/1", "fifo", "A 0-0.000000001 B 0.000000001-1.000000001" },
    /* F-12: long gaps cost nothing */
    { "1x1", "A 0/1/1; B 0.000001/1/1; C 1000000000/1/1", "fifo",
      "A 0-1 B 1-2 C 1000000000-1000000001" },
    /* G-06: an impossible job holds nobody up */
    { "1x4", "J1 0/8/10; J2 0/1/60", "fifo", "J1 x-0(unsatisfiable) J2 0-60" },
    /* F-02: nothing can run */
    { "1x1", "A 0/2/1; B 5/2/1; C 9/2/1", "fifo",
      "A x-0(unsatisfiable) B x-5(unsatisfiable) C x-9(unsatisfiable)" },
    /* H-08: memory binds although GPUs are free; then CPU */
    { "1x8/m65536", "A 0/1/100 mem=40960; B 0/1/100 mem=40960", "greedy", "A 0-100 B 100-200" },
    { "1x8/c10", "A 0/1/100 cpu=6; B 0/1/100 cpu=6; C 0/1/100 cpu=4", "greedy",
      "A 0-100 B 100-200 C 0-100" },
  };
  check_cases (cases, G_N_ELEMENTS (cases));
}

static void
limits_and_failures (void)
{
  static const Case cases[] = {
    /* F-09 */
    { "1x2", "J 0/2/5000/3600", "fifo", "J 0-3600(timeout)" },
    /* at the limit to the ns: completed */
    { "1x1", "J 0/1/10/10", "fifo", "J 0-10" },
    { "1x1", "J 0/1/10.000000001/10", "fifo", "J 0-10(timeout)" },
    /* G-07: F fails three times with two retries; one retry fewer than failures is enough */
    { "1x1", "F 0/1/10 fails=3 retries=2", "fifo", "F 0-30(failed)" },
    { "1x1", "F 0/1/10 fails=2 retries=2", "fifo", "F 0-30" },
    { "1x1", "F 0/1/10 fails=2 retries=2 failat=3", "fifo", "F 0-16" },
    { "1x1", "F 0/1/10 fails=1", "fifo", "F 0-10(failed)" },
    /* a failure beyond the limit never comes to pass */
    { "1x1", "F 0/1/10/5 fails=1 retries=1 failat=6", "fifo", "F 0-5(timeout)" },
    /* restart cost before each further stay */
    { "1x1", "F 0/1/10 fails=1 retries=1 restart=4", "fifo", "F 0-24" },
  };
  check_cases (cases, G_N_ELEMENTS (cases));
}

static void
reclaims_and_checkpoints (void)
{
  static const Case cases[] = {
    /* I-03: the node goes at 500, another comes at 800 */
    { "1x1/@0-500 1x1/@800-", "J 0/1/1000", "fifo", "J 0-1800" },
    { "1x1/@0-500 1x1/@800-", "J 0/1/1000 ckpt=300", "fifo", "J 0-1500" },
    /* with a cost of 10 a checkpoint: at 500 one is done (300+10), 700 are left: two more on the
       way */
    { "1x1/@0-500 1x1/@800-", "J 0/1/1000 ckpt=300 ckptcost=10", "fifo", "J 0-1520" },
    /* reclaimed while the second checkpoint is written: only the first counts */
    { "1x1/@0-615 1x1/@800-", "J 0/1/1000 ckpt=300 ckptcost=10", "fifo", "J 0-1520" },
    { "1x1/@0-620 1x1/@800-", "J 0/1/1000 ckpt=300 ckptcost=10", "fifo", "J 0-1210" },
    /* I-04: a gang loses as a whole; its other card is free at once */
    { "1x1 1x1/@0-40 1x1/@60-", "G 0/1/100 tasks=2; S 50/1/100", "greedy", "G 0-250 S 50-150" },
    { "1x1 1x1/@0-40 1x1/@60-", "G 0/1/100 tasks=2; S 50/1/100", "fifo", "G 0-160 S 160-260" },
    /* an end at the instant in which the node goes counts as an end */
    { "1x1/@0-100 1x1/@200-", "J 0/1/100", "fifo", "J 0-100" },
    /* capacity that never comes back: unfinished, not unsatisfiable */
    { "1x1/@0-50", "J 0/1/100", "fifo", "J 0-x(unfinished)" },
  };
  check_cases (cases, G_N_ELEMENTS (cases));
}

static void
dependencies (void)
{
  static const Case cases[] = {
    { "1x4", "A 0/1/10; B 0/1/5 dep=A; C 0/1/1 dep=A+B", "fifo", "A 0-10 B 10-15 C 15-16" },
    /* arrives after what it waits for has ended */
    { "1x4", "A 0/1/10; B 50/1/5 dep=A", "fifo", "A 0-10 B 50-55" },
    /* what it waits for does not complete, nor does what waits for it */
    { "1x4", "A 0/1/10/5; B 0/1/5 dep=A; C 0/1/5 dep=B", "fifo",
      "A 0-5(timeout) B x-5(killed) C x-5(killed)" },
    { "1x4", "A 0/8/10; B 3/1/5 dep=A", "fifo", "A x-0(unsatisfiable) B x-0(killed)" },
    /* eligible later than submitted, and later than the dependency */
    { "1x4", "A 0/1/10 elig=7; B 0/1/5 dep=A elig=30", "fifo", "A 7-17 B 30-35" },
  };
  check_cases (cases, G_N_ELEMENTS (cases));
}

static void
speeds_and_spread (void)
{
  SwKit kit;
  sw_kit_init (&kit, "1x2:slow 1x2:fast",
               "A 0/1/100 models=slow; B 0/1/100 models=fast; "
               "C 0/1/90 tasks=2 models=slow|fast nodemax=1",
               "greedy", "first-fit");
  const double models[] = { 1.0, 2.0 };
  kit.spec.speeds = (SwSpeeds){ models, 0.5, 0.25, 0.125 };
  CHECK_TRUE (sw_kit_run (&kit));
  g_autofree char *answer = sw_kit_schedule (&kit);
  /* C: pace of the slowest member (1), halved by two nodes */
  CHECK_STR (answer, "A 0-100 B 0-50 C 0-180");
  sw_kit_clear (&kit);

  sw_kit_init (&kit, "1x1/r1/ss1 1x1/r2/ss1 1x1/r3/ss2", "A 0/1/10 tasks=2; B 100/1/10 tasks=3",
               "greedy", "first-fit");
  kit.spec.speeds = (SwSpeeds){ NULL, 0.5, 0.25, 0.125 };
  CHECK_TRUE (sw_kit_run (&kit));
  g_autofree char *spread = sw_kit_schedule (&kit);
  CHECK_STR (spread, "A 0-40 B 100-180");
  sw_kit_clear (&kit);
}

static void
attempts_are_booked (void)
{
  SwKit kit;
  sw_kit_init (&kit, "1x2/@0-500 1x2/@800-", "J 0/2/1000 ckpt=300 ckptcost=10 restart=20", "fifo",
               "first-fit");
  CHECK_TRUE (sw_kit_run (&kit));
  CHECK_INT (kit.outcome->attempts_log->len, 2);
  const SwAttempt *a = &g_array_index (kit.outcome->attempts_log, SwAttempt, 0);
  CHECK_INT (a->end, SW_END_RECLAIMED);
  CHECK_TIME (a->useful, 300 * SW_SECOND);
  CHECK_TIME (a->overhead, 10 * SW_SECOND);
  CHECK_TIME (a->lost, 190 * SW_SECOND);
  const SwAttempt *b = a + 1;
  CHECK_TIME (b->start, 800 * SW_SECOND);
  CHECK_TIME (b->stop, 1540 * SW_SECOND); /* 20 restart, 700 work, two checkpoints */
  CHECK_TIME (b->useful, 700 * SW_SECOND);
  CHECK_TIME (b->overhead, 40 * SW_SECOND);
  CHECK_REAL (sw_kit_figure (&kit, "gpu_useful_hours"), 2000.0 / 3600, 1e-9);
  CHECK_REAL (sw_kit_figure (&kit, "gpu_lost_hours"), 380.0 / 3600, 1e-9);
  sw_kit_clear (&kit);
}

static void
work_of_a_killed_job_is_lost (void)
{
  SwKit kit;
  sw_kit_init (&kit, "1x1/@0-500 1x1/@800-", "J 0/1/2000/900 ckpt=300", "fifo", "first-fit");
  CHECK_TRUE (sw_kit_run (&kit));
  g_autofree char *answer = sw_kit_schedule (&kit);
  CHECK_STR (answer, "J 0-1700(timeout)");
  CHECK_REAL (sw_kit_figure (&kit, "gpu_useful_hours"), 0, 0);
  CHECK_REAL (sw_kit_figure (&kit, "gpu_lost_hours"), 1400.0 / 3600, 1e-9);
  sw_kit_clear (&kit);
}

static void
until_cuts_and_fills (void)
{
  SwKit kit;
  sw_kit_init (&kit, "1x2", "A 0/1/50; B 90/1/50; C 200/1/1", "fifo", "first-fit");
  kit.spec.until = 100 * SW_SECOND;
  CHECK_TRUE (sw_kit_run (&kit));
  g_autofree char *answer = sw_kit_schedule (&kit);
  CHECK_STR (answer, "A 0-50 B 90-x(unfinished) C x-x(unfinished)");
  CHECK_REAL (sw_kit_figure (&kit, "utilisation"), 30.0, 1e-9); /* (50 + 10) of 200 */
  sw_kit_clear (&kit);
}

/* K-03: busy and available time are of the same machines. */
static void
utilisation_follows_capacity (void)
{
  SwKit kit;
  sw_kit_init (&kit, "1x4 1x4/@100-", "A 0/4/200", "fifo", "first-fit");
  CHECK_TRUE (sw_kit_run (&kit));
  CHECK_REAL (sw_kit_figure (&kit, "utilisation"), 800.0 / 12, 1e-9);
  sw_kit_clear (&kit);
}

static void
fragmented_is_free_and_useless (void)
{
  SwKit kit;
  /* one node of 4 with 1 free while a job of 2 waits [10,100); then nothing waits */
  sw_kit_init (&kit, "1x4", "A 0/3/100; B 10/2/50", "greedy", "first-fit");
  CHECK_TRUE (sw_kit_run (&kit));
  CHECK_REAL (sw_kit_figure (&kit, "gpu_fragmented_hours"), 90.0 / 3600, 1e-9);
  sw_kit_clear (&kit);
  /* held back by fifo although it would fit: idle, not fragmented */
  sw_kit_init (&kit, "1x4", "A 0/3/100; B 10/2/50; C 10/1/50", "fifo", "first-fit");
  CHECK_TRUE (sw_kit_run (&kit));
  CHECK_REAL (sw_kit_figure (&kit, "gpu_fragmented_hours"), 0, 0);
  sw_kit_clear (&kit);
  /* the head and X do not fit, Y would: whichever is looked at first */
  const char *const orders[] = {
    "A 0/3/100; H 10/4/50; Y 10/1/50; X 10/3/50",
    "A 0/3/100; H 10/4/50; X 10/3/50; Y 10/1/50",
    "A 0/3/100; H 10/4/50; X 10/3/50; Y 10/1/50; Z 10/2/50",
    "A 0/3/100; H 10/4/50; Y 10/1/50; X 10/3/50; Z 10/2/50",
  };
  for (guint i = 0; i < G_N_ELEMENTS (orders); i++)
    {
      sw_kit_init (&kit, "1x4", orders[i], "fifo", "first-fit");
      kit.spec.until = 100 * SW_SECOND;
      CHECK_TRUE (sw_kit_run (&kit));
      CHECK_REAL (sw_kit_figure (&kit, "gpu_fragmented_hours"), 0, 0);
      sw_kit_clear (&kit);
    }
}

static void
livelock_is_named (void)
{
  SwKit kit;
  sw_kit_init (&kit, "1x1", "F 0/1/10 fails=4294967295 retries=4294967294 failat=0", "fifo",
               "first-fit");
  CHECK_TRUE (!sw_kit_run (&kit));
  CHECK_ERROR (kit.error, SW_ERROR_POLICY, "livelock at 0 s");
  sw_kit_clear (&kit);
}

/* A stay that was cut short leaves its planned end behind, which must not make an instant. */
static void
void_ends_make_no_instant (void)
{
  SwKit kit;
  sw_kit_init (&kit, "1x1", "A 0/1/100 pre=1; H 10/1/20 prio=5", "priority preempt=lower",
               "first-fit");
  CHECK_TRUE (sw_kit_run (&kit));
  g_autofree char *answer = sw_kit_schedule (&kit);
  CHECK_STR (answer, "A 0-130 H 10-30");
  CHECK_INT (kit.counts.instants, 4); /* 0, 10, 30, 130 and not 100 */
  sw_kit_clear (&kit);
}

/* M-02: what a job costs beside the table. */
static void
memory_per_job_is_bounded (void)
{
  GString *jobs = g_string_new (NULL);
  for (guint i = 0; i < 5000; i++)
    g_string_append_printf (jobs, "j%u %u/%u/%u;", i, i / 2, 1 + i % 3, 1 + i % 7);
  SwKit kit;
  sw_kit_init (&kit, "2x4", jobs->str, "greedy", "best-fit");
  kit.spec.check = FALSE;
  CHECK_TRUE (sw_kit_run (&kit));
  CHECK_TRUE (kit.counts.bytes < 300 * 5000);
  sw_kit_clear (&kit);
  g_string_free (jobs, TRUE);
}

/* Answers by the number of calls: a place policy that does not repeat itself. */
static gboolean
flaky_place (gpointer self, const SwHost *host, SwView *v, SwJob job)
{
  guint *calls = self;
  static const SwFit fits[] = { SW_FIT_FIRST, SW_FIT_WORST, SW_FIT_BEST };
  guint call = (*calls)++;
  return call % 5 != 4 && host->fill (v, job, fits[call % 3]) == SW_OK;
}

static gpointer
flaky_create (const SwHost *host, const SwValue *values, GError **error)
{
  return g_new0 (guint, 1);
}

static void
reservations_bear_flaky_placement (void)
{
  static const SwPolicy flaky = { .head = SW_POLICY_HEAD,
                                  .kind = SW_KIND_PLACE,
                                  .name = "flaky",
                                  .summary = "fails every fifth time",
                                  .create = flaky_create,
                                  .destroy = g_free,
                                  .place = flaky_place };
  GString *jobs = g_string_new (NULL);
  for (guint i = 0; i < 400; i++)
    g_string_append_printf (jobs, "j%u %u/%u/%u/%u tasks=%u;", i, i / 3, 1 + i * 7 % 4,
                            10 + i * 13 % 90, 10 + i * 29 % 140, 1 + i % 3);
  SwKit kit;
  sw_kit_init (&kit, "6x4", jobs->str, "easy", "first-fit");
  kit.spec.place.policy = &flaky;
  CHECK_TRUE (sw_kit_run (&kit));
  CHECK_TRUE (kit.outcome->attempts_log->len > 300);
  sw_kit_clear (&kit);
  g_string_free (jobs, TRUE);
}

static void
stop_flag_interrupts (void)
{
  SwKit kit;
  gint stop = 1;
  sw_kit_init (&kit, "1x1", "A 0/1/10; B 0/1/10", "fifo", "first-fit");
  kit.spec.stop = &stop;
  CHECK_TRUE (!sw_kit_run (&kit));
  CHECK_ERROR (kit.error, SW_ERROR_INTERRUPTED, "interrupted");
  sw_kit_clear (&kit);
}

/* The reasons of a watched job, "time ahead text" a line. */
static char *
reasons_of (const char *nodes, const char *jobs, const char *queue, SwJob watch)
{
  SwKit kit;
  sw_kit_init (&kit, nodes, jobs, queue, "first-fit");
  kit.spec.watch = watch;
  g_autoptr (GArray) reasons = g_array_new (FALSE, FALSE, sizeof (SwReason));
  g_autoptr (SwOutcome) outcome = sw_engine_run (&kit.spec, NULL, reasons, &kit.error);
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < reasons->len; i++)
    {
      SwReason *reason = &g_array_index (reasons, SwReason, i);
      char at[SW_TIME_TEXT];
      g_string_append_printf (text, "%s%s %u %s", i > 0 ? "\n" : "",
                              sw_format_seconds (reason->from, at), reason->ahead, reason->text);
      g_free (reason->text);
    }
  sw_kit_clear (&kit);
  return g_string_free (text, FALSE);
}

static void
reasons_name_what_lacks (void)
{
  g_autofree char *memory
      = reasons_of ("1x8/m65536", "A 0/1/100 mem=40960; B 0/1/100 mem=40960", "greedy", 1);
  CHECK_STR (memory, "0 0 memory: needs 40960 MiB on a node that has the GPUs free, at most 24576 "
                     "MiB are free there");
  g_autofree char *held = reasons_of ("1x4", "A 0/3/100; B 10/2/50; C 20/1/50", "fifo", 2);
  CHECK_STR (held, "20 1 would fit; held back by the queue policy (1 ahead, the first is B)");
  g_autofree char *split = reasons_of ("2x4", "A 0/3/100; B 0/3/100; C 20/2/50", "fifo", 2);
  CHECK_STR (split, "20 0 GPUs: needs 2 on one node, no node has more than 1 free (2 free in all: "
                    "fragmented)");
  g_autofree char *few = reasons_of ("1x4", "A 0/3/100; B 0/2/10; C 5/4/50", "fifo", 2);
  CHECK_STR (few, "5 1 GPUs: needs 4, 1 of the allowed models are free\n"
                  "100 0 GPUs: needs 4, 2 of the allowed models are free");
}

SW_CHECKS ("engine", { "one instant", one_instant }, { "limits and failures", limits_and_failures },
           { "reclaims and checkpoints", reclaims_and_checkpoints },
           { "dependencies", dependencies }, { "speeds and spread", speeds_and_spread },
           { "attempts are booked", attempts_are_booked },
           { "work of a killed job is lost", work_of_a_killed_job_is_lost },
           { "until cuts and fills", until_cuts_and_fills },
           { "utilisation follows capacity", utilisation_follows_capacity },
           { "fragmented is free and useless", fragmented_is_free_and_useless },
           { "livelock is named", livelock_is_named },
           { "void ends make no instant", void_ends_make_no_instant },
           { "memory per job is bounded", memory_per_job_is_bounded },
           { "reservations bear flaky placement", reservations_bear_flaky_placement },
           { "stop flag interrupts", stop_flag_interrupts },
           { "reasons name what lacks", reasons_name_what_lacks })
