/* Policies that break a rule: a run under one ends with an error that names the policy and the
 * rule, and a plug-in that is none, or does not go with this program, is refused when it is loaded.
 */
#include "sw-check.h"
#include "sw-kit.h"
#include "sw-worlds.h"

#include "builtin.h"

static char *
plugin (const char *name)
{
  return g_strdup_printf ("%s/bad-%s.so", SW_PLUGINS, name);
}

/* Runs four jobs on two cards; NULL with error set is what is expected. */
static SwOutcome *
run (const char *name, GError **error)
{
  g_autofree char *path = plugin (name), *policy = g_strdup_printf ("bad-%s", name);
  g_autoptr (SwPolicies) policies = sw_policies_new (sw_builtin_policies);
  if (!sw_policies_load (policies, path, error))
    return NULL;
  gboolean places = sw_policies_find (policies, SW_KIND_PLACE, policy) != NULL;
  g_autoptr (SwNodeTable) nodes = sw_kit_nodes ("1x2");
  g_autoptr (SwJobTable) jobs
      = sw_kit_jobs ("a 0/1/10 tasks=2; b 1/1/10; c 2/1/0 tasks=2 pre=1; d 40/1/5");
  SwWorldRun world = { policies, places ? "fifo" : policy, places ? policy : "first-fit", NULL };
  return sw_world_run (&world, jobs, nodes, error);
}

typedef struct
{
  const char *name, *rule; /* part of the message */
} Broken;

static void
check_broken (const Broken *broken, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SwOutcome) outcome = run (broken[i].name, &error);
      g_autofree char *name = g_strdup_printf ("bad-%s", broken[i].name);
      CHECK_TRUE (outcome == NULL);
      CHECK_ERROR (error, SW_ERROR_POLICY, name);
      CHECK_ERROR (error, SW_ERROR_POLICY, broken[i].rule);
    }
}

static void
broken_rules_of_queue_policies (void)
{
  static const Broken broken[] = {
    { "twice", "job a, which is running, not queued" },
    { "busy", "starts job b on cards that are busy, absent or too few" },
    { "wake", "woken at a time that is not after now" },
    { "endless", "calls without end in one pass" },
    { "peek", "true durations without SW_POLICY_ORACLE" },
    { "preempt", "preempts job a, which is not preemptible" },
    { "flicker", "preempts job a" },
    { "future", "job that has not arrived" },
    { "dangling", "began a placement" },
  };
  check_broken (broken, G_N_ELEMENTS (broken));
}

static void
broken_rules_of_place_policies (void)
{
  static const Broken broken[] = {
    { "half", "although not all its tasks are" },
    { "acting", "inside a placement" },
    { "reslice", "new instances outside rearrange()" },
    { "strain", "strain on a card that is none" },
    { "nowhere", "places on a node that is none" },
  };
  check_broken (broken, G_N_ELEMENTS (broken));
}

/* It breaks no rule, but the run must end. */
static void
idle_policy_ends (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SwOutcome) outcome = run ("waker", &error);
  CHECK_NO_ERROR (error);
  if (outcome == NULL)
    return;
  for (guint32 job = 0; job < outcome->n; job++)
    CHECK_INT (outcome->state[job], SW_UNFINISHED);
}

/* Values that a policy refuses are the user's fault, not the policy's. */
static void
refused_values (void)
{
  g_autoptr (SwPolicies) policies = sw_policies_new (sw_builtin_policies);
  g_autoptr (SwNodeTable) nodes = sw_kit_nodes ("1x2");
  g_autoptr (SwJobTable) jobs = sw_kit_jobs ("a 0/1/10");
  g_autoptr (GError) error = NULL;
  SwWorldRun world = { policies, "las first=2h second=1h", "first-fit", NULL };
  g_autoptr (SwOutcome) outcome = sw_world_run (&world, jobs, nodes, &error);
  CHECK_TRUE (outcome == NULL);
  CHECK_ERROR (error, SW_ERROR_INPUT,
               "queue policy las first=7200s second=3600s: second must not be less than first");
}

static void
refused_plugins (void)
{
  static const Broken refused[] = {
    { "abi", "version 4 of the policy interface, this program has version 3" },
    { "size", "build it again" },
    { "symbol", "no symbol sw_policy" },
    { "undefined", "sw_nobody_has_this" },
    { "table", "parameter depth: its default 0 is outside 1 .. 9" },
    { "name", "the name of queue policy fifo is taken by a built-in one" },
    { "absent", "no such file" },
  };
  g_autoptr (SwPolicies) policies = sw_policies_new (sw_builtin_policies);
  guint before = sw_policies_count (policies);
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *path = plugin (refused[i].name);
      CHECK_FALSE (sw_policies_load (policies, path, &error));
      CHECK_ERROR (error, SW_ERROR_POLICY, path);
      CHECK_ERROR (error, SW_ERROR_POLICY, refused[i].rule);
      CHECK_INT (sw_policies_count (policies), before);
    }
}

static void
same_plugin_twice (void)
{
  g_autoptr (SwPolicies) policies = sw_policies_new (sw_builtin_policies);
  g_autofree char *path = plugin ("twice");
  g_autoptr (GError) error = NULL;
  CHECK_TRUE (sw_policies_load (policies, path, &error));
  CHECK_NO_ERROR (error);
  CHECK_FALSE (sw_policies_load (policies, path, &error));
  CHECK_ERROR (error, SW_ERROR_POLICY, "bad-twice is taken by ");
  CHECK_ERROR (error, SW_ERROR_POLICY, path);
}

/* A plain name is looked for in the plug-in folders. */
static void
plain_names (void)
{
  g_autoptr (SwPolicies) policies = sw_policies_new (sw_builtin_policies);
  g_autoptr (GError) error = NULL;
  g_unsetenv ("SLICEWISE_POLICY_PATH");
  CHECK_FALSE (sw_policies_load (policies, "bad-twice", &error));
  CHECK_ERROR (error, SW_ERROR_POLICY, "no plug-in bad-twice.so in ");
  g_clear_error (&error);
  g_setenv ("SLICEWISE_POLICY_PATH", "/nowhere::" SW_PLUGINS, TRUE);
  CHECK_TRUE (sw_policies_load (policies, "bad-twice", &error));
  CHECK_TRUE (sw_policies_load (policies, "bad-busy.so", &error));
  CHECK_NO_ERROR (error);
  CHECK_TRUE (sw_policies_find (policies, SW_KIND_QUEUE, "bad-twice") != NULL);
  CHECK_TRUE (sw_policies_find (policies, SW_KIND_QUEUE, "bad-busy") != NULL);
  CHECK_TRUE (sw_policies_find (policies, SW_KIND_PLACE, "bad-busy") == NULL);
}

SW_CHECKS ("bad policies", { "broken rules of queue policies", broken_rules_of_queue_policies },
           { "broken rules of place policies", broken_rules_of_place_policies },
           { "idle policy ends", idle_policy_ends }, { "refused values", refused_values },
           { "refused plug-ins", refused_plugins }, { "same plug-in twice", same_plugin_twice },
           { "plain names", plain_names })
