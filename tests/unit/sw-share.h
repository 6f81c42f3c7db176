/* Shared and partitioned pools for tests: one pool "pool" of A100-40 cards under given rules, and
 * behaviours by job type. */
#ifndef SW_SHARE_H
#define SW_SHARE_H

#include "sw-catalogue.h"
#include "sw-kit.h"

G_BEGIN_DECLS

#define SW_SHARE_MODEL "A100-40-SXM"

/* A job type and its load. */
typedef struct
{
  const char *type;
  SwLoad load;
} SwShareLoad;

typedef struct
{
  SwKit kit;
  SwCatalogue *catalogue;
  SwPoolRules rules;
  SwMigLayout layout;
  SwDeviceModel model;
  SwDevices devices;
  const char **names;
  SwLoad *loads;
  double *speeds;
  guint32 *of_job;
  SwBehaviours behaviours;
} SwShare;

/* nodes: "2x4" of the model, or "2x4/c8" with words of sw_kit_nodes().  layout: of every card,
   NULL: none.  loads: ends with a NULL type; NULL: nothing is known.  Jobs of no type have the
   first load. */
void sw_share_init (SwShare *share, const SwPoolRules *rules, const char *layout,
                    const SwShareLoad *loads, const char *nodes, const char *jobs,
                    const char *place);
void sw_share_clear (SwShare *share);
/* Runs; sw_kit_schedule() or the error. */
char *sw_share_answer (SwShare *share);
/* "victim<culprit(how)@time ..." in order. */
char *sw_share_kills (const SwShare *share);

G_END_DECLS

#endif
