/* A policy that breaks a rule on purpose: it has a parameter whose default is not in its range. */
#include <slicewise/policy.h>

static const SwParam params[] = {
  { "depth", SW_PARAM_INT, "0", 1, 9, .doc = "out of range" },
  { NULL },
};

static void
schedule (gpointer self, const SwHost *host, SwView *v)
{
}

SW_POLICY_DEFINE (bad_table) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_QUEUE,
  .name = "bad-table",
  .summary = "breaks a rule",
  .params = params,
  .schedule = schedule,
};
