# Without a scenario the demo runs: a day of about 2,000 jobs that our own generator made.
slicewise generate "$SOURCE/sim/data/demo-generate.ini" --seed 1 --out jobs.csv >/dev/null
cmp jobs.csv "$SOURCE/sim/data/demo-jobs.csv"
try run --out out
try explain out job0000602
