# C-03: a part of a GPU without a word about memory may use all of it; two devices are two GPUs.
shares p1,0,1,100,share,,, p2,10,1,100,share,,2000, p3,10,2,100,share,,2000,
sharing 1 16384 'sharing = shared' 'contention = none'
replay
course out
