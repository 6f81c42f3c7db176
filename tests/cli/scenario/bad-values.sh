# Values of the wrong type, range or unit; all at once.
jobs a,0,1,1
cat >s.ini <<'END'
[scenario]
seed = -1
until = 5
[workload]
trace = jobs.csv
strict = maybe
load = many
duplicates = ignore
time_scale = 0
window = 5..1
zone = Mars/Olympus
[pool main]
gpu = A100-80-SXM
nodes = 1.5
gpus_per_node = 65
memory = 80
cpus = nan
[policy]
queue = fifo
[slo]
wait = 0x10s
END
replay
