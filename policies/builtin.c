/* The built-in policies, in the order in which they are listed: one line per policy. */
#include "builtin.h"

#define POLICIES(X)                                                                                \
  X (fifo)                                                                                         \
  X (greedy)                                                                                       \
  X (sjf)                                                                                          \
  X (ljf)                                                                                          \
  X (priority)                                                                                     \
  X (easy)                                                                                         \
  X (conservative)                                                                                 \
  X (qssf)                                                                                         \
  X (srtf)                                                                                         \
  X (srsf)                                                                                         \
  X (refuse)                                                                                       \
  X (las)                                                                                          \
  X (first_fit)                                                                                    \
  X (best_fit)                                                                                     \
  X (worst_fit)                                                                                    \
  X (random)                                                                                       \
  X (pack)                                                                                         \
  X (spread)                                                                                       \
  X (consolidate)                                                                                  \
  X (yarn)                                                                                         \
  X (gang8)                                                                                        \
  X (dot_product)                                                                                  \
  X (gpu_clustering)                                                                               \
  X (gpu_packing)                                                                                  \
  X (tight_fit)                                                                                    \
  X (fgd)                                                                                          \
  X (fgd_real)                                                                                     \
  X (frag_min)                                                                                     \
  X (on_demand)                                                                                    \
  X (miso)                                                                                         \
  X (interference_limit)                                                                           \
  X (baskets)                                                                                      \
  X (fixed)

#define DECLARE(ident) extern const SwPolicy sw_policy_##ident;
POLICIES (DECLARE)

#define POINT(ident) &sw_policy_##ident,
const SwPolicy *const sw_builtin_policies[] = { POLICIES (POINT) NULL };
