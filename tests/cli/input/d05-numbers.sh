# D-05: only finite decimal numbers; a blank before is taken away.
scenario 16 1
jobs good,0,1,1e3 blank,0,1,' 12' nan,0,1,nan NaN,0,1,NaN inf,0,1,inf minus-inf,0,1,-inf hex,0,1,0x10 \
  tail,0,1,12abc huge,0,1,1e400 negative,0,1,-5 na,0,1,N/A
try import jobs.csv
replay
course out
grep -liE '\b(nan|inf)\b' out/* && echo 'a result file prints nan or inf'
for value in nan NaN inf -inf 0x10 12abc 1e400 -5 N/A; do
  jobs "a,0,1,1" "b,0,1,$value"
  replay --set workload.strict=yes
done
