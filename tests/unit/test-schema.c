/* The schema over key files: types, ranges, units, near names, the effective file. */
#include "sw-check.h"
#include "sw-keyfile.h"

#include <string.h>

static const SwKeySpec schema[] = {
  { "scenario", "name", SW_KEY_TEXT, NULL, 0, 0, NULL, "what it is called" },
  { "scenario", "seed", SW_KEY_INT, "1", 0, 1e15, NULL, "seed of all draws" },
  { "workload", "load", SW_KEY_RATIO, NULL, 0.01, 100, NULL, "share of the cluster" },
  { "workload", "window", SW_KEY_DURATION, "2d", 0, 864000, NULL, "time" },
  { "workload", "scale", SW_KEY_REAL, "1.5", 0.1, 10, NULL, "factor" },
  { "workload", "strict", SW_KEY_BOOL, "no", 0, 0, NULL, "yes or no" },
  { "workload", "users", SW_KEY_LIST, NULL, 0, 0, NULL, "names" },
  { "policy", "queue", SW_KEY_CHOICE, "fifo", 0, 0, "fifo|greedy|easy", "queue policy" },
  { "policy", "preempt_overhead", SW_KEY_DURATION, "0", 0, 0, NULL, "time" },
  { "pool *", "gpu", SW_KEY_TEXT, NULL, 0, 0, NULL, "model" },
  { "pool *", "nodes", SW_KEY_INT, "1", 0, 100000, NULL, "number of nodes" },
  { "pool *", "memory", SW_KEY_BYTES, NULL, 0, 1e15, NULL, "host memory" },
  { "pool *", "price", SW_KEY_MONEY_PER_HOUR, NULL, 0, 1000, NULL, "price of a node" },
  { "pool *", "sharing", SW_KEY_LIST, "whole", 0, 0, "whole|mig|shared", "modes" },
  { NULL },
};

static SwKeyFile *
load (const char *text, SwFaults *faults)
{
  SwKeyFile *kf = sw_keyfile_new ();
  sw_keyfile_load_text (kf, "s.ini", text, strlen (text), faults);
  return kf;
}

/* Faults of the text, "" if there is none; transfer full. */
static char *
faults_of (const char *text)
{
  SwFaults faults;
  sw_faults_init (&faults);
  g_autoptr (SwKeyFile) kf = load (text, &faults);
  g_autoptr (GError) error = NULL;
  sw_schema_check (schema, kf, &faults);
  sw_faults_report (&faults, &error);
  sw_faults_clear (&faults);
  return g_strdup (error != NULL ? error->message : "");
}

typedef struct
{
  const char *text, *faults;
} Case;

static void
check_cases (const Case *cases, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *faults = faults_of (cases[i].text);
      sw_check_str (__FILE__, __LINE__, cases[i].text, faults, cases[i].faults);
    }
}

static void
unknown_names (void)
{
  static const Case cases[] = {
    { "[policy]\nprempt_overhead = 30s\n",
      "s.ini:2:1: unknown key 'prempt_overhead' in [policy]; did you mean 'preempt_overhead'?" },
    { "[policy]\npreempt-overhead = 30s\n",
      "s.ini:2:1: unknown key 'preempt-overhead' in [policy]; did you mean 'preempt_overhead'?" },
    { "[pool a]\n  Nodes = 3\n",
      "s.ini:2:3: unknown key 'Nodes' in [pool a]; did you mean 'nodes'?" },
    { "[scenario]\nqueue = easy\n",
      "s.ini:2:1: unknown key 'queue' in [scenario]; it belongs to [policy]" },
    { "[scenario]\nzzzzzzzz = 1\n", "s.ini:2:1: unknown key 'zzzzzzzz' in [scenario]" },
    { "\n[polcy]\nqueue = easy\nx = 1\n",
      "s.ini:2:1: unknown group [polcy]; did you mean [policy]?" },
    { "[Policy]\n", "s.ini:1:1: unknown group [Policy]; did you mean [policy]?" },
    { "[pool]\nnodes = 3\n", "s.ini:1:1: unknown group [pool]; did you mean [pool NAME]?" },
    { "[pol core]\nnodes = 3\n", "s.ini:1:1: unknown group [pol core]; did you mean [pool core]?" },
    { "[policy easy]\n", "s.ini:1:1: unknown group [policy easy]; did you mean [policy]?" },
    { "[gadgets]\n", "s.ini:1:1: unknown group [gadgets]" },
    { "[pool core and more]\nnodes = 3\n", "" },
  };
  check_cases (cases, G_N_ELEMENTS (cases));
}

static void
wrong_values (void)
{
  static const Case cases[] = {
    { "[policy]\nqueue = frist\n", "s.ini:2:9: queue: 'frist' is not one of fifo, greedy, easy" },
    { "[policy]\nqueue = fif\n",
      "s.ini:2:9: queue: 'fif' is not one of fifo, greedy, easy; did you mean 'fifo'?" },
    { "[scenario]\nseed = 0x10\n", "s.ini:2:8: seed: expected a whole number, found '0x10'" },
    { "[scenario]\nseed = 1.5\n", "s.ini:2:8: seed: expected a whole number, found '1.5'" },
    { "[scenario]\nseed = -1\n", "s.ini:2:8: seed: -1 is out of range, 0 to 1e+15" },
    { "[workload]\nload = 130 %\n",
      "s.ini:2:8: load: expected a ratio, such as 130% or 1.3, found '130 %'" },
    { "[workload]\nload = 0\n", "s.ini:2:8: load: 0 is out of range, 0.01 to 100" },
    { "[workload]\nwindow = 30\n", "s.ini:2:10: window: expected a time with a unit, such as 30s, "
                                   "15min or 4h, found '30'" },
    { "[workload]\nwindow = 11d\n", "s.ini:2:10: window: 11d is out of range, 0 to 864000 s" },
    { "[workload]\nscale = nan\n", "s.ini:2:9: scale: expected a number, found 'nan'" },
    { "[workload]\nscale = 1e400\n", "s.ini:2:9: scale: expected a number, found '1e400'" },
    { "[workload]\nscale = 11\n", "s.ini:2:9: scale: 11 is out of range, 0.1 to 10" },
    { "[workload]\nstrict = maybe\n", "s.ini:2:10: strict: expected yes or no, found 'maybe'" },
    { "[pool a]\nmemory = 80G\n", "s.ini:2:10: memory: expected an amount of memory with a unit, "
                                  "such as 80GiB or 512MiB, found '80G'" },
    { "[pool a]\nmemory = 2PiB\n", "s.ini:2:10: memory: 2PiB is out of range, 0 to 1e+15 bytes" },
    { "[pool a]\nsharing = whole, migg\n", "s.ini:2:11: sharing: 'migg' is not one of whole, mig, "
                                           "shared; did you mean 'mig'?" },
    { "[pool a]\nsharing = mig whole,shared\n", "" },
    { "[policy]\nqueue = easy\n", "" },
    { "[policy]\nqueue =\n", "" },
  };
  check_cases (cases, G_N_ELEMENTS (cases));
}

static void
all_faults_at_once (void)
{
  static const Case one = { "[scenario]\nseed = x\nseed = 2\nsead = 3\n[polcy]\na = 1\n[pool a]\n"
                            "nodes = many\nprice = 1USD\n",
                            "s.ini:3:1: 'seed' of [scenario] was given already on line 2\n"
                            "s.ini:5:1: unknown group [polcy]; did you mean [policy]?\n"
                            "s.ini:2:8: seed: expected a whole number, found 'x'\n"
                            "s.ini:4:1: unknown key 'sead' in [scenario]; did you mean 'seed'?\n"
                            "s.ini:8:9: nodes: expected a whole number, found 'many'\n"
                            "s.ini:9:9: price: expected a price per hour with at most six "
                            "decimals, such as 4.50USD/h, found '1USD'" };
  check_cases (&one, 1);
}

static void
money (void)
{
  static const struct
  {
    const char *text;
    gint64 micro; /* -1: refused */
    const char *unit;
  } cases[] = {
    { "4.50USD/h", 4500000, "USD" },
    { "0USD/h", 0, "USD" },
    { "0.000001EUR/h", 1, "EUR" },
    { "1.2300000000EUR/h", 1230000, "EUR" },
    { "999.999999CHF/h", 999999999, "CHF" },
    { "0.0000001USD/h", -1, NULL },
    { "4.5USD", -1, NULL },
    { "4.5/h", -1, NULL },
    { "4.5 USD/h", -1, NULL },
    { "$4.5/h", -1, NULL },
    { "4.5usd/h", -1, NULL },
    { "4.5USDT/h", -1, NULL },
    { "4.5US/h", -1, NULL },
    { "4.5USD/min", -1, NULL },
    { "4.5USD/hour", -1, NULL },
    { "-4.5USD/h", -1, NULL },
    { "1e2USD/h", -1, NULL },
    { "4,5USD/h", -1, NULL },
    { "nanUSD/h", -1, NULL },
    { "1001USD/h", -1, NULL },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf ("[pool a]\nprice = %s\n", cases[i].text);
      g_autofree char *faults = faults_of (text);
      sw_check_bool (__FILE__, __LINE__, cases[i].text, *faults == '\0', cases[i].micro >= 0);
      if (cases[i].micro < 0)
        continue;
      SwFaults none;
      sw_faults_init (&none);
      g_autoptr (SwKeyFile) kf = load (text, &none);
      const SwKeyValue value = sw_schema_get (schema, kf, "pool a", "price");
      CHECK_INT (value.i, cases[i].micro);
      CHECK_STR (value.unit, cases[i].unit);
      sw_faults_clear (&none);
    }
}

static void
values (void)
{
  SwFaults faults;
  sw_faults_init (&faults);
  g_autoptr (SwKeyFile) kf = load ("[workload]\nload = 130%\nwindow = 1h30min\nscale = 0.25\n"
                                   "strict = yes\nusers = a, b\n[policy]\nqueue = easy\n"
                                   "[pool core]\nmemory = 2GiB\nnodes = 7\n",
                                   &faults);
  sw_schema_check (schema, kf, &faults);
  CHECK_INT (faults.texts->len, 0);
  CHECK_INT (sw_schema_get (schema, kf, "workload", "load").i, 1300000);
  CHECK_TIME (sw_schema_get (schema, kf, "workload", "window").i, 5400 * SW_SECOND);
  CHECK_REAL (sw_schema_get (schema, kf, "workload", "scale").r, 0.25, 0);
  CHECK_INT (sw_schema_get (schema, kf, "workload", "strict").i, TRUE);
  CHECK_STR (sw_schema_get (schema, kf, "workload", "users").text, "a, b");
  CHECK_INT (sw_schema_get (schema, kf, "policy", "queue").i, 2);
  CHECK_INT (sw_schema_get (schema, kf, "pool core", "memory").i, G_GINT64_CONSTANT (2) << 30);
  CHECK_INT (sw_schema_get (schema, kf, "pool core", "nodes").i, 7);

  const SwKeyValue fallback = sw_schema_get (schema, kf, "scenario", "seed");
  CHECK_TRUE (fallback.set && fallback.entry == NULL);
  CHECK_INT (fallback.i, 1);
  CHECK_FALSE (sw_schema_get (schema, kf, "pool core", "gpu").set);
  CHECK_INT (sw_schema_get (schema, kf, "pool other", "nodes").i, 1);
  sw_faults_clear (&faults);
}

/* An empty value takes away what was given before: the default holds again. */
static void
unsetting (void)
{
  SwFaults faults;
  sw_faults_init (&faults);
  g_autoptr (SwKeyFile) kf
      = load ("[policy]\nqueue = easy\n[pool a]\ngpu = V100\n[workload]\nload = 2\n", &faults);
  CHECK_TRUE (sw_keyfile_set (kf, "policy.queue=", &faults));
  CHECK_TRUE (sw_keyfile_set (kf, "pool.a.gpu=", &faults));
  CHECK_TRUE (sw_keyfile_set (kf, "workload.load=150%", &faults));
  sw_schema_check (schema, kf, &faults);
  CHECK_INT (faults.texts->len, 0);
  const SwKeyValue queue = sw_schema_get (schema, kf, "policy", "queue");
  CHECK_TRUE (queue.set && queue.entry == NULL);
  CHECK_STR (queue.text, "fifo");
  CHECK_FALSE (sw_schema_get (schema, kf, "pool a", "gpu").set);
  CHECK_INT (sw_schema_get (schema, kf, "workload", "load").i, 1500000);
  sw_faults_clear (&faults);
}

static void
faults_at_values (void)
{
  SwFaults faults;
  sw_faults_init (&faults);
  g_autoptr (SwKeyFile) kf = load ("[pool a]\nnodes =   7\n", &faults);
  sw_keyfile_set (kf, "workload.load=3", &faults);
  const SwKeyValue nodes = sw_schema_get (schema, kf, "pool a", "nodes");
  const SwKeyValue gpu = sw_schema_get (schema, kf, "pool a", "gpu");
  const SwKeyValue seed = sw_schema_get (schema, kf, "scenario", "seed");
  const SwKeyValue set = sw_schema_get (schema, kf, "workload", "load");
  sw_faults_add_value (&faults, &nodes, "too many: %d%%", 7);
  sw_faults_add_value (&faults, &gpu, "gpu is needed");
  sw_faults_add_value (&faults, &seed, "seed is odd");
  sw_faults_add_value (&faults, &set, "load is high");
  g_autoptr (GError) error = NULL;
  sw_faults_report (&faults, &error);
  CHECK_STR (error->message, "s.ini:2:11: too many: 7%\ns.ini:1:1: gpu is needed\n"
                             "s.ini: seed is odd\n--set: load is high");
  sw_faults_clear (&faults);
}

static void
effective_file (void)
{
  SwFaults faults;
  sw_faults_init (&faults);
  g_autoptr (SwKeyFile) kf
      = load ("[pool flex]\nnodes = 2\nprice = 1.5USD/h\n[scenario]\n"
              "name = x # y\n[pool core]\ngpu = A100\n[policy]\nqueue = easy\n",
              &faults);
  sw_keyfile_set (kf, "pool.core.nodes=9", &faults);
  sw_keyfile_set (kf, "policy.queue=", &faults);
  sw_keyfile_set (kf, "pool.flex.price=", &faults);
  g_autofree char *plain = sw_schema_print (schema, kf, FALSE);
  CHECK_STR (plain, "[scenario]\nname = x # y\nseed = 1\n\n"
                    "[workload]\nwindow = 2d\nscale = 1.5\nstrict = no\n\n"
                    "[policy]\nqueue = fifo\npreempt_overhead = 0\n\n"
                    "[pool flex]\nnodes = 2\nsharing = whole\n\n"
                    "[pool core]\ngpu = A100\nnodes = 9\nsharing = whole\n");
  g_autofree char *origins = sw_schema_print (schema, kf, TRUE);
  CHECK_CONTAINS (origins, "name = x # y                            # s.ini:5\n");
  CHECK_CONTAINS (origins, "seed = 1                                # default\n");
  CHECK_CONTAINS (origins, "nodes = 9                               # --set\n");
  CHECK_CONTAINS (origins, "queue = fifo                            # default, reset by --set\n");
  CHECK_CONTAINS (origins, "price =                                 # unset by --set\n");

  g_autoptr (SwKeyFile) again = load (plain, &faults);
  sw_schema_check (schema, again, &faults);
  CHECK_INT (faults.texts->len, 0);
  g_autofree char *second = sw_schema_print (schema, again, FALSE);
  CHECK_STR (second, plain);
  sw_faults_clear (&faults);
}

SW_CHECKS ("schema", { "M-01 unknown names", unknown_names }, { "wrong values", wrong_values },
           { "all faults at once", all_faults_at_once }, { "money", money }, { "values", values },
           { "M-03 unsetting", unsetting }, { "faults at values", faults_at_values },
           { "effective file", effective_file })
