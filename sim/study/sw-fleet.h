/* From the pools of a scenario to the nodes of a run, the speed of work on each GPU model, and how
 * GPUs are shared. */
#ifndef SW_FLEET_H
#define SW_FLEET_H

#include "sw-import-pairs.h"
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
  GArray *first_nodes;    /* guint32: first node of each pool of the scenario */

  const SwDevices *devices;    /* NULL: every pool uses GPUs whole */
  GPtrArray *sharing;          /* owned sentences, one a pool that shares or partitions its GPUs */
  SwPairTable *pairs;          /* measured; NULL: none */
  SwImportReport *pair_report; /* of these */
  GPtrArray *pair_models;      /* owned names in the pairs per model, NULL in it: not there */

  /* what devices points to */
  SwDevices shared;
  GArray *rules, *device_models; /* SwPoolRules, SwDeviceModel */
  GPtrArray *layouts;            /* GArray of SwMigLayout */
} SwFleet;

/* NULL with SW_ERROR_INPUT.  catalogue: unless the scenario has one of its own; it and the scenario
   must outlive the fleet. */
SwFleet *sw_fleet_new (const SwScenario *scenario, const SwCatalogue *catalogue, GError **error);
void sw_fleet_free (SwFleet *fleet);

/* ---- sw-fleet-devices.c ---- */

/* Fills devices.  FALSE with SW_ERROR_INPUT: a list has models that cannot be partitioned, or to
   which a layout does not fit. */
gboolean sw_fleet_bind_devices (SwFleet *fleet, const SwScenario *scenario,
                                const SwCatalogue *catalogue, GError **error);
/* Reads the measured pairs and finds the names of models in them. */
gboolean sw_fleet_bind_pairs (SwFleet *fleet, const SwScenario *scenario,
                              const SwCatalogue *catalogue, GError **error);

/* Name of a node: an SwNodeNames callback whose data is the fleet. */
const char *sw_fleet_node_id (gconstpointer fleet, SwNode node);
/* Name of a profile of the node's cards, which can be partitioned: the other callback. */
const char *sw_fleet_profile (gconstpointer fleet, SwNode node, guint profile);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SwFleet, sw_fleet_free)

G_END_DECLS

#endif
