# Wrong command lines end with status 2 and say what is wrong.
try
try rnu
try run --frobnicate
try run a.ini b.ini
try run --seed x
try run --jobs 0
try run --format yaml
try run --fail-if 'wait_p95 >'
try run --fail-if 'wiat_p95 > 1h'
try compare --policies fifo
try list
try list things
try list policies esay
try import
try import a.csv --duplicates ignore
try explain out
try report
try help rnu
