/* The catalogue of GPU models: names, aliases, speeds, memory, and how cards can be partitioned.
 * What is built in (gpus.ini and mig.ini of the data room) can be changed and extended by files of
 * the same form: a new model is one group [gpu NAME], a new way to partition one [mig NAME]. Models
 * may be asked for by any of their names. */
#ifndef SW_CATALOGUE_H
#define SW_CATALOGUE_H

#include "sw-catalogue-mig.h"

G_BEGIN_DECLS

typedef struct SwCatalogue SwCatalogue;

/* NULL with error if the built-in files do not read: a fault of the build. */
SwCatalogue *sw_catalogue_new (GError **error);
void sw_catalogue_free (SwCatalogue *catalogue);
/* Lays a file over what is there: its keys win, an empty value takes one away.  FALSE with faults,
   each with file, line and column; then the catalogue is good for nothing but its end.  What was
   asked of it before is not valid afterwards. */
gboolean sw_catalogue_add_file (SwCatalogue *catalogue, const char *path, SwFaults *faults);

/* Paths of all files that were read, the built-in ones ("builtin:NAME") first. */
const GPtrArray *sw_catalogue_files (const SwCatalogue *catalogue);
guint sw_catalogue_count (const SwCatalogue *catalogue);
const char *sw_catalogue_name (const SwCatalogue *catalogue, guint i);
/* Text of a key of the i-th model as the file has it, NULL if it has none. */
const char *sw_catalogue_text (const SwCatalogue *catalogue, guint i, const char *key);
/* Is the value of this key of the i-th model an estimate, by the file that gives the value? */
gboolean sw_catalogue_is_estimate (const SwCatalogue *catalogue, guint i, const char *key);
/* Number of a model by any of its names; -1: not in the catalogue. */
gint sw_catalogue_find (const SwCatalogue *catalogue, const char *model);
/* Relative speed of a model; 0 if it is not in the catalogue or has no known speed. */
double sw_catalogue_speed (const SwCatalogue *catalogue, const char *model);
gboolean sw_catalogue_has (const SwCatalogue *catalogue, const char *model);
/* The nearest known name, or NULL. */
const char *sw_catalogue_nearest (const SwCatalogue *catalogue, const char *model);

/* Memory of a card of the model that a process sees, MiB; -1: not known. */
gint64 sw_catalogue_usable_mib (const SwCatalogue *catalogue, const char *model);
/* Memory bandwidth, 10^9 bytes/s, and dense FP16 rate, 10^12 FLOP/s; 0: not known. */
double sw_catalogue_bandwidth_gbs (const SwCatalogue *catalogue, const char *model);
double sw_catalogue_fp16_tflops (const SwCatalogue *catalogue, const char *model);
/* How cards of the model can be partitioned; NULL: they cannot. */
const SwMigGeometry *sw_catalogue_mig (const SwCatalogue *catalogue, const char *model);

/* All ways to partition cards, in order of the files. */
guint sw_catalogue_n_tables (const SwCatalogue *catalogue);
const SwMigTable *sw_catalogue_table (const SwCatalogue *catalogue, guint i);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SwCatalogue, sw_catalogue_free)

G_END_DECLS

#endif
