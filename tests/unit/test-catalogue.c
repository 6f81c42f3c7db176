/* The catalogue: the built-in files against the lists that they were made from, its rules about
 * names and partitions, and files of users laid over it. */
#include "sw-catalogue.h"
#include "sw-check.h"

#include <math.h>
#include <string.h>

#include "sw-quantity.h"

static SwCatalogue *
new_catalogue (void)
{
  g_autoptr (GError) error = NULL;
  SwCatalogue *catalogue = sw_catalogue_new (&error);
  CHECK_NO_ERROR (error);
  return catalogue;
}

static const SwMigTable *
table_of (const SwCatalogue *catalogue, const char *name)
{
  for (guint i = 0; i < sw_catalogue_n_tables (catalogue); i++)
    if (strcmp (sw_catalogue_table (catalogue, i)->geometry.name, name) == 0)
      return sw_catalogue_table (catalogue, i);
  return NULL;
}

/* ---- the lists of facts ---- */

/* A list as rows of columns by name; the columns that are asked for stand before the first quote.
 */
typedef struct
{
  char **lines;
  char **head;
  guint n; /* rows */
} List;

static gboolean
list_open (List *list, const char *name)
{
  g_autofree char *shared = sw_test_shared ();
  g_autofree char *path = shared ? g_build_filename (shared, "facts", name, NULL) : NULL;
  g_autofree char *text = NULL;
  if (!path || !g_file_get_contents (path, &text, NULL, NULL))
    return FALSE;
  list->lines = g_strsplit (g_strchomp (text), "\n", -1);
  list->n = g_strv_length (list->lines) - 1;
  list->head = g_strsplit (g_strchomp (list->lines[0]), ",", -1);
  return TRUE;
}

static void
list_close (List *list)
{
  g_strfreev (list->lines);
  g_strfreev (list->head);
}

/* Transfer full. */
static char *
list_get (const List *list, guint row, const char *column)
{
  g_auto (GStrv) fields = g_strsplit (g_strchomp (list->lines[row + 1]), ",", -1);
  for (guint i = 0; list->head[i]; i++)
    if (strcmp (list->head[i], column) == 0)
      return g_strdup (fields[i]);
  g_error ("no column %s", column);
}

static gint64
list_int (const List *list, guint row, const char *column)
{
  g_autofree char *text = list_get (list, row, column);
  gint64 value;
  return sw_parse_int (text, 0, G_MAXINT32, &value) ? value : -1;
}

/* ---- gpus.ini ---- */

/* Where the list says none, a link of rate 0, or what an own word is for. */
static const char *
expected_text (const char *column, const char *text)
{
  static const struct
  {
    const char *column, *theirs, *ours;
  } words[] = {
    { "link", "none", NULL },
    { "link_gbs_unidir_total", "0", NULL },
    { "confidence", "found", "sourced" },
    { "confidence", "partly", "partly-sourced" },
    { "confidence", "memory only", "unsourced" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strcmp (words[i].column, column) == 0 && strcmp (words[i].theirs, text) == 0)
      return words[i].ours;
  return *text == '\0' || strcmp (text, "?") == 0 ? NULL : text;
}

static void
compare_model (const SwCatalogue *catalogue, guint model, const List *list, guint row)
{
  static const char *const columns[][2] = { { "vendor", "vendor" },
                                            { "arch", "architecture" },
                                            { "form", "form" },
                                            { "mem_gb", "memory_gb" },
                                            { "visible_mib", "usable_mib" },
                                            { "mem_type", "memory_type" },
                                            { "mem_bw_gbs", "bandwidth_gbs" },
                                            { "sm_or_cu", "sms" },
                                            { "fp16_bf16_tflops_dense", "fp16_tflops" },
                                            { "fp8_tflops_dense", "fp8_tflops" },
                                            { "fp4_tflops_dense", "fp4_tflops" },
                                            { "tdp_w", "tdp_w" },
                                            { "idle_w_pwr_repo", "idle_w" },
                                            { "link", "link" },
                                            { "link_gbs_unidir_total", "link_gbs" },
                                            { "pcie_gen", "pcie_gen" },
                                            { "pcie_gbs_unidir", "pcie_gbs" },
                                            { "mig_max", "mig_slices" },
                                            { "confidence", "confidence" } };
  for (guint c = 0; c < G_N_ELEMENTS (columns); c++)
    {
      g_autofree char *text = list_get (list, row, columns[c][0]);
      const char *expected = expected_text (columns[c][0], text);
      const char *ours = sw_catalogue_text (catalogue, model, columns[c][1]);
      /* What the list does not know may be estimated, and says so. */
      if (!expected && ours && sw_catalogue_is_estimate (catalogue, model, columns[c][1]))
        continue;
      if (!CHECK_STR (ours, expected))
        g_printerr ("%s of %s\n", columns[c][1], sw_catalogue_name (catalogue, model));
    }
}

static void
models_are_the_listed_ones (void)
{
  List list;
  if (!list_open (&list, "gpu_specs.csv"))
    SKIP ("no list of GPU models");
  g_autoptr (SwCatalogue) catalogue = new_catalogue ();
  CHECK_INT (sw_catalogue_count (catalogue), list.n);
  for (guint row = 0; row < list.n; row++)
    {
      g_autofree char *name = list_get (&list, row, "gpu");
      const gint model = sw_catalogue_find (catalogue, name);
      if (!CHECK_INT (model, row))
        g_printerr ("%s\n", name);
      else
        compare_model (catalogue, (guint)model, &list, row);
    }
  list_close (&list);
}

/* ---- mig.ini ---- */

static const char *
expected_status (const char *column, const char *text, gboolean known)
{
  if (g_str_has_prefix (text, "measured"))
    return known ? "measured" : "estimated";
  if (g_str_has_prefix (text, "ESTIMATE") || strcmp (text, "not found") == 0
      || g_str_has_prefix (text, "DERIVED") || strstr (text, "memory"))
    return "estimated";
  if (g_str_has_prefix (text, "as "))
    return "alike";
  if (strcmp (column, "status_placement") == 0 && g_str_has_prefix (text, "assumed"))
    return "alike";
  return g_str_has_prefix (text, "third-party") ? "reported" : "documented";
}

static void
compare_status (const List *list, guint row, const char *column, gboolean known, const char *ours)
{
  g_autofree char *text = list_get (list, row, column);
  CHECK_STR (ours, expected_status (column, text, known));
}

static guint32
starts_of (const List *list, guint row)
{
  g_autofree char *text = list_get (list, row, "starts");
  g_auto (GStrv) parts = g_strsplit (text, ";", -1);
  guint32 starts = 0;
  for (char **part = parts; *part; part++)
    starts |= 1u << g_ascii_strtoull (*part, NULL, 10);
  return starts;
}

/* Memory in the list is in GiB, of two digits, but of one for the A30.  FALSE if it has none. */
static gboolean
compare_memory (const List *list, guint row, gint32 mib)
{
  g_autofree char *text = list_get (list, row, "usable_gib");
  g_autofree char *gpu = list_get (list, row, "gpu");
  double gib;
  if (!sw_parse_real (text, &gib))
    return FALSE;
  CHECK_REAL (mib / 1024.0, gib, g_str_has_prefix (gpu, "A30") ? 0.05 : 0.0051);
  return TRUE;
}

static void
compare_profile (const SwMigTable *table, guint i, const List *list, guint row)
{
  static const char *const engines[SW_N_ENGINES]
      = { "nvdec", "nvenc", "jpeg", "ofa", "copy_engines" };
  const SwMigGeometry *mig = &table->geometry;
  const SwMigProfile *profile = &mig->profiles[i];
  const SwMigDetail *detail = &table->details[i];
  CHECK_INT (mig->slices, list_int (list, row, "compute_slots"));
  CHECK_INT (mig->units, list_int (list, row, "mem_units"));
  CHECK_INT (profile->slices, list_int (list, row, "compute_slices"));
  CHECK_INT (profile->units, list_int (list, row, "mem_units_used"));
  CHECK_INT (profile->units, list_int (list, row, "size"));
  CHECK_INT (profile->max, list_int (list, row, "max_instances"));
  CHECK_INT (profile->starts, starts_of (list, row));
  CHECK_INT (detail->id, list_int (list, row, "gi_profile_id"));
  for (guint k = 0; k < SW_N_ENGINES; k++)
    CHECK_INT (detail->engines[k], list_int (list, row, engines[k]));
  const gint64 sms = list_int (list, row, "sms");
  if (sms >= 0)
    CHECK_INT (profile->sms, sms);
  compare_status (list, row, "status_sm", sms >= 0, detail->sms);
  compare_status (list, row, "status_mem", compare_memory (list, row, profile->usable_mib),
                  detail->memory);
  compare_status (list, row, "status_placement", TRUE, detail->places);
  const gboolean graphics = list_int (list, row, "graphics") != 0;
  CHECK_INT (graphics, g_str_has_suffix (profile->name, "+gfx"));
  if (graphics)
    CHECK_FALSE (profile->plain);
}

static void
profiles_are_the_listed_ones (void)
{
  List list;
  if (!list_open (&list, "mig_profiles.csv"))
    SKIP ("no list of profiles");
  g_autoptr (SwCatalogue) catalogue = new_catalogue ();
  guint listed = 0, there = 0;
  for (guint row = 0; row < list.n; row++)
    {
      g_autofree char *gpu = list_get (&list, row, "gpu");
      g_autofree char *name = list_get (&list, row, "profile");
      const SwMigTable *table = table_of (catalogue, gpu);
      const gint profile = table ? sw_mig_find (&table->geometry, name) : -1;
      if (!CHECK_TRUE (profile >= 0))
        g_printerr ("%s of %s\n", name, gpu);
      else
        compare_profile (table, (guint)profile, &list, row);
      listed++;
    }
  /* Of cards by this vendor there is one more: the H20. */
  for (guint i = 0; i < sw_catalogue_n_tables (catalogue); i++)
    {
      const SwMigGeometry *mig = &sw_catalogue_table (catalogue, i)->geometry;
      if (!g_str_has_prefix (mig->name, "MI") && strcmp (mig->name, "H20-96") != 0)
        there += mig->n_profiles;
    }
  CHECK_INT (listed, 120);
  CHECK_INT (there, listed);
  list_close (&list);
}

/* ---- what the files owe each other ---- */

static void
partitions_suit_their_models (void)
{
  g_autoptr (SwCatalogue) catalogue = new_catalogue ();
  guint n = 0;
  for (guint i = 0; i < sw_catalogue_count (catalogue); i++)
    {
      const char *name = sw_catalogue_name (catalogue, i);
      const SwMigGeometry *mig = sw_catalogue_mig (catalogue, name);
      const char *slices = sw_catalogue_text (catalogue, i, "mig_slices");
      const char *sms = sw_catalogue_text (catalogue, i, "sms");
      CHECK_INT (g_ascii_strtoll (slices, NULL, 10), mig ? mig->slices : 0);
      if (!mig)
        continue;
      n++;
      CHECK_TRUE (mig->sms <= g_ascii_strtoll (sms, NULL, 10));
      /* The largest instance, all of the card: within its memory, and not much less. */
      const SwMigProfile *all = &mig->profiles[sw_mig_smallest (mig, 0, 1000)];
      CHECK_INT (all->units, mig->units);
      CHECK_INT (all->sms, mig->sms);
      const double share = all->usable_mib / (double)sw_catalogue_usable_mib (catalogue, name);
      CHECK_TRUE (share > 0.97 && share <= 1);
    }
  CHECK_INT (n, 22);
}

static void
profiles_are_sorted_and_sound (void)
{
  g_autoptr (SwCatalogue) catalogue = new_catalogue ();
  for (guint i = 0; i < sw_catalogue_n_tables (catalogue); i++)
    {
      const SwMigGeometry *mig = &sw_catalogue_table (catalogue, i)->geometry;
      for (guint p = 1; p < mig->n_profiles; p++)
        {
          const SwMigProfile *a = &mig->profiles[p - 1], *b = &mig->profiles[p];
          CHECK_TRUE (a->slices <= b->slices);
          if (a->slices == b->slices)
            {
              CHECK_TRUE (a->units <= b->units);
              CHECK_TRUE (a->units < b->units || a->plain >= b->plain);
            }
        }
      for (guint p = 0; p < mig->n_profiles; p++)
        {
          const SwMigProfile *profile = &mig->profiles[p];
          CHECK_TRUE (profile->max <= __builtin_popcount (profile->starts));
          /* So many do fit together. */
          SwMigLayout layout;
          g_autofree char *why = NULL;
          g_autofree char *text = g_strdup_printf ("%ux%s", profile->max, profile->name);
          CHECK_TRUE (sw_mig_layout_parse (mig, text, &layout, &why));
        }
    }
}

static void
speeds_follow_from_rate_and_bandwidth (void)
{
  g_autoptr (SwCatalogue) catalogue = new_catalogue ();
  for (guint i = 0; i < sw_catalogue_count (catalogue); i++)
    {
      const char *name = sw_catalogue_name (catalogue, i);
      const double flops = sw_catalogue_fp16_tflops (catalogue, name),
                   bandwidth = sw_catalogue_bandwidth_gbs (catalogue, name);
      const double expected = sqrt (flops / 312 * (bandwidth / 2039));
      CHECK_REAL (sw_catalogue_speed (catalogue, name), expected, 0.0006);
    }
}

static void
facts_are_found_by_any_name (void)
{
  g_autoptr (SwCatalogue) catalogue = new_catalogue ();
  CHECK_INT (sw_catalogue_usable_mib (catalogue, "A100"), 81251);
  CHECK_INT (sw_catalogue_usable_mib (catalogue, "T4"), 15109);
  CHECK_INT (sw_catalogue_usable_mib (catalogue, "G2"), -1);
  CHECK_INT (sw_catalogue_usable_mib (catalogue, "nothing"), -1);
  CHECK_REAL (sw_catalogue_bandwidth_gbs (catalogue, "A100-SXM4-80GB"), 2039, 0);
  CHECK_REAL (sw_catalogue_fp16_tflops (catalogue, "A100"), 312, 0);
  CHECK_REAL (sw_catalogue_fp16_tflops (catalogue, "G2"), 0, 0);
  CHECK_STR (sw_catalogue_mig (catalogue, "A100")->name, "A100-80");
  CHECK_TRUE (sw_catalogue_mig (catalogue, "T4") == NULL);
  CHECK_TRUE (sw_catalogue_mig (catalogue, "nothing") == NULL);
}

/* ---- files of users ---- */

/* Lays the text over the catalogue; NULL if it holds, else the first fault.  Transfer full. */
static char *
add_text (SwCatalogue *catalogue, const char *text)
{
  char *folder = sw_test_folder ();
  g_autofree char *path = sw_test_write (folder, "mine.ini", text);
  SwFaults faults;
  sw_faults_init (&faults);
  const gboolean sound = sw_catalogue_add_file (catalogue, path, &faults);
  CHECK_INT (sound, faults.texts->len == 0);
  g_autoptr (GString) all = g_string_new (NULL);
  for (guint i = 0; i < faults.texts->len; i++)
    g_string_append_printf (all, "%s%s", i ? "\n" : "", (char *)faults.texts->pdata[i]);
  g_string_replace (all, path, "mine.ini", 0);
  sw_faults_clear (&faults);
  sw_test_remove (folder);
  return all->len ? g_string_free (g_steal_pointer (&all), FALSE) : NULL;
}

static void
a_new_model_is_one_group (void)
{
  g_autoptr (SwCatalogue) catalogue = new_catalogue ();
  const guint before = sw_catalogue_count (catalogue);
  g_autofree char *fault = add_text (catalogue, "[gpu H300]\naliases = H300-SXM next\nspeed = 9\n"
                                                "usable_mib = 200000\nmig = H200-141\n");
  CHECK_STR (fault, NULL);
  CHECK_INT (sw_catalogue_count (catalogue), before + 1);
  CHECK_REAL (sw_catalogue_speed (catalogue, "next"), 9, 0);
  CHECK_INT (sw_catalogue_usable_mib (catalogue, "H300"), 200000);
  CHECK_STR (sw_catalogue_mig (catalogue, "H300")->name, "H200-141");
  CHECK_STR (sw_catalogue_nearest (catalogue, "H3000"), "H300");
  CHECK_REAL (sw_catalogue_speed (catalogue, "A100"), 1, 0);
}

static void
a_new_partition_is_one_group (void)
{
  g_autoptr (SwCatalogue) catalogue = new_catalogue ();
  g_autofree char *fault = add_text (
      catalogue, "[mig halves]\ncard_units = 2\ncard_slices = 2\ncard_sms = 30\n"
                 "profiles = whole half half+me\nslices = 2 1 1\nunits = 2 1 1\n"
                 "starts = 0 0-1 0;1\nmax = 1 2 1\nsms = 30 14 14\nusable_mib = 900 400 400\n"
                 "[gpu T4]\nmig = halves\n");
  CHECK_STR (fault, NULL);
  const SwMigGeometry *mig = sw_catalogue_mig (catalogue, "Tesla-T4");
  CHECK_STR (mig->name, "halves");
  CHECK_INT (mig->n_profiles, 3);
  CHECK_STR (mig->profiles[0].name, "half");
  CHECK_STR (mig->profiles[1].name, "half+me");
  CHECK_STR (mig->profiles[2].name, "whole");
  CHECK_TRUE (mig->profiles[0].plain);
  CHECK_FALSE (mig->profiles[1].plain);
  CHECK_INT (mig->profiles[1].starts, 3);
  const SwMigDetail *detail = &table_of (catalogue, "halves")->details[0];
  CHECK_STR (detail->sms, "estimated");
  CHECK_INT (detail->id, -1);
  CHECK_INT (detail->engines[SW_ENGINE_COPIES], -1);
}

static void
keys_of_a_user_win (void)
{
  g_autoptr (SwCatalogue) catalogue = new_catalogue ();
  const guint h100 = (guint)sw_catalogue_find (catalogue, "H100");
  CHECK_TRUE (sw_catalogue_is_estimate (catalogue, h100, "usable_mib"));
  g_autofree char *fault
      = add_text (catalogue, "[gpu H100-80-SXM]\nusable_mib = 81079\naliases =\n"
                             "[gpu H100]\nspeed = 2\n"
                             "[mig A100-40]\nusable_mib = 4000 4000 9000 9000 19000 "
                             "19000 39000\n");
  CHECK_STR (fault, NULL);
  CHECK_INT (sw_catalogue_usable_mib (catalogue, "H100-80-SXM"), 81079);
  CHECK_FALSE (sw_catalogue_is_estimate (catalogue, h100, "usable_mib"));
  CHECK_REAL (sw_catalogue_speed (catalogue, "H100"), 2, 0);
  CHECK_REAL (sw_catalogue_speed (catalogue, "H100-80-SXM"), 2.283, 0);
  const SwMigGeometry *mig = sw_catalogue_mig (catalogue, "A100-40-SXM");
  CHECK_INT (mig->profiles[0].usable_mib, 4000);
  CHECK_INT (mig->profiles[0].sms, 14);
}

static void
two_files_are_layers (void)
{
  g_autoptr (SwCatalogue) catalogue = new_catalogue ();
  g_autofree char *first = add_text (catalogue, "[gpu X]\nspeed = 3\nusable_mib = 10\n");
  CHECK_STR (first, NULL);
  g_autofree char *second = add_text (catalogue, "[gpu X]\nspeed = 4\n");
  CHECK_STR (second, NULL);
  CHECK_REAL (sw_catalogue_speed (catalogue, "X"), 4, 0);
  CHECK_INT (sw_catalogue_usable_mib (catalogue, "X"), 10);
}

#define MIG(rows) "[mig M]\ncard_units = 4\ncard_slices = 4\ncard_sms = 40\n" rows
#define ROWS                                                                                       \
  "profiles = a b\nslices = 1 2\nunits = 1 2\nstarts = 0-3 0;2\nmax = 4 2\nsms = 10 20\n"          \
  "usable_mib = 5 10\n"

static void
bad_files_are_refused_with_their_places (void)
{
  static const struct
  {
    const char *text, *fault;
  } cases[] = {
    { "[gpu X]\nspeeed = 3\n",
      "mine.ini:2:1: unknown key 'speeed' in [gpu X]; did you mean 'speed'?" },
    { "[gpus X]\nspeed = 3\n", "mine.ini:1:1: unknown group [gpus X]; did you mean [gpu X]?" },
    { "[gpu X]\nspeed = -1\n", "mine.ini:2:9: speed: -1 is out of range" },
    { "[gpu X]\nspeed = fast\n", "mine.ini:2:9: speed: expected a number, found 'fast'" },
    { "[gpu X]\nusable_mib = 1.5\n", "mine.ini:2:14: usable_mib: expected a whole number" },
    { "[gpu X]\nconfidence = soruced\n", "did you mean 'sourced'?" },
    { "[gpu X]\nestimated = sms mesory_gb\n", "'mesory_gb' is not one of" },
    { "[gpu X]\nspeed = 1\nspeed = 2\n", "mine.ini:3:1: 'speed' of [gpu X] was given already" },
    { "[gpu X]\nmig = A100-41\n", "mine.ini:2:7: mig: there is no [mig A100-41]; did you mean" },
    { "[gpu X|Y]\nspeed = 1\n", "mine.ini:1:1: 'X|Y': a name of a model has no blank" },
    { "[gpu X Y]\nspeed = 1\n", "mine.ini:1:1: 'X Y': a name of a model has no blank" },
    { "[gpu X]\naliases = Y V100\n",
      "mine.ini:2:11: 'V100' is a name of [gpu V100-16-SXM2] already" },
    { "[gpu V100]\nspeed = 1\n", "mine.ini:1:1: 'V100' is a name of [gpu V100-16-SXM2] already" },
    { MIG (""), "mine.ini:1:1: profiles: [mig M] needs it" },
    { "[mig M]\n" ROWS, "mine.ini:1:1: card_units: [mig M] needs it" },
    { MIG ("profiles = a b\n"), "slices: [mig M] needs it" },
    { MIG (ROWS "id = 1 2 3\n"), "mine.ini:12:6: id: 3 entries for 2 profiles" },
    { MIG (ROWS "plain = yes perhaps\n"), "plain: 'perhaps' is not one of yes, no" },
    { MIG (ROWS "sms_status = maesured\n"), "did you mean 'measured'?" },
    { MIG ("profiles = a a\nslices = 1\nunits = 1\nstarts = 0\nmax = 1\nsms = 1\nusable_mib = 1\n"),
      "mine.ini:5:12: profiles: 'a' comes twice" },
    { MIG ("profiles = 2xa\nslices = 1\nunits = 1\nstarts = 0\nmax = 1\nsms = 1\nusable_mib = 1\n"),
      "profiles: '2xa' is no name" },
    { MIG ("profiles = a\nslices = 5\nunits = 1\nstarts = 0\nmax = 1\nsms = 1\nusable_mib = 1\n"),
      "mine.ini:6:10: slices: expected a whole number from 1 to 4 for a, found '5'" },
    { MIG ("profiles = a\nslices = -\nunits = 1\nstarts = 0\nmax = 1\nsms = 1\nusable_mib = 1\n"),
      "slices: expected a whole number from 1 to 4 for a, found '-'" },
    { MIG ("profiles = a\nslices = 1\nunits = 1\nstarts = 0;4\nmax = 1\nsms = 1\nusable_mib = 1\n"),
      "starts: expected units from 0 to 3 as 0-6 or 0;2;4 for a, found '0;4'" },
    { MIG ("profiles = a\nslices = 1\nunits = 1\nstarts = 2-1\nmax = 1\nsms = 1\nusable_mib = 1\n"),
      "found '2-1'" },
    { MIG ("profiles = a\nslices = 1\nunits = 2\nstarts = 0;3\nmax = 1\nsms = 1\nusable_mib = 1\n"),
      "starts: a of 2 units does not fit on the card at unit 3" },
    { MIG ("profiles = a\nslices = 1\nunits = 1\nstarts = 0\nmax = 1\nsms = 41\nusable_mib = 1\n"),
      "sms: expected a whole number from 1 to 40 for a, found '41'" },
    { "[mig A100-40]\ncard_units = 7\n", "starts: " },
    { "[gpu\n", "mine.ini:1:1: a group needs a closing ']'" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SwCatalogue) catalogue = new_catalogue ();
      g_autofree char *fault = add_text (catalogue, cases[i].text);
      CHECK_CONTAINS (fault, cases[i].fault);
    }
  g_autoptr (SwCatalogue) catalogue = new_catalogue ();
  g_autofree char *sound = add_text (catalogue, MIG (ROWS));
  CHECK_STR (sound, NULL);
}

static void
all_faults_are_told_at_once (void)
{
  g_autoptr (SwCatalogue) catalogue = new_catalogue ();
  g_autofree char *fault = add_text (catalogue, "[gpu X]\nspeed = x\nsmss = 4\n[what Y]\n");
  CHECK_CONTAINS (fault, "mine.ini:2:9:");
  CHECK_CONTAINS (fault, "mine.ini:3:1:");
  CHECK_CONTAINS (fault, "mine.ini:4:1:");
  SwFaults faults;
  sw_faults_init (&faults);
  g_autoptr (SwCatalogue) other = new_catalogue ();
  CHECK_FALSE (sw_catalogue_add_file (other, "no-such-file.ini", &faults));
  CHECK_CONTAINS (faults.texts->pdata[0], "no-such-file.ini: cannot read: No such file");
  sw_faults_clear (&faults);
}

SW_CHECKS ("catalogue", { "models are the listed ones", models_are_the_listed_ones },
           { "profiles are the listed ones", profiles_are_the_listed_ones },
           { "partitions suit their models", partitions_suit_their_models },
           { "profiles are sorted and sound", profiles_are_sorted_and_sound },
           { "speeds follow from rate and bandwidth", speeds_follow_from_rate_and_bandwidth },
           { "facts are found by any name", facts_are_found_by_any_name },
           { "a new model is one group", a_new_model_is_one_group },
           { "a new partition is one group", a_new_partition_is_one_group },
           { "keys of a user win", keys_of_a_user_win },
           { "two files are layers", two_files_are_layers },
           { "bad files are refused with their places", bad_files_are_refused_with_their_places },
           { "all faults are told at once", all_faults_are_told_at_once })
