/* Profiles of a partitioned card: where one may begin, how many go together, what part of the card
 * one is, and which one a wish means.  Layouts of a whole card are in sw-mig-layout.c. */
#include "sw-mig.h"

#include <string.h>

/* Engines beside compute slices and memory, as the suffix of a name says. */
enum
{
  MEDIA = 1 << 0,     /* its share of decoders, if the model gives it one */
  MEDIA_ONE = 1 << 1, /* the engines that a card has once */
  MEDIA_ALL = 1 << 2,
  GRAPHICS = 1 << 3,
};

static guint
engines (const SwMigGeometry *mig, guint number)
{
  const SwMigProfile *profile = &mig->profiles[number];
  if (profile->plain)
    return MEDIA;
  if (g_str_has_suffix (profile->name, "-me"))
    return 0;
  if (g_str_has_suffix (profile->name, "+me"))
    return MEDIA | MEDIA_ONE;
  if (g_str_has_suffix (profile->name, "+me.all"))
    return MEDIA | MEDIA_ONE | MEDIA_ALL;
  if (g_str_has_suffix (profile->name, "+gfx"))
    return MEDIA | GRAPHICS;
  return MEDIA;
}

guint32
sw_mig_starts (const SwMigGeometry *mig, guint profile, guint32 busy)
{
  guint32 starts = mig->profiles[profile].starts;
  for (guint32 left = starts; busy != 0 && left != 0; left &= left - 1)
    {
      const guint start = (guint)__builtin_ctz (left);
      if ((sw_mig_bits (mig, profile, start) & busy) != 0)
        starts &= ~(1u << start);
    }
  return starts;
}

guint32
sw_mig_milli (const SwMigGeometry *mig, guint profile, guint start)
{
  const guint units_a_slice = MAX ((mig->units + mig->slices / 2u) / mig->slices, 1u);
  const guint32 from = start / units_a_slice, to = from + mig->profiles[profile].slices;
  return 1000 * to / mig->slices - 1000 * from / mig->slices;
}

static void
sort_profiles (guint8 *profiles, guint n)
{
  for (guint i = 1; i < n; i++)
    {
      const guint8 profile = profiles[i];
      guint to = i;
      for (; to > 0 && profiles[to - 1] > profile; to--)
        profiles[to] = profiles[to - 1];
      profiles[to] = profile;
    }
}

gboolean
sw_mig_counts_hold (const SwMigGeometry *mig, guint8 *profiles, guint n)
{
  sort_profiles (profiles, n);
  guint run = 0, with_media = 0, with_one = 0;
  gboolean all_taken = FALSE;
  for (guint i = 0; i < n; i++)
    {
      const gboolean same = i > 0 && profiles[i] == profiles[i - 1];
      run = same ? run + 1 : 1;
      if (run > mig->profiles[profiles[i]].max || (mig->uniform && i > 0 && !same))
        return FALSE;
      const guint has = engines (mig, profiles[i]);
      with_media += (has & MEDIA) != 0;
      with_one += (has & MEDIA_ONE) != 0;
      all_taken |= (has & MEDIA_ALL) != 0;
    }
  return with_one <= 1 && (!all_taken || with_media == 1);
}

gboolean
sw_mig_serves (const SwMigGeometry *mig, guint bigger, guint wanted)
{
  const SwMigProfile *has = &mig->profiles[bigger], *needs = &mig->profiles[wanted];
  guint there = engines (mig, bigger);
  if (there != 0 && has->units == mig->units) /* of the whole card: with all of its media engines */
    there |= MEDIA_ONE | MEDIA_ALL;
  return has->slices >= needs->slices && has->usable_mib >= needs->usable_mib
         && (engines (mig, wanted) & ~there) == 0;
}

/* The slices of "3g", 0 if the name is not of that form. */
static guint
slices_of_alias (const char *name)
{
  guint slices = 0;
  const char *p = name;
  for (; g_ascii_isdigit (*p) && slices < 100; p++)
    slices = slices * 10 + (guint)(*p - '0');
  return p > name && strcmp (p, "g") == 0 ? slices : 0;
}

gint
sw_mig_find (const SwMigGeometry *mig, const char *name)
{
  for (guint32 i = 0; i < mig->n_profiles; i++)
    if (strcmp (mig->profiles[i].name, name) == 0)
      return (gint)i;
  const guint slices = slices_of_alias (name);
  for (guint32 i = 0; slices > 0 && i < mig->n_profiles; i++)
    if (mig->profiles[i].plain && mig->profiles[i].slices == slices)
      return (gint)i;
  return -1;
}

gint
sw_mig_smallest (const SwMigGeometry *mig, gint64 mib, guint32 milli)
{
  const guint64 slices = milli == 0 ? 0 : ((guint64)(milli - 1) * mig->slices + 999) / 1000;
  for (guint32 i = 0; i < mig->n_profiles; i++)
    {
      const SwMigProfile *profile = &mig->profiles[i];
      if (profile->plain && profile->slices >= slices && profile->usable_mib >= mib)
        return (gint)i;
    }
  return -1;
}
