/* Pairs in order of addition, found through an open-addressing index over (model, lower number,
 * higher number). */
#include "sw-pair-table.h"

#include "sw-hash.h"

typedef struct
{
  guint32 model, a, b; /* string numbers, a <= b */
} Key;

typedef struct
{
  Key key;
  double rate[2]; /* of a, of b */
} Pair;

struct SwPairTable
{
  SwStrings *strings;
  GArray *pairs;  /* Pair */
  guint32 *index; /* number of a pair + 1, 0: empty */
  guint32 mask;   /* size of the index - 1; at least half of it is empty */
};

SwPairTable *
sw_pair_table_new (void)
{
  SwPairTable *table = g_new0 (SwPairTable, 1);
  table->strings = sw_strings_new ();
  table->pairs = g_array_new (FALSE, FALSE, sizeof (Pair));
  table->mask = 63;
  table->index = g_new0 (guint32, table->mask + 1);
  return table;
}

void
sw_pair_table_free (SwPairTable *table)
{
  if (table == NULL)
    return;
  sw_strings_free (table->strings);
  g_array_unref (table->pairs);
  g_free (table->index);
  g_free (table);
}

static Key
key_of (guint32 model, guint32 a, guint32 b)
{
  return (Key){ model, MIN (a, b), MAX (a, b) };
}

/* The place in the index where the pair is or would be. */
static guint32 *
slot_of (const SwPairTable *table, const Key *key)
{
  guint32 at = (guint32)sw_hash_bytes (key, sizeof *key) & table->mask;
  for (; table->index[at] != 0; at = (at + 1) & table->mask)
    if (memcmp (&g_array_index (table->pairs, Pair, table->index[at] - 1).key, key, sizeof *key)
        == 0)
      break;
  return &table->index[at];
}

static void
grow_index (SwPairTable *table)
{
  table->mask = 2 * table->mask + 1;
  g_free (table->index);
  table->index = g_new0 (guint32, table->mask + 1);
  for (guint32 i = 0; i < table->pairs->len; i++)
    *slot_of (table, &g_array_index (table->pairs, Pair, i).key) = i + 1;
}

SwPairAdded
sw_pair_table_add (SwPairTable *table, const char *model, const char *a, const char *b,
                   double rate_a, double rate_b)
{
  g_assert (*model != '\0' && *a != '\0' && *b != '\0');
  g_assert (rate_a >= 0 && rate_a <= SW_PAIR_MAX_RATE && rate_b >= 0 && rate_b <= SW_PAIR_MAX_RATE
            && (rate_a > 0) == (rate_b > 0));
  const guint32 m = sw_strings_add (table->strings, model, -1);
  const guint32 i = sw_strings_add (table->strings, a, -1);
  const guint32 k = sw_strings_add (table->strings, b, -1);
  Pair pair = { key_of (m, i, k), { rate_a, rate_b } };
  if (i == k)
    pair.rate[0] = pair.rate[1] = (rate_a + rate_b) / 2;
  else if (i > k)
    {
      pair.rate[0] = rate_b;
      pair.rate[1] = rate_a;
    }
  guint32 *slot = slot_of (table, &pair.key);
  if (*slot != 0)
    {
      const Pair *old = &g_array_index (table->pairs, Pair, *slot - 1);
      return old->rate[0] == pair.rate[0] && old->rate[1] == pair.rate[1] ? SW_PAIR_AGAIN
                                                                          : SW_PAIR_CONFLICT;
    }
  g_array_append_val (table->pairs, pair);
  *slot = table->pairs->len;
  if (2 * table->pairs->len > table->mask)
    grow_index (table);
  return SW_PAIR_ADDED;
}

guint32
sw_pair_table_count (const SwPairTable *table)
{
  return table->pairs->len;
}

guint32
sw_pair_table_name (const SwPairTable *table, const char *name)
{
  return name != NULL && *name != '\0' ? sw_strings_find (table->strings, name) : SW_PAIR_NO_NAME;
}

gboolean
sw_pair_table_has_model (const SwPairTable *table, const char *model)
{
  const guint32 number = sw_pair_table_name (table, model);
  for (guint32 i = 0; number != SW_PAIR_NO_NAME && i < table->pairs->len; i++)
    if (g_array_index (table->pairs, Pair, i).key.model == number)
      return TRUE;
  return FALSE;
}

SwPairState
sw_pair_table_find (const SwPairTable *table, guint32 model, guint32 a, guint32 b, double rates[2])
{
  const Key key = key_of (model, a, b);
  const guint32 found = *slot_of (table, &key);
  if (found == 0)
    return SW_PAIR_UNKNOWN;
  const Pair *pair = &g_array_index (table->pairs, Pair, found - 1);
  if (rates != NULL)
    {
      rates[0] = pair->rate[a > b];
      rates[1] = pair->rate[a <= b];
    }
  return pair->rate[0] > 0 ? SW_PAIR_MEASURED : SW_PAIR_UNFIT;
}
