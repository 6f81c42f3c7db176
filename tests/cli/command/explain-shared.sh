# What sharing did to a job: who slowed it and by how much, whose doing it was that its memory ran
# out, why no GPU had a part for it, and how long its instance took to make.
printf '%s\n' job_id,submit_s,gpus_per_task,duration_s,gpu_mode,gpu_sm_pct,gpu_mem_mib,job_type \
  a,0,1,100,share,40,4000,alpha b,20,1,40,share,30,4000,beta c,30,1,40,share,20,4000,alpha \
  d,40,1,10,share,50,2000,beta e,50,1,60,share,10,8000,beta f,55,1,10,share,10,99000,beta >jobs.csv
sharing 1 16000 'sharing = shared' 'contention = sync' \
  '[behaviour alpha]' 'compute = 0.8' 'bandwidth = 0.3' '[behaviour beta]' 'compute = 0.3' 'bandwidth = 0.9'
replay
try explain out a
try explain out d
try explain out e --format json | sed -n '/"parts"/,$p'
try explain out f

# Memory: an eviction, and the wait after it.
printf '%s\n' job_id,submit_s,gpus_per_task,duration_s,gpu_mode,gpu_sm_pct,gpu_mem_mib,gpu_mem_peak_mib \
  a,0,1,100,share,10,4000,9000 b,10,1,50,share,10,4000,8000 c,70,1,50,share,10,4000,4000 >jobs.csv
sharing 1 16000 'sharing = shared' 'contention = none' 'enforcement = none'
replay
try explain out b
replay --set pool.main.enforcement=soft --set pool.main.ceiling=3
try explain out a

# Instances: one is made, which takes its time, and one has to wait.
printf '%s\n' job_id,submit_s,gpus_per_task,duration_s,gpu_mode,mig_profile a,0,1,100,mig,3g.40gb \
  b,10,1,100,mig,4g.40gb c,20,1,10,mig,1g.10gb d,20,1,10,mig,5g.50gb >jobs.csv
scenario 1 1 'sharing = mig' 'repartition = yes' 'destroy_delay = 10s' 'create_delay = 20s' 'mig_layout = 7x1g.10gb'
replay
try explain out b
try explain out c
try explain out d

# A job that has the card to itself is moved when another comes.
printf '%s\n' job_id,submit_s,gpus_per_task,duration_s,gpu_mode,gpu_sm_pct,gpu_mem_mib a,0,1,1000,share,30,4000 \
  b,100,1,1000,share,30,4000 >jobs.csv
scenario 1 1 'sharing = mig' 'repartition = yes' 'create_delay = 2s' 'destroy_delay = 1s' 'move_delay = 30s' \
  '[policy]' 'place = miso'
replay
try explain out a
