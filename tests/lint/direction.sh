#!/bin/sh
# Rooms include only what lies below them, file names are unique, and private headers are included
# by plain name: the textual half of the include rule (compile.sh is the other half).
. "$(dirname "$0")/sources.sh"

allowed () { # ROOM: rooms it may include from, itself first
  case $1 in
    sim/base) echo sim/base ;;
    sim/table) echo sim/table sim/base ;;
    sim/model) echo sim/model sim/table sim/base sim/public ;;
    sim/engine) echo sim/engine sim/model sim/table sim/base sim/public ;;
    sim/account) echo sim/account sim/model sim/table sim/base sim/public ;;
    traces) echo traces sim/table sim/base ;;
    policies) echo policies sim/public ;;
    plots) echo plots sim/base ;;
    sim/public) echo sim/public ;;
    sim/study) echo sim/study sim/engine sim/account sim/model sim/table sim/base traces policies plots sim/public ;;
    sim/cmd) echo sim/cmd sim/study sim/engine sim/account sim/model sim/table sim/base traces policies plots sim/public ;;
    *) echo none ;;
  esac
}

room_of () { # FILE
  case $1 in
    sim/*/*) echo "$1" | cut -d/ -f1,2 ;;
    *) echo "${1%%/*}" ;;
  esac
}

found=0
finding () {
  echo "$*"
  found=1
}

code=$(sources '*.[ch]' | grep -v '^tests/')
doubles=$(sources '*.[ch]' | sed 's|.*/||' | LC_ALL=C sort | uniq -d)
[ -z "$doubles" ] || finding "file names used twice: $doubles"

headers=$(printf '%s\n' "$code" | grep '\.h$')
for file in $code; do
  room=$(room_of "$file")
  for name in $(sed -n 's/^ *# *include *"\([^"]*\)".*/\1/p' "$file"); do
    case $name in
      */*) finding "$file: \"$name\": our headers are included by plain name" ;;
    esac
    target=$(printf '%s\n' "$headers" | grep "/$name\$" || true)
    [ -n "$target" ] || {
      finding "$file: \"$name\" is not a header of ours: use <>"
      continue
    }
    case " $(allowed "$room") " in
      *" $(room_of "$target") "*) ;;
      *) finding "$file: $room must not know $target" ;;
    esac
  done
  if grep -q '^ *# *include *<slicewise/' "$file"; then
    case " $(allowed "$room") " in
      *" sim/public "*) ;;
      *) finding "$file: $room must not know <slicewise/policy.h>" ;;
    esac
  fi
done
exit $found
