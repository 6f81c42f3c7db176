# Import adds up, writes the canonical format with a side file, and reads it back to the same.
cat >log.swf <<'END'
; Version: 2.2
; MaxProcs: 8
1 0 5 100 2 -1 -1 2 200 -1 1 3 1 -1 1 -1 -1 -1
2 10 -1 -1 4 -1 -1 4 300 -1 5 4 1 -1 1 -1 -1 -1
3 20 0 50 1 -1 -1 1 60 -1 1 3 1 -1 2 -1 -1 -1
END
try import log.swf --profile swf --out jobs.csv
cat jobs.csv
cat jobs.csv.meta
try import jobs.csv --out again.csv.gz
gunzip -c again.csv.gz | cmp - jobs.csv
try import log.swf --profile wfs
try import jobs.csv --out nowhere/jobs.csv
