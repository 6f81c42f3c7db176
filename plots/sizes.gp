# Waits by size of job, side by side for each run: a line from the median to the maximum, a mark at
# the 95th percentile.  Waits below one second stand at one second.
lines = words(shown)
load 'style.gp'
set output 'sizes.svg'
set logscale y
set yrange [0.8:wait_top]
set xrange [-0.5:size_classes - 0.5]
set ytics ('1 s' 1, '10 s' 10, '1 min' 60, '10 min' 600, '1 h' 3600, '10 h' 36000, '4 d' 345600, \
           '30 d' 2592000, '1 y' 31557600)
set xlabel 'GPUs of the job'
set ylabel 'wait: median, p95, maximum'
set xtics ()
set pointintervalbox 0
do for [i = 1:size_classes] { set xtics add (Size[i] i - 1) }
plot for [i in shown] sprintf('sizes-%s.tsv', i) using 1:3:2:4 with yerrorbars \
  linecolor rgb colour(int(i)) pointtype 5 + 2 * (int(i) % 6) pointsize 0.6 linewidth 1.3 title Name[int(i)]
reset
