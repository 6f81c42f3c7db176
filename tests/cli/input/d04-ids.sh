# D-04: ids are text, however much they look like numbers.
scenario 6 1
jobs 73928e05,0,1,10 7392800000,0,1,10 99121406335064213,0,1,10 99121406335064214,0,1,10 007,0,1,10 \
  7,0,1,10
replay
course out
