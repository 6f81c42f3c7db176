#!/bin/sh
# No paths of one machine, and nothing left open, in any file of the tree.
. "$(dirname "$0")/sources.sh"
found=0
look () { # TITLE PATTERN
  hits=$(find . -type f -not -path './.git/*' -not -path './build*' -not -path './slicewise-out/*' \
    -not -name LICENSE -not -path './tests/lint/words.sh' -exec grep -nIHE "$2" {} + || true)
  [ -z "$hits" ] || {
    printf '%s:\n%s\n' "$1" "$hits"
    found=1
  }
}
look 'path of one machine' '(^|[^A-Za-z0-9_.])/(work|root|home)/[A-Za-z]'
look 'left open' '\b(TODO|FIXME|XXX|HACK)\b|not implemented'
exit $found
