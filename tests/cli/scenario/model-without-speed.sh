# A GPU model without known speed needs one in the scenario when speeds matter.
jobs a,0,1,10
scenario 1 1 '[workload]'
sed -i '$d; s/A100-80-SXM/G2/' s.ini
replay
course out
replay --set workload.ref_gpu=A100-80-SXM
printf '[gpu G2]\nspeed = 0.5\n' >>s.ini
replay --set workload.ref_gpu=A100-80-SXM
course out
