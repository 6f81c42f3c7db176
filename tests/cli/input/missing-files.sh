# Files that are not there, are folders, or are cut gzip files.
scenario 1 1
replay
mkdir jobs.csv
replay
rmdir jobs.csv
jobs a,0,1,1 b,0,1,1
gzip -nk jobs.csv
replay --set workload.trace=jobs.csv.gz
head -c 40 jobs.csv.gz >cut.csv.gz
replay --set workload.trace=cut.csv.gz
try run nothing.ini --out out
