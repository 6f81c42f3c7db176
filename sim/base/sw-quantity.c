#include "sw-quantity.h"
