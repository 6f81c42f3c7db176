# H-02, H-03, H-10: promises of memory are added up exactly; tenants are counted beside.
rows=
for i in 01 02 03 04 05 06 07 08 09 10 11 12 13; do rows="$rows j$i,0,1,100,share,1,1900,"; done
shares $rows
sharing 1 24564 'sharing = shared' 'contention = none'
replay
course out
replay --set pool.main.admission=compute
course out | tail -n 1

shares a,0,1,100,share,10,6000, b,10,1,100,share,10,5000, c,20,1,100,share,10,500,
sharing 1 11264 'sharing = shared' 'contention = none'
replay
course out

shares a,0,1,100,share,10,1024, b,0,1,100,share,10,1024, c,0,1,100,share,10,1024, d,0,1,100,share,10,1024,
sharing 1 24576 'sharing = shared' 'contention = none' 'max_tenants = 3'
replay
course out
