#!/bin/sh
# Every C file is as clang-format with the tree's .clang-format leaves it.
. "$(dirname "$0")/sources.sh"
need clang-format
found=0
for file in $(sources '*.[ch]'); do
  clang-format "$file" | cmp -s - "$file" || {
    echo "$file: not as clang-format leaves it (clang-format -i $file)"
    found=1
  }
done
exit $found
