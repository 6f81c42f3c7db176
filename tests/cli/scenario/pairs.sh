# Measured pairs, loads of types of jobs, and a catalogue of one's own beside a scenario.
printf '%s\n' job_id,submit_s,gpus_per_task,duration_s,gpu_mode,gpu_sm_pct,job_type \
  a,0,1,10,share,10,decode b,0,1,10,share,10,llm-decode >jobs.csv
printf '%s\n' model,a,b,rate_a,rate_b t4,decode,llm-decode,0.8,0.5 >pairs.csv
with () { # LINE...: of further groups
  scenario 1 1 'sharing = shared' "$@"
  sed -i 's/A100-80-SXM/T4/' s.ini
  replay
  [ -d out ] || return 0
  grep -A2 -E '"(contention|scenario)\.' out/manifest.json | sed 's/^ *//; /^--$/d'
  sed -n '/"warnings": \[$/,/^  \]/p' out/manifest.json
  slicewise explain out b | sed -n 3p
}
with
with '[contention]' 'pairs = pairs.csv' '[behaviour decode]' 'compute = 0.25' 'bandwidth = 0.75'
with '[contention]' 'pairs = pairs.csv' 'pair_models = T4=decode'
sed -i 's/^t4/k80/' pairs.csv
with '[contention]' 'pairs = pairs.csv'
with '[contention]' 'pairs = pairs.csv' 'pair_models = T4=k80'
sed -i 's/decode/encode/g' pairs.csv
with '[contention]' 'pairs = pairs.csv' 'pair_models = T4=k80'
printf '[gpu Mine]\nspeed = 2\nusable_mib = 1000\n' >inner.ini
printf 'include = inner.ini\n[gpu T4]\nusable_mib = 2000\n' >mine.ini
with '[scenario]' 'catalogue = mine.ini' '[pool second]' 'gpu = Mine' 'gpus_per_node = 1' 'nodes = 1'

# A run is repeated with the same files, wherever they are now, and with no others.
scenario 1 1 'sharing = shared' '[contention]' 'pairs = pairs.csv' '[scenario]' 'catalogue = mine.ini'
replay
mkdir moved
mv pairs.csv mine.ini inner.ini moved
try explain out b
try explain out b --set contention.pairs=moved/pairs.csv --set scenario.catalogue=moved/mine.ini | sed -n 4p
echo '# more' >>moved/pairs.csv
echo '# more' >>moved/inner.ini
try explain out b --set contention.pairs=moved/pairs.csv --set scenario.catalogue=moved/mine.ini
mv moved/* .
rm -r out

# What cannot be.
bad () {
  scenario 1 1 'sharing = shared' "$@"
  replay
}
bad '[contention]' 'pairs = nowhere.csv'
bad '[contention]' 'pairs = jobs.csv'
bad '[contention]' 'pair_models = A=B'
bad '[contention]' 'pairs = pairs.csv' 'pair_models = A100-80-SXM=x T4=k80'
bad '[contention]' 'pairs = pairs.csv' 'pair_models = A100-80-SXM='
bad '[behaviour decode]' 'compute = 0.5'
bad '[behaviour decode]' 'compute = 0.5' 'bandwidth = 0.2' 'host = 0.4'
bad '[behaviour decode]' 'compute = 1.5' 'bandwidth = 0.2'
bad '[scenario]' 'catalogue = mine.ini nowhere.ini'
printf '[gpu Mine]\naliases = T4\n' >inner.ini
bad '[scenario]' 'catalogue = mine.ini'
