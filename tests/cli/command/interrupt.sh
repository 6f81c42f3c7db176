# An interrupted run ends with status 130 and leaves nothing that looks whole.
cat >load.ini <<'END'
[generate]
jobs = 1500000
span = 30d
[class a]
gpus = 1
median = 1h
END
printf '%s\n' '[workload]' 'generate = load.ini' '[pool main]' 'gpu = T4' 'nodes = 1000' \
  'gpus_per_node = 8' '[policy]' 'queue = conservative' >s.ini
timeout --preserve-status -s INT 0.3 slicewise run s.ini --quiet --out out
echo "= $?"
ls
