/* Partitioned cards: every layout there is, those that there are not and why, sizes and names. */
#include "sw-catalogue.h"
#include "sw-check.h"

#include <string.h>

#define WHOLE_LIST 8 /* more profiles than any geometry of these tests has plain ones */

/* ---- geometries of the catalogue ---- */

static const SwMigGeometry *
geometry_of (const SwCatalogue *catalogue, const char *name)
{
  for (guint i = 0; i < sw_catalogue_n_tables (catalogue); i++)
    if (strcmp (sw_catalogue_table (catalogue, i)->geometry.name, name) == 0)
      return &sw_catalogue_table (catalogue, i)->geometry;
  g_error ("no geometry %s", name);
}

static SwCatalogue *
new_catalogue (void)
{
  g_autoptr (GError) error = NULL;
  SwCatalogue *catalogue = sw_catalogue_new (&error);
  CHECK_NO_ERROR (error);
  return catalogue;
}

/* The geometry without the profiles of one slice and two units; room for WHOLE_LIST profiles. */
static SwMigGeometry
without_double (const SwMigGeometry *mig, SwMigProfile *room)
{
  SwMigGeometry fewer = *mig;
  fewer.n_profiles = 0;
  fewer.profiles = room;
  for (guint32 i = 0; i < mig->n_profiles; i++)
    if (!(mig->profiles[i].slices == 1 && mig->profiles[i].units == 2))
      room[fewer.n_profiles++] = mig->profiles[i];
  return fewer;
}

/* ---- all layouts ---- */

/* Counts of instances by profile as a number: layouts of equal counts differ in places only. */
typedef struct
{
  GHashTable *seen;
} Multisets;

static void
add_multiset (const SwMigLayout *layout, gpointer data)
{
  guint64 key = 0;
  for (guint i = 0; i < layout->n; i++)
    key += (guint64)1 << (4 * layout->profile[i]);
  g_hash_table_add (((Multisets *)data)->seen, g_strdup_printf ("%" G_GUINT64_FORMAT, key));
}

static guint
count_multisets (const SwMigGeometry *mig, gboolean maximal)
{
  Multisets sets = { g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL) };
  sw_mig_each_state (mig, maximal, add_multiset, &sets);
  const guint n = g_hash_table_size (sets.seen);
  g_hash_table_unref (sets.seen);
  return n;
}

static void
check_counts (const SwMigGeometry *mig, guint states, guint maximal, guint sets, guint maximal_sets)
{
  CHECK_INT (sw_mig_each_state (mig, FALSE, NULL, NULL), states);
  CHECK_INT (sw_mig_each_state (mig, TRUE, NULL, NULL), maximal);
  CHECK_INT (count_multisets (mig, FALSE), sets);
  CHECK_INT (count_multisets (mig, TRUE), maximal_sets);
}

static void
as_many_layouts_as_there_are (void)
{
  static const char *const seven[]
      = { "A100-40",  "A100-80",   "H100-80-SXM", "H100-80-PCIe", "H100-94-NVL",
          "H100-96",  "H20-96",    "GH200-96",    "GH200-144",    "H200-141",
          "B200-180", "GB200-186", "B300-269",    "GB300-278" };
  g_autoptr (SwCatalogue) catalogue = new_catalogue ();
  for (guint i = 0; i < G_N_ELEMENTS (seven); i++)
    {
      SwMigProfile room[WHOLE_LIST];
      const SwMigGeometry *mig = geometry_of (catalogue, seven[i]);
      const SwMigGeometry fewer = without_double (mig, room);
      check_counts (mig, 723, 78, 78, 38);
      check_counts (&fewer, 298, 19, 38, 14);
    }
  check_counts (geometry_of (catalogue, "A30-24"), 26, 5, 10, 4);
  check_counts (geometry_of (catalogue, "RTXPRO6000-96"), 26, 5, 10, 4);
}

static void
note_first (const SwMigLayout *layout, gpointer data)
{
  gint *first = data;
  if (*first < 0)
    *first = layout->n;
}

static void
the_empty_layout_is_first (void)
{
  g_autoptr (SwCatalogue) catalogue = new_catalogue ();
  gint first = -1;
  sw_mig_each_state (geometry_of (catalogue, "A100-40"), FALSE, note_first, &first);
  CHECK_INT (first, 0);
}

/* A layout by kinds of profiles instead of names, with what it uses. */
typedef struct
{
  const SwMigGeometry *mig;
  const char *title;
  GPtrArray *lines;
} Kinds;

static void
add_kinds (const SwMigLayout *layout, gpointer data)
{
  const Kinds *kinds = data;
  const SwMigGeometry *mig = kinds->mig;
  GString *line = g_string_new (kinds->title);
  guint slices = 0, units = 0;
  for (guint i = 0; i < layout->n; i++)
    {
      const SwMigProfile *profile = &mig->profiles[layout->profile[i]];
      const gboolean twice = mig->slices == 7 && profile->slices == 1 && profile->units == 2;
      g_string_append_printf (line, "%c%ug%s@%u", i > 0 ? '+' : ',', profile->slices,
                              twice ? ".double" : "", layout->start[i]);
      slices += profile->slices;
      units += profile->units;
    }
  g_string_append_printf (line, ",%u,%u,%u,%u", slices, units, mig->slices - slices,
                          mig->units - units);
  g_ptr_array_add (kinds->lines, g_string_free (line, FALSE));
}

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *)a, *(char *const *)b);
}

static void
full_layouts_are_the_listed_ones (void)
{
  g_autofree char *shared = sw_test_shared ();
  g_autofree char *path
      = shared ? g_build_filename (shared, "facts", "mig_maximal_states.csv", NULL) : NULL;
  g_autofree char *text = NULL;
  if (!path || !g_file_get_contents (path, &text, NULL, NULL))
    SKIP ("no list of full layouts");
  g_autoptr (SwCatalogue) catalogue = new_catalogue ();
  const SwMigGeometry *seven = geometry_of (catalogue, "A100-40");
  SwMigProfile room[WHOLE_LIST];
  const SwMigGeometry fewer = without_double (seven, room);
  const Kinds kinds[] = { { seven, "7slot", NULL },
                          { &fewer, "7slot-nodouble", NULL },
                          { geometry_of (catalogue, "A30-24"), "A30", NULL },
                          { geometry_of (catalogue, "RTXPRO6000-96"), "RTXPRO6000", NULL } };
  g_autoptr (GPtrArray) ours = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      Kinds of = kinds[i];
      of.lines = ours;
      sw_mig_each_state (of.mig, TRUE, add_kinds, &of);
    }
  g_auto (GStrv) lines = g_strsplit (g_strchomp (text), "\n", -1);
  g_autoptr (GPtrArray) theirs = g_ptr_array_new ();
  for (char **line = lines + 1; *line; line++)
    g_ptr_array_add (theirs, g_strchomp (*line));
  g_ptr_array_sort (ours, compare_lines);
  g_ptr_array_sort (theirs, compare_lines);
  CHECK_INT (theirs->len, 107);
  CHECK_INT (ours->len, theirs->len);
  for (guint i = 0; i < MIN (ours->len, theirs->len); i++)
    CHECK_STR (ours->pdata[i], theirs->pdata[i]);
}

/* ---- layouts from text ---- */

static char *
parse (const SwMigGeometry *mig, const char *text, char **why)
{
  SwMigLayout layout;
  return sw_mig_layout_parse (mig, text, &layout, why) ? sw_mig_layout_text (mig, &layout) : NULL;
}

static void
layouts_get_places (void)
{
  static const struct
  {
    const char *geometry, *text, *places;
  } cases[] = {
    { "A100-40", "3g.20gb 4g.20gb", "4g.20gb@0 3g.20gb@4" },
    { "A100-40", "4g.20gb 3g.20gb", "4g.20gb@0 3g.20gb@4" },
    { "A100-40", "3g.20gb", "3g.20gb@4" },
    { "A100-40", "2x3g.20gb", "3g.20gb@0 3g.20gb@4" },
    { "A100-40", "3g.20gb@0", "3g.20gb@0" },
    { "A100-40", "3g.20gb 2g.10gb 2x1g.5gb", "2g.10gb@0 1g.5gb@2 1g.5gb@3 3g.20gb@4" },
    { "A100-40", "2x1g.5gb,2g.10gb,3g.20gb", "2g.10gb@0 1g.5gb@2 1g.5gb@3 3g.20gb@4" },
    { "A100-40", "  3g \t 2g  2x1g ", "2g.10gb@0 1g.5gb@2 1g.5gb@3 3g.20gb@4" },
    { "A100-40", "7x1g.5gb", "1g.5gb@0 1g.5gb@1 1g.5gb@2 1g.5gb@3 1g.5gb@4 1g.5gb@5 1g.5gb@6" },
    { "A100-40", "1g.5gb", "1g.5gb@6" },
    { "A100-40", "2g.10gb", "2g.10gb@0" },
    { "A100-40", "1g.10gb 1g.10gb@0", "1g.10gb@0 1g.10gb@6" },
    { "A100-40", "1g.5gb+me 6x1g.5gb",
      "1g.5gb@0 1g.5gb@1 1g.5gb@2 1g.5gb@3 1g.5gb@4 1g.5gb@5 1g.5gb+me@6" },
    { "A100-40", "3x2g.10gb 1g.10gb", "2g.10gb@0 2g.10gb@2 2g.10gb@4 1g.10gb@6" },
    { "A100-40", "7g", "7g.40gb@0" },
    /* The start that a profile likes best is taken: going back finds another. */
    { "A100-40", "3g.20gb 1g.5gb@6", "3g.20gb@0 1g.5gb@6" },
    { "A100-40", "4g.20gb 2g.10gb@4 1g.5gb", "4g.20gb@0 2g.10gb@4 1g.5gb@6" },
    { "RTXPRO6000-96", "2g.48gb 2x1g.24gb", "2g.48gb@0 1g.24gb@6 1g.24gb@9" },
    { "RTXPRO6000-96", "1g.24gb+me.all 3x1g.24gb-me",
      "1g.24gb+me.all@0 1g.24gb-me@3 1g.24gb-me@6 1g.24gb-me@9" },
    { "A30-24", "2g.12gb+me 2g.12gb", "2g.12gb+me@0 2g.12gb@2" },
    { "MI300X", "8xcpx_nps4",
      "cpx_nps4@0 cpx_nps4@1 cpx_nps4@2 cpx_nps4@3 cpx_nps4@4 cpx_nps4@5 cpx_nps4@6 cpx_nps4@7" },
  };
  g_autoptr (SwCatalogue) catalogue = new_catalogue ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *why = NULL;
      g_autofree char *places
          = parse (geometry_of (catalogue, cases[i].geometry), cases[i].text, &why);
      CHECK_STR (places ? places : why, cases[i].places);
    }
}

static void
bad_layouts_are_refused_with_the_reason (void)
{
  static const struct
  {
    const char *geometry, *text, *why;
  } cases[] = {
    { "A100-40", "", "one instance or more" },
    { "A100-40", " , ", "one instance or more" },
    { "A100-40", "1g.6gb", "no profile '1g.6gb'; did you mean '1g.5gb'?" },
    { "A100-40", "5g", "no profile '5g'" },
    { "A100-40", "whatever", "only 1g.5gb 1g.5gb+me 1g.10gb 2g.10gb 3g.20gb 4g.20gb 7g.40gb" },
    { "A100-80", "1g.5gb", "A100-80 has no profile '1g.5gb'" },
    { "A100-40", "0x1g.5gb", "the count is 1 or more" },
    { "A100-40", "9x1g.5gb", "more instances than the card has placement units, 8" },
    { "A100-40", "100x1g.5gb", "no profile '100x1g.5gb'" },
    { "A100-40", "8x1g.5gb", "more than 7 of 1g.5gb" },
    { "A100-40", "2x4g.20gb", "more than 1 of 4g.20gb" },
    { "A100-40", "2x1g.5gb+me", "more than 1 of 1g.5gb+me" },
    { "A100-40", "3g.20gb@2", "3g.20gb may not start at unit 2, only at 0, 4" },
    { "A100-40", "1g.5gb@7", "1g.5gb may not start at unit 7, only at 0, 1, 2, 3, 4, 5, 6" },
    { "A100-40", "1g.5gb@8", "after '@' a placement unit is expected, 0 to 7" },
    { "A100-40", "1g.5gb@", "after '@' a placement unit is expected" },
    { "A100-40", "1g.5gb@1x", "after '@' a placement unit is expected" },
    { "A100-40", "2x1g.5gb@1", "only one instance can start at a unit" },
    { "A100-40", "1g.5gb@4 3g.20gb@4", "1g.5gb@4 takes unit 4, which another instance has" },
    { "A100-40", "3g.20gb@0 1g.5gb@3", "1g.5gb@3 takes unit 3, which another instance has" },
    { "A100-40", "7g.40gb 1g.5gb", "they take 9 placement units, the card has 8" },
    /* Cases H-01 (b) and (c): legal by compute slices, impossible by place. */
    { "A100-40", "4x1g.10gb 3x1g.5gb", "they take 11 placement units, the card has 8" },
    { "A100-40", "2x3g.20gb 1g.5gb", "they take 9 placement units, the card has 8" },
    { "A100-40", "4g.20gb 3g.20gb@0", "no choice of starts is without an overlap" },
    { "A100-40", "2g.10gb@2 4g.20gb", "no choice of starts is without an overlap" },
    /* Units enough, but the only places left have another parity. */
    { "A100-40", "1g.5gb@1 1g.5gb@3 1g.5gb@5 1g.10gb 2g.10gb", "no choice of starts" },
    { "A30-24", "1g.6gb+me 2g.12gb+me", "media engines" },
    { "RTXPRO6000-96", "1g.24gb+me 2g.48gb+me.all", "media engines" },
    { "RTXPRO6000-96", "1g.24gb+me.all 1g.24gb", "media engines" },
    { "MI300X", "4xcpx_nps4 dpx_nps2", "all instances of a card are of one profile" },
    { "MI300X", "cpx_nps1 cpx_nps4", "all instances of a card are of one profile" },
  };
  g_autoptr (SwCatalogue) catalogue = new_catalogue ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *why = NULL;
      g_autofree char *places
          = parse (geometry_of (catalogue, cases[i].geometry), cases[i].text, &why);
      CHECK_STR (places, NULL);
      CHECK_CONTAINS (why, cases[i].why);
    }
}

/* Every choice of counts, small ones and impossible ones: accepted iff some layout has it. */
static guint
count_accepted (const SwMigGeometry *mig, guint profile, GString *text)
{
  if (profile == mig->n_profiles)
    {
      SwMigLayout layout;
      g_autofree char *why = NULL;
      return sw_mig_layout_parse (mig, text->str, &layout, &why);
    }
  if (!mig->profiles[profile].plain)
    return count_accepted (mig, profile + 1, text);
  guint accepted = 0;
  const gsize length = text->len;
  for (guint n = 0; n <= mig->profiles[profile].max; n++)
    {
      if (n > 0)
        g_string_append_printf (text, " %ux%s", n, mig->profiles[profile].name);
      accepted += count_accepted (mig, profile + 1, text);
      g_string_truncate (text, length);
    }
  return accepted;
}

static void
the_search_for_places_is_complete (void)
{
  g_autoptr (SwCatalogue) catalogue = new_catalogue ();
  g_autoptr (GString) text = g_string_new (NULL);
  /* The empty one is none for the parser. */
  CHECK_INT (count_accepted (geometry_of (catalogue, "A100-40"), 0, text), 78 - 1);
  CHECK_INT (count_accepted (geometry_of (catalogue, "A30-24"), 0, text), 10 - 1);
  CHECK_INT (count_accepted (geometry_of (catalogue, "RTXPRO6000-96"), 0, text), 10 - 1);
}

static void
load_back (const SwMigLayout *layout, gpointer data)
{
  const SwMigGeometry *mig = data;
  if (layout->n == 0)
    return;
  SwMigLayout again;
  g_autofree char *text = sw_mig_layout_text (mig, layout);
  g_autofree char *why = NULL;
  CHECK_TRUE (sw_mig_layout_parse (mig, text, &again, &why));
  g_autofree char *text_again = sw_mig_layout_text (mig, &again);
  CHECK_STR (text_again, text);
}

static void
every_layout_loads_back (void)
{
  g_autoptr (SwCatalogue) catalogue = new_catalogue ();
  const SwMigGeometry *mig = geometry_of (catalogue, "A100-40");
  sw_mig_each_state (mig, FALSE, load_back, (gpointer)mig);
}

/* ---- parts and sizes ---- */

static void
add_up (const SwMigLayout *layout, gpointer data)
{
  const SwMigGeometry *mig = data;
  guint slices = 0, milli = 0;
  for (guint i = 0; i < layout->n; i++)
    {
      slices += mig->profiles[layout->profile[i]].slices;
      milli += sw_mig_milli (mig, layout->profile[i], layout->start[i]);
    }
  CHECK_TRUE (slices <= mig->slices);
  CHECK_TRUE (milli <= 1000);
  if (slices == mig->slices)
    CHECK_INT (milli, 1000);
}

static void
parts_of_a_covered_card_add_up (void)
{
  g_autoptr (SwCatalogue) catalogue = new_catalogue ();
  for (guint i = 0; i < sw_catalogue_n_tables (catalogue); i++)
    {
      const SwMigGeometry *mig = &sw_catalogue_table (catalogue, i)->geometry;
      sw_mig_each_state (mig, FALSE, add_up, (gpointer)mig);
    }
  const SwMigGeometry *mig = geometry_of (catalogue, "A100-40");
  CHECK_INT (sw_mig_milli (mig, (guint)sw_mig_find (mig, "1g"), 0), 142);
  CHECK_INT (sw_mig_milli (mig, (guint)sw_mig_find (mig, "1g"), 6), 143);
  CHECK_INT (sw_mig_milli (mig, (guint)sw_mig_find (mig, "3g"), 4), 429);
  CHECK_INT (sw_mig_milli (mig, (guint)sw_mig_find (mig, "7g"), 0), 1000);
}

static void
names_and_aliases_are_found (void)
{
  static const struct
  {
    const char *geometry, *name, *found;
  } cases[] = {
    { "A100-40", "1g.5gb", "1g.5gb" },
    { "A100-40", "1g.5gb+me", "1g.5gb+me" },
    { "A100-40", "1g", "1g.5gb" },
    { "A100-40", "4g", "4g.20gb" },
    { "A100-80", "1g.5gb", NULL },
    { "A100-80", "1g.10gb", "1g.10gb" },
    { "A100-40", "1g.10gb", "1g.10gb" },
    { "A100-40", "5g", NULL },
    { "A100-40", "g", NULL },
    { "A100-40", "", NULL },
    { "A100-40", "01g", "1g.5gb" },
    { "A100-40", "1gb", NULL },
    { "RTXPRO6000-96", "1g", "1g.24gb" },
    { "MI300X", "2g", "qpx_nps4" },
  };
  g_autoptr (SwCatalogue) catalogue = new_catalogue ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const SwMigGeometry *mig = geometry_of (catalogue, cases[i].geometry);
      const gint found = sw_mig_find (mig, cases[i].name);
      CHECK_STR (found < 0 ? NULL : mig->profiles[found].name, cases[i].found);
    }
}

/* Case H-11 among them: memory alone would choose 3g for who needs the compute of 4g. */
static void
the_smallest_holds_both (void)
{
  static const struct
  {
    const char *geometry;
    gint64 mib;
    guint32 milli;
    const char *profile;
  } cases[] = {
    { "A100-40", 0, 0, "1g.5gb" },          { "A100-40", 4864, 0, "1g.5gb" },
    { "A100-40", 4865, 0, "1g.10gb" },      { "A100-40", 9856, 143, "1g.10gb" },
    { "A100-40", 9856, 144, "2g.10gb" },    { "A100-40", 0, 142, "1g.5gb" },
    { "A100-40", 0, 143, "1g.5gb" },        { "A100-40", 0, 286, "2g.10gb" },
    { "A100-40", 0, 287, "3g.20gb" },       { "A100-40", 19073, 0, "3g.20gb" },
    { "A100-40", 19073, 429, "3g.20gb" },   { "A100-40", 19073, 571, "4g.20gb" },
    { "A100-40", 19073, 572, "4g.20gb" },   { "A100-40", 19073, 573, "7g.40gb" },
    { "A100-40", 19969, 0, "7g.40gb" },     { "A100-40", 40193, 0, NULL },
    { "A100-40", 0, 1000, "7g.40gb" },      { "A100-40", 40192, 1000, "7g.40gb" },
    { "RTXPRO6000-96", 1, 1, "1g.24gb" },   { "RTXPRO6000-96", 0, 251, "1g.24gb" },
    { "RTXPRO6000-96", 0, 252, "2g.48gb" }, { "MI300X", 24575, 0, "qpx_nps4" },
    { "MI300X", 24574, 125, "cpx_nps4" },
  };
  g_autoptr (SwCatalogue) catalogue = new_catalogue ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const SwMigGeometry *mig = geometry_of (catalogue, cases[i].geometry);
      const gint found = sw_mig_smallest (mig, cases[i].mib, cases[i].milli);
      CHECK_STR (found < 0 ? NULL : mig->profiles[found].name, cases[i].profile);
    }
}

static void
a_larger_instance_serves (void)
{
  static const struct
  {
    const char *geometry, *bigger, *wanted;
    gboolean serves;
  } cases[] = {
    { "A100-40", "2g.10gb", "1g.5gb", TRUE },
    { "A100-40", "1g.5gb", "2g.10gb", FALSE },
    { "A100-40", "1g.10gb", "2g.10gb", FALSE }, /* fewer slices */
    { "A100-40", "4g.20gb", "3g.20gb", TRUE },
    { "A100-40", "3g.20gb", "4g.20gb", FALSE }, /* as H-11 */
    { "A100-40", "1g.5gb+me", "1g.5gb", TRUE },
    { "A100-40", "2g.10gb", "1g.5gb+me", FALSE }, /* engines */
    { "A100-40", "7g.40gb", "1g.5gb+me", TRUE },  /* the whole card has all */
    { "RTXPRO6000-96", "2g.48gb-me", "1g.24gb", FALSE },
    { "RTXPRO6000-96", "2g.48gb", "1g.24gb-me", TRUE },
    { "RTXPRO6000-96", "2g.48gb+me.all", "1g.24gb+me", TRUE },
    { "RTXPRO6000-96", "4g.96gb", "1g.24gb+gfx", FALSE },
    { "RTXPRO6000-96", "4g.96gb+gfx", "1g.24gb+gfx", TRUE },
  };
  g_autoptr (SwCatalogue) catalogue = new_catalogue ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const SwMigGeometry *mig = geometry_of (catalogue, cases[i].geometry);
      const guint bigger = (guint)sw_mig_find (mig, cases[i].bigger);
      const guint wanted = (guint)sw_mig_find (mig, cases[i].wanted);
      if (!CHECK_INT (sw_mig_serves (mig, bigger, wanted), cases[i].serves))
        g_printerr ("%s for %s\n", cases[i].bigger, cases[i].wanted);
    }
}

static void
starts_leave_out_busy_units (void)
{
  g_autoptr (SwCatalogue) catalogue = new_catalogue ();
  const SwMigGeometry *mig = geometry_of (catalogue, "A100-40");
  const guint one = (guint)sw_mig_find (mig, "1g"), two = (guint)sw_mig_find (mig, "2g"),
              three = (guint)sw_mig_find (mig, "3g"), all = (guint)sw_mig_find (mig, "7g");
  CHECK_INT (sw_mig_starts (mig, one, 0), 0x7f);
  CHECK_INT (sw_mig_starts (mig, one, 0x0f), 0x70);
  CHECK_INT (sw_mig_starts (mig, two, 0x02), 0x14);
  CHECK_INT (sw_mig_starts (mig, three, 0x80), 0x01);
  CHECK_INT (sw_mig_starts (mig, three, 0x88), 0);
  CHECK_INT (sw_mig_starts (mig, all, 0x80), 0);
  CHECK_INT (sw_mig_bits (mig, three, 4), 0xf0);
}

SW_CHECKS ("mig", { "as many layouts as there are", as_many_layouts_as_there_are },
           { "the empty layout is first", the_empty_layout_is_first },
           { "full layouts are the listed ones", full_layouts_are_the_listed_ones },
           { "layouts get places", layouts_get_places },
           { "bad layouts are refused with the reason", bad_layouts_are_refused_with_the_reason },
           { "the search for places is complete", the_search_for_places_is_complete },
           { "every layout loads back", every_layout_loads_back },
           { "parts of a covered card add up", parts_of_a_covered_card_add_up },
           { "names and aliases are found", names_and_aliases_are_found },
           { "the smallest holds both", the_smallest_holds_both },
           { "a larger instance serves", a_larger_instance_serves },
           { "starts leave out busy units", starts_leave_out_busy_units })
