#include "sw-strings.h"
