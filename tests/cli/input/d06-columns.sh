# D-06: a missing or doubled column is one error about the header, not an error a row.
scenario 1 1
printf 'job_id,submit_s,gpu,duration_s\n1,0,1,10\n2,0,1,10\n3,0,1,10\n' >jobs.csv
replay
replay --set workload.profile=canonical-jobs
printf 'job_id,submit_s,gpus_per_task,duration_s,submit_s\n1,0,1,10,0\n' >jobs.csv
replay
printf 'Job_ID, submit_s ,gpus_per_task,duration_s\n1,0,1,10\n' >jobs.csv
replay
: >jobs.csv
replay
printf 'job_id,submit_s,gpus_per_task,duration_s\n' >jobs.csv
replay
