#!/bin/sh
# The recorded openb and Philly traces through the program: five pairs of policies in one table each, the
# counts of the import, the same bytes from one and two workers, books that add up (--check on the
# smaller).
#
#   real-traces.sh PROGRAM SOURCE
#
# Skips, saying so, where the shared traces are not beside the checkout.
set -eu
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
shared=${SLICEWISE_SHARED:-$2/../shared}
traces=$shared/traces
[ -f "$traces/openb/openb_pod_list_default.csv" ] && [ -f "$traces/pollux/philly.csv" ] || {
  echo "no recorded traces at $traces: skipped"
  exit 77
}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
cat >openb.ini <<END
[workload]
trace = $traces/openb/openb_pod_list_default.csv
limits = exact
[pool all]
node_list = $traces/openb/openb_node_list_all_node.csv
END
cat >philly.ini <<END
[workload]
trace = $traces/pollux/philly.csv
limits = exact
[pool all]
gpu = P100
nodes = 100
gpus_per_node = 8
END
pairs='fifo/first-fit, greedy/best-fit, sjf by=duration/pack, easy/best-fit, conservative/pack'

want () { # FILE TEXT
  grep -qF -- "$2" "$1" || {
    echo "not in $1: $2"
    sed 's/^/  /' "$1"
    exit 1
  }
}

for trace in openb philly; do
  "$program" compare $trace.ini --policies "$pairs" --quiet -j1 --out $trace-1 >$trace-1.txt
  "$program" compare $trace.ini --policies "$pairs" --quiet -j2 --out $trace-2 >$trace-2.txt
  cmp $trace-1.txt $trace-2.txt
  diff -r $trace-1 $trace-2
done
"$program" run openb.ini --check --quiet >checked.txt

want openb-1.txt '6212 GPUs on 1523 nodes'
want openb-1.txt '310 of the nodes have no GPU'
want openb-1.txt '8152 rows read = 7255 kept + 897 dropped (897 never started)'
want openb-1.txt '2573 fractional requests take a whole GPU'
want philly-1.txt '82247 rows read = 82247 kept + 0 dropped'
want philly-1.txt 'oracle: sees true durations'
[ "$(find philly-1 -name jobs.csv | wc -l)" -eq 5 ]
for jobs in philly-1/*/jobs.csv; do
  [ "$(wc -l <"$jobs")" -eq 82248 ]
done
