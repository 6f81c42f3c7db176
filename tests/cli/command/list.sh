# What the program knows.  GPUs, keys and figures are many: a few lines of each.
try list policies
try list policies easy
try list profiles
try list gpus | grep -E '^(A100-80-SXM|T4|G2) '
try list keys policy
try list keys catalogue | grep -E '^(group|gpu \* +speed|mig \* +starts) '
try list figures | grep -E '^(utilisation|wait_p95|slo_miss_share) '
