/* pack: the job on as few nodes as possible, the fullest one that holds all of it if there is one.
 */
#include <slicewise/policy.h>

static gboolean
place (gpointer self, const SwHost *host, SwView *v, SwJob job)
{
  return host->fill (v, job, SW_FIT_PACK) == SW_OK;
}

SW_POLICY_DEFINE (pack) = {
  .head = SW_POLICY_HEAD,
  .kind = SW_KIND_PLACE,
  .name = "pack",
  .summary = "as few nodes as possible for the whole job",
  .place = place,
};
