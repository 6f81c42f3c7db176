#!/bin/sh
# The example plug-in builds outside the tree with the command that its README gives, and conforms.
#   example-outside.sh SOURCE_ROOT BUILD_ROOT CONFORMANCE_PROGRAM
set -eu
example=$1/policies/example
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
command -v pkg-config >/dev/null || {
  echo "skipped: pkg-config is not installed"
  exit 77
}
command=$(sed -n 's/^    \(cc .*\)/\1/p' "$example/README.md")
[ "$(printf '%s\n' "$command" | wc -l)" -eq 1 ] || {
  echo "the README gives not one command but: $command"
  exit 1
}
# An installation in small: the header and the pkg-config file that `meson install` would copy.
mkdir -p "$scratch/include/slicewise" "$scratch/plugin"
cp "$1/sim/public/slicewise/policy.h" "$scratch/include/slicewise"
sed "s|^prefix=.*|prefix=$scratch|" "$2/meson-private/slicewise.pc" >"$scratch/slicewise.pc"
PKG_CONFIG_PATH=$scratch${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}
export PKG_CONFIG_PATH
program=$(realpath "$3")
cp "$example/ageing.c" "$scratch/plugin"
cd "$scratch/plugin"
sh -euc "$command -Werror"
"$program" --greedy ./ageing.so
