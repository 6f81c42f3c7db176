# Shares of GPUs with memory that is promised, but not enforced: a fifth of the jobs uses more.
cat >load.ini <<'END'
[generate]
jobs = 60
span = 1h
resolution = 1s
users = 3
[class service]
weight = 2
fractions = 0.25:1 0.5:1
gpu_mem_whole = 80GiB
mem_peak = 0.95
mem_ramp = 0.1:1 0.6:1
overrun_share = 20%
overrun = 1.3:1 2.5:1
types = llm-decode:2 llm-prefill:1
slowdown_limit = 1.5
median = 20min
wait_slo = 1min
[class train]
fractions = 0.5:2 0.25:1
gpu_mem = 30GiB
types = training-small
median = 15min
max_restarts = 2
ckpt_interval = 5min
preemptible = 1
[type llm-decode]
[type llm-prefill]
[type training-small]
END
cat >pairs.csv <<'END'
model,a,b,rate_a,rate_b
A100-80-SXM,llm-decode,training-small,0.8,0.7
END
cat >s.ini <<'END'
[scenario]
name = shared
[workload]
generate = load.ini
[pool main]
gpu = A100-80-SXM
nodes = 2
gpus_per_node = 2
sharing = shared
enforcement = none
[contention]
pairs = pairs.csv
[policy]
queue = greedy
place = best-fit
END
slicewise run s.ini --check --out out
