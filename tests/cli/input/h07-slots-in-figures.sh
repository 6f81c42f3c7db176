# H-07, K-02: slots of a GPU add up to one GPU, never to more, however many are held.
shares a,0,1,3600,share,25,4000, b,0,1,3600,share,25,4000, c,0,1,3600,share,25,4000,
sharing 1 16384 'sharing = timeslice' 'contention = none'
figures () {
  slicewise run s.ini --quiet --format csv "$@" | grep -E '^(gpu_capacity_hours|gpu_allocated_hours|utilisation|busy_share|compute_used),'
}
figures

# Two jobs with half of a GPU each, [0, 80) and [40, 100), and one on another GPU that the end cuts.
shares x,0,1,80,share,50,, y,40,1,60,share,50,, z,90,1,60,whole,,,
sharing 1 16384 'sharing = shared' 'contention = none' '[pool other]' 'gpu = T4' 'gpus_per_node = 1' 'nodes = 1' \
  '[scenario]' 'until = 100s'
sed -i '1,2d' s.ini
sed -i 's/^until/catalogue = small.ini\n&/' s.ini
figures
rm -rf out
slicewise run s.ini --quiet --out out >page
grep -A4 '"pools"' out/summary.json | grep -c main
sed -n '/"pools"/,/\]/p' out/summary.json | grep -E 'name|allocated|utilisation'
cut -d, -f1,2,3,4,7,8,9,10,11 out/timeline.csv
