/* The ways to partition cards, read from the groups [mig NAME] of a catalogue: what the cluster
 * needs, and what people want to know beside. */
#ifndef SW_CATALOGUE_MIG_H
#define SW_CATALOGUE_MIG_H

#include "sw-keyfile.h"
#include "sw-mig.h"

G_BEGIN_DECLS

/* Engines of an instance beside its slices, -1: not known. */
typedef enum
{
  SW_ENGINE_DECODERS,
  SW_ENGINE_ENCODERS,
  SW_ENGINE_JPEGS,
  SW_ENGINE_OFAS,
  SW_ENGINE_COPIES,
  SW_N_ENGINES,
} SwEngineKind;
/* Keys of the rows, in this order. */
extern const char *const sw_engine_keys[SW_N_ENGINES];

/* Words of the catalogue that say where numbers come from. */
typedef struct
{
  const char *sms, *memory, *places;
  gint32 id; /* for the driver, -1: not known */
  gint32 engines[SW_N_ENGINES];
} SwMigDetail;

typedef struct
{
  SwMigGeometry geometry;
  const SwMigDetail *details; /* of its profiles */
  const char *source, *note;  /* NULL: none; owned by the key file */
} SwMigTable;

/* The table of a group of a file that the schema has passed; NULL with faults added.  It must not
   outlive the file. */
SwMigTable *sw_mig_table_read (const SwKeyFile *keys, const char *group, SwFaults *faults);
void sw_mig_table_free (gpointer table);
/* Does the word stand for a number that nobody has seen on such a card? */
gboolean sw_mig_is_estimate (const char *status);

G_END_DECLS

#endif
