# What jobs hold and what they use of one run, each in percent of what exists at the time.  The file
# has only the curves that are known, in order; curves names them.
lines = words(curves)
load 'style.gp'
set output sprintf('shares-%d.svg', run)
set xrange [from:to]
set yrange [0:102]
set xlabel sprintf('time (%s)', time_unit)
set ylabel '% of what exists'
array Curve[5] = ['GPUs allocated', 'compute used', 'memory bandwidth used', 'memory allocated', 'memory used']
file = sprintf('shares-%d.tsv', run)
plot for [i = 1:words(curves)] file index i - 1 using 1:2 with lines \
  linecolor rgb colour(int(word(curves, i))) linewidth 1.3 title Curve[int(word(curves, i))]
reset
