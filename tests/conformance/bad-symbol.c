/* A shared object that is no policy. */
#include <glib.h>

int sw_not_a_policy (void);

int
sw_not_a_policy (void)
{
  return 1;
}
