#include "sw-time.h"
