/* Layouts of partitioned cards: from text and to text, and all that there are.
 *
 * A layout that is asked for without places gets them by a search that goes back on failure, so
 * that it is refused only if no order of creation whatever would make it. */
#include "sw-mig.h"

#include "sw-error.h"

#include <string.h>

#define ANYWHERE 0xff

/* What a text asks for, larger profiles first; start: a unit or ANYWHERE. */
typedef struct
{
  const SwMigGeometry *mig;
  guint n;
  struct
  {
    guint8 profile, start;
  } items[SW_MAX_UNITS];
} Request;

static const char *
name_of (const Request *request, guint i)
{
  return request->mig->profiles[request->items[i].profile].name;
}

/* ---- reasons ---- */

/* "0, 2, 4" */
static char *
list_starts (guint32 starts)
{
  GString *out = g_string_new (NULL);
  for (; starts != 0; starts &= starts - 1)
    g_string_append_printf (out, "%s%d", out->len > 0 ? ", " : "", __builtin_ctz (starts));
  return g_string_free (out, FALSE);
}

static char *
unknown_profile (const SwMigGeometry *mig, const char *name)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  for (guint32 i = 0; i < mig->n_profiles; i++)
    g_ptr_array_add (names, (gpointer)mig->profiles[i].name);
  const char *near = sw_nearest (name, (const char *const *)names->pdata, names->len);
  g_ptr_array_add (names, NULL);
  g_autofree char *all = g_strjoinv (" ", (char **)names->pdata);
  return near != NULL
             ? g_strdup_printf ("%s has no profile '%s'; did you mean '%s'?", mig->name, name, near)
             : g_strdup_printf ("%s has no profile '%s', only %s", mig->name, name, all);
}

/* Why the counters do not allow these instances together. */
static char *
broken_counter (const Request *request)
{
  const SwMigGeometry *mig = request->mig;
  guint count[G_MAXUINT8 + 1] = { 0 };
  for (guint i = 0; i < request->n; i++)
    {
      const guint8 profile = request->items[i].profile;
      if (mig->uniform && profile != request->items[0].profile)
        return g_strdup_printf ("%s and %s: all instances of a card are of one profile",
                                name_of (request, 0), name_of (request, i));
      if (++count[profile] > mig->profiles[profile].max)
        return g_strdup_printf ("more than %u of %s: a card has no more",
                                mig->profiles[profile].max, mig->profiles[profile].name);
    }
  return g_strdup ("their media engines: a card has one set of those that +me and +me.all take");
}

/* Why the fixed places are none; NULL if they are. */
static char *
bad_place (const Request *request)
{
  const SwMigGeometry *mig = request->mig;
  guint32 taken = 0;
  for (guint i = 0; i < request->n; i++)
    {
      const guint8 profile = request->items[i].profile, start = request->items[i].start;
      if (start == ANYWHERE)
        continue;
      if ((mig->profiles[profile].starts >> start & 1) == 0)
        {
          g_autofree char *starts = list_starts (mig->profiles[profile].starts);
          return g_strdup_printf ("%s may not start at unit %u, only at %s", name_of (request, i),
                                  start, starts);
        }
      const guint32 bits = sw_mig_bits (mig, profile, start);
      if ((bits & taken) != 0)
        return g_strdup_printf ("%s@%u takes unit %d, which another instance has",
                                name_of (request, i), start, __builtin_ctz (bits & taken));
      taken |= bits;
    }
  return NULL;
}

/* Why a search found no places. */
static char *
no_places (const Request *request)
{
  const SwMigGeometry *mig = request->mig;
  guint units = 0;
  for (guint i = 0; i < request->n; i++)
    units += mig->profiles[request->items[i].profile].units;
  if (units > mig->units)
    return g_strdup_printf ("they take %u placement units, the card has %u", units, mig->units);
  return g_strdup_printf (
      "their %u placement units of %u do not fit together: no choice of starts is "
      "without an overlap",
      units, mig->units);
}

/* ---- places ---- */

/* High starts keep the low ones, which large profiles need, for others. */
static gboolean
prefers_high (const SwMigProfile *profile)
{
  return profile->slices == 1 || profile->slices == 3;
}

/* Places for the items from i on.  Those of one profile go in the order of their preference, so
   that no set of places is tried twice. */
static gboolean
find_places (Request *request, guint i, guint32 busy)
{
  if (i == request->n)
    return TRUE;
  const SwMigGeometry *mig = request->mig;
  const guint profile = request->items[i].profile;
  const gboolean high = prefers_high (&mig->profiles[profile]);
  guint32 starts = sw_mig_starts (mig, profile, busy);
  if (i > 0 && request->items[i - 1].profile == profile)
    {
      const guint32 below = (1u << request->items[i - 1].start) - 1u;
      starts &= high ? below : ~below;
    }
  while (starts != 0)
    {
      const guint start
          = high ? 31u - (guint)__builtin_clz (starts) : (guint)__builtin_ctz (starts);
      request->items[i].start = (guint8)start;
      if (find_places (request, i + 1, busy | sw_mig_bits (mig, profile, start)))
        return TRUE;
      starts &= ~(1u << start);
    }
  return FALSE;
}

/* Splits the request in those with a place, which stay, and the rest, which gets some. */
static gboolean
place_request (Request *request)
{
  Request open = { .mig = request->mig };
  guint32 busy = 0;
  guint fixed = 0;
  for (guint i = 0; i < request->n; i++)
    if (request->items[i].start == ANYWHERE)
      open.items[open.n++] = request->items[i];
    else
      {
        busy |= sw_mig_bits (request->mig, request->items[i].profile, request->items[i].start);
        request->items[fixed++] = request->items[i];
      }
  if (!find_places (&open, 0, busy))
    return FALSE;
  memcpy (request->items + fixed, open.items, open.n * sizeof open.items[0]);
  return TRUE;
}

/* ---- reading ---- */

/* A whole number at the head of the text, at most 99; -1 if there is none. */
static gint
take_number (const char **text)
{
  const char *p = *text;
  gint number = 0;
  while (g_ascii_isdigit (*p) && number < 100)
    number = number * 10 + (*p++ - '0');
  if (p == *text || number > 99)
    return -1;
  *text = p;
  return number;
}

/* Adds the instances of one word: [COUNTx]NAME[@START]. */
static char *
add_word (Request *request, const char *word)
{
  const SwMigGeometry *mig = request->mig;
  const char *name = word;
  gint count = take_number (&name), start = ANYWHERE;
  if (count < 0 || *name != 'x')
    {
      count = 1;
      name = word;
    }
  else
    name++;
  const char *at = strchr (name, '@');
  g_autofree char *plain = at != NULL ? g_strndup (name, (gsize)(at - name)) : g_strdup (name);
  const gint profile = sw_mig_find (mig, plain);
  if (profile < 0)
    return unknown_profile (mig, plain);
  if (count == 0)
    return g_strdup_printf ("'%s' has no instance: the count is 1 or more", word);
  if (at != NULL)
    {
      at++;
      start = take_number (&at);
      if (start < 0 || *at != '\0' || start >= mig->units)
        return g_strdup_printf ("'%s': after '@' a placement unit is expected, 0 to %u", word,
                                mig->units - 1u);
      if (count > 1)
        return g_strdup_printf ("'%s': only one instance can start at a unit", word);
    }
  if (request->n + (guint)count > mig->units)
    return g_strdup_printf ("more instances than the card has placement units, %u", mig->units);
  for (gint i = 0; i < count; i++)
    {
      request->items[request->n].profile = (guint8)profile;
      request->items[request->n++].start = (guint8)start;
    }
  return NULL;
}

/* Larger profiles first, as they have fewer places: those are tried with the card still empty. */
static void
sort_request (Request *request)
{
  for (guint i = 1; i < request->n; i++)
    for (guint k = i; k > 0; k--)
      {
        const SwMigProfile *profiles = request->mig->profiles;
        const guint8 a = request->items[k - 1].profile, b = request->items[k].profile;
        if (profiles[a].units > profiles[b].units
            || (profiles[a].units == profiles[b].units && a >= b))
          break;
        const __typeof__ (request->items[0]) swap = request->items[k];
        request->items[k] = request->items[k - 1];
        request->items[k - 1] = swap;
      }
}

static char *
read_request (const char *text, Request *request)
{
  g_auto (GStrv) words = g_strsplit_set (text, " \t,", -1);
  for (char **word = words; *word != NULL; word++)
    {
      char *why = **word != '\0' ? add_word (request, *word) : NULL;
      if (why != NULL)
        return why;
    }
  if (request->n == 0)
    return g_strdup ("a layout names one instance or more");
  sort_request (request);
  guint8 profiles[SW_MAX_UNITS];
  for (guint i = 0; i < request->n; i++)
    profiles[i] = request->items[i].profile;
  if (!sw_mig_counts_hold (request->mig, profiles, request->n))
    return broken_counter (request);
  char *why = bad_place (request);
  if (why == NULL && !place_request (request))
    why = no_places (request);
  return why;
}

gboolean
sw_mig_layout_parse (const SwMigGeometry *mig, const char *text, SwMigLayout *out, char **why)
{
  Request request = { .mig = mig };
  *why = read_request (text, &request);
  if (*why != NULL)
    return FALSE;
  *out = (SwMigLayout){ 0 };
  for (guint start = 0; start < mig->units; start++)
    for (guint i = 0; i < request.n; i++)
      if (request.items[i].start == start)
        {
          out->profile[out->n] = request.items[i].profile;
          out->start[out->n++] = (guint8)start;
        }
  return TRUE;
}

char *
sw_mig_layout_text (const SwMigGeometry *mig, const SwMigLayout *layout)
{
  GString *out = g_string_new (NULL);
  for (guint i = 0; i < layout->n; i++)
    g_string_append_printf (out, "%s%s@%u", i > 0 ? " " : "",
                            mig->profiles[layout->profile[i]].name, layout->start[i]);
  return g_string_free (out, FALSE);
}

/* ---- all layouts ---- */

typedef struct
{
  const SwMigGeometry *mig;
  gboolean maximal;
  void (*each) (const SwMigLayout *layout, gpointer data);
  gpointer data;
  guint n;
} Walk;

static gboolean
can_add (const SwMigGeometry *mig, const SwMigLayout *layout, guint profile, guint32 busy)
{
  if (!mig->profiles[profile].plain || layout->n == SW_MAX_UNITS
      || sw_mig_starts (mig, profile, busy) == 0)
    return FALSE;
  guint8 profiles[SW_MAX_UNITS];
  memcpy (profiles, layout->profile, layout->n);
  profiles[layout->n] = (guint8)profile;
  return sw_mig_counts_hold (mig, profiles, layout->n + 1u);
}

static gboolean
is_maximal (const SwMigGeometry *mig, const SwMigLayout *layout, guint32 busy)
{
  for (guint32 profile = 0; profile < mig->n_profiles; profile++)
    if (can_add (mig, layout, profile, busy))
      return FALSE;
  return TRUE;
}

/* Every way to go on from a unit: nothing starts there, or an instance of some profile. */
static void
walk_from (Walk *walk, SwMigLayout *layout, guint unit, guint32 busy)
{
  const SwMigGeometry *mig = walk->mig;
  if (unit >= mig->units)
    {
      if (walk->maximal && !is_maximal (mig, layout, busy))
        return;
      walk->n++;
      if (walk->each != NULL)
        walk->each (layout, walk->data);
      return;
    }
  walk_from (walk, layout, unit + 1, busy);
  for (guint32 profile = 0; profile < mig->n_profiles; profile++)
    {
      if ((mig->profiles[profile].starts >> unit & 1) == 0
          || (sw_mig_bits (mig, profile, unit) & busy) != 0
          || !can_add (mig, layout, profile, busy))
        continue;
      layout->profile[layout->n] = (guint8)profile;
      layout->start[layout->n++] = (guint8)unit;
      walk_from (walk, layout, unit + mig->profiles[profile].units,
                 busy | sw_mig_bits (mig, profile, unit));
      layout->n--;
    }
}

guint
sw_mig_each_state (const SwMigGeometry *mig, gboolean maximal,
                   void (*each) (const SwMigLayout *layout, gpointer data), gpointer data)
{
  Walk walk = { mig, maximal, each, data, 0 };
  SwMigLayout layout = { 0 };
  walk_from (&walk, &layout, 0, 0);
  return walk.n;
}
