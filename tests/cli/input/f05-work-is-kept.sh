# F-05, F-06: tenants that take turns lose no work, however many there are and however often anybody looks.
turns () { # N [LINE...]
  n=$1
  shift
  {
    echo job_id,submit_s,gpus_per_task,duration_s,gpu_mode,gpu_util_pct,gpu_mem_mib
    i=0
    while [ $i -lt "$n" ]; do
      echo "j$i,0,1,1,share,100,16"
      i=$((i + 1))
    done
  } >jobs.csv
  sharing 1 16384 'sharing = timeslice' "max_tenants = $n" 'epsilon = 0' 'admission = compute' "$@"
  rm -rf out
  slicewise run s.ini --quiet --check --out out >page
  awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
           NR > 1 { end[$at["end_s"]]++; state[$at["state"]]++; useful += $at["useful_gpu_s"] }
           END { for (e in end) print end[e] " end at " e; for (s in state) print state[s] " " s
                 printf "useful %.6f GPU-s\n", useful }' out/jobs.csv
}
for n in 10 20 100 1000; do turns $n; done
echo '# looking at nothing changes nothing'
turns 20 '[output]' 'timeline = no' 'fragmentation = no'
