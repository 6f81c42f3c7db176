# The fragmentation measure of a run on whole cards; nothing else is said of sharing, no file of it is made.
printf '%s\n' job_id,submit_s,tasks,gpus_per_task,duration_s a,0,1,2,100 b,0,1,1,100 c,0,1,2,100 >jobs.csv
scenario 3 2 '[policy]' 'queue = greedy' 'place = fgd'
try run s.ini --quiet --out out | sed -n '/^sharing/,/^$/p; /^=/p'
ls out
head -n 3 out/timeline.csv
try compare s.ini --policies fifo/fgd,fifo/dot-product | sed -n '/^Sharing/,/^Times/p'
try run s.ini --fail-if 'fragmentation_mean > 10%' --quiet | grep '^[!=]'
