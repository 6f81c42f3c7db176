#include "sw-rng.h"
