/* An arena: texts and small blocks that live until all of them are freed together.  Addresses stay
 * valid while it grows. */
#ifndef SW_ARENA_H
#define SW_ARENA_H

#include <glib.h>

G_BEGIN_DECLS

typedef struct SwArena SwArena;

SwArena *sw_arena_new (void);
void sw_arena_free (SwArena *arena);
/* A copy of length bytes and a NUL behind them. */
const char *sw_arena_text (SwArena *arena, const char *text, gsize length);
/* Memory that the arena holds, bytes. */
gsize sw_arena_bytes (const SwArena *arena);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SwArena, sw_arena_free)

G_END_DECLS

#endif
