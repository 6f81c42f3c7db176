/* What enforcement does to jobs that use more memory than they may: the offender dies alone, the
 * right one is made to leave, or a neighbour dies; each is on record with who caused it.  The cards
 * have 40,192 MiB. */
#include "sw-check.h"
#include "sw-share.h"

static const SwPoolRules hard = { .sharing = SW_SHARING_SHARED,
                                  .max_tenants = 48,
                                  .promise_memory = TRUE,
                                  .enforcement = SW_ENFORCE_HARD };
static const SwPoolRules soft = { .sharing = SW_SHARING_SHARED,
                                  .max_tenants = 48,
                                  .promise_memory = TRUE,
                                  .enforcement = SW_ENFORCE_SOFT,
                                  .ceiling = 2 };
static const SwPoolRules none = { .sharing = SW_SHARING_SHARED,
                                  .max_tenants = 48,
                                  .promise_memory = TRUE,
                                  .enforcement = SW_ENFORCE_NONE };

static void
check_run (const char *file, int line, const SwPoolRules *rules, const char *jobs,
           const char *schedule, const char *kills)
{
  SwShare share;
  sw_share_init (&share, rules, NULL, NULL, "1x1", jobs, "first-fit");
  g_autofree char *text = sw_share_answer (&share);
  sw_check_str (file, line, jobs, text, schedule);
  g_autofree char *killed = share.kit.outcome == NULL ? NULL : sw_share_kills (&share);
  sw_check_str (file, line, jobs, killed, kills);
  sw_share_clear (&share);
}

#define CHECK_RUN(rules, jobs, schedule, kills)                                                    \
  check_run (__FILE__, __LINE__, &rules, jobs, schedule, kills)

/* Promises that do not fit together are not made. */
static void
promises_fit_the_card (void)
{
  CHECK_RUN (hard, "a 0/1/100 milli=100 vram=30000; b 0/1/100 milli=100 vram=30000",
             "a 0-100 b 100-200", "");
  CHECK_RUN (hard, "a 0/1/100 milli=100 vram=99000", "a x-0(unsatisfiable)", "");
}

static void
hard_kills_the_offender_alone (void)
{
  /* From 0 to 20,000 MiB in 100 s of work; the cap of 10,000 is passed at 50 s. */
  CHECK_RUN (hard,
             "a 0/1/200 milli=100 vram=10000 peak=20000 ramp=100; "
             "b 0/1/200 milli=100 vram=25000 peak=25000",
             "a 0-50.000000001(oom) b 0-200", "a<a(cap)@50.000000001");
  CHECK_RUN (hard, "a 0/1/200 milli=100 vram=10000 peak=10001", "a 0-0(oom)", "a<a(cap)@0");
  CHECK_RUN (hard, "a 0/1/200 milli=100 vram=10000 peak=10000", "a 0-200", "");
  /* Done before it grows too large. */
  CHECK_RUN (hard, "a 0/1/50 milli=100 vram=10000 peak=20000 ramp=100", "a 0-50", "");
}

static void
none_kills_a_neighbour (void)
{
  /* a fills the card; b keeps to its promise, allocates last and dies. */
  CHECK_RUN (none,
             "a 0/1/200 milli=100 vram=10000 peak=35000; "
             "b 10/1/200 milli=100 vram=10000 peak=10000",
             "a 0-200 b 10-10(oom)", "b<a(full)@10");
  /* b was there first: now a's own allocation meets a full card. */
  CHECK_RUN (none,
             "b 0/1/200 milli=100 vram=10000 peak=10000; "
             "a 10/1/200 milli=100 vram=10000 peak=35000",
             "b 0-200 a 10-10(oom)", "a<a(full)@10");
  /* Both rise; b, the last to come, is the one whose allocation fails. */
  CHECK_RUN (none,
             "a 0/1/300 milli=100 vram=10000 peak=35000 ramp=100; "
             "b 0/1/300 milli=100 vram=10000 peak=10000 ramp=200",
             "a 0-300 b 0-103.840000001(oom)", "b<a(full)@103.840000001");
}

static void
soft_makes_the_furthest_leave (void)
{
  /* 15,000 + 25,000 fit until c wants its promise: b is 10,000 above its own, a 5,000. */
  CHECK_RUN (soft,
             "a 0/1/100 milli=100 vram=10000 peak=15000; "
             "b 0/1/100 milli=100 vram=15000 peak=25000; "
             "c 10/1/100 milli=100 vram=5000 peak=5000",
             "a 0-100 b 0-260 c 10-110",
             "b<b(evicted)@10 b<b(evicted)@20 b<b(evicted)@40 "
             "b<b(evicted)@80");
  /* Above the ceiling, twice its promise, it dies whatever room there is. */
  CHECK_RUN (soft, "a 0/1/100 milli=100 vram=10000 peak=20001", "a 0-0(oom)", "a<a(ceiling)@0");
  CHECK_RUN (soft, "a 0/1/100 milli=100 vram=10000 peak=20000", "a 0-100", "");
}

/* A job whose memory ran out may try again, after a while, and loses what it had not saved. */
static void
another_try_costs_what_was_lost (void)
{
  CHECK_RUN (none,
             "a 0/1/100 milli=100 vram=10000 peak=35000; "
             "b 95/1/50 milli=100 vram=10000 peak=10000 retries=1",
             "a 0-100 b 95-155", "b<a(full)@95");
  CHECK_RUN (none,
             "a 0/1/100 milli=100 vram=10000 peak=35000; "
             "b 20/1/50 milli=100 vram=10000 peak=10000 retries=1",
             "a 0-100 b 20-30(oom)", "b<a(full)@20 b<a(full)@30");
}

/* Whole cards and instances have their own walls. */
static void
cards_and_instances_are_caps (void)
{
  SwPoolRules mig = { .sharing = SW_SHARING_MIG, .max_tenants = 16, .repartition = TRUE };
  CHECK_RUN (
      mig, "a 0/1/100 mig=1g.5gb peak=4865; b 0/1/100 mig=1g.5gb peak=4864; c 0/1/100 mig=2g.10gb",
      "a 0-0(oom) b 0-100 c 0-100", "a<a(cap)@0");
  SwPoolRules whole = hard;
  whole.change_mode = TRUE;
  CHECK_RUN (whole, "a 0/1/100 peak=90000; b 0/1/100 peak=30000", "a 0-0(oom) b 0-100",
             "a<a(cap)@0");
}

static void
memory_levels_are_told (void)
{
  SwShare share;
  sw_share_init (&share, &none, NULL, NULL, "1x1",
                 "a 0/1/100 milli=100 vram=10000 peak=20000 ramp=50; b 0/1/50 milli=100 "
                 "vram=4000",
                 "first-fit");
  g_autofree char *text = sw_share_answer (&share);
  CHECK_STR (text, "a 0-100 b 0-50");
  sw_share_clear (&share);
}

SW_CHECKS ("memory use", { "promises fit the card", promises_fit_the_card },
           { "hard kills the offender alone", hard_kills_the_offender_alone },
           { "none kills a neighbour", none_kills_a_neighbour },
           { "soft makes the furthest leave", soft_makes_the_furthest_leave },
           { "another try costs what was lost", another_try_costs_what_was_lost },
           { "cards and instances are caps", cards_and_instances_are_caps },
           { "memory levels are told", memory_levels_are_told })
