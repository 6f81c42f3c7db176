# H-09: making room on a GPU leaves instances in use alone.  4g is busy until 1000, 1g until 2000; at 100 comes
# another 1g, while a 2g is idle.
printf '%s\n' job_id,submit_s,gpus_per_task,duration_s,gpu_mode,mig_profile,gpu_util_pct \
  big,0,1,1000,mig,4g.20gb,0 small,0,1,2000,mig,1g.5gb,0 next,100,1,50,mig,1g.5gb,0 >jobs.csv
at () { # LINE...
  scenario 1 1 'sharing = mig' 'mig_layout = 4g.20gb@0 2g.10gb@4 1g.5gb@6' "$@"
  sed -i 's/A100-80-SXM/A100-40-SXM/' s.ini
  replay
  course out
  tail -n +2 out/jobs.csv | grep -o 'main-0:[^,]*'
  [ ! -f out/repartitions.csv ] || cat out/repartitions.csv
}
echo '# the layout stays'
at
echo '# a larger instance may serve'
at 'upsize = yes'
echo '# idle instances make room, which takes 30 s'
at 'repartition = yes' 'destroy_delay = 30s' 'create_delay = 0'
