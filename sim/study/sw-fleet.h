/* From the pools of a scenario to the nodes of a run and the speed of work on each GPU model. */
#ifndef SW_FLEET_H
#define SW_FLEET_H

#include "sw-node-table.h"
#include "sw-scenario.h"

G_BEGIN_DECLS

typedef struct
{
  SwNodeTable *nodes;
  guint64 gpus;           /* of all nodes, whenever they exist */
  guint32 n_bare;         /* nodes without GPUs */
  GPtrArray *models;      /* owned names, in the cluster's order of models */
  GArray *model_gpus;     /* guint64 per model */
  GArray *speeds;         /* double per model */
  GPtrArray *pools;       /* owned names, in the cluster's order of pools */
  GPtrArray *reports;     /* SwImportReport of node lists */
  GPtrArray *rank_hashes; /* SHA-256 of each pool's file of ranks, NULL if it has none */
  GPtrArray *warnings;    /* owned texts */
} SwFleet;

/* NULL with SW_ERROR_INPUT. */
SwFleet *sw_fleet_new (const SwScenario *scenario, const SwCatalogue *catalogue, GError **error);
void sw_fleet_free (SwFleet *fleet);

/* Name of a node: an SwNodeNames callback whose data is the fleet. */
const char *sw_fleet_node_id (gconstpointer fleet, SwNode node);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SwFleet, sw_fleet_free)

G_END_DECLS

#endif
