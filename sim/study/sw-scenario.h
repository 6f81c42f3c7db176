/* A scenario: a key file, read, checked and turned into what the other modules work with.  Every
 * fault of a file is found in one go and has file:line:column.  Texts of the specs below are owned
 * by the scenario. */
#ifndef SW_SCENARIO_H
#define SW_SCENARIO_H

#include "sw-catalogue.h"
#include "sw-devices.h"
#include "sw-keyfile.h"
#include "sw-policies.h"
#include "sw-transform.h"

G_BEGIN_DECLS

/* An end of the window: a time from the origin, or an instant of the calendar. */
typedef struct
{
  gboolean absolute; /* t is ns since 1970 */
  SwTime t;          /* NONE: open */
} SwBound;

typedef struct
{
  const char *trace, *generate; /* paths as they are to be opened; one of them is NULL */
  SwImportOptions import;       /* of the trace */
  const char *order;            /* path of an order file, NULL: none */
  const char *memory_use;       /* path of memory over time, NULL: none */
  SwTransform transform;        /* but for the window */
  SwBound from, to;             /* the window */
  const char *ref_gpu;          /* NULL: speeds only from [gpu NAME] */
} SwWorkloadSpec;

typedef struct
{
  const char *name, *group;             /* "core", "pool core" */
  const char *gpu;                      /* NULL: no GPUs */
  const char *node_list, *node_profile; /* NULL: described by the counts */
  const char *node_ranks;               /* path of an order file, NULL: as listed */
  guint32 nodes, gpus_per_node;
  gint64 cpu_milli, mem_mib;                /* per node; -1: not limited */
  guint32 nodes_per_rack, racks_per_switch; /* 0: none */
  SwTime from, to;
  SwPoolRules rules; /* layouts depend on the model: sw-fleet.h has them */
} SwPoolSpec;

/* How jobs of a type load the reference GPU. */
typedef struct
{
  const char *name;
  SwLoad load;
} SwNamedLoad;

typedef struct
{
  const char *model;
  double speed;
} SwGpuSpeed;

typedef struct
{
  SwKeyFile *keys;
  SwPolicies *policies; /* built-in ones and the plug-ins that it names */
  char *source;         /* path as given */
  char *name;
  guint64 seed;
  SwTime until; /* SW_TIME_INF: until nothing is left to happen */
  SwWorkloadSpec workload;
  GArray *pools;          /* SwPoolSpec */
  GArray *speeds;         /* SwGpuSpeed: what [gpu NAME] says */
  GArray *behaviours;     /* SwNamedLoad: what [behaviour NAME] says */
  char **catalogue_files; /* as they are to be opened; NULL: none */
  SwCatalogue *catalogue; /* with these files; NULL: there are none */
  const char *pairs;      /* path of measured pairs, NULL: none */
  char **pair_models;     /* MODEL=NAME, as the pairs call it; NULL: none */
  SwPolicyUse queue, place, scale;
  gboolean preempt_keeps_all;
  SwTime restart_cost; /* of jobs that name none */
  SwTime wait_slo;     /* NONE: no wait SLO */
  double across_nodes, across_racks, across_switches;
  gboolean write_timeline, write_jobs;
  gboolean fragmentation; /* is measured even where it costs more than it says */
  char **plugins;         /* as they are to be loaded; NULL: none */
  GPtrArray *owned;       /* texts and lists that the specs point to */
} SwScenario;

/* Where a scenario comes from. */
typedef struct
{
  const char *path;            /* file; NULL: the built-in demo, unless text is set */
  const char *text, *name;     /* a text in memory and its name in messages */
  const char *const *settings; /* "group.key=value" of the command line, in order; may be NULL */
} SwScenarioSource;

#define SW_SCENARIO_DEMO "builtin:demo.ini"

/* NULL with SW_ERROR_INPUT that holds all faults; SW_ERROR_POLICY if plug-ins are the only fault.
 */
SwScenario *sw_scenario_load (const SwScenarioSource *source, const SwCatalogue *catalogue,
                              GError **error);
void sw_scenario_free (SwScenario *scenario);

/* Speed that [gpu NAME] gives, or 0. */
double sw_scenario_speed (const SwScenario *scenario, const char *model);

/* The i-th file that its catalogue was read from, but for the built-in ones: those that it names
   and those that they include.  NULL: there are not so many. */
const char *sw_scenario_catalogue_file (const SwScenario *scenario, guint i);

/* Hash of the i-th plug-in's file, transfer full; NULL if it is named without a path. */
char *sw_scenario_plugin_sha256 (const SwScenario *scenario, guint i);

/* The effective scenario with the origin of every value as a comment; transfer full. */
char *sw_scenario_text (const SwScenario *scenario);
/* The same as a text that loads back: no origins, and paths as seen from the working folder, since
   the text has no folder of its own.  Transfer full. */
char *sw_scenario_frozen (const SwScenario *scenario);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SwScenario, sw_scenario_free)

G_END_DECLS

#endif
