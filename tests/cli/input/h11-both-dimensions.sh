# H-11: the smallest instance that has the memory and the compute: 3g and 4g have the same memory.
shares m,0,1,10,share,10,19000, c,20,1,10,share,57,19000, s,40,1,10,share,14,4000, w,60,1,10,share,15,4000,
sed -i '1s/$/,gpu_util_pct/; 2,$s/$/,0/' jobs.csv
scenario 1 1 'sharing = mig' 'create_delay = 0' 'destroy_delay = 0'
sed -i 's/A100-80-SXM/A100-40-SXM/' s.ini
replay
course out
tail -n +2 out/jobs.csv | grep -o 'main-0:[^,]*'
