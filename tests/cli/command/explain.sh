# Why a job waited: what stood in its way, and when.
jobs a,0,3,100 b,1,4,50 c,2,1,10
scenario 4 1
replay
try explain out b
try explain out c
try explain out nobody
try explain nowhere b
jobs a,0,3,100 b,1,4,50 c,2,1,11
try explain out b
