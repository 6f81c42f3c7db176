# H-08: a free GPU is of no use without host memory beside; the reason says which is short.
printf '%s\n' job_id,submit_s,gpus_per_task,duration_s,mem_mib_per_task a,0,1,100,40960 b,0,1,100,40960 >jobs.csv
scenario 8 1 'memory = 64GiB'
replay
course out
try explain out b | sed -n 1,8p
