# For the scripts of cases: small inputs, and runs of the program told as a log.
#
# try ARGUMENT...: runs slicewise and prints the call, its output, its messages behind "! ", its
# status, and which files and folders were not there before.
try () {
  echo "\$ slicewise $*"
  ls -A >"$TMPDIR/before"
  slicewise "$@" 2>"$TMPDIR/messages"
  status=$?
  sed "s|$PWD/|./|g; s/^/! /" "$TMPDIR/messages"
  new=$(ls -A | comm -13 "$TMPDIR/before" - | tr '\n' ' ' | sed 's/ $//')
  echo "= $status${new:+, made $new}"
}

# jobs ROW...: jobs.csv of the columns that most cases need.
jobs () {
  printf '%s\n' job_id,submit_s,gpus_per_task,duration_s "$@" >jobs.csv
}

# scenario GPUS_PER_NODE NODES [LINE...]: s.ini, jobs.csv on a cluster; the lines come last.
scenario () {
  printf '%s\n' '[workload]' 'trace = jobs.csv' '[pool main]' 'gpu = A100-80-SXM' \
    "gpus_per_node = $1" "nodes = $2" >s.ini
  shift 2
  printf '%s\n' "$@" >>s.ini
}

# course FOLDER: state and times of the jobs of a result folder.
course () {
  awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
           { for (i = 1; i <= NF; i++) if ($i == "") $i = "-"
             printf "%-17s %-13s %7s %6s %6s\n", $at["job_id"], $at["state"], $at["start_s"],
                    $at["end_s"], $at["wait_s"] }' "$1/jobs.csv"
}

# replay [ARGUMENT...]: runs s.ini into the folder out; the printed page is not shown.
replay () {
  rm -rf out
  try run s.ini --quiet --out out "$@" | sed -n '/^[$!=]/p'
}

# shares ROW...: jobs.csv of jobs that ask for parts of GPUs.
shares () {
  printf '%s\n' job_id,submit_s,gpus_per_task,duration_s,gpu_mode,gpu_sm_pct,gpu_mem_mib,mig_profile "$@" >jobs.csv
}

# sharing GPUS_PER_NODE MIB [LINE...]: s.ini, one node with GPUs of so much memory, nobody slowed; the
# lines are of the pool and come last.
sharing () {
  printf '[gpu Small]\nusable_mib = %s\n' "$2" >small.ini
  printf '%s\n' '[scenario]' 'catalogue = small.ini' '[workload]' 'trace = jobs.csv' '[pool main]' \
    'gpu = Small' "gpus_per_node = $1" 'nodes = 1' >s.ini
  shift 2
  printf '%s\n' "$@" >>s.ini
}
