/* Random worlds: clusters whose pools share, partition and time-slice their cards or use them
 * whole, jobs of every kind, behaviours, rules and policies, all from one seed.  What a world is
 * can be told as text, so that a fault found with it can be made small by hand. */
#ifndef SW_SOAK_H
#define SW_SOAK_H

#include "sw-cards.h"
#include "sw-kit.h"
#include "sw-rng.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 seed;
  char *nodes, *jobs, *pools; /* as the kit reads them; pools: for people */
  char *queue, *place;
  gboolean departs; /* some node goes away */
  SwKit kit;
  SwCards *cards;
  SwCluster *cluster; /* empty, of the same nodes */
  SwPairTable *pairs;
  SwTypical *typical;
  const char **names, **pair_models;
  double *model_speeds; /* per model */
  SwLoad *loads;
  double *speeds;
  guint32 *of_job;
  SwBehaviours behaviours;
} SwSoak;

/* queues and places: texts to draw from.  kit.spec is ready to run, check and all. */
SwSoak *sw_soak_new (guint64 seed, const GPtrArray *queues, const GPtrArray *places);
void sw_soak_free (SwSoak *self);
char *sw_soak_text (const SwSoak *self); /* transfer full */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SwSoak, sw_soak_free)

G_END_DECLS

#endif
