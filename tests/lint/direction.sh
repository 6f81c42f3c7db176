#!/bin/sh
# Rooms include only what lies below them, file names are unique, and our headers are included by
# plain name: the textual half of the include rule (compile.sh is the other half).
. "$(dirname "$0")/sources.sh"

# Room, and the rooms it may include from.
rooms='sim/public sim/public
sim/base sim/base
sim/table sim/table sim/base
sim/model sim/model sim/table sim/base sim/public
sim/engine sim/engine sim/model sim/table sim/base sim/public
sim/account sim/account sim/model sim/table sim/base sim/public
traces traces sim/table sim/base
policies policies sim/public
plots plots sim/base
sim/study sim/study sim/engine sim/account sim/model sim/table sim/base traces policies plots sim/public
sim/cmd sim/cmd sim/study sim/engine sim/account sim/model sim/table sim/base traces policies plots sim/public'

sources '*.[ch]' | xargs awk -v rooms="$rooms" '
  function room_of (file,   part) {
    split (file, part, "/")
    return part[1] == "sim" ? part[1] "/" part[2] : part[1]
  }
  function finding (text) {
    print text
    bad = 1
  }
  BEGIN {
    n = split (rooms, line, "\n")
    for (i = 1; i <= n; i++) {
      m = split (line[i], word, " ")
      known[word[1]] = 1
      for (k = 2; k <= m; k++)
        allowed[word[1], word[k]] = 1
    }
    for (i = 1; i < ARGC; i++) {
      name = ARGV[i]
      sub (/.*\//, "", name)
      if (name in home)
        finding(ARGV[i] ": " home[name] " has the same name")
      home[name] = ARGV[i]
    }
  }
  FILENAME ~ /^tests\// { nextfile }
  FNR == 1 {
    room = room_of(FILENAME)
    if (!(room in known))
      finding(FILENAME ": in no room")
  }
  /^[ \t]*#[ \t]*include[ \t]*</ {
    if ($0 ~ /<slicewise\// && !((room, "sim/public") in allowed))
      finding(FILENAME ":" FNR ": " room " must not know <slicewise/policy.h>")
  }
  /^[ \t]*#[ \t]*include[ \t]*"/ {
    name = $0
    sub (/^[^"]*"/, "", name)
    sub (/".*/, "", name)
    if (name ~ /\//)
      finding(FILENAME ":" FNR ": \"" name "\": our headers are included by plain name")
    else if (!(name in home))
      finding(FILENAME ":" FNR ": \"" name "\" is not a header of ours: use <>")
    else if (!((room, room_of(home[name])) in allowed))
      finding(FILENAME ":" FNR ": " room " must not know " home[name])
  }
  END { exit bad }'
