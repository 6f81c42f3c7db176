#!/bin/sh
# Every C file is as clang-format with the tree's .clang-format leaves it.
. "$(dirname "$0")/sources.sh"
need clang-format
bad=$(sources '*.[ch]' | xargs clang-format --dry-run 2>&1 | sed -n 's/^\([^ :]*\):[0-9]*:.*/\1/p' | sort -u)
[ -z "$bad" ] || {
  printf 'not as clang-format leaves them (clang-format -i FILE):\n%s\n' "$bad"
  exit 1
}
