# The page of a run as table, CSV, JSON and Markdown, and goals: status 1 with the results still there.
jobs big,0,4,100 small,10,1,30 late,20,2,50
scenario 4 1 '[scenario]' 'name = formats' '[slo]' 'wait = 60s'
try run s.ini
try run s.ini --format csv
slicewise run s.ini --format json | jq -r 'keys_unsorted[]'
try run s.ini --format markdown
try run s.ini --quiet --format csv --out out --fail-if 'wait_max > 1min' --fail-if 'utilisation < 10%' |
  sed -n '/^[$!=]/p'
