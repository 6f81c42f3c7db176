# M-01: unknown keys, groups, policies and parameters, all told at once with place and nearest name.
jobs a,0,1,1
cat >s.ini <<'END'
[scenario]
sed = 3
[workload]
trace = jobs.csv
prempt_overhead_s = 30
[pool main]
gpu = A100-80-SXN
gpus_per_nod = 1
nodes = 1
gpus_per_node = 1
[policy]
queue = esay
place = frist-fit
[list]
a = 1
END
replay
sed -i 's/esay/easy dpeth=3/; s/frist-fit/first-fit/' s.ini
replay
