# A catalogue of one's own with faults: all of them are told, with their places.
cat >bad.ini <<'END'
[gpu Mine]
aliases = T4
sped = 2
memory_gb = 90GB
mig = A100

[mig odd]
card_units = 17
card_slices = 4

[gpus Other]
speed = 1
END
try list gpus --catalogue bad.ini
cat >bad.ini <<'END'
[gpu Mine]
aliases = T4
mig = A100-4O

[mig odd]
card_units = 8
card_slices = 7
card_sms = 98
profiles = 1g.5gb 2g.10gb 3g.20gb
slices = 1 2
units = 1 2 4
starts = 0-6 0;2;4;7 0;4
max = 7 3 2
sms = 14 28 420
usable_mib = 4864 9856 many
END
try list mig odd --catalogue bad.ini
sed -i 's/^slices = .*/& 3/; s/420/42/; s/many/19968/' bad.ini
try list mig odd --catalogue bad.ini
sed -i 's/;7//; s/A100-4O/odd/; /aliases/d' bad.ini
try list mig odd --catalogue bad.ini
try list mig Mine --catalogue bad.ini --catalogue none.ini
