# D-01: the last row counts without a newline; an empty last field is a field.
scenario 1 1
printf 'job_id,submit_s,gpus_per_task,duration_s\n1,0,1,10\n2,5,1,"10"' >jobs.csv
replay
course out
printf 'job_id,submit_s,gpus_per_task,duration_s\n1,0,1,10\n2,5,1,' >jobs.csv
try import jobs.csv
replay --set workload.strict=yes
