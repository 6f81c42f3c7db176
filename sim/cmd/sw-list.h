/* What the lists of `slicewise list` have in common, and those that have a file of their own. */
#ifndef SW_LIST_H
#define SW_LIST_H

#include "sw-command.h"

G_BEGIN_DECLS

/* The grid to standard output. */
gboolean sw_list_print (const SwCall *call, const SwGrid *grid, GError **error);
/* SW_ERROR_USAGE with the nearest of the known names. */
gboolean sw_list_unknown (const char *what, const char *name, const GPtrArray *known,
                          GError **error);
/* Is the table for people, who get fewer columns and marks of estimates? */
gboolean sw_list_for_people (const SwCall *call);

/* The catalogue of GPU models, or all that it says of one. */
gboolean sw_list_gpus (const SwCall *call, const char *name, GError **error);
/* What can be partitioned, or the placements of one model. */
gboolean sw_list_mig (const SwCall *call, const char *name, GError **error);
/* The sets of scenarios that are built in, the files of one, or the text of a file. */
gboolean sw_list_scenarios (const SwCall *call, const char *name, GError **error);

G_END_DECLS

#endif
