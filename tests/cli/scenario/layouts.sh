# H-01: layouts of partitioned GPUs, refused with the place and the reason.
jobs a,0,1,1
layout () {
  scenario 2 1 'sharing = mig' "mig_layout = $1"
  sed -i "s/A100-80-SXM/${2:-A100-40-SXM}/" s.ini
  try run s.ini --quiet --out out | sed -n '/^!/p'
  try run s.ini | sed -n 's/^ *pool main: //p'
}
layout '3g.20gb 4g.20gb'
layout '4x1g.10gb 3x1g.5gb'
layout '3g.20gb 3g.20gb 1g.5gb'
layout '7x1g ; 2g.10gb 2g.10gb 3g.20gb|7g'
layout 'balanced;3g 2g 2g 1g'
layout '3g@0 4g'
layout '8x1g.5gb'
layout '1g.10gb+me'
layout '1g.5gb+me 1g.5gb+me'
layout '3g.40gb'
layout '; 7g'
layout balanced A30
layout balanced MI300X
layout balanced A100-80-SXM
cat >nodes.csv <<'END'
node_id,gpus,gpu_model
n0,2,A100-40-SXM
n1,2,A100-80-SXM
n2,1,A30
END
listed () {
  printf '%s\n' '[workload]' 'trace = jobs.csv' '[pool main]' 'node_list = nodes.csv' "$@" >s.ini
  try check s.ini | sed -n '/^[!=]/p'
}
listed 'sharing = mig'
listed 'sharing = mig' 'mig_layout = balanced'
sed -i '/n[12]/d' nodes.csv
listed 'sharing = mig' 'mig_layout = balanced; 9g'
echo n3,1,T4 >>nodes.csv
listed 'sharing = mig'
listed 'sharing = shared'
printf '%s\n' node_id,gpus,gpu_model,pool n0,2,A100-40-SXM,main n1,2,A100-40-SXM,side >nodes.csv
listed 'sharing = mig' '[pool side]' 'gpu = T4' 'nodes = 1' 'gpus_per_node = 1'
