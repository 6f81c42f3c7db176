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
cp "$example/ageing.c" "$scratch"
cd "$scratch"
PKG_CONFIG_PATH=$2/meson-uninstalled${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}
export PKG_CONFIG_PATH
sh -euc "$command -Werror"
"$3" --greedy "$scratch/ageing.so"
