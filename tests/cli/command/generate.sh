# The same settings and seed give the same bytes; another seed others.
cat >week.ini <<'END'
[generate]
jobs = 5
span = 1h
users = 2
[class a]
weight = 1
gpus = 1:1 4:1
median = 10min
END
try generate week.ini --seed 7 --out one.csv
try generate week.ini --seed 7 --out two.csv.gz
gunzip -c two.csv.gz | cmp - one.csv
cat one.csv
try generate week.ini --seed 8 --out three.csv
cmp -s one.csv three.csv && echo 'another seed, the same jobs'
try generate week.ini --set generate.jbos=3
try generate week.ini --set class.a.sigma=-1
try generate gone.ini

# Parts of GPUs, their memory, and types of jobs.
cat >parts.ini <<'END'
[generate]
jobs = 6
span = 1h
[class a]
fractions = 0.25:1 0.5:1
gpu_mem_whole = 80GiB
mem_peak = 0.5 0.9
overrun_share = 20%
mem_ramp = 0.25
types = cnn bert:2
slowdown_limit = 1.25
[class b]
mig = 1g.10gb
mem_peak = 0.8
[type cnn]
name = ResNet-18 (batch size 16)
gpu_util = 50%
sm_active = 30%
spread = 0.3
[type bert]
sm_active = 0.9
dram_active = 0.5
END
try generate parts.ini --seed 7 --out parts.csv
cut -d, -f 2,6- parts.csv
try generate parts.ini --set type.bert.sm_active=2 --set class.b.types=gpt
