/* Profiles of any bytes. */
#include "sw-error.h"
#include "sw-fuzz.h"
#include "sw-profile.h"

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SwProfile) profile
      = sw_profile_parse ("fuzz.ini", (const char *)data, size, NULL, &error);
  g_assert ((profile == NULL) == (error != NULL));
  g_assert (error == NULL || error->domain == SW_ERROR);
  return 0;
}
