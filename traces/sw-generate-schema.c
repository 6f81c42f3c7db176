/* The keys of the workload generator. */
#include "sw-generate.h"

#define GROUP_KEYS(type, group, key, fallback, min, max, choices, doc)                             \
  {                                                                                                \
    group, key, SW_KEY_##type, fallback, min, max, choices, doc                                    \
  }
#define G(type, key, fallback, min, max, doc)                                                      \
  GROUP_KEYS (type, "generate", key, fallback, min, max, NULL, doc)
#define C(type, key, fallback, min, max, doc)                                                      \
  GROUP_KEYS (type, "class *", key, fallback, min, max, NULL, doc)

const SwKeySpec sw_generate_schema[] = {
  G (INT, "jobs", NULL, 1, 1e9, "how many jobs"),
  G (DURATION, "span", NULL, 1e-3, 3e9,
     "arrivals end before this time; together with jobs it only sets their rate, jobs / span"),
  GROUP_KEYS (CHOICE, "generate", "arrival", "poisson", 0, 0, "poisson|gamma|weibull|fixed",
              "law of the gaps between arrivals"),
  G (REAL, "cv", "1", 0.01, 100, "coefficient of variation of gamma gaps; above 1 is bursty"),
  G (REAL, "shape", "1", 0.1, 100, "shape of weibull gaps; below 1 is bursty"),
  G (REAL, "rate", NULL, 1e-9, 1e9, "arrivals an hour, mean over a week"),
  G (RATIO, "load", NULL, 1e-6, 1000,
     "instead of rate: GPU time asked for against what `gpus` have"),
  G (INT, "gpus", NULL, 1, 1e9, "GPUs that load is measured against"),
  G (RATIO, "day_amplitude", "0", 0, 1, "swing of the rate over the day"),
  G (REAL, "peak_hour", "15", 0, 24, "hour of the day with the highest rate"),
  G (RATIO, "weekend_factor", "1", 0, 100, "rate of Saturday and Sunday against other days"),
  G (TEXT, "origin", NULL, 0, 0, "time 0 as a date; without it time 0 is a Monday 00:00"),
  G (DURATION, "resolution", "1ms", 1e-9, 86400, "all times are multiples of this"),
  G (INT, "users", "0", 0, 1e6, "number of users; 0: jobs have none"),
  G (REAL, "user_skew", "1", 0, 10, "exponent of the Zipf law over users; 0: all alike"),
  G (INT, "tenants", "0", 0, 1e6, "number of tenants that the users belong to in turn"),
  C (REAL, "weight", "1", 0, 1e9, "share of this class among the jobs"),
  C (LIST, "gpus", "1", 0, 0, "GPUs of a job as VALUE:WEIGHT ...; below 1 a share of one, 0 none"),
  C (INT, "task_gpus", "8", 1, 64, "GPUs of a task at most; larger jobs are gangs of such tasks"),
  C (LIST, "mig", NULL, 0, 0, "MIG profiles as PROFILE:WEIGHT ...; gpus then counts instances"),
  C (BYTES, "gpu_mem", "0", 0, 0, "memory cap on each shared GPU"),
  C (LIST, "models", NULL, 0, 0, "GPU models as A|B:WEIGHT ...; any: no restriction"),
  GROUP_KEYS (CHOICE, "class *", "duration", "lognormal", 0, 0,
              "lognormal|weibull|exponential|pareto|constant", "law of the service times"),
  C (DURATION, "median", "10min", 1e-9, 3e9, "of lognormal durations"),
  C (DURATION, "mean", NULL, 1e-9, 3e9, "of weibull, exponential and constant durations"),
  C (REAL, "sigma", "1.5", 0, 10, "of lognormal durations: deviation of the logarithm"),
  C (REAL, "shape", NULL, 0.05, 100, "of weibull durations; of pareto ones the exponent"),
  C (DURATION, "min", "1s", 0, 3e9, "shorter durations become this; lower end of pareto"),
  C (DURATION, "max", "30d", 0, 3e9, "longer durations become this"),
  C (LIST, "limit_factors", NULL, 0, 0, "declared limit as FACTOR:WEIGHT ... of the duration"),
  C (DURATION, "limit_round", "0", 0, 3e9, "declared limits are rounded up to this"),
  C (REAL, "estimate_sigma", NULL, 0, 10, "estimates: lognormal deviation around the duration"),
  C (RATIO, "deadline_share", "1", 0, 1, "share of jobs with a deadline, if there are factors"),
  C (LIST, "deadline_factors", NULL, 0, 0, "deadline: submit + FACTOR:WEIGHT ... x duration"),
  C (DURATION, "wait_slo", NULL, 0, 3e9, "longest wait that meets the objective"),
  C (TEXT, "tenant", NULL, 0, 0, "tenant of all jobs of the class"),
  C (TEXT, "queue", NULL, 0, 0, "queue of all jobs of the class"),
  C (TEXT, "kind", NULL, 0, 0, "kind of all jobs of the class; default: its name"),
  C (TEXT, "slo_class", NULL, 0, 0, "SLO class of all jobs of the class"),
  C (INT, "priority", "0", -1e9, 1e9, "larger is more important"),
  C (RATIO, "preemptible", "0", 0, 1, "share of jobs that may be preempted"),
  GROUP_KEYS (CHOICE, "class *", "topology", "any", 0, 0, "any|node|rack|switch",
              "where all tasks of a job must lie"),
  C (REAL, "cpus_per_gpu", "0", 0, 1e6, "CPU cores of a task for each of its GPUs"),
  C (REAL, "cpus", "0", 0, 1e6, "CPU cores of a task besides"),
  C (BYTES, "mem_per_gpu", "0", 0, 0, "host memory of a task for each of its GPUs"),
  C (BYTES, "mem", "0", 0, 0, "host memory of a task besides"),
  C (RATIO, "fails", "0", 0, 0.99, "chance that an attempt fails on its own"),
  C (INT, "max_restarts", NULL, 0, 4e9, "failures that are retried"),
  C (DURATION, "ckpt_interval", NULL, 0, 3e9, "time between checkpoints"),
  C (DURATION, "ckpt_cost", NULL, 0, 3e9, "time that a checkpoint takes"),
  C (DURATION, "restart_cost", NULL, 0, 3e9, "time that a restart takes"),
  { NULL },
};
