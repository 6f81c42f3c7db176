# H-04: jobs that come one by one get GPUs of their own.
jobs a,0,2,1000 b,3,2,1000 c,6,4,1000 d,10,1,1000
scenario 8 1
replay
course out
tail -n +2 out/jobs.csv | grep -o 'main-0:[^,]*'
