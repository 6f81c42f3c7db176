#include "sw-engine.h"
