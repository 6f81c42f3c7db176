/* Reasons of waiting where GPUs are shared or partitioned: each names what is short, and by how
 * much.  The cards have 40,192 MiB. */
#include "sw-check.h"
#include "sw-share.h"

static const SwPoolRules shared = { .sharing = SW_SHARING_SHARED,
                                    .max_tenants = 3,
                                    .promise_memory = TRUE,
                                    .enforcement = SW_ENFORCE_HARD };
static const SwPoolRules slots = { .sharing = SW_SHARING_TIMESLICE,
                                   .max_tenants = 2,
                                   .promise_memory = TRUE,
                                   .enforcement = SW_ENFORCE_HARD };
static const SwPoolRules fixed = { .sharing = SW_SHARING_MIG, .max_tenants = 16 };
static const SwPoolRules dynamic
    = { .sharing = SW_SHARING_MIG, .max_tenants = 16, .repartition = TRUE };

/* The reasons of the last job, "time ahead text" a line, or why it can never run. */
static char *
reasons_of (const SwPoolRules *rules, const char *layout, const char *nodes, const char *jobs)
{
  SwShare share;
  sw_share_init (&share, rules, layout, NULL, nodes, jobs, "first-fit");
  SwJob watch = share.kit.spec.watch = share.kit.table->n - 1;
  g_autoptr (GArray) reasons = g_array_new (FALSE, FALSE, sizeof (SwReason));
  g_autoptr (SwOutcome) outcome = sw_engine_run (&share.kit.spec, NULL, reasons, &share.kit.error);
  CHECK_NO_ERROR (share.kit.error);
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < reasons->len; i++)
    {
      SwReason *reason = &g_array_index (reasons, SwReason, i);
      char at[SW_TIME_TEXT];
      g_string_append_printf (text, "%s%s %u %s", i > 0 ? "\n" : "",
                              sw_format_seconds (reason->from, at), reason->ahead, reason->text);
      g_free (reason->text);
    }
  if (outcome != NULL && outcome->state[watch] == SW_UNSATISFIABLE)
    g_string_append (text, sw_outcome_get_why (outcome, watch));
  sw_share_clear (&share);
  return g_string_free (text, FALSE);
}

#define CHECK_REASONS(rules, layout, nodes, jobs, expected)                                        \
  do                                                                                               \
    {                                                                                              \
      g_autofree char *got = reasons_of (&rules, layout, nodes, jobs);                             \
      CHECK_STR (got, expected);                                                                   \
    }                                                                                              \
  while (0)

static void
shares_lack_compute_places_or_memory (void)
{
  CHECK_REASONS (shared, NULL, "1x1", "a 0/1/100 milli=700 vram=1; b 1/1/10 milli=500 vram=1",
                 "1 0 share: needs 0.500 of a GPU, no GPU has more than 0.300 free");
  CHECK_REASONS (shared, NULL, "1x1",
                 "a 0/1/100 milli=100 vram=1; b 0/1/100 milli=100 vram=1; "
                 "c 0/1/100 milli=100 vram=1; d 1/1/10 milli=100 vram=1",
                 "1 0 tenants: no GPU that has 0.100 free may have another");
  CHECK_REASONS (shared, NULL, "1x1",
                 "a 0/1/100 milli=100 vram=30000; b 1/1/10 milli=100 vram=20000",
                 "1 0 GPU memory: needs a promise of 20000 MiB on a GPU that has 0.100 free, at "
                 "most 10192 MiB are promised to nobody there");
  CHECK_REASONS (shared, NULL, "1x1", "a 0/1/100 milli=100 vram=30000; b 1/1/10 milli=600",
                 "1 0 GPU memory: needs 0.600 of a GPU's, at most 10192 MiB of one that has the "
                 "share free are promised to nobody");
  /* Two GPUs of one node; each node has one. */
  CHECK_REASONS (shared, NULL, "2x2",
                 "a 0/1/100 milli=700 vram=1; b 0/1/100 tasks=2 milli=700 vram=1; "
                 "c 1/2/10 milli=700 vram=1",
                 "1 0 GPUs: needs 0.700 of a GPU and 1 MiB 2 times on one node, no node has room "
                 "for it (1 GPUs in all have room for one: fragmented)");
  CHECK_REASONS (shared, NULL, "1x2",
                 "a 0/1/100 milli=700 vram=1; b 1/1/10 tasks=2 milli=700 vram=1",
                 "1 0 GPUs: needs room for 2 tasks, there is room for 1");
}

static void
slots_are_taken (void)
{
  CHECK_REASONS (slots, NULL, "1x1",
                 "a 0/1/100 milli=100 vram=1; b 0/1/50 milli=100 vram=1; c 1/1/9 milli=100 vram=1",
                 "1 0 slots: all of all 1 GPUs are taken");
  CHECK_REASONS (slots, NULL, "1x1", "a 0/1/100 milli=100 vram=30000; c 1/1/9 milli=100 vram=20000",
                 "1 0 GPU memory: needs a promise of 20000 MiB on a GPU with a free slot, at most "
                 "10192 MiB are promised to nobody there");
}

static void
instances_are_in_use_or_missing (void)
{
  CHECK_REASONS (fixed, "2x3g.20gb", "1x1",
                 "a 0/1/100 mig=3g.20gb; b 0/1/100 mig=3g.20gb; c 1/1/10 mig=3g.20gb",
                 "1 0 instances: needs 3g.20gb, all 2 are in use");
  CHECK_REASONS (fixed, "3g.20gb@4 1g.5gb@0", "1x1", "a 0/1/100 mig=1g.5gb; b 1/1/10 mig=1g.5gb",
                 "1 0 instances: needs 1g.5gb, all 1 are in use, and the pool makes no others "
                 "though there is room");
  CHECK_REASONS (dynamic, NULL, "1x1", "a 0/1/100 mig=4g.20gb; b 1/1/10 mig=7g.40gb",
                 "1 0 instances: needs 7g.40gb, there is none, and instances in use are in the way "
                 "of one");
  CHECK_REASONS (dynamic, NULL, "1x1",
                 "a 0/1/100 mig=3g.20gb; b 0/1/100 mig=3g.20gb; c 1/1/10 mig=3g.20gb",
                 "1 0 instances: needs 3g.20gb, all 2 are in use, and where another could lie "
                 "instances in use are in the way");
}

/* Case H-08 with a share: the GPU has room, its node has not. */
static void
nodes_lack_cpu_or_memory (void)
{
  CHECK_REASONS (shared, NULL, "1x1/m65536",
                 "a 0/1/100 milli=100 vram=1 mem=40960; b 1/1/10 milli=100 vram=1 mem=40960",
                 "1 0 memory: needs 40960 MiB on a node that has the GPUs free, at most 24576 MiB "
                 "are free there");
  CHECK_REASONS (dynamic, NULL, "1x1/c8", "a 0/1/100 mig=1g.5gb cpu=5; b 1/1/10 mig=1g.5gb cpu=4",
                 "1 0 CPU: needs 4.000 cores on a node that has the GPUs free, at most 3.000 are "
                 "free there");
}

static void
whole_cards_count_only_where_given (void)
{
  SwPoolRules changing = shared;
  changing.change_mode = TRUE;
  CHECK_REASONS (changing, NULL, "1x2", "a 0/1/100 milli=100 vram=1; b 1/2/10",
                 "1 0 GPUs: needs 2, 1 of the allowed models are free");
}

static void
whoever_never_fits_is_told_why (void)
{
  CHECK_REASONS (shared, NULL, "1x1", "a 0/1/10 mig=3g.20gb",
                 "asks for 3g.20gb; no pool has such instances");
  CHECK_REASONS (shared, NULL, "1x1", "a 0/1/10", "asks for whole GPUs; no pool gives them whole");
  CHECK_REASONS (shared, NULL, "1x1", "a 0/1/10 milli=100 vram=99000",
                 "asks for 0.100 of a GPU and 99000 MiB; no shared GPU has more than 40192 MiB");
  CHECK_REASONS (dynamic, NULL, "1x1", "a 0/1/10 mig=1g.6gb",
                 "asks for 1g.6gb; no GPU of the pools with instances can have such a one");
  CHECK_REASONS (fixed, "2x3g.20gb", "1x1", "a 0/1/10 mig=1g.5gb",
                 "asks for 1g.5gb; no layout has such an instance and no pool makes others");
  CHECK_REASONS (fixed, "2x3g.20gb", "1x1", "a 0/1/10 mig=3g.20gb tasks=3",
                 "asks for 3 tasks of 3g.20gb; all nodes together have room for 2");
  CHECK_REASONS (shared, NULL, "1x1", "a 0/1/10 milli=100 models=H100",
                 "asks for GPUs of models that no pool has");
}

/* A second wait of the same cause is told again. */
static void
waits_after_memory_ran_out (void)
{
  SwPoolRules none = shared;
  none.enforcement = SW_ENFORCE_NONE;
  CHECK_REASONS (none, NULL, "1x1",
                 "a 0/1/100 milli=100 vram=10000 peak=35000; "
                 "b 85/1/50 milli=100 vram=10000 peak=10000 retries=2",
                 "85 0 memory ran out: tries again after 10 s\n"
                 "95 0 memory ran out: tries again after 20 s");
}

SW_CHECKS ("reason",
           { "shares lack compute, places or memory", shares_lack_compute_places_or_memory },
           { "slots are taken", slots_are_taken },
           { "instances are in use or missing", instances_are_in_use_or_missing },
           { "nodes lack CPU or memory", nodes_lack_cpu_or_memory },
           { "whole cards count only where given", whole_cards_count_only_where_given },
           { "whoever never fits is told why", whoever_never_fits_is_told_why },
           { "waits after memory ran out", waits_after_memory_ran_out })
