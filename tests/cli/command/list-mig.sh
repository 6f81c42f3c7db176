# What can be partitioned, and the placements of each profile.
try list mig
try list mig A100-40-SXM
try list mig H100-96
try list mig B200
try list mig RTXPRO6000-96-Server
try list mig MI300X
try list mig A30 --format csv
try list mig A30 --format json | sed -n '1,20p'
try list mig A30 --format markdown
try list mig T4
try list mig A100-40-SMX
