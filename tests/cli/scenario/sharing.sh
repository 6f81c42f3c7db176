# Pools that share or partition their GPUs: keys that have no use beside the others, and what holds
# without a key.
jobs a,0,1,1
pool () { # LINE...: of a pool of two A100-40-SXM
  scenario 2 1 "$@"
  sed -i 's/A100-80-SXM/A100-40-SXM/' s.ini
}
effective () {
  slicewise check s.ini "$@" 2>&1 | sed -n '/^\[pool main\]/,/^$/{/^sharing/,/^from/p}; /^fractions/p; /^slicewise/p'
}
for sharing in whole mig shared timeslice; do
  pool "sharing = $sharing"
  echo "# $sharing"
  effective
done
echo '# keys that follow others'
pool 'sharing = shared' 'enforcement = soft' 'contention = empirical'
effective
pool 'sharing = mig' 'mig_layout = balanced' 'change_mode = yes'
effective --set workload.fractions=whole
replay

# The text of a run loads back.
pool 'sharing = timeslice' 'contention = none'
replay
try explain out a | head -n 4

# What has no use, or cannot be.
pool 'max_tenants = 4' 'mig_layout = 7x1g' 'enforcement = none'
replay
pool 'sharing = mig' 'max_tenants = 4' 'kappa = 0.5' 'repartition = no'
replay
pool 'sharing = mig' 'mig_layout = balanced' 'destroy_delay = 1s' 'change_delay = 1s'
replay
pool 'sharing = shared' 'mig_layout = balanced' 'ceiling = 2' 'epsilon = 0.1' 'slope = 1' 'upsize = no'
replay
pool 'sharing = timeslice' 'thread_cap = even' 'kappa = 0.5' 'contention = empirical' 'epsilon = 0'
replay
pool 'sharing = shared' 'max_tenants = many' 'enforcement = hart' 'ceiling = 0.5' 'contention = pps' \
  'kappa = 2' 'admission = all' 'change_mode = perhaps'
replay
pool 'sharing = shared' 'gpu ='
sed -i '/A100/d; /gpus_per_node/d' s.ini
replay
scenario 2 1 'sharing = mig'
sed -i 's/A100-80-SXM/T4/' s.ini
replay
