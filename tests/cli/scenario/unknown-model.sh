# A GPU model that is not in the catalogue is told, as it may be a misspelling.
jobs a,0,1,10
scenario 1 1
sed -i 's/A100-80-SXM/A100-80-SXN/' s.ini
slicewise run s.ini --format csv >/dev/null
