/* Names as people may see them: valid UTF-8 in which control characters show. */
#ifndef SW_VISIBLE_H
#define SW_VISIBLE_H

#include <glib.h>

G_BEGIN_DECLS

/* Control characters, line ends and marks that turn the direction of writing become "\n", "\t" or
   "\u202e"; bytes that are not UTF-8 become U+FFFD.  What is longer than so many characters is cut
   in the middle, with U+2026 there: the ends of names tell more than what stands between.  Transfer
   full. */
char *sw_visible_cut (const char *text, guint characters);
/* The same, uncut, as content or attribute value of an HTML element. */
void sw_visible_html (GString *out, const char *text);

G_END_DECLS

#endif
