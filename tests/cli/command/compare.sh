# Several policies in one table; the folders of the runs stand below the one named.
jobs a,0,3,100 b,1,4,50 c,2,1,150 d,3,1,97
sed -i '1s/$/,time_limit_s/; 2s/$/,100/; 3s/$/,50/; 4s/$/,150/; 5s/$/,97/' jobs.csv
scenario 4 1
try compare s.ini --policies 'fifo/first-fit, easy/best-fit' --policies greedy/pack --out out
for run in out/*/; do
  echo "$run"
  course "$run"
done
try compare s.ini s.ini --format csv | head -n 4
try compare s.ini --policies 'fifo/first-fit, fifo/fist-fit, ffio/pack'
