# Shared by the lint scripts: they run at the top of the source tree, as SCRIPT SOURCE_ROOT
# [BUILD_ROOT].  Exit status as meson takes it: 0 clean, 77 skipped, anything else a finding.
set -eu
build=${2:-}
cd "$1"

sources () { # NAME_PATTERN...: files of ours, sorted
  for pattern in "$@"; do
    find sim traces policies plots tests -name "$pattern" -type f
  done | LC_ALL=C sort
}

need () { # PROGRAM
  command -v "$1" >/dev/null || {
    echo "skipped: $1 is not installed"
    exit 77
  }
}

# The compiler call that builds a file of the folder $1, without input, output and -M options.
room_flags () {
  jq -r --arg room "$1/" --arg build "$build" '
    [.[] | select(.file | ltrimstr("../") | (startswith($room) and (ltrimstr($room) | contains("/") | not)))]
    | .[0].command // empty
    | gsub("(^| )-o [^ ]+"; "") | gsub(" -M[QF] [^ ]+"; "") | gsub(" -MD"; "") | gsub(" -c [^ ]+"; "")
  ' "$build/compile_commands.json"
}
