# GPUs of one run over time by what they were used for: allocated below, then free ones that no waiting
# job fits, then idle ones up to all that exist.
lines = 3
load 'style.gp'
set output sprintf('use-%d.svg', run)
set xrange [from:to]
set yrange [0:*]
set xlabel sprintf('time (%s)', time_unit)
set ylabel 'GPUs'
file = sprintf('use-%d.tsv', run)
plot file index 0 using 1:2 with filledcurves y1=0 linecolor rgb '#c8c8c8' title 'idle', \
     file index 1 using 1:2 with filledcurves y1=0 linecolor rgb '#dd8844' title 'free, fits no waiting job', \
     file index 2 using 1:2 with filledcurves y1=0 linecolor rgb '#4477aa' title 'allocated'
reset
