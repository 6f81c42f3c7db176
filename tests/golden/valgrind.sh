#!/bin/sh
# The demo and its report under valgrind: no invalid access, nothing definitely lost.
set -eu
program=$(realpath "$1")
command -v valgrind >/dev/null || {
  echo 'skipped: valgrind is not installed'
  exit 77
}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
check () {
  G_SLICE=always-malloc valgrind -q --error-exitcode=9 --leak-check=full \
    --show-leak-kinds=definite --errors-for-leak-kinds=definite "$program" "$@" >/dev/null
}
check run --check --out out
check compare --policies 'fifo/pack, sjf by=limit/spread, conservative/worst-fit' --jobs 2
if command -v gnuplot >/dev/null; then
  check report out
fi
