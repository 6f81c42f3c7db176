/* The built-in catalogue of GPU models: names, aliases and relative speeds, as the data room lists
 * them.  Models may be asked for by any of their names. */
#ifndef SW_CATALOGUE_H
#define SW_CATALOGUE_H

#include "sw-keyfile.h"

G_BEGIN_DECLS

typedef struct SwCatalogue SwCatalogue;

/* NULL with error if the built-in file does not read: a fault of the build. */
SwCatalogue *sw_catalogue_new (GError **error);
void sw_catalogue_free (SwCatalogue *catalogue);

guint sw_catalogue_count (const SwCatalogue *catalogue);
const char *sw_catalogue_name (const SwCatalogue *catalogue, guint i);
/* Text of a key of the i-th model as the file has it, NULL if it has none. */
const char *sw_catalogue_text (const SwCatalogue *catalogue, guint i, const char *key);
/* Relative speed of a model; 0 if it is not in the catalogue or has no known speed. */
double sw_catalogue_speed (const SwCatalogue *catalogue, const char *model);
gboolean sw_catalogue_has (const SwCatalogue *catalogue, const char *model);
/* The nearest known name, or NULL. */
const char *sw_catalogue_nearest (const SwCatalogue *catalogue, const char *model);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SwCatalogue, sw_catalogue_free)

G_END_DECLS

#endif
