#include "sw-version.h"

const char sw_version[] = SW_VERSION;
