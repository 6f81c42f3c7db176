/* Files that the program carries inside, by names such as "builtin:demo.ini".  They stand wherever
 * a path may: as scenarios, what these include, traces, settings.  A name says where it is from any
 * folder, so a file names others of its kind by their whole names. */
#ifndef SW_RESOURCE_H
#define SW_RESOURCE_H

#include "sw-error.h"

G_BEGIN_DECLS

#define SW_BUILTIN "builtin:"

gboolean sw_is_builtin (const char *path);
/* What a built-in file holds, transfer full; NULL with SW_ERROR_INPUT if there is none of this
 * name.
 */
GBytes *sw_builtin_read (const char *path, GError **error);

G_END_DECLS

#endif
