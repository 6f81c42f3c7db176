/* Policies that look at who is on a card: new instances for those who are there, and no company
 * that somebody does not bear. */
#include "sw-check.h"
#include "sw-share.h"

#include <string.h>

static const SwShareLoad busy[]
    = { { "busy", { 0, 1, 0 } }, { "calm", { .9, .02, .1 } }, { NULL } };

static const SwPoolRules mig = { .sharing = SW_SHARING_MIG,
                                 .max_tenants = 16,
                                 .repartition = TRUE,
                                 .destroy = SW_SECOND,
                                 .create = SW_SECOND,
                                 .move = 10 * SW_SECOND };
static const SwPoolRules shared = { .sharing = SW_SHARING_SHARED,
                                    .max_tenants = 48,
                                    .contention = { SW_CONTENTION_SYNC, .kappa = 1 } };

static char *
answer (const SwPoolRules *rules, const char *nodes, const char *jobs, const char *place,
        char **changes)
{
  SwShare share;
  sw_share_init (&share, rules, NULL, busy, nodes, jobs, place);
  char *text = sw_share_answer (&share);
  g_autoptr (GString) made = g_string_new (NULL);
  for (guint i = 0; share.kit.outcome != NULL && i < share.kit.outcome->repartitions->len; i++)
    {
      const SwRepartition *change
          = &g_array_index (share.kit.outcome->repartitions, SwRepartition, i);
      g_string_append_printf (made, "%s%" G_GINT64_FORMAT ":-%u+%u!%u", i > 0 ? " " : "",
                              change->at / SW_SECOND, change->destroyed, change->created,
                              change->disturbed);
    }
  if (changes != NULL)
    *changes = g_string_free (g_steal_pointer (&made), FALSE);
  sw_share_clear (&share);
  return text;
}

/* A lone job has the card; when another comes it gives up a part of it and moves, which costs the
   move and the change, and when that one leaves it takes it back. */
static void
a_lone_job_has_the_card (void)
{
  g_autofree char *changes = NULL;
  g_autofree char *text = answer (&mig, "1x1", "a 0/1/1000 milli=140 vram=1000", "miso", &changes);
  CHECK_STR (text, "a 0-1001"); /* a second to make the instance */
  CHECK_STR (changes, "0:-0+1!0");
  g_autofree char *both_changes = NULL;
  g_autofree char *both
      = answer (&mig, "1x1", "a 0/1/1000 milli=140 vram=1000; b 500/1/300 milli=140 vram=1000",
                "miso", &both_changes);
  /* 499 s on the whole card; then 12 s of change, 56 of 98 SMs beside 42; b needs 300 / (42 / 98) =
     700 s and a second for its instance. */
  CHECK_CONTAINS (both, "b 500-1201");
  CHECK_CONTAINS (both_changes, "500:-1+1!1 500:-");
  CHECK_CONTAINS (both_changes, " 1201:-2+1!1");
  g_autofree char *still
      = answer (&mig, "1x1", "a 0/1/1000 milli=140 vram=1000; b 500/1/300 milli=140 vram=1000",
                "on-demand", NULL);
  CHECK_STR (still, "a 0-7001 b 500-2601");
}

/* Who would gain less than the move costs stays where he is when the other has left. */
static void
moves_must_pay (void)
{
  static const struct
  {
    const char *place, *last;
  } cases[] = { { "miso", "518:-2+1!1" }, { "miso horizon=20s", "500:-0+1!0" } };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *changes = NULL;
      g_autofree char *text
          = answer (&mig, "1x1", "a 0/1/1000 milli=140 vram=1000; b 500/1/7.5 milli=140 vram=1000",
                    cases[i].place, &changes);
      CHECK_CONTAINS (text, "b 500-51");
      CHECK_TRUE (g_str_has_suffix (changes, cases[i].last));
    }
}

/* Instances that are asked for by name are not taken away. */
static void
nobody_gets_less_than_asked (void)
{
  g_autofree char *text
      = answer (&mig, "1x1", "a 0/1/100 mig=4g.20gb; b 10/1/100 mig=3g.20gb; c 20/1/10 mig=2g.10gb",
                "miso", NULL);
  CHECK_CONTAINS (text, "b 10-");
  CHECK_TRUE (strstr (text, "c 20-") == NULL);
}

static void
limits_keep_company_away (void)
{
  /* Two busy ones slow each other twofold. */
  g_autofree char *both
      = answer (&shared, "1x1", "a 0/1/100 milli=500 type=busy; b 0/1/100 milli=500 type=busy",
                "interference-limit limit=1.9", NULL);
  CHECK_STR (both, "a 0-100 b 100-200");
  g_autofree char *bears
      = answer (&shared, "1x1", "a 0/1/100 milli=500 type=busy; b 0/1/100 milli=500 type=busy",
                "interference-limit limit=2", NULL);
  CHECK_STR (bears, "a 0-200 b 0-200");
  /* The job's own limit, of whoever is there or comes, goes before. */
  g_autofree char *own = answer (
      &shared, "1x1", "a 0/1/100 milli=500 type=busy slow=1.5; b 0/1/50 milli=500 type=busy",
      "interference-limit limit=9", NULL);
  CHECK_STR (own, "a 0-100 b 100-150");
  g_autofree char *next = answer (&shared, "1x2",
                                  "a 0/1/100 milli=500 type=busy; b 0/1/100 milli=500 type=busy; "
                                  "c 0/1/100 milli=500 type=calm",
                                  "interference-limit limit=1.5", NULL);
  CHECK_CONTAINS (next, "b 0-");
  CHECK_CONTAINS (next, "c 0-");
  /* Gangs as well: each member needs a card that bears it. */
  g_autofree char *gang = answer (
      &shared, "2x1", "a 0/1/100 milli=500 type=busy; g 0/1/50 tasks=2 milli=500 type=busy",
      "interference-limit limit=1.5", NULL);
  CHECK_STR (gang, "a 0-100 g 100-150");
}

SW_CHECKS ("rearrange", { "a lone job has the card", a_lone_job_has_the_card },
           { "moves must pay", moves_must_pay },
           { "nobody gets less than asked", nobody_gets_less_than_asked },
           { "limits keep company away", limits_keep_company_away })
