/* Measured pairs: the table, both forms of files, their faults with places, and the published
 * throughputs. */
#include "sw-check.h"
#include "sw-import-pairs.h"
#include "sw-json-place.h"
#include "sw-trial.h"

#include <string.h>
#include <zlib.h>

typedef struct
{
  SwPairTable *table;
  SwImportReport report;
  GError *error;
  gboolean ok;
} Trial;

static void
clear (Trial *t)
{
  sw_import_report_clear (&t->report);
  g_clear_pointer (&t->table, sw_pair_table_free);
  g_clear_error (&t->error);
}

static void
read_path (Trial *t, const char *path)
{
  clear (t);
  t->table = sw_pair_table_new ();
  t->ok = sw_import_pairs (path, t->table, &t->report, &t->error);
  CHECK_INT (t->ok, t->error == NULL);
  if (t->ok)
    {
      CHECK_INT (t->report.read, t->report.kept + t->report.merged + t->report.dropped);
      CHECK_INT (t->report.kept, sw_pair_table_count (t->table));
    }
}

static void
read_text (Trial *t, const char *text)
{
  char *folder = sw_test_folder ();
  g_autofree char *path = sw_test_write (folder, "pairs", text);
  read_path (t, path);
  sw_test_remove (folder);
}

static SwPairState
find (const SwPairTable *table, const char *model, const char *a, const char *b, double rates[2])
{
  return sw_pair_table_find (table, sw_pair_table_name (table, model),
                             sw_pair_table_name (table, a), sw_pair_table_name (table, b), rates);
}

static void
check_pair (const SwPairTable *table, const char *model, const char *a, const char *b,
            double rate_a, double rate_b)
{
  double rates[2] = { -1, -1 };
  CHECK_INT (find (table, model, a, b, rates), rate_a > 0 ? SW_PAIR_MEASURED : SW_PAIR_UNFIT);
  CHECK_REAL (rates[0], rate_a, 1e-12);
  CHECK_REAL (rates[1], rate_b, 1e-12);
}

/* ---- the table ---- */

static void
order_of_names (void)
{
  g_autoptr (SwPairTable) table = sw_pair_table_new ();
  CHECK_INT (sw_pair_table_add (table, "m", "a", "b", .8, .5), SW_PAIR_ADDED);
  CHECK_INT (sw_pair_table_add (table, "m", "c", "a", .9, .3), SW_PAIR_ADDED);
  CHECK_INT (sw_pair_table_add (table, "m", "a", "a", .6, .7), SW_PAIR_ADDED);
  CHECK_INT (sw_pair_table_add (table, "m", "b", "c", 0, 0), SW_PAIR_ADDED);
  CHECK_INT (sw_pair_table_count (table), 4);
  check_pair (table, "m", "a", "b", .8, .5);
  check_pair (table, "m", "b", "a", .5, .8);
  check_pair (table, "m", "a", "c", .3, .9);
  check_pair (table, "m", "c", "a", .9, .3);
  check_pair (table, "m", "a", "a", .65, .65);
  check_pair (table, "m", "c", "b", 0, 0);
}

static void
listed_again (void)
{
  g_autoptr (SwPairTable) table = sw_pair_table_new ();
  sw_pair_table_add (table, "m", "a", "b", .8, .5);
  sw_pair_table_add (table, "m", "a", "a", .6, .7);
  CHECK_INT (sw_pair_table_add (table, "m", "a", "b", .8, .5), SW_PAIR_AGAIN);
  CHECK_INT (sw_pair_table_add (table, "m", "b", "a", .5, .8), SW_PAIR_AGAIN);
  CHECK_INT (sw_pair_table_add (table, "m", "a", "a", .7, .6), SW_PAIR_AGAIN);
  CHECK_INT (sw_pair_table_add (table, "m", "b", "a", .8, .5), SW_PAIR_CONFLICT);
  CHECK_INT (sw_pair_table_add (table, "m", "a", "b", 0, 0), SW_PAIR_CONFLICT);
  check_pair (table, "m", "a", "b", .8, .5);
  CHECK_INT (sw_pair_table_add (table, "n", "b", "a", .8, .5), SW_PAIR_ADDED);
  CHECK_INT (sw_pair_table_count (table), 3);
}

static void
missing_pairs (void)
{
  g_autoptr (SwPairTable) table = sw_pair_table_new ();
  double rates[2] = { 7, 7 };
  sw_pair_table_add (table, "m", "a", "b", .8, .5);
  CHECK_INT (find (table, "m", "a", "a", rates), SW_PAIR_UNKNOWN);
  CHECK_INT (find (table, "a", "m", "b", rates), SW_PAIR_UNKNOWN);
  CHECK_INT (find (table, "n", "a", "b", rates), SW_PAIR_UNKNOWN);
  CHECK_INT (find (table, "m", "a", "z", rates), SW_PAIR_UNKNOWN);
  CHECK_INT (find (table, "m", NULL, NULL, rates), SW_PAIR_UNKNOWN);
  CHECK_INT (find (table, "m", "", "", NULL), SW_PAIR_UNKNOWN);
  CHECK_INT (find (table, "m", "b", "a", NULL), SW_PAIR_MEASURED);
  CHECK_REAL (rates[0], 7, 0);
  CHECK_INT (sw_pair_table_name (table, ""), SW_PAIR_NO_NAME);
}

static void
many_pairs (void)
{
  g_autoptr (SwPairTable) table = sw_pair_table_new ();
  guint wrong = 0;
  for (guint round = 0; round < 2; round++)
    for (guint i = 0; i < 200; i++)
      for (guint k = 0; k <= i; k++)
        {
          g_autofree char *a = g_strdup_printf ("b%u", i), *b = g_strdup_printf ("b%u", k);
          const double rate = (1 + i * 200 + k) / 40000.;
          double rates[2];
          if (round == 0)
            wrong += sw_pair_table_add (table, "m", a, b, rate, i == k ? rate : 1) != SW_PAIR_ADDED;
          else
            wrong += find (table, "m", b, a, rates) != SW_PAIR_MEASURED || rates[1] != rate
                     || rates[0] != (i == k ? rate : 1);
        }
  CHECK_INT (wrong, 0);
  CHECK_INT (sw_pair_table_count (table), 200 * 201 / 2);
}

/* ---- files ---- */

static void
own_samples (void)
{
  Trial t = { 0 };
  g_autofree char *csv = sw_test_source ("traces/samples/pairs.csv");
  g_autofree char *json = sw_test_source ("traces/samples/pairs.json");
  read_path (&t, csv);
  CHECK_NO_ERROR (t.error);
  CHECK_STR (t.report.profile, "pairs-csv");
  CHECK_INT (t.report.read, 9);
  CHECK_INT (t.report.kept, 9);
  check_pair (t.table, "A100-80-SXM", "train-small", "decode", .74, .86);
  check_pair (t.table, "A100-80-SXM", "train-large", "train-large", 0, 0);
  check_pair (t.table, "H100-80-SXM", "decode", "train-small", .9, .78);
  read_path (&t, json);
  CHECK_NO_ERROR (t.error);
  CHECK_STR (t.report.profile, "pairs-json");
  CHECK_INT (t.report.read, 8);
  CHECK_INT (t.report.kept, 5);
  CHECK_INT (t.report.merged, 1);
  CHECK_INT (t.report.drops->len, 2);
  check_pair (t.table, "A100-80-SXM", "decode", "decode", .58, .58);
  check_pair (t.table, "A100-80-SXM", "train-small", "decode", .74, .86);
  check_pair (t.table, "A100-80-SXM", "train-large", "train-large", 0, 0);
  check_pair (t.table, "A100-80-SXM", "train-small", "train-large", 0, 0);
  g_autofree char *text = sw_import_report_text (&t.report);
  CHECK_CONTAINS (text, "rows: 8 read = 5 kept + 1 merged + 2 dropped\n");
  CHECK_CONTAINS (text, "dropped 1: jobs on several GPUs (line 20, A100-80-SXM: \"train-large\" "
                        "with \"train-large\")\n");
  CHECK_CONTAINS (text, "dropped 1: the speed alone is not known (line 23, A100-80-SXM: "
                        "\"prepare\" with \"decode\")\n");
  clear (&t);
}

static void
compressed (void)
{
  static const char text[] = "\xef\xbb\xbf{\"m\": {\"a\": {\"null\": 4, \"a\": [2, 3]}}}";
  Trial t = { 0 };
  char *folder = sw_test_folder ();
  g_autofree char *path = g_build_filename (folder, "pairs.json.gz", NULL);
  gzFile file = gzopen (path, "wb");
  CHECK_INT (gzputs (file, text), (int)strlen (text));
  gzclose (file);
  read_path (&t, path);
  CHECK_NO_ERROR (t.error);
  check_pair (t.table, "m", "a", "a", .625, .625);
  sw_test_remove (folder);
  clear (&t);
}

static void
rows (void)
{
  Trial t = { 0 };
  read_text (&t, "rate_b,model,b,a,rate_a\r\n# nothing\r\n"
                 "0.5,m,\"b, \"\"the\"\" second\",a,1\r\n1,m,a,\"b, \"\"the\"\" second\",0.5");
  CHECK_NO_ERROR (t.error);
  CHECK_INT (t.report.kept, 1);
  CHECK_INT (t.report.merged, 1);
  check_pair (t.table, "m", "a", "b, \"the\" second", 1, .5);
  clear (&t);
}

static void
names_of_jobs (void)
{
  Trial t = { 0 };
  read_text (&t, "{\"m\": {\"('A (x)', 1)\": {\"null\": 2, \"(\\\"it's\\\", 1)\": [1, 1]},"
                 " \"(\\\"it's\\\", 1)\": {\"null\": 4}, \"('A', one)\": {\"null\": 1,"
                 " \"('A', one)\": [0.5, 0.5]}}}");
  CHECK_NO_ERROR (t.error);
  CHECK_INT (t.report.kept, 2);
  check_pair (t.table, "m", "A (x)", "it's", .5, .25);
  check_pair (t.table, "m", "('A', one)", "('A', one)", .5, .5);
  clear (&t);
}

static void
files_added_to_one_table (void)
{
  g_autofree char *csv = sw_test_source ("traces/samples/pairs.csv");
  Trial t = { 0 };
  SwImportReport again;
  read_path (&t, csv);
  CHECK_TRUE (sw_import_pairs (csv, t.table, &again, &t.error));
  CHECK_INT (again.kept, 0);
  CHECK_INT (again.merged, 9);
  sw_import_report_clear (&again);
  clear (&t);
}

typedef struct
{
  const char *text, *message;
} Fault;

static void
check_faults (const Fault *faults, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      Trial t = { 0 };
      read_text (&t, faults[i].text);
      CHECK_ERROR (t.error, SW_ERROR_INPUT, faults[i].message);
      clear (&t);
    }
}

#define HEADER "model,a,b,rate_a,rate_b\n"

static void
wrong_rows (void)
{
  static const Fault faults[] = {
    { "", "there is no pair" },
    { HEADER, "there is no pair" },
    { "model,a,b,rate_a\nm,a,b,1\n", ":1: column rate_b is missing" },
    { "model,a,b,rate_a,rate_b,note\n", ":1:6: unknown column" },
    { "model,a,a,rate_a,rate_b\n", ":1:3: column a is there twice" },
    { HEADER "m,a,b,1\n", ":2: 4 fields, 5 expected" },
    { HEADER "m,a,b,1,1\n\nm,,b,1,1\n", ":4:2: a is empty" },
    { HEADER "m,a,\xff,1,1\n", ":2:3: b is not UTF-8" },
    { HEADER "m,a,b,77%,1\n", ":2:4: rate_a is not a speed" },
    { HEADER "m,a,b,1,\n", ":2:5: rate_b is not a speed" },
    { HEADER "m,a,b,1,2.01\n", ":2:5: rate_b is not a speed" },
    { HEADER "m,a,b,-0.5,1\n", ":2:4: rate_a is not a speed" },
    { HEADER "m,a,b,nan,1\n", ":2:4: rate_a is not a speed" },
    { HEADER "m,a,b,0,1\n", ":2: \"a\" with \"b\" has one speed of 0" },
    { HEADER "m,a,b,0.5,1\nm,b,a,1,0.6\n", ":3: \"b\" with \"a\" was listed before" },
    { HEADER "m,\"a,b,1,1\n", "quote" },
  };
  check_faults (faults, G_N_ELEMENTS (faults));
}

static void
wrong_json (void)
{
  static const Fault faults[] = {
    { "{}", "there is no pair" },
    { "{\"m\": {\"a\": {\"null\": 1}}}", "there is no pair" },
    { "{\"m\": {\"a\": {\"a\": [1, 1]}}}", "none of 1 rows can be used" },
    { "{\n \"m\": {", ":2:7: " },
    { "{\"m\": {},\n \"m\": {}}", ":2:4: duplicate" },
    { "{\"m\": {\"a\": {\"null\": NaN}}}", ":1:2" },
    { "{\"m\": {\"a\": {\"null\": 1e999}}}", "overflow" },
    { "{\"m\": {},\n  \"n\": []}", ":2:3: is not a GPU model" },
    { "{\"m\": {\"{,}\": {}, \"\xc3\xa9\\\"]\": {},\n\n  \"b\": 5}}", ":3:3: is not a job" },
    { "{\"m\": {\"\xc3\xa9\": {},  \"b\": [{}]}}", ":1:18: is not a job" },
    { "{\"m\": {\"a\": {\"null\": [1, 2]}}}", ":1:8: \"null\" of it is not a speed alone" },
    { "{\"m\": {\"a\": {\"null\": -1}}}", ":1:8: \"null\" of it is not a speed alone" },
    { "{\"m\": {\"a\": {\"null\": 1,\n\"b\": [1, 2],\n  \"a\": [1, 2, 3]}, \"b\": {\"null\": 2}}}",
      ":3:3: is not a pair of speeds" },
    { "{\"m\": {\"a\": {\"null\": 1, \"a\": [1, -2]}}}", ":1:25: is not a pair of speeds" },
    { "{\"m\": {\"a\": {\"null\": 1, \"a\": [1, \"2\"]}}}", ":1:25: is not a pair of speeds" },
    { "{\"m\": {\"a\": {\"null\": 1, \"a\": 1}}}", ":1:25: is not a pair of speeds" },
    { "{\"m\": {\"a\": {\"null\": 1, \"a\": [0, 1]}}}", ":1:25: \"a\" with \"a\" has one speed" },
    { "{\"m\": {\"a\": {\"null\": 1, \"a\": [1, 2.5]}}}", "more than twice as fast as alone" },
    { "{\"m\": {\"a\": {\"null\": 1, \"b\": [1, 1]},\n\"b\": {\"null\": 1, \"a\": [1, 0.9]}}}",
      ":2:18: \"b\" with \"a\" was listed before" },
    { "{\"m\": {\"\": {\"null\": 1, \"\": [1, 1]}}}", "has an empty name" },
  };
  check_faults (faults, G_N_ELEMENTS (faults));
  Trial t = { 0 };
  read_path (&t, "/nowhere/pairs.json");
  CHECK_ERROR (t.error, SW_ERROR_INPUT, "/nowhere/pairs.json: cannot be opened");
  clear (&t);
}

/* A walk over text that is not JSON stays inside it. */
static void
places_in_any_text (void)
{
  static const char *const texts[] = { "",        "  ",        "{", "[",  "{\"",  "{\"a\\",
                                       "{\"a\":", "{\"a\":1,", "5", "]]", "{{{{", "[[,[,\"" };
  const guint path[3] = { 1, 0, 2 };
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      guint line, column;
      sw_json_place (texts[i], strlen (texts[i]), path, 3, &line, &column);
      CHECK_INT (line, 1);
      CHECK_TRUE (column <= strlen (texts[i]) + 1);
    }
}

/* ---- published throughputs ---- */

static void
published (void)
{
  static const struct
  {
    const char *file;
    guint64 read, kept, merged, several;
  } files[] = { { "oracle", 2028, 1053, 975, 0 },
                { "physical_cluster", 10338, 2106, 1950, 6282 },
                { "simulation", 10338, 2106, 1950, 6282 } };
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      Trial t = { 0 };
      g_autofree char *name
          = g_strdup_printf ("traces/interference/gavel/%s_throughputs.json", files[i].file);
      g_autofree char *path = sw_trial_shared (name);
      if (path == NULL)
        SKIP ("the published throughputs are not there");
      read_path (&t, path);
      CHECK_NO_ERROR (t.error);
      CHECK_INT (t.report.read, files[i].read);
      CHECK_INT (t.report.kept, files[i].kept);
      CHECK_INT (t.report.merged, files[i].merged);
      CHECK_INT (t.report.dropped, files[i].several);
      if (i == 0)
        {
          check_pair (t.table, "p100", "ResNet-50 (batch size 16)", "ResNet-50 (batch size 32)",
                      0.6355655203744928, 0.6553358708690448);
          check_pair (t.table, "v100", "CycleGAN", "A3C", 0.7828071800551383, 0.8507231430511288);
          check_pair (t.table, "v100", "ResNet-50 (batch size 128)", "ResNet-50 (batch size 32)", 0,
                      0);
          double rates[2];
          find (t.table, "v100", "LM (batch size 5)", "Transformer (batch size 256)", rates);
          CHECK_REAL (rates[0], .174, 5e-4);
        }
      clear (&t);
    }
}

SW_CHECKS ("pair-table", { "order of names", order_of_names }, { "listed again", listed_again },
           { "missing pairs", missing_pairs }, { "many pairs", many_pairs },
           { "own samples", own_samples }, { "compressed", compressed }, { "rows", rows },
           { "names of jobs", names_of_jobs },
           { "files added to one table", files_added_to_one_table }, { "wrong rows", wrong_rows },
           { "wrong JSON", wrong_json }, { "places in any text", places_in_any_text },
           { "published throughputs", published })
