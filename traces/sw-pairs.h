/* Private to the readers of measured pairs: one import under way, and what they share. */
#ifndef SW_PAIRS_H
#define SW_PAIRS_H

#include "sw-import-pairs.h"
#include "sw-source.h"

G_BEGIN_DECLS

typedef struct
{
  SwSource *source;
  SwPairTable *table;
  SwImportReport *report;
  guint64 kept;
} SwPairs;

/* One measured pair. */
typedef struct
{
  const char *model, *a, *b;
  double rate_a, rate_b; /* shares of the speed alone, 0 or more */
} SwPairRow;

/* Adds the pair and counts what became of it.  NULL, or what is wrong with it (transfer full). */
char *sw_pairs_take (SwPairs *pairs, const SwPairRow *row);

gboolean sw_pairs_read_json (SwPairs *pairs, GError **error);

G_END_DECLS

#endif
