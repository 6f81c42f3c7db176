#include "sw-error.h"
