# Key files that are not: duplicate keys, lines that are nothing, keys before a group, broken groups.
jobs a,0,1,1
printf '[workload]\ntrace = jobs.csv\ntrace = other.csv\n[pool main]\ngpu = T4\nnodes = 1\nnodes = 2\n' >s.ini
replay
printf 'seed = 1\n[workload\ntrace = jobs.csv\nnonsense\n= 4\n' >s.ini
replay
printf '\377\376[\0' >s.ini
replay
printf '[workload]\ntrace = M\374ller.csv\n' >s.ini
replay
: >s.ini
replay
printf 'include = s.ini\n[workload]\ntrace = jobs.csv\n' >s.ini
replay
printf 'include = gone.ini\n[workload]\ntrace = jobs.csv\n' >s.ini
replay
