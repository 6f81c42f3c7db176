# A comparison with its folders, and dependencies, names that need quotes, and jobs that never fit.
cat >jobs.csv <<'END'
job_id,user,queue,submit_s,duration_s,gpus_per_task,tasks,time_limit_s,depends_on
prepare,"O'Neil, ""ann""",a;b,0,30,0,1,60,
train,ümit,<x>,5,100,2,2,120,prepare
evaluate,ümit,<x>,5,20,1,1,30,train
huge,eve,,7,10,8,4,20,
quick,eve,,8,0,1,1,10,
END
cat >s.ini <<'END'
[scenario]
name = odd names
[workload]
trace = jobs.csv
[pool main]
gpu = T4
nodes = 2
gpus_per_node = 2
END
slicewise compare s.ini --check --policies 'fifo/first-fit, conservative/spread' --out out
