#include "sw-transform.h"
