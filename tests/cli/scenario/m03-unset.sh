# M-03: a later layer can take a value away, and the effective scenario says where each came from.
jobs a,0,1,1
cat >base.ini <<'END'
[scenario]
until = 100s
[slo]
wait = 5min
[policy]
queue = sjf
END
cat >s.ini <<'END'
include = base.ini
[workload]
trace = jobs.csv
[pool main]
gpu = A100-80-SXM
nodes = 1
gpus_per_node = 1
[slo]
wait =
[policy]
queue = fifo
END
try run s.ini --print-scenario --set scenario.until= --set pool.main.nodes=3 --seed 9 |
  grep -E '^\[|seed|until|wait|queue|nodes'
try run s.ini --set pool.main.nodes
try run s.ini --set pool.main.nodse=1
try run s.ini --set nodes=1
