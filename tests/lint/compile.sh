#!/bin/sh
# With the flags of its own room, each header compiles alone, and a file that includes a header from
# a room above does not: the build itself keeps the include rule.
. "$(dirname "$0")/sources.sh"
need jq
[ -f "$build/compile_commands.json" ] || {
  echo "skipped: no compile_commands.json in the build folder"
  exit 77
}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
found=0

# compiler ARGUMENT...: with the room's flags, which are quoted for a shell.
compiler () {
  (cd "$build" && eval "$flags \"\$@\"")
}

# probe HEADER...: asks the preprocessor for headers that the room must not find, and really includes
# the first of them.
probe () {
  for header in "$@"; do
    printf '#if __has_include ("%s") || __has_include (<%s>)\n#error %s can include %s\n#endif\n' \
      "$header" "$header" "$room" "$header"
  done >"$scratch/probe.c"
  compiler -E -o "$scratch/probe.i" "$scratch/probe.c" || found=1
  printf '#include "%s"\n' "$1" >"$scratch/wrong.c"
  if compiler -c -o "$scratch/wrong.o" "$scratch/wrong.c" 2>"$scratch/log"; then
    echo "$room compiles with $1"
    found=1
  elif ! grep -q "$1: No such file" "$scratch/log"; then
    echo "$room with $1 fails for another reason:"
    cat "$scratch/log"
    found=1
  fi
}

for room in sim/base sim/table sim/model sim/engine sim/account traces policies plots sim/study; do
  flags=$(room_flags "$room")
  [ -n "$flags" ] || {
    echo "$room: no compile command"
    found=1
    continue
  }
  for header in "$room"/*.h; do
    printf '#include "%s"\n#include "%s"\n' "${header##*/}" "${header##*/}" >"$scratch/alone.c"
    compiler -fsyntax-only "$scratch/alone.c" || {
      echo "$header does not compile alone"
      found=1
    }
  done
  case $room in
    sim/base) above='sw-job-table.h sw-cluster.h sw-engine.h sw-account.h sw-import.h builtin.h sw-report.h sw-scenario.h slicewise/policy.h' ;;
    sim/table) above='sw-cluster.h sw-engine.h sw-account.h sw-import.h builtin.h sw-report.h sw-scenario.h slicewise/policy.h' ;;
    sim/model) above='sw-engine.h sw-account.h sw-import.h builtin.h sw-report.h sw-scenario.h' ;;
    sim/engine) above='sw-account.h sw-import.h builtin.h sw-report.h sw-scenario.h' ;;
    sim/account) above='sw-engine.h sw-import.h builtin.h sw-report.h sw-scenario.h' ;;
    traces) above='sw-cluster.h sw-engine.h sw-account.h builtin.h sw-report.h sw-scenario.h slicewise/policy.h' ;;
    policies) above='sw-time.h sw-job-table.h sw-cluster.h sw-engine.h sw-account.h sw-import.h sw-report.h sw-scenario.h' ;;
    plots) above='sw-job-table.h sw-cluster.h sw-engine.h sw-account.h sw-import.h builtin.h sw-scenario.h slicewise/policy.h' ;;
    sim/study) above='sw-main.h' ;;
  esac
  probe $above
done
exit $found
