# Results replace earlier results and nothing else.
jobs a,0,1,10
scenario 1 1
mkdir mine
echo precious >mine/file
try run s.ini --quiet --out mine
cat mine/file
replay
slicewise run s.ini --quiet --out out --seed 2 >page && grep -c '"seed": 2' out/manifest.json
try run s.ini --quiet --out no/such/folder
try run s.ini --quiet --out s.ini
