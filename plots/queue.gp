# Waiting jobs over time, a line a run.
lines = words(shown)
load 'style.gp'
set output 'queue.svg'
set xrange [from:to]
set yrange [-0.01 * queue_top:queue_top]
set xlabel sprintf('time (%s)', time_unit)
set ylabel 'waiting jobs'
plot for [i in shown] sprintf('queue-%s.tsv', i) using 1:2 with lines \
  linecolor rgb colour(int(i)) dashtype dash(int(i)) linewidth 1.3 title Name[int(i)]
reset
