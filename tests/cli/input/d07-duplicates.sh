# D-07: two rows of one id are an error that names both lines, unless the user says what to do.
scenario 8 1
jobs 21,0,1,10 21,0,1,10 22,0,1,10 22,0,1,99
replay
replay --set workload.duplicates=keep-first
course out
replay --set workload.duplicates=rename
course out
