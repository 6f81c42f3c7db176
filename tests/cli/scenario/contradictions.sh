# Values that are fine alone and not together.
jobs a,0,1,1
printf '[workload]\ntrace = jobs.csv\ngenerate = jobs.csv\n[pool main]\ngpu = T4\nnodes = 1\ngpus_per_node = 1\n' >s.ini
replay
printf '[pool main]\ngpu = T4\nnodes = 1\ngpus_per_node = 1\n' >s.ini
replay
printf '[workload]\ntrace = jobs.csv\n' >s.ini
replay
printf '[workload]\ntrace = jobs.csv\n[pool main]\nnodes = 2\ngpus_per_node = 4\n' >s.ini
replay
printf '[workload]\ntrace = jobs.csv\n[pool main]\ngpu = T4\n' >s.ini
replay
printf '[workload]\ntrace = jobs.csv\n[pool main]\ngpu = T4\nnodes = 1\ngpus_per_node = 1\nsharing = mig\n' >s.ini
replay
