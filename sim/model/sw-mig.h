/* Partitioned cards: which instances a card may have.
 *
 * An instance of a profile takes the placement units [start, start + units) of its card.  A set of
 * instances is legal iff each profile may begin at its start, no two take the same unit, no profile
 * has more instances than its maximum (profiles with media engines share the counter of the
 * engine), and, where a geometry is uniform, all are of one profile.  Source of the rule: the
 * vendor's placement lists (NVML), see sim/data/mig.ini. */
#ifndef SW_MIG_H
#define SW_MIG_H

#include <slicewise/policy.h>

G_BEGIN_DECLS

/* Instances of one card, in order of their starts. */
typedef struct
{
  guint8 n;
  guint8 profile[SW_MAX_UNITS], start[SW_MAX_UNITS];
} SwMigLayout;

/* Units that an instance takes. */
static inline guint32
sw_mig_bits (const SwMigGeometry *mig, guint profile, guint start)
{
  return ((1u << mig->profiles[profile].units) - 1u) << start;
}

/* Bit s: the profile may start at unit s of a card whose busy units are given. */
guint32 sw_mig_starts (const SwMigGeometry *mig, guint profile, guint32 busy);
/* Thousandths of the card: its compute slices of all, rounded so that instances which cover all
 * slices add up to 1000. */
guint32 sw_mig_milli (const SwMigGeometry *mig, guint profile, guint start);
/* Do the counters (most of a profile, one +me, all of one profile where uniform) allow these
 * instances together?  Sorts the n numbers of profiles. */
gboolean sw_mig_counts_hold (const SwMigGeometry *mig, guint8 *profiles, guint n);
/* Does an instance of the one profile do for who wants the other: at least as many slices and
 * as much memory, and its engines? */
gboolean sw_mig_serves (const SwMigGeometry *mig, guint bigger, guint wanted);
/* Number of a profile by its name, or by an alias (1g: the plain one with one slice and the fewest
 * units; names of other models of the same geometry, as 1g.5gb for 1g.10gb, are none).  -1: none.
 */
gint sw_mig_find (const SwMigGeometry *mig, const char *name);
/* The smallest plain profile with so much memory (MiB, 0: any) and so many thousandths of the
 * card's slices: both hold.  -1: none. */
gint sw_mig_smallest (const SwMigGeometry *mig, gint64 mib, guint32 milli);
/* A layout of one card from text: `3g.20gb 2g.10gb 2x1g.5gb`, in any order, `NAME@START` to fix a
 * place.  A complete search finds the places (the last in order of: high starts for profiles of one
 * or three slices, low ones for others).  FALSE with why (free it) if no legal layout has these
 * instances: unknown name, count, or place. */
gboolean sw_mig_layout_parse (const SwMigGeometry *mig, const char *text, SwMigLayout *out,
                              char **why);
/* As `2g.10gb@4 3g.20gb@0`; free it. */
char *sw_mig_layout_text (const SwMigGeometry *mig, const SwMigLayout *layout);

/* Calls each for all legal layouts with plain profiles that can be reached, the empty one first;
 * maximal: only those to which nothing can be added.  Returns their number. */
guint sw_mig_each_state (const SwMigGeometry *mig, gboolean maximal,
                         void (*each) (const SwMigLayout *layout, gpointer data), gpointer data);

G_END_DECLS

#endif
