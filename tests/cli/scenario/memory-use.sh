# Memory over time from a file beside the trace.
jobs a,0,1,100 b,0,1,100
printf 'job,at,mib\na,0,1000\na,50,2000\nzz,0,1\n' >use.csv
scenario 2 1
sed -i 's/^trace.*/&\nmemory_use = use.csv/' s.ini
rm -rf out
try run s.ini --out out | sed -n 's/^/ /; /^ *workload/,/jobs$/p; /^ [$=]/p'
grep -A2 '"workload.memory_use"' out/manifest.json
try explain out a | head -n 3
printf 'job,at,mib\na,0,1000\na,50,x\n' >use.csv
try explain out a
replay
sed -i 's/^memory_use.*/memory_use = nowhere.csv/; s/^trace/generate/' s.ini
replay
