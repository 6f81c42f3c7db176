# A trace of which no row is left is an error, not an empty result.
scenario 1 1
jobs a,0,1,nan b,0,1,-1
replay
