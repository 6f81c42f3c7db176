# Arrivals by an order file, ranks of nodes from its second line, and jobs that never end.
jobs a,50,1,10 b,10,2,10 c,30,1,10
one_by_one='arrivals = one-by-one'
few () { # LINE...: of [workload]
  scenario 2 2 node_ranks\ =\ order.txt
  sed -i "s|^trace = jobs.csv|&\\n$(printf '%s\\n' "$@" | sed 's/$/\\n/' | tr -d '\n')|" s.ini
}
printf '2 0 2 1\n1 0\n' >order.txt
few "$one_by_one" 'order = order.txt' 'arrival_gap = 2s'
replay
course out
grep -A2 '"key"' out/manifest.json | sed 's/^ *//'
try explain out c+1 | head -n 6
few "$one_by_one" 'order = order.txt' 'departures = no'
replay
course out
few "$one_by_one" 'tune = 200%'
replay
course out

# What cannot be.
echo '2 0 3' >order.txt; echo '1 0' >ranks.txt
few "$one_by_one" 'order = order.txt'
replay
sed -i 's/^node_ranks.*/node_ranks = ranks.txt/' s.ini
replay
sed -i 's/^node_ranks.*/node_ranks = order.txt/' s.ini
printf '2 0\n0 0\n' >order.txt
replay
echo '2 0 x' >order.txt
replay
few 'order = order.txt' 'arrival_gap = 2s' 'tune = 2'
replay
few "$one_by_one" 'order = order.txt' 'shuffle = yes' 'load = 1' 'departures = no' 'limits = none'
replay
few "$one_by_one" 'order = nowhere.txt'
replay
