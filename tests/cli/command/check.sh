# A scenario with all its defaults and where each value came from.
jobs a,0,1,10 b,5,2,10
scenario 4 1 '[policy]' 'queue = easy'
try check s.ini --set pool.main.nodes=2
jobs a,0,1,10 a,5,2,10
try check s.ini
