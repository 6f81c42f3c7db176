# D-02: a UTF-8 mark and CRLF or CR line ends are read; UTF-16 and other encodings are refused.
scenario 1 1
printf '\357\273\277job_id,submit_s,gpus_per_task,duration_s\r\n1,0,1,10\r\n' >jobs.csv
replay
course out
printf 'job_id,submit_s,gpus_per_task,duration_s\r1,0,1,10\r' >jobs.csv
replay
course out
printf '\377\376j\0o\0b\0_\0i\0d\0,\0s\0\n\0' >jobs.csv
replay
printf 'job_id,submit_s,gpus_per_task,duration_s,user\n1,0,1,10,M\374ller\n' >jobs.csv
replay
printf 'job_id,submit_s,gpus_per_task,duration_s,user\n1,0,1,10,a\0b\n' >jobs.csv
replay
