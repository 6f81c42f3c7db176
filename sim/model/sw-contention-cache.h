/* Slowdowns of the tenants of cards, remembered.  A run sees the same mixes of behaviours again and
 * again; each is worked out once by the formulas of sw-contention.h, or looked up:
 *
 *   two tenants that a table of measured pairs lists as measured, unless rules say that nobody is
 *   slowed, have the slowdowns max (1 / rate, slowdown of the tenant alone under its cap);
 *
 * pairs that are not listed, pairs known not to fit, one tenant, and three and more go by the
 * formula.  So a third tenant can lift what a measured pair did to each other.  Results depend on
 * the mix only: not on the order of its tenants, nor on what was asked before, to the last bit. */
#ifndef SW_CONTENTION_CACHE_H
#define SW_CONTENTION_CACHE_H

#include "sw-devices.h"
#include "sw-pair-table.h"

G_BEGIN_DECLS

typedef struct
{
  guint32 behaviour; /* of SwBehaviours */
  guint32 cap;       /* share of the SMs that it may use at most, thousandths: 1 to 1000 */
} SwCardTenant;

typedef struct
{
  const double *slowdown; /* of each tenant as given, >= 1; valid until the cache is asked again */
  gboolean measured;      /* from the pair table, not from the formula */
} SwSlowdowns;

typedef struct SwContentionCache SwContentionCache;

/* Of one run, for one thread.  behaviours and pairs are borrowed; pairs may be NULL.  models: what
   the pair table calls the models of the cluster, in its order (NULL in it: not there). */
SwContentionCache *sw_contention_cache_new (const SwBehaviours *behaviours,
                                            const SwPairTable *pairs, const char *const *models);
void sw_contention_cache_free (SwContentionCache *cache);
/* Number of the rules in this cache; equal rules have one.  At most 256. */
guint sw_contention_cache_rules (SwContentionCache *cache, const SwContentionRules *rules);
/* What n <= SW_MAX_TENANTS tenants of one card of the model do to each other.  Some ten
   nanoseconds and no allocation for a mix that was there before. */
SwSlowdowns sw_contention_cache_get (SwContentionCache *cache, guint rules, guint32 model,
                                     const SwCardTenant *tenants, guint n);
/* Who slows tenant i by how much: share[k], n of them, adds up to its slowdown D less 1.
 *
 *   share[i] = A - 1, A: slowdown of i alone (its cap's doing)
 *   share[k] = (D - A) w[k] / sum of w,  w[k] = (D - slowdown of i without k)+
 *
 * Where no one of the others makes a difference by leaving, w[k] is what k makes alone with i,
 * (slowdown of i with k only - A)+; where that is nothing either, 1 for all that use the device.
 * The pointer of an earlier sw_contention_cache_get() is no longer valid then. */
void sw_contention_cache_blame (SwContentionCache *cache, guint rules, guint32 model,
                                const SwCardTenant *tenants, guint n, guint i, double *share);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SwContentionCache, sw_contention_cache_free)

G_END_DECLS

#endif
