# Broken quotes and rows of the wrong length, under strict reading.
scenario 1 1
printf 'job_id,submit_s,gpus_per_task,duration_s\n"1"x,0,1,10\n2,0,1,10\n' >jobs.csv
replay
printf 'job_id,submit_s,gpus_per_task,duration_s\n1,0,1,10\n"2,0,1,10\n3,0,1,10\n' >jobs.csv
replay
printf 'job_id,submit_s,gpus_per_task,duration_s\n1,0,1\n' >jobs.csv
replay --set workload.strict=yes
printf 'job_id,submit_s,gpus_per_task,duration_s\n1,0,1,10,7\n' >jobs.csv
replay --set workload.strict=yes
