/* A policy that needs a symbol which nobody has. */
#include <slicewise/policy.h>

void sw_nobody_has_this (void);

static void
schedule (gpointer self, const SwHost *host, SwView *v)
{
  sw_nobody_has_this ();
}

SW_POLICY_DEFINE (bad_undefined) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_QUEUE,
  .name = "bad-undefined",
  .summary = "cannot be loaded",
  .schedule = schedule,
};
