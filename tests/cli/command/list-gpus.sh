# The catalogue of GPU models, of which a few lines; all of one model; models of one's own.
pick () {
  grep -E '^ +(GB|TFLOP)|^(GPU model|A100-40-SXM|T4|H20-96|MI300X|G2|Mine) |^~'
}
try list gpus | pick
try list gpus MI350X
try list gpus --format csv | cut -d, -f1-9,20 | sed -n '1,4p;$p'
try list gpus A100 --format json
try list gpus T5

cat >mine.ini <<'END'
[gpu Mine]
aliases = our-card
speed = 2.5
memory_gb = 90
usable_mib = 90000
bandwidth_gbs = 3000
mig = H100-94-NVL
estimated = bandwidth_gbs
source = vendor's letter

[gpu T4]
usable_mib = 15000
END
try list gpus --catalogue mine.ini | pick
try list gpus our-card --catalogue mine.ini
try list mig our-card --catalogue mine.ini | sed -n '1,6p'
