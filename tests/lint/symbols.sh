#!/bin/sh
# Over the objects of the program: no function or table is visible outside its file without being
# used by another file of the program (the public interface and what allow.txt gives reasons for are
# left out), and no variable is writable (constant tables and what allow.txt lists excepted).
. "$(dirname "$0")/sources.sh"
need objdump
allow="$(pwd)/tests/lint/allow.txt"
cd "$build"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

find sim traces policies plots -name '*.o' -path '*.p/*' | LC_ALL=C sort >"$scratch/objects"
[ -s "$scratch/objects" ] || {
  echo "no objects below $build"
  exit 1
}

# file, section, name of each symbol.  Columns of objdump -t: address, 7 flags, section, size, name.
while read -r object; do
  objdump -t "$object" | awk -v object="$object" '
    NF >= 4 && /^[0-9a-f]+ / {
      flags = substr ($0, 18, 7)
      gsub (" ", "-", flags) # a blank would be no column of its own
      rest = substr ($0, 26)
      split (rest, part, /[ \t]+/)
      name = part[3]
      if (name == ".hidden") name = part[4]
      print object, part[1], substr (flags, 1, 1), substr (flags, 7, 1), name
    }'
done <"$scratch/objects" >"$scratch/symbols"

sed -n 's/^\([^# ][^ ]*\).*/\1/p' "$allow" | LC_ALL=C sort -u >"$scratch/allowed"
awk '$2 == "*UND*" { used[$5] = 1; next }
     $3 == "g" && $2 != "*UND*" { home[$5] = $1 }
     END { for (name in home) if (!(name in used)) print name, home[name] }' "$scratch/symbols" |
  LC_ALL=C sort >"$scratch/alone"
LC_ALL=C join -v 1 "$scratch/alone" "$scratch/allowed" | grep -v '^main ' >"$scratch/unused" || true
# As objdump names sections: relocated constants lie in .data.rel.ro.
awk '$2 ~ /^\.(data|bss|tdata|tbss)/ && $2 !~ /^\.data\.rel\.ro/ && $2 != "*COM*" && $4 != "F" \
       && $5 !~ /^\./ { print $5, $1 }
     $2 == "*COM*" { print $5, $1 }' "$scratch/symbols" | LC_ALL=C sort >"$scratch/variables"
LC_ALL=C join -v 1 "$scratch/variables" "$scratch/allowed" >"$scratch/writable"

found=0
report () { # TITLE FILE
  [ ! -s "$2" ] || {
    printf '%s:\n' "$1"
    sed 's/^/  /' "$2"
    found=1
  }
}
report 'visible but not used by another file of the program' "$scratch/unused"
report 'writable variables' "$scratch/writable"
exit $found
