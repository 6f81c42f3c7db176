/* Mixes in canonical order: tenants are words of (behaviour, cap), sorted.  An entry is, in one
 * array of words: a head of (rules, model, n, measured), the n tenants, the n slowdowns.  Slots of
 * an open-addressing table point there.  When the array would outgrow its limit all is forgotten;
 * as results depend on the mix only, that costs time and changes nothing. */
#include "sw-contention-cache.h"

#include <string.h>

#include "sw-hash.h"

#define CAP_BITS 10
#define PLACE_BITS 10 /* SW_MAX_TENANTS places */
#define MEASURED ((guint64)1 << 63)
#define MAX_WORDS ((gsize)1 << 23) /* 64 MiB */
#define MAX_RULES 256
#define NOISE 1e-9 /* above what the iteration leaves open, below what is worth telling */

G_STATIC_ASSERT (SW_MAX_TENANTS == 1 << PLACE_BITS);

typedef union
{
  guint64 bits;
  double real;
} Word;

typedef struct
{
  guint32 hash;  /* upper half of the entry's */
  guint32 entry; /* index of its head in words + 1, 0: empty slot */
} Slot;

struct SwContentionCache
{
  const SwBehaviours *behaviours;
  const SwPairTable *pairs;
  guint32 *behaviour_names, *model_names; /* in the pair table */
  SwContentionRules rules[MAX_RULES];
  guint n_rules;

  Slot *slots;
  guint32 mask, n_entries; /* at least half of mask + 1 slots are empty */
  Word *words;
  gsize n_words, room;

  double out[SW_MAX_TENANTS]; /* of the last answer */
};

/* ---- life ---- */

static guint32 *
find_names (const SwPairTable *pairs, const char *const *names, guint32 n)
{
  guint32 *numbers = g_new (guint32, n);
  for (guint32 i = 0; i < n; i++)
    numbers[i] = sw_pair_table_name (pairs, names[i]);
  return numbers;
}

SwContentionCache *
sw_contention_cache_new (const SwBehaviours *behaviours, const SwPairTable *pairs,
                         const char *const *models)
{
  SwContentionCache *cache = g_new0 (SwContentionCache, 1);
  cache->behaviours = behaviours;
  cache->pairs = pairs;
  if (pairs != NULL)
    {
      cache->behaviour_names = find_names (pairs, behaviours->names, behaviours->n);
      cache->model_names = find_names (pairs, models, behaviours->n_models);
    }
  cache->mask = 1023;
  cache->slots = g_new0 (Slot, cache->mask + 1);
  cache->room = 8 * (cache->mask + 1);
  cache->words = g_new (Word, cache->room);
  return cache;
}

void
sw_contention_cache_free (SwContentionCache *cache)
{
  if (cache == NULL)
    return;
  g_free (cache->behaviour_names);
  g_free (cache->model_names);
  g_free (cache->slots);
  g_free (cache->words);
  g_free (cache);
}

static gboolean
same_rules (const SwContentionRules *a, const SwContentionRules *b)
{
  return a->model == b->model && a->kappa == b->kappa && a->epsilon == b->epsilon
         && a->slope == b->slope;
}

guint
sw_contention_cache_rules (SwContentionCache *cache, const SwContentionRules *rules)
{
  for (guint i = 0; i < cache->n_rules; i++)
    if (same_rules (&cache->rules[i], rules))
      return i;
  g_assert (cache->n_rules < MAX_RULES);
  cache->rules[cache->n_rules] = *rules;
  return cache->n_rules++;
}

/* ---- canonical order ---- */

static inline guint64
tenant_key (const SwCardTenant *tenant)
{
  g_assert (tenant->cap < 1 << CAP_BITS);
  return (guint64)tenant->behaviour << CAP_BITS | tenant->cap;
}

/* Keys in order, each above the place that its tenant has in tenants. */
static inline void
sort_tenants (const SwCardTenant *tenants, guint n, guint64 *sorted)
{
  for (guint i = 0; i < n; i++)
    {
      const guint64 word = tenant_key (&tenants[i]) << PLACE_BITS | i;
      guint k = i;
      for (; k > 0 && sorted[k - 1] > word; k--)
        sorted[k] = sorted[k - 1];
      sorted[k] = word;
    }
}

static inline guint
place_in (guint64 sorted)
{
  return sorted & (SW_MAX_TENANTS - 1);
}

/* ---- entries ---- */

static inline guint64
head_word (guint rules, guint32 model, guint n)
{
  return (guint64)model << 24 | (guint64)rules << 16 | n;
}

static inline guint64
hash_mix (guint64 head, const guint64 *sorted, guint n)
{
  const guint64 odd = G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  guint64 hash = sw_hash_fold (head ^ odd, odd);
  for (guint i = 0; i < n; i++)
    hash = sw_hash_fold (hash ^ sorted[i] >> PLACE_BITS, odd);
  return hash;
}

static inline gboolean
is_mix (const Word *entry, guint64 head, const guint64 *sorted, guint n)
{
  guint64 differ = (entry[0].bits & ~MEASURED) ^ head;
  for (guint i = 0; i < n && differ == 0; i++)
    differ = entry[1 + i].bits ^ sorted[i] >> PLACE_BITS;
  return differ == 0;
}

/* Slowdowns by the pair table; FALSE if it does not say. */
static gboolean
look_up_pair (const SwContentionCache *cache, const SwContentionRules *rules, guint32 model,
              const SwCoTenant *tenants, double *slowdown)
{
  double rates[2];
  if (cache->pairs == NULL || rules->model == SW_CONTENTION_NONE
      || sw_pair_table_find (cache->pairs, cache->model_names[model],
                             cache->behaviour_names[tenants[0].behaviour],
                             cache->behaviour_names[tenants[1].behaviour], rates)
             != SW_PAIR_MEASURED)
    return FALSE;
  for (guint i = 0; i < 2; i++)
    {
      double alone;
      sw_contention_solve (rules, &tenants[i], 1, &alone);
      slowdown[i] = MAX (alone, 1 / rates[i]);
    }
  return TRUE;
}

/* Fills the slowdowns of an entry whose tenants are there already. */
static void
work_out (const SwContentionCache *cache, guint rules, guint32 model, guint n, Word *entry)
{
  const SwBehaviours *behaviours = cache->behaviours;
  SwCoTenant tenants[SW_MAX_TENANTS];
  double slowdown[SW_MAX_TENANTS];
  for (guint i = 0; i < n; i++)
    {
      const guint64 key = entry[1 + i].bits;
      const guint32 cap = key & ((1 << CAP_BITS) - 1), behaviour = (guint32)(key >> CAP_BITS);
      g_assert (cap >= 1 && cap <= 1000 && behaviour < behaviours->n);
      tenants[i].behaviour = behaviour;
      tenants[i].cap = cap / 1000.;
      tenants[i].load = behaviours->loads[(gsize)behaviour * behaviours->n_models + model];
    }
  const SwContentionRules *by = &cache->rules[rules];
  if (n == 2 && look_up_pair (cache, by, model, tenants, slowdown))
    entry[0].bits |= MEASURED;
  else
    sw_contention_solve (by, tenants, n, slowdown);
  for (guint i = 0; i < n; i++)
    entry[1 + n + i].real = slowdown[i];
}

static void
grow_slots (SwContentionCache *cache)
{
  const Slot *old = cache->slots;
  const guint32 old_mask = cache->mask;
  cache->mask = 2 * old_mask + 1;
  cache->slots = g_new0 (Slot, (gsize)cache->mask + 1);
  for (guint32 i = 0; i <= old_mask; i++)
    if (old[i].entry != 0)
      {
        guint32 at = old[i].hash & cache->mask;
        while (cache->slots[at].entry != 0)
          at = (at + 1) & cache->mask;
        cache->slots[at] = old[i];
      }
  g_free ((gpointer)old);
}

/* Room for another entry of so many words. */
static void
make_room (SwContentionCache *cache, gsize words)
{
  if (cache->n_words + words > MAX_WORDS)
    {
      memset (cache->slots, 0, ((gsize)cache->mask + 1) * sizeof (Slot));
      cache->n_entries = 0;
      cache->n_words = 0;
    }
  if (cache->n_words + words > cache->room)
    {
      cache->room = MIN (2 * cache->room, MAX_WORDS);
      cache->words = g_renew (Word, cache->words, cache->room);
    }
  if (2 * (cache->n_entries + 1) > cache->mask)
    grow_slots (cache);
}

static const Word *
add_entry (SwContentionCache *cache, guint64 hash, guint rules, guint32 model,
           const guint64 *sorted, guint n)
{
  const gsize words = 1 + 2 * (gsize)n;
  g_assert (rules < cache->n_rules && model < cache->behaviours->n_models);
  make_room (cache, words);
  Word *entry = &cache->words[cache->n_words];
  entry[0].bits = head_word (rules, model, n);
  for (guint i = 0; i < n; i++)
    entry[1 + i].bits = sorted[i] >> PLACE_BITS;
  work_out (cache, rules, model, n, entry);
  guint32 at = (guint32)(hash >> 32) & cache->mask;
  while (cache->slots[at].entry != 0)
    at = (at + 1) & cache->mask;
  cache->slots[at] = (Slot){ (guint32)(hash >> 32), (guint32)cache->n_words + 1 };
  cache->n_entries++;
  cache->n_words += words;
  return entry;
}

static inline const Word *
find_entry (SwContentionCache *cache, guint rules, guint32 model, const guint64 *sorted, guint n)
{
  const guint64 head = head_word (rules, model, n), hash = hash_mix (head, sorted, n);
  const guint32 upper = (guint32)(hash >> 32);
  for (guint32 at = upper & cache->mask; cache->slots[at].entry != 0; at = (at + 1) & cache->mask)
    if (cache->slots[at].hash == upper)
      {
        const Word *entry = &cache->words[cache->slots[at].entry - 1];
        if (is_mix (entry, head, sorted, n))
          return entry;
      }
  return add_entry (cache, hash, rules, model, sorted, n);
}

SwSlowdowns
sw_contention_cache_get (SwContentionCache *cache, guint rules, guint32 model,
                         const SwCardTenant *tenants, guint n)
{
  guint64 sorted[SW_MAX_TENANTS];
  g_assert (n <= SW_MAX_TENANTS);
  sort_tenants (tenants, n, sorted);
  const Word *entry = find_entry (cache, rules, model, sorted, n);
  for (guint i = 0; i < n; i++)
    cache->out[place_in (sorted[i])] = entry[1 + n + i].real;
  return (SwSlowdowns){ cache->out, (entry[0].bits & MEASURED) != 0 };
}

/* ---- blame ---- */

typedef struct
{
  SwContentionCache *cache;
  guint rules;
  guint32 model;
  const SwCardTenant *tenants;
  guint n, own;
  double together, alone; /* slowdown of own with all others, with none */
} Blame;

static double
without (const Blame *b, guint k)
{
  SwCardTenant rest[SW_MAX_TENANTS];
  guint n = 0;
  for (guint i = 0; i < b->n; i++)
    if (i != k)
      rest[n++] = b->tenants[i];
  const guint own = b->own - (b->own > k);
  return sw_contention_cache_get (b->cache, b->rules, b->model, rest, n).slowdown[own];
}

static double
with_only (const Blame *b, guint k)
{
  const SwCardTenant both[2] = { b->tenants[b->own], b->tenants[k] };
  return sw_contention_cache_get (b->cache, b->rules, b->model, both, 2).slowdown[0];
}

static double
weight_of_leaving (const Blame *b, guint k)
{
  const double less = b->together - without (b, k);
  return less > NOISE ? less : 0;
}

static double
weight_of_joining (const Blame *b, guint k)
{
  const double more = with_only (b, k) - b->alone;
  return more > NOISE ? more : 0;
}

static double
weight_of_use (const Blame *b, guint k)
{
  const SwBehaviours *behaviours = b->cache->behaviours;
  const gsize row = (gsize)b->tenants[k].behaviour * behaviours->n_models;
  return behaviours->loads[row + b->model].host < 1;
}

/* Weights of the others into share; their sum, over tenants in canonical order. */
static double
weigh (const Blame *b, const guint64 *sorted, double (*weight) (const Blame *, guint),
       double *share)
{
  double sum = 0;
  for (guint i = 0; i < b->n; i++)
    {
      const guint k = place_in (sorted[i]);
      if (k != b->own)
        sum += share[k] = weight (b, k);
    }
  return sum;
}

void
sw_contention_cache_blame (SwContentionCache *cache, guint rules, guint32 model,
                           const SwCardTenant *tenants, guint n, guint i, double *share)
{
  static double (*const weights[]) (const Blame *, guint)
      = { weight_of_leaving, weight_of_joining, weight_of_use };
  Blame b = { cache, rules, model, tenants, n, i, 1, 1 };
  guint64 sorted[SW_MAX_TENANTS];
  double sum = 0;
  g_assert (i < n);
  b.alone = sw_contention_cache_get (cache, rules, model, &tenants[i], 1).slowdown[0];
  b.together = sw_contention_cache_get (cache, rules, model, tenants, n).slowdown[i];
  sort_tenants (tenants, n, sorted);
  for (guint k = 0; k < n; k++)
    share[k] = 0;
  if (b.together > b.alone)
    for (guint w = 0; w < G_N_ELEMENTS (weights) && sum == 0; w++)
      sum = weigh (&b, sorted, weights[w], share);
  for (guint k = 0; k < n && sum > 0; k++)
    share[k] *= (b.together - b.alone) / sum;
  share[i] = b.alone - 1;
}
