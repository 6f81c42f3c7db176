# Instances that make room for others, moves of running jobs, and GPUs that are given whole between.
cat >load.ini <<'END'
[generate]
jobs = 36
span = 2h
resolution = 1s
users = 3
[class small]
weight = 3
mig = 1g.10gb:2 2g.20gb:1
mem_peak = 0.7
types = notebook
median = 15min
wait_slo = 1min
[class large]
mig = 3g.40gb:2 4g.40gb:1
types = train
median = 30min
[class whole]
weight = 0.5
gpus = 1
types = train
median = 10min
[type notebook]
gpu_util = 30%
sm_active = 10%
dram_active = 20%
[type train]
gpu_util = 95%
sm_active = 90%
dram_active = 60%
END
cat >s.ini <<'END'
[scenario]
name = mig
[workload]
generate = load.ini
[pool main]
gpu = A100-80-SXM
nodes = 2
gpus_per_node = 2
sharing = mig
mig_layout = balanced; 7x1g
repartition = yes
change_mode = yes
destroy_delay = 5s
create_delay = 5s
[policy]
queue = greedy
place = miso margin=0.5
END
slicewise run s.ini --check --out out
