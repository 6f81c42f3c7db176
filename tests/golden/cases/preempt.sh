# Priorities with preemption, checkpoints, restarts, failures with retries, and an early end.
cat >load.ini <<'END'
[generate]
jobs = 30
span = 1h
resolution = 1s
users = 3
[class low]
weight = 2
gpus = 1:1 2:1
median = 20min
preemptible = 1
ckpt_interval = 5min
ckpt_cost = 5s
restart_cost = 30s
fails = 20%
max_restarts = 1
[class high]
weight = 1
gpus = 2
priority = 10
median = 5min
wait_slo = 1min
END
cat >s.ini <<'END'
[scenario]
name = preempt
until = 2h
[workload]
generate = load.ini
[pool main]
gpu = A100-80-SXM
nodes = 2
gpus_per_node = 2
[policy]
queue = priority preempt=lower
place = best-fit
END
slicewise run s.ini --check --out out
