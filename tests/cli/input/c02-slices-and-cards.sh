# C-02: GPUs that are partitioned are no whole GPUs; a job that asks for an instance needs no GPU beside.
# The job keeps no GPU busy, so that the size of its instance does not slow it.
printf '%s\n' job_id,submit_s,gpus_per_task,duration_s,gpu_mode,mig_profile,gpu_util_pct \
  whole,0,1,10,whole,,0 slice,0,1,10,mig,1g.5gb,0 >jobs.csv
scenario 2 1 'sharing = mig' 'mig_layout = 7x1g.5gb'
sed -i 's/A100-80-SXM/A100-40-SXM/' s.ini
replay --set policy.queue=greedy
course out
