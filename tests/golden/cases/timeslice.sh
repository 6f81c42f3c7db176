# Turns on slots of equal size, soft caps on memory, and GPUs that are given whole when they are free.
cat >load.ini <<'END'
[generate]
jobs = 40
span = 1h
resolution = 1s
users = 3
[class part]
weight = 4
fractions = 0.25
gpu_mem = 18GiB
mem_peak = 0.9
mem_ramp = 0.5
overrun_share = 30%
overrun = 1.4:1 3:1
types = notebook:1 serve:1
median = 15min
wait_slo = 1min
[class whole]
gpus = 1:1 2:1
types = serve
median = 10min
[type notebook]
gpu_util = 30%
[type serve]
gpu_util = 90%
END
cat >s.ini <<'END'
[scenario]
name = timeslice
[workload]
generate = load.ini
[pool main]
gpu = A100-80-SXM
nodes = 2
gpus_per_node = 2
sharing = timeslice
enforcement = soft
ceiling = 1.6
change_mode = yes
[policy]
queue = greedy
place = best-fit
END
slicewise run s.ini --check --out out
