#!/bin/sh
# Equal inputs give equal bytes: result folders and printed tables of repeated runs are compared under
# another address layout, a larger environment, a locale with a decimal comma, another time zone and
# other numbers of workers.  Prints TAP.
#
#   determinism.sh PROGRAM
set -u
program=$(realpath "$1")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1

# F-04: 200 equal jobs on 8 GPUs, so that only the order of containers could tell them apart.
{
  echo 'job_id,submit_s,gpus_per_task,duration_s,user'
  i=0
  while [ $i -lt 200 ]; do
    echo "job$i,0,1,60,user$((i % 7))"
    i=$((i + 1))
  done
} >equal.csv
cat >equal.ini <<'END'
[scenario]
name = equal
[workload]
trace = equal.csv
[pool core]
gpu = A100-80-SXM
nodes = 2
gpus_per_node = 4
[policy]
queue = greedy
place = random
END

# 300 equal tenants on 8 GPUs whose memory runs full, in turn the victim of each other.
{
  echo 'job_id,submit_s,gpus_per_task,duration_s,gpu_mode,gpu_sm_pct,gpu_mem_mib,gpu_mem_peak_mib,gpu_mem_ramp_s,job_type,slowdown_limit'
  i=0
  while [ $i -lt 300 ]; do
    echo "job$i,$((i / 60)),1,60,share,25,20000,$((18000 + i % 5 * 2000)),30,llm-decode,3"
    i=$((i + 1))
  done
} >tenants.csv
cat >shared.ini <<'END'
[scenario]
name = shared
[workload]
trace = tenants.csv
[pool core]
gpu = A100-80-SXM
nodes = 2
gpus_per_node = 4
sharing = shared
enforcement = none
[policy]
queue = greedy
place = random
END
{
  echo 'job_id,submit_s,gpus_per_task,duration_s,gpu_mode,mig_profile,job_type'
  i=0
  while [ $i -lt 200 ]; do
    echo "job$i,$((i / 40)),1,$((60 + i % 3)),mig,$((1 + i % 3))g.$((10 * (1 + i % 3 + i % 3 / 2)))gb,training-small"
    i=$((i + 1))
  done
} >instances.csv
cat >mig.ini <<'END'
[scenario]
name = mig
[workload]
trace = instances.csv
[pool core]
gpu = A100-80-SXM
nodes = 2
gpus_per_node = 4
sharing = mig
[policy]
queue = greedy
place = miso move=1s
END

run_equal () { "$@" "$program" run equal.ini --jobs "$workers" --out "$out"; }
run_demo () { "$@" "$program" run --seed 3 --jobs "$workers" --out "$out"; }
run_shared () { "$@" "$program" run shared.ini --jobs "$workers" --out "$out"; }
run_mig () { "$@" "$program" run mig.ini --jobs "$workers" --out "$out"; }
compare_shared () {
  "$@" "$program" compare shared.ini mig.ini --jobs "$workers" --out "$out" \
    --policies 'greedy/random, greedy/interference-limit, fifo/frag-min, greedy/fgd'
}
compare_equal () {
  "$@" "$program" compare equal.ini --jobs "$workers" --out "$out" \
    --policies 'fifo/first-fit, greedy/random, easy/best-fit, sjf/pack, conservative/spread'
}

number=0
failed=0
verdict () { # ok|not ok, TEXT
  number=$((number + 1))
  echo "$1 $number - $2"
  [ "$1" = ok ] || failed=1
}

# same KIND TEXT [PREFIX...]: KIND's run under PREFIX gives the bytes of the first one.
same () {
  kind=$1
  text=$2
  shift 2
  out=now
  rm -rf now
  if "$kind" "$@" >now.out 2>now.err && diff -r "first-$kind" now >difference 2>&1 &&
    cmp -s "first-$kind.out" now.out; then
    verdict ok "$kind $text"
  else
    verdict 'not ok' "$kind $text"
    cat now.err difference >&2
  fi
}

longer=$(head -c 4096 /dev/zero | tr '\0' x)
have_comma=no
if localedef -c -i de_DE -f UTF-8 "$scratch/comma" 2>/dev/null || [ -f "$scratch/comma/LC_NUMERIC" ]; then
  [ "$(LOCPATH=$scratch LC_ALL=comma locale decimal_point 2>/dev/null)" != , ] || have_comma=yes
fi

echo 1..48
for kind in run_equal run_demo compare_equal run_shared run_mig compare_shared; do
  workers=1
  out=first-$kind
  "$kind" >"first-$kind.out" 2>"first-$kind.err" || cat "first-$kind.err" >&2
  same $kind 'again'
  same $kind 'once more'
  if setarch -R true 2>/dev/null; then
    same $kind 'with a fixed address layout' setarch -R
  else
    verdict ok "$kind with a fixed address layout # SKIP setarch -R is not allowed here"
  fi
  same $kind 'with 4 kB more environment' env "LONGER=$longer"
  if [ $have_comma = yes ]; then
    same $kind 'under a decimal comma (D-03)' env "LOCPATH=$scratch" LC_ALL=comma
  else
    verdict ok "$kind under a decimal comma (D-03) # SKIP no such locale can be made"
  fi
  same $kind 'in another time zone' env TZ=America/St_Johns
  workers=2
  same $kind 'with 2 workers'
  workers=8
  same $kind 'with 8 workers'
done
exit $failed
