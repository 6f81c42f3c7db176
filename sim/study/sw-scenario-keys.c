#include "sw-scenario-keys.h"

#include "sw-import.h"
#include "sw-transform.h"

/* Choices are written in the order of the enumerations that they become. */
G_STATIC_ASSERT (SW_DUPLICATE_ERROR == 0 && SW_DUPLICATE_KEEP_FIRST == 1
                 && SW_DUPLICATE_RENAME == 2);
G_STATIC_ASSERT (SW_GPU_FRACTION_KEEP == 0 && SW_GPU_FRACTION_WHOLE == 1);
G_STATIC_ASSERT (SW_LIMITS_DECLARED == 0 && SW_LIMITS_EXACT == 1 && SW_LIMITS_NONE == 2);

#define NODES_MAX 10e6
#define CARDS_MAX 64

/* clang-format off */
const SwKeySpec sw_scenario_schema[] = {
  { "scenario", "name", SW_KEY_TEXT, NULL, 0, 0, NULL,
    "name in tables and reports; without it the name of the file" },
  { "scenario", "seed", SW_KEY_INT, "1", 0, 9e18, NULL,
    "seed of every random draw" },
  { "scenario", "until", SW_KEY_DURATION, NULL, 0, 0, NULL,
    "the run stops at this time; without it when nothing is left to happen" },

  { "workload", "trace", SW_KEY_TEXT, NULL, 0, 0, NULL,
    "trace file, relative to this file; .gz is read as it is" },
  { "workload", "generate", SW_KEY_TEXT, NULL, 0, 0, NULL,
    "settings file of the workload generator, instead of a trace" },
  { "workload", "profile", SW_KEY_TEXT, NULL, 0, 0, NULL,
    "how to read the trace: a name of `list profiles` or a file; without it told from the header" },
  { "workload", "zone", SW_KEY_TEXT, NULL, 0, 0, NULL,
    "time zone of civil times without an offset, such as Europe/Berlin" },
  { "workload", "strict", SW_KEY_BOOL, "no", 0, 0, NULL,
    "the first bad row is an error instead of a counted drop" },
  { "workload", "clamp", SW_KEY_BOOL, "no", 0, 0, NULL,
    "negative durations become 0 and are counted, instead of dropped" },
  { "workload", "duplicates", SW_KEY_CHOICE, "error", 0, 0, "error|keep-first|rename",
    "what to do with a job id that comes twice" },
  { "workload", "fractions", SW_KEY_CHOICE, "whole", 0, 0, "keep|whole",
    "requests for a part of a GPU: as they are, or rounded up to a whole GPU and counted" },
  { "workload", "settings", SW_KEY_LIST, NULL, 0, 0, NULL,
    "key=value ... that override the profile or the generator's settings" },
  { "workload", "memory_use", SW_KEY_TEXT, NULL, 0, 0, NULL,
    "file of job,at,mib: memory in MiB that a job truly uses on each of its devices from so many "
    "seconds of its work on; jobs that are not in it use what the trace says, or what they ask for" },
  { "workload", "users", SW_KEY_LIST, NULL, 0, 0, NULL, "keep the jobs of these users only" },
  { "workload", "tenants", SW_KEY_LIST, NULL, 0, 0, NULL, "keep the jobs of these tenants only" },
  { "workload", "queues", SW_KEY_LIST, NULL, 0, 0, NULL, "keep the jobs of these queues only" },
  { "workload", "kinds", SW_KEY_LIST, NULL, 0, 0, NULL, "keep the jobs of these kinds only" },
  { "workload", "window", SW_KEY_TEXT, NULL, 0, 0, NULL,
    "FROM..TO, keep what is submitted or running then: durations from the origin, or instants such as "
    "2017-10-09T00:00:00Z; either side may be empty" },
  { "workload", "time_scale", SW_KEY_RATIO, "1", 1e-6, 1e6, NULL,
    "submit times are multiplied by this; durations stay" },
  { "workload", "duration_scale", SW_KEY_RATIO, "1", 1e-6, 1e6, NULL,
    "durations, limits and estimates are multiplied by this" },
  { "workload", "load", SW_KEY_RATIO, NULL, 1e-6, 1e6, NULL,
    "sample jobs up or down until the GPU time asked for is this share of the cluster" },
  { "workload", "shuffle", SW_KEY_BOOL, "no", 0, 0, NULL,
    "permute the jobs over the submit times" },
  { "workload", "arrivals", SW_KEY_CHOICE, "as-recorded", 0, 0, "as-recorded|one-by-one", 
    "when jobs are submitted: at their times, or each arrival_gap after the one before" },
  { "workload", "arrival_gap", SW_KEY_DURATION, "1s", 1e-9, 1e9, NULL,
    "with arrivals = one-by-one: time between two of them" },
  { "workload", "order", SW_KEY_TEXT, NULL, 0, 0, NULL,
    "with arrivals = one-by-one: file whose first line is the order of arrivals as numbers of the "
    "trace's rows, from 0; a number that comes again is a copy, a row that does not come is left out" },
  { "workload", "tune", SW_KEY_RATIO, NULL, 1e-6, 1e6, NULL,
    "with arrivals = one-by-one: sample jobs up or down until all of them together ask for this share "
    "of the GPUs; copies come last" },
  { "workload", "departures", SW_KEY_BOOL, "yes", 0, 0, NULL,
    "whether jobs end; no: they keep their GPUs for ever" },
  { "workload", "limits", SW_KEY_CHOICE, "declared", 0, 0, "declared|exact|none",
    "run-time limits: as declared, the true duration (perfect knowledge, marked so), or none" },
  { "workload", "limit_factor", SW_KEY_RATIO, "1", 1e-6, 1e6, NULL,
    "with limits = exact: limit = true duration x this" },
  { "workload", "restart_cost", SW_KEY_DURATION, "0", 0, 0, NULL,
    "time that a job spends on its GPUs before it works on after a preemption, reclaim or failure, if "
    "the trace names none" },
  { "workload", "ref_gpu", SW_KEY_TEXT, NULL, 0, 0, NULL,
    "GPU model on which the durations were measured; without it every model has speed 1 unless [gpu "
    "NAME] says otherwise" },

  { "pool *", "gpu", SW_KEY_TEXT, NULL, 0, 0, NULL,
    "GPU model of the nodes; without it they have none" },
  { "pool *", "nodes", SW_KEY_INT, NULL, 0, NODES_MAX, NULL, "number of nodes" },
  { "pool *", "gpus_per_node", SW_KEY_INT, NULL, 0, CARDS_MAX, NULL, "GPUs in each node" },
  { "pool *", "cpus", SW_KEY_REAL, NULL, 0, 1e6, NULL,
    "CPU cores of each node; without it not limited" },
  { "pool *", "memory", SW_KEY_BYTES, NULL, 0, 0, NULL,
    "host memory of each node; without it not limited" },
  { "pool *", "sharing", SW_KEY_CHOICE, "whole", 0, 0, "whole|mig|shared|timeslice",
    "how the GPUs are used; so far one job per GPU: whole" },
  { "pool *", "nodes_per_rack", SW_KEY_INT, NULL, 1, NODES_MAX, NULL,
    "neighbouring nodes that share a rack; without it no racks" },
  { "pool *", "racks_per_switch", SW_KEY_INT, NULL, 1, NODES_MAX, NULL,
    "neighbouring racks below one switch; without it no switches" },
  { "pool *", "node_list", SW_KEY_TEXT, NULL, 0, 0, NULL,
    "file that lists the nodes one by one, instead of gpu, nodes, gpus_per_node, cpus and memory" },
  { "pool *", "node_profile", SW_KEY_TEXT, NULL, 0, 0, NULL,
    "how to read the node list; without it told from the header" },
  { "pool *", "node_ranks", SW_KEY_TEXT, NULL, 0, 0, NULL,
    "file whose last line has the rank of each node of the pool, 0 first: ties between nodes go to the "
    "first; without it in the order of their list" },
  { "pool *", "from", SW_KEY_DURATION, "0", 0, 0, NULL, "the nodes exist from this time on" },
  { "pool *", "to", SW_KEY_DURATION, NULL, 0, 0, NULL,
    "the nodes are gone from this time on; without it never" },

  { "gpu *", "speed", SW_KEY_REAL, NULL, 1e-6, 1e6, NULL,
    "speed of work on this GPU model; 1 is the speed at which durations were measured" },

  { "policy", "queue", SW_KEY_TEXT, "fifo", 0, 0, NULL,
    "NAME parameter=value ...: which job next; see `list policies`" },
  { "policy", "place", SW_KEY_TEXT, "first-fit", 0, 0, NULL,
    "NAME parameter=value ...: on which GPUs" },
  { "policy", "scale", SW_KEY_TEXT, "fixed", 0, 0, NULL,
    "NAME parameter=value ...: how much capacity to hold" },
  { "policy", "plugins", SW_KEY_LIST, NULL, 0, 0, NULL,
    "plug-ins to load: paths relative to this file, or plain names in the plug-in folder" },

  { "policy", "preempt_keeps", SW_KEY_CHOICE, "checkpointed", 0, 0, "checkpointed|all",
    "work that a job keeps when a policy preempts it: what was checkpointed, or all of it" },

  { "slo", "wait", SW_KEY_DURATION, NULL, 0, 0, NULL,
    "longest wait of jobs that bring no wait SLO of their own" },

  { "topology", "across_nodes", SW_KEY_RATIO, "1", 1e-6, 1, NULL,
    "speed of a gang on several nodes, relative to one on a single node" },
  { "topology", "across_racks", SW_KEY_RATIO, "1", 1e-6, 1, NULL,
    "speed of a gang on several racks" },
  { "topology", "across_switches", SW_KEY_RATIO, "1", 1e-6, 1, NULL,
    "speed of a gang below several switches" },

  { "output", "timeline", SW_KEY_BOOL, "yes", 0, 0, NULL, "write timeline.csv" },
  { "output", "jobs", SW_KEY_BOOL, "yes", 0, 0, NULL, "write jobs.csv and attempts.csv" },
  { NULL },
};
/* clang-format on */
