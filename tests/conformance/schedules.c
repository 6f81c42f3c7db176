/* Schedules computed by hand: small cases that people reported of other schedulers, and neighbours
 * of each.  All runs keep the work of preempted jobs. */
#include "sw-check.h"
#include "sw-kit.h"

typedef struct
{
  const char *nodes, *jobs, *queue, *answer;
} Case;

/* The schedule under one queue policy and first fit.  transfer full */
static char *
answer (const char *nodes, const char *jobs, const char *queue)
{
  SwKit kit;
  sw_kit_init (&kit, nodes, jobs, queue, "first-fit");
  kit.spec.preempt_keeps_all = TRUE;
  char *text = sw_kit_run (&kit) ? sw_kit_schedule (&kit) : g_strdup (kit.error->message);
  sw_kit_clear (&kit);
  return text;
}

static void
check_cases (const Case *cases, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *ours = answer (cases[i].nodes, cases[i].jobs, cases[i].queue);
      if (!CHECK_STR (ours, cases[i].answer))
        g_printerr ("  under %s: %s on %s\n", cases[i].queue, cases[i].jobs, cases[i].nodes);
    }
}

static const char *const all_queues[] = {
  "fifo",
  "greedy",
  "sjf",
  "sjf blocked=skip by=duration",
  "ljf",
  "priority",
  "priority preempt=lower",
  "priority preempt=lower blocked=skip",
  "easy",
  "conservative",
  "qssf",
  "srtf",
  "srsf",
  "las",
};

/* The same answer whatever the queue policy. */
static void
check_all (const char *nodes, const char *jobs, const char *expected)
{
  for (guint i = 0; i < G_N_ELEMENTS (all_queues); i++)
    {
      Case each = { nodes, jobs, all_queues[i], expected };
      check_cases (&each, 1);
    }
}

static void
same_instant (void)
{
  static const Case cases[] = {
    { "1x2", "A 0/1/100 tasks=2; B 100/1/50 tasks=2; C 100/1/30", "fifo",
      "A 0-100 B 100-150 C 150-180" },
    /* two ends and two arrivals at 100; order of rows decides between the arrivals */
    { "1x4", "A 0/2/100; B 0/2/100; C 100/4/10; D 100/1/5", "fifo",
      "A 0-100 B 0-100 C 100-110 D 110-115" },
    { "1x4", "A 0/2/100; B 0/2/100; C 100/4/10; D 100/1/5", "greedy",
      "A 0-100 B 0-100 C 100-110 D 110-115" },
    { "1x4", "A 0/2/100; B 0/2/100; D 100/1/5; C 100/4/10", "fifo",
      "A 0-100 B 0-100 D 100-105 C 105-115" },
    /* a node comes in the instant in which the job arrives; one goes in the instant of an end */
    { "1x1/@5-", "A 5/1/10", "fifo", "A 5-15" },
    { "1x1/@0-10", "A 0/1/10", "fifo", "A 0-10" },
  };
  check_cases (cases, G_N_ELEMENTS (cases));
  check_all ("1x2", "A 0/1/100/100 tasks=2; B 100/1/50/50 tasks=2", "A 0-100 B 100-150");
}

static void
nothing_can_run (void)
{
  check_all ("1x1", "A 0/2/1; B 5/2/1; C 9/2/1",
             "A x-0(unsatisfiable) B x-5(unsatisfiable) C x-9(unsatisfiable)");
  check_all ("2x2", "A 0/3/1", "A x-0(unsatisfiable)");
  check_all ("1x4", "J1 0/8/10; J2 0/1/60", "J1 x-0(unsatisfiable) J2 0-60");
  check_all ("2x4", "J1 0/1/10 tasks=8; J2 1/1/60", "J1 0-10 J2 10-70");
}

static void
equal_jobs_keep_their_order (void)
{
  check_all ("1x1", "z 0/1/10/10 pre=1; m 0/1/10/10 pre=1; a 0/1/10/10 pre=1",
             "z 0-10 m 10-20 a 20-30");
  GString *jobs = g_string_new (NULL), *expected = g_string_new (NULL);
  for (guint i = 0; i < 200; i++)
    {
      g_string_append_printf (jobs, "%sj%u 0/1/10/10", i > 0 ? ";" : "", i);
      g_string_append_printf (expected, "%sj%u %u-%u", i > 0 ? " " : "", i, i / 8 * 10,
                              i / 8 * 10 + 10);
    }
  check_all ("1x8", jobs->str, expected->str);
  g_string_free (jobs, TRUE);
  g_string_free (expected, TRUE);
}

/* N jobs of one second on one card end after N seconds: work is neither lost nor won. */
static void
work_is_conserved (void)
{
  GString *jobs = g_string_new ("j 0/1/1");
  for (guint n = 2; n <= 100; n++)
    g_string_append_printf (jobs, ";j%u 0/1/1", n);
  for (guint i = 0; i < G_N_ELEMENTS (all_queues); i++)
    {
      g_autofree char *ours = answer ("1x1", jobs->str, all_queues[i]);
      CHECK_TRUE (g_str_has_suffix (ours, " j100 99-100"));
    }
  g_string_free (jobs, TRUE);
}

static void
lengths_at_the_edges (void)
{
  check_all ("1x1", "A 0/1/0.6; B 0/1/0.6", "A 0-0.6 B 0.6-1.2");
  check_all ("1x1", "Z 10/1/0; A 10/1/5", "Z 10-10 A 10-15");
  check_all ("1x1", "A 0/1/0; B 0/1/0; C 0/1/0", "A 0-0 B 0-0 C 0-0");
  check_all ("1x2", "J 0/2/5000/3600", "J 0-3600(timeout)");
  check_all ("1x2", "J 0/2/3600/3600; K 1/2/10/10", "J 0-3600 K 3600-3610");
  check_all ("1x1", "A 0/1/1; B 0.000001/1/1; C 1000000000/1/1",
             "A 0-1 B 1-2 C 1000000000-1000000001");
}

static void
order_of_rows (void)
{
  static const Case cases[] = {
    { "1x1", "A 100/1/10; B 50/1/60; C 75/1/10", "fifo", "B 50-110 C 110-120 A 120-130" },
    { "1x1", "B 50/1/60; C 75/1/10; A 100/1/10", "fifo", "B 50-110 C 110-120 A 120-130" },
  };
  check_cases (cases, G_N_ELEMENTS (cases));
}

static void
overtaking (void)
{
#define SMALL "A 0/7/10/10; B 1/7/10/10; C 2/1/10/10"
#define LARGE_NODE "1x10"
  static const Case cases[] = {
    { LARGE_NODE, SMALL, "fifo", "A 0-10 B 10-20 C 10-20" },
    { LARGE_NODE, SMALL, "greedy", "A 0-10 B 10-20 C 2-12" },
    { LARGE_NODE, SMALL, "fifo skip=yes", "A 0-10 B 10-20 C 2-12" },
    { LARGE_NODE, SMALL, "easy", "A 0-10 B 10-20 C 2-12" },
    { LARGE_NODE, SMALL, "conservative", "A 0-10 B 10-20 C 2-12" },
    { LARGE_NODE, SMALL, "sjf", "A 0-10 B 10-20 C 10-20" },
    { LARGE_NODE, SMALL, "sjf blocked=skip", "A 0-10 B 10-20 C 2-12" },
    { LARGE_NODE, SMALL, "priority", "A 0-10 B 10-20 C 10-20" },
    /* nobody declares a limit: the reservation is for the end of time, and C leaves room there */
    { LARGE_NODE, "A 0/7/10; B 1/7/10; C 2/1/10", "easy", "A 0-10 B 10-20 C 2-12" },
    { LARGE_NODE, "A 0/7/10; B 1/7/10; C 2/1/10", "conservative", "A 0-10 B 10-20 C 2-12" },
  };
  check_cases (cases, G_N_ELEMENTS (cases));
}

static void
orders (void)
{
#define MIXED "a 0/1/10/10; b 1/1/5/5; c 2/1/3/3; d 3/1/3/3; e 4/1/1"
#define BLOCKED "a 0/1/100/100; s 1/2/5/5; l 2/1/50/50"
  static const Case cases[] = {
    { "1x1", MIXED, "fifo", "a 0-10 b 10-15 c 15-18 d 18-21 e 21-22" },
    { "1x1", MIXED, "sjf", "a 0-10 b 16-21 c 10-13 d 13-16 e 21-22" },
    { "1x1", MIXED, "sjf by=duration", "a 0-10 b 17-22 c 11-14 d 14-17 e 10-11" },
    { "1x1", MIXED, "ljf", "a 0-10 b 10-15 c 15-18 d 18-21 e 21-22" },
    { "1x1", "a 0/1/10; b 1/1/5 est=9; c 2/1/5 est=-3; d 3/1/5", "sjf by=estimate",
      "a 0-10 b 15-20 c 10-15 d 20-25" },
    { "1x2", BLOCKED, "sjf", "a 0-100 s 100-105 l 105-155" },
    { "1x2", BLOCKED, "sjf blocked=skip", "a 0-100 s 100-105 l 2-52" },
    { "1x2", BLOCKED, "ljf", "a 0-100 s 100-105 l 2-52" },
    { "1x1", "a 0/1/10; b 1/1/10 prio=-1; c 2/1/10 prio=5; d 3/1/10 prio=5; e 4/1/10", "priority",
      "a 0-10 b 40-50 c 10-20 d 20-30 e 30-40" },
    { "1x2", "a 0/1/100; b 1/2/10 prio=5; c 2/1/10", "priority", "a 0-100 b 100-110 c 110-120" },
    { "1x2", "a 0/1/100; b 1/2/10 prio=5; c 2/1/10", "priority blocked=skip",
      "a 0-100 b 100-110 c 2-12" },
    /* expected GPU-time 10 and 8; a single newcomer beside a free cluster just starts */
    { "1x2", "a 0/2/10 est=9; b 1/2/5 est=5; c 2/1/8 est=8", "qssf", "a 0-10 b 18-23 c 10-18" },
    /* two at once and nobody waits: by GPUs, whatever the estimate */
    { "1x2", "a 0/2/10 est=1; b 0/1/10 est=99", "qssf", "a 10-20 b 0-10" },
  };
  check_cases (cases, G_N_ELEMENTS (cases));
}

#define HEAD "J1 0/3/100/100; J2 1/4/50/50; J3 2/1/150/150; "

static void
backfill (void)
{
  static const Case cases[] = {
    { "1x4", HEAD "J4 3/1/97/97", "easy", "J1 0-100 J2 100-150 J3 150-300 J4 3-100" },
    { "1x4", HEAD "J4 3/1/97/97", "conservative", "J1 0-100 J2 100-150 J3 150-300 J4 3-100" },
    { "1x4", HEAD "J4 3/1/97/97", "fifo", "J1 0-100 J2 100-150 J3 150-300 J4 150-247" },
    { "1x4", HEAD "J4 3/1/97/97", "greedy", "J1 0-100 J2 197-247 J3 2-152 J4 100-197" },
    { "1x4", HEAD "J4 3/1/97/97", "easy depth=1", "J1 0-100 J2 100-150 J3 150-300 J4 150-247" },
    { "1x4", HEAD "J4 3/1/97/97", "conservative depth=2",
      "J1 0-100 J2 100-150 J3 150-300 J4 150-247" },
    { "1x4", HEAD "J4 3/1/97/98", "easy", "J1 0-100 J2 100-150 J3 150-300 J4 150-247" },
    { "1x4", HEAD "J4 3/1/97/97.000000001", "easy", "J1 0-100 J2 100-150 J3 150-300 J4 150-247" },
    { "1x4", HEAD "J4 3/1/97/97.000000001", "conservative",
      "J1 0-100 J2 100-150 J3 150-300 J4 150-247" },
    { "1x4", HEAD "J4 3/1/50/97", "easy", "J1 0-100 J2 100-150 J3 150-300 J4 3-53" },
    { "1x4", HEAD "J4 3/1/97", "easy", "J1 0-100 J2 100-150 J3 150-300 J4 150-247" },
    /* the head has room to spare: a long job may start beside it */
    { "1x5", HEAD "J4 3/1/97/97", "easy", "J1 0-100 J2 100-150 J3 2-152 J4 3-100" },
    { "1x5", HEAD "J4 3/1/98/98", "easy", "J1 0-100 J2 100-150 J3 2-152 J4 150-248" },
    /* who ends early lets the head start early */
    { "1x4", "J1 0/3/60/100; J2 1/4/50/50; J3 2/1/58/58", "easy", "J1 0-60 J2 60-110 J3 2-60" },
    /* a reservation is for nodes, not for a sum: two free cards on two nodes are not a pair */
    { "2x2", "a 0/1/100/100; b 0/2/50/50; c 1/2/10/10; d 2/1/200/200", "easy",
      "a 0-100 b 0-50 c 50-60 d 2-202" },
    { "2x2", "a 0/1/100/100; b 0/2/50/50; c 1/2/10/10 tasks=2; d 2/1/200/200", "easy",
      "a 0-100 b 0-50 c 100-110 d 110-310" },
  };
  check_cases (cases, G_N_ELEMENTS (cases));
}

static void
one_reservation_or_all (void)
{
#define THREE "A 0/3/100/100; B 1/4/10/10; C 2/5/10/10; D 3/1/200/200"
  static const Case cases[] = {
    { "1x5", THREE, "easy", "A 0-100 B 100-110 C 203-213 D 3-203" },
    { "1x5", THREE, "conservative", "A 0-100 B 100-110 C 110-120 D 120-320" },
    /* two free cards on two nodes are no pair: c's slot comes later, and d may use one until then
     */
    { "2x2", "p 0/1/100/100; q 0/1/10/10; r 0/1/100/100; c 20/2/10/10; d 21/1/30/30",
      "conservative", "p 0-100 q 0-10 r 0-100 c 100-110 d 21-51" },
    /* a job that holds for ever leaves no slot for C, so nobody waits for it */
    { "1x5", "A 0/1/500; B 1/5/10/10; D 3/4/20/20", "conservative", "A 0-500 B 500-510 D 3-23" },
    { "1x5", "A 0/1/500; B 1/5/10/10; D 3/4/20/20", "easy", "A 0-500 B 500-510 D 3-23" },
  };
  check_cases (cases, G_N_ELEMENTS (cases));
}

/* Reservations on one model do not hold up jobs that can run on another. */
static void
backfill_by_model (void)
{
#define MODELS                                                                                     \
  "X 0/1/100/100 models=A; Y 1/1/50/50 tasks=2 models=A; Z 2/1/300/300; V 3/1/20/20; "             \
  "W 4/1/300/300"
  static const Case cases[] = {
    { "1x2:A 1x1:B", MODELS, "conservative", "X 0-100 Y 100-150 Z 2-302 V 3-23 W 150-450" },
    { "1x2:A 1x1:B", MODELS, "easy", "X 0-100 Y 100-150 Z 2-302 V 3-23 W 150-450" },
    { "1x2:A 1x1:B", MODELS, "greedy", "X 0-100 Y 302-352 Z 2-302 V 3-23 W 23-323" },
  };
  check_cases (cases, G_N_ELEMENTS (cases));
}

/* One large job among a stream of small ones: the price of never waiting for anybody. */
static void
starvation (void)
{
  GString *jobs = g_string_new ("s0 0/1/100/100; big 10/4/100/100");
  for (guint i = 1; i < 40; i++)
    g_string_append_printf (jobs, "; s%u %u/1/100/100", i, 25 * i);
  const struct
  {
    const char *queue;
    SwTime start, longest; /* of big; longest wait of a small one */
  } cases[] = {
    { "greedy", 1075, 0 }, { "fifo", 100, 175 }, { "easy", 100, 175 }, { "conservative", 100, 175 }
  };
  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      SwKit kit;
      sw_kit_init (&kit, "1x4", jobs->str, cases[c].queue, "first-fit");
      CHECK_TRUE (sw_kit_run (&kit));
      SwTime longest = 0;
      for (SwJob job = 0; job < kit.table->n; job++)
        if (job != 1)
          longest = MAX (longest, sw_outcome_wait (kit.outcome, job));
      CHECK_STR (kit.table->id[1], "big");
      CHECK_TIME (kit.outcome->first_start[1], cases[c].start * SW_SECOND);
      CHECK_TIME (longest, cases[c].longest * SW_SECOND);
      sw_kit_clear (&kit);
    }
  g_string_free (jobs, TRUE);
}

static void
gangs (void)
{
  check_all ("4x1", "X 0/1/100/100 tasks=4; Y 0/1/100/100 tasks=4", "X 0-100 Y 100-200");
  check_all ("4x1", "X 0/1/100/100 tasks=3; Y 0/1/100/100 tasks=3", "X 0-100 Y 100-200");
  check_all ("1x4 1x2", "J 0/2/10; J 0/4/10 gang=1", "J 0-10");
  check_all ("1x4 1x2", "J 0/4/10; J 0/2/10 gang=1", "J 0-10");
  check_all ("1x2 1x4", "J 0/2/10; J 0/4/10 gang=1", "J 0-10");
  check_all ("1x4 1x2", "J 0/3/10; J 0/3/10 gang=1", "J x-0(unsatisfiable)");
}

#define PUSH "priority preempt=lower"
#define FOUR                                                                                       \
  "a 0/1/100 prio=1 pre=1; b 1/1/100 prio=1 pre=1; c 2/1/100 prio=2 pre=1; d 3/1/100 prio=1; "

static void
preemption_by_priority (void)
{
  static const Case cases[] = {
    /* equal rights: nobody pushes anybody */
    { "1x4", "A 0/4/100 pre=1; B 10/4/100 pre=1", PUSH, "A 0-100 B 100-200" },
    { "1x4", "A 0/4/100 pre=1; B 10/4/100 pre=1 prio=1", PUSH, "A 0-200 B 10-110" },
    { "1x4", "A 0/4/100 pre=1; B 10/4/100 pre=1 prio=1", "priority", "A 0-100 B 100-200" },
    { "1x1", "A 0/1/100 prio=1 pre=1; B 10/1/100 prio=2 pre=1; C 20/1/100 prio=3 pre=1", PUSH,
      "A 0-300 B 10-210 C 20-120" },
    /* what cannot be preempted is not */
    { "1x1", "L 0/1/100; H 10/1/20 prio=9", PUSH, "L 0-100 H 100-120" },
    { "1x2", "L 0/1/100; M 0/1/100 pre=1; H 10/1/20 prio=9", PUSH, "L 0-100 M 0-120 H 10-30" },
    { "1x2", "L 0/1/100; M 0/1/50 pre=1; H 10/2/20 prio=9", PUSH, "L 0-100 M 0-50 H 100-120" },
    /* the lowest priority first, then the youngest, and no more than it takes */
    { "1x4", FOUR "H 10/1/50 prio=5", PUSH, "a 0-100 b 1-151 c 2-102 d 3-103 H 10-60" },
    { "1x4", FOUR "H 10/2/50 prio=5", PUSH, "a 0-150 b 1-151 c 2-102 d 3-103 H 10-60" },
    { "1x4", FOUR "H 10/4/50 prio=5", PUSH, "a 0-100 b 1-101 c 2-102 d 3-103 H 103-153" },
    { "1x4", FOUR "H 10/1/50 prio=1", PUSH, "a 0-100 b 1-101 c 2-102 d 3-103 H 100-150" },
    /* z goes before x, but its room is on the wrong node: it is spared */
    { "2x2", "x 0/2/100 prio=1 pre=1; y 1/1/100 prio=1; z 2/1/100 prio=1 pre=1; H 10/2/20 prio=5",
      PUSH, "x 0-120 y 1-101 z 2-102 H 10-30" },
    /* M failed with the same demand before, but H has more rights */
    { "1x2", "L 0/2/100 prio=1 pre=1; M 5/2/10 prio=1; H 6/2/10 prio=9", PUSH " blocked=skip",
      "L 0-110 M 110-120 H 6-16" },
    { "1x2", "L 0/2/100 prio=1 pre=1; M 5/2/10 prio=1; H 6/2/10 prio=9", PUSH,
      "L 0-110 M 110-120 H 6-16" },
    /* one pushed out moves into what is left free in the same instant */
    { "2x2", "L 0/1/100 prio=1 pre=1; M 0/2/100 prio=9; H 10/2/20 prio=5", PUSH " blocked=skip",
      "L 0-120 M 0-100 H 10-30" },
  };
  check_cases (cases, G_N_ELEMENTS (cases));
}

static void
preemption_by_what_remains (void)
{
#define SHORTER "a 0/1/100 pre=1; b 10/1/20 pre=1; c 15/1/5 pre=1"
#define WIDER "a 0/1/10 tasks=2 pre=1; b 1/1/15 pre=1"
  static const Case cases[] = {
    { "1x1", SHORTER, "srtf", "a 0-125 b 10-35 c 15-20" },
    { "1x1", SHORTER, "srsf", "a 0-125 b 10-35 c 15-20" },
    { "1x1", SHORTER, "fifo", "a 0-100 b 100-120 c 120-125" },
    { "1x1", "a 0/1/100; b 10/1/20 pre=1; c 15/1/5", "srtf", "a 0-100 b 105-125 c 100-105" },
    { "1x2", WIDER, "srtf", "a 0-10 b 10-25" },
    { "1x2", WIDER, "srsf", "a 0-25 b 1-16" },
    /* at 2 both have 5 s left: b was before a at the event before, so it still is */
    { "1x3", "x 0/1/2 pre=1; b 0/1/5 tasks=3 pre=1; a 0/1/7 tasks=2 pre=1", "srtf",
      "x 0-2 b 2-7 a 0-12" },
    /* by declared limit: b says 200 and lets a run */
    { "1x1", "a 0/1/100/100 pre=1; b 10/1/20/200 pre=1", "srtf by=limit", "a 0-100 b 100-120" },
    /* nobody knows anything: who runs goes on running */
    { "1x1", "a 0/1/10 pre=1; b 1/1/10 pre=1; c 2/1/10 pre=1", "srtf by=limit",
      "a 0-10 b 10-20 c 20-30" },
    /* z leaves at once, and in that instant a has just been started: b cannot push it out */
    { "1x2", "z 0/1/0 pre=1; a 0/1/10 pre=1; b 0/1/5 tasks=2 pre=1", "srtf",
      "z 0-0 a 0-10 b 10-15" },
    /* what fits in the rest of the budget runs */
    { "1x3", "a 0/1/10 tasks=2; b 0/1/20 tasks=2; c 0/1/50", "srtf", "a 0-10 b 10-30 c 0-50" },
    /* fell out of the first queue after 10 GPU-s: at 10, and with two cards at 5 */
    { "1x1", "a 0/1/100 pre=1; b 5/1/5 pre=1", "las first=10s second=20s", "a 0-105 b 10-15" },
    { "1x2", "a 0/1/100 tasks=2 pre=1; b 1/1/5 tasks=2 pre=1", "las first=10s second=20s",
      "a 0-105 b 5-10" },
    { "1x1", "a 0/1/100; b 5/1/5 pre=1", "las first=10s second=20s", "a 0-100 b 100-105" },
  };
  check_cases (cases, G_N_ELEMENTS (cases));
}

/* What capacity does to a job does not count as a failure of its own. */
static void
reclaims_are_not_failures (void)
{
  SwKit kit;
  sw_kit_init (&kit, "1x1/@0-10 1x1/@10-20 1x1/@20-30 1x1/@30-40 1x1/@40-50 1x1/@50-",
               "P 0/1/15 retries=2; F 100/1/5 fails=3 retries=2", "fifo", "first-fit");
  CHECK_TRUE (sw_kit_run (&kit));
  g_autofree char *schedule = sw_kit_schedule (&kit);
  CHECK_STR (schedule, "P 0-65 F 100-115(failed)");
  CHECK_INT (kit.outcome->reclaims[0], 5);
  CHECK_INT (kit.outcome->failures[0], 0);
  CHECK_INT (kit.outcome->failures[1], 3);
  CHECK_INT (kit.outcome->attempts[1], 3);
  sw_kit_clear (&kit);
}

SW_CHECKS ("schedules", { "F-01 one instant", same_instant },
           { "F-02, G-06 nothing can run", nothing_can_run },
           { "F-03, F-04 equal jobs keep their order", equal_jobs_keep_their_order },
           { "F-05, F-06 work is conserved", work_is_conserved },
           { "F-07, F-08, F-09, F-12 lengths at the edges", lengths_at_the_edges },
           { "F-10 order of rows", order_of_rows }, { "F-11 overtaking", overtaking },
           { "orders of the queue", orders }, { "G-01 backfill", backfill },
           { "one reservation or all", one_reservation_or_all },
           { "backfill by model", backfill_by_model }, { "G-02 starvation", starvation },
           { "G-04, G-05 gangs", gangs },
           { "G-03, G-08 preemption by priority", preemption_by_priority },
           { "preemption by what remains", preemption_by_what_remains },
           { "G-07 reclaims are not failures", reclaims_are_not_failures })
