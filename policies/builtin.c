#include "builtin.h"

const SwPolicy *const sw_builtin_policies[] = {
  NULL,
};
