# A report needs gnuplot for its pictures only: without it the page is there and the status is 5.
jobs a,0,3,100 b,1,4,50
scenario 4 1
replay
printf '#!/bin/sh\necho no terminal here\nexit 1\n' >broken
chmod +x broken
try report out --gnuplot ./broken
ls out/report
grep -c 'Not drawn' out/report/report.html
try report out --gnuplot ./absent --out elsewhere
try report nowhere
try report .
