#!/bin/sh
# Runs cases kept as files and compares what the program prints, byte by byte.
#
#   run-cases.sh PROGRAM DIR [CASE...] [--update]
#
# DIR/CASE.sh is run by sh in an empty scratch folder, behind lib.sh, with the program as `slicewise` on
# PATH, TZ=UTC, LC_ALL=C.UTF-8, TMPDIR, SOURCE naming the top of the source tree and CASES naming DIR.
# Beside it:
#   CASE.out, CASE.err  what it must print; no file: nothing.  CASE.out.glob, CASE.err.glob instead:
#                       a pattern a line, where * stands for any text; a line that is only "..."
#                       stands for any lines
#   CASE.exit           the exit status; no file: 0
#   CASE.want/          what the folder "out" in the scratch folder must hold, byte by byte
# --update writes .out, .err, .exit and .want as the program answers now (globs are left alone): look
# at the difference before committing it.  Prints TAP.
set -u

update=no
for argument in "$@"; do
  shift
  if [ "$argument" = --update ]; then
    update=yes
  else
    set -- "$@" "$argument"
  fi
done
[ $# -ge 2 ] || {
  sed -n 's/^#   //p' "$0" | head -n 1 >&2
  exit 2
}
program=$(realpath "$1")
CASES=$(realpath "$2")
SOURCE=$(realpath "$(dirname "$0")/../..")
shift 2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/bin" "$scratch/got" "$scratch/tmp"
ln -s "$program" "$scratch/bin/slicewise"
PATH=$scratch/bin:$PATH
TMPDIR=$scratch/tmp
export CASES SOURCE PATH TMPDIR TZ=UTC LC_ALL=C.UTF-8
unset LANGUAGE LANG DISPLAY

# matches PATTERNS TEXT: the lines of TEXT are those that PATTERNS tells.
matches () {
  awk '
    function same (pattern, text,   n, part, i, at) {
      n = split (pattern, part, "*")
      if (n <= 1)
        return pattern == text
      if (substr (text, 1, length (part[1])) != part[1])
        return 0
      text = substr (text, length (part[1]) + 1)
      for (i = 2; i < n; i++) {
        at = index (text, part[i])
        if (!at && part[i] != "")
          return 0
        if (at)
          text = substr (text, at + length (part[i]))
      }
      return length (text) >= length (part[n]) \
             && substr (text, length (text) - length (part[n]) + 1) == part[n]
    }
    FILENAME == ARGV[1] { want[++wants] = $0; next }
    { got[++gots] = $0 }
    END {
      g = 1
      for (w = 1; w <= wants; w++) {
        if (want[w] == "...") {
          if (w == wants)
            exit 0
          while (g <= gots && !same (want[w + 1], got[g]))
            g++
        } else if (g > gots || !same (want[w], got[g++]))
          exit 1
      }
      exit g <= gots
    }' "$1" "$2"
}

# check_text KIND: compares got/KIND with the case's file; prints the difference.
check_text () {
  if [ -f "$CASES/$case.$1.glob" ]; then
    matches "$CASES/$case.$1.glob" "$scratch/got/$1" || {
      diff -u "$CASES/$case.$1.glob" "$scratch/got/$1"
      return 1
    }
  elif [ $update = yes ]; then
    if [ -s "$scratch/got/$1" ]; then
      cp "$scratch/got/$1" "$CASES/$case.$1"
    else
      rm -f "$CASES/$case.$1"
    fi
  elif [ -f "$CASES/$case.$1" ]; then
    diff -u "$CASES/$case.$1" "$scratch/got/$1"
  elif [ -s "$scratch/got/$1" ]; then
    echo "unexpected text:"
    cat "$scratch/got/$1"
    return 1
  fi
}

check_exit () {
  want=0
  [ ! -f "$CASES/$case.exit" ] || want=$(cat "$CASES/$case.exit")
  [ "$want" != "$1" ] || return 0
  if [ $update = yes ]; then
    rm -f "$CASES/$case.exit"
    [ "$1" = 0 ] || echo "$1" >"$CASES/$case.exit"
  else
    echo "exit status $1, not $want"
    return 1
  fi
}

check_folder () {
  [ -d "$CASES/$case.want" ] || return 0
  if [ $update = yes ] && [ -d "$scratch/work/out" ]; then
    rm -rf "$CASES/$case.want"
    cp -r "$scratch/work/out" "$CASES/$case.want"
  else
    diff -ru "$CASES/$case.want" "$scratch/work/out"
  fi
}

run_case () {
  rm -rf "$scratch/work"
  mkdir "$scratch/work"
  (cd "$scratch/work" && . "$SOURCE/tests/cli/lib.sh" && . "$CASES/$case.sh") </dev/null >"$scratch/got/out" \
    2>"$scratch/got/err"
  code=$?
  good=yes
  for kind in out err; do
    check_text $kind >>"$scratch/why" || good=no
  done
  check_exit $code >>"$scratch/why" || good=no
  check_folder >>"$scratch/why" || good=no
  [ $good = yes ]
}

[ $# -gt 0 ] || set -- $(cd "$CASES" && ls -- *.sh | sed 's/\.sh$//')
echo "1..$#"
number=0
failed=0
for case in "$@"; do
  number=$((number + 1))
  : >"$scratch/why"
  if run_case; then
    echo "ok $number - $case"
  else
    echo "not ok $number - $case"
    sed 's/^/# /' "$scratch/why"
    printf '%s:\n' "$case" >&2
    cat "$scratch/why" >&2
    failed=1
  fi
done
exit $failed
