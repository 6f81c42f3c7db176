/* Step functions of free GPUs; see the header.  Points are sorted by time; the counts of a point
 * hold until the next one, those of the last for ever. */
#include "profile.h"

#include <string.h>

struct SwProfile
{
  guint32 n_models;
  GArray *times;  /* SwTime per point */
  GArray *counts; /* gint32 per point and model */
};

SwProfile *
sw_skyline_new (void)
{
  SwProfile *profile = g_new0 (SwProfile, 1);
  profile->times = g_array_new (FALSE, FALSE, sizeof (SwTime));
  profile->counts = g_array_new (FALSE, FALSE, sizeof (gint32));
  return profile;
}

void
sw_skyline_free (SwProfile *profile)
{
  g_array_unref (profile->times);
  g_array_unref (profile->counts);
  g_free (profile);
}

static inline SwTime
time_at (const SwProfile *profile, guint i)
{
  return g_array_index (profile->times, SwTime, i);
}

static inline gint32 *
counts_at (const SwProfile *profile, guint i)
{
  return &g_array_index (profile->counts, gint32, (gsize)i * profile->n_models);
}

static inline SwTime
later (SwTime a, SwTime b)
{
  return a == SW_TIME_INF || b > SW_TIME_INF - a ? SW_TIME_INF : a + b;
}

void
sw_skyline_reset (SwProfile *profile, SwTime now, guint32 n_models, const guint32 *free_now)
{
  profile->n_models = n_models;
  g_array_set_size (profile->times, 0);
  g_array_set_size (profile->counts, 0);
  g_array_append_val (profile->times, now);
  for (guint32 m = 0; m < n_models; m++)
    {
      gint32 count = (gint32)free_now[m];
      g_array_append_val (profile->counts, count);
    }
}

/* A point at i with the counts of the one before. */
static void
split (SwProfile *profile, guint i, SwTime when)
{
  guint n = profile->n_models;
  g_array_insert_val (profile->times, i, when);
  if (n == 0)
    return;
  gsize at = (gsize)i * n;
  g_array_set_size (profile->counts, profile->counts->len + n);
  gint32 *counts = &g_array_index (profile->counts, gint32, 0);
  memmove (counts + at + n, counts + at, (profile->counts->len - n - at) * sizeof (gint32));
  memcpy (counts + at, counts + at - n, n * sizeof (gint32));
}

void
sw_skyline_release (SwProfile *profile, SwTime when, const SwTake *take)
{
  guint last = profile->times->len - 1;
  g_assert (when >= time_at (profile, last));
  if (when > time_at (profile, last))
    split (profile, ++last, when);
  gint32 *counts = counts_at (profile, last);
  for (guint32 m = 0; m < profile->n_models; m++)
    counts[m] += (gint32)take->gpus[m];
}

void
sw_skyline_least (const SwProfile *profile, SwTime length, SwTake *least)
{
  SwTime end = later (time_at (profile, 0), length);
  for (guint32 m = 0; m < profile->n_models; m++)
    {
      gint32 low = G_MAXINT32;
      for (guint i = 0; i < profile->times->len && (i == 0 || time_at (profile, i) < end); i++)
        low = MIN (low, counts_at (profile, i)[m]);
      least->gpus[m] = (guint32)MAX (low, 0);
    }
}

guint32
sw_skyline_free_now (const SwProfile *profile)
{
  guint32 sum = 0;
  for (guint32 m = 0; m < profile->n_models; m++)
    sum += (guint32)MAX (counts_at (profile, 0)[m], 0);
  return sum;
}

/* ---- needs ---- */

static guint32
width (const SwTaskGroup *group)
{
  return (guint32)__builtin_popcountll (group->models);
}

/* Whole tasks of the group on its models, lowest first; with `together` on one of them. */
static gboolean
divide_group (const SwTaskGroup *group, guint32 n_models, gboolean together, SwTake *left,
              SwTake *take)
{
  guint32 tasks = group->tasks;
  for (guint32 m = 0; m < n_models && tasks > 0; m++)
    {
      guint32 fit = MIN (left->gpus[m] / group->gpus, tasks);
      if (!(group->models >> m & 1) || fit == 0 || (together && fit < tasks))
        continue;
      left->gpus[m] -= fit * group->gpus;
      take->gpus[m] += fit * group->gpus;
      tasks -= fit;
    }
  return tasks == 0;
}

gboolean
sw_need_divide (const SwNeed *need, guint32 n_models, const SwTake *least, SwTake *take)
{
  SwTake left = *least;
  *take = (SwTake){ { 0 } };
  const SwDemand *demand = need->demand;
  gboolean together = demand->topology == SW_TOPOLOGY_NODE;
  if (demand->n_groups == 1)
    return demand->gpus == 0 || divide_group (demand->groups, n_models, together, &left, take);
  for (guint32 w = 0; w <= SW_MAX_MODELS; w++)
    for (guint32 g = 0; g < demand->n_groups; g++)
      {
        const SwTaskGroup *group = &demand->groups[g];
        if (group->gpus > 0 && width (group) == w
            && !divide_group (group, n_models, together, &left, take))
          return FALSE;
      }
  return TRUE;
}

/* ---- reservations ---- */

/* Can the need be held from point i on?  If not, *again is the next point at which it might. */
static gboolean
holds_from (const SwProfile *profile, guint i, const SwNeed *need, SwTake *take, guint *again)
{
  SwTime end = later (time_at (profile, i), need->length);
  SwTake least;
  for (guint32 m = 0; m < profile->n_models; m++)
    least.gpus[m] = G_MAXINT32;
  for (guint j = i; j < profile->times->len && (j == i || time_at (profile, j) < end); j++)
    {
      gboolean lower = FALSE;
      SwTake here;
      for (guint32 m = 0; m < profile->n_models; m++)
        {
          here.gpus[m] = (guint32)MAX (counts_at (profile, j)[m], 0);
          if (here.gpus[m] < least.gpus[m])
            {
              least.gpus[m] = here.gpus[m];
              lower = TRUE;
            }
        }
      if (lower && !sw_need_divide (need, profile->n_models, &least, take))
        {
          *again = sw_need_divide (need, profile->n_models, &here, take) ? i + 1 : j + 1;
          return FALSE;
        }
    }
  return TRUE;
}

gboolean
sw_skyline_earliest (const SwProfile *profile, const SwNeed *need, SwTime *when, SwTake *take)
{
  guint i = 1;
  while (i < profile->times->len)
    {
      if (holds_from (profile, i, need, take, &i))
        {
          *when = time_at (profile, i);
          return TRUE;
        }
    }
  return FALSE;
}

/* Index of the point at this time, made if there is none; it is not before the first. */
static guint
point_at (SwProfile *profile, SwTime when)
{
  guint low = 0, high = profile->times->len;
  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      if (time_at (profile, middle) < when)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == profile->times->len || time_at (profile, low) != when)
    split (profile, low, when);
  return low;
}

void
sw_skyline_cut (SwProfile *profile, SwTime when, SwTime length, const SwTake *take)
{
  SwTime end = later (when, length);
  guint from = point_at (profile, when);
  guint to = end == SW_TIME_INF ? profile->times->len : point_at (profile, end);
  for (guint i = from; i < to; i++)
    for (guint32 m = 0; m < profile->n_models; m++)
      counts_at (profile, i)[m] -= (gint32)take->gpus[m];
}
