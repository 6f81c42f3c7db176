# Gangs over nodes and racks on two models with limits, wait goals and a slowdown for spread gangs.
cat >load.ini <<'END'
[generate]
jobs = 40
span = 2h
resolution = 1s
users = 5
tenants = 2
[class gang]
weight = 1
gpus = 1:2 2:1 4:1 8:1 12:1
task_gpus = 4
median = 10min
limit_factors = 1.5:1 4:1
limit_round = 5min
queue = long
wait_slo = 20min
[class short]
weight = 1
gpus = 1
median = 1min
limit_factors = 3:1
limit_round = 1min
deadline_factors = 5:1
queue = short
END
cat >s.ini <<'END'
[scenario]
name = gangs
seed = 4
[workload]
generate = load.ini
ref_gpu = A100-80-SXM
[pool new]
gpu = A100-80-SXM
nodes = 2
gpus_per_node = 4
nodes_per_rack = 2
[pool old]
gpu = V100-16-SXM2
nodes = 3
gpus_per_node = 4
nodes_per_rack = 2
[policy]
queue = easy
place = pack
[topology]
across_nodes = 90%
across_racks = 70%
END
slicewise run s.ini --check --out out
