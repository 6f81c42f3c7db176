#!/bin/sh
# No file over 800 lines, no function over 80.  In this style a function's body lies between a line
# that is "{" and the next line that is "}"; its head counts with it.
. "$(dirname "$0")/sources.sh"
sources '*.[ch]' | xargs awk '
  FNR == 1 { if (file != "" && lines > 800) { print file ": " lines " lines"; bad = 1 }
             file = FILENAME; body = 0; head = 0 }
  { lines = FNR }
  /^{$/ { body = FNR; top = head ? head : FNR }
  /^}/ {
    if ($0 == "}" && body && FNR - top + 1 > 80) {
      print FILENAME ":" top ": function of " FNR - top + 1 " lines"
      bad = 1
    }
    body = 0
    head = 0
    next
  }
  !body { head = (/^[A-Za-z_]/ && !/;$/) ? (head ? head : FNR) : (/^ / && head ? head : 0) }
  END { if (lines > 800) { print file ": " lines " lines"; bad = 1 } exit bad }'
