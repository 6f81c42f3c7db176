# F-02: jobs that can never fit end as unsatisfiable; the run ends by itself and the report is drawn.
jobs a,0,2,10 b,5,2,10 c,9,2,10
scenario 1 1 '[scenario]' 'name = nothing'
try run s.ini --out out
course out
command -v gnuplot >/dev/null && slicewise report out >/dev/null && ls out/report
printf 'job_id,submit_s,gpus_per_task,duration_s\n' >jobs.csv
replay
slicewise report out >/dev/null && ls out/report
