#include "sw-generate.h"
