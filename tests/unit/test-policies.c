/* Policies by name: the text form, its errors and its normal form; faults of tables; the plug-in
 * loader on files that are none.  Plug-ins that are real, good or bad, are tried in
 * tests/conformance. */
#include "sw-check.h"
#include "sw-policies.h"

#include "builtin.h"

/* ---- a table of our own, with a parameter of each type ---- */

static void
schedule (gpointer self, const SwHost *host, SwView *v)
{
}

static gboolean
place (gpointer self, const SwHost *host, SwView *v, SwJob job)
{
  return FALSE;
}

static guint32
oracle_if_deep (const SwValue *values)
{
  return values[0].i > 5 ? SW_POLICY_ORACLE : 0;
}

static const SwParam params[] = {
  { "depth", SW_PARAM_INT, "4", 0, 10, .doc = "a whole number" },
  { "share", SW_PARAM_REAL, "0.5", 0, 1, .doc = "a number" },
  { "eager", SW_PARAM_BOOL, "no", .doc = "a switch" },
  { "wait", SW_PARAM_TIME, "90s", 0, 3600, .doc = "a time" },
  { "how", SW_PARAM_CHOICE, "slow", .choices = "slow|fast|very-fast", .doc = "a choice" },
  { "any", SW_PARAM_INT, "-1", .doc = "without limits" },
  { NULL },
};

static const SwPolicy sample = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_QUEUE,
  .name = "sample",
  .summary = "for tests",
  .params = params,
  .flags = oracle_if_deep,
  .schedule = schedule,
};

static const SwPolicy plain = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_PLACE,
  .name = "plain-place",
  .summary = "for tests",
  .place = place,
};

static SwPolicies *
samples (void)
{
  static const SwPolicy *const tables[] = { &sample, &plain, NULL };
  return sw_policies_new (tables);
}

/* ---- the text form ---- */

static void
check_normal (const char *text, const char *normal)
{
  g_autoptr (SwPolicies) policies = samples ();
  g_autoptr (GError) error = NULL;
  SwPolicyUse use;
  if (!CHECK_TRUE (sw_policy_use_parse (policies, SW_KIND_QUEUE, text, &use, &error)))
    {
      CHECK_NO_ERROR (error);
      return;
    }
  CHECK_STR (use.text, normal);
  sw_policy_use_clear (&use);
}

static void
normal_forms (void)
{
  check_normal ("sample", "sample");
  check_normal ("  sample\t ", "sample");
  check_normal ("sample depth=4 share=0.50 eager=no wait=1.5min how=slow any=-1", "sample");
  check_normal ("sample depth=05", "sample depth=5");
  check_normal ("sample how=very-fast  depth=0", "sample depth=0 how=very-fast");
  check_normal ("sample eager=yes", "sample eager=yes");
  check_normal ("sample eager=on", "sample eager=yes");
  check_normal ("sample wait=1h", "sample wait=3600s");
  check_normal ("sample wait=0.25s", "sample wait=0.25s");
  check_normal ("sample share=0.1", "sample share=0.1");
  check_normal ("sample share=1e-3", "sample share=0.001");
  check_normal ("sample any=9007199254740993", "sample any=9007199254740993");
}

static void
values_by_position (void)
{
  g_autoptr (SwPolicies) policies = samples ();
  SwPolicyUse use;
  CHECK_TRUE (sw_policy_use_parse (policies, SW_KIND_QUEUE, "sample wait=2min how=fast eager=yes",
                                   &use, NULL));
  CHECK_TRUE (use.policy == &sample);
  CHECK_INT (use.values[0].i, 4);
  CHECK_REAL (use.values[1].r, 0.5, 0);
  CHECK_TRUE (use.values[2].b);
  CHECK_TIME (use.values[3].t, 120 * SW_SECOND);
  CHECK_INT (use.values[4].i, 1);
  CHECK_INT (use.values[5].i, -1);
  CHECK_INT (sw_policy_use_flags (&use), 0);
  sw_policy_use_clear (&use);
  CHECK_TRUE (use.policy == NULL && use.values == NULL && use.text == NULL);
  CHECK_TRUE (sw_policy_use_parse (policies, SW_KIND_QUEUE, "sample depth=6", &use, NULL));
  CHECK_INT (sw_policy_use_flags (&use), SW_POLICY_ORACLE);
  sw_policy_use_clear (&use);
}

static void
errors_of_texts (void)
{
  static const struct
  {
    SwPolicyKind kind;
    const char *text, *message;
  } cases[] = {
    { SW_KIND_QUEUE, "", "no queue policy is named" },
    { SW_KIND_PLACE, " \t", "no place policy is named" },
    { SW_KIND_QUEUE, "sampel", "sampel: unknown queue policy; did you mean sample?" },
    { SW_KIND_QUEUE, "zzz", "zzz: unknown queue policy; `slicewise list policies` shows them" },
    { SW_KIND_QUEUE, "plain-place", "plain-place: a place policy, not a queue policy" },
    { SW_KIND_PLACE, "plain-plaze", "did you mean plain-place?" },
    { SW_KIND_PLACE, "plain-place depth=1", "plain-place: unknown parameter depth; it has none" },
    { SW_KIND_QUEUE, "sample dept=1", "sample: unknown parameter dept; did you mean depth?" },
    { SW_KIND_QUEUE, "sample zzzzz=1",
      "sample: unknown parameter zzzzz; it has depth, share, eager, wait, how, any" },
    { SW_KIND_QUEUE, "sample depth", "sample: 'depth' is not of the form parameter=value" },
    { SW_KIND_QUEUE, "sample =1", "sample: '=1' is not of the form parameter=value" },
    { SW_KIND_QUEUE, "sample depth=1 depth=1", "sample: depth is given twice" },
    { SW_KIND_QUEUE, "sample depth=", "sample: depth= is not a whole number" },
    { SW_KIND_QUEUE, "sample depth=1.5", "sample: depth=1.5 is not a whole number" },
    { SW_KIND_QUEUE, "sample depth=0x2", "sample: depth=0x2 is not a whole number" },
    { SW_KIND_QUEUE, "sample depth=11", "sample: depth=11 is outside 0 .. 10" },
    { SW_KIND_QUEUE, "sample depth=-1", "sample: depth=-1 is outside 0 .. 10" },
    { SW_KIND_QUEUE, "sample any=99999999999999999999", "is not a whole number" },
    { SW_KIND_QUEUE, "sample share=nan", "sample: share=nan is not a number" },
    { SW_KIND_QUEUE, "sample share=0,5", "sample: share=0,5 is not a number" },
    { SW_KIND_QUEUE, "sample share=1.01", "sample: share=1.01 is outside 0 .. 1" },
    { SW_KIND_QUEUE, "sample eager=maybe", "sample: eager=maybe is neither yes nor no" },
    { SW_KIND_QUEUE, "sample wait=90",
      "sample: wait=90 is not a duration such as 90s, 5min or 2h" },
    { SW_KIND_QUEUE, "sample wait=2h", "sample: wait=2h is outside 0s .. 3600s" },
    { SW_KIND_QUEUE, "sample how=quick", "sample: how=quick is none of slow|fast|very-fast" },
    { SW_KIND_QUEUE, "sample how=slow|fast", "sample: how=slow|fast is none of" },
  };
  g_autoptr (SwPolicies) policies = samples ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      SwPolicyUse use;
      CHECK_FALSE (sw_policy_use_parse (policies, cases[i].kind, cases[i].text, &use, &error));
      CHECK_ERROR (error, SW_ERROR_INPUT, cases[i].message);
      CHECK_TRUE (use.policy == NULL && use.values == NULL && use.text == NULL);
    }
}

/* ---- the built-in table ---- */

static void
built_in_table (void)
{
  g_autoptr (SwPolicies) policies = sw_policies_new (sw_builtin_policies);
  guint kinds[3] = { 0 };
  CHECK_TRUE (sw_policies_count (policies) > 0);
  for (guint i = 0; i < sw_policies_count (policies); i++)
    {
      const SwPolicy *policy = sw_policies_get (policies, i);
      g_autofree char *fault = sw_policy_fault (policy);
      CHECK_STR (fault, NULL);
      CHECK_TRUE (sw_policies_find (policies, policy->kind, policy->name) == policy);
      for (const SwParam *param = policy->params; param != NULL && param->name != NULL; param++)
        CHECK_TRUE (param->doc != NULL && *param->doc != '\0');
      kinds[policy->kind]++;
    }
  for (guint k = 0; k < 3; k++)
    CHECK_TRUE (kinds[k] > 0);
  CHECK_TRUE (sw_policies_find (policies, SW_KIND_PLACE, "fifo") == NULL);
  CHECK_STR (sw_policy_kind_name (SW_KIND_QUEUE), "queue");
  CHECK_STR (sw_policy_kind_name (SW_KIND_PLACE), "place");
  CHECK_STR (sw_policy_kind_name (SW_KIND_SCALE), "scale");
}

/* Only what asks for true durations says that it is an oracle. */
static void
oracles (void)
{
  static const struct
  {
    const char *text;
    gboolean oracle;
  } cases[] = {
    { "fifo", FALSE },
    { "sjf", FALSE },
    { "sjf by=estimate", FALSE },
    { "sjf by=duration", TRUE },
    { "ljf by=duration", TRUE },
    { "srtf", TRUE },
    { "srsf by=limit", FALSE },
    { "las", FALSE },
    { "easy", FALSE },
    { "qssf", FALSE },
  };
  g_autoptr (SwPolicies) policies = sw_policies_new (sw_builtin_policies);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      SwPolicyUse use;
      CHECK_TRUE (sw_policy_use_parse (policies, SW_KIND_QUEUE, cases[i].text, &use, NULL));
      CHECK_INT (sw_policy_use_flags (&use) & SW_POLICY_ORACLE, cases[i].oracle);
      sw_policy_use_clear (&use);
    }
}

/* A policy's own check of its values comes with create(). */
static void
values_that_contradict (void)
{
  g_autoptr (SwPolicies) policies = sw_policies_new (sw_builtin_policies);
  SwPolicyUse use;
  CHECK_TRUE (sw_policy_use_parse (policies, SW_KIND_QUEUE, "las first=2h second=1h", &use, NULL));
  g_autoptr (GError) error = NULL;
  CHECK_TRUE (use.policy->create (NULL, use.values, &error) == NULL);
  CHECK_STR (error == NULL ? NULL : error->message, "second must not be less than first");
  sw_policy_use_clear (&use);
}

/* ---- faults of tables ---- */

static void
check_fault (SwPolicy policy, const char *part)
{
  g_autofree char *fault = sw_policy_fault (&policy);
  CHECK_CONTAINS (fault == NULL ? "" : fault, part);
}

static void
faults_of_tables (void)
{
  g_autofree char *none = sw_policy_fault (&sample);
  CHECK_STR (none, NULL);
  SwPolicy bad = sample;
  bad.head.abi = 7;
  check_fault (bad, "made for version 7 of the policy interface, this program has version 3");
  bad = sample;
  bad.head.struct_size -= 8;
  check_fault (bad, "build it again");
  bad = sample;
  bad.kind = (SwPolicyKind)9;
  check_fault (bad, "unknown kind 9");
  static const char *const names[]
      = { NULL, "", "Sample", "two words", "-x", "x-", "x--y", "1st", "under_score", "\xc3\xa4" };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      bad = sample;
      bad.name = names[i];
      check_fault (bad, "its name is not lower-case words");
    }
  bad = sample;
  bad.summary = "two\nlines";
  check_fault (bad, "not one line");
  bad = sample;
  bad.schedule = NULL;
  check_fault (bad, "needs schedule()");
  bad = plain;
  bad.place = NULL;
  check_fault (bad, "needs place()");
  bad = sample;
  bad.destroy = g_free;
  check_fault (bad, "destroy() without create()");
}

static void
faults_of_parameters (void)
{
  static const struct
  {
    SwParam param;
    const char *part;
  } cases[] = {
    { { "Depth", SW_PARAM_INT, "1" }, "parameter 1: its name is not lower-case words" },
    { { "a-b", SW_PARAM_INT, "1" }, "parameter 1: its name is not lower-case words" },
    { { "depth", SW_PARAM_INT, NULL }, "parameter depth: no default" },
    { { "depth", SW_PARAM_INT, "x" }, "parameter depth: its default x is not a whole number" },
    { { "depth", SW_PARAM_INT, "5", 1, 4 }, "parameter depth: its default 5 is outside 1 .. 4" },
    { { "wait", SW_PARAM_TIME, "5" }, "parameter wait: its default 5 is not a duration" },
    { { "how", SW_PARAM_CHOICE, "a" }, "parameter how: no choices" },
    { { "how", SW_PARAM_CHOICE, "c", .choices = "a|b" }, "its default c is none of a|b" },
    { { "how", (SwParamType)12, "c" }, "parameter how: unknown type 12" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const SwParam table[] = { cases[i].param, { NULL } };
      SwPolicy bad = sample;
      bad.params = table;
      check_fault (bad, cases[i].part);
    }
  static const SwParam twice[]
      = { { "a", SW_PARAM_INT, "1" }, { "a", SW_PARAM_BOOL, "no" }, { NULL } };
  SwPolicy bad = sample;
  bad.params = twice;
  check_fault (bad, "parameter a: it is there twice");
}

/* ---- files that are no plug-ins ---- */

static void
not_plugins (void)
{
  g_autoptr (SwPolicies) policies = samples ();
  g_autoptr (GError) error = NULL;
  char *folder = sw_test_folder ();
  g_autofree char *text = sw_test_write (folder, "text.so", "this is no shared object\n");
  g_autofree char *empty = sw_test_write (folder, "empty.so", "");
  g_autofree char *absent = g_build_filename (folder, "absent.so", NULL);
  const char *const paths[] = { text, empty, absent, folder };
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      CHECK_FALSE (sw_policies_load (policies, paths[i], &error));
      CHECK_ERROR (error, SW_ERROR_POLICY, paths[i]);
      g_clear_error (&error);
    }
  CHECK_FALSE (sw_policies_load (policies, "no-such-policy", &error));
  CHECK_ERROR (error, SW_ERROR_POLICY, "no plug-in no-such-policy.so in ");
  CHECK_INT (sw_policies_count (policies), 2);
  sw_test_remove (folder);
}

SW_CHECKS ("policies", { "normal forms", normal_forms },
           { "values by position", values_by_position }, { "errors of texts", errors_of_texts },
           { "built-in table", built_in_table }, { "oracles", oracles },
           { "values that contradict", values_that_contradict },
           { "faults of tables", faults_of_tables },
           { "faults of parameters", faults_of_parameters }, { "not plug-ins", not_plugins })
