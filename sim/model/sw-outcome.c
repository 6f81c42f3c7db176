#include "sw-outcome.h"
