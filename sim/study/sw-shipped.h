/* Scenarios that are built in: each set answers one question, by comparison of its scenarios. Their
 * files lie in a folder of the set's name, so "builtin:SET/FILE.ini" is a scenario like any other.
 */
#ifndef SW_SHIPPED_H
#define SW_SHIPPED_H

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  const char *name;
  const char *question;
  const char *const *scenarios; /* paths; the first is what the others are held against */
  const char *const *parts; /* paths of the files that these include and read; NULL: none told */
} SwShippedSet;

/* All sets; the last one has no name.  Lists end with NULL. */
extern const SwShippedSet sw_shipped_sets[];

/* The set that "builtin:SET" names, or NULL. */
const SwShippedSet *sw_shipped_find (const char *path);

G_END_DECLS

#endif
