# H-05, H-06: slots of a GPU are not GPUs, and a GPU that is shared is not to be had whole.
shares two,0,2,100,share,,,
sharing 2 16384 'sharing = timeslice' 'contention = none'
replay
tail -n +2 out/jobs.csv | grep -o 'main-0:[^"]*'
replay --set pool.main.gpus_per_node=1
course out

shares s,0,1,100,share,10,, w,10,1,50,whole,,, t,120,1,10,share,10,,
sharing 1 16384 'sharing = timeslice' 'contention = none' 'change_mode = yes'
replay
course out
