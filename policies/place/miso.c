/* miso: partitioned cards are laid out anew for those who are on them, so that together they run
 * fastest: after a change of tenants, and where a job waits that does not fit.  Each card is looked
 * at on its own.  For every way to give the tenants (and the one who waits) legal instances,
 *
 *   value = sum of speed x horizon - speed now x (change + move) of those who would have to move,
 *
 * with the speed on an instance per that on a whole card; the best way is taken if it beats staying
 * by more than the margin, or makes room for the one who waits.  So a lone job gets the whole card
 * and gives it up when others come. Jobs never get less than they ask for.  Inspired by MISO (Li et
 * al., SoCC 2022), which finds the speeds by profiling; here the loads are known to the host.  New
 * jobs go to the card with fewest units in use and get the largest instance that it has room for.
 */
#include "parts.h"

#define MOST 8 /* tenants of a card that are looked at: no card has more plain instances */

static const SwParam params[] = {
  { "horizon", SW_PARAM_TIME, "30min", 1, 1e7, .doc = "time for which a gain in speed is counted" },
  { "change", SW_PARAM_TIME, "2s", 0, 3600, .doc = "time that a change of instances takes" },
  { "move", SW_PARAM_TIME, "40s", 0, 3600, .doc = "time that a job needs to move" },
  { "margin", SW_PARAM_REAL, "0.1", 0, 100, .doc = "share by which the gain must beat the loss" },
  { NULL },
};

typedef struct
{
  double horizon, change, move, margin; /* seconds */
} Miso;

/* One who needs an instance, and what he would be worth on each. */
typedef struct
{
  double speed[64]; /* per profile, 0: cannot be there */
  double now;
  guint8 start, profile; /* where he is */
  gboolean movable, waits;
} Guest;

typedef struct
{
  const Miso *self;
  const SwMigGeometry *mig;
  Guest guests[MOST];
  guint n;
  double hope[MOST + 1]; /* most that the guests from the i-th on can be worth */
  SwSpot now[MOST], best[MOST];
  double of_best;
} Search;

static double
worth (const Search *s, const Guest *guest, guint profile, guint start)
{
  double value = guest->speed[profile] * s->self->horizon;
  if (guest->waits || (profile == guest->profile && start == guest->start))
    return value;
  return value - guest->now * (s->self->change + s->self->move);
}

static gboolean
counts_hold (const Search *s, guint n, guint profile)
{
  guint alike = 1;
  for (guint i = 0; i < n; i++)
    {
      alike += s->now[i].profile == profile;
      if (s->mig->uniform && s->now[i].profile != profile)
        return FALSE;
    }
  return alike <= s->mig->profiles[profile].max;
}

static void search (Search *s, guint i, guint32 busy, double value);

static void
try_place (Search *s, guint i, guint32 busy, double value, guint profile, guint start)
{
  const SwMigProfile *p = &s->mig->profiles[profile];
  guint32 units = ((1u << p->units) - 1u) << start;
  if ((p->starts >> start & 1) == 0 || (units & busy) != 0 || !counts_hold (s, i, profile))
    return;
  s->now[i].profile = (guint8)profile;
  s->now[i].start = (guint8)start;
  search (s, i + 1, busy | units, value + worth (s, &s->guests[i], profile, start));
}

static void
search (Search *s, guint i, guint32 busy, double value)
{
  if (value + s->hope[i] <= s->of_best)
    return;
  if (i == s->n)
    {
      s->of_best = value;
      for (guint k = 0; k < s->n; k++)
        s->best[k] = s->now[k];
      return;
    }
  const Guest *guest = &s->guests[i];
  if (!guest->waits)
    try_place (s, i, busy, value, guest->profile, guest->start);
  if (!guest->movable)
    return;
  for (guint profile = s->mig->n_profiles; profile-- > 0;)
    if (guest->speed[profile] > 0 && s->mig->profiles[profile].plain)
      for (guint start = 0; start < s->mig->units; start++)
        if (guest->waits || profile != guest->profile || start != guest->start)
          try_place (s, i, busy, value, profile, start);
}

static void
learn (const SwHost *host, SwView *v, SwNode node, SwJob job, const SwMigGeometry *mig,
       Guest *guest)
{
  for (guint p = 0; p < mig->n_profiles && p < G_N_ELEMENTS (guest->speed); p++)
    guest->speed[p] = (double)host->slice_speed (v, job, node, p) / 1e6;
}

/* May the job that waits be on a card of this node at all? */
static gboolean
add_waiting (Search *s, const SwHost *host, SwView *v, SwNode node, SwJob job)
{
  SwJobInfo info;
  Guest *guest = &s->guests[s->n];
  *guest = (Guest){ .movable = TRUE, .waits = TRUE };
  if (s->n == MOST || host->job (v, job, &info) != SW_OK)
    return FALSE;
  const SwDemand *demand = host->demand (v, info.demand);
  if (demand->n_groups != 1 || demand->groups[0].tasks * demand->groups[0].gpus != 1)
    return FALSE;
  learn (host, v, node, job, s->mig, guest);
  for (guint p = 0; p < s->mig->n_profiles; p++)
    if (guest->speed[p] > 0)
      {
        s->n++;
        return TRUE;
      }
  return FALSE;
}

static double
most_worth (const Search *s, const Guest *guest)
{
  double most = guest->now;
  for (guint p = 0; guest->movable && p < s->mig->n_profiles; p++)
    most = MAX (most, guest->speed[p]);
  return most * s->self->horizon;
}

static void
rearrange (gpointer data, const SwHost *host, SwView *v, SwNode node, guint32 card, SwJob waits)
{
  SwNodeView view;
  SwResident residents[MOST];
  Search s = { .self = data };
  guint32 n = host->residents (v, node, card, residents, MOST);
  if (n > MOST || host->view (v, node, &view) != SW_OK || view.mig->n_profiles > 64)
    return;
  s.mig = view.mig;
  double stay = 0;
  for (guint i = 0; i < n; i++)
    {
      Guest *guest = &s.guests[s.n++];
      *guest = (Guest){ .start = residents[i].start,
                        .profile = residents[i].profile,
                        .movable = residents[i].movable };
      learn (host, v, node, residents[i].job, s.mig, guest);
      guest->now = guest->speed[guest->profile];
      stay += guest->now * s.self->horizon;
    }
  if (waits != SW_NO_JOB && !add_waiting (&s, host, v, node, waits))
    return;
  for (guint i = s.n; i-- > 0;)
    s.hope[i] = s.hope[i + 1] + most_worth (&s, &s.guests[i]);
  double loss = n * (s.self->change + s.self->move) * s.self->margin;
  double least = waits != SW_NO_JOB ? -G_MAXDOUBLE : stay + loss;
  s.of_best = least;
  search (&s, 0, 0, 0);
  if (s.of_best > least)
    host->reslice (v, node, card, s.best, n);
}

/* The largest instance that the card has room for, idle ones out of the way, and that does for who
   wants the one of spot. */
static void
grow (const SwNodeView *node, SwSpot *spot)
{
  const SwMigGeometry *mig = node->mig;
  const SwCard *card = &node->cards[spot->card];
  const SwMigProfile *wanted = &mig->profiles[spot->profile];
  for (guint p = mig->n_profiles; wanted->plain && card->tenants < MOST && p-- > 0;)
    {
      const SwMigProfile *larger = &mig->profiles[p];
      if (!larger->plain || larger->units <= wanted->units || larger->slices < wanted->slices
          || larger->usable_mib < wanted->usable_mib || (mig->uniform && card->tenants > 0))
        continue;
      for (guint start = mig->units; start-- > 0;)
        if ((larger->starts >> start & 1) != 0
            && ((((1u << larger->units) - 1u) << start) & card->busy) == 0)
          {
            spot->profile = (guint8)p;
            spot->start = (guint8)start;
            return;
          }
    }
}

/* Where least is in use: a card for itself first. */
static gint64
cost (gpointer data, const SwNodeView *node, const SwCard *card, const SwSpot *spot)
{
  return node->mig == NULL ? (gint64)sw_parts_left (node, card)
                           : (gint64)__builtin_popcount (card->busy);
}

static gint64
score (gpointer self, const SwHost *host, SwView *v, const SwTaskGroup *task,
       const SwNodeView *node, SwSpot *spots)
{
  const SwPlaceRule rule = { cost, self, SW_STARTS_PREFERRED, 1 };
  gint64 score = sw_parts_score (host, v, task, node, spots, &rule);
  if (score != SW_NEVER && node->repartition && task->use >= SW_USE_SHARE && task->gpus == 1)
    grow (node, &spots[0]);
  return score;
}

static gpointer
create (const SwHost *host, const SwValue *values, GError **error)
{
  Miso *self = g_new0 (Miso, 1);
  self->horizon = (double)values[0].t / 1e9;
  self->change = (double)values[1].t / 1e9;
  self->move = (double)values[2].t / 1e9;
  self->margin = values[3].r;
  return self;
}

SW_POLICY_DEFINE (miso) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_PLACE,
  .name = "miso",
  .summary = "instances are laid out anew on their card so that its tenants run fastest together",
  .params = params,
  .create = create,
  .destroy = g_free,
  .place = sw_whole_best_fit,
  .score = score,
  .rearrange = rearrange,
};
