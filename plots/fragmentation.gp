# What a typical task cannot use of the free GPUs, over time, a line a run.
lines = words(shown)
load 'style.gp'
set output 'fragmentation.svg'
set xrange [from:to]
set yrange [0:*]
set xlabel sprintf('time (%s)', time_unit)
set ylabel 'F (% of GPUs)'
plot for [i in shown] sprintf('fragmentation-%s.tsv', i) using 1:2 with lines \
  linecolor rgb colour(int(i)) dashtype dash(int(i)) linewidth 1.3 title Name[int(i)]
reset
