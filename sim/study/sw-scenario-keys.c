#include "sw-scenario-keys.h"

#include "sw-devices.h"
#include "sw-import.h"
#include "sw-transform.h"

/* Choices are written in the order of the enumerations that they become. */
G_STATIC_ASSERT (SW_DUPLICATE_ERROR == 0 && SW_DUPLICATE_KEEP_FIRST == 1
                 && SW_DUPLICATE_RENAME == 2);
G_STATIC_ASSERT (SW_GPU_FRACTION_KEEP == 0 && SW_GPU_FRACTION_WHOLE == 1);
G_STATIC_ASSERT (SW_LIMITS_DECLARED == 0 && SW_LIMITS_EXACT == 1 && SW_LIMITS_NONE == 2);
G_STATIC_ASSERT (SW_SHARING_WHOLE == 0 && SW_SHARING_MIG == 1 && SW_SHARING_SHARED == 2
                 && SW_SHARING_TIMESLICE == 3);
G_STATIC_ASSERT (SW_ENFORCE_HARD == 0 && SW_ENFORCE_SOFT == 1 && SW_ENFORCE_NONE == 2);
G_STATIC_ASSERT (SW_CAP_NONE == 0 && SW_CAP_SHARE == 1 && SW_CAP_EVEN == 2);
G_STATIC_ASSERT (SW_CONTENTION_NONE == 0 && SW_CONTENTION_SYNC == 1 && SW_CONTENTION_PS == 2
                 && SW_CONTENTION_TURNS == 3 && SW_CONTENTION_EVEN_TURNS == 4
                 && SW_CONTENTION_EMPIRICAL == 5);

#define NODES_MAX 10e6
#define CARDS_MAX 64
/* A slot, or an even cap, is a thousandth of a card at least. */
#define TENANTS_MAX MIN (SW_MAX_TENANTS, 1000)

/* clang-format off */
const SwKeySpec sw_scenario_schema[] = {
  { "scenario", "name", SW_KEY_TEXT, NULL, 0, 0, NULL,
    "name in tables and reports; without it the name of the file" },
  { "scenario", "seed", SW_KEY_INT, "1", 0, 9e18, NULL,
    "seed of every random draw" },
  { "scenario", "until", SW_KEY_DURATION, NULL, 0, 0, NULL,
    "the run stops at this time; without it when nothing is left to happen" },
  { "scenario", "catalogue", SW_KEY_LIST, NULL, 0, 0, NULL,
    "files with [gpu NAME] and [mig NAME] to lay over the built-in catalogue, the last one wins" },

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
  { "workload", "fractions", SW_KEY_CHOICE, NULL, 0, 0, "keep|whole",
    "requests for parts of GPUs and for instances: as they are, or rounded up to whole GPUs and counted; "
    "without it keep where some pool shares or partitions its GPUs, else whole" },
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
    "how the GPUs are used: one job per GPU; partitioned into instances; by tenants that run at once "
    "on parts of a GPU; by tenants that take turns on slots of equal size" },
  { "pool *", "change_mode", SW_KEY_BOOL, NULL, 0, 0, NULL,
    "mig, shared, timeslice: a GPU that nobody uses may be given whole; without it no" },
  { "pool *", "max_tenants", SW_KEY_INT, NULL, 1, TENANTS_MAX, NULL,
    "shared: tenants of a GPU at most, without it 48; timeslice: slots of a GPU, without it 4" },
  { "pool *", "enforcement", SW_KEY_CHOICE, NULL, 0, 0, "hard|soft|none",
    "shared, timeslice: what happens to a job that uses more GPU memory than it was promised: it fails; it "
    "may go up to a ceiling and is evicted when others need their promise; nothing until the GPU is full, "
    "then whoever asks next fails.  Without it hard" },
  { "pool *", "ceiling", SW_KEY_RATIO, NULL, 1, 1000, NULL,
    "enforcement = soft: GPU memory that a job may use at most, relative to its promise; without it 1.5" },
  { "pool *", "admission", SW_KEY_CHOICE, NULL, 0, 0, "memory|compute",
    "shared, timeslice: whether promises of memory must fit on the GPU together, or only shares or slots; "
    "without it memory" },
  { "pool *", "contention", SW_KEY_CHOICE, NULL, 0, 0, "none|sync|ps|turns|even-turns|empirical",
    "shared, timeslice: how tenants slow each other: not; all on the GPU all the time; each on it for its "
    "share of the time; in turns, those with work only; in turns, all; by the sum of their use.  Without it "
    "ps for shared, turns for timeslice.  Measured pairs override it" },
  { "pool *", "kappa", SW_KEY_REAL, NULL, 0, 1, NULL,
    "contention = sync or ps: weight of the load of the others; without it 0.5" },
  { "pool *", "epsilon", SW_KEY_REAL, NULL, 0, 10, NULL,
    "contention = turns or even-turns: time lost by switching, relative to a turn; without it 0.10" },
  { "pool *", "slope", SW_KEY_REAL, NULL, 0, 10, NULL,
    "contention = empirical: slowdown for each whole GPU of use above the first; without it 0.55" },
  { "pool *", "thread_cap", SW_KEY_CHOICE, NULL, 0, 0, "none|share|even",
    "shared with contention = sync or ps: how much of a GPU's compute a tenant may use at most: all, its "
    "share, or 1 / max_tenants; without it none" },
  { "pool *", "mig_layout", SW_KEY_TEXT, NULL, 0, 0, NULL,
    "mig: instances of a GPU when its node comes, as 3g.20gb 2x2g.10gb, NAME@START to fix a place, or "
    "balanced for 2x1g 1x2g and where it fits 1x3g; several layouts with ';' between go to the GPUs of a "
    "node in turn; without it none" },
  { "pool *", "repartition", SW_KEY_BOOL, NULL, 0, 0, NULL,
    "mig: idle instances may be destroyed and others created as jobs need them; without it yes, but no "
    "with a mig_layout" },
  { "pool *", "upsize", SW_KEY_BOOL, NULL, 0, 0, NULL,
    "mig: a larger idle instance may serve a job that asks for a smaller one; without it no" },
  { "pool *", "destroy_delay", SW_KEY_DURATION, NULL, 0, 1e6, NULL,
    "repartition: time to destroy an instance; without it 0.6s" },
  { "pool *", "create_delay", SW_KEY_DURATION, NULL, 0, 1e6, NULL,
    "repartition: time to create an instance; without it 0.5s" },
  { "pool *", "change_delay", SW_KEY_DURATION, NULL, 0, 1e6, NULL,
    "mig with change_mode: time to switch a GPU between whole and partitioned; without it 6.5s" },
  { "pool *", "move_delay", SW_KEY_DURATION, NULL, 0, 1e6, NULL,
    "repartition: time that a job loses which a policy moves: saved, and started on another instance; "
    "without it 40s" },
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

  { "gpu *", "speed", SW_KEY_REAL, NULL, 1e-6, 4000, NULL,
    "speed of work on this GPU model; 1 is the speed at which durations were measured" },

  { "behaviour *", "compute", SW_KEY_REAL, NULL, 0, 1, NULL,
    "of jobs whose type is NAME, alone on the reference GPU: share of their time in which compute "
    "limits them or runs beside" },
  { "behaviour *", "bandwidth", SW_KEY_REAL, NULL, 0, 1, NULL,
    "the same for memory bandwidth" },
  { "behaviour *", "host", SW_KEY_REAL, NULL, 0, 1, NULL,
    "share of their time that no share of a GPU changes: 1 less the larger of the two, and so without "
    "it" },

  { "contention", "pairs", SW_KEY_TEXT, NULL, 0, 0, NULL,
    "file of measured pairs: how fast two types of jobs run on one GPU, in place of the formula; see "
    "traces/PAIRS.md" },
  { "contention", "pair_models", SW_KEY_LIST, NULL, 0, 0, NULL,
    "MODEL=NAME ...: what the pairs call a GPU model; without it one of its names in the catalogue, also "
    "in small letters" },

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
  { "output", "fragmentation", SW_KEY_BOOL, "yes", 0, 0, NULL,
    "measure how many of the free GPUs the tasks that the workload has most of cannot use, which costs a "
    "few percent of a run; policies that place by it measure it anyway" },
  { NULL },
};
/* clang-format on */
