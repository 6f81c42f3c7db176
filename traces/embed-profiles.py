"""Writes the profiles given as arguments as a C table: embed-profiles.py OUTPUT INPUT..."""
import os
import sys


def quoted(line):
    return '"' + ''.join(c if 32 <= ord(c) < 127 and c not in '"\\?' else
                         ''.join('\\%03o' % b for b in c.encode()) for c in line) + '"'


with open(sys.argv[1], 'w', encoding='ascii') as out:
    out.write('#include "sw-profiles-data.h"\n\n#include <stddef.h>\n\n')
    out.write('const SwProfileText sw_profiles_data[] = {\n')
    for path in sorted(sys.argv[2:], key=os.path.basename):
        with open(path, encoding='utf-8') as source:
            lines = ''.join('    %s\n' % quoted(line) for line in source)
        out.write('  { "%s",\n%s  },\n' % (os.path.basename(path)[:-len('.ini')], lines))
    out.write('  { NULL, NULL },\n};\n')
