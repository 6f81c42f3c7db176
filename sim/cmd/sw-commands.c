/* The subcommands and what is said about them. */
#include "sw-help.h"

#define COMMON SW_OPT_QUIET, SW_OPT_HELP, SW_OPT_END
#define MANY G_MAXUINT

static const guint8 run_options[]
    = { SW_OPT_SET,   SW_OPT_SEED,           SW_OPT_OUT,  SW_OPT_FORMAT,      SW_OPT_FAIL_IF,
        SW_OPT_CHECK, SW_OPT_PRINT_SCENARIO, SW_OPT_JOBS, SW_OPT_NO_PROGRESS, COMMON };
static const guint8 compare_options[]
    = { SW_OPT_POLICIES, SW_OPT_SET,     SW_OPT_SEED,  SW_OPT_JOBS,           SW_OPT_OUT,
        SW_OPT_FORMAT,   SW_OPT_FAIL_IF, SW_OPT_CHECK, SW_OPT_PRINT_SCENARIO, SW_OPT_NO_PROGRESS,
        COMMON };
static const guint8 report_options[] = { SW_OPT_OUT_REPORT, SW_OPT_GNUPLOT, COMMON };
static const guint8 explain_options[] = { SW_OPT_PATHS_SET, SW_OPT_FORMAT, COMMON };
static const guint8 check_options[] = { SW_OPT_SET, SW_OPT_SEED, SW_OPT_NO_INPUTS, COMMON };
static const guint8 import_options[]
    = { SW_OPT_OUT_FILE, SW_OPT_NODES,      SW_OPT_PROFILE,   SW_OPT_ZONE,        SW_OPT_STRICT,
        SW_OPT_CLAMP,    SW_OPT_DUPLICATES, SW_OPT_FRACTIONS, SW_OPT_PROFILE_SET, SW_OPT_FORMAT,
        COMMON };
static const guint8 generate_options[]
    = { SW_OPT_OUT_FILE, SW_OPT_GENERATOR_SET, SW_OPT_SEED, SW_OPT_FORMAT, COMMON };
static const guint8 list_options[] = { SW_OPT_FORMAT, SW_OPT_PLUGIN, SW_OPT_CATALOGUE, COMMON };
static const guint8 complete_options[] = { COMMON };
static const guint8 help_options[] = { SW_OPT_MAN, COMMON };

/* clang-format off */
const SwCommand sw_commands[] = {
  { "run", "[SCENARIO]", 0, 1, "@scenarios",
    "replay a workload on a cluster and print what it comes to",
    "Runs one scenario: reads its trace (or generates its workload), replays it on its cluster under "
    "its policies, and prints utilisation, waits, missed SLOs and where the GPU time went. Without a "
    "scenario it runs the built-in demo: a day of about 2,000 jobs on 128 GPUs of two models.\n"
    "\n"
    "With --out the results are also written as files: summary.json, jobs.csv, attempts.csv, "
    "timeline.csv, and manifest.json, from which `explain` and `report` work. Equal inputs give equal "
    "bytes. On any error no folder is written.\n"
    "\n"
    "  slicewise run\n"
    "  slicewise run cluster.ini --set pool.core.nodes=24 --out results\n"
    "  slicewise run cluster.ini --fail-if 'wait_p95 > 1h'",
    run_options, sw_command_run },

  { "compare", "[SCENARIO...]", 0, MANY, "@sets",
    "run several scenarios or policies and put them side by side",
    "Runs every scenario under every pair of --policies (or its own) and prints a table: figures as "
    "rows, a column for each run, and beside all but the first the difference to the first: in "
    "percent, in points (pp) where the figure is a percentage, absolute where the first is 0. The best "
    "of a row has a star. Figures that are 0 or undefined in every column are left out, except from "
    "CSV and JSON. builtin:SET stands for the scenarios of a built-in set, see `list scenarios`.\n"
    "\n"
    "The runs share what they can and use several threads; the result does not depend on how many. "
    "With --out every run gets a folder of its own below DIR.\n"
    "\n"
    "  slicewise compare --policies 'fifo/first-fit, easy/pack, sjf by=limit/best-fit'\n"
    "  slicewise compare today.ini tomorrow.ini --format csv\n"
    "  slicewise compare builtin:mix",
    compare_options, sw_command_compare },

  { "report", "DIR...", 1, MANY, NULL,
    "draw the results of runs with gnuplot",
    "Makes a page with pictures from one or several result folders: of `run --out`, or those below a "
    "folder of `compare --out`.\n"
    "\n"
    "  slicewise report results\n"
    "  slicewise report comparison/*/ --out report",
    report_options, sw_command_report },

  { "explain", "DIR JOB", 2, 2, NULL,
    "tell the life of one job: when and why it waited, where it ran",
    "Repeats the run that the result folder DIR came from and watches one job: when it arrived, why "
    "it waited and for how long, who held the GPUs meanwhile, where it ran and how it ended. Of a job "
    "that had parts of GPUs it tells what was promised to it, how much slower it was than alone, "
    "which co-tenants took how much of its time, whose doing it was if memory ran out, and how long "
    "its instances took to make. The inputs must be those of the run; their hashes are checked.\n"
    "\n"
    "Paths are those of the run, as seen from the folder where it was started. If an input has moved, "
    "--set says where it is.\n"
    "\n"
    "  slicewise explain results job-0042",
    explain_options, sw_command_explain },

  { "check", "[SCENARIO]", 0, 1, "@scenarios",
    "check a scenario and its inputs, and print it with all defaults",
    "Reads a scenario and reports all faults at once, each with file, line and column. If there are "
    "none it prints the effective scenario with the origin of every value, and what was read from its "
    "inputs.\n"
    "\n"
    "  slicewise check cluster.ini --set workload.load=120%",
    check_options, sw_command_check },

  { "import", "FILE", 1, 1, NULL,
    "read a trace and write it in the canonical format",
    "Reads a trace through a profile, prints what was read, kept and dropped and why, and with --out "
    "writes jobs.csv (or nodes.csv) in the canonical format with a side file FILE.meta. Without --out "
    "it only reads and prints.\n"
    "\n"
    "  slicewise import pods.csv --profile openb-pods --out jobs.csv.gz\n"
    "  slicewise import nodes.csv --nodes",
    import_options, sw_command_import },

  { "generate", "[FILE]", 0, 1, NULL,
    "make a synthetic workload",
    "Makes a workload from a settings file: arrival process, daily and weekly rhythm, sizes, parts of "
    "GPUs and the memory truly used, durations; see `list keys generate`. The same settings and seed give the same bytes. Without a "
    "file the settings are those of --set alone.\n"
    "\n"
    "  slicewise generate week.ini --seed 7 --out jobs.csv.gz",
    generate_options, sw_command_generate },

  { "list", "WHAT [NAME]", 1, 2, "policies gpus mig scenarios profiles keys figures",
    "list policies, gpus, mig, scenarios, profiles, keys or figures",
    "Prints what the program knows: policies (with a NAME: the parameters of that one), gpus (the "
    "catalogue of models; with a NAME: all it says of that one, with sources), mig (what can be "
    "partitioned; with the NAME of a GPU model: its profiles, and where their instances may lie, drawn "
    "over the placement units), scenarios (built-in sets of them and the question that each answers; with "
    "the NAME of a set: its files, of a file: its text), profiles (with a NAME: its text), keys of a scenario (with a NAME: of "
    "that group; `generate`: of the generator's settings; `catalogue`: of a catalogue), figures (what "
    "every run is measured by, with definitions).\n"
    "\n"
    "  slicewise list policies easy\n"
    "  slicewise list mig A100-80-SXM\n"
    "  slicewise list scenarios mix\n"
    "  slicewise list gpus --catalogue ours.ini\n"
    "  slicewise list keys pool",
    list_options, sw_command_list },

  { "complete", "LINE [POINT]", 1, 2, "",
    "answer the shell: words that can follow in a command line",
    "Prints the words that can stand at byte POINT (without it: at the end) of a command line, one a "
    "line; nothing where a file name is meant. The completion script for bash asks this.",
    complete_options, sw_command_complete },

  { "help", "[COMMAND]", 0, 1, "@commands",
    "print this overview, or the help of a command",
    "Without a command: an overview. With one: the same as COMMAND --help.",
    help_options, sw_command_help },
  { NULL },
};

const char sw_help_synopsis[]
    = "trace-driven simulator of GPU clusters";

const SwHelpSection sw_help_sections[] = {
  { "DESCRIPTION",
    "slicewise replays a recorded or synthetic workload on a cluster that need not exist, under "
    "scheduling policies that need not exist either, and answers with utilisation, waits and missed "
    "SLOs. A run is a pure function of its scenario, its trace and its seed: equal inputs give equal "
    "bytes, whatever the number of threads or the locale.\n"
    "\n"
    "Standard output holds the result only. Progress (on a terminal) and messages of the form "
    "file:line:column: text go to standard error." },
  { "SCENARIO FILES",
    "A scenario is a key file: [group] lines, key = value lines, # comments. `include = FILE` before "
    "the first group loads another file below this one; values of this file win, then those of --set. "
    "An empty value takes a value away. Units are written: 80GiB, 30s, 4h, 130%. `slicewise list keys` "
    "shows every key with its meaning and default; unknown keys are errors.\n"
    "\n"
    "  [workload]\n"
    "  trace = pods.csv\n"
    "\n"
    "  [pool core]\n"
    "  gpu = A100-80-SXM\n"
    "  nodes = 16\n"
    "  gpus_per_node = 8\n"
    "\n"
    "  [policy]\n"
    "  queue = easy\n"
    "  place = best-fit" },
  { "EXIT STATUS",
    "  0    done\n"
    "  1    done, but a --fail-if condition holds\n"
    "  2    the command line is wrong\n"
    "  3    an input is bad: trace, scenario or result folder\n"
    "  4    a policy or plug-in broke a rule\n"
    "  5    an outside program or the operating system failed\n"
    "  130  interrupted" },
  { "ENVIRONMENT",
    "  SLURM_CPUS_PER_TASK  default of --jobs, in place of the number of processors" },
  { NULL },
};
/* clang-format on */
