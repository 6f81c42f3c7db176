/* fixed: every pool as large as the scenario says. */
#include <slicewise/policy.h>

SW_POLICY_DEFINE (fixed) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_SCALE,
  .name = "fixed",
  .summary = "every pool stays as the scenario says",
};
