/* Step functions of free GPUs; see the header.  Points are sorted by time; the counts of a point
 * hold until the next one, those of the last for ever.
 *
 * With one model a search begins where the last one for as many GPUs found the first point that has
 * enough of them: cuts only lower the line, so nothing before it can have become good. */
#include "skyline.h"

#include <string.h>

struct SwSkyline
{
  guint32 n_models;
  guint32 n, room; /* points */
  SwTime *times;   /* per point */
  gint32 *counts;  /* per point and model */
  GArray *hints;   /* SwTime per number of GPUs: no point before has so many; one model only */
};

SwSkyline *
sw_skyline_new (void)
{
  SwSkyline *sky = g_new0 (SwSkyline, 1);
  sky->hints = g_array_new (FALSE, TRUE, sizeof (SwTime));
  return sky;
}

void
sw_skyline_free (SwSkyline *sky)
{
  g_free (sky->times);
  g_free (sky->counts);
  g_array_unref (sky->hints);
  g_free (sky);
}

static inline gint32 *
counts_at (const SwSkyline *sky, guint32 i)
{
  return sky->counts + (gsize)i * sky->n_models;
}

static inline SwTime
later (SwTime a, SwTime b)
{
  return b > SW_TIME_INF - a ? SW_TIME_INF : a + b;
}

/* ---- building ---- */

/* Room for a point at i, with the counts of the one before. */
static void
split (SwSkyline *sky, guint32 i, SwTime when)
{
  gsize n = sky->n_models;
  if (sky->n == sky->room)
    {
      sky->room = MAX (64, 2 * sky->room);
      sky->times = g_renew (SwTime, sky->times, sky->room);
      sky->counts = g_renew (gint32, sky->counts, sky->room * MAX (n, 1));
    }
  memmove (sky->times + i + 1, sky->times + i, (sky->n - i) * sizeof *sky->times);
  memmove (counts_at (sky, i + 1), counts_at (sky, i), (sky->n - i) * n * sizeof *sky->counts);
  sky->times[i] = when;
  memcpy (counts_at (sky, i), counts_at (sky, i - 1), n * sizeof *sky->counts);
  sky->n++;
}

void
sw_skyline_reset (SwSkyline *sky, SwTime now, guint32 n_models, const guint32 *free_now)
{
  if (n_models != sky->n_models || sky->room == 0)
    {
      sky->n_models = n_models;
      sky->room = 64;
      sky->times = g_renew (SwTime, sky->times, sky->room);
      sky->counts = g_renew (gint32, sky->counts, sky->room * MAX (n_models, 1));
    }
  sky->n = 1;
  sky->times[0] = now;
  for (guint32 m = 0; m < n_models; m++)
    sky->counts[m] = (gint32)free_now[m];
  if (sky->hints->len > 0)
    memset (sky->hints->data, 0, sky->hints->len * sizeof (SwTime));
}

void
sw_skyline_release (SwSkyline *sky, SwTime when, guint32 model, guint32 gpus)
{
  if (when > sky->times[sky->n - 1])
    split (sky, sky->n, when);
  counts_at (sky, sky->n - 1)[model] += (gint32)gpus;
}

/* Index of the first point that is not before the time. */
static guint32
find (const SwSkyline *sky, SwTime when)
{
  guint32 low = 0, high = sky->n;
  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;
      if (sky->times[middle] < when)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static guint32
point_at (SwSkyline *sky, SwTime when)
{
  guint32 i = find (sky, when);
  if (i == sky->n || sky->times[i] != when)
    split (sky, i, when);
  return i;
}

void
sw_skyline_cut (SwSkyline *sky, SwTime when, SwTime length, const SwTake *take)
{
  SwTime end = later (when, length);
  guint32 from = point_at (sky, when);
  guint32 to = end == SW_TIME_INF ? sky->n : point_at (sky, end);
  for (guint32 m = 0; m < sky->n_models; m++)
    if (take->gpus[m] > 0)
      for (guint32 i = from; i < to; i++)
        counts_at (sky, i)[m] -= (gint32)take->gpus[m];
}

/* ---- dividing a job among the models ---- */

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

/* Can counts so large hold the job's tasks?  Groups that may use the fewest models go first. */
static gboolean
divide (const SwDemand *demand, guint32 n_models, const SwTake *least, SwTake *take)
{
  SwTake left = *least;
  *take = (SwTake){ { 0 } };
  gboolean together = demand->topology == SW_TOPOLOGY_NODE;
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

/* ---- questions ---- */

/* One model: do so many stay free from point i until the end?  If not, *bad is where they do not.
 */
static inline gboolean
holds_count (const SwSkyline *sky, guint32 i, SwTime end, gint32 gpus, guint32 *bad)
{
  const SwTime *times = sky->times;
  const gint32 *counts = sky->counts;
  for (guint32 j = i; j < sky->n && (j == i || times[j] < end); j++)
    if (counts[j] < gpus)
      {
        *bad = j;
        return FALSE;
      }
  return TRUE;
}

/* Several models: can the need be held from point i on?  If not, *again is the next point from
   which it might be. */
static gboolean
holds_need (const SwSkyline *sky, guint32 i, const SwNeed *need, SwTake *least, SwTake *take,
            guint32 *again)
{
  SwTime end = later (sky->times[i], need->length);
  for (guint32 m = 0; m < sky->n_models; m++)
    least->gpus[m] = G_MAXINT32;
  for (guint32 j = i; j < sky->n && (j == i || sky->times[j] < end); j++)
    {
      gboolean lower = FALSE;
      SwTake here;
      for (guint32 m = 0; m < sky->n_models; m++)
        {
          here.gpus[m] = (guint32)MAX (counts_at (sky, j)[m], 0);
          lower |= here.gpus[m] < least->gpus[m];
          least->gpus[m] = MIN (least->gpus[m], here.gpus[m]);
        }
      if (lower && !divide (need->demand, sky->n_models, least, take))
        {
          *again = divide (need->demand, sky->n_models, &here, take) ? i + 1 : j + 1;
          return FALSE;
        }
    }
  return TRUE;
}

SwTime
sw_skyline_window (const SwSkyline *sky)
{
  for (guint32 i = 0; i < sky->n; i++)
    {
      gint32 sum = 0;
      for (guint32 m = 0; m < sky->n_models; m++)
        sum += MAX (counts_at (sky, i)[m], 0);
      if (sum == 0)
        return sky->times[i] - sky->times[0];
    }
  return SW_TIME_INF;
}

gboolean
sw_skyline_now (const SwSkyline *sky, const SwNeed *need, SwTake *least)
{
  guint32 again;
  SwTake take;
  if (sky->n_models != 1)
    return holds_need (sky, 0, need, least, &take, &again);
  SwTime end = later (sky->times[0], need->length);
  if (!holds_count (sky, 0, end, (gint32)need->demand->gpus, &again))
    return FALSE;
  gint32 low = sky->counts[0];
  for (guint32 i = 1; i < sky->n && sky->times[i] < end; i++)
    low = MIN (low, sky->counts[i]);
  least->gpus[0] = (guint32)MAX (low, 0);
  return TRUE;
}

static gboolean
earliest_count (SwSkyline *sky, const SwNeed *need, SwTime *when)
{
  guint32 gpus = need->demand->gpus;
  if (gpus >= sky->hints->len)
    g_array_set_size (sky->hints, gpus + 1);
  SwTime *hint = &g_array_index (sky->hints, SwTime, gpus);
  guint32 i = MAX (find (sky, *hint), 1);
  while (i < sky->n && sky->counts[i] < (gint32)gpus)
    i++;
  *hint = i < sky->n ? sky->times[i] : SW_TIME_INF;
  for (guint32 bad; i < sky->n; i = bad + 1)
    if (holds_count (sky, i, later (sky->times[i], need->length), (gint32)gpus, &bad))
      {
        *when = sky->times[i];
        return TRUE;
      }
  return FALSE;
}

gboolean
sw_skyline_earliest (SwSkyline *sky, const SwNeed *need, SwTime *when, SwTake *take)
{
  if (sky->n_models == 1)
    {
      take->gpus[0] = need->demand->gpus;
      return earliest_count (sky, need, when);
    }
  SwTake least;
  for (guint32 i = 1; i < sky->n;)
    if (holds_need (sky, i, need, &least, take, &i))
      {
        *when = sky->times[i];
        return TRUE;
      }
  return FALSE;
}
