# Share of the jobs that waited at most so long, a line a run.  The axis starts at one second, where
# all shorter waits stand.
lines = words(shown)
load 'style.gp'
set output 'waits.svg'
set logscale x
set xrange [1:wait_top]
set yrange [0:1.02]
set xtics ('1 s' 1, '10 s' 10, '1 min' 60, '10 min' 600, '1 h' 3600, '10 h' 36000, '4 d' 345600, \
           '30 d' 2592000, '1 y' 31557600) rotate by -35
set xlabel 'wait'
set ylabel 'share of jobs'
plot for [i in shown] sprintf('waits-%s.tsv', i) using 1:2 with lines \
  linecolor rgb colour(int(i)) dashtype dash(int(i)) linewidth 1.3 title Name[int(i)]
reset
