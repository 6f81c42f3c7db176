# H-01: instances that are legal by number need places as well.  Jobs that load no GPU, so that the size of an
# instance slows nobody.
instances () { # PROFILE...: jobs.csv, a second between them
  printf '%s\n' job_id,submit_s,gpus_per_task,duration_s,gpu_mode,mig_profile,gpu_util_pct >jobs.csv
  at=0
  for profile; do
    echo "j$at,$at,1,100,mig,$profile,0" >>jobs.csv
    at=$((at + 1))
  done
  scenario 1 1 'sharing = mig' 'create_delay = 0'
  sed -i 's/A100-80-SXM/A100-40-SXM/' s.ini
}
places () {
  course out
  tail -n +2 out/jobs.csv | grep -o 'main-0:[^,]*'
}
echo '# (a) 3g goes where 4g still fits; at the lowest place it would not'
instances 3g.20gb 4g.20gb
replay
places
replay --set 'policy.place=first-fit starts=lowest'
places
echo '# (b) seven compute slices, but eleven units of memory'
instances 1g.10gb 1g.10gb 1g.10gb 1g.10gb 1g.5gb 1g.5gb 1g.5gb
replay
places
echo '# (c) one compute slice is free, but no memory'
instances 3g.20gb 3g.20gb 1g.5gb
replay
places
