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
