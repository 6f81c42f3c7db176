/* Free room that is blocked: F of every state of a card, worked out when it is met first. */
#include "blocked.h"

typedef struct
{
  const SwMigGeometry *mig;
  gint32 *blocked; /* per set of busy units; -1: not met yet */
} Table;

struct SwBlocked
{
  guint n;
  Table tables[SW_MAX_MODELS];
};

SwBlocked *
sw_blocked_new (void)
{
  return g_new0 (SwBlocked, 1);
}

void
sw_blocked_free (gpointer data)
{
  SwBlocked *self = data;
  for (guint i = 0; i < self->n; i++)
    g_free (self->tables[i].blocked);
  g_free (self);
}

static Table *
table_of (SwBlocked *self, const SwMigGeometry *mig)
{
  for (guint i = 0; i < self->n; i++)
    if (self->tables[i].mig == mig)
      return &self->tables[i];
  g_assert (self->n < SW_MAX_MODELS);
  Table *table = &self->tables[self->n++];
  gsize states = (gsize)1 << mig->units;
  table->mig = mig;
  table->blocked = g_new (gint32, states);
  for (gsize i = 0; i < states; i++)
    table->blocked[i] = -1;
  return table;
}

static gint32
work_out (const SwMigGeometry *mig, guint32 busy)
{
  gint32 sum = 0;
  gint left = mig->units - __builtin_popcount (busy);
  for (guint32 p = 0; p < mig->n_profiles; p++)
    {
      const SwMigProfile *profile = &mig->profiles[p];
      if (!profile->plain || profile->units > left)
        continue;
      for (guint32 starts = profile->starts; starts != 0; starts &= starts - 1)
        {
          guint32 place = ((1u << profile->units) - 1u) << __builtin_ctz (starts);
          if ((place & busy) != 0)
            sum += __builtin_popcount (place & ~busy);
        }
    }
  return sum;
}

static gint32
blocked_of (Table *table, guint32 busy)
{
  gint32 *blocked = &table->blocked[busy];
  if (*blocked < 0)
    *blocked = work_out (table->mig, busy);
  return *blocked;
}

gint32
sw_blocked_growth (SwBlocked *self, const SwMigGeometry *mig, guint32 busy, guint32 units)
{
  Table *table = table_of (self, mig);
  return blocked_of (table, busy | units) - blocked_of (table, busy);
}
