# Built-in scenarios: their lists, sets and single ones, copies that run from anywhere, and results that
# can be explained later.
try list scenarios
try list scenarios pairs
try list scenarios layouts/upsize.ini
slicewise list scenarios builtin:layouts/upsize.ini | cmp - "$SOURCE/sim/data/layouts/upsize.ini"
try list scenarios layout
try run builtin:mix
try check builtin:mix
try run builtin:mix/none.ini
slicewise list scenarios mix/mig.ini >mine.ini
try compare mine.ini builtin:mix/mig.ini --policies fifo/first-fit --format csv | sed -n '1p; /^completed/p'
mkdir here
printf 'include = builtin:pairs/limited.ini\n[pool gpus]\nnodes = 5\n' >here/mine.ini
try run here/mine.ini --out out --quiet | sed -n '/^=/p'
grep -A2 '"builtin:' out/manifest.json | cut -c1-60
slicewise explain out job0000007 >story && echo explained
echo '[contention]' >>here/mine.ini
echo 'pairs = builtin:pairs/none.csv' >>here/mine.ini
try run here/mine.ini --quiet
# Every one is sound, and proves that nothing is lost or held twice.
for set in mix overruns layouts pairs; do
  try compare builtin:$set --check --quiet --format csv | sed -n '1p; /^jobs,/p; /^unfinished,/p; /^=/p' | cut -d, -f1-5
done
