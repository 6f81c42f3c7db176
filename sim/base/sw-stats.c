#include "sw-stats.h"
