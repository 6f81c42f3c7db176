/* Where a value stands in JSON text: the parser tells places only of text that is not JSON. */
#ifndef SW_JSON_PLACE_H
#define SW_JSON_PLACE_H

#include <glib.h>

G_BEGIN_DECLS

/* Of valid JSON: line and column (characters, both from 1) of member path[depth - 1] of ... of
   member path[0] of the outermost value, members counted from 0 in the order of the text; a member
   of an object begins with its key.  Depth 0: of the outermost value. */
void sw_json_place (const char *text, gsize length, const guint *path, guint depth, guint *line,
                    guint *column);

G_END_DECLS

#endif
